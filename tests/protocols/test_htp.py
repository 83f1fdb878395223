"""The HTP client, GTP with Hex's dialect: whole games, matches, swaps and positions, on a fake engine."""

import json
import sys
from pathlib import Path

import pytest
from refusals import refused

import boardai
from boardai.commands import match
from boardai.game import Game
from boardai.games.hex.htp import Engine
from boardai.play.seats import seat_of
from boardai.play.table import Table
from boardai.players import load_agent
from boardai.protocols.process import EngineError, EngineResigned
from boardai.records import GameRecord

FAKE = f"{sys.executable} {Path(__file__).parent / 'fake_engine.py'} htp"


@pytest.mark.parametrize(
    ("mode", "error", "message"),
    [
        ("crash", EngineError, "exit status 3.*out of luck"),
        ("nonsense", EngineError, "genmove gave 'zz9'"),
        ("illegal", EngineError, "genmove gave 'b2'"),
        ("hang", EngineError, r"'genmove white' .*0\.3 s"),
        ("resign", EngineResigned, "FakeHex resigned"),
    ],
)
def test_failures_are_reported_and_a_resignation_is_none(
    hex4: Game, mode: str, error: type[Exception], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boardai.protocols.gtp._SLACK", 0.2)
    engine = Engine(f"{FAKE} {mode}", hex4, seconds=0.1)
    start = hex4.initial_state()
    try:
        with pytest.raises(error, match=message) as raised:
            engine.best_action(start, [start.action_from_string("b2")])
        assert isinstance(raised.value, EngineResigned) == (mode == "resign")
    finally:
        engine.close()


def test_the_engine_gets_board_swap_time_and_moves(tmp_path: Path) -> None:
    log = tmp_path / "log"
    game = boardai.load("hex", rows=3, cols=5)
    agent = load_agent(f"htp:{FAKE} good 1 {log},seconds=2.6", game)
    try:
        state = game.initial_state()
        state.apply(state.action_from_string("c2"))
        assert state.action_to_string(agent.choose(state)) == "a1"
    finally:
        agent.close()  # type: ignore[attr-defined]
    assert log.read_text().splitlines() == [
        "name", "list_commands", "boardsize 5 3", "param_game allow_swap 0", "time_settings 0 3 1", "clear_board",
        "play black c2", "genmove white", "quit",
    ]  # fmt: skip


def test_a_swap_mirrors_the_board_for_the_engine(tmp_path: Path) -> None:
    """`swap-pieces` both ways; the stones the engine then knows are our board across the long diagonal."""
    game = boardai.load("hex", size=4, swap=True)
    log = tmp_path / "log"
    agent = load_agent(f"htp:{FAKE} swap 1 {log}", game)
    try:
        state = game.initial_state()
        state.apply(state.action_from_string("b1"))
        action = agent.choose(state)
        assert state.action_to_string(action) == "swap"
        state.apply(action)
        state.apply(state.action_from_string("c4"))
        # The first cell that is empty for the engine is its a1, which is ours as well.
        assert state.action_to_string(agent.choose(state)) == "a1"
        other, actions = game.initial_state(), []
        for move in ("c1", "swap"):
            actions.append(other.action_from_string(move))
            other.apply(actions[-1])
        agent.new_game(game.initial_state(), actions, 0)  # type: ignore[attr-defined]
        assert other.action_to_string(agent.choose(other)) == "a1"
    finally:
        agent.close()  # type: ignore[attr-defined]
    reported = [line for line in log.read_text().splitlines() if line.startswith(("play", "genmove"))]
    assert reported == [
        "play black b1", "genmove white", "play black d3", "genmove white",
        "play black c1", "play white swap-pieces", "genmove black",
    ]  # fmt: skip


def test_a_board_the_engine_refuses_is_one_line() -> None:
    with pytest.raises(ValueError, match=r"agent 'htp:.*FakeHex|refused 'boardsize 11 11': unacceptable size"):
        load_agent(f"htp:{FAKE} small", boardai.load("hex"))


def test_a_position_is_set_up_and_one_behind_a_swap_is_not(hex4: Game) -> None:
    engine = Engine(f"{FAKE} good", hex4)
    try:
        middle = hex4.from_string("b1w1/4/4/4 b no-swap")
        assert middle.action_to_string(engine.best_action(middle, [])) == "b1"
    finally:
        engine.close()
    game = boardai.load("hex", size=4, swap=True)
    engine = Engine(f"{FAKE} good", game)
    try:
        with refused("swap", error=EngineError):
            engine.best_action(game.from_string("b3/4/4/4 w swapped"), [])
    finally:
        engine.close()


@pytest.mark.thorough
def test_a_match_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`htp:./PROGRAM` in a match; who resigns every game loses every game, and nothing else happens."""
    monkeypatch.chdir(tmp_path)
    for name, mode in (("plays", "good"), ("resigns", "resign 2")):
        script = Path(name)
        script.write_text(f"#!/bin/sh\nexec {FAKE} {mode}\n")
        script.chmod(0o755)
    match.main(["hex:size=4", "htp:./plays", "random", "--games", "4", "--workers", "1"])
    assert "forfeits: first 0; second 0" in capsys.readouterr().out
    match.main(["hex:size=4", "htp:./resigns", "random", "--games", "24", "--workers", "1", "--json", "match.json"])
    assert "score: first 0.0 %" in capsys.readouterr().out
    assert json.loads(Path("match.json").read_text())["forfeits"] == [0, 0]


def test_in_play_a_resignation_ends_the_game(hex4: Game) -> None:
    table = Table(hex4, GameRecord(hex4.spec, (), None), (seat_of("human", hex4), seat_of(f"htp:{FAKE} resign", hex4)))
    try:
        table.move("b2")
        agent = table.agent_to_move
        assert agent is not None and table.reply(agent).endswith("resigns")
        assert table.is_over and table.outcome(0) == 1
    finally:
        agent.close()  # type: ignore[union-attr]
