"""Agents that attack lose their own game, by name, and nothing else happens."""

import os
import platform
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardai.game import Game
from boardai.players import load_agent
from boardai.players.sandbox import fence
from boardai.protocols.keeper import children
from boardai.protocols.process import EngineError

sys.path.insert(0, str(Path(__file__).parent))
from hostile import HOSTILE, LATER, QUICK, source

OPEN = fence.missing(Path("mine.py"))
# What holds on a system without a fence as well.
EVERYWHERE = re.compile(
    r"must not (write|use [a-z]+\.)|MemoryError|no move within|killed by SIG(SEGV|ABRT)|it ended|answered"
)
ATTACKS = {**HOSTILE, **LATER}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VICTIM_TOKEN", "a secret")
    Path("victim.py").write_text("class Victim:\n    def choose(self, state): return state.legal_actions()[0]\n")
    Path("record").mkdir()
    Path("record/tournament.json").write_text("{}")
    os.symlink("victim.py", "hostile.npz")
    return tmp_path


@pytest.fixture
def nothing_else_happens(folder: Path) -> Iterator[None]:
    def around() -> dict[str, object]:
        return {
            "files": {str(path): path.lstat().st_mode for path in folder.rglob("*") if path.name != "hostile.py"},
            "text": Path("victim.py").read_text(),
            "shared memory": Path("/dev/shm/hostile").exists(),  # others come and go
            "priority": os.getpriority(os.PRIO_PROCESS, 0),
            "processors": os.sched_getaffinity(0),
            "limits": [resource.getrlimit(what) for what in range(16)],
            "children": children(os.getpid()),
        }

    before = around()
    yield
    assert around() == before


@pytest.mark.usefixtures("nothing_else_happens")
@pytest.mark.parametrize(
    "attack", [pytest.param(one, marks=() if one in QUICK else pytest.mark.slow) for one in ATTACKS]
)
def test_an_attack_loses_the_game_by_name(hex3: Game, attack: str) -> None:
    code, reported = ATTACKS[attack]
    if OPEN and not EVERYWHERE.match(reported):
        pytest.skip(f"no fence here: {'; '.join(OPEN)}")
    if platform.machine() != "x86_64" and ("raw(" in code or "SIGSYS" in reported):
        pytest.skip("x86-64's system calls")
    Path("hostile.py").write_text(source(code))
    seconds = 0.5 if "within" in reported else 20
    agent = load_agent(f"sandbox:hostile.py,seconds={seconds},memory=200", hex3)
    state = hex3.initial_state()
    try:
        with pytest.raises(EngineError, match=reported) as failure:
            if attack in LATER:
                state.apply(agent.choose(state))
                state.apply(state.legal_actions()[0])
            agent.choose(state)
        assert str(failure.value).startswith("hostile: ")
    finally:
        agent.close()


SETTINGS = {
    "root without capabilities": ["setpriv", "--inh-caps=-all", "--bounding-set=-all"],
    "another user": ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all"],
    "a user namespace": ["unshare", "--user", "--map-root-user"],
    "a container": ["unshare", "--pid", "--net", "--ipc", "--mount", "--uts", "--fork", "--mount-proc"],
}


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
def test_attacks_are_reported_with_other_privileges(setting: str, tmp_path: Path) -> None:
    around = SETTINGS[setting]
    python = [*around, sys.executable]
    if shutil.which(around[0]) is None or subprocess.run([*python, "-c", "import boardai, pytest"]).returncode:
        pytest.skip(f"cannot be here: {' '.join(around)}")
    tmp_path.chmod(0o777)
    place = tmp_path / "tests"
    for folder in tmp_path.parents:
        if os.access(folder, os.W_OK) and folder.name.startswith("pytest-"):
            folder.chmod(0o755)
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", str(place), str(Path(__file__))]
    done = subprocess.run([*python, *words], capture_output=True, text=True, env={**os.environ, "HOME": str(tmp_path)})
    assert done.returncode == 0, done.stdout[-3000:]
    assert f"{len(QUICK)} passed" in done.stdout
