"""A game in progress: the position on the board, moves, clocks and ending."""

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
_LISTED = 12  # legal moves that an error lists
_TREES = itertools.count(1)


class Room:
    """A game and its two seats. It changes only through its methods, which receive the current time.

    At first the visitor who opened the room holds both seats and may do everything: go back, play variations, change
    the players, get advice. Once another person has a seat it is a match, in which only moves are allowed.

    Args:
        name: name of the room.
        offer: key of the game among the offered ones.
        game: the game.
        start: the start position.
        seats: the players; by default the visitor who opened the room plays both sides.
        control: the time control; None: no clocks.

    Attributes:
        title: title of a recorded game; "" for others.
        headers: headers of the file that the game was read from.
        tree_number: number of the tree, unique on this server. Positions have numbers within it.
        reworded: nodes whose annotations have changed since the last line of the journal.
        reordered: promotions and deletions since then: each node, and whether it was moved to the front of all (True),
            to the front of its own line (False), or deleted (None).
        is_redescribed: whether headers or date have changed since then.
        date: date of the game; "" if its file has none.
        is_kept: whether the room is stored, if rooms are.
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

    # --- the present state ---

    @property
    def node(self) -> Node:
        """The position on the board."""
        return self.tree.nodes[self.at]

    @property
    def state(self) -> Any:
        """The position on the board as a state."""
        return self.node.state

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or otherwise."""
        return self.ending is not None or bool(self.state.is_terminal())

    @property
    def player(self) -> int:
        """The player to move."""
        return int(self.state.current_player())

    @property
    def level_to_move(self) -> str | None:
        """The level to move; None if a person is to move, or the game is over."""
        seat = self.seats.who[self.player]
        return None if self.is_over or self.waiting or seat == PERSON else seat

    @property
    def goes_on(self) -> bool:
        """Whether it is an unfinished match: its clock may run, and its players may return."""
        return self.seats.is_match and not self.is_over

    @property
    def outcome(self) -> int | None:
        """The outcome for player 0; None while the game continues."""
        if self.ending is not None:
            return self.ending.outcome
        return int(self.state.outcome(0)) if self.state.is_terminal() else None

    @property
    def reason(self) -> str:
        """The reason why the game is over, for people; "" while it continues."""
        if self.ending is not None:
            return self.ending.reason
        return self.game.describe_ending(self.state) if self.state.is_terminal() else ""

    # --- moves ---

    def move(self, node: int, action: int, now: float) -> None:
        """Plays an action on the board.

        Args:
            node: number of the position that the move belongs to.
            action: the action.
            now: the current time, in seconds.

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
        """Plays the move named by a text, in the game's notation or in that of the contract.

        Raises:
            ValueError: as `move`; if no legal move has this name, the message lists legal moves.
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
        """Shows another position of the tree; levels wait there until a person moves or starts them.

        Raises:
            ValueError: there is no such position, or it is a match.
        """
        self.seats.require_free("go back")
        self.at = self.tree.node(node).number
        self.ending, self.draw_offered_by = None, None
        self.waiting = True
        if self.clock is not None:
            # Positions of a file have no times: both players then have their full time.
            self.clock.set_times(self.node.times or Clock(self.clock.control).times(now))

    def play_line(self, node: int, actions: Sequence[int], now: float) -> None:
        """Plays moves from a position, and shows the last one; levels wait, as in `go`.

        Raises:
            ValueError: there is no such position, a move is not legal, or it is a match.
        """
        self.seats.require_free("play a variation")
        state = self.tree.node(node).state.clone()
        for action in actions:  # all moves first, so that a refused line changes nothing
            if state.is_terminal() or not state.is_legal(action):
                raise ValueError(f"action {action} is not legal there")
            state.apply(action)
        self.tree.require_room(node, actions)
        self.go(self.tree.play_all(node, actions).number, now)

    def resume(self, now: float) -> None:
        """Lets a waiting level move."""
        self._require_running()
        self.waiting = False
        self._run_clock(now)

    def pause(self, now: float) -> None:
        """Stops both clocks until go_on()."""
        if self.clock is not None:
            self.clock.stop(now)

    def go_on(self, now: float) -> None:
        """Restarts the clock of the player to move after a pause."""
        if self.clock is not None and self.clock.running is None:
            self._run_clock(now)

    # --- endings ---

    def resign(self, player: int, now: float) -> None:
        """Resigns for a player."""
        self._require_running()
        self._end(Ending.by_loss(player, "resignation"), now)

    def draw(self, players: set[int], now: float) -> None:
        """Offers a draw, or accepts it; a visitor with both seats agrees to it alone.

        Raises:
            ValueError: the opponent is a level, which accepts no draws.
        """
        self._require_running()
        if self.seats.who != [PERSON, PERSON]:
            raise ValueError("only two people can agree to a draw")
        if players == {0, 1} or (self.draw_offered_by is not None and self.draw_offered_by not in players):
            self._end(Ending(0, "agreement"), now)
        else:
            self.draw_offered_by = next(iter(players))

    def take_back(self, players: set[int], now: float) -> None:
        """In a match, requests to take back the player's last move, or agrees to the opponent's request.

        Args:
            players: the players of the visitor.
            now: the current time, in seconds.

        Raises:
            ValueError: the game is over, it is not a match, or that player has not moved.
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
        """Claims a draw by the rules, for the player to move.

        Raises:
            ValueError: the rules allow no claim here.
        """
        self._require_running()
        reason = self.game.describe_claim(self.state)
        if not reason:
            raise ValueError("no draw can be claimed here")
        self._end(Ending(0, f"claimed: {reason}"), now)

    def check_flag(self, now: float) -> bool:
        """Ends the game if a flag has fallen; returns whether it did."""
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
            node: number of the position.
            comment: the text.
            glyphs: numbers of PGN's glyphs for the move.
            known: the comment that this one replaces. If the comment has changed since, the present one
                is kept above the new one. None: replace any comment.

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
        """Sets the players' names, date and headers.

        Args:
            names: names of the players.
            date: date of the game.
            headers: the changed ones; "" removes one.

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
        """Promotes a variation above the line it branches from, or to the main line; as `GameTree.promote`.

        Raises:
            ValueError: there is no such position, it is in the main line, or it is a match.
        """
        self.seats.require_free("change the order of variations")
        orders = self.tree.promote(node, to_main)
        self.reordered.append((node, to_main))
        return orders

    def delete(self, node: int, now: float) -> set[int]:
        """Deletes a move and everything after it; then shows the position before it.

        Returns:
            The numbers of the deleted positions.

        Raises:
            ValueError: there is no such position, it is the start, or it is a match.
        """
        self.seats.require_free("delete moves")
        parent = self.tree.node(node).parent
        gone = self.tree.delete(node)
        self.reordered.append((node, None))
        self.reworded -= gone
        if self.at in gone and parent is not None:
            self.go(parent, now)
        return gone

    # --- a new start ---

    def accept(self, invitation: str, name: str = "") -> str:
        """Accepts an invitation (`Seats.accept`); returns the seat's key. The match continues at its line's end."""
        key = self.seats.accept(invitation, name)
        self.at = self.tree.line_through(self.at)[-1].number
        return key

    def edit(self, rows: Sequence[str], player: int) -> None:
        """Starts again with a position from the editor.

        Raises:
            ValueError: the position is impossible on this board, or it is a match.
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
        """Replaces the tree by another one."""
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
        """Switches the clocks after a move; they run from the second move on."""
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
    """The legal moves as text; those that begin like the given text come first."""
    moves = [game.format_action(state, action) for action in state.legal_actions()]
    moves.sort(key=lambda move: move[:1].casefold() != text.strip()[:1].casefold())  # stable: otherwise in their order
    shown, rest = moves[:_LISTED], len(moves) - _LISTED
    more = f" and {rest} others" if rest > 1 else f", {moves[-1]}" if rest == 1 else ""
    return f"Legal moves: {', '.join(shown)}{more}"


def _today() -> str:
    return datetime.date.today().isoformat()
