"""A game in progress: its states, seats, clock and ending."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from boardai.clocks import Clock, Ending, Time, TimeControl, fallen_flag
from boardai.clocks.management import thinking_seconds
from boardai.command_line import InputError
from boardai.drawing import Board
from boardai.game import Game
from boardai.players import Player
from boardai.players.user import failure_of_own
from boardai.protocols.process import EngineError, EngineResigned
from boardai.records import GameRecord, RecordedGame
from boardai.records.formats import played_record
from boardai.records.recorded_game import common_plies
from boardai.records.variations import rebased

HUMAN = "human"
_OVERHEAD = 0.05  # seconds that an agent's move loses on its way


@dataclass(frozen=True)
class Seat:
    """The player of a side.

    Attributes:
        name: in messages; `HUMAN` of a person without a name.
        agent: what chooses the moves; None: a person.
        in_files: name in files, an agent's whole text; "": the same.
    """

    name: str
    agent: Player | None = None
    in_files: str = ""


class Table:
    """A game being played.

    Args:
        game: the game.
        record: where to begin: a start position and the actions already played.
        seats: the players of player 0 and player 1.
        source: where the record comes from, named in errors.
        seed: of the agents' random choices.
        control: the time control; None: no clock. It runs from the first move on.
        now: returns the time, in seconds.

    Raises:
        ValueError: the record does not fit the game.
    """

    def __init__(
        self,
        game: Game,
        record: GameRecord,
        seats: tuple[Seat, Seat],
        source: str = "game record",
        seed: int = 0,
        control: TimeControl | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = game
        self.seats = list(seats)
        self._seed, self._control, self._now = seed, control, now
        self._think_until = float("inf")
        self.begin(record, source)

    def begin(self, record: GameRecord, source: str) -> None:
        """Puts another game on the board, in the place of this one.

        Raises:
            ValueError: the record does not fit the game; this one continues.
        """
        self._read = played_record(self.game, record, source)
        self.states, self.actions = list(self._read.states()), list(self._read.actions)
        self.start = record.start
        self._began = datetime.date.today()
        self.ending: Ending | None = None
        self.clock = None if self._control is None else Clock(self._control)
        # What both had left when each state came on the board.
        self._times = [] if self.clock is None else [self.clock.times(self._now())] * len(self.states)
        for player in (0, 1):
            self._announce_game(player)
        self._seed += 2  # another game is played otherwise

    def _announce_game(self, player: int) -> None:
        agent = self.seats[player].agent
        if agent is not None:
            with self._failing(player):
                agent.new_game(self.states[0], list(self.actions), self._seed + player)

    # --- the present state ---

    @property
    def state(self) -> Any:
        """The position on the board."""
        return self.states[-1]

    @property
    def player(self) -> int:
        """The player to move, or who would be."""
        return int(self.state.current_player())

    @property
    def is_over(self) -> bool:
        """By the rules or otherwise."""
        return self.ending is not None or bool(self.state.is_terminal())

    @property
    def agent_to_move(self) -> Player | None:
        """None where a person moves."""
        return self.seats[self.player].agent

    @property
    def has_people(self) -> bool:
        """Whether a person plays."""
        return any(seat.agent is None for seat in self.seats)

    @property
    def result(self) -> int | None:
        """Player 0's outcome; None while the game continues."""
        return self.outcome(0) if self.is_over else None

    @property
    def recorded(self) -> RecordedGame:
        """The game so far. Comments from its file are kept for the moves that remain.

        Result and termination are the file's as long as nothing else was played, and the names.
        """
        read, actions = self._read, tuple(self.actions)
        is_as_read = bool(read.actions) and actions == read.actions
        common = common_plies(actions, read.actions)
        names = (seat.in_files or seat.name for seat in self.seats)
        first, second = read.players if is_as_read and any(read.players) else names
        reason = self.ending.reason if self.ending is not None else ""
        return dataclasses.replace(
            read,
            actions=actions,
            result=read.result if is_as_read and not self.is_over else self.result,
            players=(first, second),
            comments={number: text for number, text in read.comments.items() if number <= common},
            glyphs={number: glyphs for number, glyphs in read.glyphs.items() if number <= common},
            variations=rebased(read.actions, read.variations, actions),
            date=read.date or ("" if is_as_read else self._began.isoformat()),
            termination=read.termination if is_as_read and not self.is_over else reason,
        )

    def outcome(self, player: int) -> int:
        """+1, 0 or -1 for that player, when the game is over."""
        if self.ending is not None:
            return self.ending.outcome if player == 0 else -self.ending.outcome
        return int(self.state.outcome(player))

    def who(self, player: int) -> str:
        """The name of a player: `You` and `Opponent (easy)` if one person plays, otherwise `human (White)`."""
        seat, other = self.seats[player], self.seats[1 - player]
        if seat.agent is not None and other.agent is None:
            return f"Opponent ({seat.name})"
        if self.is_you(player):
            return "You"
        return f"{seat.name} ({self.game.player_names[player]})"

    def is_you(self, player: int) -> bool:
        """Whether this is the only person, without a name."""
        seat, other = self.seats[player], self.seats[1 - player]
        return seat.agent is None and seat.name == HUMAN and other.agent is not None

    def described(self, player: int) -> str:
        """A player with side and agent: `you (White)`, `easy (Black: pvs:nodes=2000)`, `greedy (Black)`."""
        seat, side = self.seats[player], self.game.player_names[player]
        if seat.agent is None:
            return f"{'you' if self.is_you(player) else seat.name} ({side})"
        text = seat.in_files or seat.name
        return f"{seat.name} ({side})" if text == seat.name else f"{seat.name} ({side}: {text})"

    def so_far(self) -> str:
        """The moves played, as people write them; `analyze --moves` and `play` take them."""
        played = zip(self.states, self.actions, strict=False)
        return " ".join(self.game.format_action(state, action) for state, action in played)

    def forced_pass(self, ply: int = -1) -> int | None:
        """The only action of a state, if it moves nothing, such as a pass; None if there is a choice.

        Args:
            ply: which state; by default the one on the board.
        """
        legal = self.states[ply].legal_actions()
        if len(legal) != 1:
            return None
        try:
            cells = Board.of(self.states[ply]).actions[int(legal[0])]
        except ValueError:
            return None  # without a grid, it is unknown what an action moves
        return int(legal[0]) if not cells else None

    def require_running(self) -> None:
        """Refuses what needs a game that continues.

        Raises:
            ValueError: it is over.
        """
        if self.is_over:
            raise ValueError("the game is over; available commands: undo, new, save FILE, load FILE, board, quit")

    # --- moves ---

    def play(self, action: int) -> str:
        """Plays a legal action; returns a line that reports it. If the time is over, it ends the game instead."""
        before, player = self.state, self.player
        if self.check_flag():
            return ""
        self.states.append(before.child(action))
        self.actions.append(action)
        if self.clock is not None:
            now = self._now()
            if self.clock.running is not None:
                self.clock.press(now)
            self._times.append(self.clock.times(now))
            self._run_clock()
        return f"{self.who(player)}: {self.game.format_action(before, action)}"

    def move(self, text: str) -> str:
        """Plays a person's move.

        Raises:
            ValueError: the game is over, or there is no such move.
        """
        self.require_running()
        return self.play(self.game.parse_action(self.state, text))

    def reply(self, agent: Player) -> str:
        """Lets an agent play; returns a line that reports it.

        Raises:
            InputError: a user-written agent failed or chose no legal move, or an engine did.
        """
        player = self.player
        if self.clock is not None:
            now, moves = self._now(), self.game.moves_expected(self.state)
            self._think_until = now + thinking_seconds(self.clock, player, now, _OVERHEAD, moves)
        with self._failing(player):
            try:
                # Ctrl-C makes the opponent play its best move so far; an agent with little time plays it without that.
                action = agent.think(self.state, stop=lambda: self._now() >= self._think_until).action
            except EngineResigned:
                self._end(Ending.by_loss(player, "resignation"))
                return f"{self.who(player)} resigns"
            if not self.state.is_legal(action):
                raise EngineError(f"action {action} is not legal here")
        return self.play(action)

    @contextlib.contextmanager
    def _failing(self, player: int) -> Iterator[None]:
        """Around the work of an agent: an error of a user-written agent or an engine becomes an InputError."""
        try:
            yield
        except Exception as error:
            reason = str(error) if isinstance(error, EngineError) else failure_of_own(error)
            if reason is None:
                raise
            raise InputError(f"{self.described(player)} failed in move {len(self.actions) + 1}: {reason}") from error

    def undo(self) -> None:
        """Goes back to the previous turn of a person who had a choice there.

        Raises:
            ValueError: there is none.
        """
        if self.ending is not None:
            self.ending = None
        else:
            turns = (
                ply
                for ply in range(len(self.actions) - 1, -1, -1)
                if self.seats[self.states[ply].current_player()].agent is None and self.forced_pass(ply) is None
            )
            turn = next(turns, None)
            if turn is None:
                raise ValueError("there is no move to take back")
            del self.states[turn + 1 :], self.actions[turn:], self._times[turn + 1 :]
        if self.clock is not None:
            self.clock.set_times(self._times[-1])
            self._run_clock()

    def new(self) -> None:
        """Starts again from where this game began."""
        self.begin(GameRecord(self.game.spec, (), self.start), "start")

    def resign(self) -> None:
        """Resigns for the person to move.

        Raises:
            ValueError: the game is over.
        """
        self.require_running()
        self._end(Ending.by_loss(self.player, "resignation"))

    def sit_down(self, player: int, seat: Seat) -> None:
        """Another player plays that side from now on."""
        left = self.seats[player].agent
        self.seats[player] = seat
        self._announce_game(player)
        if left is not None:
            left.close()

    # --- the clock ---

    def times(self) -> tuple[Time, Time] | None:
        """What both players have left; None without a clock."""
        return None if self.clock is None else self.clock.times(self._now())

    def until_flag(self) -> float | None:
        """Seconds until the time of the player to move is over; None where no clock runs."""
        return None if self.clock is None or self.is_over else self.clock.until_flag(self._now())

    def check_flag(self) -> bool:
        """Ends the game if a flag has fallen; returns whether it did."""
        flagged = self.clock.flagged(self._now()) if self.clock is not None and not self.is_over else None
        if flagged is None:
            return False
        self._end(fallen_flag(self.state, flagged))
        return True

    def _end(self, ending: Ending) -> None:
        self.ending = ending
        if self.clock is not None:
            self.clock.stop(self._now())

    def _run_clock(self) -> None:
        """Lets the time of the player to move run, once the first move was made."""
        assert self.clock is not None
        if self.is_over or not self.actions:
            self.clock.stop(self._now())
        else:
            self.clock.start(self.player, self._now())
