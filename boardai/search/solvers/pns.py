"""Proof-number search: proves what a position is worth.

The search is C++ (`native/boardai/search/solvers/pns.hpp` has idea, formula and paper);
`boardai.search.reference.solvers.pns` is the same in plain Python.
"""

from __future__ import annotations

from typing import Any

from boardai.search.evaluated import Evaluator
from boardai.search.results.result import SearchResult
from boardai.search.run import Progress, with_options
from boardai.search.solvers.options import PnsOptions
from boardai.search.solvers.solving import solve


def pns(
    state: Any,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    evaluator: Evaluator | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    tree: bool | int | None = None,
    on_interrupt: str = "raise",
    **options: Any,
) -> SearchResult:
    """Solves one state by proof-number search, by the four steps of docs/search/pns.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.pns(state)
    >>> state.action_to_string(result.action), result.value
    ('a3', 1)

    Args:
        state: a state of any game in which no line of play is endless; it is not changed.
        depth: asks for a win within so many plies; what is open then counts as not won.
        nodes: most nodes of the tree, over all questions.
        seconds: wall time.
        evaluator: a name of `evaluators(state)`, a function, `Outcome(f)`...: the better an open leaf looks to a side,
            the smaller the number it starts with. None: every leaf starts with 1, 1. Answers do not depend on it.
        seed: not used: nothing here is random.
        progress: gets the result so far, at most ten times a second.
        tree: keep the last question's tree in `result.tree`; a number limits its rows.
        on_interrupt: what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far.
        **options: fields of `PnsOptions`; or all at once, `options=PnsOptions(...)`.

    Returns:
        The result: `value` is +1, 0, -1, or None where it is unproven. `notes` has the answers to "can win" and
        "can draw" (True, False, None), the root's numbers, and "memory full" where the tree did not fit. The principal
        variation follows the proof found, which need not be the shortest. With `depth`, "can win" False means: not
        within so many plies.

    Raises:
        ValueError: the game is over, or a limit or option is out of range.
        TypeError: no such option.
    """
    return solve(
        "pns",
        "Pns",
        with_options(pns, PnsOptions(), options).to_native(),
        state,
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        evaluator=evaluator,
        progress=progress,
        tree=tree,
        on_interrupt=on_interrupt,
    )
