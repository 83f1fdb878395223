"""UCT."""

from __future__ import annotations

import pytest
from kinds_of_game import SPECS, load

from boardai.search import mcts


@pytest.mark.parametrize("name", SPECS)
def test_same_seed_same_result(name):
    state = load(name).initial_state()
    first, again, other = (mcts(state, simulations=150, seed=seed) for seed in (1, 1, 2))
    assert first.visits == again.visits and first.value == again.value and first.pv == again.pv
    assert sum(first.visits.values()) == first.simulations == 150
    assert first.visits != other.visits
