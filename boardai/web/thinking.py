"""Threads that think while the server goes on answering. Native searches let go of Python's lock, so cores are used."""

from __future__ import annotations

import math
import queue
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from boardai.agents import Agent, close, is_stoppable, load_agent, new_game
from boardai.agents.own import failure_of_own
from boardai.command_line import NativeThread
from boardai.game import Game

Found = TypeVar("Found")


class Thought(Generic[Found]):
    """Work that somebody waits for.

    Attributes:
        future: what it will find.
    """

    def __init__(self, work: Callable[[Callable[[], bool]], Found], make_room: Callable[[float], bool]) -> None:
        self.future: Future[Found] = Future()
        self._work, self._stop, self._make_room = work, threading.Event(), make_room

    def stop(self) -> None:
        """Asks it to come to an end with what it has; if it has not begun, it never will."""
        self._stop.set()
        self.future.cancel()

    def hurry(self) -> None:
        """Asks it to come to an end with what it has; if it has not begun, it will be short."""
        self._stop.set()

    def think(self) -> None:
        """Does the work, on the thread that calls."""
        if not self.future.set_running_or_notify_cancel():
            return
        begun = time.monotonic()
        try:
            found = self._work(lambda: self._stop.is_set() or self._make_room(begun))
        except BaseException as error:  # whoever waits is told, whatever it was
            self.future.set_exception(error)
        else:
            self.future.set_result(found)


class Thinkers:
    """A few threads that take thoughts one after the other.

    >>> from boardai.web.thinking import Thinkers
    >>> thinkers = Thinkers(1)
    >>> thinkers.ask(lambda stopped: 6 * 7).future.result()
    42

    Args:
        count: how many threads.
    """

    def __init__(self, count: int) -> None:
        self._waiting: queue.SimpleQueue[Thought[Any] | None] = queue.SimpleQueue()
        # Whoever does not listen to a request to stop shall not keep the program from ending.
        self._threads = [NativeThread(target=self._work, name=f"thinker {number}") for number in range(count)]
        for thread in self._threads:
            thread.start()

    def ask(self, work: Callable[[Callable[[], bool]], Found], patience: float = math.inf) -> Thought[Found]:
        """Queues work.

        Args:
            work: gets a function that says whether it shall come to an end.
            patience: seconds after which it shall, if others wait.
        """
        thought = Thought(work, lambda begun: time.monotonic() - begun >= patience and not self._waiting.empty())
        self._waiting.put(thought)
        return thought

    def close(self, seconds: float) -> None:
        """Lets the threads end, once they are done with what was asked for; waits for them, but not longer than that.

        Whoever is still at work then is left behind: `run` ends the program without it.
        """
        for _ in self._threads:
            self._waiting.put(None)
        until = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(until - time.monotonic(), 0.0))

    def _work(self) -> None:
        while (thought := self._waiting.get()) is not None:
            thought.think()


class Opponent:
    """A level's agent for one game, used by one thread at a time.

    Args:
        spec: the agent's text.
        game: what it plays.
    """

    def __init__(self, spec: str, game: Game) -> None:
        self._spec, self._game = spec, game
        self._agent: Agent | None = None
        self._playing = False
        self._lock = threading.Lock()
        self._stopped: Callable[[], bool] = lambda: False

    def prepare(self) -> None:
        """Makes the agent, which may take seconds, before it has to move.

        Raises:
            ValueError: it cannot be made, as `choose` will tell, too.
        """
        with self._lock:
            self._made()

    def _made(self) -> Agent:
        if self._agent is None:
            self._agent = load_agent(self._spec, self._game, random.getrandbits(31))
            if is_stoppable(self._agent):
                self._agent.return_when(lambda: self._stopped())
        return self._agent

    def choose(self, start: Any, actions: list[int], state: Any, stopped: Callable[[], bool]) -> int:
        """Its action.

        Args:
            start: where the game began.
            actions: played since.
            state: where it has to move.
            stopped: says that it shall come to an end.

        Raises:
            ValueError: it cannot be made, it failed, or its action is not legal.
        """
        with self._lock:
            self._stopped = stopped
            try:
                agent = self._made()
                if not self._playing:
                    new_game(agent, start, actions, random.getrandbits(31))
                    self._playing = True
                action = int(agent.choose(state))
            except ValueError:
                raise
            except Exception as error:
                raise ValueError(failure_of_own(error) or f"{type(error).__name__}: {error}") from error
            if not state.is_legal(action):
                raise ValueError(f"action {action} is not legal here")
            return action

    def close(self) -> None:
        """Ends it, if it holds anything."""
        with self._lock:
            if self._agent is not None:
                close(self._agent)
                self._agent, self._playing = None, False
