"""The endgame solver as its user meets it: the positions of the FFO test, limits, and searches that come to an end.

native/tests/games/reversi_endgame_test.cpp compares it with negamax on thousands of positions of every kind of board.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.games import reversi
from boardai.games.reversi import solve_endgame

FFO = (Path(reversi.__file__).parent / "golden" / "ffo-40-49.obf").read_text().splitlines()
BOARDS = ("8x8", "6x6", "octagon", "diagonal", "14x14")


def ffo(number: int) -> tuple[Any, dict[str, int]]:
    """A position of the FFO endgame test and the scores of its moves."""
    line = FFO[number - 40]
    state = boardai.load("reversi").from_string(line[:66])
    scores = {}
    for word in line[67:].split(";"):
        if word.strip():
            move, score = word.strip().split(":")
            scores[move.lower()] = int(score)
    return state, scores


def late_positions(board: str, empty: int, count: int) -> Iterator[Any]:
    rng = random.Random(1)
    game = boardai.load("reversi", board=board)
    while count:
        state = game.initial_state()
        while not state.is_terminal() and state.to_string().count("-") > empty:
            state.apply(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            count -= 1
            yield state


def end_of(state: Any, line: list[int]) -> int:
    """The margin a line leads to, for the player it begins with."""
    player = state.current_player()
    state = state.clone()
    for action in line:
        state.apply(action)
    assert state.is_terminal()
    return state.score(player)


def test_a_position_of_the_ffo_test():
    state, scores = ffo(40)
    result = solve_endgame(state)
    assert result.value == 38 == end_of(state, result.pv) and result.outcome == 1 and result.depth == 20
    assert state.action_to_string(result.action) == "a2" and result.method == "endgame"
    bounds_of_moves_hold(state, scores, result)


def bounds_of_moves_hold(state: Any, scores: dict[str, int], result: Any) -> None:
    """The bounds of the other moves also hold for the results of others."""
    for action, value in result.action_values.items():
        known = scores.get(state.action_to_string(action))
        if known is not None:
            assert {"at most": known <= value, "at least": known >= value}.get(
                result.bounds.get(action, ""), known == value
            )


@pytest.mark.slow
@pytest.mark.parametrize("number", range(41, 50))
def test_the_ffo_test(number):
    state, scores = ffo(number)
    result = solve_endgame(state, table_megabytes=512)
    best = max(scores.values())
    assert result.value == best == end_of(state, result.pv)
    assert scores[state.action_to_string(result.action)] == best
    bounds_of_moves_hold(state, scores, result)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3, 4])
def test_6x6_from_eight_plies_on(seed):
    """24 empty cells. By other windows (who wins) and a smaller table, the same is found."""
    state = boardai.load("reversi", board="6x6").initial_state()
    rng = random.Random(seed)
    for _ in range(8):
        state.apply(rng.choice(state.legal_actions()))
    result = solve_endgame(state, table_megabytes=512)
    assert result.value == end_of(state, result.pv)
    assert solve_endgame(state, exact=False, table_megabytes=32).outcome == result.outcome


@pytest.mark.parametrize("board", BOARDS)
def test_searches_come_to_the_same_end(board):
    """`pvs` by points without the solver is the oracle; with it, and by win and loss, the same is found."""
    for state in late_positions(board, 7, 4):
        truth = boardai.search.pvs(state, depth=20, points=True, endings=False).value
        solved = solve_endgame(state, exact_moves=100)
        assert solved.value == truth == end_of(state, solved.pv)
        assert not solved.bounds and max(solved.action_values.values()) == truth
        assert solve_endgame(state, exact=False).outcome == (truth > 0) - (truth < 0)
        by_points = boardai.search.pvs(state, depth=1, points=True)
        assert by_points.value == truth == end_of(state, by_points.pv)
        by_wins = boardai.search.pvs(state, depth=1)
        assert by_wins.notes["final margin"] == truth == end_of(state, by_wins.pv)
        assert (by_wins.outcome or 0) == (truth > 0) - (truth < 0)
        if truth:
            assert by_wins.plies_to_end == len(by_wins.pv)


def test_several_threads_and_several_best_moves():
    (state,) = late_positions("8x8", 14, 1)
    alone = solve_endgame(state)
    assert solve_endgame(state, threads=2).value == alone.value
    all_moves = solve_endgame(state, exact_moves=3)
    exact = [value for action, value in all_moves.action_values.items() if action not in all_moves.bounds]
    assert len(exact) >= 3 and max(exact) == alone.value
    for parallel in ("lazy", "root", "aspiration"):
        found = boardai.search.pvs(state, depth=9, threads=2, parallel=parallel)
        assert found.notes["final margin"] == alone.value


def test_what_a_limit_leaves_open_is_reported_as_bounds():
    state, scores = ffo(40)
    best = max(scores.values())
    open_ones = 0
    for limit in ({"nodes": 1}, {"nodes": 20_000}, {"nodes": 400_000}, {"seconds": 0.02}):
        result = solve_endgame(state, **limit)
        low, high = result.notes["at least"], result.notes["at most"]
        assert low <= best <= high and result.action in state.legal_actions()
        assert (result.value is None) == ((low, high) == (-64, 64))
        open_ones += low < high
    assert open_ones
    # Where the solver does not come to its end, the search's last iteration stands.
    result = boardai.search.pvs(state, nodes=1000)
    assert "final margin" not in result.notes and result.depth > 0


def test_a_search_of_some_moves_or_for_its_tree_is_left_alone():
    (state,) = late_positions("6x6", 6, 1)
    some = boardai.search.pvs(state, depth=3, root_actions=state.legal_actions()[:1])
    assert "final margin" not in some.notes or len(state.legal_actions()) == 1
    assert boardai.search.pvs(state, depth=3, tree=True).tree is not None


def test_what_it_refuses():
    state = boardai.load("reversi").initial_state()
    with refused("solve_endgame", "Reversi", error=TypeError):
        solve_endgame(boardai.load("hex", size=3).initial_state())
    for wrong, message in (
        ({"threads": 0}, "threads"),
        ({"exact_moves": 0}, "exact_moves"),
        ({"table_megabytes": 0}, "table_megabytes"),
        ({"table_megabytes": "large"}, "table_megabytes"),
        ({"seconds": -1}, "seconds must be a number above 0"),
    ):
        with pytest.raises(ValueError, match=message):
            solve_endgame(state, **wrong)
    (end,) = late_positions("6x6", 2, 1)
    while not end.is_terminal():
        end.apply(end.legal_actions()[0])
    with refused("over"):
        solve_endgame(end)


@pytest.mark.parametrize("board", BOARDS)
def test_trees_take_what_the_game_proves(board: str) -> None:
    """With eleven empty cells every move leads to a position that is solved: only the root needs the network."""
    for state in late_positions(board, 11, 3):
        asked = []

        def network(planes: np.ndarray, asked: list[int] = asked, state: Any = state) -> tuple[np.ndarray, np.ndarray]:
            asked.append(len(planes))
            return np.zeros((len(planes), state.policy_size), np.float32), np.zeros(len(planes), np.float32)

        truth = {
            action: solve_endgame(state.child(action), exact=False) if not state.child(action).is_terminal() else None
            for action in state.legal_actions()
        }
        outcomes = {
            action: state.child(action).outcome(state.current_player())
            if found is None
            else found.outcome * (1 if found.player == state.current_player() else -1)
            for action, found in truth.items()
        }
        for search in (boardai.search.puct, boardai.search.gumbel):
            asked.clear()
            found = search(state, simulations=200, evaluator=boardai.search.Network(network), solver=True)
            assert sum(asked) == 1
            assert found.outcome == max(outcomes.values()) == outcomes[found.action]
            assert all(outcomes[action] == value for action, value in found.outcomes.items())
        asked.clear()
        boardai.search.puct(
            state, simulations=40, evaluator=boardai.search.Network(network), solver=True, endings=False
        )
        assert sum(asked) > 5


def test_self_play_plays_its_endings_right() -> None:
    """Of the last ten cells the outcome is that of best play; moves of 16 simulations alone often throw it away."""
    game = boardai.load("reversi", board="6x6")

    def network(planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros((len(planes), game.policy_size), np.float32), np.zeros(len(planes), np.float32)

    thrown_away = {}
    for endings in (True, False):
        played = boardai.learn.self_play_games(
            game, boardai.search.Network(network), games=8, simulations=16, seed=3, endings=endings
        )
        wrong = late = 0
        for planes, outcome in zip(played.observations, played.outcomes, strict=True):
            cells = np.where(planes[..., 0] == 1, "X", np.where(planes[..., 1] == 1, "O", "-"))
            if (cells == "-").sum() <= 10:
                late += 1
                wrong += solve_endgame(game.from_string("".join(cells.ravel()) + " X"), exact=False).outcome != outcome
        assert late >= 40
        thrown_away[endings] = wrong / late
    assert thrown_away[True] < 0.02 and thrown_away[False] > 0.1
