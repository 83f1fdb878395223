"""What the parts of the lobby and thinking ask of the whole, which alone knows who is where."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from typing import Any, Protocol

from boardai.web.rooms.room import Room
from boardai.web.thinking.thinkers import Thought
from boardai.web.thinking.turns import Turns
from boardai.web.visitor import Visitor


class Rooms(Protocol):
    """Rooms in memory."""

    def note(self, room: Room) -> None:
        """Something has happened in a room of which only its file has to know."""


class Flags(Protocol):
    """The clocks of rooms."""

    def wait(self, room: Room) -> None:
        """A clock has been stopped or started."""

    def forget(self, name: str) -> None:
        """A room has left the memory."""


class Levels(Protocol):
    """The agents of levels."""

    def forget(self, name: str) -> None:
        """A room has left the memory."""


class House(Protocol):
    """Rooms with visitors.

    Attributes:
        turns: who is answered next.
        present: the time, in seconds.
    """

    turns: Turns
    present: Callable[[], float]

    @property
    def rooms(self) -> Rooms:
        """The rooms in memory."""

    @property
    def flags(self) -> Flags:
        """Their clocks."""

    @property
    def levels(self) -> Levels:
        """Who plays in them."""

    def company(self, room: Room) -> list[Visitor]:
        """Who is in a room, those who hold a seat first."""

    def occupied(self) -> set[str]:
        """The names of the rooms where somebody is."""

    def changed(self, room: Room) -> None:
        """Something has happened in a room: everybody there is told."""

    def tell_trouble(self, room: Room, words: str) -> None:
        """Something did not work, and everybody there is told."""


def when_done(thought: Thought[Any], then: Callable[[], None]) -> None:
    """Comes back to the event loop's thread once a thought has ended, unless it was cancelled."""
    loop = asyncio.get_running_loop()

    def done(future: Any) -> None:
        if not future.cancelled() and not loop.is_closed():
            loop.call_soon_threadsafe(then)

    thought.future.add_done_callback(done)


def told(visitor: Visitor, tell: Callable[[], None], asked: int | None = None) -> None:
    """Tells what a thought has found, or why it found nothing; `asked` is the page's number of what it asked for."""
    try:
        tell()
    except ValueError as error:
        visitor.send({"say": "error", "number": asked, "message": str(error)})
    except KeyboardInterrupt:
        pass  # it was stopped before it had anything to say
    except Exception as error:
        # A mistake in somebody's own game, or ours: it is told, and everything goes on.
        traceback.print_exc()
        message = f"this failed on the server: {type(error).__name__}: {error}"
        visitor.send({"say": "error", "number": asked, "message": message})
