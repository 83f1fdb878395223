"""Agents that attack lose their own game, by name, and nothing else happens."""

import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import boardai
from boardai.agents import load_agent
from boardai.agents.box import fence
from boardai.game import Game
from boardai.protocols.keeper import children
from boardai.protocols.process import EngineError

sys.path.insert(0, str(Path(__file__).parent))
from hostile import HOSTILE, LATER, source

FENCED = not fence.missing(Path("mine.py"))
pytestmark = pytest.mark.skipif(not FENCED, reason=f"no fence here: {'; '.join(fence.missing(Path('mine.py')))}")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VICTIM_TOKEN", "a secret")
    Path("victim.py").write_text("class Victim:\n    def choose(self, state): return state.legal_actions()[0]\n")
    Path("record").mkdir()
    Path("record/tournament.json").write_text("{}")
    os.symlink("victim.py", "hostile.npz")
    return tmp_path


@pytest.fixture(scope="module")
def hex3() -> Game:
    return boardai.load("hex", size=3)


@pytest.fixture
def nothing_else_happens(folder: Path) -> Iterator[None]:
    def around() -> dict[str, object]:
        return {
            "files": {str(path): path.lstat().st_mode for path in folder.rglob("*") if path.name != "hostile.py"},
            "text": Path("victim.py").read_text(),
            "shared memory": sorted(os.listdir("/dev/shm")),
            "priority": os.getpriority(os.PRIO_PROCESS, 0),
            "processors": os.sched_getaffinity(0),
            "limits": [resource.getrlimit(what) for what in range(16)],
            "children": children(os.getpid()),
        }

    before = around()
    yield
    assert around() == before


@pytest.mark.usefixtures("nothing_else_happens")
@pytest.mark.parametrize("attack", [*HOSTILE, *LATER])
def test_an_attack_loses_the_game_by_name(hex3: Game, attack: str) -> None:
    code, told = {**HOSTILE, **LATER}[attack]
    Path("hostile.py").write_text(source(code))
    seconds = 0.5 if "within" in told else 20
    agent = load_agent(f"boxed:hostile.py,seconds={seconds},memory=200", hex3)
    state = hex3.initial_state()
    try:
        with pytest.raises(EngineError, match=told) as failure:
            if attack in LATER:
                state.apply(agent.choose(state))
                state.apply(state.legal_actions()[0])
            agent.choose(state)
        assert str(failure.value).startswith("hostile: ")
    finally:
        agent.close()
