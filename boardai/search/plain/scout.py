"""Scout: measure the first move, then only test whether another is better.

The search is C++ (`native/boardai/search/plain/scout.hpp` has idea, formula and paper);
`boardai.search.reference.plain.scout` is the same in plain Python.
"""

from __future__ import annotations

from typing import Any, Unpack

from boardai.search.function import DepthKeywords, TreeKeywords, search
from boardai.search.limits import Limits
from boardai.search.plain.options import ScoutOptionKeywords, ScoutOptions
from boardai.search.results.result import SearchResult


class ScoutKeywords(ScoutOptionKeywords, DepthKeywords, TreeKeywords, total=False):
    """Keywords of `scout`."""


@search(ScoutOptions, native="Scout", summary="Scout to a fixed depth", usual=Limits(depth=5))
def scout(state: Any, **keywords: Unpack[ScoutKeywords]) -> SearchResult:
    """Scout from one state, by the four steps of docs/search/scout.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.scout(state, depth=3)
    >>> result.value == boardai.search.minimax(state, depth=3).value
    True

    Keywords:
        depth: plies; limits work as in `alphabeta`.
        tree: keep the tree in `result.tree`; a number limits its rows. A move that was tested and then fully evaluated
            has two rows.

    Returns:
        The result. A move whose test failed has only a bound, "at most".
    """
