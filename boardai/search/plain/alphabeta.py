"""Alpha-beta, fail-hard and fail-soft, at a fixed depth or to the end of the game.

The search is C++ (`native/boardai/search/plain/alphabeta.hpp` has idea, formula and papers);
`boardai.search.reference.plain.alphabeta` is the same in plain Python.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from boardai import native
from boardai.search.evaluated import EvaluationFunction
from boardai.search.plain.depth_first import ORDERINGS, search_depth_first
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import WIN_SCORE
from boardai.search.run import Progress, choice_number, with_options


@dataclass(frozen=True, kw_only=True)
class AlphaBetaOptions:
    """How alpha-beta searches.

    Attributes:
        fail_soft: values outside the window come back as found, not clipped to it.
        ordering: which moves first: `game` (as the game lists them), `number` (by action number), `captures` (the
            game's own order of captures, where it has one) or `evaluation` (by the static value of the position after
            the move, where two plies or more are left).
        points: finished games count by their margin, in games that have one.
        alpha: the root's window: a value at or below it comes back as "at most".
        beta: a value at or above it comes back as "at least".
    """

    fail_soft: bool = True
    ordering: str = "game"
    points: bool = False
    alpha: int = -WIN_SCORE - 1
    beta: int = WIN_SCORE + 1

    def to_native(self) -> Any:
        """The C++ options struct."""
        values = asdict(self) | {"ordering": choice_number("ordering", self.ordering, ORDERINGS)}
        return native.options("AlphaBetaOptions", "boardai/search/plain/alphabeta", values)


def alphabeta(
    state: Any,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    evaluator: str | EvaluationFunction = "",
    seed: int = 0,
    progress: Progress | None = None,
    tree: bool | int | None = None,
    **options: Any,
) -> SearchResult:
    """Alpha-beta from one state, by the four steps of docs/search/alphabeta.md.

    A depth alone means one search to that depth; no limit at all, to the end of the game. With `nodes` or `seconds` the
    depth grows from 1, each time with the moves ordered by the values before, and the last complete depth counts.

    Args:
        state: a state of any game; it is not changed.
        depth: plies.
        nodes: most positions to visit.
        seconds: wall time.
        evaluator: values at the depth: a name of `evaluators(state)`, or a function of the state.
        seed: not used: nothing here is random.
        progress: gets the result so far, at most ten times a second.
        tree: keep the tree, pruned moves included, in `result.tree`; a number limits its rows.
        **options: fields of `AlphaBetaOptions`.

    Returns:
        The result. `bounds` says which of `action_values` are only bounds; `notes["value is"]` is there where the value
        itself lies outside the root's window.

    Raises:
        ValueError: the game is over, a limit or option is out of range, or the game lacks what an option needs.
        TypeError: no such option.
    """
    return search_depth_first(
        "alphabeta",
        "AlphaBeta",
        with_options(alphabeta, AlphaBetaOptions(), options).to_native(),
        state,
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        evaluator=evaluator,
        progress=progress,
        tree=tree,
    )
