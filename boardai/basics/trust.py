"""What may run: code and programs that are named inside a file run only if the user has named them too.

A record, a run's folder or a match's folder is data, and may be a stranger's. Each names what it is about: a game,
which may be a `.py` or `.hpp` file, an agent, which may be a program, a network, which may be a class of any module.
Whoever reads such a name out of a file says so here before it is used; what the user wrote on the command line, or
passed in Python, needs no check. `docs/safety.md` is the page for users.

What a name would run is told by who understands it: `boardai.game.code_in_game`,
`boardai.players.spec.AgentSpec.trusted` and `boardai.learn.network.config.code_in_architecture`.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Code:
    """Something that would run.

    Attributes:
        key: the same for two names of the same thing: links and relative paths are resolved.
        words: what it is, for people.
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
    """A program with its arguments, and what it is told once it runs: an engine's options can write files too."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = [command]
    found = shutil.which(words[0]) if words else None
    where = [os.path.realpath(found), *words[1:]] if found else words
    return Code(("program", *where, settings), f"the program {command!r}" + (f" with {settings}" if settings else ""))


@dataclass(frozen=True)
class Trust:
    """What may run although a file names it.

    Attributes:
        everything: the user said --trust, or trust=True.
        named: what the user has named.
    """

    everything: bool = False
    named: frozenset[Code] = frozenset()

    @classmethod
    def of(cls, trust: bool | Trust) -> Trust:
        """The trust that an argument `trust=` stands for."""
        return trust if isinstance(trust, Trust) else cls(everything=bool(trust))

    def naming(self, code: Iterable[Code]) -> Trust:
        """This trust, and what the user has named besides."""
        return Trust(self.everything, self.named | frozenset(code))

    def require(self, code: Iterable[Code], place: str) -> None:
        """Refuses what nobody but a file has named.

        Args:
            code: what would run.
            place: the file, and where in it.

        Raises:
            ValueError: naming the first thing that may not run.
        """
        for one in () if self.everything else code:
            if one not in self.named:
                raise ValueError(
                    f"{place}: would run {one.words}, which only this file names; name it yourself, or say that you "
                    "trust the file: --trust, in Python trust=True (docs/safety.md)"
                )


NOTHING = Trust()
