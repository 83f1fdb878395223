"""One game being played: the position on the board, the moves, the clocks, and how it ended."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from boardai.clocks import Clock, Ending, TimeControl, fallen_flag
from boardai.drawing import Board
from boardai.game import Game
from boardai.web.messages import LONGEST_COMMENT
from boardai.web.positions import put_together
from boardai.web.rooms.seats import PERSON, Seats
from boardai.web.rooms.tree import GameTree, Node

MOST_SAID = 1_000_000  # characters of all comments of a game
_LISTED = 12  # legal moves that an error names
_TREES = itertools.count(1)


class Room:
    """A game, its two seats and who may take them. It changes only by its methods, which receive the current time.

    At first the visitor who opened the room holds both seats, and everything is allowed: going back, variations, other
    players, advice. Once a seat has been given to another person it is a match: moves only, one after the other.

    Args:
        name: the room's, by which it is found.
        offer: the key of the game among those offered.
        game: the game.
        start: the first position.
        seats: who plays; by default the visitor who opened the room plays both sides.
        control: the time control; None: no clocks.

    Attributes:
        title: of a game that was played before, which one; else "".
        headers: what the file says of the game that it was read from.
        tree_number: of the tree; no other one of this server has it. Positions are known by their numbers within it.
        reworded: the nodes whose annotations differ from those in the journal.
        reordered: what was promoted and deleted that the journal has not written: each node, and whether it went in
            front of all (True), in front of its line (False), or is gone (None).
        is_redescribed: whether headers or date are others than the journal has written.
        date: when the game was begun; "" where its file does not say.
        is_kept: whether it is written down, where rooms are.
    """

    def __init__(
        self,
        name: str,
        offer: str,
        game: Game,
        start: Any,
        seats: Seats | None = None,
        control: TimeControl | None = None,
    ) -> None:
        self.name, self.offer, self.game = name, offer, game
        self.is_kept = True
        self.title = ""
        self.tree = GameTree(game, start)
        self.at = 0
        self.seats = seats if seats is not None else Seats()
        self.clock = Clock(control) if control is not None else None
        self.ending: Ending | None = None
        self.waiting = False
        self.draw_offered_by: int | None = None
        self.takeback_wanted_by: int | None = None
        self.headers: dict[str, Any] = {}
        self.tree_number = next(_TREES)
        self.reworded = set[int]()
        self.reordered = list[tuple[int, bool | None]]()
        self.is_redescribed = False
        self.date = _today()
        self._remember_times(0.0)

    # --- what is the case ---

    @property
    def node(self) -> Node:
        """The position on the board."""
        return self.tree.nodes[self.at]

    @property
    def state(self) -> Any:
        """The same as a state."""
        return self.node.state

    @property
    def is_over(self) -> bool:
        """By the rules, or otherwise."""
        return self.ending is not None or bool(self.state.is_terminal())

    @property
    def player(self) -> int:
        """Who is to move."""
        return int(self.state.current_player())

    @property
    def level_to_move(self) -> str | None:
        """The level that has to move now; None if a person moves, or no player."""
        seat = self.seats.who[self.player]
        return None if self.is_over or self.waiting or seat == PERSON else seat

    @property
    def goes_on(self) -> bool:
        """Whether it is a match that is not over: its clock may run, and its players may return."""
        return self.seats.is_match and not self.is_over

    @property
    def outcome(self) -> int | None:
        """For player 0; None while the game continues."""
        if self.ending is not None:
            return self.ending.outcome
        return int(self.state.outcome(0)) if self.state.is_terminal() else None

    @property
    def reason(self) -> str:
        """Why the game is over, for people; "" while it continues."""
        if self.ending is not None:
            return self.ending.reason
        return self.game.describe_ending(self.state) if self.state.is_terminal() else ""

    # --- moves ---

    def move(self, node: int, action: int, now: float) -> None:
        """Plays an action on the board.

        Args:
            node: the position that it is meant for.
            action: the action.
            now: the present, in seconds.

        Raises:
            ValueError: another position is on the board, the game is over, or the action is not legal.
        """
        self._require_running()
        if node != self.at:
            raise ValueError("the board shows another position now")
        if not self.state.is_legal(action):
            raise ValueError(f"action {action} is not legal here")
        if self.check_flag(now):
            raise ValueError("your time has run out")
        self.at = self.tree.play(self.at, action).number
        self.waiting = False
        self.draw_offered_by = self.takeback_wanted_by = None
        self._press(now)

    def move_named(self, node: int, text: str, now: float) -> None:
        """Plays the action that a text names, as people write it or as the contract does.

        Raises:
            ValueError: as `move`; of a text that names no legal move it says which ones there are.
        """
        self._require_running()
        try:
            action = self.game.parse_action(self.state, text)
        except ValueError as error:
            reason = str(error).replace(f" in position {self.state.to_string()}", " here")
            reason = reason.removeprefix("SAN ").replace("': not legal here", "' is not legal here")
            raise ValueError(f"{reason}. {_legal_words(self.game, self.state, text)}") from None
        self.move(node, action, now)

    def go(self, node: int, now: float) -> None:
        """Puts another position of the tree on the board; levels wait there until a person moves or starts them.

        Raises:
            ValueError: there is no such position, or it is a match.
        """
        self.seats.require_free("go back")
        self.at = self.tree.node(node).number
        self.ending, self.draw_offered_by = None, None
        self.waiting = True
        if self.clock is not None:
            # Positions of a file have no times: there both players have all theirs.
            self.clock.set_times(self.node.times or Clock(self.clock.control).times(now))

    def play_line(self, node: int, actions: Sequence[int], now: float) -> None:
        """Plays moves from a position of the tree on, and puts the last one on the board; as `go`, levels wait there.

        Raises:
            ValueError: there is no such position, a move is not legal, or it is a match.
        """
        self.seats.require_free("play a variation")
        state = self.tree.node(node).state.clone()
        for action in actions:  # all of them first, so that what is refused changes nothing
            if state.is_terminal() or not state.is_legal(action):
                raise ValueError(f"action {action} is not legal there")
            state.apply(action)
        self.tree.require_room(node, actions)
        self.go(self.tree.play_all(node, actions).number, now)

    def resume(self, now: float) -> None:
        """Lets a level move that waits."""
        self._require_running()
        self.waiting = False
        self._run_clock(now)

    def pause(self, now: float) -> None:
        """Stops both clocks until go_on()."""
        if self.clock is not None:
            self.clock.stop(now)

    def go_on(self, now: float) -> None:
        """After a pause the time of the player to move runs again."""
        if self.clock is not None and self.clock.running is None:
            self._run_clock(now)

    # --- ends ---

    def resign(self, player: int, now: float) -> None:
        """A player gives up."""
        self._require_running()
        self._end(Ending.by_loss(player, "resignation"), now)

    def draw(self, players: set[int], now: float) -> None:
        """A draw is offered or accepted; a visitor with both seats agrees to it alone.

        Raises:
            ValueError: the opponent is a level, which agrees to none.
        """
        self._require_running()
        if self.seats.who != [PERSON, PERSON]:
            raise ValueError("only two people can agree to a draw")
        if players == {0, 1} or (self.draw_offered_by is not None and self.draw_offered_by not in players):
            self._end(Ending(0, "agreement"), now)
        else:
            self.draw_offered_by = next(iter(players))

    def take_back(self, players: set[int], now: float) -> None:
        """A player of a match asks to take the last own move back, or the opponent agrees to it.

        Args:
            players: whom the visitor plays.
            now: the present, in seconds.

        Raises:
            ValueError: the game is over, it is no match, or that player has not moved.
        """
        self._require_running()
        if not self.seats.is_match:
            raise ValueError("you hold both seats: Undo needs no consent")
        asker = self.takeback_wanted_by
        agrees = asker is not None and asker not in players
        mover = asker if agrees and asker is not None else next(iter(players))
        node: int | None = self.at
        while node is not None and (
            self.tree.nodes[node].parent is None or int(self._before(node).state.current_player()) != mover
        ):
            node = self.tree.nodes[node].parent
        if node is None:
            raise ValueError("there is no move of yours to take back")
        if not agrees:
            self.takeback_wanted_by = mover
            return
        self.at = self._before(node).number
        self.takeback_wanted_by = self.draw_offered_by = None
        if self.clock is not None:
            self.clock.set_times(self.node.times or Clock(self.clock.control).times(now))
            self._run_clock(now)

    def _before(self, node: int) -> Node:
        parent = self.tree.nodes[node].parent
        assert parent is not None
        return self.tree.nodes[parent]

    def claim(self, now: float) -> None:
        """The player to move claims a draw, by the rules.

        Raises:
            ValueError: the rules give none here.
        """
        self._require_running()
        reason = self.game.describe_claim(self.state)
        if not reason:
            raise ValueError("no draw can be claimed here")
        self._end(Ending(0, f"claimed: {reason}"), now)

    def check_flag(self, now: float) -> bool:
        """Ends the game if a player's time is over; returns whether it did."""
        flagged = self.clock.flagged(now) if self.clock is not None and not self.is_over else None
        if flagged is None:
            return False
        self._end(fallen_flag(self.state, flagged), now)
        return True

    def _end(self, ending: Ending, now: float) -> None:
        self.ending = self.node.ending = ending
        self.draw_offered_by = self.takeback_wanted_by = None
        if self.clock is not None:
            self.clock.stop(now)

    # --- annotations ---

    def annotate(self, node: int, comment: str, glyphs: Sequence[int], known: str | None = None) -> Node:
        """Sets the comment on a position and the glyphs of the move that led there; replaces existing ones.

        Args:
            node: the position's.
            comment: the text.
            glyphs: of the move, by PGN's numbers.
            known: the comment that this one was written in the place of. Where another one stands there by now, that
                one stays as well, above this one. None: whatever stands there goes.

        Raises:
            ValueError: there is no such position, the comments of the game are too long together, or it is a match.
        """
        self.seats.require_free("write comments")
        found = self.tree.node(node)
        if known is not None and found.comment not in ("", known, comment):
            comment = f"{found.comment}\n{comment}".rstrip()
            if len(comment) > LONGEST_COMMENT:
                raise ValueError("another page has changed the comment meanwhile; both together are too long")
        if self.tree.characters_said() - len(found.comment) + len(comment) > MOST_SAID:
            raise ValueError(f"the comments of a game have at most {MOST_SAID:,} characters together")
        if node == 0 and glyphs:
            raise ValueError("the start position has no move before it")
        found.comment, found.glyphs = comment, tuple(glyphs)
        self.reworded.add(node)
        return found

    def describe(self, names: Sequence[str], date: str, headers: Mapping[str, str]) -> None:
        """Says who plays, when and where.

        Args:
            names: of the players.
            date: when the game was played.
            headers: those that change; "" takes one away.

        Raises:
            ValueError: it is a match.
        """
        self.seats.require_free("change the comments and headers")
        self.seats.names, self.date, self.is_redescribed = list(names), date, True
        for name, text in headers.items():
            if text:
                self.headers[name] = text
            else:
                self.headers.pop(name, None)

    # --- the order of lines ---

    def promote(self, node: int, to_main: bool) -> dict[int, list[int]]:
        """A variation goes in front of the line that it parts from, or becomes the main line; as `GameTree.promote`.

        Raises:
            ValueError: there is no such position, it is in the main line, or it is a match.
        """
        self.seats.require_free("change the order of variations")
        orders = self.tree.promote(node, to_main)
        self.reordered.append((node, to_main))
        return orders

    def delete(self, node: int, now: float) -> set[int]:
        """A move is taken out with all that comes after it; the position before it is on the board then.

        Returns:
            The numbers of the positions that are gone.

        Raises:
            ValueError: there is no such position, it is the first, or it is a match.
        """
        self.seats.require_free("delete moves")
        parent = self.tree.node(node).parent
        gone = self.tree.delete(node)
        self.reordered.append((node, None))
        self.reworded -= gone
        if self.at in gone and parent is not None:
            self.go(parent, now)
        return gone

    # --- another beginning ---

    def accept(self, invitation: str, name: str = "") -> str:
        """Takes an invitation up (`Seats.accept`): the key of the seat. The match continues where its line ends."""
        key = self.seats.accept(invitation, name)
        self.at = self.tree.line_through(self.at)[-1].number
        return key

    def edit(self, rows: Sequence[str], player: int) -> None:
        """Begins again with a position from the editor.

        Raises:
            ValueError: there is no such position on this board, or it is a match.
        """
        self.seats.require_free("put pieces on the board")
        board = Board.of(self.tree.nodes[0].state, with_actions=False)
        if (len(rows), len(rows[0])) != (len(board.rows), board.width):
            raise ValueError(f"the board has {len(board.rows)} rows of {board.width} cells")
        with put_together():
            tree = GameTree(self.game, self.game.from_cells(rows, player))
        self.headers, self.date = {}, _today()
        self.begin(tree, 0, None)

    def begin(self, tree: GameTree, at: int, ending: Ending | None) -> None:
        """Another tree in the place of the one that was there."""
        self.tree, self.at, self.ending = tree, at, ending
        self.tree_number = next(_TREES)
        self.waiting, self.draw_offered_by = True, None
        self.reworded.clear()
        self.reordered.clear()
        if self.clock is not None:
            self.clock = Clock(self.clock.control)
        self._remember_times(0.0)

    # --- the clock ---

    def _press(self, now: float) -> None:
        """After a move: the other player's time runs, from the second move on too."""
        if self.clock is None:
            return
        if self.clock.running is not None:
            self.clock.press(now)
        self._remember_times(now)
        self._run_clock(now)

    def _run_clock(self, now: float) -> None:
        if self.clock is None:
            return
        if self.state.is_terminal():
            self.clock.stop(now)
        elif self.at != 0:
            self.clock.start(self.player, now)

    def _remember_times(self, now: float) -> None:
        if self.clock is not None:
            self.node.times = self.clock.times(now)

    def _require_running(self) -> None:
        if self.is_over:
            raise ValueError("the game is over")


def _legal_words(game: Game, state: Any, text: str) -> str:
    """Which moves are legal, for people; those that begin as the text does first."""
    moves = [game.format_action(state, action) for action in state.legal_actions()]
    moves.sort(key=lambda move: move[:1].casefold() != text.strip()[:1].casefold())  # stable: else in their order
    shown, rest = moves[:_LISTED], len(moves) - _LISTED
    more = f" and {rest} others" if rest > 1 else f", {moves[-1]}" if rest == 1 else ""
    return f"Legal moves: {', '.join(shown)}{more}"


def _today() -> str:
    return datetime.date.today().isoformat()
