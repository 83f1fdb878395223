"""Who looks at the page."""

from __future__ import annotations

import itertools
import traceback
from collections.abc import Callable, Collection
from typing import Any

from boardai.web.rooms.room import Room
from boardai.web.serving.places import PLAYER, SECONDS_WITHOUT_A_ROOM, VISITOR, Place, Places
from boardai.web.thinking import Job
from boardai.web.thinking.shares import Owner
from boardai.web.trees import HeldTree

TREE, BRANCHES = 10, 11  # the slots of the search whose tree is looked at, and of the levels that are opened of it
_NUMBERS = itertools.count()


class Visitor:
    """A person who has the page open.

    Args:
        send: takes a message for the page.
        places: for connections.
        place: of this one.
        guest_token: by which those come in who are invited.
        is_guest: whether the visitor was invited, and may do nothing but take part in games that others have begun.

    Attributes:
        owner: whom rooms and jobs are counted for: where the visitor's connection is from, and which one it is.
        room: where the visitor is.
        key: of a seat there; "" for those who only look.
        known: how many nodes of the room's tree the page has.
        jobs: analyses that the visitor has asked for, by slot.
        about: the position that each of them is about, where it is one; else it is not here.
        held: the tree that the visitor looks at, also after its search has ended.
        cut_review: called with positions that are gone, of which the review that the visitor sees is to lose its part.
        asked: the number of the message that is answered, or was last.
    """

    def __init__(
        self,
        send: Callable[[dict[str, Any]], None],
        places: Places,
        place: Place,
        guest_token: str = "",
        is_guest: bool = False,
    ) -> None:
        self.send, self.guest_token, self.is_guest = send, guest_token, is_guest
        self._places, self._place = places, place
        self.owner = Owner(place.address, next(_NUMBERS))
        self._place.becomes(VISITOR, places.now(), SECONDS_WITHOUT_A_ROOM)
        self.room: Room | None = None
        self.key = ""
        self.known = 0
        self.jobs: dict[int, Job[Any]] = {}
        self.about: dict[int, int] = {}
        self.held: HeldTree | None = None
        self.cut_review: Callable[[Collection[int]], None] | None = None
        self.asked: int | None = None

    def enter(self, room: Room, key: str) -> None:
        """Goes into a room, from which the visitor is not sent away for others."""
        self.leave()
        self.room, self.key = room, key
        self._place.becomes(PLAYER, self._places.now())

    def leave(self) -> None:
        """Goes out of the room, if in one; what was asked about there is forgotten."""
        self.stop()
        if self.room is not None:
            self._place.becomes(VISITOR, self._places.now(), SECONDS_WITHOUT_A_ROOM)
        self.room, self.key, self.known = None, "", 0

    def stays(self) -> None:
        """A visitor who is in no room does something all the same, and is not sent away for having been there long."""
        if self.room is None:
            self._place.becomes(VISITOR, self._places.now(), SECONDS_WITHOUT_A_ROOM)

    def seats(self) -> set[int]:
        """The players whom the visitor may play."""
        return self.room.seats.of_key(self.key) if self.room is not None else set()

    def somewhere(self) -> Room:
        """The room where the visitor is.

        Raises:
            ValueError: in none.
        """
        if self.room is None:
            raise ValueError("open a game first")
        return self.room

    def as_owner(self) -> Room:
        """The room of a visitor who holds both seats, and so may change everything.

        Raises:
            ValueError: the visitor does not.
        """
        room = self.somewhere()
        if self.seats() != {0, 1}:
            raise ValueError("only a visitor who has both seats may do that")
        return room

    def as_player(self) -> Room:
        """The room of a visitor who holds a seat.

        Raises:
            ValueError: the visitor looks on.
        """
        room = self.somewhere()
        if not self.seats():
            raise ValueError("you are a spectator of this game")
        return room

    def as_advised(self) -> Room:
        """The room, where advice may be asked for.

        Raises:
            ValueError: in a game between two visitors.
        """
        room = self.somewhere()
        if room.seats.is_match and not room.is_over:
            raise ValueError("there are no hints and no analysis in a game between two visitors")
        return room

    def report(self, send: Callable[[], None], asked: int | None = None) -> None:
        """Sends what a job has found, or the reason why it found nothing.

        Args:
            send: sends the result; its errors are reported.
            asked: the page's number of what it asked for.
        """
        try:
            send()
        except ValueError as error:
            self.send({"say": "error", "number": asked, "message": str(error)})
        except KeyboardInterrupt:
            pass  # it was stopped before it had anything to say
        except Exception as error:
            # An error in a user-written game, or ours: it is reported, and everything continues.
            traceback.print_exc()
            message = f"this failed on the server: {type(error).__name__}: {error}"
            self.send({"say": "error", "number": asked, "message": message})

    def stop(self, slot: int | None = None) -> None:
        """Stops the analyses, or one of them."""
        if slot is None:
            self.cut_review = None
        if slot in (None, TREE) and self.held is not None:
            self.held.close()
            self.held = None
        together = list(self.jobs) if slot is None else [slot]
        if slot == TREE:
            together.append(BRANCHES)
        for one in together:
            job = self.jobs.pop(one, None)
            self.about.pop(one, None)
            if job is not None:
                job.stop()

    def forget(self, gone: Collection[int]) -> None:
        """Positions were deleted: what was asked about one of them ends, and nothing else."""
        for slot in [slot for slot, node in self.about.items() if node in gone]:
            self.stop(slot)
        if gone and self.cut_review is not None:
            self.cut_review(gone)
