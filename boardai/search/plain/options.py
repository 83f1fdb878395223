"""Options of minimax, negamax, alpha-beta, Scout and MTD(f). cmake/write_options.py writes options.hpp from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from boardai.basics.setting import Choices, setting
from boardai.search.option import Options
from boardai.search.results.wording import WIN_SCORE

MoveOrdering = Literal["game", "number", "captures", "evaluation", "quiet"]
MOVE_ORDERING = Choices(
    "MoveOrdering",
    game="as the game lists them",
    number="by action number",
    captures="the game's own order of captures, if it has one",
    evaluation="by the static value of the position after the move, if two plies or more are left",
    quiet="the game's own order of quiet moves, if it has one",
)
KNOWLEDGE = (
    "uses the game's knowledge at every position, if it has any: who wins, and which moves need not be tried "
    "(Hex; your own game)"
)
KNOWLEDGE_OR_POINTS = "knowledge cannot be combined with points: it determines the winner, not the margin"
POINTS = "finished games count by their margin, in games that have one: values are points (discs)"
OPEN_ALPHA, OPEN_BETA = -WIN_SCORE - 1, WIN_SCORE + 1  # ends of a window that every value lies in
ALPHA = "lower end of the root's window: a value at or below it is returned as 'at most'"
BETA = "upper end of the root's window: a value at or above it is returned as 'at least'"


def check_window(alpha: int, beta: int) -> None:
    """Raises ValueError if no value can lie in the root's window."""
    if alpha >= beta:
        raise ValueError(f"alpha must be below beta, not {alpha} and {beta}")


@dataclass(frozen=True, kw_only=True)
class MinimaxOptions(Options):
    """How minimax searches. The defaults are plain minimax.

    >>> state = boardai.load("reversi").initial_state()
    >>> trusting = boardai.search.MinimaxOptions(average_worst=2)  # the opponent may miss the best answer
    >>> for options in (boardai.search.MinimaxOptions(), trusting):
    ...     print(boardai.search.minimax(state, depth=4, evaluator="discs", options=options).value)
    -2
    -0.5
    """

    average_best: int = setting(
        1, "averaging: own levels take the mean of this many of the best values", low=1, high=4096
    )
    average_worst: int = setting(
        1, "averaging: the opponent's levels take the mean of this many values, the worst for us", low=1, high=4096
    )
    change_threshold: int = setting(
        0, "variable depth: a move that changes the evaluation by more is not quiet", low=0, high=1_000_000
    )
    deeper: int = setting(0, "variable depth: plies by which an unquiet line may exceed the depth", low=0, high=1000)
    shallower: int = setting(
        0, "variable depth: plies before the depth where a quiet line may already end", low=0, high=1000
    )
    points: bool = setting(False, POINTS)


@dataclass(frozen=True, kw_only=True)
class NegamaxOptions(Options):
    """How negamax searches.

    >>> state = boardai.load("reversi", board="4x4").initial_state()
    >>> by_discs = boardai.search.NegamaxOptions(points=True)
    >>> boardai.search.negamax(state, options=by_discs).value  # the whole game: dark loses by ten discs
    -10
    """

    points: bool = setting(False, POINTS)


@dataclass(frozen=True, kw_only=True)
class AlphaBetaOptions(Options):
    """How alpha-beta searches.

    >>> state = boardai.load("reversi").initial_state()
    >>> for ordering in ("number", "evaluation"):
    ...     options = boardai.search.AlphaBetaOptions(ordering=ordering)
    ...     result = boardai.search.alphabeta(state, depth=5, options=options)
    ...     print(result.value, result.nodes)
    -77 486
    -77 205
    """

    fail_soft: bool = setting(True, "values outside the window are returned as found, not clipped to it")
    ordering: MoveOrdering = setting("evaluation", "which moves first", choices=MOVE_ORDERING)
    knowledge: bool = setting(False, KNOWLEDGE)
    points: bool = setting(False, POINTS)
    alpha: int = setting(OPEN_ALPHA, ALPHA, low=OPEN_ALPHA, high=OPEN_BETA)
    beta: int = setting(OPEN_BETA, BETA, low=OPEN_ALPHA, high=OPEN_BETA)

    def check_together(self) -> None:
        if self.knowledge and self.points:
            raise ValueError(KNOWLEDGE_OR_POINTS)
        check_window(self.alpha, self.beta)


@dataclass(frozen=True, kw_only=True)
class ScoutOptions(Options):
    """How Scout searches.

    >>> state = boardai.load("reversi", board="4x4").initial_state()
    >>> boardai.search.scout(state, options=boardai.search.ScoutOptions(points=True)).value
    -10
    """

    ordering: MoveOrdering = setting("evaluation", "which moves first", choices=MOVE_ORDERING)
    points: bool = setting(False, POINTS)


@dataclass(frozen=True, kw_only=True)
class MtdfOptions(Options):
    """How MTD(f) searches.

    >>> state = boardai.load("reversi", board="4x4").initial_state()
    >>> small = boardai.search.MtdfOptions(megabytes=1, points=True)
    >>> boardai.search.mtdf(state, depth=16, options=small).value
    -10
    """

    megabytes: int = setting(16, "size of the transposition table", low=1, high=1_048_576)
    ordering: MoveOrdering = setting("evaluation", "which moves first, after the table's move", choices=MOVE_ORDERING)
    points: bool = setting(False, POINTS)


# --- as keywords, for type checkers; from here on the file is written by cmake/write_options.py ---


class MinimaxOptionKeywords(TypedDict, total=False):
    """Those of `MinimaxOptions`."""

    options: MinimaxOptions | None
    average_best: int
    average_worst: int
    change_threshold: int
    deeper: int
    shallower: int
    points: bool


class NegamaxOptionKeywords(TypedDict, total=False):
    """Those of `NegamaxOptions`."""

    options: NegamaxOptions | None
    points: bool


class AlphaBetaOptionKeywords(TypedDict, total=False):
    """Those of `AlphaBetaOptions`."""

    options: AlphaBetaOptions | None
    fail_soft: bool
    ordering: MoveOrdering
    knowledge: bool
    points: bool
    alpha: int
    beta: int


class ScoutOptionKeywords(TypedDict, total=False):
    """Those of `ScoutOptions`."""

    options: ScoutOptions | None
    ordering: MoveOrdering
    points: bool


class MtdfOptionKeywords(TypedDict, total=False):
    """Those of `MtdfOptions`."""

    options: MtdfOptions | None
    megabytes: int
    ordering: MoveOrdering
    points: bool
