"""Where the system has no fence, a match says so, and ends what its agents have left."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from boardai.players.sandbox import landlock, system_calls

pytestmark = pytest.mark.skipif(
    bool(system_calls.why_not()), reason=f"cannot play an old kernel: {system_calls.why_not()}"
)
OLD_KERNEL = [sys.executable, str(Path(__file__).parent / "old_kernel.py"), sys.executable]
MOVES = "class Moves:\n    def choose(self, state): return state.legal_actions()[0]\n"
ESCAPES = """
import _posixsubprocess, os, sys, time
class Escapes:
    def choose(self, state):
        if not os.path.exists("/proc/self"): return state.legal_actions()[0]
        read, write = os.pipe()
        words = [b"/bin/sh", b"-c", b"setsid sleep 98.7654 & setsid sh -c 'sleep 98.7655 & sleep 98.7656' &"]
        _posixsubprocess.fork_exec(words, [words[0]], True, (write,), None, None,
            -1, -1, -1, -1, -1, -1, read, write, True, True, 0, None, None, None, -1, None, True)
        time.sleep(0.3)
        return state.legal_actions()[0]
"""


def sleeping() -> list[str]:
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and b"98.765" in (folder / "cmdline").read_bytes():
                found.append(folder.name)
        except OSError:
            continue
    return found


@pytest.mark.thorough
def test_a_match_reports_missing_protection_and_leaves_no_process_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.py").write_text(MOVES)
    Path("escapes.py").write_text(ESCAPES)
    players = ["sandbox:good.py,seconds=60", "sandbox:escapes.py,seconds=60"]
    command = [*OLD_KERNEL, "-m", "boardai.match", "hex:size=4", *players, "--games", "2", "--record", "played"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    warned = [line for line in done.stderr.splitlines() if line.startswith("sandboxed agents: ")]
    assert [part in line for part, line in zip(("in Python alone", "Landlock"), warned, strict=True)] == [True, True]
    assert sleeping() == []
    for record in Path("played/games").iterdir():
        assert len(json.loads(record.read_text())["notes"]["unfenced"]) == 2
    players[0] += ",fence=required"
    refused = subprocess.run(
        [*OLD_KERNEL, "-m", "boardai.match", "hex:size=4", *players], capture_output=True, text=True
    )
    assert refused.returncode == 2
    assert "the fence is required: processes, signals" in refused.stderr


@pytest.mark.slow
def test_the_check_says_what_is_open(tmp_path: Path) -> None:
    done = subprocess.run([*OLD_KERNEL, "-m", "boardai.check", "--sandbox"], capture_output=True, text=True)
    assert done.returncode == 2
    open_ = [line.split("  ")[1].strip() for line in done.stdout.splitlines() if line.startswith("OPEN")]
    assert "starting a process" in open_ and "reading another agent's file" in open_
    assert landlock.version() == 0 or "the sandbox is not closed on this machine" in done.stderr
