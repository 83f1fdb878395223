"""Copies and pickles of what people hold: equal, or refused in words; never two faces of one C++ object."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import boardai
from boardai import search
from boardai.search.evaluations.linear import FeatureSet
from boardai.search.evaluations.naming import find_evaluation

WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("spec", ["chess", "chess:chess960=true", "hex:size=4,swap=true", "reversi:board=octagon"])
def test_games(spec: str, way: str) -> None:
    game = boardai.load(spec)
    other = WAYS[way](game)
    state = other.initial_state()
    assert other.spec == game.spec and state == game.initial_state()
    action = state.legal_actions()[0]
    assert other.parse_action(state, other.format_action(state, action)) == action


@pytest.mark.parametrize("way", WAYS)
def test_results(way: str) -> None:
    result = search.mcts(boardai.load("hex:size=3").initial_state(), simulations=50, tree=True)
    other = WAYS[way](result)
    assert (other.action, other.visits, other.state, len(other.tree)) == (
        result.action,
        result.visits,
        result.state,
        len(result.tree),
    )


@pytest.mark.parametrize("way", WAYS)
def test_an_evaluation_that_was_used(way: str) -> None:
    state = boardai.load("reversi").initial_state()
    evaluation = find_evaluation(state, "larion")
    assert evaluation is not None
    value = evaluation(state)
    other = WAYS[way](evaluation)
    assert other(state) == value and np.array_equal(other.weights, evaluation.weights)
    assert search.pvs(state, depth=2, evaluator=other).value == search.pvs(state, depth=2, evaluator=evaluation).value


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "make",
    [
        lambda: search.Pvs(evaluator="two_distance", multi_pv=2),
        lambda: search.Puct(seed=7, simulations=60, dirichlet_fraction=0.25),
        lambda: search.Gumbel(seed=7, simulations=30),
        lambda: search.Mcts(seed=7, c=0.5),
    ],
    ids=["Pvs", "Puct", "Gumbel", "Mcts"],
)
def test_searches_are_as_they_were_made(make: Callable[[], Any], way: str) -> None:
    state = boardai.load("hex:size=4").initial_state()
    limit = {"depth": 3} if isinstance(make(), search.Pvs) else {"simulations": 50}
    session = make()
    first = session.search(state, **limit)
    other = WAYS[way](session)
    assert type(other) is type(session) and other.options == session.options
    again = other.search(state, **limit)
    assert (again.action, again.visits, again.value, again.nodes) == (
        first.action, first.visits, first.value, first.nodes,
    )  # fmt: skip


def test_a_forest_is_as_it_was_made() -> None:
    states = [boardai.load("hex:size=3").initial_state()] * 2
    forest = search.Forest(states, _flat, seed=3)
    first = forest.run(20)
    again = pickle.loads(pickle.dumps(forest)).run(20)
    assert np.array_equal(again.visits, first.visits)


def _flat(planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.zeros((len(planes), 9)), np.zeros(len(planes))


@pytest.mark.parametrize("way", WAYS)
def test_what_works_in_cpp_is_refused(way: str) -> None:
    with pytest.raises(TypeError, match=r"^a \w+ can be neither copied nor pickled"):
        WAYS[way](FeatureSet("larion", boardai.load("reversi").initial_state()))
