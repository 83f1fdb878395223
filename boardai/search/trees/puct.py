"""PUCT: Monte-Carlo tree search guided by a network, a function of the state, or random games.

The search is C++ (`native/boardai/search/trees/puct/puct_tree.hpp` has idea, formula and papers); this module is its
Python API for one state. `boardai.search.reference.trees.puct` is the same algorithm in plain Python, `puct_graph` in
the same folder is the variant on graphs.
"""

from __future__ import annotations

from typing import Any, Unpack

from boardai.search.function import search
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.trees.options import PuctOptionKeywords, PuctOptions
from boardai.search.trees.tree_session import TAKES, TreeKeywords, TreeSession


class PuctKeywords(PuctOptionKeywords, TreeKeywords, total=False):
    """Keywords of `puct`."""


class Puct(TreeSession):
    """A PUCT tree that is kept from move to move.

    If a state is the root, or up to two plies later, the search continues in the tree; `simulations` is the number
    of additional ones. A root with `root_actions` is created again.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> search = boardai.search.Puct(simulations=100, seed=1)
    >>> first = search.search(state)
    >>> search.advance(first.action)  # and the opponent's answer; or just search the next state, which is found
    True
    >>> second = search.search(state.child(first.action))
    >>> sum(second.visits.values()) > 100  # those of before are among them
    True
    """


@search(
    PuctOptions(simulations=800),
    native="Puct",
    session=Puct,
    takes=TAKES,
    summary="PUCT with random games, or with run=FOLDER and a trained network",
    usual=Limits(simulations=800),
)
def puct(state: Any, **keywords: Unpack[PuctKeywords]) -> SearchResult:
    """Searches one state, in the three steps of docs/search/puct.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.puct(state, simulations=100, seed=1)
    >>> state.action_to_string(result.action), sum(result.visits.values())
    ('c1', 100)

    Keywords:
        simulations: their number; 800 if `seconds` is not given either.
        evaluator: `Outcome(f)`, where f may also return priors, or `Network(f)`. Or scores, squashed to
            (-1, 1): by name, learned, written in C++, or a function of the state (100 meaning tanh(1) = 0.76 of a
            win). By default, random games, whose mean is the value of a leaf (plain Monte-Carlo tree search). Names
            and random games run entirely in C++; without priors from a network or f, priors are uniform.
        rollouts: random games per leaf, if they evaluate; 0: the value of every leaf is 0.
        noise: a Dirichlet sample for the root instead of a drawn one: one number for each legal action in ascending
            order, or for each of `root_actions`. Its weight is `dirichlet_fraction`.
        seed: seed of root noise and random games.
        tree: keep the most visited part of the tree in `result.tree`; a number limits its rows.

    Returns:
        The result; `action` is the most visited action. `notes`: the tree's `bytes`, the number of
        `evaluations`, the share of `cache hits`, and `pool full` if the tree has used up its memory.

    Raises:
        ValueError: the game is over, a limit or option is out of range, an action of `root_actions` is not legal, or an
            output has wrong shapes or values.
        TypeError: no such option.
    """
