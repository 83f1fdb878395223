"""A process that is forked has none of its parent's threads: an error in plain words, or threads of its own."""

from __future__ import annotations

import pytest
from forked import result_in_a_child

import boardai
from boardai import native
from boardai.search import Limits, Mcts, Pvs, dfpn, mcts
from boardai.search.solvers.options import DfPnOptions

pytestmark = pytest.mark.filterwarnings("ignore:.*fork:")


def test_threads_that_wait_stay_with_the_parent() -> None:
    """A native df-pn keeps its threads; the child can neither use them nor is it held up when the object goes."""
    state = boardai.load("hex", size=4).initial_state()
    solvers = [native.template("DfPn", state)(DfPnOptions(threads=2, megabytes=1).to_native(), "none")]

    def solve() -> None:
        solvers[0].run(state, Limits().to_native(), 0, 0)

    solve()
    assert result_in_a_child(solve).startswith("RuntimeError: the threads of this object stayed")
    assert result_in_a_child(solvers.clear) == ""
    solve()


def test_a_child_makes_its_own() -> None:
    state = boardai.load("hex", size=4).initial_state()
    kept, tree = Pvs(threads=2, table_megabytes=1), Mcts(threads=2, megabytes=4)
    kept.search(state, depth=2)
    tree.search(state, simulations=20)
    for work in (
        lambda: kept.search(state, depth=2),
        lambda: tree.search(state, simulations=20),
        lambda: dfpn(state, threads=2, megabytes=1),
        lambda: mcts(state, threads=2, parallel="children", simulations=20, megabytes=4),
        lambda: boardai.Batch(boardai.load("hex", size=4), n=8, threads=2).legal_mask(),
    ):
        assert result_in_a_child(work) == ""
