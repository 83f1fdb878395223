"""What is fuzzed: a function that takes bytes, what it may do with them, and what inputs are made of."""

from __future__ import annotations

import contextlib
import re
import resource
import signal
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LONGEST_MESSAGE = 2_000  # characters of a refusal: what was given is quoted in part
MOST_SECONDS = 10.0  # of the processor, for one input
MOST_MEMORY = 1 << 30  # bytes that an input may add to the process


@dataclass(frozen=True)
class Target:
    """A parser, or a server.

    Attributes:
        name: of the target and its corpus.
        attempt: reads an input. Gives in a few words what it was; refuses by a ValueError. Anything else is a finding.
        seeds: inputs that are right.
        tokens: what inputs are made of.
        growing: texts that grow with a number, by what is repeated in them: time and memory grow with their length.
        runs: mutations in the default suite.
        longest: bytes of a mutated input.
    """

    name: str
    attempt: Callable[[bytes], str]
    seeds: Callable[[], Sequence[bytes]]
    tokens: tuple[bytes, ...]
    growing: Mapping[str, Callable[[int], bytes]] = field(default_factory=dict)
    runs: int = 200
    longest: int = 2048


class Finding(Exception):
    """Something that must not happen.

    Args:
        where: the place in the code, or the rule that does not hold: equal findings have equal ones.
        reason: for people.
    """

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")
        self.where = where


class TookTooLong(BaseException):
    """The processor's time for one input is over; nothing that catches errors catches it."""


def outcome(target: Target, data: bytes) -> str:
    """What comes of an input: what it was, or the kind of refusal, in words that many inputs share.

    Raises:
        Finding: neither.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UnicodeWarning)
            with _within(MOST_SECONDS):
                return f"accepted: {target.attempt(data)}"
    except ValueError as error:
        return f"refused: {kind_of(error)}"
    except Finding:
        raise
    except (Exception, TookTooLong, SystemExit) as error:
        raise Finding(_place(error), f"{type(error).__name__}: {str(error)[:300]}") from error


def kind_of(error: ValueError) -> str:
    """The words of a refusal that are not the input's, once it is clear that it is one.

    Raises:
        Finding: it says nothing, or repeats more than a part of the input.
    """
    text = str(error)
    if not text.strip() or len(text) > LONGEST_MESSAGE:
        raise Finding(_place(error), f"a message of {len(text):,} characters: {text[:100]!r}")
    without_quotes = re.sub(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", " ", text)
    return " ".join(re.findall(r"(?<![^\s(:,])[a-z]{2,}(?![^\s):,;.])", without_quotes))[:160]


def same(what: str, first: Any, second: Any) -> None:
    """What was written and read again is what it was.

    Raises:
        Finding: it is not.
    """
    if first != second:
        raise Finding(what, f"{str(first)[:400]} != {str(second)[:400]}")


def _place(error: BaseException) -> str:
    """The innermost line of ours that raised it."""
    place, trace = "", error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not place or not re.search(r"/lib/python|/fuzzing/", file):
            place = f"{Path(file).name}:{trace.tb_frame.f_code.co_name}"
        trace = trace.tb_next
    return f"{type(error).__name__} in {place}"


@contextlib.contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raises TookTooLong in the block once the process has used this much processor time in it."""

    def stop(number: int, frame: Any) -> None:
        raise TookTooLong(f"more than {seconds:g} s of the processor")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextlib.contextmanager
def bounded_memory(most: int = MOST_MEMORY) -> Iterator[None]:
    """What the process has now and this many bytes more: beyond that, memory cannot be had in the block."""
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
