"""Options of AND/OR search, proof-number search and df-pn. cmake/write_options.py writes options.hpp from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from boardai.basics.setting import Choices, setting
from boardai.search.option import Options
from boardai.search.plain.options import MOVE_ORDERING, MoveOrdering

SolverQuestion = Literal["outcome", "win", "draw"]
SOLVER_QUESTION = Choices(
    "SolverQuestion",
    outcome="the game's outcome",
    win="whether it can win",
    draw="whether it can at least draw",
)


@dataclass(frozen=True, kw_only=True)
class AndOrOptions(Options):
    """How AND/OR search searches.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> for ordering in ("number", "evaluation"):
    ...     options = boardai.search.AndOrOptions(ordering=ordering)
    ...     print(boardai.search.and_or(state, options=options).strategy.check())  # positions of the proof
    274
    48
    """

    ordering: MoveOrdering = setting(
        "evaluation", "which moves first; the right one makes a proof short", choices=MOVE_ORDERING
    )


@dataclass(frozen=True, kw_only=True)
class ProofNumberOptions(Options, struct=False):
    """The common options of proof-number search and df-pn."""

    question: SolverQuestion = setting("outcome", "the question about the player to move", choices=SOLVER_QUESTION)
    megabytes: int = setting(
        64, "memory of the tree or table; when it is full, the least useful nodes are removed", low=1, high=65_536
    )
    mobility: bool = setting(
        False, "an open leaf starts with the number of its moves instead of 1, if all of them are needed"
    )
    unit: int = setting(
        0,
        "with an evaluator, the score that halves the initial number of an open leaf; 0: the evaluator's "
        "own clear advantage, else 600",
        low=0,
        high=1_000_000,
    )


@dataclass(frozen=True, kw_only=True)
class PnsOptions(ProofNumberOptions):
    """How proof-number search works. It ends if its memory is full, with or without sweeps.

    >>> state = boardai.load("reversi", board="4x4").initial_state()
    >>> result = boardai.search.pns(state, options=boardai.search.PnsOptions(question="draw"))
    >>> result.notes["can draw"]
    False
    """


@dataclass(frozen=True, kw_only=True)
class DfPnOptions(ProofNumberOptions):
    """How df-pn works.

    >>> state = boardai.load("chess").from_string("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    >>> by_checks = boardai.search.DfPnOptions(checks_only=True)
    >>> state.san(boardai.search.dfpn(state, depth=1, options=by_checks).action)
    'Ra8#'
    """

    epsilon: float = setting(
        0.25,
        "how much longer than necessary a child is searched before the next one; 0: plain df-pn",
        low=0,
        high=10,
    )
    knowledge: bool = setting(
        True,
        "uses the game's knowledge beyond its rules (Hex: virtual connections, dominated cells); not with "
        "a depth or `checks_only`",
    )
    widening: float = setting(
        0,
        "share of the open moves (plus one) that are tried, in the order of the game's knowledge, until "
        "they are refuted; 1: all; 0: the share named by the game's knowledge, else all",
        low=0,
        high=1,
    )
    quiet_order: bool = setting(
        False, "equally promising moves are tried in the game's own order of quiet moves, if it has one"
    )
    checks_only: bool = setting(
        False,
        "the attacker only plays checks, in games with checks (chess): quick for mates by checks, but no "
        "answer if there is none",
    )
    threads: int = setting(
        1,
        "number of threads; 1 visits the same positions every time; games in Python always use one",
        low=1,
        high=256,
    )


# --- as keywords, for type checkers; from here on the file is written by cmake/write_options.py ---


class AndOrOptionKeywords(TypedDict, total=False):
    """Those of `AndOrOptions`."""

    options: AndOrOptions | None
    ordering: MoveOrdering


class PnsOptionKeywords(TypedDict, total=False):
    """Those of `PnsOptions`."""

    options: PnsOptions | None
    question: SolverQuestion
    megabytes: int
    mobility: bool
    unit: int


class DfPnOptionKeywords(TypedDict, total=False):
    """Those of `DfPnOptions`."""

    options: DfPnOptions | None
    question: SolverQuestion
    megabytes: int
    mobility: bool
    unit: int
    epsilon: float
    knowledge: bool
    widening: float
    quiet_order: bool
    checks_only: bool
    threads: int
