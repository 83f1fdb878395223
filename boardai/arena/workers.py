"""Games in several processes: a crash of an agent costs a game, not the match.

Each worker loads the game, and agents by their specs when their first game comes, and asks for games until there are
none; games of one pairing share the networks' batches. Whatever kills a worker (a segmentation fault, the system's
memory killer), the agent that was thinking forfeits the game and another worker starts. Of several games that ran
together each is played again, alone, so that the one is found that kills.
"""

from __future__ import annotations

import contextlib
import dataclasses
import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

from boardai.arena.games import Forfeits, PlayedGame, ScheduledGame, play_games
from boardai.basics.seeds import seed_of
from boardai.basics.trust import Trust, trust_from_here_on, trusted
from boardai.basics.worker_processes import leave_signals_to_parent
from boardai.clocks import TimeControl
from boardai.players.kinds import load_agent
from boardai.players.process import ProcessPlayer
from boardai.players.search import rehearse_by_clock
from boardai.players.spec import PROTOCOLS, SANDBOX, AgentSpec

NETWORK_GAMES = 128  # half of them wait for the other agent, which leaves batches of 64 rows

_CRASHES_IN_A_ROW = 6
_QUIET_DEATHS = 3


class MatchError(RuntimeError):
    """The match cannot go on: an agent cannot be made, or fails again and again."""


@dataclass(frozen=True)
class WorkerSettings:
    """What a worker needs to know.

    Attributes:
        game: spec.
        agents: specs of all players; a match has two.
        seed: of the match.
        max_plies: a game this long is stopped; None: never.
        at_once: games that run together in one worker; 0: `NETWORK_GAMES` where an agent has a network, else 1.
        clock: time that each agent has, as `TimeControl.from_text` takes it; None: agents keep to their own limits.
        trust: what may run there; by default what may run here.
        own_processes: each agent plays in a process of its own, so that its memory is known.
    """

    game: str
    agents: tuple[str, ...]
    seed: int
    max_plies: int | None = None
    at_once: int = 1
    clock: str | None = None
    trust: Trust = field(default_factory=trusted)
    own_processes: bool = False


class _Ended(SystemExit):
    """The parent wants this worker to end; no agent has called `exit()`."""


def _end(*_: object) -> None:
    raise _Ended(1)


def _work(settings: WorkerSettings, pipe: Connection, thinking: Any) -> None:
    """A worker's life: asks for scheduled games, sends what was played."""
    leave_signals_to_parent()
    signal.signal(signal.SIGTERM, _end)  # so that engines are closed
    parent = os.getppid()
    from boardai.game import load as load_game

    trust_from_here_on(settings.trust)
    agents: dict[int, Any] = {}
    try:
        game = load_game(settings.game)
        control = None if settings.clock is None else TimeControl.from_text(settings.clock)

        def make(player: int) -> Any:
            spec, seed = settings.agents[player], seed_of(settings.seed, "agent", player)
            has_process = AgentSpec.parse(spec).name in PROTOCOLS
            alone = settings.own_processes and not has_process
            made = ProcessPlayer(spec, game, seed) if alone else load_agent(spec, game, seed)
            if control is not None:
                rehearse_by_clock(made, game)
            return made

        def ask() -> ScheduledGame | None:
            pipe.send(("next", None))
            scheduled: ScheduledGame | None = pipe.recv()
            return scheduled

        def think(number: int) -> None:
            thinking.value = number

        def stop_as_orphan() -> None:
            if os.getppid() != parent:
                _end()

        def play_pairing(first: ScheduledGame) -> ScheduledGame | None:
            """Plays what comes as long as it is the same two agents, all together or all alone; gives what is not."""
            pairing, alone = first.pairing, first.alone
            following: list[ScheduledGame | None] = []

            def schedule() -> Iterator[ScheduledGame]:
                scheduled: ScheduledGame | None = first
                while scheduled is not None and (scheduled.pairing, scheduled.alone) == (pairing, alone):
                    yield scheduled
                    scheduled = ask()
                following.append(scheduled)

            def renew(number: int) -> Any:
                with contextlib.suppress(Exception):
                    agents[pairing[number]].close()
                agents[pairing[number]] = make(pairing[number])
                return agents[pairing[number]]

            for player in pairing:
                if player not in agents:
                    agents[player] = make(player)
            both = agents[pairing[0]], agents[pairing[1]]
            batched = control is None and any(player.batched for player in both)
            at_once = 1 if alone else settings.at_once or (NETWORK_GAMES if batched else 1)
            for played in play_games(
                game,
                both,
                schedule(),
                at_once=at_once,
                max_plies=settings.max_plies,
                seed=settings.seed,
                stop=stop_as_orphan,
                forfeits=Forfeits(renew, think),
                control=control,
            ):
                pipe.send(("played", played))
            return following[0]

        scheduled = ask()
        while scheduled is not None:
            scheduled = play_pairing(scheduled)
    except (EOFError, BrokenPipeError):
        pass  # the parent is gone
    except ValueError as error:
        _tell(pipe, str(error))
    except Exception:
        _tell(pipe, traceback.format_exc())
    finally:
        for agent in agents.values():
            with contextlib.suppress(Exception):
                agent.close()


def _tell(pipe: Connection, message: str) -> None:
    with contextlib.suppress(OSError):
        pipe.send(("failed", message))


class _Worker:
    def __init__(self, settings: WorkerSettings) -> None:
        # Not fork: JAX's threads do not survive it.
        context = multiprocessing.get_context("spawn")
        self.thinking = context.Value("i", -1, lock=False)
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(settings, theirs, self.thinking), daemon=False)
        self.process.start()
        theirs.close()
        self.outstanding: dict[tuple[tuple[int, int], int], ScheduledGame] = {}

    def end(self) -> None:
        """Waits a moment for it to leave, then ends it."""
        with contextlib.suppress(OSError):
            self.pipe.close()
        self.process.join(2)
        if self.process.is_alive():
            self.process.terminate()
            self.process.join(2)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def play_parallel(
    settings: WorkerSettings,
    schedule: Iterator[ScheduledGame],
    processes: int,
    tick: Callable[[], None] = lambda: None,
) -> Generator[PlayedGame, None, None]:
    """Plays games in worker processes and gives each as it ends, in no particular order.

    Args:
        settings: of the match.
        schedule: what to play; asked for one at a time.
        processes: workers.
        tick: called at least ten times a second while waiting.

    Raises:
        MatchError: an agent cannot be made, or keeps crashing.
    """
    workers: list[_Worker] = []
    again: list[ScheduledGame] = []  # games of a worker that died, but for those that an agent has lost by that
    quiet_deaths = crashes = 0
    try:
        workers += [_Worker(settings) for _ in range(processes)]
        while workers:
            tick()
            ready = wait([worker.pipe for worker in workers], timeout=0.1)
            for worker in [one for one in workers if one.pipe in ready]:
                try:
                    kind, value = worker.pipe.recv()
                except (EOFError, OSError):
                    workers.remove(worker)
                    worker.end()
                    if worker.process.exitcode == 0 and not worker.outstanding:
                        continue  # there was nothing left to play
                    forfeited = _after_death(worker, again)
                    quiet_deaths += worker.thinking.value < 0
                    for played in forfeited:
                        crashes += 1
                        yield played
                    _give_up(crashes, quiet_deaths, worker, forfeited[-1] if forfeited else None)
                    workers.append(_Worker(settings))
                    continue
                if kind == "failed":
                    raise MatchError(value)
                if kind == "played":
                    worker.outstanding.pop((value.pairing, value.number), None)
                    # One that was put in a sandbox is expected to fail, and the others are to play their games.
                    sandboxed = AgentSpec.parse(settings.agents[value.pairing[value.crashed]]).name == SANDBOX
                    crashes = crashes + 1 if value.crashed >= 0 and not sandboxed else 0
                    yield value
                    _give_up(crashes, 0, worker, value)
                    continue
                scheduled = again.pop() if again else next(schedule, None)
                if scheduled is not None:
                    worker.outstanding[scheduled.pairing, scheduled.number] = scheduled
                with contextlib.suppress(OSError):
                    worker.pipe.send(scheduled)
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.end()


def _give_up(crashes: int, quiet_deaths: int, worker: _Worker, last: PlayedGame | None) -> None:
    if crashes >= _CRASHES_IN_A_ROW and last is not None:
        raise MatchError(f"the last {crashes} games were all forfeited; the last one: {last.ending}")
    if quiet_deaths >= _QUIET_DEATHS:
        raise MatchError(f"playing processes keep dying (exit status {worker.process.exitcode}) outside any agent")


def _after_death(worker: _Worker, again: list[ScheduledGame]) -> list[PlayedGame]:
    """What becomes of the games of a worker that died."""
    number = worker.thinking.value
    if number < 0:
        again += worker.outstanding.values()
        return []
    if len(worker.outstanding) > 1:
        again += [dataclasses.replace(scheduled, alone=True) for scheduled in worker.outstanding.values()]
        return []
    status = worker.process.exitcode or 0
    how = f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
    lost = []
    for scheduled in worker.outstanding.values():
        outcome = -1 if scheduled.agent_of(0) == number else 1
        opening = scheduled.opening
        lost.append(
            PlayedGame(
                scheduled.number,
                list(opening.actions),
                opening.start,
                outcome,
                f"{'first' if number == 0 else 'second'} agent's process died ({how})",
                number,
                opening_plies=len(opening.actions),
                pairing=scheduled.pairing,
            )
        )
    return lost
