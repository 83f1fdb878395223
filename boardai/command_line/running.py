"""Runs commands: they reject bad input, print, and stop on signals.

Bad input ends a command with exit status 2 and one line on stderr, never with a traceback; Ctrl-C ends it at once
with status 130. SIGTERM, and SIGHUP when a terminal closes, end it as Ctrl-C does, with status 128 and the signal's
number: open files are closed, and started programs and processes are ended. The same line reports what is kept and how
to continue (going_on.py). An unexpected error keeps its traceback.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import io
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, NoReturn

from boardai.basics.quoting import LONGEST_PATH, shortened
from boardai.command_line.plain_text import guarded

# A full disk, a quota, a limit on the size of files.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


# A command that starts others sets this to its process number if they must not outlive it.
PARENT = "BOARDAI_PARENT"


class NativeThread(threading.Thread):
    """A thread that may be in native code, and that commands do not wait for at their end.

    Python ends such a thread when it returns from native code, which aborts the process. If the command has left such
    a thread running, `run` therefore ends the process without Python's own shutdown.

    >>> from boardai.command_line import NativeThread
    >>> thread = NativeThread(target=print, args=("at work",))
    >>> thread.start(); thread.join()
    at work

    Args:
        **settings: arguments of `threading.Thread`; the thread is a daemon.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, daemon=True)


class InputError(Exception):
    """The user's request cannot be carried out; only the message is shown.

    >>> from boardai.commands import perft
    >>> perft.main(["chess", "--position", "8/8"])  # on the command line: one line, and exit status 2
    Traceback (most recent call last):
    boardai.command_line.running.InputError: FEN: expected 6 fields (or 4, without counters), got 1 in '8/8'
    """


class Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP, treated like Ctrl-C.

    >>> import signal
    >>> from boardai.command_line import Terminated
    >>> isinstance(Terminated(signal.SIGTERM), KeyboardInterrupt), Terminated(signal.SIGTERM)
    (True, Terminated('SIGTERM'))

    Args:
        number: the signal's number.

    Attributes:
        number: the signal's number; a command ends with status 128 + `number`.
    """

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


def duration(seconds: float) -> str:
    """A duration as text.

    >>> from boardai.command_line import duration
    >>> duration(123), duration(3723.4)
    ('2:03', '1:02:03')
    """
    whole = round(seconds)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def file_error(error: OSError) -> str:
    """The text of a file's error: the file's name first, without the error number.

    >>> from boardai.command_line import file_error
    >>> try:
    ...     open("no such file")
    ... except OSError as error:
    ...     file_error(error)
    'no such file: No such file or directory'
    """
    if error.filename and error.strerror:
        return f"{shortened(str(error.filename), LONGEST_PATH)}: {error.strerror}"
    return str(error)


@contextlib.contextmanager
def user_input() -> Iterator[None]:
    """A context for reading what the user named (game, position, file): an error becomes an InputError.

    >>> from boardai.command_line import user_input
    >>> with user_input():
    ...     boardai.load("hex", size=99)
    Traceback (most recent call last):
    boardai.command_line.running.InputError: hex: size must be a whole number from 1 to 19, not 99

    Raises:
        InputError: for a ValueError, SyntaxError, ImportError or OSError inside.
    """
    try:
        yield
    except BrokenPipeError:
        raise  # the error of a print, not of the user's input
    except OSError as error:
        raise InputError(file_error(error)) from error
    except (ValueError, SyntaxError, ImportError) as error:
        raise InputError(str(error)) from error


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise Terminated(number)


def _show_warning(command: str, others: Callable[..., None], message: Any, category: type, *where: Any) -> None:
    """Shows a note about a user's text file in one line, and other warnings as Python does."""
    if issubclass(category, UnicodeWarning):
        print(f"boardai.{command}: note: {message}", file=sys.stderr)
    else:
        others(message, category, *where)


def run(main: Callable[[], None], command: str) -> NoReturn:
    """Runs a command and exits with its status; each command's file ends with this call.

    >>> from boardai.command_line import run
    >>> try:
    ...     run(lambda: print("done"), "perft")
    ... except SystemExit as ended:
    ...     ended.code
    done
    0

    Args:
        main: the command; it raises InputError for errors that the user must correct.
        command: its name, with which error messages begin.

    Raises:
        SystemExit: always, with the status: 0; 2 for bad input, 130 after Ctrl-C, 128 and the number after a signal.
    """
    before = set(threading.enumerate())
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:  # a command under nohup ignores SIGHUP and continues to do so
            signal.signal(number, _terminate)
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(guarded, streams)
    warnings.showwarning = functools.partial(_show_warning, command, warnings.showwarning)
    if isinstance(sys.stdin, io.TextIOWrapper):  # input in another encoding is not a move, but must not end the command
        sys.stdin.reconfigure(errors="surrogateescape")
    try:
        main()
        sys.stdout.flush()
        status = 0
    except InputError as error:
        print(f"boardai.{command}: {error}", file=sys.stderr)
        status = 2
    except KeyboardInterrupt as interrupt:
        ended = interrupt.number if isinstance(interrupt, Terminated) else signal.SIGINT
        word = "interrupted" if ended == signal.SIGINT else "terminated"
        with contextlib.suppress(OSError):  # the terminal may be gone
            print("\n" + "; ".join([word, *getattr(interrupt, "__notes__", [])]), file=sys.stderr)
        status = 128 + ended
    except RuntimeError as error:
        # JAX only notices at its first computation.
        if "Unable to initialize backend" not in str(error):
            raise
        reason = str(error).splitlines()[0]
        print(f"boardai.{command}: JAX_PLATFORMS={os.environ.get('JAX_PLATFORMS', '')}: {reason}", file=sys.stderr)
        status = 2
    except BrokenPipeError:
        # The reader has closed the pipe (`| head`). Buffered output must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except OSError as error:
        if error.errno not in (*FULL, errno.ENAMETOOLONG):
            raise
        print(f"boardai.{command}: {file_error(error)}", file=sys.stderr)
        status = 2
    if any(isinstance(thread, NativeThread) for thread in set(threading.enumerate()) - before):
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError):
                stream.flush()
        os._exit(status)
    sys.stdout, sys.stderr = streams
    sys.exit(status)
