"""The result of a check: points with reasons, as text, as JSON and as an exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

NOT_WRITTEN = "not written yet"  # beginning of the reason for a gap that is not filled yet


@dataclass(frozen=True)
class Item:
    """One item of a check.

    >>> boardai.course.Item("value", 0, 4, "hex:size=4: value 3, expected 7").points
    0

    Attributes:
        name: the name of the item.
        points: points earned.
        of: points that could be earned.
        reason: why points are missing; empty if none are.
    """

    name: str
    points: float
    of: float
    reason: str = ""


@dataclass(frozen=True)
class Report:
    """The report on one function.

    >>> from boardai.course import Item, Report
    >>> report = Report("minimax", (Item("value", 4, 4), Item("move", 0, 2, "hex:size=4: played b1, c2 is better")))
    >>> print(report)
    minimax: 4 of 6 points
      value  4 of 4
      move   0 of 2  hex:size=4: played b1, c2 is better

    Attributes:
        topic: the topic of the function.
        items: the items, in order.
    """

    topic: str
    items: tuple[Item, ...]

    @property
    def points(self) -> float:
        """Points earned in total."""
        return sum(item.points for item in self.items)

    @property
    def of(self) -> float:
        """Points that could be earned in total."""
        return sum(item.of for item in self.items)

    @property
    def passed(self) -> bool:
        """Whether all points were earned."""
        return all(item.points == item.of for item in self.items)

    @property
    def is_open(self) -> bool:
        """Whether the function is still the gap of the notebook."""
        return all(item.reason.startswith(NOT_WRITTEN) for item in self.items)

    def working(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function for the rest of a notebook: the student's, or the library's if points are missing.

        Args:
            function: the student's.
        """
        from boardai.course.sealed import stand_in

        if self.passed:
            return function
        print(f"This cell runs with the library's own {self.topic} until yours earns all points.")
        return stand_in(self.topic)

    def as_json(self) -> str:
        """The topic, the points and the items, for programs."""
        whole = {
            "topic": self.topic,
            "points": self.points,
            "of": self.of,
            "items": [asdict(one) for one in self.items],
        }
        return json.dumps(whole)

    def require(self) -> None:
        """For cells that are graded by whether they raise an exception.

        Raises:
            AssertionError: points are missing; the message is the report.
        """
        if not self.passed:
            raise AssertionError(str(self))

    def __str__(self) -> str:
        if self.is_open:
            what_next = "Fill in the gap, and run its cell and this one again."
            return f"{self.topic}: {NOT_WRITTEN}, {self.of:g} points to earn. {what_next}"
        width = max(len(item.name) for item in self.items)
        lines = [f"{self.topic}: {self.points:g} of {self.of:g} points"]
        for item in self.items:
            line = f"  {item.name:{width}}  {item.points:g} of {item.of:g}"
            lines.append(f"{line}  {item.reason}" if item.reason else line)
        return "\n".join(lines)
