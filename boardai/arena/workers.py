"""Games on a pool of processes, or on a cluster: a crash of an agent costs a game, not the match.

A piece of work is one game, or the games that share a network's batches: as many as the user set, or each
worker's part. Each game is returned when it ends. If a worker dies, its games are played once more, with each agent
in a separate process; an agent that dies there forfeits the game. The games are the same otherwise, so a killed
worker changes nothing. Games that it had already returned are skipped.
"""

from __future__ import annotations

import contextlib
import math
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from boardai.arena.games import Opening, PlayedGame, ScheduledGame, play_games
from boardai.basics.seeds import seed_of
from boardai.basics.worker_processes import Halted
from boardai.clocks import TimeControl
from boardai.cluster import Piece, Pool, WorkError, Workplace
from boardai.game import Game
from boardai.game import load as load_game
from boardai.players.kinds import KINDS, load_agent, names_a_run
from boardai.players.player import Player
from boardai.players.process import ProcessPlayer
from boardai.players.search import warm_up_by_clock
from boardai.players.spec import PROTOCOLS, SANDBOX, AgentSpec
from boardai.protocols.process import EngineError

NETWORK_GAMES = 128  # half of them wait for the other agent, so batches have 64 rows
_CRASHES_IN_A_ROW = 6

Wanted = tuple[tuple[int, int], int]  # a pairing, and the number of a game


class MatchError(RuntimeError):
    """The match cannot continue: an agent cannot be created, or keeps failing."""


@dataclass(frozen=True)
class WorkerSettings:
    """The settings of a worker.

    Attributes:
        game: spec of the game.
        agents: specs of all players; a match has two.
        seed: seed of the match.
        max_plies: length at which a game is stopped; None: no limit.
        at_once: games that run together in one worker; 0: if an agent has a network, the worker's part of them, at
            most `NETWORK_GAMES`, otherwise 1.
        clock: time control, as text for `TimeControl.from_text`; None: agents use their own limits.
        own_processes: each agent plays in a separate process, so that its memory can be measured.
    """

    game: str
    agents: tuple[str, ...]
    seed: int
    max_plies: int | None = None
    at_once: int = 1
    clock: str | None = None
    own_processes: bool = False

    def worker(self) -> _Arena:
        """Creates the player of games in one process."""
        return _Arena(self)


class _Arena:
    """Plays games, and keeps the agents that it has created."""

    def __init__(self, settings: WorkerSettings) -> None:
        self._settings = settings
        with _in_words():
            self._game: Game = load_game(settings.game)
        self._control = None if settings.clock is None else TimeControl.from_text(settings.clock)
        self._agents: dict[int, Player] = {}

    def work(self, piece: Piece, stop: Callable[[], None]) -> Generator[PlayedGame | bool, None, None]:
        """Plays games; or, if asked about an agent by its number, says whether it prefers many positions at once."""
        careful = piece.losses > 0
        agents = {} if careful else self._agents
        stopped: list[Exception] = []

        def stop_or_go() -> None:
            try:
                stop()
            except Exception as error:
                stopped.append(error)
                raise

        try:
            with _in_words(stopped):
                if isinstance(piece.payload, int):
                    yield self._agent(piece.payload, agents, careful).batched
                else:
                    yield from self._play(piece.payload, agents, careful, stop_or_go)
        finally:
            if careful:
                _close(agents)

    def close(self) -> None:
        """Closes the agents."""
        _close(self._agents)

    def _play(
        self,
        games: Sequence[ScheduledGame],
        agents: dict[int, Player],
        careful: bool,
        stop: Callable[[], None],
    ) -> Iterator[PlayedGame]:
        settings, pairing = self._settings, games[0].pairing

        def renew(number: int) -> Player:
            with contextlib.suppress(Exception):
                agents.pop(pairing[number]).close()
            return self._agent(pairing[number], agents, careful)

        both = tuple(self._agent(player, agents, careful) for player in pairing)
        if len(games) > 1:  # a single game is announced when it begins
            both = tuple(self._forgetting(number, player, games[0], renew) for number, player in enumerate(both))
        for one in play_games(
            self._game, (both[0], both[1]), games,
            at_once=len(games), max_plies=settings.max_plies, seed=settings.seed, stop=stop, renew=renew,
            control=self._control,
        ):  # fmt: skip
            yield one if settings.own_processes else replace(one, memory=[None, None])

    def _forgetting(self, number: int, player: Player, first: ScheduledGame, renew: Callable[[int], Player]) -> Player:
        """An agent that has forgotten earlier games, so that these games do not depend on them."""
        try:
            player.new_game(self._game.initial_state(), [], seed_of(self._settings.seed, first.number, number))
        except Exception:
            return renew(number)
        return player

    def _agent(self, player: int, agents: dict[int, Player], careful: bool) -> Player:
        if player not in agents:
            settings = self._settings
            spec, seed = settings.agents[player], seed_of(settings.seed, "agent", player)
            has_process = AgentSpec.parse(spec).name in PROTOCOLS
            apart = (settings.own_processes or careful) and not has_process
            made = ProcessPlayer(spec, self._game, seed) if apart else load_agent(spec, self._game, seed)
            agents[player] = made
            if self._control is not None:
                warm_up_by_clock(made, self._game)
        return agents[player]


def _close(agents: dict[int, Player]) -> None:
    for agent in agents.values():
        with contextlib.suppress(Exception):
            agent.close()


@contextlib.contextmanager
def _in_words(stopped: Sequence[Exception] = ()) -> Iterator[None]:
    """A context that turns what prevents a worker from playing into words for the user.

    An error that is not the fault of the agent's author includes its place.

    Args:
        stopped: the exception by which the caller stops the work; it is raised unchanged.

    Raises:
        MatchError: in place of the other exceptions.
    """
    try:
        yield
    except (Halted, MatchError):
        raise
    except Exception as error:
        if any(error is one for one in stopped):
            raise
        if isinstance(error, ValueError | EngineError):
            raise MatchError(str(error)) from None
        raise MatchError(traceback.format_exc()) from None


def play_all(
    settings: WorkerSettings,
    wanted: Sequence[Wanted],
    opening: Callable[[int], Opening],
    place: Workplace,
    tick: Callable[[], None] = lambda: None,
    games: int = 0,
) -> Generator[PlayedGame, None, None]:
    """Plays games on a pool and yields each when it ends.

    Args:
        settings: settings of the match.
        wanted: the games to play.
        opening: the opening of a game, by its number.
        place: where they are played: opens the pool.
        tick: called at least ten times per second while waiting; may raise.
        games: number of games of each pairing, which determines the batches of `WorkerSettings.at_once` also if some
            were played earlier; 0: up to the last wanted one.

    Raises:
        MatchError: an agent cannot be created or keeps crashing, or the processes of the pool do.
        ValueError: there is no such opening.
    """
    if not wanted:
        return
    opening(wanted[0][1])  # a missing opening is reported before processes start
    crashes, missing = 0, set(wanted)
    try:
        with place(settings) as pool:
            pieces = (
                Piece(place, tuple(ScheduledGame(number, opening(number), pairing) for number in numbers))
                for place, (pairing, numbers) in enumerate(_shares(settings, wanted, pool, tick, games))
            )
            for _, one in pool.map(pieces, stop=tick):
                if one is None or (one.pairing, one.number) not in missing:
                    continue  # a piece has ended, or a game was played earlier that others needed in their batch
                missing.remove((one.pairing, one.number))
                # An agent in a sandbox is expected to fail; the other games continue.
                sandboxed = AgentSpec.parse(settings.agents[one.pairing[one.crashed]]).name == SANDBOX
                crashes = crashes + 1 if one.crashed >= 0 and not sandboxed else 0
                yield one
                if crashes >= _CRASHES_IN_A_ROW:
                    raise MatchError(f"the last {crashes} games were all forfeited; the last one: {one.ending}")
    except WorkError as error:
        raise MatchError(str(error)) from error


def _shares(
    settings: WorkerSettings, wanted: Sequence[Wanted], pool: Pool, tick: Callable[[], None], games: int
) -> Iterator[tuple[tuple[int, int], Sequence[int]]]:
    """The pieces of work: games of one pairing, by their numbers.

    If a number of games at once was set, a piece has all games that would be together if none had been played yet,
    also those that were. So the games depend neither on the number of workers nor on interruptions.
    """
    likes_many = _that_like_many(settings, wanted, pool, tick)
    for pairing, some in groupby(wanted, lambda one: one[0]):
        numbers = [number for _, number in some]
        if settings.at_once > 1:
            for group, _ in groupby(numbers, lambda number: number // settings.at_once):
                first = group * settings.at_once
                yield pairing, range(first, min(first + settings.at_once, games or numbers[-1] + 1))
            continue
        size = 1
        if likes_many.intersection(pairing):
            size = min(NETWORK_GAMES, math.ceil(len(numbers) / pool.workers))
        for first in range(0, len(numbers), size):
            yield pairing, numbers[first : first + size]


def _that_like_many(
    settings: WorkerSettings, wanted: Sequence[Wanted], pool: Pool, tick: Callable[[], None]
) -> set[int]:
    """The agents that prefer many positions at once, if games may run together and there are such agents.

    The workers are asked, because they have to create the agents and this process should not.
    """
    if settings.at_once or settings.clock is not None:
        return set()
    agents = sorted({player for pairing, _ in wanted for player in pairing})
    doubtful = [player for player in agents if _may_like_many(settings.agents[player])]
    # None marks the end of a piece, after its answer.
    return {player for player, batched in pool.map([Piece(one, one) for one in doubtful], stop=tick) if batched}


def _may_like_many(text: str) -> bool:
    spec = AgentSpec.parse(text)
    return spec.name not in KINDS or names_a_run(spec)
