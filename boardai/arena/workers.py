"""Games on a pool of processes, or on a cluster: a crash of an agent costs a game, not the match.

A piece of the pool's work is one game, or those that share the networks' batches: as many as were asked for, or each
worker's part. Each game is passed on when it ends. What a worker played that died is played once more, with each agent
in a process of its own: an agent that dies there forfeits the game. Otherwise the games are the same, so a worker that
was killed changes nothing; those that it had passed on are skipped.
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

NETWORK_GAMES = 128  # half of them wait for the other agent, which leaves batches of 64 rows
_CRASHES_IN_A_ROW = 6

Wanted = tuple[tuple[int, int], int]  # a pairing, and the number of a game


class MatchError(RuntimeError):
    """The match cannot continue: an agent cannot be made, or fails again and again."""


@dataclass(frozen=True)
class WorkerSettings:
    """What a worker needs to know.

    Attributes:
        game: spec.
        agents: specs of all players; a match has two.
        seed: of the match.
        max_plies: a game this long is stopped; None: never.
        at_once: games that run together in one worker; 0: where an agent has a network the worker's part of them, at
            most `NETWORK_GAMES`, else 1.
        clock: time that each agent has, as `TimeControl.from_text` takes it; None: agents keep to their own limits.
        own_processes: each agent plays in a process of its own, so that its memory is known.
    """

    game: str
    agents: tuple[str, ...]
    seed: int
    max_plies: int | None = None
    at_once: int = 1
    clock: str | None = None
    own_processes: bool = False

    def worker(self) -> _Arena:
        """What plays games in one process."""
        return _Arena(self)


class _Arena:
    """Plays games, and keeps the agents that it has made."""

    def __init__(self, settings: WorkerSettings) -> None:
        self._settings = settings
        with _in_words():
            self._game: Game = load_game(settings.game)
        self._control = None if settings.clock is None else TimeControl.from_text(settings.clock)
        self._agents: dict[int, Player] = {}

    def work(self, piece: Piece, stop: Callable[[], None]) -> Generator[PlayedGame | bool, None, None]:
        """Plays games; or, asked about an agent by its number, says whether it likes many positions at once."""
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
        """Ends the agents."""
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
        if len(games) > 1:  # a single game is announced to them as it begins
            both = tuple(self._forgetting(number, player, games[0], renew) for number, player in enumerate(both))
        for one in play_games(
            self._game, (both[0], both[1]), games,
            at_once=len(games), max_plies=settings.max_plies, seed=settings.seed, stop=stop, renew=renew,
            control=self._control,
        ):  # fmt: skip
            yield one if settings.own_processes else replace(one, memory=[None, None])

    def _forgetting(self, number: int, player: Player, first: ScheduledGame, renew: Callable[[int], Player]) -> Player:
        """An agent that has forgotten the games before, so that these do not depend on them."""
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
    """What keeps a worker from playing, in words for the user; what is no fault of an agent's maker with its place.

    Args:
        stopped: what the caller of the work raised to stop it; passes as it is.

    Raises:
        MatchError: instead.
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
    """Plays games on a pool and gives each as it ends.

    Args:
        settings: of the match.
        wanted: what to play.
        opening: of a game, by its number.
        place: who plays: opens the pool.
        tick: called at least ten times per second while waiting; may raise.
        games: of each pairing, which decide who shares the batches of `WorkerSettings.at_once`, also where some were
            played before; 0: up to the last one wanted.

    Raises:
        MatchError: an agent cannot be made, or keeps crashing; or the processes of the pool do.
        ValueError: there is no opening.
    """
    if not wanted:
        return
    opening(wanted[0][1])  # one that cannot be found is known before processes start
    crashes, missing = 0, set(wanted)
    try:
        with place(settings) as pool:
            pieces = (
                Piece(place, tuple(ScheduledGame(number, opening(number), pairing) for number in numbers))
                for place, (pairing, numbers) in enumerate(_shares(settings, wanted, pool, tick, games))
            )
            for _, one in pool.map(pieces, stop=tick):
                if one is None or (one.pairing, one.number) not in missing:
                    continue  # a piece has ended, or a game was known that others needed in their batch
                missing.remove((one.pairing, one.number))
                # One that was put in a sandbox is expected to fail, and the others are to play their games.
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
    """The pieces of the work: games of one pairing, by their numbers.

    Where a number of games was asked for, a piece has all those that would be together had none been played yet, also
    such as were: so games depend neither on the workers nor on stops.
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
    """The agents that like many positions at once, where games are to run together if there are such.

    Workers are asked: they have to make the agents, and this process should not.
    """
    if settings.at_once or settings.clock is not None:
        return set()
    agents = sorted({player for pairing, _ in wanted for player in pairing})
    doubtful = [player for player in agents if _may_like_many(settings.agents[player])]
    # None: the end of a piece, after its answer.
    return {player for player, batched in pool.map([Piece(one, one) for one in doubtful], stop=tick) if batched}


def _may_like_many(text: str) -> bool:
    spec = AgentSpec.parse(text)
    return spec.name not in KINDS or names_a_run(spec)
