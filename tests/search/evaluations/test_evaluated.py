"""Evaluators by name and as Python functions, on every kind of game."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds_of_game import SPECS, load
from positions import own_evaluator
from refusals import refused

import boardai
from boardai import native
from boardai.search import EvaluatedState, alphabeta, default_evaluator, evaluators, mcts, minimax
from boardai.search.evaluated import with_evaluator
from boardai.search.evaluations.naming import shipped_evaluations
from boardai.search.evaluations.written import written_evaluations

ALL = pytest.mark.parametrize("name", SPECS)


def midgame(name: str, seed: int = 1, plies: int = 6) -> Any:
    rng = random.Random(seed)
    while True:
        state = load(name).initial_state()
        for _ in range(plies):
            if not state.is_terminal():
                state.apply(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            return state


def nothing(position: Any) -> float:
    """An evaluation that pickle finds by its name."""
    return 0.0


@ALL
def test_every_game_names_its_evaluators(name: str) -> None:
    state = load(name).initial_state()
    names = evaluators(state)
    written = written_evaluations(state) if native.is_native(state) else []  # by other tests, for instance
    learned = [name for name in shipped_evaluations(state) if name != default_evaluator(state)]
    assert names[0] == default_evaluator(state)
    assert names[names.index("none") :] == ["none", "hash", "rollouts", *written, *learned]
    assert len(names) == len(set(names))
    for evaluator in names:
        if evaluator in written:
            continue  # some are wrong on purpose
        assert alphabeta(state, depth=2, evaluator=evaluator).action in state.legal_actions()
    with refused("stockfish", "none, hash, rollouts"):
        alphabeta(state, depth=2, evaluator="stockfish")


@ALL
def test_a_function_searches_like_the_evaluation_it_repeats(name: str) -> None:
    """Value, move, line and node count: the search is the same, only the evaluation is Python's.

    By action number, for a native game lists its moves in another order in C++ than in Python.
    """
    state = midgame(name)
    chosen = own_evaluator(state)
    asked: list[Any] = []

    def repeat(position: Any) -> int:
        asked.append(position)
        if hasattr(position, "evaluators"):
            return position.evaluate()
        return position.evaluate() if hasattr(position, "evaluate") else 0

    before = state.clone()
    by_name = alphabeta(state, depth=2, ordering="number", evaluator=chosen)
    by_function = alphabeta(state, depth=2, ordering="number", evaluator=repeat)
    assert (by_function.value, by_function.action, by_function.pv, by_function.nodes) == (
        by_name.value,
        by_name.action,
        by_name.pv,
        by_name.nodes,
    )
    assert asked and all(type(position) is type(state) for position in asked)
    assert state == before and type(by_function.state) is type(state)


@ALL
def test_minimax_of_a_function_is_the_best_of_its_values(name: str) -> None:
    state = midgame(name, seed=2)

    def value(position: Any) -> float:
        return position.hash() % 1000 / 7 + 1

    children = {}
    for action in state.legal_actions():
        child = state.child(action)
        if child.is_terminal():
            children[action] = 31_999 * child.outcome(state.current_player())
        else:
            sign = 1 if child.current_player() == state.current_player() else -1
            children[action] = sign * round(value(child))
    result = minimax(state, depth=1, evaluator=value)
    assert result.value == max(children.values()) == children[result.action]


def test_a_function_guides_monte_carlo_search() -> None:
    """Reversi by a function that only likes one corner: the search goes there."""
    game = boardai.load("reversi", board="6x6")
    state = midgame("reversi", seed=5, plies=10)

    def corner(position: Any) -> float:
        text = position.to_string()
        held = {"X": 0, "O": 1}.get(text[0])
        return 0 if held is None else 2000 if held == position.current_player() else -2000

    result = mcts(state, simulations=60, evaluator=corner, seed=3)
    assert sum(result.visits.values()) == 60
    assert mcts(state, simulations=60, evaluator=corner, seed=3).visits == result.visits
    assert game.initial_state().hash() != state.hash()


@pytest.mark.parametrize("bad", [30_000, -30_000, float("nan"), float("inf"), "much", None, 1j])
def test_values_that_are_no_evaluation_are_refused(bad: Any) -> None:
    state = boardai.load("hex", size=3).initial_state()
    with refused("evaluator", "-30000", "30000", "b2/3/3 w"):
        alphabeta(state, depth=1, evaluator=lambda _: bad)


def test_the_functions_own_exception_comes_through() -> None:
    class Mine(Exception):
        pass

    def fail(position: Any) -> int:
        raise Mine(position.to_string())

    with pytest.raises(Mine, match=r"b2/3/3|b1w/3/3|bw1/3/3"):
        alphabeta(boardai.load("hex", size=3).initial_state(), depth=2, evaluator=fail)


@pytest.mark.parametrize("bad", [7, None, b"pesto"])
def test_what_is_no_evaluator_is_refused(bad: Any) -> None:
    with refused("evaluator"):
        alphabeta(boardai.load("hex", size=3).initial_state(), depth=2, evaluator=bad)


@ALL
def test_the_wrapped_state_keeps_the_contract(name: str) -> None:
    state = midgame(name)
    wrapped, evaluator = with_evaluator(state, lambda _: 1)
    assert evaluator.name == "own" and isinstance(wrapped, EvaluatedState)
    same, evaluator = with_evaluator(state, "hash")
    assert same is state and evaluator.name == "hash"
    assert wrapped == wrapped.clone() and hash(wrapped) == hash(wrapped.clone())
    assert wrapped.from_string(wrapped.to_string()).to_string() == state.to_string()
    assert wrapped.legal_actions() == state.legal_actions()
    assert wrapped.evaluate() == 1
    action = wrapped.legal_actions()[0]
    text = wrapped.action_to_string(action)
    assert text == state.action_to_string(action) and wrapped.action_from_string(text) == action
    child = wrapped.child(action)
    assert child.to_string() == state.child(action).to_string() and wrapped.state == state
    with refused("action"):
        wrapped.apply(max(wrapped.legal_actions()) + 5000)
    report = boardai.check_game(boardai.Game(EvaluatedState(load(name).initial_state(), nothing)), games=2)
    assert report.properties


@ALL
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_rollouts_are_a_function_of_the_position(name: str, seed: int) -> None:
    state = midgame(name, seed=seed, plies=5)
    value = alphabeta(state, depth=1, evaluator="rollouts").value
    assert value == alphabeta(state.clone(), depth=1, evaluator="rollouts").value
    assert -1000 <= value <= 1000 or abs(value) >= 30_000
    if boardai.native.is_native(state):
        assert state.evaluate("rollouts") % 125 == 0 or abs(state.evaluate("rollouts")) <= 1000


def test_rollouts_see_who_is_winning() -> None:
    state = boardai.load("chess").from_string("7k/8/8/8/8/8/RRRRRR2/K7 w - - 0 1")
    assert state.evaluate("rollouts") > 0
    assert boardai.load("chess").from_string("7k/8/8/8/8/8/RRRRRR2/K7 b - - 0 1").evaluate("rollouts") < 0


def test_an_unknown_name_suggests_the_nearest_one() -> None:
    state = boardai.load("chess").initial_state()
    with pytest.raises(ValueError, match="unknown evaluator 'pest': did you mean pesto"):
        boardai.search.pvs(state, depth=1, evaluator="pest")
    with pytest.raises(ValueError, match=r"unknown evaluator 'xyzzy'.*material"):
        boardai.search.pvs(state, depth=1, evaluator="xyzzy")
