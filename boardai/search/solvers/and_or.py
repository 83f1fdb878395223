"""AND/OR search: the winner, and a winning strategy.

The search is C++ (`native/boardai/search/solvers/and_or.hpp` has idea, formula and papers);
`boardai.search.reference.solvers.and_or` is the same in plain Python.
"""

from __future__ import annotations

from typing import Any, Unpack

from boardai.search.function import DepthKeywords, TreeKeywords, search
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.solvers.options import AndOrOptionKeywords, AndOrOptions
from boardai.search.solvers.solving import Solving


class AndOrKeywords(AndOrOptionKeywords, DepthKeywords, TreeKeywords, total=False):
    """Keywords of `and_or`."""


@search(
    AndOrOptions,
    native="AndOr",
    session=Solving,
    summary="AND/OR search; fallback= plays where nothing is proven",
    usual=Limits(seconds=1.0),
    solver=True,
)
def and_or(state: Any, **keywords: Unpack[AndOrKeywords]) -> SearchResult:
    """Proves the outcome of a game by a strategy, in the steps of docs/search/and_or.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.and_or(state)
    >>> result.value, result.strategy.check()
    (1, 48)

    Asks whether the player to move can force a win, then whether the opponent can, then whether the player to move can
    force a draw.

    Keywords:
        depth: plies within which the goal must be reached; None: to the end of the game.
        nodes: maximum number of positions. With `nodes` or `seconds` the depth grows from 1 until the outcome is known.
        evaluator: for `ordering="evaluation"`: a name of `evaluators(state)`, a function, `Outcome(f)`, `Network(f)`.
        tree: keep the tree of the last question in `result.tree`; a number limits its rows.

    Returns:
        The result. `value` and `outcome` are +1, 0, -1 or None if unproven; `strategy` proves it (the opponent's if
        the player to move has lost), `pv` is its longest line. Without a proof, `action` is an arbitrary legal move.
    """
