"""How processes of a pool end, also with obstacles: nothing stays after, and no process waits for ever."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from simple_work import Simple, Unreadable

from boardai.cluster import Piece, Pool, open_pool
from boardai.cluster.processes import PATIENCE
from boardai.learn.reports import study_runs


def watch(pool: Pool, until: Callable[[], Any], seconds: float = 20.0) -> None:
    """Asks for answers until something is so, and fails where it takes too long."""
    ends = time.monotonic() + seconds
    while not until():
        pool.answers()
        assert time.monotonic() < ends


@contextlib.contextmanager
def left_to_us(mark: Path) -> Any:
    """Ends the process that a mark names."""
    try:
        yield
    finally:
        if mark.exists():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(mark.read_text()), signal.SIGKILL)


def runs(process: int) -> bool:
    """Whether it is there; one that has ended and waits for its parent is not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def open_sockets() -> set[str]:
    """Of this process; a pool's pipes are such."""
    found = set()
    for number in os.listdir("/proc/self/fd"):
        with contextlib.suppress(FileNotFoundError):
            found.add(os.readlink(f"/proc/self/fd/{number}"))
    return {one for one in found if one.startswith("socket:")}


def test_a_worker_that_waits_for_its_engine_ends_it(tmp_path: Path) -> None:
    mark = tmp_path / "engine"
    with left_to_us(mark):
        with open_pool(Simple(tmp_path), apart=True, patience=4.0) as pool:
            pool.give(Piece(0, "engine"))
            watch(pool, mark.exists)
            worker = pool._members[0].process  # type: ignore[attr-defined]
        assert not runs(int(mark.read_text()))
        assert (tmp_path / f"closed-{worker.pid}").exists() and worker.exitcode == 128 + signal.SIGTERM


SCRIPT = """
import sys, pathlib
from simple_work import Simple
from boardai.cluster import Piece, open_pool

if __name__ == "__main__":
    with open_pool(Simple(pathlib.Path(sys.argv[1])), apart=True) as pool:
        list(pool.map([Piece(0, "engine")]))
"""


@pytest.mark.thorough
def test_a_worker_whose_parent_is_killed_ends_its_engine(tmp_path: Path) -> None:
    mark, script = tmp_path / "engine", tmp_path / "script.py"
    script.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    until = time.monotonic() + 40
    with left_to_us(mark), subprocess.Popen([sys.executable, script, tmp_path], env=environment) as parent:
        while not mark.exists() and time.monotonic() < until:
            time.sleep(0.05)
        parent.kill()
        while runs(int(mark.read_text())) and time.monotonic() < until:
            time.sleep(0.05)
        assert not runs(int(mark.read_text()))


def test_an_impatient_user_leaves_no_worker_behind(tmp_path: Path) -> None:
    """The second Ctrl-C comes while the pool waits for its workers."""
    pool = open_pool(Simple(tmp_path), apart=True)
    pool.give(Piece(0, "hang once"))
    watch(pool, (tmp_path / "hung-0").exists)
    worker = pool._members[0].process  # type: ignore[attr-defined]

    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        pool.close()
    assert worker.exitcode == -signal.SIGKILL and not pool._members


def test_ctrl_c_does_nothing_to_a_worker_that_is_only_starting(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with open_pool(Simple(tmp_path), apart=True) as pool:
        pool.give(Piece(0, "pid"))
        answers = pool.answers()
        process = pool._members[0].process  # type: ignore[attr-defined]
        for number in (signal.SIGINT, signal.SIGHUP):
            os.kill(process.pid, number)
        while not answers:
            answers = pool.answers()
        assert [answer.value for answer in answers] == [process.pid] and pool.tally.lost == 0
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == set()
    assert capfd.readouterr().err == ""


def test_a_worker_is_missed_although_its_child_holds_the_pipe(tmp_path: Path) -> None:
    mark = tmp_path / "child"
    with left_to_us(mark), open_pool(Simple(tmp_path), apart=True) as pool:
        pool.give(Piece(0, "leave a child"))
        watch(pool, lambda: pool.tally.lost)
        assert pool.tally.lost == 1


@pytest.mark.parametrize(("payload", "error"), [(Unreadable(), FileNotFoundError), ("broken pipe", BrokenPipeError)])
def test_errors_that_look_like_a_lost_parent_are_reported(tmp_path: Path, payload: Any, error: type) -> None:
    with open_pool(Simple(tmp_path), apart=True) as pool, pytest.raises(error):
        pool.give(Piece(0, payload))
        watch(pool, lambda: False)


def test_a_refused_thread_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(multiprocessing.active_children())
    pipes = open_sockets()
    start, started = threading.Thread.start, list[threading.Thread]()

    def refused(thread: threading.Thread) -> None:
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    pool = open_pool(Simple(tmp_path), apart=True)
    pool.give(Piece(0, 1))
    with monkeypatch.context() as patch, pytest.raises(RuntimeError, match="new thread"):
        patch.setattr(threading.Thread, "start", refused)
        pool.answers()
    assert set(multiprocessing.active_children()) <= before and not started[0].is_alive()
    assert open_sockets() == pipes
    pool.close()


def test_a_study_waits_longer_for_its_runs_than_they_take_to_stop() -> None:
    assert study_runs.PATIENCE >= study_runs.TO_STOP + PATIENCE
