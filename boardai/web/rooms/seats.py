"""The two seats of a game: the players, the keys that give access, and invitations."""

from __future__ import annotations

import secrets

PERSON = "person"


class Seats:
    """Two seats. At first one visitor holds both; once a seat has been given to another person it is a match.

    >>> from boardai.web.rooms.seats import Seats
    >>> seats = Seats()
    >>> key = seats.accept(seats.invite(1), "Bob")
    >>> seats.is_match, seats.of_key(key), seats.names
    (True, {1}, ['', 'Bob'])

    Args:
        who: for player 0 and player 1: `person`, or the key of a level.
        keys: the key that gives access to each seat; by default one new key for both.

    Attributes:
        who: as given.
        keys: as given.
        names: names of the people in the seats; "" if unknown.
        invitations: invitations to the seats, each valid once; "" if there is none.
        rematch_wanted: whether each player wants another game.
        chat_wanted: whether each player has switched the chat on.
        is_open: whether the invitation is for any visitor of the server who looks for a game.
    """

    def __init__(self, who: tuple[str, str] = (PERSON, PERSON), keys: tuple[str, str] | None = None) -> None:
        self.who = list(who)
        self.keys = list(keys) if keys is not None else [secrets.token_urlsafe(12)] * 2
        self.names = ["", ""]
        self.invitations = ["", ""]
        self.rematch_wanted = [False, False]
        self.chat_wanted = [False, False]
        self.is_open = False

    @property
    def is_match(self) -> bool:
        """Whether two visitors hold the seats."""
        return self.keys[0] != self.keys[1]

    def require_free(self, what: str) -> None:
        """Refuses an action that is not allowed in a match.

        Raises:
            ValueError: it is a match.
        """
        if self.is_match:
            raise ValueError(f"in a game between two visitors, it is not possible to {what}")

    def of_key(self, key: str) -> set[int]:
        """The players that a key may play."""
        return {player for player in (0, 1) if key and is_secret(self.keys[player], key)}

    def change(self, who: tuple[str, str]) -> None:
        """Changes the players of the seats.

        Raises:
            ValueError: it is a match.
        """
        self.require_free("change the players")
        self.who = list(who)

    def invite(self, player: int, is_open: bool = False) -> str:
        """Makes a new invitation to a seat.

        Args:
            player: player of the seat.
            is_open: whether any visitor who looks for a game may accept it, and not only one person.

        Raises:
            ValueError: a level has the seat, or the seat has been given away already.
        """
        self.require_free("invite another player")
        if self.who[player] != PERSON:
            raise ValueError("a level has that seat; give it to a person first")
        self.invitations[player] = secrets.token_urlsafe(12)
        self.is_open = is_open
        return self.invitations[player]

    def accept(self, invitation: str, name: str = "") -> str:
        """Accepts an invitation; returns the key of the seat.

        Args:
            invitation: as returned by `invite`.
            name: of the person who takes the seat; "" if unknown.

        Raises:
            ValueError: there is no such invitation, or another person has accepted it.
        """
        for player in (0, 1):
            if self.invitations[player] and is_secret(self.invitations[player], invitation):
                self.invitations, self.is_open = ["", ""], False
                self.keys[player] = secrets.token_urlsafe(12)
                self.names[1 - player] = self.names[1 - player] or self.names[player]
                self.names[player] = name
                return self.keys[player]
        raise ValueError("this link has expired: someone has already joined, or a newer link exists")

    def want_rematch(self, players: set[int]) -> bool:
        """Notes that these players want another game; returns whether both do."""
        for player in players:
            self.rematch_wanted[player] = True
        return all(self.rematch_wanted)

    @property
    def offered(self) -> int | None:
        """The player whose seat any visitor may take; None if there is none."""
        open_to = [player for player in (0, 1) if self.invitations[player] and self.who[player] == PERSON]
        return open_to[-1] if self.is_open and open_to else None

    def exchanged(self) -> Seats:
        """The seats of a rematch with exchanged colours: player 0 becomes player 1, with names and keys."""
        other = Seats((self.who[1], self.who[0]), (self.keys[1], self.keys[0]))
        other.names = self.names[::-1]
        return other


def is_secret(secret: str, given: str) -> bool:
    """Whether a visitor knows the secret, in constant time and for any characters."""
    return secrets.compare_digest(secret.encode("utf-8", "surrogatepass"), given.encode("utf-8", "surrogatepass"))
