"""Games decided by points: one scale inside a search, and points through every door."""

import json
import math
import pickle

import numpy as np
import pytest
from positions import random_positions
from refusals import refused

import boardai
from boardai.commands import analyze
from boardai.engine.player import EnginePlayer
from boardai.games.reversi import solve_endgame
from boardai.learn.data.labellers import load_labeller
from boardai.players.hints import reason
from boardai.search import Limits, PvsOptions, alphabeta, gumbel, mcts, minimax, mtdf, puct, pvs, scout
from boardai.search.evaluations.linear import LinearEvaluation, board_cells
from boardai.web.analysis import analyse
from boardai.web.explanation import explain

REVERSI = boardai.load("reversi")
WIPED_OUT = "----------------OOO------OOOOO--OXOOO----XOO-----XX--------X---- O"
EVALUATORS = ("positional", "discs", "mobility", "corners", "weights", "patterns", "larion", "rollouts")


def endings(empties: int, count: int, seed: int = 1):
    """Positions with this many empty cells whose margin is not even, and that margin."""
    found = []
    while len(found) < count:
        seed += 1
        for state in random_positions(REVERSI, 20, seed, plies=62):
            if state.to_string().count("-") == empties:
                value = solve_endgame(state).value
                if value:
                    found.append((state, value))
    return found[:count]


@pytest.mark.parametrize("evaluator", EVALUATORS)
@pytest.mark.parametrize("search", [pvs, alphabeta, scout, mtdf, minimax])
def test_a_finished_game_and_an_evaluation_compare(search, evaluator):
    """A win by 62 discs is not given up for an evaluation of hundredths of a disc."""
    state = REVERSI.from_string(WIPED_OUT)
    found = search(state, depth=2, points=True, evaluator=evaluator)
    assert state.action_to_string(found.action) == "b8" and found.value == found.margin == 62


@pytest.mark.parametrize("evaluator", ["positional", "larion"])
def test_no_win_by_points_is_missed_near_the_end(evaluator):
    for state, _ in endings(6, 6, seed=40):
        truth = alphabeta(state, points=True, evaluator="none").value
        for search in (alphabeta, mtdf, scout):
            assert search(state, depth=20, points=True, evaluator=evaluator).value == truth
        shallow = alphabeta(state, depth=3, points=True, evaluator=evaluator)
        assert shallow.margin == shallow.value


def test_an_evaluation_says_what_a_point_is():
    start = REVERSI.initial_state()
    assert [start.evaluation_point(name) for name in ("", "discs", "corners", "none")] == [100, 1, 6.25, 1]
    assert boardai.load("chess").initial_state().evaluation_point() == 0
    source = "constexpr double point = 10; int evaluate(const State& s) { return 10 * s.score(s.current_player()); }"
    tens = boardai.define_evaluator(REVERSI, source, "tens")
    found = pvs(start, depth=3, points=True, evaluator=tens, endings=False)
    assert found.value == pvs(start, depth=3, points=True, evaluator="discs", endings=False).value
    # What is learned on boards of several sizes counts discs of 64.
    small = boardai.load("reversi", board="6x6").initial_state()
    card = {"target": "margin", "boards": ["board=6x6", "board=8x8"]}
    learned = LinearEvaluation("larion", np.zeros(1, np.float32), card=card)
    assert board_cells(small) == 36 and learned.point_on(small) == pytest.approx(100 * 64 / 36)
    assert learned.point_on(start) == 100


def test_empty_cells_count_for_the_winner():
    wiped = "OO" + "-" * 62 + " X"
    for spec, margin in (("reversi", 64), ("reversi:count=discs", 2)):
        game = boardai.load(spec)
        state = game.from_string(wiped)
        assert state.is_terminal() and (state.score(1), state.score(0), state.outcome(1)) == (margin, -margin, 1)
        assert game.describe_ending(state).startswith(f"{margin} discs")
        assert pickle.loads(pickle.dumps(state)) == state
        before = game.from_string(WIPED_OUT)
        assert pvs(before, depth=1, points=True).value == (62 if margin == 64 else 18)
    even = REVERSI.from_string("O" + "-" * 62 + "X X")
    assert even.is_terminal() and even.score(0) == 0
    # The solver by either rule, against a search by the rules alone.
    for spec in ("reversi:board=4x4", "reversi:board=4x4,count=discs"):
        for state in random_positions(boardai.load(spec), 12, 3, plies=5):
            truth = alphabeta(state, points=True, evaluator="none").value
            assert solve_endgame(state).value == truth == pvs(state, depth=12, points=True).value
    with refused("count", "stones"):
        boardai.load("reversi", count="stones")


def test_a_solved_ending_has_its_margin_through_every_door(capsys):
    for state, margin in endings(9, 4):
        for points in (False, True):
            found = pvs(state, depth=4, points=points)
            assert found.margin == found.margin_of(found.action) == margin
            words = f"{abs(margin):.0f} disc"
            assert words in str(found) and words in reason(found, REVERSI)
            assert json.loads(found.to_json())["margin"] == margin
            spec = f"pvs:points={str(points).lower()}"
            reported = analyse(spec, REVERSI, state, 1, lambda: False, lambda found: None, 60)
            assert words in reported["rows"][0]["words"]
            assert reported["chance"] * margin * (1 if state.current_player() == 0 else -1) > 0
            analyze.main(["reversi", "--position", state.to_string(), "--search", spec, "--depth", "3"])
            assert words in capsys.readouterr().out
        # A win found by a search that asks only who wins: the line ends with some margin.
        win = alphabeta(state)
        assert win.margin is not None and math.copysign(1, win.margin) == win.outcome


def test_evaluations_are_reported_in_discs():
    state = REVERSI.initial_state().child(19)
    found = {one["name"]: one for one in explain(REVERSI, state)}
    assert found["discs"]["value"] == -3 and found["discs"]["words"] == "−3 discs"
    value = found["positional"]["value"]
    assert found["positional"]["words"].endswith(f"{round(abs(value) / 100, 1):g} discs")
    by_points, by_wins = (pvs(state, depth=3, points=points) for points in (True, False))
    assert by_points.value == pytest.approx(by_wins.value / 100) == by_wins.margin
    tree = alphabeta(state, depth=2, points=True, tree=True).tree
    assert tree.values[0] == pytest.approx(alphabeta(state, depth=2).value / 100)


def test_labels_by_points_are_values_of_the_same_positions():
    state = REVERSI.initial_state().child(19)
    values = []
    for points in ("true", "false"):
        labeller = load_labeller(f"pvs:depth=3,points={points}", REVERSI)
        values.append(labeller.label(REVERSI.initial_state(), [19], state, 0).value)
        labeller.close()
    assert values[0] == pytest.approx(values[1])


@pytest.mark.parametrize("spec", ["hex:size=4", "reversi:board=6x6", "chess"])
@pytest.mark.parametrize("search", [mcts, puct, gumbel])
def test_tree_searches_report_the_value_at_the_end_of_their_line(search, spec):
    seen = 0
    for state in random_positions(boardai.load(spec), 4, 5, plies=24):
        found = search(state, simulations=200, seed=3)
        end = state.clone()
        for action in found.pv:
            end.apply(action)
        assert found.leaf_value is not None and -1 <= found.leaf_value <= 1
        if end.is_terminal():
            assert found.leaf_value == end.outcome(state.current_player())
            seen += 1
        if len(found.pv) > 1:
            assert "(at its end " in str(found)
    assert seen or spec != "hex:size=4"
    assert search(boardai.load("hex", size=5).initial_state(), simulations=1).leaf_value is not None


def test_a_search_among_some_moves_counts_points_too():
    state = REVERSI.from_string(WIPED_OUT)
    player = EnginePlayer("alphabeta:points=true", REVERSI)
    some = [state.action_from_string(name) for name in ("a4", "b8", "c8")]
    found = player.think(state, Limits(depth=3, root_actions=tuple(some)), None, lambda: False).result
    assert state.action_to_string(found.action) == "b8" and found.value == found.margin == 62
    assert max(abs(value) for value in found.action_values.values()) <= 64
    player.close()


def test_windows_are_points():
    state = REVERSI.from_string(WIPED_OUT)
    for alpha, beta, kind in ((10, 20, "at least"), (62, 64, "at most")):
        window = {"points": True, "alpha": alpha, "beta": beta}
        for found in (alphabeta(state, depth=2, **window), pvs(state, depth=2, options=PvsOptions.sound(**window))):
            assert (found.notes["value is"] == kind and found.value >= 20) or found.value <= 62
