"""Agents as students write them play in a sandbox as they do without."""

import sys
from pathlib import Path

import numpy as np
import pytest

import boardai
from boardai.players import load_agent

sys.path.insert(0, str(Path(__file__).parent))
from honest import HONEST, QUICK, source


@pytest.mark.parametrize("kind", [pytest.param(one, marks=() if one in QUICK else pytest.mark.slow) for one in HONEST])
def test_an_honest_agent_plays(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("honest.py").write_text(source(HONEST[kind]))
    Path("honest.json").write_text('{"value": 7}')
    Path("honest").mkdir()
    Path("honest/helper.py").write_text("VALUE = 7")
    np.savez("honest.npz", action=2)
    game = boardai.load("hex", size=3)
    agent = load_agent("sandbox:honest.py,seconds=60", game)
    state = game.initial_state()
    try:
        for _ in range(2):
            assert state.is_legal(agent.choose(state))
    finally:
        agent.close()
