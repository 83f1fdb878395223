"""Two evaluations combined: a plain one if a side is clearly ahead, and a careful one otherwise.

    pvs:depth=8,evaluator=[mixed:nnue,pesto,600]       # chess: `pesto` if its value is more than six pawns

Stockfish 12 to 14 used their network this way: only if the material was nearly even
(native/boardai/core/evaluation/mixed_evaluation.hpp). docs/benchmarks/techniques.md measures the effect here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai import native
from boardai.basics.quoting import quoted
from boardai.search.evaluated import with_evaluator
from boardai.search.evaluations.evaluation import Evaluation

_PREFIX = "mixed:"
LIMIT_MOST = 30_000


@dataclass(frozen=True)
class MixedEvaluation(Evaluation):
    """The plain evaluation if its value for either side exceeds a limit, else the careful one.

    >>> from boardai.search.evaluations.mixed import MixedEvaluation
    >>> queen_up = boardai.load("chess").from_string("3qk3/8/8/8/8/8/PPP5/3QK2Q w - - 0 1")
    >>> mixed = MixedEvaluation("nnue", "material", 500)
    >>> mixed(queen_up), queen_up.evaluate("material")
    (1200, 1200)

    Attributes:
        careful: a name, a path, or an evaluation, as for `evaluator=`.
        plain: a name, a path, or an evaluation.
        limit: limit of the plain one's value, 0 to 30,000.

    Raises:
        ValueError: a limit out of range.
    """

    careful: str | Evaluation
    plain: str | Evaluation
    limit: int

    prefix = _PREFIX

    def __post_init__(self) -> None:
        if not 0 <= self.limit <= LIMIT_MOST:
            raise ValueError(f"a mixed evaluation's limit must be from 0 to {LIMIT_MOST:,}, not {quoted(self.limit)}")

    @classmethod
    def read(cls, path: Path) -> MixedEvaluation:
        """Not supported: a mixed evaluation is never a file."""
        raise ValueError(f"{path}: a mixed evaluation is not a file")

    def made_for(self, state: Any) -> Any:
        """The native evaluator for searches of this state's class.

        Raises:
            ValueError: one of the two is for another game or board, or does not exist.
        """
        parts = [with_evaluator(state, part)[1] for part in (self.careful, self.plain)]
        return native.template("MixedEvaluations", state).make(*parts, self.limit)

    @classmethod
    def parse(cls, text: str) -> MixedEvaluation:
        """The evaluation of `mixed:CAREFUL,PLAIN,LIMIT`.

        Raises:
            ValueError: the text is not of this form, or the limit out of range.
        """
        careful, plain, limit = _parts_of(text)
        if not limit.isdecimal():
            raise ValueError(f"evaluator {quoted(text)}: the limit must be a whole number, not {quoted(limit)}")
        return cls(careful, plain, int(limit))

    @classmethod
    def renamed(cls, text: str, change: Callable[[str], str]) -> str:
        """The same text with its two evaluations' names changed.

        Raises:
            ValueError: it is not of this form.
        """
        careful, plain, limit = _parts_of(text)
        return f"{_PREFIX}{change(careful)},{change(plain)},{limit}"


def _parts_of(text: str) -> tuple[str, str, str]:
    parts = [part.strip() for part in text.removeprefix(_PREFIX).split(",")]
    if len(parts) != 3 or not all(parts) or any(part.startswith(_PREFIX) for part in parts):
        raise ValueError(f"evaluator {quoted(text)}: write mixed:CAREFUL,PLAIN,LIMIT, such as mixed:nnue,pesto,600")
    return parts[0], parts[1], parts[2]
