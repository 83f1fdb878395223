"""MTD(f): minimax by zero-window searches and a table.

The search is C++ (`native/boardai/search/plain/mtdf.hpp` has idea, formula and paper);
`boardai.search.reference.plain.mtdf` is the same in plain Python.
"""

from __future__ import annotations

from typing import Any, Unpack

from boardai.search.function import DepthKeywords, search
from boardai.search.limits import Limits
from boardai.search.plain.options import MtdfOptionKeywords, MtdfOptions
from boardai.search.results.result import SearchResult


class MtdfKeywords(MtdfOptionKeywords, DepthKeywords, total=False):
    """Keywords of `mtdf`."""


@search(MtdfOptions, native="Mtdf", summary="MTD(f) with iterative deepening", usual=Limits(seconds=1.0))
def mtdf(state: Any, **keywords: Unpack[MtdfKeywords]) -> SearchResult:
    """MTD(f) from one state, by the four steps of docs/search/mtdf.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.mtdf(state, depth=3)
    >>> result.value == boardai.search.minimax(state, depth=3).value
    True

    The depth grows from 1 to `depth`, until another limit, or, without limits, to the end of the game; the last
    complete depth counts. It ends early if a win or loss is proven, which no further ply could change.

    Returns:
        The result; its value is minimax's. `notes["passes"]` is the number of searches of the root.
    """
