"""Messages: starting a game, entering, taking a seat, leaving."""

from __future__ import annotations

import secrets
from typing import Any

from boardai.basics.quoting import shortened
from boardai.clocks import TimeControl
from boardai.game import Game
from boardai.records.position_lines import read_position_line
from boardai.web.lobby.hall import Hall
from boardai.web.messages import LONGEST_NAME
from boardai.web.offers import Offers
from boardai.web.positions import put_together
from boardai.web.rooms.room import Room
from boardai.web.rooms.seats import PERSON, Seats
from boardai.web.rooms.view import look
from boardai.web.visitor import Visitor

_MOST_OPEN = 50  # games in the list for visitors who look for a game


class Games:
    """Handlers of these messages; each is the method of the message's name.

    Args:
        hall: rooms with their visitors.
        offers: choices for visitors.
        visitor_name: name of visitors who have given none.
    """

    def __init__(self, hall: Hall, offers: Offers, visitor_name: str) -> None:
        self._hall, self._offers, self._visitor_name = hall, offers, visitor_name

    def new(
        self,
        visitor: Visitor,
        game: str,
        parameters: dict[str, Any] | None,
        seats: tuple[str, str],
        clock: TimeControl | None,
        position: str | None,
        name: str | None,
    ) -> None:
        """Starts a game."""
        chosen = self._offers.game(game, parameters)
        self._check_seats(chosen, seats)
        start = read_position_line(position, chosen).start if position and position.strip() else chosen.initial_state()
        room = Room(secrets.token_urlsafe(9), game, chosen, start, Seats(seats), clock)
        if PERSON in seats:
            room.seats.names[seats.index(PERSON)] = self._visitor_name if name is None else name
        self._hall.rooms.add(room, parameters or {}, visitor.owner)
        self._hall.enter(visitor, room, room.seats.keys[0])

    def draw_board(
        self,
        visitor: Visitor,
        game: str,
        cells: list[str],
        player: int,
        seats: tuple[str, str],
        clock: TimeControl | None,
        name: str | None,
    ) -> None:
        """Starts a game on a board drawn by the visitor."""
        with put_together():
            parameters = self._offers.game(game).board_parameters(cells, player)
            self.new(visitor, game, parameters, seats, clock, None, name)

    def board_file(self, visitor: Visitor, game: str, cells: list[str], player: int) -> None:
        """Sends a drawn board as a file."""
        with put_together():
            parameters = self._offers.game(game).board_parameters(cells, player)
            self._offers.game(game, parameters)  # refuses a board that cannot be played before it is stored
        (text,) = parameters.values()
        visitor.send({"say": "file", "name": "board.txt", "text": text})

    def open(self, visitor: Visitor, room: str, key: str | None, invitation: str | None, name: str | None) -> None:
        """Enters with a key or an invitation, or as a spectator."""
        found = self._hall.rooms.find(room, visitor.owner)
        if invitation:
            key = found.accept(invitation, name or "")
            self._hall.enter(visitor, found, key)
            self._hall.changed(found)
        else:
            self._hall.enter(visitor, found, key or "")

    def seats(self, visitor: Visitor, seats: tuple[str, str]) -> None:
        """Changes the players of the seats."""
        room = visitor.as_owner()
        self._check_seats(room.game, seats)
        room.seats.change(seats)
        self._hall.changed(room)

    def open_games(self, visitor: Visitor) -> None:
        """The games in which a visitor waits for any opponent."""
        found = {}
        for one in self._hall.company.visitors:
            room = one.room
            if room is None or one is visitor or room.seats.offered is None or not one.seats():
                continue
            player = room.seats.offered
            found[room.name] = {
                "room": room.name,
                "title": look(room)["title"],
                "player": room.game.player_names[player],
                "name": shortened(room.seats.names[1 - player] or room.seats.names[player], LONGEST_NAME),
                "clock": str(room.clock.control) if room.clock is not None else "",
                "moves": len(room.tree.line_to(room.at)) - 1,
                "invitation": room.seats.invitations[player],
            }
        visitor.send({"say": "open_games", "games": list(found.values())[:_MOST_OPEN]})

    def invite(self, visitor: Visitor, player: int, to_all: bool | None = None) -> None:
        """Offers a seat to another person, or to any visitor who looks for a game."""
        room = visitor.as_owner()
        invitation = room.seats.invite(player, bool(to_all))
        if to_all:
            self._hall.changed(room)
            return
        message = {"room": room.name, "player": player, "invitation": invitation, "token": visitor.guest_token}
        visitor.send({"say": "invitation", **message})
        self._hall.changed(room)

    def rematch(self, visitor: Visitor) -> None:
        """Starts another game with changed colours, once both players want it."""
        room = visitor.as_player()
        if not room.is_over:
            raise ValueError("the game is not over yet")
        if not room.seats.want_rematch(visitor.seats()):
            self._hall.changed(room)
            return
        start = room.tree.nodes[0].state
        control = room.clock.control if room.clock is not None else None
        again = Room(secrets.token_urlsafe(9), room.offer, room.game, start, room.seats.exchanged(), control)
        again.is_kept = room.is_kept  # the parameters of a replayed game were not chosen by a visitor
        origin = self._hall.rooms.origin(room)
        self._hall.rooms.add(again, origin.parameters, origin.owner)
        for visitor in self._hall.company.of(room):
            self._hall.enter(visitor, again, visitor.key)

    def _check_seats(self, game: Game, seats: tuple[str, str]) -> None:
        for seat in seats:
            if seat != PERSON:
                self._offers.level(game, seat)
