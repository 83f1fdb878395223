"""The inside of a box: the process in which an agent of somebody's own plays (`boxed.py` is the outside).

    1. The library and the game are loaded; the pipe to the outside is put where `print` does not reach it.
    2. Limits are set: memory, no files written, no processes, signals or connections; then the agent is made.
    3. Each line that comes in is a position as JSON: where the game began and all actions since. The answer is the
       agent's action, or what went wrong.

The limits on files and memory are the system's; processes, signals and connections are refused by Python's audit hook,
which code that means to can get around (`boxed.py` says what a box is for).
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import sys
import threading
import time
from typing import Any

# Events of `sys.addaudithook` that reach others than the agent itself.
_REFUSED = (
    "os.exec", "os.fork", "os.forkpty", "os.kill", "os.killpg", "os.posix_spawn", "os.spawn", "os.startfile",
    "os.system", "pty.spawn", "subprocess.Popen", "signal.pthread_kill",
    "resource.prlimit", "resource.setrlimit",
    "socket.bind", "socket.connect", "socket.sendto", "socket.sendmsg",
    "os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink", "os.truncate",
    "os.utime", "shutil.rmtree", "shutil.move",
)  # fmt: skip
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_NOWHERE = (os.devnull, None)


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event in _REFUSED:
        raise PermissionError(f"an agent in a box must not use {event}")
    if event == "open" and arguments[0] not in _NOWHERE and not isinstance(arguments[0], int):
        mode, flags = arguments[1], arguments[2]
        if (isinstance(mode, str) and set(mode) & set("wax+")) or (isinstance(flags, int) and flags & _WRITING):
            raise PermissionError(f"an agent in a box must not write {arguments[0]!r}")


def _data_bytes() -> int:
    """What the process holds in memory of its own so far."""
    with contextlib.suppress(OSError, ValueError), open("/proc/self/status") as file:
        for line in file:
            if line.startswith("VmData:"):
                return int(line.split()[1]) << 10
    return 1 << 30


def _limit(memory: int) -> None:
    """Memory beyond what is held now, in MiB; no bytes to any file; no core files."""
    most = _data_bytes() + (memory << 20)
    with contextlib.suppress(OSError, ValueError):  # not every system can
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    for what in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
        resource.setrlimit(what, (0, 0))
    for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGABRT):
        signal.signal(number, signal.SIG_DFL)  # a crash is a crash: nobody writes pages about it
    sys.dont_write_bytecode = True
    sys.addaudithook(_refuse)


def _die_with_parent(outside: int, watched: bool) -> None:
    """Ends this process when the one that began it is gone, whatever the agent does meanwhile."""

    def look() -> None:
        while os.getppid() == outside:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=look, daemon=True).start()
    if watched:  # a stopped process cannot look; Linux ends it with the thread that began it
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class _Table:
    """The game as this process knows it.

    Args:
        game: what is played.
        agent: who is asked.
    """

    def __init__(self, game: Any, agent: Any) -> None:
        self._game, self._agent = game, agent
        self._start: Any = None
        self._played: list[int] = []
        self._now: Any = None

    def answer(self, question: dict[str, Any]) -> int:
        """The agent's action in a position."""
        text, actions, opening = question["start"], question["actions"], question["opening"]
        if self._now is None or opening is not None or self._played != actions[: len(self._played)]:
            self._start = self._game.initial_state() if text is None else self._game.from_string(text)
            self._played, self._now = [], self._start.clone()
        for action in actions[len(self._played) :]:
            self._now.apply(action)
        self._played = actions
        if opening is not None:
            self._agent.new_game(self._start, *opening)
        return int(self._agent.choose(self._now))


def main(words: list[str]) -> None:
    """Plays until the outside closes the pipe.

    Args:
        words: the game, the agent, its seed, MiB of memory; `--watched` where the outside's main thread began us.
    """
    spec, own, seed, memory, *rest = words
    _die_with_parent(os.getppid(), bool(rest))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)

    from boardai.agents.own import failure_of_own, load_own_agent
    from boardai.game import load

    def tell(answer: dict[str, Any]) -> None:
        channel.write(json.dumps(answer) + "\n")
        channel.flush()

    def failed(error: BaseException) -> None:
        tell({"error": failure_of_own(error) or f"{type(error).__name__}: {error}".removesuffix(": ")})
        os._exit(1)

    game = load(spec)
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    tell({})
    try:
        _limit(int(memory))
        name, _, parameters = own.partition(":")
        table = _Table(game, load_own_agent(name, parameters, game, int(seed), f"agent {name}"))
    except BaseException as error:  # also SystemExit: its code may do anything
        failed(error)
    tell({})
    for line in questions:
        try:
            action = table.answer(json.loads(line))
        except BaseException as error:
            failed(error)
        tell({"action": action})
    os._exit(0)  # whatever threads the agent has left


if __name__ == "__main__":
    main(sys.argv[1:])
