"""df-pn: depth-first proof-number search in bounded memory. Solves endings, small boards and chess problems.

The search is C++ (`native/boardai/search/solvers/dfpn.hpp` has idea, formula and papers);
`boardai.search.reference.solvers.dfpn` is the same in plain Python.
"""

from __future__ import annotations

from typing import Any, Unpack

from boardai.basics.setting import Setting
from boardai.search.function import DepthKeywords, search
from boardai.search.kind import EACH_TIME
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.solvers.options import DfPnOptionKeywords, DfPnOptions
from boardai.search.solvers.solving import NO_EVALUATOR, DfPnSession


class DfPnKeywords(DfPnOptionKeywords, DepthKeywords, total=False):
    """Keywords of `dfpn`."""

    strategy: bool | int | None
    positions: bool | int | None


_ROWS = Setting(group=EACH_TIME, kinds=(bool, int, type(None)))


@search(
    DfPnOptions,
    native="DfPn",
    session=DfPnSession,
    takes={**NO_EVALUATOR, "strategy": _ROWS, "positions": _ROWS},
    summary="depth-first proof-number search; fallback= as and_or",
    usual=Limits(seconds=1.0),
    solver=True,
)
def dfpn(state: Any, **keywords: Unpack[DfPnKeywords]) -> SearchResult:
    """Solves one state by df-pn, in the five steps of docs/search/dfpn.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.dfpn(state)
    >>> state.action_to_string(result.action), result.value
    ('b2', 1)

    Keywords:
        state: a state of any game without infinite lines of play; it is not changed.
        depth: searches for a win within this many plies (mate in n is 2 n - 1); undecided positions then count as not
            won.
        nodes: maximum number of positions to expand, over all questions.
        evaluator: a name of `evaluators(state)`, a function, `Outcome(f)`...: the better an open leaf is for a side,
            the smaller its initial number. None: every leaf starts with 1, 1. Proofs do not depend on it.
        strategy: store the winning (or drawing) strategy in `result.strategy`; None there if it has more moves than
            this number, a million by default, or a limit is reached first. A strategy answers every move, so it is for
            small boards and endings.
        positions: return positions that were solved on the way in `result.positions`, at most this number, 200,000
            by default; without draws and without results that hold only on some lines of play.

    Returns:
        The result: `value` is +1, 0, -1, or None if unproven. `notes` has the answers to "can win" and
        "can draw" (True, False, None) and the root's numbers. The principal variation follows the proof found, which
        need not be the shortest, as far as the table still holds it, up to a position whose winner the game knows. With
        `depth` or `checks_only`, "can win" False means: not within that depth, or not by checks.

    Raises:
        ValueError: the game is over, a limit or option is out of range, `checks_only` in a game without checks, or a
            strategy or positions together with `depth` or `checks_only`.
        TypeError: no such option.
    """
