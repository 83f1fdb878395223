"""`python -m boardai.label`: sources, labels, conversions, resuming, workers, refusals."""

import functools
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused
from sampled import sampled

import boardai
from boardai.basics.checksums import SEAL
from boardai.check.saved import examine
from boardai.command_line import InputError
from boardai.commands.label import main
from boardai.learn.data.datasets import Conversion, Dataset, dataset_faults, fitted_scale
from boardai.learn.data.labellers import load_labeller, logistic_scale
from boardai.records import RecordedGame, read_games
from boardai.search import alphabeta, mcts, pvs
from boardai.search.evaluations.naming import load_evaluation

FAKE_ENGINE = Path(__file__).parent.parent / "protocols" / "fake_engine.py"


pytestmark = pytest.mark.usefixtures("own_folder")


def bytes_of(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(folder).glob("*.npz")}


# --- Conversions ---


@given(st.floats(-5000, 5000), st.floats(10, 5000))
def test_conversions_are_odd_monotone_and_bounded(score: float, scale: float) -> None:
    for kind in ("logistic", "linear"):
        conversion = Conversion(kind, scale)  # type: ignore[arg-type]
        value = conversion.value(score)
        assert -1 <= value <= 1
        assert conversion.value(-score) == -value
        assert conversion.value(score + 1) >= value


def test_the_logistic_is_elo_s_formula() -> None:
    for score in (-350, 0, 100, 400):
        expected = 1 / (1 + 10 ** (-score / 400))
        assert Conversion().value(score) == pytest.approx(2 * expected - 1)
    assert Conversion("linear", 1000).value(250) == 0.25
    assert Conversion("linear", 1000).value(-1700) == -1
    with pytest.raises(ValueError, match="scale"):
        Conversion(scale=0)
    with refused("logistic", "linear"):
        Conversion("square")  # type: ignore[arg-type]


def test_the_fitted_scale_is_found_again() -> None:
    rng = np.random.default_rng(0)
    scores = rng.normal(0, 300, 20_000)
    wins = rng.random(20_000) < 1 / (1 + 10 ** (-scores / 250))
    assert fitted_scale(scores, np.where(wins, 1, -1)) == pytest.approx(250, rel=0.05)
    with pytest.raises(ValueError, match="predict"):
        fitted_scale(scores, np.where(wins, -1, 1))


@pytest.mark.parametrize(
    ("spec", "evaluator", "tanh_scale"),
    [
        ("chess", "", 440),
        ("chess", "positional", 350),
        ("reversi", "", 2000),
        ("reversi", "discs", 20),
        ("hex:size=5", "resistance", 700),
    ],
)
def test_an_evaluation_s_own_scale(spec: str, evaluator: str, tanh_scale: float) -> None:
    found = logistic_scale(boardai.load(spec), evaluator)
    assert found == pytest.approx(tanh_scale * math.log(10) / 2)


def test_weights_that_ship_have_their_own_scale() -> None:
    # A name that the compiled evaluations do not know was refused.
    shipped = load_evaluation(Path(str(resources.files("boardai.games.reversi"))) / "weights" / "larion.npz")
    found = logistic_scale(boardai.load("reversi:board=6x6"), "larion")
    assert found == pytest.approx(shipped.scale * math.log(10) / 2)


# --- Sources ---


def read_reporting(path: str, game: boardai.Game, reported: list[str]) -> list[RecordedGame]:
    return list(read_games(path, game, on_error=lambda error: reported.append(str(error))))


def test_pgn_is_read_as_games(tmp_path: Path) -> None:
    Path("g.pgn").write_text(
        '[Event "a"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n'
        '[Event "broken"]\n\n1. e4 Ke4 *\n\n'
        '[Event "960"]\n[Variant "Chess960"]\n[SetUp "1"]\n'
        '[FEN "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1"]\n\n1. e4 *\n\n'
        "1. f3 e5 2. g4 Qh4# 0-1\n\n"
        # A threefold repetition, which claims end: what follows is left out.
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 1-0\n"
    )
    reported: list[str] = []
    games = read_reporting("g.pgn", boardai.load("chess"), reported)
    assert [len(game.actions) for game in games] == [3, 4, 8]
    assert [game.result for game in games] == [1, -1, 0]  # the rules' draw wins over the marker
    assert len(reported) == 2 and "line 8" in reported[0] and "Chess960" in reported[1]
    without = read_reporting("g.pgn", boardai.load("chess", claim_draws=False), reported)
    assert [len(game.actions) for game in without] == [3, 4, 10]


def test_hex_sgf_is_read_as_games() -> None:
    Path("g.sgf").write_text(
        "(;FF[4]GM[11]SZ[3];B[b2];W[a1];B[b1];W[a2];B[b3])"
        "(;FF[4]GM[11]SZ[3]RE[W+R];B[a1];W[b2];B[resign])"
        "(;FF[4]GM[11]SZ[5];B[a1])"
    )
    reported: list[str] = []
    games = read_reporting("g.sgf", boardai.load("hex", size=3), reported)
    assert [(len(game.actions), game.result) for game in games] == [(5, 1), (2, -1)]
    assert reported == ["g.sgf, game 3: on 5x5"]
    Path("bad.sgf").write_text("(;FF[4]GM[11]SZ[3];B[zz])")
    with refused("bad.sgf", "line 1"):
        list(read_games("bad.sgf", boardai.load("hex", size=3)))


def test_a_swap_changes_who_resigned() -> None:
    Path("g.sgf").write_text("(;FF[4]GM[11]SZ[3];B[b2];W[swap-sides];W[a1];B[resign])")
    games = list(read_games("g.sgf", boardai.load("hex", size=3, swap=True)))
    # The second player has taken over black's stone, and it is black who resigns: the first player has won.
    assert [(len(game.actions), game.result) for game in games] == [(3, 1)]


def test_transcripts_positions_and_records_are_read() -> None:
    reversi = boardai.load("reversi")
    Path("g.txt").write_text("f5d6c3\nnonsense\nf5d6\n")
    reported: list[str] = []
    games = read_reporting("g.txt", reversi, reported)
    assert [(len(game.actions), game.result) for game in games] == [(3, None), (2, None)]
    assert len(reported) == 1 and "g.txt:2" in reported[0]
    chess = boardai.load("chess")
    Path("p.epd").write_text("7k/8/8/8/8/8/8/KR6 w - - bm Rb2; id 1;\n# a comment\n7k/8 w - -\n")
    games = read_reporting("p.epd", chess, reported)
    assert [game.start.to_string() for game in games] == ["7k/8/8/8/8/8/8/KR6 w - - 0 1"]
    assert len(reported) == 2
    state = boardai.load("hex", size=3).initial_state()
    record = {"format": "boardai game 1", "game": "hex:size=3", "actions": ["b2", "a1"], "result": 1}
    Path("r.json").write_text(json.dumps(record))
    (game,) = read_games("r.json", boardai.load("hex", size=3))
    assert game.result == 1 and game.start == state
    Path("g.doc").write_text("neither moves nor tags")
    with refused("g.doc", ".pgn"):
        list(read_games("g.doc", chess))


# --- Labels ---


def test_labels_are_those_of_the_search() -> None:
    main(["reversi:board=6x6", "--play", "random", "--games", "5", "--by", "pvs:depth=3", "--output", "d"])
    dataset = Dataset.open("d")
    scale = dataset.header["conversion"]["scale"]
    seen = 0
    for one in dataset.games():
        assert len(one.labels) == 8
        for label in one.labels:
            state = one.game.start.clone()
            for action in one.game.actions[: label.ply]:
                state.apply(action)
            result = pvs(state, depth=3)
            assert label.policy == {result.action: 1.0}
            if math.isnan(label.score):
                assert label.value == result.outcome
            else:
                assert label.score == result.value
                assert label.value == pytest.approx(Conversion("logistic", scale).value(result.value), abs=1e-6)
            seen += 1
    assert seen == 40


def test_labels_by_play_are_what_the_player_found() -> None:
    arguments = ["reversi:board=6x6", "--play", "alphabeta:depth=2", "--games", "4", "--by", "play", "--per-game", "0"]
    main([*arguments, "--random-plies", "6", "--output", "d"])
    openings = set()
    for one in Dataset.open("d").games():
        plies = [label.ply for label in one.labels]
        # Random plies have no label, all others have one.
        assert plies == list(range(plies[0], len(one.game.actions)))
        openings.add(plies[0])
        for label in one.labels[::7]:
            state = one.game.start.clone()
            for action in one.game.actions[: label.ply]:
                state.apply(action)
            result = alphabeta(state, depth=2)
            assert label.policy == {one.game.actions[label.ply]: 1.0} == {result.action: 1.0}
            assert label.score == result.value or label.value == result.outcome
    assert len(openings) > 1
    main([*arguments, "--random-plies", "6", "--workers", "2", "--output", "two"])
    assert bytes_of("two") == bytes_of("d")
    # Moves of chance on the way: the labels are still the player's.
    main([*arguments, "--random-share", "0.5", "--output", "mistakes"])
    labels = [
        (label.policy, one.game.actions[label.ply]) for one in Dataset.open("mistakes").games() for label in one.labels
    ]
    assert 0.2 < sum(policy == {played: 1.0} for policy, played in labels) / len(labels) < 0.9


EPD = b"""2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - acd 12; bm Qg6 Rad1; ce 310; id "caf\xe9";
7k/8/8/8/8/8/8/KR6 w - - id "none";
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; dm 5; hmvc 7; fmvn 40;
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - ce x;
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - ce -32760;
"""


def test_labels_by_file_are_what_its_lines_say(capsys: pytest.CaptureFixture) -> None:
    Path("a.epd").write_bytes(EPD)
    main(["chess", "--games-from", "a.epd", "--by", "file", "--output", "d"])
    printed = capsys.readouterr().out
    assert "note: a.epd:1: not UTF-8 text, read as Latin-1" in printed
    assert "a.epd:2: " in printed and "a.epd:4: ce: " in printed
    scored, mate, lost = Dataset.open("d").games()
    assert [one.game.start.halfmove_clock() for one in (scored, mate, lost)] == [0, 7, 0]
    (label,) = scored.labels
    assert label.score == 310 and label.value == pytest.approx(Conversion().value(310)) and label.depth == 12
    moves = {scored.game.start.san(action): share for action, share in label.policy.items()}
    assert moves == {"Qg6": 0.5, "Rad1": 0.5}
    assert mate.labels[0].value == 1 and math.isnan(mate.labels[0].score) and lost.labels[0].value == -1
    main(["chess", "--games-from", "a.epd", "--by", "file", "--output", "two", "--workers", "2", "--games", "2"])
    assert [one.labels[0].depth for one in Dataset.open("two").games()] == [12, 0]
    with refused("files", error=InputError):
        main(["chess", "--play", "random", "--games", "1", "--by", "file", "--output", "three"])


def test_positions_of_epd_are_labelled_with_their_counters() -> None:
    Path("a.epd").write_bytes(EPD)
    main(["chess", "--games-from", "a.epd", "--by", "pvs:depth=1", "--output", "d"])
    starts = [one.game.start.to_string().split()[-2:] for one in Dataset.open("d").games()]
    assert starts == [["0", "1"], ["0", "1"], ["7", "40"], ["0", "1"], ["0", "1"]]


def test_scores_of_several_moves_share_the_policy() -> None:
    chess = boardai.load("chess")
    state = chess.from_string("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
    searched = boardai.search.pvs(state, depth=2, multi_pv=3, evaluator="pesto")
    scores = {line[0]: searched.action_values[line[0]] for line in searched.notes["lines"]}
    assert len(scores) == 3

    def policy(spec: str, policy_scale: float, state: Any = state) -> dict[int, float]:
        labeller = load_labeller(spec, chess, policy_scale=policy_scale)
        return labeller.label(state, [], state, 0).policy

    spec = "pvs:depth=2,multi_pv=3,evaluator=pesto"
    shares = policy(spec, 100.0)
    weights = {action: math.exp(score / 100) for action, score in scores.items()}
    assert shares == pytest.approx({a: weight / sum(weights.values()) for a, weight in weights.items()})
    assert policy(spec, 0.0) == policy("pvs:depth=2,evaluator=pesto", 100.0) == {searched.action: 1.0}
    cut_short = policy("pvs:nodes=1500,multi_pv=3,evaluator=pesto", 100.0)  # whatever is known by then
    assert sum(cut_short.values()) == pytest.approx(1)
    mate = chess.from_string("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    assert policy(spec, 100.0, mate) == {mate.action_from_san("Rd8#"): 1.0}


def test_monte_carlo_labels_are_values_and_visit_shares() -> None:
    game = boardai.load("hex", size=4)
    labeller = load_labeller("mcts:simulations=200", game)
    label = labeller.label(game.initial_state(), [], game.initial_state(), 5)
    result = mcts(game.initial_state(), simulations=200, seed=label_seed_of(5))
    assert sum(label.policy.values()) == pytest.approx(1)
    assert set(label.policy) == {action for action, share in result.policy.items() if share > 0}
    assert -1 <= label.value <= 1 and math.isnan(label.score)
    again = labeller.label(game.initial_state(), [], game.initial_state(), 5)
    assert again.policy == label.policy and again.value == label.value


def label_seed_of(seed: int) -> int:
    """What the agent makes of a seed for its next search."""
    import random

    return random.Random(seed).getrandbits(31)


def test_solvers_label_what_they_prove() -> None:
    game = boardai.load("hex", size=3)
    labeller = load_labeller("dfpn:seconds=5", game)
    assert labeller.label(game.initial_state(), [], game.initial_state(), 0).value == 1
    unproven = load_labeller("dfpn:nodes=2", boardai.load("hex", size=7))
    state = boardai.load("hex", size=7).initial_state()
    label = unproven.label(state, [], state, 0)
    assert math.isnan(label.value) and not label.policy


@pytest.mark.skipif(shutil.which("stockfish") is None, reason="no stockfish on PATH")
def test_stockfish_labels_pgn() -> None:
    Path("g.pgn").write_text("1. f3 e5 2. g4 *\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n")
    arguments = ["chess", "--games-from", "g.pgn", "--by", "uci:stockfish,depth=5", "--per-game", "0", "--output", "d"]
    main(arguments)
    mated, ruy_lopez = Dataset.open("d").games()
    last = mated.labels[-1]
    assert (last.ply, last.value) == (3, 1.0) and math.isnan(last.score)  # Qh4 mates
    state = mated.game.start.clone()
    for action in mated.game.actions:
        state.apply(action)
    assert [state.action_to_string(action) for action in last.policy] == ["d8h4"]
    assert all(abs(label.value) < 0.5 and label.depth == 5 for label in ruy_lopez.labels)
    assert all(label.value == pytest.approx(Conversion().value(label.score), abs=1e-6) for label in ruy_lopez.labels)


@pytest.mark.skipif(shutil.which("gtp-rhino") is None, reason="no gtp-rhino on PATH")
def test_an_engine_without_scores_labels_moves() -> None:
    arguments = ["reversi", "--play", "random", "--games", "2", "--per-game", "3", "--output", "d"]
    main([*arguments, "--by", "gtp:gtp-rhino -l 1"])
    for one in Dataset.open("d").games():
        assert one.game.result is not None
        for label in one.labels:
            state = one.game.start.clone()
            for action in one.game.actions[: label.ply]:
                state.apply(action)
            ((move, share),) = label.policy.items()
            assert state.is_legal(move) and share == 1 and math.isnan(label.value)


# --- Resuming, workers, refusals ---


@pytest.mark.thorough
def test_the_dataset_does_not_depend_on_stops_or_workers() -> None:
    arguments = ["hex:size=4", "--play", "random", "--games", "70", "--by", "mcts:simulations=20", "--seed", "3"]
    main([*arguments, "--output", "one"])
    whole = bytes_of("one")
    assert sorted(whole) == ["000000.npz", "000001.npz", "000002.npz"]
    main([*arguments, "--output", "two", "--workers", "2"])
    assert bytes_of("two") == whole
    Path("one/000001.npz").unlink()
    main([*arguments, "--output", "one"])
    assert bytes_of("one") == whole
    main([*arguments[:-1], "4", "--output", "other"])
    assert bytes_of("other") != whole


def test_a_killed_command_goes_on() -> None:
    arguments = ["hex:size=5", "--play", "random", "--games", "96", "--by", "mcts:simulations=400", "--output", "d"]
    process = subprocess.Popen([sys.executable, "-m", "boardai.label", *arguments])
    while process.poll() is None and not Path("d/000000.npz").exists():
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    first = Path("d/000000.npz").read_bytes()
    main(arguments)
    assert Path("d/000000.npz").read_bytes() == first
    assert sum(1 for _ in Dataset.open("d").games()) == 96
    assert not list(Path("d").glob(".*tmp")) or sum(1 for _ in Path("d").glob("*.npz")) == 3


@pytest.mark.parametrize("number", sampled([signal.SIGINT, signal.SIGTERM], [signal.SIGINT], rest="slow"))
def test_a_signal_ends_the_workers(number: signal.Signals) -> None:
    arguments = ["hex:size=5", "--play", "random", "--games", "999", "--by", "mcts:simulations=999", "--workers", "2"]
    command = ["-m", "boardai.label", *arguments, "--output", "d"]
    process = subprocess.Popen([sys.executable, *command], stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not list(Path(".").glob("d/*.npz")):
        time.sleep(0.01)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert re.search(
        r"ed; kept: \d+ games in \d+ files? of d; continue with: python " + re.escape(" ".join(command)), errors
    )
    assert sum(1 for _ in Dataset.open("d").games()) % 32 == 0


def test_bad_input_is_refused(refused: Callable[..., str]) -> None:
    fails = functools.partial(refused, main)
    assert "needs --games" in fails("hex:size=3", "--play", "random", "--by", "mcts")
    assert "random" in fails("hex:size=3", "--play", "random", "--games", "2", "--by", "random")
    assert "games" in fails("chess", "--games-from", "nowhere.pgn", "--by", "play")
    assert "no value for a position" in fails("hex:size=3", "--play", "random", "--games", "2", "--by", "play")
    assert "nowhere.pgn" in fails("chess", "--games-from", "nowhere.pgn", "--by", "pvs:depth=1")
    arguments = ("hex:size=3", "--play", "random", "--games", "2", "--by", "mcts:simulations=5")
    assert "--random-share: expected a number from 0 to 1, got '2'" in fails(*arguments, "--random-share", "2")
    main(["hex:size=3", "--play", "random", "--games", "2", "--by", "mcts:simulations=5", "--output", "d"])
    answer = fails("hex:size=3", "--play", "random", "--games", "2", "--by", "mcts:simulations=6", "--output", "d")
    assert "mcts:simulations=5" in answer and "mcts:simulations=6" in answer
    Path("full").mkdir()
    Path("full/file").touch()
    answer = fails("hex:size=3", "--play", "random", "--games", "2", "--by", "mcts:simulations=5", "--output", "full")
    assert "not a dataset" in answer


def test_damaged_shards_are_refused_by_name() -> None:
    main(["hex:size=3", "--play", "random", "--games", "3", "--by", "mcts:simulations=5", "--output", "d"])
    path = Path("d/000000.npz")
    whole = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        first = archive.infolist()[0]
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files if name != SEAL}  # as in shards of earlier versions
    damaged = bytearray(whole)
    begin = first.header_offset + 30 + int.from_bytes(whole[26:28], "little") + int.from_bytes(whole[28:30], "little")
    damaged[begin] = 0xFF  # a kind of compressed block that there is not
    assert first.compress_type == zipfile.ZIP_DEFLATED
    for content in (whole[:-40], bytes(damaged)):
        path.write_bytes(content)
        with refused("000000.npz"):
            list(Dataset.open("d").games())
    for change, message in (
        ({"result": arrays["result"][:-1]}, r"000000\.npz: .*arrays.*length"),
        ({"game": arrays["game"][::-1].copy()}, r"000000\.npz: .*row \d+"),
    ):
        np.savez(path, **{**arrays, **change})
        with pytest.raises(ValueError, match=message):
            list(Dataset.open("d").games())
    with refused("dataset.json"):
        Dataset.open(".")


def test_training_from_a_file_reports_what_is_odd_in_it() -> None:
    """A character set, a mark that is left out: games are learned from all the same, and the notes are shown."""
    from boardai.learn.data.config import ExamplesConfig, PositionsConfig
    from boardai.learn.data.examples import load_examples
    from boardai.learn.data.positions import load_positions

    replies = [f"{file}{rank}" for file in "abcdfgh" for rank in "56"] + ["e6", "Na6", "Nc6", "Nf6", "Nh6"]
    text = "".join(f'[Round "é"]\n\n1. {first} D {reply} 2. Nc3 1-0\n\n' for first in ("d3", "e3") for reply in replies)
    Path("g.pgn").write_bytes(text.encode("latin-1"))
    chess, reported, left_out = boardai.load("chess"), list[str](), list[str]()
    learned, held_out = load_examples(["g.pgn"], chess, ExamplesConfig(), 1, left_out.append, reported.append)
    assert len(learned) + len(held_out) == 3 * 38 and not left_out
    assert len(reported) == 76 and "left out: 'D'" in reported[0] and "read as Latin-1" in reported[1]
    reported.clear()
    load_positions(["g.pgn"], chess, PositionsConfig(), 1, left_out.append, reported.append)
    assert len(reported) == 76 and not left_out


# --- Games of self-play ---

SELF_PLAY = ["chess", "--by", "self-play,nodes=40,evaluator=pesto", "--games", "10", "--per-shard", "4", "--seed", "3"]


def scored_bytes(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(folder).glob("*.sgames")}


@pytest.mark.thorough
def test_self_played_games_do_not_depend_on_stops_or_workers(capsys: pytest.CaptureFixture) -> None:
    main([*SELF_PLAY, "--output", "one"])
    assert "10 games" in capsys.readouterr().out
    whole = scored_bytes("one")
    assert sorted(whole) == ["000000.sgames", "000001.sgames", "000002.sgames"]
    main([*SELF_PLAY, "--output", "two", "--workers", "2"])
    assert scored_bytes("two") == whole
    Path("one/000001.sgames").unlink()
    main([*SELF_PLAY, "--output", "one"])
    assert scored_bytes("one") == whole
    main([*SELF_PLAY[:-1], "4", "--output", "other"])
    assert not set(scored_bytes("other").values()) & set(whole.values())


def test_killed_self_play_leaves_whole_shards_and_goes_on() -> None:
    arguments = [*SELF_PLAY[:3], "--games", "400", "--per-shard", "2", "--output", "d"]
    process = subprocess.Popen([sys.executable, "-m", "boardai.label", *arguments])
    while process.poll() is None and len(scored_bytes("d")) < 3:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    there = scored_bytes("d")
    assert 3 <= len(there) < 200 and not dataset_faults(Path("d"))
    # The same settings, but fewer games: the existing ones are the same.
    main([*SELF_PLAY[:3], "--games", "4", "--per-shard", "2", "--output", "few"])
    assert scored_bytes("few").items() <= there.items()


def test_damaged_self_play_is_reported_left_out_and_played_again(
    refused: Callable[..., str], capsys: pytest.CaptureFixture
) -> None:
    main([*SELF_PLAY, "--output", "d"])
    whole = scored_bytes("d")
    found = examine("d")
    assert found is not None and found.whole and found.kind == "scored games"
    path = Path("d/000001.sgames")
    path.write_bytes(path.read_bytes()[:-50])
    for place in ("d", path):
        found = examine(place)
        assert found is not None and [fault.name for fault in found.faults] == [path.name]
    assert path.name in refused(main, *SELF_PLAY, "--output", "d")
    main([*SELF_PLAY, "--output", "d", "--leave-out", path.name])
    assert scored_bytes("d") == whole and (Path("d/left-out") / path.name).exists()


def test_bad_self_play_is_refused(refused: Callable[..., str]) -> None:
    fails = functools.partial(refused, main)
    assert "--games" in fails("chess", "--by", "self-play")
    assert "--per-game" in fails(*SELF_PLAY, "--per-game", "3")
    assert "--play" in fails("chess", "--by", "pvs:depth=1")
    assert "nodes" in fails("chess", "--by", "self-play,nodes=0", "--games", "1")
    assert "node" in fails("chess", "--by", "self-play,node=9", "--games", "1")
    assert "nobody" in fails("chess", "--by", "self-play,evaluator=nobody", "--games", "1")
    main([*SELF_PLAY, "--output", "d"])
    assert "seed" in fails(*SELF_PLAY[:-1], "4", "--output", "d")
    assert "options" in fails(*SELF_PLAY[:2], "self-play,nodes=41", *SELF_PLAY[3:], "--output", "d")
    assert "d" in fails("chess", "--play", "random", "--by", "pvs:depth=1", "--games", "1", "--output", "d")
