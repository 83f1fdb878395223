"""Points for the results of a student's function: errors become reasons, and evaluations are counted."""

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
    """A wrong answer; the text states the expected one.

    Args:
        reason: the text.
        returned_by: the student's function or method that returned the answer; by default the one called last.
    """

    def __init__(self, reason: str, returned_by: str = "") -> None:
        super().__init__(reason)
        self.returned_by = returned_by


@dataclass
class Grading:
    """Collects the items of a report.

    Attributes:
        files: files of the student's code, whose lines the reasons name.
        items: items so far.
    """

    files: frozenset[str] = frozenset()
    items: list[Item] = field(default_factory=list)

    def item(self, name: str, of: float, look: Callable[[], None]) -> None:
        """Checks one item.

        Args:
            name: name of the item.
            of: maximum number of points.
            look: raises `Wrong` or `Partly` for an incomplete answer; may raise the student's exceptions.
        """
        watching = Watching(self.files)
        try:
            with watching.on():
                look()
            found = Item(name, of, of)
        except Partly as partly:
            points = math.floor(10 * of * partly.share) / 10  # never all points
            found = Item(name, points, of, str(partly))
        except Wrong as wrong:
            place = watching.returned_by(wrong.returned_by)
            found = Item(name, 0, of, f"{wrong} ({place})" if place else str(wrong))
        except NotImplementedError as error:  # raised by the gap of a notebook
            found = Item(name, 0, of, f"{NOT_WRITTEN}: {_raised(error, self.files)}")
        except (Exception, SystemExit) as error:  # raised by the student's code
            found = Item(name, 0, of, _raised(error, self.files))
        if watching.borrowed:
            found = Item(name, 0, of, watching.borrowed)
        self.items.append(found)


class Partly(Exception):
    """A correct answer that is not as good as it should be."""

    def __init__(self, share: float, reason: str) -> None:
        super().__init__(reason)
        self.share = share


def _raised(error: BaseException, files: frozenset[str]) -> str:
    place = place_of_error(error, files)
    return f"raised {type(error).__name__}: {str(error)[:200]}" + (f" ({place})" if place else "")


@dataclass
class Opinion:
    """A pseudo-random evaluation that is the same for everybody; counts its calls.

    Attributes:
        asked: number of calls so far.
    """

    asked: int = 0

    def __call__(self, state: Any) -> int:
        """The value of a state for its player to move: a finished game's outcome, else a number within +-1,000."""
        self.asked += 1
        if state.is_terminal():
            return int(state.outcome(state.current_player())) * WIN_SCORE
        return zlib.crc32(state.to_string().encode()) % 2001 - 1000


def number(answer: Any, what: str) -> float:
    """Checks that an answer is a number.

    Raises:
        Wrong: it is not a number.
    """
    try:
        value = float(answer)
    except (TypeError, ValueError):
        raise Wrong(f"{what} should be a number, not {quoted(answer)}") from None
    if math.isnan(value):
        raise Wrong(f"{what} is NaN, not a number: perhaps infinity times 0, or 0 / 0")
    return value


def pair(answer: Any, what: str) -> tuple[Any, Any]:
    """Checks that an answer has two parts.

    Raises:
        Wrong: it has not.
    """
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise Wrong(f"should return {what}, not {quoted(answer)}")
    return answer[0], answer[1]
