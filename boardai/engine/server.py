"""Lines in, lines out, a log, and the loop that serves them while the agent thinks.

Three threads: one reads lines, one thinks (thinking.py), and the loop, which alone decides and answers. It sleeps until
a line comes, a search has something to say, or a clock runs out.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar, TextIO, TypeVar

from boardai.basics.quoting import printable
from boardai.clocks.management import Budget
from boardai.command_line import InputError
from boardai.engine.player import EnginePlayer
from boardai.players.player import Thought
from boardai.players.search import warm_up_by_clock
from boardai.players.thinking import SearchJob, Work, bounded
from boardai.players.user import failure_of_own
from boardai.protocols.process import EngineError
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult

Method = TypeVar("Method", bound=Callable[..., Any])

LONGEST_LINE = 1 << 20  # bytes; a game of ten thousand moves is a tenth of it
_CHUNK = 1 << 16
_GREETING = 0.02  # seconds in which a line that was written before this program ran is read
_TIMEOUT = 2.0  # seconds that an agent gets to come to an end


@dataclass(frozen=True)
class _Line:
    text: str | None  # None: too long to be kept


@dataclass(frozen=True)
class _End:
    """Of the input."""


@dataclass(frozen=True)
class _Progress:
    thinking: int
    result: SearchResult


@dataclass(frozen=True)
class _Done:
    thinking: int
    answer: Any


class Console:
    """The other program's end of the line, and a log of both directions.

    Args:
        source: file descriptor that is read.
        sink: the stream for output.
        log: file that both directions are added to; None: none.

    Raises:
        OSError: the log cannot be written.
    """

    def __init__(self, source: int, sink: TextIO, log: Path | None = None) -> None:
        self._source, self._sink = source, sink
        self._log = log.open("a", encoding="utf-8", errors="backslashreplace") if log is not None else None
        self._lock = threading.Lock()

    def say(self, *lines: str) -> None:
        """Writes lines, at once.

        Raises:
            BrokenPipeError: the reader has closed the connection.
        """
        with self._lock:
            self._sink.write("".join(line + "\n" for line in lines))
            self._sink.flush()
        for line in lines:
            self._note(">", line)

    def read_all(self, take: Callable[[str | None], None]) -> None:
        """Reads lines until the input ends; a half line at its end counts. Of one beyond all measure `take` gets None.

        The descriptor is read, not `sys.stdin`: Python could not end while a thread holds that.
        """
        rest, too_long = b"", False
        while chunk := os.read(self._source, _CHUNK):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                if not too_long:
                    self._take(line, take)
                too_long = False
            if len(rest) > LONGEST_LINE and not too_long:
                too_long = True
                take(None)
            rest = b"" if too_long else rest
        if rest and not too_long:
            self._take(rest, take)

    def close(self) -> None:
        """Closes the log."""
        if self._log is not None:
            self._log.close()

    def _take(self, line: bytes, take: Callable[[str | None], None]) -> None:
        text = line.decode("utf-8", "backslashreplace").strip()
        self._note("<", text)
        take(text)

    def _note(self, direction: str, line: str) -> None:
        if self._log is not None:
            with contextlib.suppress(ValueError):  # closed: the clock_state thread may be a line ahead
                self._log.write(f"{datetime.now().isoformat(timespec='milliseconds')} {direction} {printable(line)}\n")
                self._log.flush()


def command(word: str, meanwhile: bool = False) -> Callable[[Method], Method]:
    """Marks the method of a `Server` that obeys a command.

    Args:
        word: the command, as the other program writes it.
        meanwhile: whether it is heard while the agent thinks; others wait for its answer.
    """

    def mark(method: Method) -> Method:
        vars(method).update(word=word, meanwhile=meanwhile)
        return method

    return mark


class Server(ABC):
    """One conversation: an agent behind a protocol.

    Args:
        player: the agent.
        console: the connection to the other program.

    Attributes:
        commands: methods marked by `@command`, by its word; those of base classes first.
    """

    commands: ClassVar[Mapping[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.commands = {**cls.commands, **{one.word: one for one in vars(cls).values() if hasattr(one, "meanwhile")}}

    def method_of(self, word: str) -> Callable[[Any], Any] | None:
        """The method that obeys a command; None: there is no such command."""
        return getattr(self, self.commands[word].__name__) if word in self.commands else None

    def __init__(self, player: EnginePlayer, console: Console) -> None:
        self.player, self.console = player, console
        self._events: queue.SimpleQueue[_Line | _End | _Progress | _Done] = queue.SimpleQueue()
        self._thinking: SearchJob | None = None
        self._number = 0  # number of the current request; messages of earlier ones are ignored
        self._answered: Callable[[Any], None] = lambda answer: None
        self._waiting: deque[str] = deque()
        self._left_behind: SearchJob | None = None  # one that did not come to an end
        self._ended = self._input_ended = self._leaving = False
        self._hastened: tuple[SearchJob | None, float] = (None, 0.0)  # the job that a goodbye waits for, and until when

    # --- the protocol, for subclasses ---

    @abstractmethod
    def obey(self, line: str) -> None:
        """Executes a line; nothing in it raises an error."""

    @abstractmethod
    def refuse(self, reason: str) -> None:
        """Reports why a command could not be executed."""

    @abstractmethod
    def progress(self, result: SearchResult) -> None:
        """Reports the result of a search so far."""

    @abstractmethod
    def input_ended(self) -> None:
        """Ends the conversation; a pending answer is still given."""

    @abstractmethod
    def warm_up_answer(self, state: Any, thought: Thought) -> None:
        """Does with an answer what is done with each, without output: C++ is called for the first time here."""

    @abstractmethod
    def may_interrupt(self, line: str) -> bool:
        """Whether a line is heard while an answer is due; others wait until it has been given."""

    def is_for_what_waits(self, line: str) -> bool:
        """Whether a line that may interrupt is about one of those that wait, so that it waits with them."""
        return False

    @property
    def waiting(self) -> Sequence[str]:
        """The lines that have come and are not yet obeyed."""
        return self._waiting

    def heard(self, line: str) -> bool:
        """Takes note of a line that has just come, whether or not it is obeyed now.

        Returns:
            Whether it is a goodbye: nothing is read after it, and earlier requests are answered first, without
            more thought.
        """
        return False

    def is_greeting(self, line: str) -> bool:
        """Whether a line only asks for the program's identity: it is answered before the agent's first search."""
        return False

    # --- the parts of the server ---

    @property
    def is_thinking(self) -> bool:
        """Whether the agent is at work."""
        return self._thinking is not None

    @property
    def is_stopping(self) -> bool:
        """Whether the running agent was requested to answer now."""
        return self._thinking is not None and self._thinking.is_stopping

    @property
    def is_busy(self) -> bool:
        """Whether an answer is due."""
        return self.is_thinking

    def warm_up(self) -> None:
        """Does once what every answer does, so that nothing is compiled while a clock runs.

        Raises:
            InputError: the agent cannot play this game.
        """
        try:
            thought = warm_up_by_clock(self.player, self.player.game)
        except Exception as error:
            raise self._failure(error) from error
        if thought is not None:
            start = self.player.game.initial_state()
            self.player.begin(start, [])
            self.warm_up_answer(start, thought)

    def run(self) -> None:
        """Serves until the other program ends the conversation.

        Raises:
            InputError: the agent failed, or cannot play this game.
        """
        reader = threading.Thread(target=self._read, name="clock_state", daemon=True)
        reader.start()
        try:
            self._greet()
            self.warm_up()
            self._catch_up()
            while not self._ended and not (self._input_ended and not self.is_busy):
                self._serve(None if self._thinking is None else self._thinking.timeout)
                self._catch_up()
        except BrokenPipeError:
            pass  # the reader has closed the connection: the same as `quit`
        finally:
            self.halt()
            self.player.close()
            self.console.close()

    def leave(self) -> None:
        """Ends the conversation, at the other program's request."""
        self._ended = True

    def think_about(
        self, state: Any, limits: Limits, answered: Callable[[Any], None], budget: Budget | None = None
    ) -> None:
        """Sets the agent to think.

        Args:
            state: what about; not terminal.
            limits: besides those of the clock.
            answered: gets the `Thought`.
            budget: of the clock; None: none runs.

        Raises:
            ValueError: the agent does not stop its earlier search.
        """
        if budget is not None:
            budget = bounded(budget, self.player)
            limits = replace(limits, seconds=budget.hard_limit)
        self.think(lambda report, halted: self.player.think(state, limits, report, halted), answered, budget)

    def think(self, work: Work, answered: Callable[[Any], None], budget: Budget | None = None) -> None:
        """Starts the agent; the loop calls `answered` with the result.

        Raises:
            ValueError: the agent does not stop its earlier search.
        """
        if self._left_behind is not None and not self._left_behind.join(0):
            raise ValueError(f"{self.player.spec} is still thinking about an earlier request")
        self._number += 1
        number = self._number
        self._answered = answered
        self._thinking = SearchJob(
            work,
            lambda result: self._events.put(_Progress(number, result)),
            lambda answer: self._events.put(_Done(number, answer)),
            budget,
        )

    def stop(self, at_once: bool = False) -> None:
        """Requests an answer now; `at_once` also before the first result of a search."""
        if self._thinking is not None:
            self._thinking.stop(at_once)

    def answer_now(self) -> None:
        """Gives the pending answer at once, because the other program ends the conversation."""
        self.stop(at_once=True)

    def limit(self, budget: Budget) -> None:
        """Sets the time of the working agent from now on."""
        if self._thinking is not None:
            self._thinking.limit(bounded(budget, self.player))

    def halt(self) -> None:
        """Ends the agent's work; its answer is discarded. A user-written agent may continue; its end is not awaited."""
        thinking, self._thinking = self._thinking, None
        if thinking is not None and not thinking.join(_TIMEOUT):
            self._left_behind = thinking

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # a descriptor that was closed is an end as well
            self.console.read_all(lambda text: self._events.put(_Line(text)))
        self._events.put(_End())

    def _greet(self) -> None:
        """Answers a greeting that has already arrived: some programs give up after two seconds without one (scid)."""
        self._serve(_GREETING)
        if self._waiting and self.is_greeting(self._waiting[0]):
            self.obey(self._waiting.popleft())

    def _serve(self, timeout: float | None) -> None:
        """Handles the next event, or after this many seconds does what is due."""
        try:
            event = self._events.get(timeout=timeout)
        except queue.Empty:
            if self._thinking is not None:
                self._thinking.watch()
            return
        if isinstance(event, _End):
            self._input_ended = True
        elif isinstance(event, _Line) and event.text is None:
            self.refuse(f"a line of more than {LONGEST_LINE:,} bytes is not read")
        elif isinstance(event, _Line):
            assert event.text is not None
            if self._leaving:
                return
            self._leaving = self.heard(event.text)
            heard_now = self.is_busy and not self._leaving and self.may_interrupt(event.text)
            if heard_now and not self.is_for_what_waits(event.text):
                self.obey(event.text)
            else:
                self._waiting.append(event.text)
        elif self._thinking is not None and event.thinking == self._number:
            if isinstance(event, _Progress):
                self._thinking.observe(event.result)
                self.progress(event.result)
            else:
                self._finish(event.answer)

    def _finish(self, answer: Any) -> None:
        self._thinking = None
        if isinstance(answer, BaseException):
            raise self._failure(answer)
        self._answered(answer)

    def _catch_up(self) -> None:
        """Obeys the lines that have waited, up to one that has to wait on."""
        while True:
            while self._waiting and not self._ended and (not self.is_busy or self.may_interrupt(self._waiting[0])):
                self.obey(self._waiting.popleft())
            if self._leaving and self.is_busy:
                self._hasten()
            elif self._input_ended and self.is_busy:
                self.input_ended()
            if self.is_busy or self._ended or not self._waiting:  # else an answer that was held has been given
                return

    def _hasten(self) -> None:
        """Ends the search that a goodbye waits for; abandons a user-written agent that does not stop."""
        asked, until = self._hastened
        if asked is not self._thinking or asked is None:
            until = time.monotonic() + _TIMEOUT
            self._hastened = (self._thinking, until)
        if time.monotonic() > until:
            self.leave()
        else:
            self.answer_now()

    def _failure(self, error: BaseException) -> BaseException:
        """What ends the command: the agent's own fault in one line, ours with its traceback."""
        reason = str(error) if isinstance(error, EngineError) else failure_of_own(error)
        if reason is None and isinstance(error, ValueError):
            reason = str(error)
        if reason is None:
            return error
        self.refuse(reason)
        return InputError(f"{self.player.spec} failed: {reason}")
