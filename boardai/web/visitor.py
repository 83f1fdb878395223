"""Who looks at the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardai.web.room import Room
from boardai.web.thinking import Thought
from boardai.web.thinking.turns import Account


class Visitor:
    """Somebody who looks at the page.

    Args:
        send: takes a message for the page.

    Attributes:
        room: where the visitor is.
        key: of a seat there; "" for those who only look.
        known: how many nodes of the room's tree the page has.
        thoughts: analyses that the visitor has asked for, by slot.
        asked: the number of the message that is answered, or was last.
        account: of the time that answers take.
    """

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self.send = send
        self.room: Room | None = None
        self.key = ""
        self.known = 0
        self.thoughts: dict[int, Thought[Any]] = {}
        self.asked: int | None = None
        self.account = Account()

    def seats(self) -> set[int]:
        """The players whom the visitor may play."""
        return self.room.seats_of(self.key) if self.room is not None else set()

    def stop(self, slot: int | None = None) -> None:
        """Stops the analyses, or one of them."""
        for one in list(self.thoughts) if slot is None else [slot]:
            thought = self.thoughts.pop(one, None)
            if thought is not None:
                thought.stop()
