"""An agent that plays from a database of games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from refusals import refused

import boardai
from boardai.players import load_agent
from boardai.players.recorded import RecordedPlayer
from boardai.records import GameDatabase


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hex 3x3: b2 six times with one win, a2 three times with three, c1 once, whose result is unknown."""
    path, game = tmp_path_factory.mktemp("recorded") / "games.db", boardai.load("hex:size=3")
    with GameDatabase(path, game, create=True) as opened:
        played = [("b2", 1)] + [("b2", -1)] * 5 + [("a2", 1)] * 3 + [("c1", None)]
        games = [boardai.RecordedGame.from_moves(game, [move], result=result) for move, result in played]
        opened.add_games(games, "some")
    return path


def test_moves_are_played_as_often_as_in_the_games_or_the_best_one(database: Path) -> None:
    game = boardai.load("hex:size=3")
    start = game.initial_state()
    agent = load_agent(f"records:file={database}", game, seed=3)
    names = Counter(start.action_to_string(agent.choose(start)) for _ in range(300))
    assert set(names) == {"b2", "a2", "c1"} and names["b2"] > names["a2"] > names["c1"] > 10
    thought = agent.think(start)
    b2, a2 = (start.action_from_string(move) for move in ("b2", "a2"))
    assert thought.result is not None
    assert thought.result.policy[b2] == 0.6 and thought.result.action_values[b2] == pytest.approx(-2 / 3)
    often = load_agent(f"records:file={database},least=4", game)
    assert {often.choose(start) for _ in range(10)} == {b2}
    best = load_agent(f"records:file={database},best=true", game)
    assert best.choose(start) == a2 and best.think(start).value == 1


def test_elsewhere_the_fallback_plays_and_a_closed_file_is_opened_again(database: Path) -> None:
    game = boardai.load("hex:size=3")
    agent = load_agent(f"records:file={database},fallback=[dfpn:fallback=random]", game)
    assert isinstance(agent, RecordedPlayer)
    state = game.from_string("3/1b1/3 w no-swap")
    assert agent.look_up(state, agent._rng) is None and agent.think(state).action in state.legal_actions()
    agent.close()
    assert agent.think(game.initial_state()).result.method == "records"
    result = boardai.play_match(game, f"records:file={database}", "random", games=2)
    assert result.games == 2


def test_what_is_no_database_of_the_game_is_refused(database: Path) -> None:
    with refused("file=FILE, a database of games"):
        load_agent("records", boardai.load("hex:size=3"))
    with refused("hex:size=3, not of hex:size=4"):
        load_agent(f"records:file={database}", boardai.load("hex:size=4"))
    with refused("least"):
        load_agent(f"records:file={database},least=0", boardai.load("hex:size=3"))
