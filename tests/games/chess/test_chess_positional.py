"""The positional evaluation of chess: what it prefers, what it ignores, and where its weights come from."""

import re
from pathlib import Path

import numpy as np
import pytest

import boardai
from boardai.command_line import InputError
from boardai.commands.label import main as label
from boardai.games.chess.evaluation import fit
from boardai.games.chess.evaluation.start import starting_values
from boardai.search.evaluations.linear import FeatureSet

GAME = boardai.load("chess")


def value(fen: str) -> int:
    """For White, who is to move."""
    return int(GAME.from_string(f"{fen} w - - 0 1").evaluate("positional"))


@pytest.mark.parametrize(
    ("what", "better", "worse"),
    [
        ("a passed pawn far advanced", "4k3/P7/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/P7/4K3"),
        ("a passed pawn", "4k3/5ppp/8/P7/8/8/6PP/4K3", "4k3/5ppp/8/6P1/8/8/6PP/4K3"),
        ("a way that is free", "4k3/8/8/P7/8/7b/8/3BK3", "4k3/8/b7/P7/8/8/8/3BK3"),
        ("a king sheltered by its pawns", "r1bqk3/8/8/8/8/8/5PPP/R1BQ2K1", "r1bqk3/8/8/8/8/8/PPP5/R1BQ2K1"),
        ("pawns side by side", "4k3/8/8/8/8/8/1PP5/4K3", "4k3/8/8/8/8/2P5/2P5/4K3"),
        ("two bishops", "4k3/pp3ppp/2n2n2/8/8/2B2B2/PP3PPP/4K3", "4k3/pp3ppp/2n2n2/8/8/2B2N2/PP3PPP/4K3"),
        ("a rook on an open file", "4k2r/ppp2ppp/8/8/8/8/PPP2PPP/3RK3", "4k2r/ppp2ppp/8/8/8/8/PPP2PPP/1R2K3"),
        ("a piece that can move", "4k3/pp3ppp/8/8/4B3/8/PP3PPP/4K3", "4k3/pp3ppp/8/8/8/1P6/BP3PPP/4K3"),
        ("a piece that attacks", "4k3/8/1r6/8/2N5/8/8/4K3", "4k3/8/8/1r6/2N5/8/8/4K3"),
        ("a lead that wins", "4k3/8/7b/8/8/2B5/PPP5/4K3", "4k3/7b/8/8/8/2B5/PPP5/4K3"),
    ],
)
def test_it_prefers(what: str, better: str, worse: str) -> None:
    assert value(better) > value(worse), what


def test_what_can_hardly_be_won_is_worth_little() -> None:
    assert value("4k3/8/8/3b4/8/8/8/R3K3") < value("4k3/8/8/3p4/8/8/8/R3K3") / 3
    # Three pawns may win against the piece that is ahead of them.
    assert value("4k3/ppp5/8/8/8/8/8/1N2K3") < -50


def test_any_number_of_any_piece_is_valued() -> None:
    for pieces in ("QQQQQQQQ/QQQQQQQ1", "RRRRRRRR/RRRRRRR1", "NNNNNNNN/NNNNNNN1", "BBBBBBBB/BBBBBBB1"):
        for rest in ("8/8/8/8/8/K6k", "8/8/8/8/K6p/7k"):
            state = GAME.from_string(f"{pieces}/{rest} b - - 0 1")
            assert -29_000 < state.evaluate("positional") == state.mirrored().evaluate("positional") < -2000
    assert GAME.from_string("4k3/8/8/8/8/8/8/4K3 w - - 0 1").evaluate("positional") < 30


def numbers(header: str) -> np.ndarray:
    """The weights of a header, `[2, weights of a phase]`."""
    body = header[header.index("weights[] = {") :]
    return np.array([(int(one), int(other)) for one, other in re.findall(r"\{(-?\d+), (-?\d+)\}", body)]).T


def test_the_weights_that_ship_are_all_there_and_evaluate(root: Path) -> None:
    shipped = numbers((root / "games" / "chess" / "evaluation" / "positional" / "weights.hpp").read_text())
    state = GAME.initial_state()
    features = FeatureSet(fit.FEATURES, state)
    assert shipped.size == features.size == fit.starting_weights(features).size
    for fen in (state.to_string(), "r1bq1rk1/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQ1RK1 w - - 0 8"):
        position = GAME.from_string(fen)
        sums = features.value(position, shipped.ravel().astype(np.float32))
        assert position.evaluate("positional") == pytest.approx(sums, abs=1.01)
    # Written again they are the same.
    again = fit.header(shipped.ravel(), "what they were")
    assert (numbers(again) == shipped).all() and again.count("pieces on squares") == 6


@pytest.mark.thorough
def test_weights_are_fitted_the_same_way_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = str(tmp_path / "data")
    label(["chess", "--play", "pvs:nodes=300,table_megabytes=1", "--games", "24", "--by", "play", "--random-plies", "8",
           "--per-game", "0", "--max-plies", "300", "--output", data])  # fmt: skip
    capsys.readouterr()
    # The same game twice adds no information.
    assert len(list(fit.quiet_positions([data, data], 0.3, 0))) == len(list(fit.quiet_positions([data], 0.3, 0))) > 500
    for name in ("one.hpp", "two.hpp"):
        fit.main([data, "--output", str(tmp_path / name), "--steps", "20", "--held-out", "0.3"])
    one = (tmp_path / "one.hpp").read_text()
    assert one == (tmp_path / "two.hpp").read_text()
    message = capsys.readouterr().out
    losses = {name: float(loss) for name, loss in re.findall(r"(\w+), learned: loss ([\d.]+)", message)}
    assert losses["fitted"] < min(losses["start"], losses["pesto"])
    # The values that nothing was learned about are the starting ones: no pawn stands on the first rank.
    start = np.concatenate([group[phase].ravel() for phase in (0, 1) for group in starting_values().values()])
    assert (numbers(one).ravel()[:8] == start[:8]).all()
    assert (numbers(one).ravel() != np.rint(start)).sum() > 300


def test_bad_input_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = str(tmp_path / "w.hpp")
    for arguments, reason in (
        ([], "nowhere is not a folder of labelled positions"),
        (["--held-out", "2"], "--held-out: from 0 to 1, not 2"),
        (["--output", str(tmp_path / "w.txt")], "a name that ends in .hpp"),
    ):
        try:
            fit.main(["nowhere", "--output", output, *arguments])
        except InputError as error:
            message = str(error)
        except SystemExit:
            message = capsys.readouterr().err
        assert reason in message
    assert not (tmp_path / "w.hpp").exists()
