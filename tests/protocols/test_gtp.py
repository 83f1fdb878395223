"""The GTP client and its Reversi dialect: on a fake engine always, on gtp-rhino where it is installed."""

import random
import shutil
import sys
from pathlib import Path

import pytest
from refusals import refused

import boardai
from boardai.game import Game
from boardai.games.reversi.gtp import Engine
from boardai.players import load_agent
from boardai.protocols.gtp import GtpClient, GtpRefusal
from boardai.protocols.process import EngineError

FAKE = f"{sys.executable} {Path(__file__).parent / 'fake_engine.py'} gtp"
needs_rhino = pytest.mark.skipif(
    shutil.which("gtp-rhino") is None, reason="gtp-rhino is not installed (apt install grhino; /usr/games on PATH)"
)


@pytest.fixture(scope="module")
def reversi() -> Game:
    return boardai.load("reversi")


def test_answers_refusals_and_nonsense(monkeypatch: pytest.MonkeyPatch) -> None:
    client = GtpClient(f"{FAKE} nonsense")
    try:
        assert client.name == "Fake" and client.knows("play") and not client.knows("undo")
        assert client.ask("list_commands").splitlines() == ["name", "list_commands", "genmove", "play"]
        assert client.ask("unheard of") == ""
        with refused("komi 7", "no komi here", error=GtpRefusal):
            client.ask("komi 7")
        with refused("genmove black", "I would play d3", error=EngineError):
            client.ask("genmove black")
        assert client.ask("name") == "Fake"
    finally:
        client.close()


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ("crash", "exit status 3.*out of luck"),
        ("illegal", "genmove gave 'a1'"),
        ("hang", "no answer to 'genmove black"),
    ],
)
def test_failures_are_reported(reversi: Game, mode: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardai.protocols.gtp._SLACK", 0.2)
    engine = Engine(f"{FAKE} {mode}", reversi, seconds=0.1)
    try:
        with pytest.raises(EngineError, match=message):
            engine.best_action(reversi.initial_state(), [])
    finally:
        engine.close()


def test_an_engine_without_set_up_plays_from_the_start_only(reversi: Game) -> None:
    engine = Engine(f"{FAKE} good", reversi)
    try:
        start = reversi.initial_state()
        assert start.action_to_string(engine.best_action(start, [])) == "d3"
        with refused("position", error=EngineError):
            engine.best_action(start.child(start.legal_actions()[0]), [])
    finally:
        engine.close()


def test_other_boards_and_silent_programs_are_refused(reversi: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with refused("reversi:board=6x6"):
        Engine(f"{FAKE} good", boardai.load("reversi", board="6x6"))
    with refused("seconds"):
        Engine(f"{FAKE} good", reversi, seconds=0)
    monkeypatch.setattr("boardai.protocols.gtp._START_SECONDS", 0.2)
    with refused("name", error=EngineError):
        Engine(f"{FAKE} mute", reversi)


@needs_rhino
def test_rhino_plays_whole_games_passes_included(reversi: Game) -> None:
    """Every answer is legal in our rules; games from several starts, one of them with a pass of each side."""
    agent = load_agent("gtp:gtp-rhino -l 1 -b 0", reversi)
    passes = 0
    try:
        for seed in range(6):
            rng = random.Random(seed)
            state = reversi.initial_state()
            for _ in range(0 if seed == 0 else 20):
                state.apply(rng.choice(state.legal_actions()))
            while not state.is_terminal():
                mover = state.current_player()
                action = agent.choose(state) if mover == seed % 2 else rng.choice(state.legal_actions())
                passes += state.action_to_string(action) == "pass"
                state.apply(action)
    finally:
        agent.close()  # type: ignore[attr-defined]
    assert passes >= 2


@needs_rhino
def test_rhino_gets_the_position_we_mean(reversi: Game) -> None:
    """Its board after our moves, and after a position is set up, is ours cell by cell."""
    engine = Engine("gtp-rhino -l 1", reversi)
    rng = random.Random(4)
    try:
        state = reversi.initial_state()
        for _ in range(30):
            state.apply(rng.choice(state.legal_actions()))
        following = state.child(rng.choice(state.legal_actions()))
        for start, actions in ((state, []), (reversi.initial_state(), reversi.initial_state().legal_actions()[:1])):
            action = engine.best_action(start, actions)
            ours = start.clone()
            for played in [*actions, action]:
                ours.apply(played)
            shown = engine.client.ask("showboard").splitlines()[2:10]
            cells = "".join("".join(row.split()[1:]) for row in shown).replace(".", "-")
            assert cells == ours.to_string().split()[0]
        assert following != state
    finally:
        engine.close()
