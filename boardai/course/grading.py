"""How what a student's function does becomes points: its faults become reasons, and its evaluations are counted."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from boardai.basics.quoting import quoted
from boardai.course.report import NOT_WRITTEN, Item
from boardai.course.student import Watching, place_of_error
from boardai.search.reference.plain.leaves import WIN_SCORE


class Wrong(Exception):
    """An answer that is not right; the text says what was expected.

    Args:
        reason: the text.
        returned_by: the student's function or method that gave the answer; by default the one that was called last.
    """

    def __init__(self, reason: str, returned_by: str = "") -> None:
        super().__init__(reason)
        self.returned_by = returned_by


@dataclass
class Grading:
    """Gathers the items of a report.

    Attributes:
        files: of the student's code, whose lines the reasons name.
        items: so far.
    """

    files: frozenset[str] = frozenset()
    items: list[Item] = field(default_factory=list)

    def item(self, name: str, of: float, look: Callable[[], None]) -> None:
        """Looks at one thing.

        Args:
            name: of the item.
            of: points for it.
            look: raises `Wrong` or `Partly` where not all is right, or whatever the student's function raises.
        """
        watching = Watching(self.files)
        try:
            with watching.on():
                look()
            found = Item(name, of, of)
        except Partly as partly:
            points = math.floor(10 * of * partly.share) / 10  # never all of them
            found = Item(name, points, of, str(partly))
        except Wrong as wrong:
            place = watching.returned_by(wrong.returned_by)
            found = Item(name, 0, of, f"{wrong} ({place})" if place else str(wrong))
        except NotImplementedError as error:  # what the gap of a notebook raises
            found = Item(name, 0, of, f"{NOT_WRITTEN}: {_raised(error, self.files)}")
        except (Exception, SystemExit) as error:  # the student's own
            found = Item(name, 0, of, _raised(error, self.files))
        if watching.borrowed:
            found = Item(name, 0, of, watching.borrowed)
        self.items.append(found)


class Partly(Exception):
    """An answer that is right, but not as good as it should be."""

    def __init__(self, share: float, reason: str) -> None:
        super().__init__(reason)
        self.share = share


def _raised(error: BaseException, files: frozenset[str]) -> str:
    place = place_of_error(error, files)
    return f"raised {type(error).__name__}: {str(error)[:200]}" + (f" ({place})" if place else "")


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
        raise Wrong(f"{what} is NaN, not a number: perhaps infinity times 0, or 0 / 0")
    return value


def pair(answer: Any, what: str) -> tuple[Any, Any]:
    """An answer that should be two things.

    Raises:
        Wrong: it is not.
    """
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise Wrong(f"should return {what}, not {quoted(answer)}")
    return answer[0], answer[1]
