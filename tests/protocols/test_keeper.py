"""The keeper: a program ends as without it, and nothing of it is left."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boardai.protocols import keeper
from boardai.protocols.process import EngineError, LineProcess

BEFORE = [sys.executable, "-I", "-S", keeper.__file__]
# A child in a session of its own, whose parent has gone.
ESCAPES = "setsid sh -c 'sleep 100 & echo $!; sleep 0.1' & wait"


def gone(number: int) -> bool:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            if Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] in "ZX":
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


def kept(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*BEFORE, str(os.getpid()), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize(("code", "status"), [("exit 3", 3), ("kill -9 $$", -9), ("kill -11 $$", -11), ("true", 0)])
def test_it_ends_as_the_program_ends(code: str, status: int) -> None:
    process = kept("sh", "-c", f"echo hello; {code}")
    reported = process.communicate(timeout=60)[0].splitlines()
    assert set(json.loads(reported[0])) == {"pid"}
    assert reported[1:] == ["hello"]
    assert process.returncode == status


def test_a_parent_that_has_gone_before_it_began_is_noticed() -> None:
    gone_already = subprocess.Popen(["true"])
    gone_already.wait()
    process = subprocess.Popen([*BEFORE, str(gone_already.pid), "sleep", "100"], stdout=subprocess.PIPE)
    assert process.wait(60) == -signal.SIGKILL


def test_a_missing_program_is_reported() -> None:
    process = kept("no-such-program")
    assert "no-such-program" in process.communicate(timeout=60)[1]
    assert process.returncode == 127


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="children are found in /proc")
@pytest.mark.parametrize("how", ["by itself", "asked", "its parent is killed"])
def test_nothing_is_left(how: str) -> None:
    code = ESCAPES if how == "by itself" else f"{ESCAPES}; sleep 100"
    outside = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"import os, subprocess; subprocess.run({BEFORE!r} + [str(os.getpid()), 'sh', '-c', {code!r}])",
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert outside.stdout is not None
    inside = [int(json.loads(outside.stdout.readline())["pid"]), int(outside.stdout.readline())]
    if how == "asked":
        os.kill(keeper.children(outside.pid)[0], signal.SIGTERM)
    if how == "its parent is killed":
        outside.kill()
    assert all(gone(number) for number in inside)
    outside.wait(60)
    outside.stdout.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="children are found in /proc")
def test_an_engine_s_children_in_other_sessions_end_with_it() -> None:
    engine = LineProcess("sh -c \"setsid sh -c 'echo $$; sleep 100' & wait; true\"", "engine")
    child = int(engine.read(60))
    engine.close()
    assert gone(child)
    with pytest.raises(EngineError):
        engine.read(1)
