"""A clock that ends an analysis of Hex's connections: there is a move, nothing false is claimed."""

from __future__ import annotations

from typing import Any

import pytest

import boardai
from boardai.search import Mcts, alphabeta, dfpn, pvs

NO_TIME = 1e-9


@pytest.fixture
def won() -> Any:
    """8x8: the chain of the player to move lacks the cells at its two ends."""
    state = boardai.load("hex", size=8).initial_state()
    for row in range(1, 7):
        state.apply(8 * row + 4)
        state.apply(8 * row)
    return state


def test_a_clock_ends_an_analysis(won: Any) -> None:
    hurried = dfpn(won, seconds=NO_TIME)
    assert won.is_legal(hurried.action) and hurried.outcome is None
    assert dfpn(won).outcome == 1
    for search in (pvs, alphabeta):
        hurried = search(won, seconds=NO_TIME, evaluator="connected_resistance")
        assert won.is_legal(hurried.action) and hurried.outcome is None and hurried.value is None
        assert search(won, depth=1, evaluator="connected_resistance").value > 10_000


def test_a_tree_that_had_no_time_to_ask_asks_later(won: Any) -> None:
    search = Mcts(knowledge=1)
    hurried = search.search(won, seconds=NO_TIME)
    assert won.is_legal(hurried.action) and hurried.outcome is None
    assert search.search(won, simulations=2).outcome == 1
