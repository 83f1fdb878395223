"""Advice by alpha-beta, network, heuristic and both together; the agent that plays by it; `analyze --advice`."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest
from refusals import refused

import boardai
from boardai.command_line import InputError
from boardai.commands import analyze
from boardai.game import Game
from boardai.players import load_agent
from boardai.players.advising import advise
from boardai.players.combined import LEAST, Adviser, best_by, combined, heuristic_of
from boardai.players.spec import AgentSpec
from boardai.players.trained import make_adviser


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A classifier of few games, on planes that show the board as it is."""
    folder = tmp_path_factory.mktemp("runs")
    game, rng, lines = boardai.load("hex", size=4), random.Random(2), []
    for _ in range(60):
        state, moves = game.initial_state(), []
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            moves.append(state.action_to_string(action))
            state.apply(action)
        lines.append(" ".join(moves))
    (folder / "games.dat").write_text("\n".join(lines))
    settings: dict[str, Any] = {
        "data": (str(folder / "games.dat"),), "steps": 50, "network.channels": 32, "learn.batch_size": 64,
        "arena.final_games": 2, "arena.opponents": ("random",),
    }  # fmt: skip
    boardai.learn.train(
        "hex:size=4,view=absolute", learner="classifier", run=folder / "run", iterations=1, verbose=False, **settings
    )
    return folder / "run"


def test_the_console_of_the_thesis() -> None:
    """1.03093 and 1.02041 are printed for a sure win with the heuristic at -3 and -2, 0.000592245 for a loss."""
    assert [f"{combined(1.0, h, 0.01):.5f}" for h in (-3, -2)] == ["1.03093", "1.02041"]
    assert combined(0.000592245 * 0.98, -2, 0.01) == pytest.approx(0.000592245)
    assert combined(0.4, 7, 0) == 0.4


def test_better_never_counts_as_worse() -> None:
    worths = [combined(0.5, h, 0.01) for h in (50, 0, -50, -98, -99, -100, -150, -math.inf)]
    assert worths == sorted(worths) and worths[-1] == 0.5 / LEAST


def test_the_heuristic_is_the_mover_s_stones_still_needed_less_the_opponent_s(hex4: Game) -> None:
    heuristic = heuristic_of(hex4, "shortest_path")
    state = hex4.from_string("b1w1/4/1b2/4 w no-swap")
    for player in (0, 1):
        needed = [state.shortest_connection(colour) for colour in (player, 1 - player)]
        assert heuristic(state, player) == needed[0] - needed[1]
    with refused("zz", "hex", "two_distance", "shortest_path"):
        heuristic_of(hex4, "zz")


@pytest.mark.thorough
def test_every_move_is_evaluated_by_network_heuristic_and_both(hex4: Game, run: Path) -> None:
    adviser = make_adviser(hex4, run, evaluator="shortest_path", weight=0.05)
    trained = boardai.learn.open_run(run)
    state = hex4.from_string("b1w1/4/1b2/4 w no-swap")
    moves = adviser.advice(state)
    assert [one.action for one in moves] == state.legal_actions()
    for one in moves:
        child = state.child(one.action)
        (first,) = trained.predict([child])
        assert one.network == pytest.approx(1 - first, abs=1e-5)  # white moves, who is not the first player
        assert one.heuristic == child.shortest_connection(1) - child.shortest_connection(0)
        assert one.combined == pytest.approx(one.network / (1 + 0.05 * one.heuristic)) and one.ends is None
    assert best_by(moves, "network").network == max(one.network for one in moves if one.network is not None)
    assert best_by(moves, "heuristic").heuristic == min(one.heuristic for one in moves)


def test_a_win_at_once_comes_first(hex4: Game, run: Path) -> None:
    state = hex4.from_string("1b2/1bww/1bw1/4 b no-swap")
    wins = {action for action in state.legal_actions() if state.child(action).is_terminal()}
    assert wins
    moves = make_adviser(hex4, run).advice(state)
    for what in ("network", "heuristic", "combined"):
        assert best_by(moves, what).action in wins
    for spec in (f"classifier:run={run}", f"classifier:run={run},weight=0.01,evaluator=shortest_path"):
        assert load_agent(spec, hex4).choose(state) in wins


def test_the_agent_plays_what_is_likeliest_or_both_prefer(hex4: Game, run: Path) -> None:
    rng = random.Random(4)
    plain = load_agent(f"classifier:run={run}", hex4)
    both = load_agent(f"classifier:run={run},weight=0.2,evaluator=shortest_path", hex4)
    adviser, differ = make_adviser(hex4, run, evaluator="shortest_path", weight=0.2), 0
    for _ in range(10):
        state = hex4.initial_state()
        for _ in range(rng.randrange(5)):
            state.apply(rng.choice(state.legal_actions()))
        moves = adviser.advice(state)
        chosen = plain.choose(state), both.choose(state)
        assert chosen == (best_by(moves, "network").action, best_by(moves, "combined").action)
        differ += chosen[0] != chosen[1]
    assert differ
    assert boardai.play_match(hex4, plain, "random", games=2).games == 2


def test_bad_specs_are_named(hex4: Game, run: Path) -> None:
    for rest, reason in (
        ("", "needs run=FOLDER"),
        (f"run={run},weight=-1", "weight must be at least 0"),
        (f"run={run},weight=0.1,evaluator=zz", "unknown evaluator 'zz' of hex"),
        (f"run={run.parent}", "is not a run folder"),
    ):
        with pytest.raises(ValueError, match=f"(?s)agent 'classifier.*{reason}|{reason}"):
            load_agent(f"classifier:{rest}", hex4)
    with refused("hex:size=5"):
        load_agent(f"classifier:run={run}", boardai.load("hex", size=5))
    assert AgentSpec.parse(f"classifier:run={run},evaluator=shortest_path").trusted() == []


def test_all_ways_stand_beside_each_other(hex4: Game, run: Path) -> None:
    state = hex4.from_string("b1w1/4/1b2/4 w no-swap")
    advice = advise(hex4, state, boardai.search.pvs(state, depth=2), make_adviser(hex4, run))
    assert list(advice.best) == ["pvs", "network", "heuristic", "network x heuristic"]
    reported = advice.to_text(3)
    assert reported.count("\n") == 4 + 1 + 3 and "move  network  heuristic" in reported
    assert len(advice.to_data()["moves"]) == len(state.legal_actions())
    alone = advise(hex4, state, boardai.search.pvs(state, depth=2), Adviser(hex4))
    assert list(alone.best) == ["pvs", "heuristic"] and "network" not in alone.to_text()


def test_the_command(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["hex:size=4", "--advice", "--moves", "b2", "--depth", "2"]
    analyze.main(words)
    reported = capsys.readouterr().out
    assert "white to move\npvs " in reported and "\nheuristic " in reported and "network" not in reported
    analyze.main([*words, "--run", str(run), "--evaluator", "shortest_path", "--weight", "0.02", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert set(data["best"]) == {"pvs", "network", "heuristic", "network x heuristic"}
    for one in data["moves"]:
        assert one["combined"] == pytest.approx(one["network"] / (1 + 0.02 * one["heuristic"]))
    analyze.main(["chess", "--advice", "--depth", "1", "--best", "0"])
    assert "heuristic" in capsys.readouterr().out
    for wrong, reason in (
        (["--run", str(run)], "needs --advice"),
        (["--advice", "--evaluator", "zz"], "unknown evaluator 'zz'"),
    ):
        with pytest.raises(InputError, match=reason):
            analyze.main(["hex:size=4", *wrong])
