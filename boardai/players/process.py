"""An agent in a separate process, so that its memory can be measured separately.

The agent is trusted like any other: `sandbox` is for untrusted ones.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
from collections.abc import Hashable, Sequence
from multiprocessing.connection import Connection
from typing import Any

from boardai.basics.trust import Trust, trusted
from boardai.basics.worker_processes import begin_worker, how_ended, start_worker
from boardai.game import Game, load
from boardai.players.kinds import load_agent
from boardai.players.player import NO_LIMITS, Player, Progress, Stop, Thought, Turn
from boardai.protocols.process import EngineError, peak_memory
from boardai.search.limits import Limits

_COPIED = ("name", "batched", "obeys_limits", "judges", "ends_by_course")


class ProcessPlayer(Player):
    """Plays the moves of an agent in another process; does not pass on its intermediate results.

    >>> from boardai.players.process import ProcessPlayer
    >>> game = boardai.load("hex", size=3)
    >>> player = ProcessPlayer("pvs:depth=2", game)
    >>> player.think(game.initial_state()).result.depth, player.peak_memory() > 1_000_000
    (2, True)
    >>> player.close()

    Args:
        spec: text of the agent.
        game: the game.
        seed: seed of its random choices.

    Raises:
        ValueError: as for `load_agent`.
    """

    def __init__(self, spec: str, game: Game, seed: int = 0) -> None:
        context = multiprocessing.get_context("spawn")  # JAX's threads do not survive a fork
        self._pipe, theirs = context.Pipe()
        self.name = spec
        self._process = context.Process(target=_serve, args=(theirs, spec, game.spec, seed, trusted()))
        start_worker(self._process)
        theirs.close()
        try:
            for name, value in self._answer().items():
                setattr(self, name, value)
        except BaseException:
            self.close()
            raise

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """The agent's thought."""
        thought: Thought = self._ask("think", state, limits)
        return thought

    def think_many(self, turns: Sequence[Turn], limits: Limits = NO_LIMITS) -> list[Thought]:
        """The agent's thought for each state."""
        thoughts: list[Thought] = self._ask("think_many", list(turns), limits)
        return thoughts

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Notifies the agent."""
        self._ask("new_game", start, actions, seed)

    def end_game(self, game: Hashable) -> None:
        """Notifies the agent."""
        self._ask("end_game", game)

    def warm_up(self, state: Any) -> None:
        """Warms the agent up."""
        self._ask("warm_up", state)

    def prepare(self, state: Any) -> None:
        """Lets the agent prepare."""
        self._ask("prepare", state)

    def peak_memory(self) -> int | None:
        """The peak memory of the agent's process, including the library."""
        return None if self._process.pid is None else peak_memory(self._process.pid)

    def close(self) -> None:
        """Ends the process."""
        with contextlib.suppress(OSError):
            self._pipe.close()
        self._process.join(2)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def _ask(self, what: str, *arguments: Any) -> Any:
        try:
            self._pipe.send((what, arguments))
        except (OSError, ValueError):
            raise self._gone() from None
        return self._answer()

    def _answer(self) -> Any:
        try:
            is_done, answer = self._pipe.recv()
        except (EOFError, OSError):
            raise self._gone() from None
        if is_done:
            return answer
        raise answer

    def _gone(self) -> EngineError:
        self._process.join(1)
        return EngineError(f"{self.name}: its process died ({how_ended(self._process.exitcode)})")


def _serve(pipe: Connection, spec: str, game: str, seed: int, trust: Trust) -> None:
    """The main function of the process: makes the agent, and answers requests until the pipe is closed."""
    begin_worker(trust, None)
    try:
        player = load_agent(spec, load(game), seed)
    except Exception as error:
        _send(pipe, False, error)
        return
    _send(pipe, True, {name: getattr(player, name) for name in _COPIED})
    with contextlib.suppress(EOFError, OSError):
        while True:
            what, arguments = pipe.recv()
            try:
                answer = getattr(player, what)(*arguments)
            except Exception as error:
                _send(pipe, False, error)
            else:
                _send(pipe, True, answer)
    player.close()


def _send(pipe: Connection, is_done: bool, answer: Any) -> None:
    try:
        pickle.loads(pickle.dumps(answer))
    except Exception:  # an exception of a user's class may not survive pickling
        answer = RuntimeError(f"{type(answer).__name__}: {answer}") if isinstance(answer, Exception) else answer
    pipe.send((is_done, answer))
