"""Exact values of all moves: true by trying everything, written to a file that stops and workers do not change."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from kinds_of_game import connect_four, load
from refusals import refused

import boardai
from boardai.cluster import WorkError, open_pool
from boardai.command_line import InputError
from boardai.commands import solve
from boardai.game import Game
from boardai.records.truth import TruePosition, header_line, read_truth, truth_line
from boardai.search.solvers import truth_file
from boardai.search.solvers.building import solve_every_position
from boardai.search.solvers.solved_positions import SolvedPositions
from boardai.search.solvers.true_values import true_values
from boardai.search.solvers.truth_file import TruthSettings, make_truth


class Tried:
    """Values by trying everything: 32,000 less the plies to the end, as the better side wants it."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def value(self, state: Any) -> int:
        """For the player to move."""
        if state.is_terminal():
            return 32_000 * int(state.outcome(state.current_player()))
        text = state.to_string()
        if text not in self._known:
            self._known[text] = max(self.values(state).values())
        return self._known[text]

    def values(self, state: Any) -> dict[int, int]:
        """Of each move: an end that is a ply further is worth 1 less."""
        found = {}
        for action in state.legal_actions():
            value = -self.value(state.child(action))
            found[action] = value - (value > 0) + (value < 0)
        return found


def check_against_trying(game: Game, plies: tuple[int, ...]) -> None:
    rng, tried, seen = random.Random(3), Tried(), set[int]()
    for ply in plies:
        state = game.initial_state()
        for _ in range(ply):
            state = state if state.is_terminal() else state.child(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            wanted = tried.values(state)
            assert true_values(state, distances=True) == wanted
            assert true_values(state) == {action: (v > 0) - (v < 0) for action, v in wanted.items()}
            seen |= {(v > 0) - (v < 0) for v in wanted.values()}
    assert seen == {1, 0, -1}


def test_values_are_those_of_trying_everything() -> None:
    check_against_trying(load("tic-tac-toe"), (3, 4, 5, 6) * 2)


@pytest.mark.slow
def test_values_of_a_game_in_cpp_are_those_of_trying_everything() -> None:
    check_against_trying(connect_four(4, 4), (7, 9, 11) * 8)


def test_too_few_nodes_say_so() -> None:
    state = boardai.load("hex", size=4).initial_state()
    assert true_values(state, nodes=10) is None
    assert true_values(state) is not None


@pytest.fixture(scope="module")
def hex3_truth(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("truth") / "hex3.jsonl"
    make_truth(path, boardai.load("hex", size=3), TruthSettings(positions=25, seed=4))
    return path


def test_a_file_has_different_positions_with_true_values(hex3_truth: Path) -> None:
    game = boardai.load("hex", size=3)
    found = read_truth(hex3_truth, game)
    assert len({one.state.to_string() for one in found}) == len(found) == 25
    assert all(len(one.values) > 1 and one.values == true_values(one.state) for one in found)
    assert {one.outcome for one in found} == {1, -1}
    won = next(one for one in found if one.outcome > 0 and min(one.values.values()) < 0)
    assert won.best == won.keeping != set(won.values)


@pytest.mark.thorough
def test_stops_and_workers_do_not_change_the_file(hex3_truth: Path, tmp_path: Path) -> None:
    game, settings = boardai.load("hex", size=3), TruthSettings(positions=25, seed=4)
    path, part = tmp_path / "t.jsonl", tmp_path / "t.jsonl.part"
    two = partial(open_pool, workers=2)
    for enough in (4, 11):

        def stop(positions: int, left_out: int, enough: int = enough) -> None:
            if positions >= enough:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            make_truth(path, game, settings, place=two, progress=stop)
        assert not path.exists()
        part.write_bytes(part.read_bytes() + b'{"candidate": 9')  # what a kill leaves of a line
    reported: list[int] = []
    make_truth(
        path,
        game,
        settings,
        place=partial(open_pool, workers=3),
        progress=lambda positions, left_out: reported.append(positions),
    )
    assert path.read_bytes() == hex3_truth.read_bytes() and not part.exists()
    make_truth(tmp_path / "other.jsonl", game, TruthSettings(positions=25, seed=5))
    assert (tmp_path / "other.jsonl").read_bytes() != path.read_bytes()


def test_a_game_may_exist_in_memory_alone(tmp_path: Path) -> None:
    game = boardai.Game(load("tic-tac-toe").initial_state())
    assert make_truth(tmp_path / "t.jsonl", game, TruthSettings(positions=3)) == (3, 0)
    with SolvedPositions(tmp_path / "t.db", game, create=True) as solved:
        state = game.initial_state()
        for action in (0, 1, 2, 3, 4):
            state.apply(action)
        assert solve_every_position(solved, state, 2) > 2


@pytest.mark.parametrize("options", [["--output"], ["--positions", "3", "--truth"]])
def test_workers_that_keep_dying_end_the_command_with_how_to_go_on(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*given: Any, **named: Any) -> None:
        raise WorkError("piece 0 of the work has ended 2 workers")

    for name in ("make_truth", "solve_every_position"):
        monkeypatch.setattr(solve, name, dies)
    with refused("ended 2 workers", "kept: 0 positions", "continue with: python -m boardai.solve", error=InputError):
        solve.main(["hex:size=3", *options, str(tmp_path / "t")])


def test_what_was_solved_is_not_solved_again(tmp_path: Path, monkeypatch: Any) -> None:
    game, path = boardai.load("hex", size=3), tmp_path / "t.jsonl"
    with refused("positions"):
        make_truth(path, game, TruthSettings(positions=1000, plies=(2, 2)))  # 72 / 2, up to symmetry
    known = len(Path(f"{path}.part").read_text().splitlines()) - 1
    monkeypatch.setattr(truth_file, "true_values", lambda state, **_: pytest.fail("is solved again"))
    make_truth(path, game, TruthSettings(positions=known, plies=(2, 2)))
    assert len(read_truth(path, game)) == known == 36


def test_what_was_kept_of_another_position_is_solved_again(hex3_truth: Path, tmp_path: Path) -> None:
    game, path = boardai.load("hex", size=3), tmp_path / "t.jsonl"

    def stop(positions: int, left_out: int) -> None:
        if positions >= 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_truth(path, game, TruthSettings(positions=25, seed=4), progress=stop)
    part = Path(f"{path}.part")
    header, *lines = part.read_text().splitlines()
    numbers = [json.loads(line)["candidate"] for line in lines]
    # As if an agent had played otherwise: another position that was solved, and another one that was too hard.
    moved = json.loads(lines[1]) | {"candidate": numbers[0]}
    left_out = {"candidate": numbers[1], "position": json.loads(lines[0])["position"]}
    part.write_text("\n".join([header, json.dumps(moved), json.dumps(left_out), *lines[2:]]) + "\n")
    make_truth(path, game, TruthSettings(positions=25, seed=4))
    assert path.read_bytes() == hex3_truth.read_bytes()


def test_a_game_with_a_history_is_refused(tmp_path: Path) -> None:
    with refused("its outcome may depend on earlier moves"):
        make_truth(tmp_path / "t.jsonl", boardai.load("chess"), TruthSettings(positions=2, plies=(3, 6), nodes=10))


def test_refusals_name_the_reason(tmp_path: Path, hex3_truth: Path) -> None:
    game, path = boardai.load("hex", size=4), tmp_path / "t.jsonl"
    with refused(str(hex3_truth)):
        make_truth(hex3_truth, game, TruthSettings(positions=5))
    with refused("nodes", "10"):
        make_truth(path, game, TruthSettings(positions=5, plies=(1, 2), nodes=10))
    with refused(f"{path}.part"):  # the same file with another seed
        make_truth(path, game, TruthSettings(positions=5, plies=(1, 2), nodes=10, seed=1))
    part = Path(f"{path}.part")
    part.write_bytes(part.read_bytes() + b'{"candidate": "x"}\n')
    with refused(f"{part}", "candidate"):
        make_truth(path, game, TruthSettings(positions=5, plies=(1, 2), nodes=10))


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("{", "line 3"),
        ("[1]", "line 3"),
        ('{"position": "b2/3/3 w no-swap"}', "values"),
        ('{"position": "b2/9/3 w no-swap", "values": {}}', "position"),
        ('{"position": "b2/3/3 w no-swap", "values": {"a2": 1}}', "b1"),
        ('{"position": "b2/3/3 w no-swap", "values": {"a1": 1}}', "values"),
        ('{"position": "b2/3/3 w no-swap", "values": {"b1": "1"}}', "b1"),
        ('{"position": "b2/3/3 w no-swap", "values": {"b1": NaN}}', "line 3"),
        ('{"position": "b2/3/3 w no-swap", "values": {"b1": 1, "b1": 2}}', "line 3"),
        ('{"position": "bb1/ww1/b2 w no-swap", "values": {"b1": 1, "b1": 2}}', "line 3"),
    ],
)
def test_a_damaged_line_is_named(line: str, place: str, tmp_path: Path) -> None:
    game, path = boardai.load("hex", size=3), tmp_path / "truth.jsonl"
    start = game.initial_state()
    good = truth_line(TruePosition(start, dict.fromkeys(start.legal_actions(), 0.5)))
    path.write_text(f"{header_line(game)}\n{good}\n{line}\n")
    with refused(str(path), "line 3", place):
        read_truth(path, game)


def test_another_game_s_file_is_refused(hex3_truth: Path, tmp_path: Path) -> None:
    with refused(str(hex3_truth), "line 1", "hex:size=4"):
        read_truth(hex3_truth, boardai.load("hex", size=4))
    path = tmp_path / "other.jsonl"
    for text, place in (("", "line 1"), ('{"format": "other"}\n', "format"), ("a b\n", "line 1")):
        path.write_text(text)
        with refused(str(path), place):
            read_truth(path, boardai.load("hex", size=3))
    with refused("none.jsonl"):
        read_truth(tmp_path / "none.jsonl", boardai.load("hex", size=3))
    path.write_text(header_line(boardai.load("hex", size=3)) + "\n")
    with refused(str(path), "positions"):
        read_truth(path, boardai.load("hex", size=3))


def test_the_command_writes_the_file(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["hex:size=3", "--truth", "t.jsonl", "--positions", "12", "--plies", "2-4", "--distances"]
    solve.main([*command, "--play", "mcts:simulations=20"])
    assert "t.jsonl: 12 positions in" in capsys.readouterr().out
    game = boardai.load("hex", size=3)
    found = read_truth("t.jsonl", game)
    stones = {sum(letter in "bw" for letter in one.state.to_string().split()[0]) for one in found}
    assert stones == {2, 3, 4} and all(abs(value) > 30_000 for one in found for value in one.values.values())
    first = Path("t.jsonl").read_bytes()
    Path("t.jsonl").unlink()
    solve.main([*command, "--play", "mcts:simulations=20", "--workers", "1"])
    assert Path("t.jsonl").read_bytes() == first
    table = json.loads(first.splitlines()[1])
    assert set(table) == {"position", "values"}


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (["--truth", "t", "--output", "o"], "--output"),
        (["--truth", "t"], "--positions"),
        (["--truth", "t", "--positions", "3", "--moves", "a1"], "--moves"),
        (["--output", "o", "--seed", "3"], "--seed"),
        (["--output", "o", "--plies", "1-3"], "--plies"),
        (["--truth", "t", "--positions", "3", "--plies", "3-1"], "--plies"),
        ([], "--output"),
    ],
)
def test_options_that_do_not_go_together(words: list[str], place: str, capsys: Any) -> None:
    with pytest.raises(SystemExit):
        solve.main(["hex:size=3", *words])
    assert place in capsys.readouterr().err
