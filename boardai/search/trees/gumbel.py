"""Gumbel search: a policy improved by planning, with few simulations.

The search is C++ (`native/boardai/search/trees/puct/gumbel.hpp` has idea, formulas and paper, `puct_tree.hpp` the
tree); `boardai.search.reference.trees.gumbel` is the same algorithm in plain Python.
"""

from __future__ import annotations

from typing import Any, Unpack

from boardai.search.function import search
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.trees.options import GumbelOptionKeywords, GumbelOptions
from boardai.search.trees.tree_session import TAKES, TreeKeywords, TreeSession


class GumbelKeywords(GumbelOptionKeywords, TreeKeywords, total=False):
    """Keywords of `gumbel`."""


class Gumbel(TreeSession):
    """A Gumbel tree that is kept from move to move: see `Puct`. Every root gets new noise.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> search = boardai.search.Gumbel(simulations=32, seed=1)
    >>> for _ in range(2):  # both players' moves: the second search continues in the tree of the first
    ...     result = search.search(state)
    ...     state.apply(result.action)
    >>> search.advance(result.action), search.state == state
    (True, True)
    """


@search(
    GumbelOptions(simulations=200),
    native="Puct",
    session=Gumbel,
    takes=TAKES,
    summary="Gumbel search, by random games or with run=FOLDER",
    usual=Limits(simulations=200),
)
def gumbel(state: Any, **keywords: Unpack[GumbelKeywords]) -> SearchResult:
    """Searches one state, in the five steps of docs/search/gumbel.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.gumbel(state, simulations=32, seed=1)
    >>> state.is_legal(result.action), sum(result.visits.values())
    (True, 32)

    Keywords:
        simulations: their number; 200 if `seconds` is not given either. The rounds share them equally.
        seconds: wall time, shared equally by the rounds; with both limits a round ends by whichever comes first.
        evaluator: as in `puct`; by default, random games.
        rollouts: random games per leaf, if they evaluate; 0: the value of every leaf is 0.
        noise: Gumbel samples for the root instead of drawn ones: one for each legal action in ascending order.
        seed: seed of root noise and random games.
        tree: keep the most visited part of the tree in `result.tree`; a number limits its rows.

    Returns:
        The result; `action` is the winner of sequential halving, `policy` the improved policy to train on. `notes` as
        in `puct`.

    Raises:
        ValueError: the game is over, a limit or option is out of range, an action of `root_actions` is not legal, or an
            output has wrong shapes or values.
        TypeError: no such option.
    """
