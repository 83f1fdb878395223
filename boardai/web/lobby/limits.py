"""Which rooms stay in a server's memory: a flood of rooms displaces its own first, and never a match in progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from boardai.web.rooms.room import Room
from boardai.web.thinking.shares import Owner

MOST_ROOMS = 500  # in memory
MOST_MATCHES = 100  # unfinished matches of one address; they are never deleted


def first_to_go(rooms: Iterable[Room], owners: Mapping[str, Owner], occupied: Collection[str]) -> str | None:
    """The room to delete first: the oldest of the owner with the most rooms; None if all must stay.

    Args:
        rooms: the rooms in memory, the oldest first.
        owners: the owner of each room, by its name. Owners at one address are counted together, then each visitor.
        occupied: names of rooms with visitors.
    """
    idle = [room.name for room in rooms if room.name not in occupied and not room.goes_on]
    if not idle:
        return None
    addresses, visitors = Counter(address for address, _ in owners.values()), Counter(owners.values())
    # Of several owners with equally many rooms the first in order, so the one with the oldest room.
    return max(idle, key=lambda name: (addresses[owners[name][0]], visitors[owners[name]]))


def check_matches(rooms: Iterable[Room], owners: Mapping[str, Owner], address: str) -> None:
    """Refuses another room to an address that has too many matches.

    Raises:
        ValueError: it has too many.
    """
    held = sum(owners[room.name][0] == address and room.goes_on for room in rooms)
    if held >= MOST_MATCHES:
        raise ValueError(f"{held} matches of your address are unfinished; finish one of them first")
