"""What every long command says when it is stopped, or no more can be written: what is kept, and how it continues.

One line for all: `interrupted; kept: 12 games in m1; continue with: python -m boardai.match ... --record m1`. The
command is one to be pasted: as a rule the same that was begun, of which nothing has to be looked up.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from boardai.basics.left_out import leave_out_words
from boardai.command_line.running import FULL, InputError

_LEAVE_OUT = "--leave-out"


def same_command(command: str, arguments: Sequence[str] | None, leave_out: Collection[str] = ()) -> str:
    """The command line that was given, to be pasted into a shell.

    >>> from boardai.command_line import same_command
    >>> same_command("match", ["hex", "mcts", "pvs:depth=3", "--record", "my games"], ["games/000001.json"])
    "python -m boardai.match hex mcts pvs:depth=3 --record 'my games' --leave-out games/000001.json"

    Args:
        command: `match` for `python -m boardai.match`.
        arguments: as given to its `main`; None: the process's own.
        leave_out: damaged files to continue without, in the place of those that were named.
    """
    words, leaving = [], False
    for word in sys.argv[1:] if arguments is None else arguments:
        leaving = word == _LEAVE_OUT or (leaving and not word.startswith("--"))
        if not leaving:
            words.append(word)
    line = shlex.join(["python", "-m", f"boardai.{command}", *words])
    return f"{line} {leave_out_words(leave_out)}" if leave_out else line


def number_of(count: int, what: str) -> str:
    """`1 game`, `1,200 games`.

    >>> from boardai.command_line import number_of
    >>> number_of(1, "game"), number_of(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{count:,} {what}{'s' * (count != 1)}"


@contextlib.contextmanager
def going_on(kept: Callable[[], str], command: str | None, place: str | Path | None = None) -> Iterator[None]:
    """Around long work: what ends it early says in one line what is kept and how it continues.

    >>> from boardai.command_line import going_on
    >>> try:
    ...     with going_on(lambda: "kept: 3 games in m1", "python -m boardai.match --resume m1"):
    ...         raise KeyboardInterrupt
    ... except KeyboardInterrupt as interrupt:
    ...     interrupt.__notes__
    ['kept: 3 games in m1; continue with: python -m boardai.match --resume m1']

    Args:
        kept: says what is kept by then, `kept: 12 games in m1`, or that nothing is.
        command: that continues; None: there is none.
        place: where it writes, for errors that name no file.

    Raises:
        KeyboardInterrupt: as it came (`Terminated` as well); a note on it has the line, which `run` prints.
        InputError: no more can be written; the message names the file.
    """
    try:
        yield
    except KeyboardInterrupt as interrupt:
        if not getattr(interrupt, "__notes__", None):  # who was nearest to the work knows best
            interrupt.add_note("; ".join([kept(), *([f"continue with: {command}"] if command else [])]))
        raise
    except Exception as error:
        full = out_of_space(error)
        if full is None or isinstance(error, InputError):
            raise
        reason, file = full
        advice = f"make room, then continue with: {command}" if command else "make room, then start again"
        raise InputError(f"{file or place or 'a file'}: cannot be written ({reason}); {kept()}; {advice}") from error


def out_of_space(error: BaseException | None) -> tuple[str, str] | None:
    """The system's reason and the file, where a write failed for want of room (a full disk, a quota, a limit on files).

    Returns:
        None where it failed for something else; "" for a file without a name.
    """
    while error is not None:
        for number in FULL:
            # The arrays of a checkpoint are written by a library that only passes on the system's words.
            reason = os.strerror(number)
            if isinstance(error, OSError) and error.errno == number:
                return reason, str(error.filename or "")
            if reason.lower() in str(error).lower():
                return reason, ""
        error = error.__cause__ or error.__context__
    return None
