"""Plays games between two agents: the one loop of every match.

Some games run in parallel, and an agent gets all of its positions together, so that a network evaluates them in
one batch. Agents with clocks play one game at a time.
"""

from __future__ import annotations

import functools
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import boardai
from boardai.basics.quoting import quoted
from boardai.basics.seeds import seed_of
from boardai.basics.threads import cores, processor_name
from boardai.clocks import Clock, Ending, TimeControl, fallen_flag
from boardai.clocks.management import ClockState
from boardai.players.player import NO_LIMITS, Player, Turn
from boardai.players.reports import move_report
from boardai.players.user import failure_of_own
from boardai.protocols.process import EngineError, EngineResigned
from boardai.records.move_reports import MoveReport
from boardai.search.limits import Limits

Renew = Callable[[int], Player]


@dataclass(frozen=True)
class Opening:
    """The opening of a pair of games.

    >>> from boardai.arena import Opening
    >>> start, position, actions = Opening(actions=("e4", "c5")).states(boardai.load("chess"))
    >>> position.fen(), len(actions)
    ('rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', 2)

    Attributes:
        start: the text of a position; None: the game's start.
        actions: the actions played from there.
    """

    start: str | None = None
    actions: tuple[str, ...] = ()

    def states(self, game: Any) -> tuple[Any, Any, list[int]]:
        """The first state, the last state, and the actions in between.

        Raises:
            ValueError: the opening does not fit the game, or ends it.
        """
        start = game.initial_state() if self.start is None else game.from_string(self.start)
        state, actions = start.clone(), []
        for text in self.actions:
            actions.append(game.parse_action(state, text))
            state.apply(actions[-1])
        if state.is_terminal():
            raise ValueError(f"the opening ends the game: {self}")
        return start, state, actions

    def __str__(self) -> str:
        return " ".join([*([self.start] if self.start else []), *self.actions]) or "(the start)"


@dataclass(frozen=True)
class ScheduledGame:
    """A game to be played.

    Attributes:
        number: games 2k and 2k + 1 are a pair; in even ones the first agent is player 0.
        opening: the opening.
        pairing: index of the pair of agents in a tournament; 0 in a match.
    """

    number: int
    opening: Opening
    pairing: tuple[int, int] = (0, 1)

    def agent_of(self, player: int) -> int:
        """The agent, 0 or 1, that plays this side."""
        return player ^ (self.number & 1)


@dataclass
class PlayedGame:
    """A game that has been played.

    Attributes:
        number: number of its scheduled game.
        actions: texts of all actions, including the opening.
        start: start of the opening.
        outcome: for player 0; None: stopped at the limit of plies.
        ending: reason for the end, if it was not by the rules.
        crashed: the agent that forfeited the game, or -1.
        seconds: thinking time of each agent.
        moves: number of moves of each agent.
        late: the agent whose time ran out, or -1; it lost, or drew against a player who could not win.
        opening_plies: number of actions that belong to the opening.
        pairing: pairing of its scheduled game.
        reports: the agents' reports of their moves, one for each after the opening; empty in games of earlier
            versions.
        memory: peak memory of each agent's process so far, in bytes; None: it has no separate process.
        versions: the name that each engine reported; "" for other agents.
        played_on: library and machine; "" if unknown, as in games of earlier versions.
    """

    number: int
    actions: list[str] = field(default_factory=list)
    start: str | None = None
    outcome: int | None = None
    ending: str = ""
    crashed: int = -1
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    moves: list[int] = field(default_factory=lambda: [0, 0])
    opening_plies: int = 0
    pairing: tuple[int, int] = (0, 1)
    late: int = -1
    reports: list[MoveReport] = field(default_factory=list)
    memory: list[int | None] = field(default_factory=lambda: [None, None])
    versions: list[str] = field(default_factory=lambda: ["", ""])
    played_on: str = ""

    @functools.cached_property
    def fingerprint(self) -> int:
        """A key that is equal for finished games with the same start and moves."""
        return hash((self.start, *self.actions, self.ending))

    @property
    def points(self) -> float:
        """The points of the first agent: 1, 1/2 or 0; an unfinished game is a draw."""
        mine = (self.outcome or 0) * (-1 if self.number & 1 else 1)
        return (mine + 1) / 2


@dataclass(eq=False)
class _Running:
    scheduled: ScheduledGame
    state: Any
    played: PlayedGame
    actions: list[int]
    clock: Clock | None = None

    @property
    def key(self) -> tuple[tuple[int, int], int]:
        """The key of a game among those of its agents."""
        return self.scheduled.pairing, self.scheduled.number

    @property
    def to_move(self) -> int:
        return self.scheduled.agent_of(self.state.current_player())


def play_games(
    game: Any,
    players: tuple[Player, Player],
    schedule: Iterable[ScheduledGame],
    *,
    at_once: int = 1,
    max_plies: int | None = None,
    seed: int = 0,
    stop: Callable[[], None] = lambda: None,
    renew: Renew | None = None,
    control: TimeControl | None = None,
) -> Iterator[PlayedGame]:
    """Plays games and yields each when it ends.

    Args:
        game: the game.
        players: the first and the second agent.
        schedule: the games; the next one is requested when there is room.
        at_once: number of games that run in parallel. With 1, agents get each new game, with a separate seed, so that a
            game does not depend on those before it.
        max_plies: a game this long is stopped; None: never.
        seed: of the agents' seeds.
        stop: called once per round; may raise.
        renew: makes the agent with this number, 0 or 1, again after it has failed and so lost a game; None: an
            agent's error ends the match.
        control: time of each agent; an agent whose time runs out loses, or draws against a player who cannot win.
            Games run one at a time, so that no game's clock runs during another. Players get both clocks
            (`Limits.clock`). None: no clocks.

    Raises:
        ValueError: an agent chose an illegal action, or clocks are requested for games in parallel.
    """
    if control is not None and at_once != 1:
        raise ValueError("with clocks games are played one at a time, not together")
    playing = list(players)
    waiting = iter(schedule)
    running: list[_Running] = []
    more = True
    while True:
        while more and len(running) < at_once:
            scheduled = next(waiting, None)
            if scheduled is None:
                more = False
                break
            running.append(_begin(game, scheduled, control))
            if at_once == 1 and not _announce(playing, running[0], seed, renew, game):
                yield running.pop().played
        if not running:
            return
        stop()
        for number in (0, 1):
            turn = [one for one in running if one.to_move == number]
            if not turn:
                continue
            failed = _move(playing, number, turn, renew)
            ended = []
            for one in running:
                if one in failed:
                    _lose(one, number, failed[one])
                    ended.append(one)
                elif one.state.is_terminal():
                    one.played.outcome = int(one.state.outcome(0))
                    ended.append(one)
                elif max_plies is not None and len(one.played.actions) >= max_plies:
                    one.played.ending = f"stopped after {max_plies} plies"
                    ended.append(one)
            running = [one for one in running if one not in ended]
            for one in ended:
                one.played.memory = [player.peak_memory() for player in playing]
                one.played.versions = [player.version for player in playing]
                for player in playing:
                    player.end_game(one.key)
                yield one.played


def _begin(game: Any, scheduled: ScheduledGame, control: TimeControl | None) -> _Running:
    start, state, actions = scheduled.opening.states(game)
    texts = []
    for action in actions:
        texts.append(start.action_to_string(action))
        start.apply(action)
    played = PlayedGame(
        scheduled.number, texts, scheduled.opening.start, opening_plies=len(texts), pairing=scheduled.pairing,
        played_on=_machine(),
    )  # fmt: skip
    return _Running(scheduled, state, played, actions, None if control is None else Clock(control))


@functools.cache
def _machine() -> str:
    """Library and machine, because times can only be compared on one machine."""
    python = platform.python_version()
    return f"boardai {boardai.__version__}, Python {python}, {processor_name()}, {cores()} cores"


def _announce(players: list[Player], one: _Running, seed: int, renew: Renew | None, game: Any) -> bool:
    """Announces a new game to both agents; returns False if one of them failed and so lost the game."""
    start, _, actions = one.scheduled.opening.states(game)
    for number, player in enumerate(players):
        try:
            player.new_game(start, actions, seed_of(seed, one.scheduled.number, number))
        except Exception as error:
            if renew is None:
                raise
            _lose(one, number, _renewed(players, number, renew, error))
            return False
    return True


def _lose(one: _Running, number: int, words: str) -> None:
    """The agent has lost the game for the given reason; if its time ran out, the game may be a draw."""
    one.played.crashed = -1 if isinstance(words, _Resigned | _Late) else number
    one.played.late = number if isinstance(words, _Late) else -1
    player = one.scheduled.agent_of(number)  # the mapping is its own inverse
    ending = fallen_flag(one.state, player) if isinstance(words, _Late) else Ending.by_loss(player, words)
    one.played.outcome = ending.outcome
    one.played.ending = str(words) if ending.outcome else f"{words}, against a player who cannot win"


def _renewed(players: list[Player], number: int, renew: Renew, error: Exception) -> str:
    """Makes an agent again that has failed; returns the failure."""
    words = f"{players[number].name} failed: {failure_of_own(error) or f'{type(error).__name__}: {error}'}"
    players[number] = renew(number)
    return words


class _Resigned(str):
    """The reason for the end of a game that an agent resigned: it has lost, and need not be made again."""


class _Late(str):
    """The reason for the end of a game for an agent whose time ran out."""


def _move(players: list[Player], number: int, turn: list[_Running], renew: Renew | None) -> dict[_Running, str]:
    """Plays one move of an agent in its games; returns the games that it lost by failing or resigning, with reasons."""
    try:
        return _apply(number, turn, players[number])
    except EngineResigned as resigned:
        if len(turn) == 1:  # engines play one game at a time
            return {turn[0]: _Resigned(resigned)}
        if renew is None:
            raise
    except Exception as error:
        if renew is None:
            raise
        if len(turn) == 1:
            return {turn[0]: _renewed(players, number, renew, error)}
        if isinstance(error, EngineError):  # its process may have ended, and the position that caused it is unknown
            players[number] = renew(number)
    # Some position of the batch causes the error: find out which.
    failed = {}
    for one in turn:
        failed.update(_move(players, number, [one], renew))
    return failed


def _apply(number: int, turn: list[_Running], player: Player) -> dict[_Running, str]:
    """Plays an agent's moves; returns the games in which its time ran out."""
    began = time.perf_counter()
    clock = turn[0].clock
    if clock is not None:
        clock.start(turn[0].state.current_player(), began)
    limits = NO_LIMITS
    if clock is not None:
        limits = Limits(clock=(ClockState.of(clock, 0, began), ClockState.of(clock, 1, began)))
    thoughts = player.think_many([Turn(one.state, one.key, one.actions) for one in turn], limits)
    actions = [thought.action for thought in thoughts]
    ended = time.perf_counter()
    if clock is not None and clock.flagged(ended) is not None:
        return {turn[0]: _Late(f"{player.name}: its time was over")}
    seconds = round((ended - began) / len(turn), 6)  # as in records, so that a resumed match prints the same values
    texts = []
    for one, action in zip(turn, actions, strict=True):
        if not one.state.is_legal(action):
            raise ValueError(f"illegal action {quoted(action)} in position {one.state.to_string()}")
        texts.append(one.state.action_to_string(action))
    # Only after all moves were found legal, so that a failed batch can be repeated.
    if clock is not None:
        clock.press(ended)
        clock.stop(ended)  # the time between two moves counts for neither player
    for one, thought, text in zip(turn, thoughts, texts, strict=True):
        mover = one.state.current_player()
        left = None if clock is None else clock.left(mover, ended).seconds
        one.played.reports.append(move_report(thought.result, seconds, left, mover))
        one.state.apply(thought.action)
        one.actions.append(thought.action)
        one.played.actions.append(text)
        one.played.seconds[number] += seconds
        one.played.moves[number] += 1
    return {}
