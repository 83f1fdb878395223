"""Gumbel search: a policy improved by planning, with few simulations.

The search is C++ (`native/boardai/search/trees/puct/gumbel.hpp` has idea, formulas and paper, `puct_tree.hpp` the
tree); `boardai.search.reference.trees.gumbel` is the same algorithm in plain Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from boardai.search.evaluated import Evaluator
from boardai.search.results.result import SearchResult
from boardai.search.run import Progress, with_options
from boardai.search.trees.options import GumbelOptions
from boardai.search.trees.tree_session import TreeSession


class Gumbel(TreeSession):
    """A Gumbel tree that lives on from move to move: see `Puct`. Every root has noise of its own.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> search = boardai.search.Gumbel(simulations=32, seed=1)
    >>> for _ in range(2):  # both players' moves: the second search goes on in the tree of the first
    ...     result = search.search(state)
    ...     state.apply(result.action)
    >>> search.advance(result.action), search.state == state
    (True, True)

    Args:
        evaluator: as in `gumbel`, like the rest.
        rollouts: random games per leaf without one.
        seed: of noise and random games.
        **options: fields of `GumbelOptions`; or all at once, `options=GumbelOptions(...)`.
    """

    def __init__(self, *, evaluator: Evaluator = "", rollouts: int = 1, seed: int = 0, **options: Any) -> None:
        chosen = with_options(gumbel, GumbelOptions(simulations=200), options)
        super().__init__(chosen, method="gumbel", evaluator=evaluator, rollouts=rollouts, seed=seed)


def gumbel(
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
    """Searches one state, by the five steps of docs/search/gumbel.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.gumbel(state, simulations=32, seed=1)
    >>> state.is_legal(result.action), sum(result.visits.values())
    (True, 32)

    Args:
        state: a state of any game; it is not changed.
        simulations: how many; 200 where `seconds` is not given either. The rounds share them equally.
        seconds: wall time, shared equally by the rounds; with both limits a round ends by whichever comes first.
        root_actions: the only actions of the state to look at, as if there were no others; None: all.
        evaluator: as in `puct`; left out: random games.
        rollouts: random games per leaf, where they evaluate; 0: every leaf is worth 0.
        noise: Gumbel samples for the root instead of drawn ones: one for each legal action in ascending order.
        seed: of root noise and random games.
        progress: gets the result so far, at most ten times a second.
        tree: keep the most visited part of the tree in `result.tree`; a number limits its rows.
        on_interrupt: what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far.
        **options: other fields of `GumbelOptions`; or all at once, `options=GumbelOptions(...)`.

    Returns:
        The result; `action` is the winner of sequential halving, `policy` the improved policy to train on. `notes` as
        in `puct`.

    Raises:
        ValueError: the game is over, a limit or option is out of range, an action of `root_actions` is not legal, or an
            answer has wrong shapes or values.
        TypeError: no such option.
    """
    given = {} if simulations is None else {"simulations": simulations}
    search = Gumbel(evaluator=evaluator, rollouts=rollouts, seed=seed, **given, **options)
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
