"""One search on a separate thread: its clock, and how it is stopped.

Its owner waits for it and watches it: either a loop that serves another program (`boardai.engine.server`) or
`think_through`. `timeout` returns when to look next, `watch` does what is due. So a single thread decides, at the
time to which its decision applies.
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

# Searches that visit the best move more and more; Gumbel search halves its moves by a schedule instead.
BY_VISITS = ("mcts", "puct")
_SEEN_ENOUGH = 0.1  # a move with a smaller share of the most visited one's visits has no reliable value

# Time between two requests to stop: a search that had not begun at the first request gets another one.
_AGAIN = 0.002
# An earlier request to stop is passed on only after this time, because a move without any search is poor.
FIRST_THOUGHT = 0.01

Work = Callable[[Callable[[SearchResult], None], Callable[[], bool]], Any]


def sample_of(result: SearchResult, seconds: float) -> SearchSample:
    """The course of a search by its progress, this many seconds after its start."""
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
    """The time that a clock allows for a move.

    Args:
        player: the player.
        game: the game, which estimates the number of remaining moves; None: it is guessed.
        state: not terminal.
        clock_state: the clock of the player to move.
        overhead: seconds lost per move between the programs.
    """
    if len(state.legal_actions()) == 1:
        return Budget(LEAST, LEAST)  # there is nothing to decide
    moves = MOVES_EXPECTED if game is None else game.moves_expected(state)
    return bounded(budget_from_clock(clock_state, overhead, moves), player)


def bounded(budget: Budget, player: Player) -> Budget:
    """A budget for a player: one that cannot end by the course of its search uses its target time."""
    return budget if player.ends_by_course else Budget(budget.aim, budget.aim)


def think_through(work: Work, budget: Budget, progress: Progress | None = None) -> Any:
    """Runs work to its end, for a caller that waits.

    Args:
        work: as for `SearchJob`.
        budget: time by the clock.
        progress: called with the work's intermediate results.

    Raises:
        Exception: the exception of the work.
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
    finally:  # Ctrl-C leaves no search running
        thinking.stop(at_once=True)
    if isinstance(item, BaseException):
        raise item
    return item


class SearchJob:
    """Work on a separate thread.

    Args:
        work: called with a function for its progress, and with one that returns True when it must end;
            the receiver of a search's progress gives it to `observe`.
        report: called with each progress, on the working thread.
        done: called last with the work's result or exception, on the working thread.
        budget: time by the clock; None: until it is stopped or ends.
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
        self._started = math.inf  # time at which the thread starts to work, which may be late on a busy machine
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
        """Seconds until `watch` has something to do; None: not known yet."""
        if self.is_stopping:
            return max(_AGAIN, min(self._until_first_thought, FIRST_THOUGHT)) if self._thread.is_alive() else None
        if self._budget is None:
            return None
        return max(0.0, self._began + aim_by_course(self._budget, self._course) - time.monotonic())

    @property
    def is_stopping(self) -> bool:
        """Whether it was requested to end."""
        return self._asked

    def watch(self) -> None:
        """Ends the search if its time is over."""
        if self.is_stopping:
            self.stop()
        elif self.timeout == 0:
            assert self._budget is not None
            self.stop(at_once=self._budget.aim + FIRST_THOUGHT > self._budget.hard_limit)

    def stop(self, at_once: bool = False) -> None:
        """Requests the end of the work; its result is reported as usual.

        Args:
            at_once: also if it has just begun and has no result yet.
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
        """Records the result so far; the course of a search decides how long it continues."""
        self._course.append(sample_of(result, time.monotonic() - self._began))

    def limit(self, budget: Budget) -> None:
        """Starts its time now, because the move it pondered on was played."""
        self._began = time.monotonic()
        self._course.clear()
        self._budget = budget

    def join(self, seconds: float) -> bool:
        """Stops the work and waits for its end.

        Args:
            seconds: maximum time to wait; a user-written agent may not react.

        Returns:
            Whether it has ended.
        """
        end = time.monotonic() + seconds
        while self._thread.is_alive() and time.monotonic() < end:
            self.stop(at_once=True)
            self._thread.join(_AGAIN)
        return not self._thread.is_alive()
