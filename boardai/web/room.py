"""One game being played: who sits where, the position on the board, the clocks, and how it ended."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from boardai.basics.quoting import shortened
from boardai.clocks import Clock, Ending, Time, TimeControl, fallen_flag
from boardai.drawing import Board, Look
from boardai.game import Game
from boardai.records import RecordedGame
from boardai.records.formats import formats
from boardai.web.loaded import Loaded
from boardai.web.offers import title_of
from boardai.web.runs import Replay
from boardai.web.tree import GameTree, Node

PERSON = "person"
_TOLD = "the file"  # why a game is over of which a file tells the result alone
_KEPT_LOOKS = 64
_TERMINATION = "termination"  # among the headers, what is said of a game's end without a result


class Room:
    """A game, its two seats and who may sit there. It changes only by its methods; the present is told to it.

    At first whoever opened the room holds both seats, and everything is allowed: going back, variations, other players,
    advice. Once a seat was given to somebody else it is a match: moves only, one after the other.

    Args:
        name: the room's, by which it is found.
        offer: the key of the game among those offered.
        game: the game.
        start: the first position.
        seats: who plays player 0 and player 1: `person`, or the key of a level.
        control: the time control; None: no clocks.
        keys: what tells that somebody may sit at a seat; by default one new key for both.

    Attributes:
        title: the game and its parameters, for people; of a game that was played before, which one.
        names: of the people at the seats; "" where nobody has told it.
        headers: what the file says of the game that it was read from.
        date: when the game was begun; "" where its file does not say.
        is_kept: whether it is written down, where rooms are.
    """

    def __init__(
        self,
        name: str,
        offer: str,
        game: Game,
        start: Any,
        seats: tuple[str, str] = (PERSON, PERSON),
        control: TimeControl | None = None,
        keys: tuple[str, str] | None = None,
    ) -> None:
        self.name, self.offer, self.game = name, offer, game
        self.is_kept = True
        self.title = _title(game)
        self.tree = GameTree(game, start)
        self.at = 0
        self.seats = list(seats)
        self.clock = Clock(control) if control is not None else None
        self.ending: Ending | None = None
        self.waiting = False
        self.draw_offered_by: int | None = None
        self.invitations = ["", ""]
        self.rematch_wanted = [False, False]
        self.names = ["", ""]
        self.headers: dict[str, Any] = {}
        self.date = _today()
        self.keys = list(keys) if keys is not None else [secrets.token_urlsafe(12)] * 2
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
    def is_match(self) -> bool:
        """Whether two visitors hold the seats."""
        return self.keys[0] != self.keys[1]

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
        """The level that has to move now; None where a person moves or nobody."""
        seat = self.seats[self.player]
        return None if self.is_over or self.waiting or seat == PERSON else seat

    @property
    def outcome(self) -> int | None:
        """For player 0; None while the game goes on."""
        if self.ending is not None:
            return self.ending.outcome
        return int(self.state.outcome(0)) if self.state.is_terminal() else None

    @property
    def reason(self) -> str:
        """Why the game is over, for people; "" while it goes on."""
        if self.ending is not None:
            return self.ending.reason
        return self.game.describe_ending(self.state) if self.state.is_terminal() else ""

    def seats_of(self, key: str) -> set[int]:
        """The players that a key may play."""
        return {player for player in (0, 1) if key and is_secret(self.keys[player], key)}

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
            raise ValueError("another position is on the board by now")
        if not self.state.is_legal(action):
            raise ValueError(f"action {action} is not legal here")
        if self.check_flag(now):
            raise ValueError("the time is over")
        self.at = self.tree.play(self.at, action).number
        self.waiting = False
        self.draw_offered_by = None
        self._press(now)

    def move_named(self, node: int, text: str, now: float) -> None:
        """Plays the action that a text names, as people write it or as the contract does."""
        self._require_running()
        self.move(node, self.game.parse_action(self.state, text), now)

    def go(self, node: int, now: float) -> None:
        """Puts another position of the tree on the board; levels wait there until somebody moves or says so.

        Raises:
            ValueError: there is no such position, or it is a match.
        """
        self._require_free("go back")
        self.at = self.tree.node(node).number
        self.ending, self.draw_offered_by = None, None
        self.waiting = True
        if self.clock is not None:
            # Positions of a file have no times: there both players have all theirs.
            self.clock.set_times(self.node.times or Clock(self.clock.control).times(now))

    def resume(self, now: float) -> None:
        """Lets a level move that waits."""
        self._require_running()
        self.waiting = False
        self._run_clock(now)

    def pause(self, now: float) -> None:
        """Nobody's time runs, until go_on()."""
        if self.clock is not None:
            self.clock.stop(now)

    def go_on(self, now: float) -> None:
        """After a pause the time of the player to move runs again."""
        if self.clock is not None and self.clock.running is None:
            self._run_clock(now)

    def set_seats(self, seats: tuple[str, str]) -> None:
        """Others sit down.

        Raises:
            ValueError: it is a match.
        """
        self._require_free("change the players")
        self.seats = list(seats)

    # --- ends ---

    def resign(self, player: int, now: float) -> None:
        """A player gives up."""
        self._require_running()
        self._end(Ending.by_loss(player, "resignation"), now)

    def draw(self, players: set[int], now: float) -> None:
        """A draw is offered, or accepted; whoever holds both seats agrees with himself.

        Raises:
            ValueError: the opponent is a level, which agrees to none.
        """
        self._require_running()
        if self.seats != [PERSON, PERSON]:
            raise ValueError("a draw is agreed between two people")
        if players == {0, 1} or (self.draw_offered_by is not None and self.draw_offered_by not in players):
            self._end(Ending(0, "agreement"), now)
        else:
            self.draw_offered_by = next(iter(players))

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
        """Ends the game where somebody's time is over; says whether it did."""
        flagged = self.clock.flagged(now) if self.clock is not None and not self.is_over else None
        if flagged is None:
            return False
        self._end(fallen_flag(self.state, flagged), now)
        return True

    def _end(self, ending: Ending, now: float) -> None:
        self.ending = self.node.ending = ending
        self.draw_offered_by = None
        if self.clock is not None:
            self.clock.stop(now)

    # --- seats of others ---

    def invite(self, player: int) -> str:
        """A new invitation to a seat, which can be taken up once.

        Raises:
            ValueError: a level sits there, or the seat is given away already.
        """
        self._require_free("invite somebody")
        if self.seats[player] != PERSON:
            raise ValueError("that seat is a level's; make it a person's first")
        self.invitations[player] = secrets.token_urlsafe(12)
        return self.invitations[player]

    def accept(self, invitation: str, name: str = "") -> str:
        """Takes an invitation up: the key of the seat.

        Args:
            invitation: as `invite` gave it.
            name: of whoever sits down; "" where nobody tells it.

        Raises:
            ValueError: there is no such invitation, or somebody else has taken it up.
        """
        for player in (0, 1):
            if self.invitations[player] and is_secret(self.invitations[player], invitation):
                self.invitations = ["", ""]
                self.keys[player] = secrets.token_urlsafe(12)
                self.names[1 - player] = self.names[1 - player] or self.names[player]
                self.names[player] = name
                self.at = self.tree.line_through(self.at)[-1].number
                return self.keys[player]
        raise ValueError("this invitation is not valid any more: somebody has taken it up, or there is a newer one")

    def want_rematch(self, players: set[int]) -> bool:
        """Says that these players want another game; whether both do.

        Raises:
            ValueError: the game goes on.
        """
        if not self.is_over:
            raise ValueError("the game is not over yet")
        for player in players:
            self.rematch_wanted[player] = True
        return all(self.rematch_wanted)

    # --- files ---

    def put(self, loaded: Loaded, names: Mapping[str, str] | None = None) -> None:
        """Puts a game of a file on the board, in the place of everything, and the people whom it names at the seats.

        Args:
            loaded: what was read.
            names: of the levels in files, by their keys: a level that the file names stays where it sits.

        Raises:
            ValueError: it is a match.
        """
        self._require_free("load a game")
        one, tree = loaded.game, loaded.tree
        self._take_over(one, tree)
        for player, name in enumerate(one.players):
            if name and (names or {}).get(self.seats[player]) != name:
                self.seats[player] = PERSON
        self._begin(tree, len(one.actions), tree.nodes[len(one.actions)].ending)

    def _take_over(self, one: RecordedGame, tree: GameTree) -> None:
        """What a record says of the whole game, and how it ended."""
        self.names, self.headers, self.date = list(one.players), dict(one.headers), one.date
        last = tree.nodes[len(one.actions)]
        if one.result is not None and not last.state.is_terminal():
            last.ending = Ending(one.result, one.termination or _TOLD)
        elif one.termination:
            self.headers[_TERMINATION] = one.termination

    def show(self, replay: Replay) -> list[Node]:
        """Puts a game on the board that was played before, at its start; the positions in their order."""
        tree = GameTree.of(replay.recorded)
        for node, seen in zip(tree.nodes, replay.seen, strict=False):
            node.seen = seen
        self._take_over(replay.recorded, tree)
        self._begin(tree, 0, None)
        self.is_kept, self.title = False, replay.title
        return tree.nodes

    def edit(self, rows: Sequence[str], player: int) -> None:
        """Begins anew with a position that somebody has put together.

        Raises:
            ValueError: there is no such position on this board, or it is a match.
        """
        self._require_free("put pieces on the board")
        board = Board.of(self.tree.nodes[0].state, with_actions=False)
        if (len(rows), len(rows[0])) != (len(board.rows), board.width):
            raise ValueError(f"the board has {len(board.rows)} rows of {board.width} cells")
        tree = GameTree(self.game, self.game.from_cells(rows, player))
        self.headers, self.date = {}, _today()
        self._begin(tree, 0, None)

    def _begin(self, tree: GameTree, at: int, ending: Ending | None) -> None:
        self.tree, self.at, self.ending = tree, at, ending
        self.waiting, self.draw_offered_by = True, None
        if self.clock is not None:
            self.clock = Clock(self.clock.control)
        self._remember_times(0.0)

    def recorded(self, ending: str, names: Mapping[str, str] | None = None) -> RecordedGame:
        """The line on the board for a file, with the other lines where such a file has room for them.

        Of a file that says something of moves which are not in this line, its own first line.

        Args:
            ending: of the file's name, which tells its kind.
            names: of the levels in files, by their keys.
        """
        line = self.tree.line_through(self.at)
        if self.tree.has_words_beside(line):
            line = self.tree.line_through(0)
        told = line[-1].ending
        result = None if told is None else told.outcome
        if line[-1].state.is_terminal():
            result = int(line[-1].state.outcome(0))
        headers = dict(self.headers)
        termination = headers.pop(_TERMINATION, "")
        if told is not None:
            termination = told.reason if told.reason != _TOLD else ""
        kind = next((kind for kind in formats(self.game) if ending in kind.endings), None)
        others = self.tree.variations_beside(line[-1].number) if kind is not None and kind.holds_variations else ()
        return RecordedGame(
            self.game,
            line[0].state,
            tuple(node.action for node in line if node.action is not None),
            result,
            (self._name(0, names or {}), self._name(1, names or {})),
            headers,
            {number: node.comment for number, node in enumerate(line) if node.comment},
            {number: node.glyphs for number, node in enumerate(line) if node.glyphs},
            others,
            date=self.date,
            termination=termination,
        )

    def _name(self, player: int, names: Mapping[str, str]) -> str:
        """Who plays, for files."""
        seat = self.seats[player]
        return names.get(seat, seat) if seat != PERSON else self.names[player]

    def kinds_of_file(self) -> list[str]:
        """Endings of the files that a game can be written to."""
        return [kind.endings[0] for kind in formats(self.game) if kind.write is not None]

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

    # --- for pages ---

    def look(self) -> dict[str, Any]:
        """What does not change: the game and its board.

        Raises:
            ValueError: the game shows no grid.
        """
        return {
            "offer": self.offer,
            "title": self.title,
            "players": list(self.game.player_names),
            "files": self.kinds_of_file(),
            **_look_of(self.game, self.tree.nodes[0].state),
        }

    def position(self, number: int) -> dict[str, Any]:
        """A position, its moves, and how the game stands there.

        Raises:
            ValueError: there is no such node.
        """
        node = self.tree.node(number)
        before = self.tree.nodes[node.parent].state if node.parent is not None else None
        board = Board.of(node.state, before=before, action=node.action).to_dict()
        for action in board["actions"]:
            action["label"] = self.game.format_action(node.state, action["action"])
        seen = None if node.seen is None else node.seen.to_dict()
        claim = self.game.describe_claim(node.state)
        text = node.state.to_string()
        return {**board, "node": number, "move": node.move, "text": text, "seen": seen, "claim": claim}

    def nodes_since(self, number: int) -> list[dict[str, Any]]:
        """The nodes from a number on, without their positions."""
        return [
            {"node": node.number, "parent": node.parent, "move": node.move, "player": node.player}
            for node in self.tree.nodes[number:]
        ]

    def news(self, now: float) -> dict[str, Any]:
        """What changes with every move, without the nodes."""
        times: list[Time] = list(self.clock.times(now)) if self.clock is not None else []
        return {
            "room": self.name,
            "at": self.at,
            "seats": list(self.seats),
            "names": [shortened(name, 100) for name in self.names],  # a file's may be as long as the file
            "over": self.is_over,
            "outcome": self.outcome,
            "reason": self.reason,
            "waiting": self.waiting and not self.is_over and self.seats[self.player] != PERSON,
            "match": self.is_match,
            "draw_offered_by": self.draw_offered_by,
            "rematch_wanted": list(self.rematch_wanted),
            "clock": None
            if self.clock is None
            else {
                "control": str(self.clock.control),
                "times": [time.to_dict() for time in times],
                "running": self.clock.running,
                "period": self.clock.control.period,
            },
        }

    def _require_running(self) -> None:
        if self.is_over:
            raise ValueError("the game is over")

    def _require_free(self, what: str) -> None:
        if self.is_match:
            raise ValueError(f"in a game between two visitors nobody can {what}")


def _look_of(game: Game, start: Any) -> dict[str, Any]:
    """What a board looks like, of which most rooms have the same."""
    key = game, start.to_string()
    if key not in _LOOKS:
        found = Look.of(start, game.player_names).to_dict()
        if len(_LOOKS) >= _KEPT_LOOKS:
            _LOOKS.pop(next(iter(_LOOKS)))
        _LOOKS[key] = found
    return _LOOKS[key]


_LOOKS: dict[tuple[Game, str], dict[str, Any]] = {}


def _today() -> str:
    return datetime.date.today().isoformat()


def is_secret(secret: str, given: str) -> bool:
    """Whether a visitor has given the secret, whatever characters he sends; the time taken tells nothing of it."""
    return secrets.compare_digest(secret.encode("utf-8", "surrogatepass"), given.encode("utf-8", "surrogatepass"))


def _title(game: Game) -> str:
    """The game and its parameters, for people; of a file its name, of a text of several lines nothing."""
    words = [title_of(game.name)]
    for key, value in game.params.items():
        name = key.replace("_", " ")
        if isinstance(value, bool):
            words.append(name if value else f"no {name}")
        elif "\n" not in str(value):
            words.append(f"{name} {value}")
    return ", ".join(words)
