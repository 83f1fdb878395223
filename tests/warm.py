"""Python programs that start at once: forked from a process that has imported boardai and loaded the games.

A process of its own takes a second of processor time for the import and for what the C++ interpreter compiles first.
Documents and examples are a hundred programs, and what they test is not how a process begins. JAX is not imported.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
import types
from collections.abc import Sequence
from pathlib import Path


class WarmPython:
    r"""The process that forks. To be closed.

    >>> with contextlib.closing(WarmPython()) as warm:
    ...     warm.run(["-c", "print(1)"], Path("/tmp")).stdout
    '1\n'
    """

    def __init__(self) -> None:
        command = [sys.executable, __file__]
        self._server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(
        self, words: Sequence[str], folder: Path, given: str = "", timeout: float = 300
    ) -> subprocess.CompletedProcess[str]:
        """What `subprocess.run([sys.executable, *words], cwd=folder, input=given, ...)` returns.

        Args:
            words: as behind `python`: `-c` and a program, `-m` and a module, or a script; then its arguments.
            folder: where it runs.
            given: its standard input.
            timeout: seconds.

        Raises:
            subprocess.TimeoutExpired: it did not end in time, and was killed.
        """
        assert self._server.stdin is not None and self._server.stdout is not None
        with tempfile.TemporaryDirectory() as scratch:
            files = [Path(scratch) / name for name in ("input", "output", "errors")]
            files[0].write_text(given)
            request = {"words": list(words), "folder": str(folder), "files": list(map(str, files)), "timeout": timeout}
            self._server.stdin.write(json.dumps(request) + "\n")
            self._server.stdin.flush()
            status = json.loads(self._server.stdout.readline())
            output, errors = (path.read_text() for path in files[1:])
        if status is None:
            raise subprocess.TimeoutExpired(list(words), timeout, output, errors)
        return subprocess.CompletedProcess(list(words), status, output, errors)

    def close(self) -> None:
        """Ends the process."""
        self._server.communicate(timeout=60)


def _serve() -> None:
    """Answers each request, a line of JSON, with the program's exit code; null: it took too long."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # nothing else that is printed here is taken for an answer
    _warm_up()
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            _become(**{name: request[name] for name in ("words", "folder", "files")})
        with contextlib.suppress(PermissionError):  # the child has done it
            os.setpgid(child, child)
        print(json.dumps(_ended(child, request["timeout"])), file=answers, flush=True)


def _ended(child: int, timeout: float) -> int | None:
    """The exit code of a child, or None where it had to be killed."""
    late = threading.Event()

    def kill() -> None:
        late.set()
        os.killpg(child, signal.SIGKILL)

    timer = threading.Timer(timeout, kill)
    timer.start()
    _, status = os.waitpid(child, 0)
    timer.cancel()
    timer.join()
    return None if late.is_set() else os.waitstatus_to_exitcode(status)


def _warm_up() -> None:
    """What most programs use first."""
    import boardai

    for game in map(boardai.load, ("chess", "hex:size=5", "reversi")):
        state = game.initial_state()
        state.apply(state.legal_actions()[0])
        boardai.search.pvs(state, depth=1)
        boardai.search.mcts(state, simulations=2)


def _become(words: list[str], folder: str, files: list[str]) -> None:
    """Runs a program in this process, which ends with it."""
    os.chdir(folder)
    for number, path in enumerate(files):
        descriptor = os.open(path, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(descriptor, number)
        os.close(descriptor)
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    code = 1
    try:
        _run(words)
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        threading._shutdown()
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _run(words: list[str]) -> None:
    kind, *arguments = words
    if kind == "-m":
        sys.argv, sys.path[0] = arguments, os.getcwd()
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
        return
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    if kind == "-c":
        sys.argv, sys.path[0] = ["-c", *arguments[1:]], ""
        program = arguments[0]
    else:
        sys.argv, sys.path[0] = words, str(Path(kind).parent)
        main.__file__ = kind
        program = Path(kind).read_text(encoding="utf-8")
    exec(compile(program, main.__file__ if kind != "-c" else "<string>", "exec"), main.__dict__)


if __name__ == "__main__":
    _serve()
