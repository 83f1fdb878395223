"""Minimax, with averaging and variable depth, and negamax: the searches that all others are compared with.

The searches are C++ (`native/boardai/search/plain/minimax.hpp` and `negamax.hpp` have ideas, formulas and papers).
`boardai.search.reference` has the same in plain Python: minimax.py, averaging.py, negamax.py.
"""

from __future__ import annotations

from typing import Any, Unpack

from boardai.search.function import DepthKeywords, TreeKeywords, search
from boardai.search.limits import Limits
from boardai.search.plain.options import MinimaxOptionKeywords, MinimaxOptions, NegamaxOptionKeywords, NegamaxOptions
from boardai.search.results.result import SearchResult


class MinimaxKeywords(MinimaxOptionKeywords, DepthKeywords, TreeKeywords, total=False):
    """Keywords of `minimax`."""


@search(MinimaxOptions, native="Minimax", summary="all lines to a fixed depth", usual=Limits(depth=3))
def minimax(state: Any, **keywords: Unpack[MinimaxKeywords]) -> SearchResult:
    """Minimax from one state, by the three steps of docs/search/minimax.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.minimax(state, depth=3)
    >>> result.depth, result.nodes
    (3, 586)

    A depth alone means one search to that depth; no limit at all, to the end of the game. With `nodes` or `seconds` the
    depth grows from 1, and the last complete depth counts.

    Returns:
        The result. `action_values` has every move's exact value; with averaging they are fractions.
    """


class NegamaxKeywords(NegamaxOptionKeywords, DepthKeywords, TreeKeywords, total=False):
    """Keywords of `negamax`."""


@search(NegamaxOptions, native="Negamax", summary="minimax with one rule for both players", usual=Limits(depth=3))
def negamax(state: Any, **keywords: Unpack[NegamaxKeywords]) -> SearchResult:
    """Negamax from one state: minimax's value and nodes, with one rule for both players.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.negamax(state, depth=3)
    >>> result.nodes == boardai.search.minimax(state, depth=3).nodes
    True

    Keywords:
        depth: plies; limits work as in `minimax`.
    """
