"""MTD(f): equal to its reference implementation and minimax; limits, memory, repetitions, errors."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds_of_game import SPECS, load
from refusals import refused
from solver_positions import SMALL_GAMES, outcome, random_state, small_game

import boardai
from boardai.search import alphabeta, minimax, mtdf
from boardai.search.reference.plain.mtdf import mtdf as reference_mtdf


def test_equals_its_reference_in_points_to_the_end_of_the_game():
    state = random_state(boardai.load("reversi:board=4x4"), 3, 1)
    result = mtdf(state, points=True, ordering="number", evaluator="none")
    reference = reference_mtdf(state, 99, lambda state: 0, points=1, by_evaluation=False)
    assert (result.value, result.action, result.nodes) == (reference.value, reference.action, reference.nodes)
    assert result.outcome == (reference.value > 0) - (reference.value < 0)


@pytest.mark.thorough
@settings(max_examples=60)
@given(
    st.sampled_from([spec for name, spec in SPECS.items() if name != "tic-tac-toe"]),
    st.integers(0, 60),
    st.integers(0, 10**6),
    st.integers(1, 3),
    st.sampled_from(["", "none", "hash"]),
    st.sampled_from(["game", "number", "captures", "evaluation"]),
    st.booleans(),
)
def test_value_and_line_are_minimaxs(spec, plies, seed, depth, evaluator, ordering, points):
    game = boardai.load(spec)
    state = random_state(game, plies, seed)
    if ordering == "captures" and spec != "chess":
        ordering = "game"
    points = points and spec.startswith("reversi")
    before = state.to_string()
    result = mtdf(state, depth=depth, evaluator=evaluator, ordering=ordering, points=points, seed=seed)
    assert state.to_string() == before
    expected = minimax(state, depth=depth, evaluator=evaluator, points=points)
    assert result.value == expected.value
    assert expected.action_values[result.action] == expected.value
    # The line is one of best play: the value stands at its end.
    assert result.pv[0] == result.action
    walked = state.clone()
    for action in result.pv:
        walked.apply(action)
    assert result.leaf_value == result.value
    assert walked.is_terminal() or len(result.pv) == depth
    again = mtdf(state, depth=depth, evaluator=evaluator, ordering=ordering, points=points)
    assert (again.value, again.pv, again.nodes, again.notes) == (result.value, result.pv, result.nodes, result.notes)


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_without_limits_it_solves_the_game(name):
    state = random_state(small_game(name), 5, 3)
    result = mtdf(state)
    assert result.outcome == outcome(state)
    assert (result.value > 0) - (result.value < 0) == outcome(state)


def test_a_table_too_small_costs_only_nodes():
    state = boardai.load("reversi").initial_state()
    large, small = mtdf(state, depth=7, megabytes=16), mtdf(state, depth=7, megabytes=1)
    assert small.value == large.value and small.hash_use > large.hash_use


def test_repetitions_and_the_move_count_do_not_meet_other_histories():
    """Values that hang on the history: kings and rooks walk about, near the third occurrence and the 50th move.

    The same positions are reached with and without a draw at hand; alpha-beta keeps no table and cannot mix them up.
    """
    chess = boardai.load("chess")
    for clock in (0, 92, 95, 97, 98):
        state = chess.from_string(f"7k/8/8/8/8/8/r7/1R4K1 w - - {clock} 80")
        for moves in ((), ("b1b8", "h8g7", "b8b1", "g7h8"), ("g1f1", "h8g8", "f1g1", "g8h8", "g1f1", "h8g8", "f1g1")):
            position = state.clone()
            for move in moves:
                if not position.is_terminal():
                    position.apply(position.action_from_string(move))
            if position.is_terminal():
                continue
            for evaluator in ("", "hash"):
                expected = alphabeta(position, depth=5, evaluator=evaluator, ordering="captures")
                assert mtdf(position, depth=5, evaluator=evaluator).value == expected.value


@pytest.mark.parametrize("name", SPECS)
def test_limits(name):
    state = load(name).initial_state()
    result = mtdf(state, nodes=3000)
    assert result.nodes <= 3000 and result.action in state.legal_actions() and result.method == "mtdf"
    least = mtdf(state, nodes=1)
    assert least.action in state.legal_actions()
    assert mtdf(state, depth=2).depth == 2


def test_progress_and_its_exceptions():
    state = boardai.load("chess").initial_state()
    seen = []
    result = mtdf(state, seconds=0.5, progress=seen.append)
    assert seen and all(part.depth <= result.depth for part in seen)

    def end(part):
        raise LookupError(str(part.nodes))

    with pytest.raises(LookupError):
        mtdf(state, seconds=5, progress=end)


def test_bad_input_is_refused():
    state = load("tic-tac-toe").initial_state()
    for name, value in (("ordering", "best"), ("evaluator", "nonsense"), ("megabytes", 0)):
        with refused(name, value):
            mtdf(state, **{name: value})
    for place, options in (("captures", {"ordering": "captures"}), ("points", {"points": True})):
        with refused(place):
            mtdf(state, **options)
    for action in (0, 3, 1, 4, 2):
        state.apply(action)
    with refused("over"):
        mtdf(state)


@pytest.mark.parametrize("name", ["chess", "tic-tac-toe"])
def test_the_line_begins_with_the_move_even_where_no_depth_was_completed(name):
    result = mtdf(load(name).initial_state(), nodes=1)
    assert result.depth == 0 and result.pv == [result.action]
