"""Options of minimax, negamax, alpha-beta, Scout and MTD(f)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from boardai import native
from boardai.search.results.wording import WIN_SCORE
from boardai.search.run import choice_number

ORDERINGS = ("game", "number", "captures", "evaluation")  # by the numbers of MoveOrdering


@dataclass(frozen=True, kw_only=True)
class MinimaxOptions:
    """How minimax searches. The defaults are plain minimax.

    Attributes:
        average_best: averaging: own levels take the mean of this many best values.
        average_worst: averaging: the opponent's levels take the mean of this many values, the worst for us.
        change_threshold: variable depth: a move that changes the evaluation by more is not quiet.
        deeper: variable depth: plies beyond the depth that an unquiet line may go on.
        shallower: variable depth: plies before the depth where a quiet line may already end.
        points: finished games count by their margin, in games that have one.
    """

    average_best: int = 1
    average_worst: int = 1
    change_threshold: int = 0
    deeper: int = 0
    shallower: int = 0
    points: bool = False

    def to_native(self) -> Any:
        """The C++ options struct."""
        return native.options("MinimaxOptions", "boardai/search/plain/minimax", asdict(self))


@dataclass(frozen=True, kw_only=True)
class NegamaxOptions:
    """How negamax searches.

    Attributes:
        points: finished games count by their margin, in games that have one.
    """

    points: bool = False

    def to_native(self) -> Any:
        """The C++ options struct."""
        return native.options("NegamaxOptions", "boardai/search/plain/negamax", asdict(self))


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


@dataclass(frozen=True, kw_only=True)
class ScoutOptions:
    """How Scout searches.

    Attributes:
        ordering: which moves first; as in `AlphaBetaOptions`.
        points: finished games count by their margin, in games that have one.
    """

    ordering: str = "game"
    points: bool = False

    def to_native(self) -> Any:
        """The C++ options struct."""
        values = asdict(self) | {"ordering": choice_number("ordering", self.ordering, ORDERINGS)}
        return native.options("ScoutOptions", "boardai/search/plain/scout", values)


@dataclass(frozen=True, kw_only=True)
class MtdfOptions:
    """How MTD(f) searches.

    Attributes:
        megabytes: for the transposition table.
        ordering: which moves first, behind the table's move: `game` (as the game lists them), `number` (by action
            number) or `captures` (the game's own order of captures, where it has one).
        points: finished games count by their margin, in games that have one.
    """

    megabytes: int = 16
    ordering: str = "game"
    points: bool = False

    def to_native(self) -> Any:
        """The C++ options struct."""
        values = asdict(self) | {"ordering": choice_number("ordering", self.ordering, ORDERINGS)}
        return native.options("MtdfOptions", "boardai/search/plain/mtdf", values)
