"""Solved positions in a file: true, found whatever symmetry shows them, kept by solvers, looked up by commands."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from kinds_of_game import SPECS
from refusals import refused

import boardai
from boardai.cluster import open_pool
from boardai.commands import analyze, solve
from boardai.play.__main__ import main as play
from boardai.players import load_agent
from boardai.players.hints import hints_of
from boardai.players.spec import for_any_folder
from boardai.search import SolvedPositions
from boardai.search.solvers.building import solve_every_position
from boardai.search.solvers.solved_positions import has_history


class Truth:
    """Outcomes by trying everything."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def __call__(self, state: Any) -> int:
        text = state.to_string()
        if text not in self._known:
            if state.is_terminal():
                self._known[text] = state.outcome(state.current_player())
            else:
                self._known[text] = max(self.after(state, action) for action in state.legal_actions())
        return self._known[text]

    def after(self, state: Any, action: int) -> int:
        """Of a move, for the player who makes it."""
        child = state.child(action)
        return self(child) if child.current_player() == state.current_player() else -self(child)


def positions(game: Any, games: int) -> list[Any]:
    found, rng = [], random.Random(3)
    for _ in range(games):
        state = game.initial_state()
        while not state.is_terminal():
            found.append(state.clone())
            state.apply(rng.choice(state.legal_actions()))
    return found


@pytest.mark.parametrize("spec", ["hex:size=3", "hex:rows=2,cols=4,swap=true", "tic-tac-toe"])
def test_every_position_is_kept_with_all_its_best_moves(spec: str, tmp_path: Path) -> None:
    game, truth = boardai.load(SPECS.get(spec, spec)), Truth()
    with SolvedPositions(tmp_path / "all.db", game, create=True) as solved:
        count = solve_every_position(solved, game.initial_state())
        assert count == len(solved) > 100
        for state in positions(game, 60):
            found = solved.get(state)
            assert found is not None and found.complete and found.outcome == truth(state)
            best = [action for action in state.legal_actions() if truth.after(state, action) == found.outcome]
            assert list(found.actions) == (best if found.outcome >= 0 else [])
            result = solved.result(state)
            assert result is not None and state.is_legal(result.action) and result.value == found.outcome
            end = state.clone()
            for action in result.pv:
                end.apply(action)
            assert end.is_terminal() and end.outcome(state.current_player()) == found.outcome
        assert solve_every_position(solved, game.initial_state()) == 0


def test_openings_are_solved_to_a_number_of_plies_and_then_deeper(tmp_path: Path) -> None:
    game, truth = boardai.load("hex", size=3), Truth()
    with SolvedPositions(tmp_path / "some.db", game, create=True) as solved:
        # Up to symmetry there are five first stones.
        assert solve_every_position(solved, game.initial_state(), 1) == 1 + 5
        opening = game.initial_state().child(1)
        found = solved.get(opening)
        assert found is not None and not found.complete and found.outcome == truth(opening) == 1
        assert len(found.actions) == 1 and truth.after(opening, found.actions[0]) == 1
        assert solved.get(opening.child(0)) is None
        solve_every_position(solved, game.initial_state(), 3)
        found = solved.get(opening)
        assert found is not None and found.complete
        for state in positions(game, 30):
            found = solved.get(state)
            assert (found is None) == (state.stones_played() > 3)
            assert found is None or found.outcome == truth(state)


@pytest.mark.parametrize("search", ["dfpn", "and_or"])
def test_a_solver_s_proof_is_kept_position_by_position(search: str, tmp_path: Path) -> None:
    game, truth = boardai.load("hex", size=3), Truth()
    more = {"strategy": True, "knowledge": False} if search == "dfpn" else {}
    with SolvedPositions(tmp_path / "proof.db", game, create=True) as solved:
        for first in range(9):
            state = game.initial_state().child(first)
            result = getattr(boardai.search, search)(state, **more)
            assert solved.keep(result) > 1
            assert solved.keep(result) > 1  # again: nothing changes
        known = [state for state in positions(game, 300) if solved.get(state) is not None]
        assert len(known) > 300
        for state in known:
            found = solved.get(state)
            assert found is not None and found.outcome == truth(state)
            assert all(truth.after(state, action) == 1 for action in found.actions)
            assert bool(found.actions) == (found.outcome == 1)


def test_what_was_known_better_stays(tmp_path: Path) -> None:
    game = boardai.load("hex", size=3)
    with SolvedPositions(tmp_path / "all.db", game, create=True) as solved:
        solve_every_position(solved, game.initial_state())
        before = solved.get(game.initial_state())
        solved.keep(boardai.search.dfpn(game.initial_state(), strategy=True))
        assert solved.get(game.initial_state()) == before and before is not None and len(before.actions) == 5


def test_positions_with_a_history_are_neither_kept_nor_found(tmp_path: Path) -> None:
    chess = boardai.load("chess")
    mate = chess.from_string("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    with SolvedPositions(tmp_path / "chess.db", chess, create=True) as solved:
        assert not has_history(mate) and solved.keep(boardai.search.dfpn(mate, depth=3)) == 1
        found = solved.get(mate)
        assert found is not None and [mate.san(action) for action in found.actions] == ["Rd8#"]
        there_and_back = mate.clone()
        for move in ("g1f1", "g8f8", "f1g1", "f8g8"):
            there_and_back.apply(there_and_back.action_from_string(move))
        assert has_history(there_and_back) and solved.get(there_and_back) is None
        with refused("outcome"):
            solve_every_position(solved, chess.initial_state(), 2)
        with refused("plies"):
            solve_every_position(solved, chess.initial_state())
        with refused("solved"):
            solve_every_position(solved, chess.initial_state(), 0, nodes=1)


def test_a_killed_building_goes_on(tmp_path: Path) -> None:
    path, game = tmp_path / "all.db", boardai.load("hex", size=3)
    program = f"""
import os, signal
import boardai
import boardai.search.solvers.building as building
building._KEPT_AT_ONCE = 100
game = boardai.load("hex", size=3)
def stop(count):
    if count >= 1000:
        os.kill(os.getpid(), signal.SIGKILL)
with building.SolvedPositions({str(path)!r}, game, create=True) as solved:
    building.solve_every_position(solved, game.initial_state(), progress=stop)
"""
    killed = subprocess.run([sys.executable, "-c", program], check=False)
    assert killed.returncode == -signal.SIGKILL
    with SolvedPositions(path, game) as solved, SolvedPositions(tmp_path / "whole.db", game, create=True) as whole:
        assert len(solved) == 1000
        total = solve_every_position(whole, game.initial_state())
        assert 0 < solve_every_position(solved, game.initial_state()) <= total - 900
        assert len(solved) == len(whole)


def test_damaged_answers_and_other_games_are_named(tmp_path: Path) -> None:
    path, game = tmp_path / "some.db", boardai.load("hex", size=2)
    with SolvedPositions(path, game, create=True) as solved:
        solve_every_position(solved, game.initial_state())
    with refused("hex:size=2", "hex:size=3"):
        SolvedPositions(path, "hex:size=3")
    SolvedPositions(path, "hex:rows=2,cols=2,edges=true").close()  # the same rules
    # Rules that the start does not show: a draw by the move count must be claimed, or ends the game.
    chess = tmp_path / "chess.db"
    SolvedPositions(chess, "chess", create=True).close()
    SolvedPositions(chess, "chess:history=0,attacks=true").close()
    with refused("chess", "chess:claim_draws=false"):
        SolvedPositions(chess, "chess:claim_draws=false")
    with boardai.records.GameDatabase(tmp_path / "games.db", game, create=True):
        pass
    with refused("boardai games 1", "boardai solved 1"):
        SolvedPositions(tmp_path / "games.db", game)
    for change in ("outcome = 7", "actions = 'x'", "actions = '17'"):
        with sqlite3.connect(path) as file:
            file.execute(f"UPDATE positions SET {change}")
        with (
            SolvedPositions(path, game) as solved,
            refused("some.db", "2/2 b no-swap"),
        ):
            solved.get(game.initial_state())


# --- Agents and commands ---


@pytest.fixture(scope="module")
def hex3(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of 3x3, by the command."""
    path = tmp_path_factory.mktemp("solved") / "hex3.db"
    solve.main(["hex:size=3", "--output", str(path)])
    return path


def test_the_agent_loses_nothing_that_is_won(hex3: Path) -> None:
    game, truth = boardai.load("hex", size=3), Truth()
    agent = load_agent(f"solved:file={hex3},fallback=random", game, seed=5)
    for state in positions(game, 60):
        thought = agent.think(state)
        assert truth.after(state, thought.action) == truth(state)
        if truth(state) == 1:  # where all is lost the fallback plays
            assert thought.result is not None and thought.result.outcome == 1
    agent.close()  # type: ignore[attr-defined]
    assert truth.after(game.initial_state(), agent.choose(game.initial_state())) == 1  # it opens its file again


def test_specs_of_the_agent(hex3: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = boardai.load("hex", size=3)
    with refused("file=FILE"):
        load_agent("solved", game)
    with refused("solved:file=none.db"):
        load_agent("solved:file=none.db", game)
    with refused("hex:size=4"):
        load_agent(f"solved:file={hex3}", boardai.load("hex", size=4))
    monkeypatch.chdir(tmp_path)
    assert for_any_folder("solved:file=a.db,fallback=mcts") == f"solved:file={tmp_path / 'a.db'},fallback=mcts"


def test_the_commands_answer_from_the_file(hex3: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    solve.main(["hex:size=3", "--output", str(hex3)])
    reported = capsys.readouterr().out
    assert "0 positions solved" in reported and "black to move: win; best moves: c1 a2 b2 c2 a3" in reported
    analyze.main(["hex:size=3", "--solved", str(hex3), "--moves", "b2", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["method"], found["outcome"], found["nodes"]) == ("solved", -1, 0)


@pytest.mark.parametrize(("spec", "plies"), [("hex:size=4", 3), ("reversi:board=4x4", 3)])
def test_the_last_ply_is_solved_side_by_side_with_equal_answers(spec: str, plies: int, tmp_path: Path) -> None:
    game = boardai.load(spec)
    files, counts = [], []
    for workers in (1, 2):
        place = partial(open_pool, workers=workers)
        with SolvedPositions(tmp_path / f"{workers}.db", game, create=True) as solved:
            counts.append(solve_every_position(solved, game.initial_state(), plies, place=place))
            assert solve_every_position(solved, game.initial_state(), plies, place=place) == 0  # known by now
        with sqlite3.connect(tmp_path / f"{workers}.db") as file:
            files.append(sorted(file.execute("SELECT * FROM positions")))
    assert counts[0] == counts[1] > 5 and files[0] == files[1]


@pytest.mark.thorough
def test_ctrl_c_ends_all_that_is_solved_side_by_side(tmp_path: Path) -> None:
    game = boardai.load("hex", size=9)  # whose openings are not solved in a minute
    began = time.monotonic()
    timer = threading.Timer(1.5, os.kill, [os.getpid(), signal.SIGINT])  # of the process, as by a keyboard
    with SolvedPositions(tmp_path / "solved.db", game, create=True) as solved:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            solve_every_position(solved, game.initial_state(), 1, place=partial(open_pool, workers=2))
    assert time.monotonic() - began < 20
    assert not multiprocessing.active_children()


@pytest.mark.thorough
def test_what_analyze_proves_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new.db"
    words = ["hex:size=4", "--solved", str(path), "--search", "dfpn", "--seconds", "60", "--json"]
    methods = []
    for _ in range(2):
        analyze.main(words)
        methods.append(json.loads(capsys.readouterr().out)["method"])
    assert methods == ["dfpn", "solved"]
    with SolvedPositions(path, "hex:size=4") as solved:
        assert len(solved) > 1
    with refused("--tree", error=Exception):
        analyze.main([*words, "--tree", str(tmp_path / "tree.svg")])


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("hex:size=3", {"knowledge": False}),
        ("hex:size=4", {}),
        ("hex:rows=3,cols=4,swap=true", {}),
        ("reversi:board=4x4", {}),
        ("tic-tac-toe", {}),
    ],
)
def test_what_dfpn_solves_on_the_way_is_true_and_kept(spec: str, options: dict[str, Any], tmp_path: Path) -> None:
    """By trying everything where that is quickly done, else by the rules alone."""
    game, everything = boardai.load(SPECS.get(spec, spec)), Truth()

    def truth(state: Any) -> int:
        if state.is_terminal() or not spec.startswith("hex") or "size=3" in spec:
            return everything(state)
        return boardai.search.dfpn(state, knowledge=False).outcome  # type: ignore[return-value]

    def after(state: Any, move: int) -> int:
        child = state.child(move)
        return truth(child) if child.current_player() == state.current_player() else -truth(child)

    roots = [game.initial_state(), *positions(game, 2)[1:8]] if "reversi" not in spec else positions(game, 3)[4::3]
    checked = random.Random(1)
    with SolvedPositions(tmp_path / "solved.db", game, create=True) as solved:
        met = 0
        for root in roots:
            result = boardai.search.dfpn(root, positions=True, **options)
            met += len(result.positions)
            for state, outcome, move in checked.sample(result.positions, min(30, len(result.positions))):
                assert outcome == truth(state) and outcome in (1, -1)
                assert (move is None) == (outcome == -1)
                assert move is None or after(state, move) == 1
            solved.keep(result)
            for state, outcome, _ in result.positions:
                assert solved.get(state).outcome == outcome  # type: ignore[union-attr]
        assert met > 10


def test_positions_solved_where_the_question_was_not(tmp_path: Path) -> None:
    game = boardai.load("hex", size=7)
    start = game.initial_state().child(0)
    result = boardai.search.dfpn(start, nodes=400, positions=True)
    assert result.outcome is None and len(result.positions) > 10
    assert len(boardai.search.dfpn(start, nodes=400, positions=5).positions) == 5
    assert boardai.search.dfpn(start, nodes=400).positions == []
    with SolvedPositions(tmp_path / "solved.db", game, create=True) as solved:
        assert solved.keep(result) == len(result.positions)
        assert 0 < len(solved) <= len(result.positions)
    for state, outcome, _ in result.positions[::4]:
        assert boardai.search.dfpn(state).outcome == outcome


def test_what_hangs_on_a_game_s_history_is_not_handed_on() -> None:
    chess = boardai.load("chess")
    mate_in_two = chess.from_string("7k/8/5K2/8/8/8/8/R7 w - - 0 1")
    result = boardai.search.dfpn(mate_in_two, positions=True)
    assert result.outcome == 1 and result.positions
    for state, outcome, move in result.positions:
        assert boardai.search.dfpn(state).outcome == outcome
        child = None if move is None else state.child(move)
        assert child is None or child.is_terminal() or boardai.search.dfpn(child).outcome == -1
    with refused("positions", "depth"):
        boardai.search.dfpn(mate_in_two, depth=3, positions=True)


def test_play_knows_the_file(hex3: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = iter(["hint", "a1", "hint", "quit"])
    monkeypatch.setattr("boardai.play.__main__.read_line", lambda prompt, seconds: next(words, None))
    play(["hex:size=3", "--solved", str(hex3), "--opponent", "random", "--seed", "1"])
    reported = capsys.readouterr().out
    assert "hint: c1 (proven win; expected: c1" in reported and "hint: " in reported
    assert "(proven loss against best play)" in reported  # a1 loses, and the opponent has played what wins
    game = boardai.load("hex", size=3)
    with SolvedPositions(hex3, game) as solved:
        assert hints_of(game, "greedy", solved)(game.initial_state())[1].startswith("proven win")
