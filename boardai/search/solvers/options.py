"""Options of AND/OR search, proof-number search and df-pn. cmake/write_options.py writes options.hpp from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from boardai.search.option import Choices, Options, option
from boardai.search.plain.options import MOVE_ORDERING, MoveOrdering

SolverQuestion = Literal["outcome", "win", "draw"]
SOLVER_QUESTION = Choices(
    "SolverQuestion",
    outcome="what the game comes to",
    win="whether it can win",
    draw="whether it can at least draw",
)


@dataclass(frozen=True, kw_only=True)
class AndOrOptions(Options):
    """How AND/OR search searches."""

    ordering: MoveOrdering = option(
        "game", "which moves first, the right one being what makes a proof short", choices=MOVE_ORDERING
    )


@dataclass(frozen=True, kw_only=True)
class ProofNumberOptions(Options, struct=False):
    """What proof-number search and df-pn have in common."""

    question: SolverQuestion = option("outcome", "about the player to move", choices=SOLVER_QUESTION)
    megabytes: int = option(
        64, "for the tree or table; a full one is swept of what is needed least", low=1, high=65_536
    )
    mobility: bool = option(
        False, "an open leaf starts with the number of its moves, where all of them are needed, instead of 1"
    )
    unit: int = option(
        0,
        "with an evaluator, the evaluation that halves the number an open leaf starts with; 0: what the evaluator "
        "itself takes for a clear advantage, else 600",
        low=0,
        high=1_000_000,
    )


@dataclass(frozen=True, kw_only=True)
class PnsOptions(ProofNumberOptions):
    """How proof-number search works. It ends where the memory is not enough, swept or not."""


@dataclass(frozen=True, kw_only=True)
class DfPnOptions(ProofNumberOptions):
    """How df-pn works."""

    epsilon: float = option(
        0.25,
        "how much further than needed a child is searched before another has its turn; 0: plain df-pn",
        low=0,
        high=10,
    )
    checks_only: bool = option(
        False,
        "the attacker plays checks only, in games that tell checks (chess): quick on mates by checks, but no answer "
        "where it finds none",
    )
