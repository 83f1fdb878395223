"""The message of a long command that is stopped or cannot write: what is kept, and how to continue.

All commands use one form: `interrupted; kept: 12 games in m1; continue with: python -m boardai.match ... --record m1`.
The command can be pasted into a shell; as a rule it is the original one.
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
        leave_out: damaged files to continue without; they replace those named in `arguments`.
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
    """A context for long work: if it ends early, one line reports what is kept and how to continue.

    >>> from boardai.command_line import going_on
    >>> try:
    ...     with going_on(lambda: "kept: 3 games in m1", "python -m boardai.match --resume m1"):
    ...         raise KeyboardInterrupt
    ... except KeyboardInterrupt as interrupt:
    ...     interrupt.__notes__
    ['kept: 3 games in m1; continue with: python -m boardai.match --resume m1']

    Args:
        kept: returns a text of what is kept by then, such as `kept: 12 games in m1`.
        command: the command that continues; None: there is none.
        place: the output path, for errors that name no file.

    Raises:
        KeyboardInterrupt: passed on (`Terminated` as well), with the line as a note, which `run` prints.
        InputError: writing failed for lack of space; the message names the file.
    """
    try:
        yield
    except KeyboardInterrupt as interrupt:
        if not getattr(interrupt, "__notes__", None):  # the innermost context has the most precise message
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
    """The system's reason and the file, if a write failed for lack of space (a full disk, a quota, a limit on files).

    Returns:
        None if it failed for another reason; "" for a file without a name.
    """
    while error is not None:
        for number in FULL:
            # The library that writes a checkpoint's arrays only passes on the system's message.
            reason = os.strerror(number)
            if isinstance(error, OSError) and error.errno == number:
                return reason, str(error.filename or "")
            if reason.lower() in str(error).lower():
                return reason, ""
        error = error.__cause__ or error.__context__
    return None
