"""Alpha-beta, fail-hard and fail-soft, at a fixed depth or to the end of the game.

The search is C++ (`native/boardai/search/plain/alphabeta.hpp` has idea, formula and papers);
`boardai.search.reference.plain.alphabeta` is the same in plain Python.
"""

from __future__ import annotations

from typing import Any, Unpack

from boardai.search.function import DepthKeywords, TreeKeywords, search
from boardai.search.limits import Limits
from boardai.search.plain.options import AlphaBetaOptionKeywords, AlphaBetaOptions
from boardai.search.results.result import SearchResult


class AlphaBetaKeywords(AlphaBetaOptionKeywords, DepthKeywords, TreeKeywords, total=False):
    """Keywords of `alphabeta`."""


@search(AlphaBetaOptions, native="AlphaBeta", summary="alpha-beta to a fixed depth", usual=Limits(depth=5))
def alphabeta(state: Any, **keywords: Unpack[AlphaBetaKeywords]) -> SearchResult:
    """Alpha-beta from one state, by the four steps of docs/search/alphabeta.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.alphabeta(state, depth=3)
    >>> whole = boardai.search.minimax(state, depth=3)
    >>> result.value == whole.value, result.nodes < whole.nodes
    (True, True)

    A depth alone means one search to that depth; no limit at all, to the end of the game. With `nodes` or `seconds` the
    depth grows from 1, each time with the moves ordered by the values before, and the last complete depth counts.

    Keywords:
        tree: keep the tree, pruned moves included, in `result.tree`; a number limits its rows.

    Returns:
        The result. `bounds` names the `action_values` that are only bounds; `notes["value is"]` exists if the value
        itself lies outside the root's window.
    """
