"""A visitor of the page."""

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

TREE, BRANCHES = 10, 11  # the slots of the search whose tree is shown, and of its opened levels
_NUMBERS = itertools.count()


class Visitor:
    """A person who has the page open.

    Args:
        send: sends a message to the page.
        places: limits of connections.
        place: the visitor's own connection.
        guest_token: token of invited visitors.
        is_guest: whether the visitor was invited, and may only take part in games that others have started.

    Attributes:
        owner: account for rooms and jobs: the visitor's address and the connection's number.
        room: the visitor's room.
        key: key of the visitor's seat there; "" for spectators.
        known: number of nodes of the room's tree that the page has.
        jobs: analyses requested by the visitor, by slot.
        about: the position of each analysis that has one.
        held: the tree that the visitor looks at, also after its search has ended.
        cut_review: called with deleted positions, whose part of the visitor's review is to be removed.
        asked: number of the current message, or of the last one.
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
        """Enters a room; from then on the connection is not dropped in favour of others."""
        self.leave()
        self.room, self.key = room, key
        self._place.becomes(PLAYER, self._places.now())

    def leave(self) -> None:
        """Leaves the room, if in one, and forgets the questions asked there."""
        self.stop()
        if self.room is not None:
            self._place.becomes(VISITOR, self._places.now(), SECONDS_WITHOUT_A_ROOM)
        self.room, self.key, self.known = None, "", 0

    def stays(self) -> None:
        """Records activity of a visitor in no room, so that the connection is not dropped as idle."""
        if self.room is None:
            self._place.becomes(VISITOR, self._places.now(), SECONDS_WITHOUT_A_ROOM)

    def seats(self) -> set[int]:
        """The players that the visitor may play."""
        return self.room.seats.of_key(self.key) if self.room is not None else set()

    def somewhere(self) -> Room:
        """The visitor's room.

        Raises:
            ValueError: the visitor is in no room.
        """
        if self.room is None:
            raise ValueError("open a game first")
        return self.room

    def as_owner(self) -> Room:
        """The visitor's room, if the visitor holds both seats and so may change everything.

        Raises:
            ValueError: the visitor does not hold both seats.
        """
        room = self.somewhere()
        if self.seats() != {0, 1}:
            raise ValueError("only a visitor who has both seats may do that")
        return room

    def as_player(self) -> Room:
        """The visitor's room, if the visitor holds a seat.

        Raises:
            ValueError: the visitor is a spectator.
        """
        room = self.somewhere()
        if not self.seats():
            raise ValueError("you are a spectator of this game")
        return room

    def as_advised(self) -> Room:
        """The visitor's room, if advice is allowed there.

        Raises:
            ValueError: the game is between two visitors.
        """
        room = self.somewhere()
        if room.seats.is_match and not room.is_over:
            raise ValueError("there are no hints and no analysis in a game between two visitors")
        return room

    def report(self, send: Callable[[], None], asked: int | None = None) -> None:
        """Sends the result of a job, or the reason why it failed.

        Args:
            send: sends the result; its errors are reported.
            asked: the page's number of the request.
        """
        try:
            send()
        except ValueError as error:
            self.send({"say": "error", "number": asked, "message": str(error)})
        except KeyboardInterrupt:
            pass  # it was stopped before it had a result
        except Exception as error:
            # An error in a user-written game, or ours: it is reported, and the server continues.
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
        """Ends the questions about deleted positions, and no others."""
        for slot in [slot for slot, node in self.about.items() if node in gone]:
            self.stop(slot)
        if gone and self.cut_review is not None:
            self.cut_review(gone)
