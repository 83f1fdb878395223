"""Trust in code: code and programs named inside a file run only if the user has named them too.

A record, a run's folder or a match's folder is data, and may come from a stranger. Each names its subject: a game,
which may be a `.py` or `.hpp` file, an agent, which may be a program, a network, which may be a class of any module.
Code that reads such a name from a file calls `require` before it uses the name. What the user wrote on the command
line, or passed in Python, needs no check. Trust belongs to the context, like the precision of decimals: a
command sets it once, from `--trust`; a program uses `with boardai.trusting():`. `docs/safety.md` is the page for users.

The module that interprets a name knows which code it would run: `boardai.game.code_in_game`,
`boardai.players.spec.AgentSpec.trusted` and `boardai.learn.network.config.code_in_architecture`.
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import os
import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Code:
    """Code or a program that would run.

    Attributes:
        key: equal for two names of the same code: links and relative paths are resolved.
        words: its description for the user.
    """

    key: tuple[str, ...]
    words: str = field(compare=False)


def code_file(path: str) -> Code:
    """A file of Python or C++."""
    return Code(("file", os.path.realpath(path)), f"the code of {path}")


def code_module(name: str) -> Code:
    """A Python module by its name."""
    return Code(("module", name), f"the code of the module {name}")


def program(command: str, settings: str = "") -> Code:
    """A program with its arguments and the input sent to it: an engine's options can write files too."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = [command]
    found = shutil.which(words[0]) if words else None
    where = [os.path.realpath(found), *words[1:]] if found else words
    options = f" with the options {settings}" if settings else ""
    return Code(("program", *where, settings), f"the program {command!r}{options}")


@dataclass(frozen=True)
class Trust:
    """The code that may run although only a file names it.

    Attributes:
        everything: the user gave --trust, or called `trusting()`.
        named: what the user has named.
    """

    everything: bool = False
    named: frozenset[Code] = frozenset()

    def naming(self, code: Iterable[Code]) -> Trust:
        """This trust, extended by further code that the user has named."""
        return Trust(self.everything, self.named | frozenset(code))

    def __or__(self, other: Trust) -> Trust:
        """The union of both trusts."""
        return Trust(self.everything or other.everything, self.named | other.named)


_NOTHING, _EVERYTHING = Trust(), Trust(everything=True)
# Threads and processes begin without any trust: the code that starts one passes `trusted()` on.
_HERE: ContextVar[Trust] = ContextVar("boardai_trust", default=_NOTHING)


def trusted() -> Trust:
    """The code that may run here."""
    return _HERE.get()


@contextlib.contextmanager
def trusting(trust: Trust = _EVERYTHING) -> Iterator[None]:
    """A context in which code and programs that only files name may run.

    >>> from boardai.records import GameRecord
    >>> record = GameRecord("hex:size=3", ("b2",))
    >>> with boardai.trusting():  # the game that the record names might be a user's code
    ...     len(record.states())
    2

    Only trust files made by you or by people you trust; `docs/safety.md` describes the risks of others.

    Args:
        trust: the code and programs that may run; by default everything.
    """
    before = _HERE.set(trust)
    try:
        yield
    finally:
        _HERE.reset(before)


def naming(code: Iterable[Code]) -> contextlib.AbstractContextManager[None]:
    """A context in which this code may also run, since the user has named it."""
    return trusting(trusted().naming(code))


def trust_from_here_on(trust: Trust) -> None:
    """Sets the trust for the rest of a command, or of a worker process."""
    _HERE.set(trust)


def in_own_context(command: Callable[P, R]) -> Callable[P, R]:
    """Decorates a command so that its trust ends with the call."""

    @functools.wraps(command)
    def run(*arguments: P.args, **keywords: P.kwargs) -> R:
        return contextvars.copy_context().run(command, *arguments, **keywords)

    return run


def require(code: Iterable[Code], place: str) -> None:
    """Rejects code that only a file has named.

    Args:
        code: the code that would run.
        place: the file, and the place in it.

    Raises:
        ValueError: some code may not run; the message names the first.
    """
    trust = trusted()
    for one in () if trust.everything else code:
        if one not in trust.named:
            raise ValueError(
                f"{place}: would run {one.words}, which only this file names. To allow it, name it in your command as "
                "well, or trust the file with --trust (in Python: with boardai.trusting()); see docs/safety.md"
            )
