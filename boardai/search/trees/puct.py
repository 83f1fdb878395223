"""PUCT: Monte-Carlo tree search guided by a network, a function of the state, or random games.

The search is C++ (`native/boardai/search/trees/puct/puct_tree.hpp` has idea, formula and papers); this module is its
Python face for one state. `boardai.search.reference.trees.puct` is the same algorithm in plain Python, `puct_graph`
beside it the variant on graphs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from boardai.search.evaluated import Evaluator
from boardai.search.results.result import SearchResult
from boardai.search.run import Progress, with_options
from boardai.search.trees.options import PuctOptions
from boardai.search.trees.tree_session import TreeSession


class Puct(TreeSession):
    """A PUCT tree that lives on from move to move.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> search = boardai.search.Puct(simulations=100, seed=1)
    >>> first = search.search(state)
    >>> search.advance(first.action)  # and the opponent's answer; or just search the next state, which is found
    True
    >>> second = search.search(state.child(first.action))
    >>> sum(second.visits.values()) > 100  # those of before are among them
    True

    Args:
        evaluator: as in `puct`, like the rest.
        rollouts: random games per leaf without one.
        seed: of noise and random games.
        **options: fields of `PuctOptions`; or all at once, `options=PuctOptions(...)`.
    """

    def __init__(self, *, evaluator: Evaluator = "", rollouts: int = 1, seed: int = 0, **options: Any) -> None:
        chosen = with_options(puct, PuctOptions(simulations=800), options)
        super().__init__(chosen, method="puct", evaluator=evaluator, rollouts=rollouts, seed=seed)


def puct(
    state: Any,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    root_actions: Iterable[int] | None = None,
    evaluator: Evaluator = "",
    rollouts: int = 1,
    noise: Sequence[float] | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    tree: bool | int | None = None,
    on_interrupt: str = "raise",
    **options: Any,
) -> SearchResult:
    """Searches one state, by the three steps of docs/search/puct.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.puct(state, simulations=100, seed=1)
    >>> state.action_to_string(result.action), sum(result.visits.values())
    ('c1', 100)

    Args:
        state: a state of any game; it is not changed.
        simulations: how many; 800 where `seconds` is not given either.
        seconds: wall time.
        root_actions: the only actions of the state to look at, as if there were no others; None: all.
        evaluator: what evaluates: `Outcome(f)`, whose f may give priors, too, or `Network(f)`. Or scores, squashed to
            (-1, 1): by name, learned, written in C++, or a function of the state (100 being worth tanh(1) = 0.76 of a
            win). Left out: random games, a leaf being worth their mean (plain Monte-Carlo tree search). Names and
            random games run in C++ alone; without a network or f's own, priors are uniform.
        rollouts: random games per leaf, where they evaluate; 0: every leaf is worth 0.
        noise: a Dirichlet sample for the root instead of a drawn one: one number for each legal action in ascending
            order. It weighs `dirichlet_fraction`.
        seed: of root noise and random games.
        progress: gets the result so far, at most ten times a second.
        tree: keep the most visited part of the tree in `result.tree`; a number limits its rows.
        on_interrupt: what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far.
        **options: other fields of `PuctOptions`; or all at once, `options=PuctOptions(...)`.

    Returns:
        The result; `action` is the most visited action. `notes`: the tree's `bytes`, `evaluations` by what
        evaluates, the share of `cache hits`, and `pool full` where the tree has used its memory up.

    Raises:
        ValueError: the game is over, a limit or option is out of range, an action of `root_actions` is not legal, or an
            answer has wrong shapes or values.
        TypeError: no such option.
    """
    given = {} if simulations is None else {"simulations": simulations}
    search = Puct(evaluator=evaluator, rollouts=rollouts, seed=seed, **given, **options)
    return search.search(
        state,
        simulations=simulations,
        seconds=seconds,
        root_actions=root_actions,
        noise=noise,
        progress=progress,
        tree=tree,
        on_interrupt=on_interrupt,
    )
