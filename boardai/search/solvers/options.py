"""Options of AND/OR search, proof-number search and df-pn."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from boardai import native
from boardai.search.plain.options import ORDERINGS
from boardai.search.run import choice_number

QUESTIONS = ("outcome", "win", "draw")  # by the numbers of SolverQuestion


@dataclass(frozen=True, kw_only=True)
class AndOrOptions:
    """How AND/OR search searches.

    Attributes:
        ordering: which moves first; as in `AlphaBetaOptions`. The right move first is what makes a proof short.
    """

    ordering: str = "game"

    def to_native(self) -> Any:
        """The C++ options struct."""
        return native.options(
            "AndOrOptions",
            "boardai/search/solvers/and_or",
            asdict(self) | {"ordering": choice_number("ordering", self.ordering, ORDERINGS)},
        )


@dataclass(frozen=True, kw_only=True)
class PnsOptions:
    """How proof-number search works.

    Attributes:
        question: about the player to move: its `outcome`; whether it can `win`; whether it can at least `draw`.
        megabytes: for the tree. A full tree is swept of what solved positions no longer need; when that is not enough
            the search ends.
        mobility: an open leaf starts with the number of its moves, where all of them are needed, instead of 1.
        unit: with an evaluator, the evaluation that halves the number an open leaf starts with; 0: what the evaluator
            itself takes for a clear advantage, else 600.
    """

    question: str = "outcome"
    megabytes: int = 64
    mobility: bool = False
    unit: int = 0

    def to_native(self) -> Any:
        """The C++ options struct."""
        values = asdict(self) | {"question": choice_number("question", self.question, QUESTIONS)}
        return native.options("PnsOptions", "boardai/search/solvers/pns", values)


@dataclass(frozen=True, kw_only=True)
class DfPnOptions:
    """How df-pn works.

    Attributes:
        question: about the player to move: its `outcome`; whether it can `win`; whether it can at least `draw`.
        megabytes: for the table.
        epsilon: how much further than needed a child is searched before another has its turn; 0: plain df-pn.
        mobility: an open leaf starts with the number of its moves, where all of them are needed, instead of 1.
        unit: with an evaluator, the evaluation that halves the number an open leaf starts with; 0: what the evaluator
            itself takes for a clear advantage, else 600.
        checks_only: the attacker plays checks only, in games that tell checks (chess): quick on mates by checks, but
            no answer where it finds none.
    """

    question: str = "outcome"
    megabytes: int = 64
    epsilon: float = 0.25
    mobility: bool = False
    unit: int = 0
    checks_only: bool = False

    def to_native(self) -> Any:
        """The C++ options struct."""
        values = asdict(self) | {"question": choice_number("question", self.question, QUESTIONS)}
        return native.options("DfPnOptions", "boardai/search/solvers/dfpn", values)
