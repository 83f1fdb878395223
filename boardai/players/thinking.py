"""One search under way in a thread of its own: its clock, and how it is ended.

Its owner waits for it and looks after it, a loop that serves another program (`boardai.engine.server`) or
`think_through`: `timeout` says when next, `watch` does what is due. So there is one thread that decides, and no time
between a decision and what it was made upon.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from boardai.clocks.management import (
    DEFAULT_OVERHEAD,
    LEAST,
    MOVES_EXPECTED,
    Budget,
    ClockState,
    SearchSample,
    aim_by_course,
    budget_from_clock,
)
from boardai.command_line import NativeThread
from boardai.game import Game
from boardai.players.player import Player, Progress
from boardai.search.results.result import SearchResult
from boardai.search.stopping import stop_search

# Searches that visit the best move more and more; Gumbel search halves its moves by a plan instead.
BY_VISITS = ("mcts", "puct")
_SEEN_ENOUGH = 0.1  # a move with fewer of the most visited one's visits has no value to speak of

# Between two requests to stop: a search that had not begun when it was asked is asked again.
_AGAIN = 0.002
# A stop that comes sooner is passed on only then: a move without any thought is a poor answer.
FIRST_THOUGHT = 0.01

Work = Callable[[Callable[[SearchResult], None], Callable[[], bool]], Any]


def sample_of(result: SearchResult, seconds: float) -> SearchSample:
    """What a search's progress says of its course, this many seconds after it began."""
    action = int(result.action)
    if result.method not in BY_VISITS or len(result.visits) < 2:
        nodes = sum(result.action_nodes.values())
        share = result.action_nodes.get(action, 0) / nodes if len(result.action_nodes) > 1 and nodes else None
        return SearchSample(seconds, action, result.value, share)
    most, next_most = sorted(result.visits.values(), reverse=True)[:2]
    seen = [one for one, visits in result.visits.items() if visits > _SEEN_ENOUGH * most]
    values = {one: result.action_values[one] for one in seen if one in result.action_values}
    behind = action in values and max(values.values()) > values[action]
    return SearchSample(seconds, action, simulations=result.simulations, ahead=most - next_most, behind=behind)


def clock_budget(
    player: Player, game: Game | None, state: Any, clock_state: ClockState, overhead: float = DEFAULT_OVERHEAD
) -> Budget:
    """What a clock allows for a move of a player.

    Args:
        player: who thinks.
        game: what is played, which estimates how many moves are still to come; None: it is guessed.
        state: not terminal.
        clock_state: of the player to move.
        overhead: seconds lost with each move on the way between programs.
    """
    if len(state.legal_actions()) == 1:
        return Budget(LEAST, LEAST)  # nothing is decided
    moves = MOVES_EXPECTED if game is None else game.moves_expected(state)
    return bounded(budget_from_clock(clock_state, overhead, moves), player)


def bounded(budget: Budget, player: Player) -> Budget:
    """A budget as a player takes it: one that does not end by the course of its search uses the time it aims at."""
    return budget if player.ends_by_course else Budget(budget.aim, budget.aim)


def think_through(work: Work, budget: Budget, progress: Progress | None = None) -> Any:
    """Works to the end, for a caller with nothing else to do meanwhile.

    Args:
        work: as `SearchJob` takes it.
        budget: of the clock.
        progress: gets the work's intermediate results.

    Raises:
        Exception: what the work ended with.
    """
    events: queue.SimpleQueue[tuple[bool, Any]] = queue.SimpleQueue()
    thinking = SearchJob(
        work, lambda result: events.put((False, result)), lambda answer: events.put((True, answer)), budget
    )
    try:
        while True:
            try:
                is_answer, item = events.get(timeout=thinking.timeout)
            except queue.Empty:
                thinking.watch()
                continue
            if is_answer:
                break
            thinking.observe(item)
            if progress is not None:
                progress(item)
    finally:  # Ctrl-C leaves no search at work
        thinking.stop(at_once=True)
    if isinstance(item, BaseException):
        raise item
    return item


class SearchJob:
    """Work in a thread of its own.

    Args:
        work: called with a function for its progress, and with one that returns True when it must end;
            the receiver of a search's progress gives it to `observe`.
        report: gets each progress, in the working thread.
        done: gets what the work returned, or the exception it ended with, in the working thread; called last.
        budget: of the clock; None: until it is stopped or ends by itself.
    """

    def __init__(
        self,
        work: Work,
        report: Callable[[SearchResult], None],
        done: Callable[[Any], None],
        budget: Budget | None = None,
    ) -> None:
        self._work, self._report, self._done = work, report, done
        self._budget = budget
        self._course: list[SearchSample] = []
        self._asked = False  # to stop
        self._halt = threading.Event()
        self._thread = NativeThread(target=self._run, name="thinking")
        self._began = time.monotonic()
        self._started = math.inf  # when the thread gets to work: a busy machine may take its time
        self._thread.start()

    def _run(self) -> None:
        self._started = time.monotonic()
        try:
            answer = self._work(self._report, self._halt.is_set)
        except BaseException as error:
            answer = error
        self._done(answer)

    @property
    def timeout(self) -> float | None:
        """Seconds until `watch` has something to do; None: nothing that is known yet."""
        if self.is_stopping:
            return max(_AGAIN, min(self._until_first_thought, FIRST_THOUGHT)) if self._thread.is_alive() else None
        if self._budget is None:
            return None
        return max(0.0, self._began + aim_by_course(self._budget, self._course) - time.monotonic())

    @property
    def is_stopping(self) -> bool:
        """Whether it has been asked to end."""
        return self._asked

    def watch(self) -> None:
        """Ends the search where its time is over."""
        if self.is_stopping:
            self.stop()
        elif self.timeout == 0:
            assert self._budget is not None
            self.stop(at_once=self._budget.aim + FIRST_THOUGHT > self._budget.hard_limit)

    def stop(self, at_once: bool = False) -> None:
        """Asks the work to end; what it has found comes as always.

        Args:
            at_once: also where it has only just begun, and has had no time for a first thought.
        """
        self._asked = True
        if not at_once and self._until_first_thought > 0:
            return  # `watch` asks again
        self._halt.set()
        assert self._thread.ident is not None
        stop_search(self._thread.ident)

    @property
    def _until_first_thought(self) -> float:
        return self._started + FIRST_THOUGHT - time.monotonic()

    def observe(self, result: SearchResult) -> None:
        """Takes note of what the search has found so far: its course decides how long it continues."""
        self._course.append(sample_of(result, time.monotonic() - self._began))

    def limit(self, budget: Budget) -> None:
        """Sets its time from now on: the move it pondered on was played."""
        self._began = time.monotonic()
        self._course.clear()
        self._budget = budget

    def join(self, seconds: float) -> bool:
        """Stops the work and waits for its end.

        Args:
            seconds: at most; a user-written agent may take its time.

        Returns:
            Whether it has ended.
        """
        end = time.monotonic() + seconds
        while self._thread.is_alive() and time.monotonic() < end:
            self.stop(at_once=True)
            self._thread.join(_AGAIN)
        return not self._thread.is_alive()
