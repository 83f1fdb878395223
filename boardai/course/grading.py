"""How a student's function is called: its faults become reasons, and what it asks for is counted."""

from __future__ import annotations

import math
import random
import traceback
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from boardai.basics.quoting import quoted
from boardai.course.report import Item
from boardai.game import load
from boardai.search.reference.plain.leaves import WIN_SCORE


class Wrong(Exception):
    """An answer that is not right; the text says what was expected."""


@dataclass
class Grading:
    """Gathers the items of a report.

    Attributes:
        items: so far.
    """

    items: list[Item] = field(default_factory=list)

    def item(self, name: str, of: float, look: Callable[[], None]) -> None:
        """Looks at one thing.

        Args:
            name: of the item.
            of: points for it.
            look: raises `Wrong` or `Partly` where not all is right, or whatever the student's function raises.
        """
        try:
            look()
            self.items.append(Item(name, of, of))
        except Partly as partly:
            points = math.floor(10 * of * partly.share) / 10  # never all of them
            self.items.append(Item(name, points, of, str(partly)))
        except Wrong as wrong:
            self.items.append(Item(name, 0, of, str(wrong)))
        except (Exception, SystemExit) as error:  # the student's own
            self.items.append(Item(name, 0, of, _fault(error)))


class Partly(Exception):
    """An answer that is right, but not as good as it should be."""

    def __init__(self, share: float, reason: str) -> None:
        super().__init__(reason)
        self.share = share


def _fault(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "boardai" not in frame.filename] or frames
    place = f" (line {own[-1].lineno}, in {own[-1].name})" if own else ""
    return f"raised {type(error).__name__}: {str(error)[:200]}{place}"


@dataclass
class Opinion:
    """An evaluation that looks like chance and is the same for everybody; counts how often it was asked.

    Attributes:
        asked: so far.
    """

    asked: int = 0

    def __call__(self, state: Any) -> int:
        """The value of a state for its player to move: what a finished game is worth, else something in +-1,000."""
        self.asked += 1
        if state.is_terminal():
            return int(state.outcome(state.current_player())) * WIN_SCORE
        return zlib.crc32(state.to_string().encode()) % 2001 - 1000


def after_random_plies(spec: str, plies: int) -> Any:
    """A position of a game, always the same."""
    rng, state = random.Random(spec), load(spec).initial_state()
    for _ in range(plies):
        state.apply(rng.choice(state.legal_actions()))
    return state


def number(answer: Any, what: str) -> float:
    """An answer that should be a number.

    Raises:
        Wrong: it is none.
    """
    try:
        value = float(answer)
    except (TypeError, ValueError):
        raise Wrong(f"{what} should be a number, not {quoted(answer)}") from None
    if math.isnan(value):
        raise Wrong(f"{what} is NaN, no number: infinity times 0, perhaps, or 0 / 0")
    return value


def pair(answer: Any, what: str) -> tuple[Any, Any]:
    """An answer that should be two things.

    Raises:
        Wrong: it is not.
    """
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise Wrong(f"should return {what}, not {quoted(answer)}")
    return answer[0], answer[1]
