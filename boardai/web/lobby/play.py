"""Messages: moves, endings, looking back."""

from __future__ import annotations

from boardai.basics.quoting import quoted
from boardai.web.lobby.hall import Hall
from boardai.web.rooms.files import editable_headers
from boardai.web.rooms.room import Room
from boardai.web.rooms.seats import PERSON
from boardai.web.rooms.view import about, position, words
from boardai.web.visitor import Visitor


class Play:
    """Handlers of these messages; each is the method of the message's name.

    Args:
        hall: rooms with their visitors.
    """

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def move(self, visitor: Visitor, node: int, action: int | None, text: str | None) -> None:
        """Plays a person's move."""
        room = visitor.as_player()
        if not room.is_over and not _may_act_for(visitor, room, room.player):
            raise ValueError("it is not your turn")
        was_over = room.is_over
        try:
            if action is not None:
                room.move(node, action, self._hall.company.present())
            elif text is not None:
                room.move_named(node, text, self._hall.company.present())
            else:
                raise ValueError("message move: an action or a text is missing")
        except ValueError:
            if room.is_over and not was_over:  # the player's flag fell before the clock was checked
                self._hall.changed(room)
            raise
        self._hall.changed(room)

    def go(self, visitor: Visitor, node: int) -> None:
        """Shows another position on the board."""
        room = visitor.as_owner()
        room.go(node, self._hall.company.present())
        self._hall.changed(room)

    def look(self, visitor: Visitor, node: int) -> None:
        """Shows another position to this visitor only."""
        visitor.send({"say": "position", "position": position(visitor.somewhere(), node)})

    def resume(self, visitor: Visitor) -> None:
        """Lets a waiting level move."""
        room = visitor.as_owner()
        room.resume(self._hall.company.present())
        self._hall.changed(room)

    def annotate(self, visitor: Visitor, node: int, comment: str, glyphs: list[int], known: str | None) -> None:
        """Sets the comment and glyphs of a position and its move."""
        room = visitor.as_owner()
        found = room.annotate(node, comment, glyphs, known)
        self._hall.rooms.note(room)
        for one in self._hall.company.of(room):
            one.send({"say": "words", "node": node, **words(found)})

    def promote(self, visitor: Visitor, node: int, to_main: bool) -> None:
        """Promotes a variation."""
        room = visitor.as_owner()
        self._hall.changed(room, orders=room.promote(node, to_main))

    def delete(self, visitor: Visitor, node: int) -> None:
        """Deletes a move and everything after it."""
        room = visitor.as_owner()
        self._hall.changed(room, gone=room.delete(node, self._hall.company.present()))

    def line(self, visitor: Visitor, node: int, actions: list[int]) -> None:
        """Plays moves from a position as a variation, and shows the last one."""
        room = visitor.as_owner()
        room.play_line(node, actions, self._hall.company.present())
        self._hall.changed(room)

    def describe(self, visitor: Visitor, names: tuple[str, str], date: str, headers: dict[str, str]) -> None:
        """Sets names, date and headers of the game."""
        room = visitor.as_owner()
        known = editable_headers(room.game)
        if unknown := [name for name in headers if name not in known]:
            raise ValueError(f"header {quoted(unknown[0])} cannot be set here; available: {', '.join(known) or 'none'}")
        room.describe(names, date, headers)
        self._hall.rooms.note(room)
        for one in self._hall.company.of(room):
            one.send({"say": "about", "names": list(names), "about": about(room)})

    def edit(self, visitor: Visitor, cells: list[str], player: int) -> None:
        """Starts the game again with a position from the editor."""
        room = visitor.as_owner()
        room.edit(cells, player)
        self._hall.begun_anew(room)

    def resign(self, visitor: Visitor, player: int) -> None:
        """Resigns."""
        room = visitor.as_player()
        if not _may_act_for(visitor, room, player):
            raise ValueError("you can only resign for yourself")
        room.resign(player, self._hall.company.present())
        self._hall.changed(room)

    def draw(self, visitor: Visitor) -> None:
        """Offers or accepts a draw."""
        room = visitor.as_player()
        room.draw(visitor.seats(), self._hall.company.present())
        self._hall.changed(room)

    def take_back(self, visitor: Visitor) -> None:
        """Requests a takeback, or agrees to it."""
        room = visitor.as_player()
        room.take_back(visitor.seats(), self._hall.company.present())
        self._hall.changed(room)

    def chat(self, visitor: Visitor, wanted: bool | None, text: str | None) -> None:
        """Switches the chat on or off, or sends a message to the players; it is not stored."""
        room = visitor.as_player()
        if not room.seats.is_match:
            raise ValueError("there is no other player to write to: both seats are yours")
        if wanted is not None:
            for player in visitor.seats():
                room.seats.chat_wanted[player] = wanted
            self._hall.changed(room)
        if text is None:
            return
        if not all(room.seats.chat_wanted):
            raise ValueError("you can write once both players have switched the chat on")
        if not text.isprintable():
            raise ValueError(f"message chat: text: expected visible characters, got {quoted(text)}")
        for one in self._hall.company.of(room):
            if one.seats():
                one.send({"say": "chat", "player": min(visitor.seats()), "text": text})

    def claim(self, visitor: Visitor) -> None:
        """Claims a draw by the rules."""
        room = visitor.as_player()
        if not _may_act_for(visitor, room, room.player):
            raise ValueError("only the player to move may claim a draw")
        room.claim(self._hall.company.present())
        self._hall.changed(room)


def _may_act_for(visitor: Visitor, room: Room, player: int) -> bool:
    """Whether the visitor is that player, and not a level."""
    return player in visitor.seats() and room.seats.who[player] == PERSON
