"""Which restrictions of the sandbox hold on this machine: each is tried in a separate process inside the fence.

Each trial is as harmless as possible: signal 0, a connection that is never made.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from boardai.players.sandbox import fence, surroundings, system_calls
from boardai.protocols import keeper
from boardai.protocols.process import EngineError, LineProcess

_MEMORY = 200  # MiB that a trial may use
_SECONDS = 120.0
_SYSTEM_CALLS, _FILES, _LIMITS, _KEEPER, _PRIVILEGES = "seccomp", "Landlock", "limits", "keeper", "capset, no_new_privs"
_DONE = "done"


@dataclass(frozen=True)
class Held:
    """The result of a trial.

    Attributes:
        what: what an agent must not do.
        by: the part of the system that forbids it.
        holds: whether it was prevented.
        evidence: what the agent's process reported.
        seconds: time that closing the fence took; 0 without a fence.
    """

    what: str
    by: str
    holds: bool
    evidence: str
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{'holds' if self.holds else 'OPEN':<6} {self.what:<44} {self.by:<21} {self.evidence}"


def tried() -> list[Held]:
    """Tries every restriction, which takes some seconds.

    >>> from boardai.players.sandbox.trials import tried
    >>> all(one.what and one.by for one in tried())
    True
    """
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        mine, other = Path(folder) / "mine.py", Path(folder) / "other.py"
        for path in (mine, other):
            path.write_text("")
        inside = [pool.submit(_one, what, mine, other) for what in _TRIALS]
        return [*(one.result() for one in inside), _ends_with_the_match()]


def _one(what: str, mine: Path, other: Path) -> Held:
    words = [sys.executable, "-P", "-m", __name__, what, str(mine), str(other)]
    process = LineProcess(shlex.join(words), what, surroundings.environment(os.environ), kept=True)
    by = _TRIALS[what][0]
    try:
        answer = json.loads(process.read_until(lambda line: "pid" not in json.loads(line), _SECONDS, "answer")[-1])
    except (EngineError, ValueError) as error:
        return Held(what, by, False, f"the trial failed: {error}")
    finally:
        process.close()
    if "error" in answer:
        return Held(what, by, True, str(answer["error"]).removeprefix("an agent in a sandbox "))
    done = answer["answer_text"] == _DONE
    return Held(what, by, not done, "could be done" if done else str(answer["answer_text"]), float(answer["seconds"]))


def _ends_with_the_match() -> Held:
    what = "living on when the match is killed"
    words = [sys.executable, "-I", "-S", keeper.__file__]
    outside = subprocess.Popen(
        ["sh", "-c", f"{shlex.join(words)} $$ sleep 60; true"], stdout=subprocess.PIPE, text=True
    )
    assert outside.stdout is not None
    inside = int(json.loads(outside.stdout.readline())["pid"])
    outside.kill()
    outside.wait()
    for _ in range(100):
        try:
            os.kill(inside, 0)
        except ProcessLookupError:
            return Held(what, _KEEPER, True, "ended")
        time.sleep(0.1)
    os.kill(inside, signal.SIGKILL)
    return Held(what, _KEEPER, False, "could be done")


def _c(name: str, *arguments: object) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _fork() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if (child := libc.fork()) == 0:
        os._exit(0)
    if child < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _many_threads() -> None:
    threading.stack_size(65536)
    for _ in range(4 * keeper.THREADS):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()


def _privileges() -> None:
    status = dict(line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines())
    if int(status["CapEff"], 16) or (int(status["CapBnd"], 16) and os.getuid() == 0) or status["NoNewPrivs"] != "1":
        return
    raise PermissionError("none")


def _stays(memory: int) -> None:
    kept = bytearray(memory)
    kept[::4096] = b"x" * len(kept[::4096])


# What is tried, what forbids it, and a function that tries it, given another agent's file.
_TRIALS: dict[str, tuple[str, Callable[[str], object]]] = {
    "reading another agent's file": (_FILES, lambda other: Path(other).read_text()),
    "reading variables of the match": (_FILES, lambda _: Path(f"/proc/{os.getppid()}/environ").read_bytes()),
    "writing a file": (_FILES, lambda other: _c("open", other.encode(), os.O_WRONLY)),
    "removing a file": (_SYSTEM_CALLS, lambda other: _c("unlink", other.encode())),
    "starting a process": (_SYSTEM_CALLS, lambda _: _fork()),
    "signalling another process": (_SYSTEM_CALLS, lambda _: _c("kill", os.getppid(), 0)),
    "priority and processors of another process": (
        _SYSTEM_CALLS,
        lambda _: os.sched_setaffinity(os.getppid(), os.sched_getaffinity(0)),
    ),
    "memory of another process": (_SYSTEM_CALLS, lambda _: _c("ptrace", 16, os.getppid(), None, None)),
    "opening a connection": (_SYSTEM_CALLS, lambda _: socket.socket()),
    "shared memory": (_SYSTEM_CALLS, lambda _: mmap.mmap(-1, 1 << 30)),
    "more memory than is allowed": (_LIMITS, lambda _: _stays(4 * _MEMORY << 20)),
    "very many threads": (_SYSTEM_CALLS, lambda _: _many_threads()),
    "privileges": (_PRIVILEGES, lambda _: _privileges()),
}


def main(words: list[str]) -> None:
    """The inside of a trial: closes the fence and tries.

    Args:
        words: the name of the trial, the file of an agent, and another agent's file.
    """
    what, mine, other = words
    trial = _TRIALS[what][1]
    system_calls.why_not()  # loads the library, so that its time is not counted for the fence
    began = time.perf_counter()
    fence.close(Path(mine), _MEMORY)
    seconds = time.perf_counter() - began
    try:
        trial(other)
        answer_text = _DONE
    except (OSError, MemoryError, RuntimeError) as error:
        answer_text = f"{type(error).__name__}: {error}".removesuffix(": ")
    print(json.dumps({"answer_text": answer_text, "seconds": seconds}), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
