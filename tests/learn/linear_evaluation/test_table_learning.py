"""Runs that learn linear evaluations: what they learn, and that they continue exactly as if never stopped."""

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused
from run_helpers import Silent, iterate_to, results, undocumented

import boardai
from boardai.commands import train
from boardai.game import Game
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.linear_evaluation.config import (
    MouseConfig,
    MouseRuleConfig,
    StepConfig,
    TablePlayConfig,
    TableReturnsConfig,
    TablesConfig,
    TDConfig,
)
from boardai.learn.linear_evaluation.games import GamePlayer, PlayedGames
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.registry import learner_entry
from boardai.learn.runs.run import Run
from boardai.search import alphabeta
from boardai.search.evaluations.linear import FeatureSet, LinearEvaluation
from boardai.search.evaluations.naming import load_evaluation

ARENA = ArenaConfig(
    every=0, search="alphabeta:depth=1", final_games=4, opponents=("random", "initial"), policy_opponents=(),
    opening_plies=2, final_initial=True,
)  # fmt: skip
PLAY = TablePlayConfig(games_per_update=8, updates_per_iteration=2, boards=("board=4x4", "board=6x6"), threads=2)


def mouse(**changes: Any) -> MouseConfig:
    base = MouseConfig(
        iterations=4, features="larion:stages=4", play=PLAY, arena=ARENA,
        returns=TableReturnsConfig(target="margin"), mouse=MouseRuleConfig(alpha=0.05, min_count=4),
    )  # fmt: skip
    return dataclasses.replace(base, **changes)


def td(**changes: Any) -> TDConfig:
    base = TDConfig(iterations=4, features="larion:stages=4", play=PLAY, arena=ARENA, step=StepConfig(rate=0.3))
    return dataclasses.replace(base, **changes)


@pytest.fixture(scope="module")
def reversi() -> Game:
    return boardai.load("reversi", board="6x6")


CONFIGS = {
    "mouse": mouse(),
    "td": td(),
    "td-leaf": td(
        returns=TableReturnsConfig(leaf=True, trace=0.7, random_moves="cut"), step=StepConfig(kind="plain", rate=0.2)
    ),
    "q": td(returns=TableReturnsConfig(trace=0.0, bootstrap="search"), step=StepConfig(kind="adagrad", rate=0.05)),
}


@pytest.mark.parametrize("name", CONFIGS)
def test_resuming_equals_going_on(name: str, reversi: Game, tmp_path: Path) -> None:
    config, learner = CONFIGS[name], "mouse" if name == "mouse" else "td"
    whole = iterate_to(None, tmp_path / "whole", reversi, config, learner)
    for done in range(1, 5):
        iterate_to(done, tmp_path / "parts", reversi, config, learner)
    parts = iterate_to(None, tmp_path / "parts", reversi, config, learner)
    np.testing.assert_array_equal(whole.method.weights, parts.method.weights)
    np.testing.assert_array_equal(whole.method.kept.second, parts.method.kept.second)
    assert results(tmp_path / "whole") == results(tmp_path / "parts")
    assert np.count_nonzero(whole.method.weights) > 50
    matches = [json.loads((tmp_path / part / "report.json").read_text())["matches"] for part in ("whole", "parts")]
    assert matches[0] == matches[1]


def test_threads_change_nothing(reversi: Game, tmp_path: Path) -> None:
    weights = []
    for threads in (1, 3):
        config = mouse(play=dataclasses.replace(PLAY, threads=threads), iterations=2)
        weights.append(iterate_to(None, tmp_path / str(threads), reversi, config, "mouse").method.weights)
    np.testing.assert_array_equal(*weights)


def test_the_report_of_a_run(reversi: Game, tmp_path: Path) -> None:
    iterate_to(None, tmp_path / "run", reversi, mouse(), "mouse")
    for number, line in enumerate(read_metrics(tmp_path / "run"), start=1):
        assert line["games"] == 16 and line["games_so_far"] == 16 * number and line["steps"] == 2 * number
        assert line["first_player_wins"] + line["draws"] + line["second_player_wins"] == 16
        assert set(line["error_by_board"]) == {"board=4x4", "board=6x6"} and len(line["error_by_stage"]) == 4
        assert line["error"] > 0 and line["weights_changed"] >= 0 and line["evaluations"] > 0
    assert undocumented(tmp_path / "run") == set()
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    assert set(report["matches"]) == {
        "search vs random", "search vs initial weights",
        "search vs random on reversi:board=4x4", "search vs initial weights on reversi:board=4x4",
    }  # fmt: skip
    assert report["games"] == 64 and report["steps"] == 8
    for pair in report["matches"].values():
        assert pair["trained"]["wins"] and (pair["initial"] is None or pair["initial"]["wins"])
    learned = load_evaluation(tmp_path / "run")
    assert learned.features == "larion:stages=4" and learned.card["games"] == 64
    state = reversi.initial_state()
    assert (
        alphabeta(state, depth=2, evaluator=str(tmp_path / "run")).value
        == alphabeta(state, depth=2, evaluator=learned).value
    )


def test_a_run_goes_on_from_weights(reversi: Game, tmp_path: Path) -> None:
    first = iterate_to(None, tmp_path / "first", reversi, mouse(iterations=2), "mouse")
    more = mouse(iterations=1, weights=str(tmp_path / "first"), mouse=MouseRuleConfig(min_count=1e9))
    again = iterate_to(None, tmp_path / "again", reversi, more, "mouse")
    np.testing.assert_array_equal(first.method.weights, again.method.weights)
    with refused("larion:stages=4", "larion:stages=20"):
        Run(reversi, mouse(features="larion", weights=str(tmp_path / "first")), Silent(), learner="mouse")


def test_a_run_meets_its_earlier_weights(reversi: Game, tmp_path: Path) -> None:
    arena = dataclasses.replace(ARENA, every=1, opponents=("snapshot:-1",))
    run = iterate_to(3, tmp_path / "run", reversi, mouse(arena=arena, iterations=3, keep_checkpoints=1), "mouse")
    tables = [line["arena"]["search vs snapshot:-1"] for line in read_metrics(tmp_path / "run") if "arena" in line]
    assert [(one["first"][-2:], one["second"][-2:]) for one in tables] == [("@1", "@0"), ("@2", "@1")]
    # What is read back are the weights after that iteration.
    np.testing.assert_array_equal(run.method.match_weights_at(3).weights, run.method.weights)
    assert not np.array_equal(run.method.match_weights_at(2).weights, run.method.weights)


@pytest.mark.parametrize("name", ["mouse", "td"])
def test_it_learns(name: str, tmp_path: Path) -> None:
    """Reversi 4x4: after some thousand games one ply by the weights beats random play more often than before."""
    game = boardai.load("reversi", board="4x4")
    play = TablePlayConfig(games_per_update=100, updates_per_iteration=10, random_share=0.3, epsilon=0.1)
    arena = dataclasses.replace(ARENA, final_games=200, opponents=("random",), opening_plies=2)
    if name == "mouse":
        config: TablesConfig = mouse(play=play, arena=arena, iterations=6, features="larion:stages=6",
                                     mouse=MouseRuleConfig(alpha=0.05, min_count=10))  # fmt: skip
    else:
        config = td(play=play, arena=arena, iterations=6, features="tuples:straight=4,stages=4")
    iterate_to(None, tmp_path / "run", game, config, name)
    first, *_, last = read_metrics(tmp_path / "run")
    assert last["error"] < 0.95 * first["error"]
    table = json.loads((tmp_path / "run" / "report.json").read_text())["matches"]["search vs random"]
    assert table["trained"]["score"] > table["initial"]["score"] + 0.1


@pytest.mark.parametrize(
    ("config", "words"),
    [
        (mouse(features="larioon"), "'larioon'.*larion, patterns, tuples"),
        (mouse(play=dataclasses.replace(PLAY, boards=("board=4x5",))), "'4x5'"),
        (mouse(features="tuples"), "features: .*160.*board=4x4.*451.*board=6x6"),
        (mouse(arena=dataclasses.replace(ARENA, search="gumble")), "arena.search"),
        (mouse(weights="nothing"), "weights: 'nothing'"),
        (mouse(play=dataclasses.replace(PLAY, depth=99)), "depth: .*99"),
    ],
)
def test_settings_that_do_not_fit(config: TablesConfig, words: str, reversi: Game) -> None:
    with pytest.raises(ValueError, match=words):
        Run(reversi, config, Silent(), learner="mouse")


def test_games_that_do_not_fit(tic_tac_toe: str) -> None:
    with refused("returns.target", "outcome"):
        Run(boardai.load("hex", size=3), mouse(features="tuples", play=TablePlayConfig()), Silent(), learner="mouse")
    with refused("features"):
        Run(boardai.load(tic_tac_toe), td(), Silent(), learner="td")
    with refused("chess", "12,700"):
        Run(boardai.load("chess"), td(features="", play=TablePlayConfig()), Silent(), learner="td")


def test_openings_where_games_have_no_length() -> None:
    for spec, learner, opening in (("chess", "td", (0.0, 8)), ("reversi:board=6x6", "td-leaf", (0.2, 0))):
        command, _, _ = train.prepare([spec, "--learner", learner])
        assert (command.settings.play.random_share, command.settings.play.random_plies) == opening


@pytest.mark.parametrize("name", ["mouse", "td", "td-leaf"])
def test_ranges(name: str) -> None:
    config = learner_entry(name).config()
    assert isinstance(config, TablesConfig)
    with refused("play.games_per_update", "500", "3"):
        TablePlayConfig(boards=("a", "b", "c"))
    with refused("returns.trace"):
        TableReturnsConfig(trace=1.5)
    with refused("arena.policy_opponents"):
        dataclasses.replace(config, arena=ArenaConfig())


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    train.main(
        ["reversi:board=4x4", "--learner", "mouse", "--iterations", "1", "--minutes", "0", "--run", str(tmp_path / "r"),
         "--play.games-per-update", "4", "--play.boards", "board=4x4", "--play.updates-per-iteration", "1",
         "--arena.final-games", "2"]
    )  # fmt: skip
    message = capsys.readouterr().out
    assert "features: larion:stages=20, 53,360 weights" in message and "iteration 1  error " in message
    assert "1 training steps" in message and (tmp_path / "r" / "figures").is_dir()


# --- The games ---


def played(game: Game, weights: np.ndarray, features: str, **options: Any) -> PlayedGames:
    start = game.initial_state()
    return GamePlayer(start, FeatureSet(features, start), options).play(weights, 5, 0, 12)


@pytest.mark.parametrize(
    ("spec", "name", "unit"),
    [("reversi:board=6x6", "larion:stages=3", 64 / 36), ("hex:size=4", "tuples", 0.0), ("chess", "linear", 0.0)],
)
@pytest.mark.parametrize("leaf", [False, True])
def test_games_are_what_the_search_plays(spec: str, name: str, unit: float, leaf: bool) -> None:
    game = boardai.load(spec)
    features = FeatureSet(name, game.initial_state())
    weights = np.random.default_rng(2).normal(size=features.size).astype(np.float32) / 8
    games = played(game, weights, name, depth=2, epsilon=0.3, random_plies=2, margin_unit=unit, leaf=leaf, max_plies=40)
    scale = 1000.0
    learned = LinearEvaluation(name, weights, points=scale)
    seen_random = seen_searched = 0
    for number in range(12):
        state = game.initial_state()
        for ply in range(int(games.lengths[number])):
            action, sign = int(games.actions[number, ply]), 1 if state.current_player() == 0 else -1
            there = games.count[number, ply] != 0
            index, count = games.index[number, ply][there], games.count[number, ply][there]
            total = float((weights[index] * count).sum())
            value = games.sign[number, ply] * total + games.constant[number, ply]
            searched = float(games.searched[number, ply])
            seen_random += bool(games.random[number, ply])
            if ply < 2:
                assert games.random[number, ply] and math.isnan(searched)
            if games.random[number, ply]:
                assert math.isnan(searched)
            else:
                seen_searched += 1
                found = alphabeta(state, depth=2, evaluator=learned)
                decided = abs(searched) > 1e5
                if not decided and found.outcome is None and abs(found.value) < 25_000:
                    assert found.value == pytest.approx(sign * scale * searched, abs=3.0)
                    if leaf:
                        assert value == pytest.approx(searched, abs=1e-4)
            if not leaf or games.random[number, ply]:
                expected, counts = features(state)
                assert dict(zip(expected.tolist(), counts.tolist(), strict=True)) == pytest.approx(
                    dict(zip(index.tolist(), count.tolist(), strict=True))
                )
                assert games.sign[number, ply] == sign
            state.apply(action)
        assert state.is_terminal() == games.ended[number]
        if games.ended[number]:
            result = unit * state.score(0) if unit else state.outcome(0)
            assert games.results[number] == pytest.approx(result, abs=1e-5)
    assert seen_random > 10 and seen_searched > 10


def test_a_game_has_its_number() -> None:
    game = boardai.load("reversi", board="6x6")
    start = game.initial_state()
    features = FeatureSet("larion", start)
    weights = np.random.default_rng(0).normal(size=features.size).astype(np.float32)
    player = GamePlayer(start, features, {"threads": 2})
    whole, later = player.play(weights, 7, 0, 6), player.play(weights, 7, 4, 2)
    for number in (0, 1):
        length = int(later.lengths[number])
        assert length == whole.lengths[number + 4]
        np.testing.assert_array_equal(later.actions[number, :length], whole.actions[number + 4, :length])
    assert not np.array_equal(player.play(weights, 8, 0, 6).actions, whole.actions)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"depth": 0}, "depth: .*0"),
        ({"epsilon": 1.5}, "epsilon"),
        ({"random_plies": -1}, "random_plies"),
        ({"max_plies": -1}, "max_plies"),
        ({"threads": 0}, "threads"),
        ({"margin_unit": -1.0}, "margin_unit .*at least"),
        ({"margin_unit": 1.0}, "points: margin_unit"),
    ],
)
def test_bad_options_of_games(options: dict[str, Any], words: str) -> None:
    start = boardai.load("hex", size=3).initial_state()
    with pytest.raises(ValueError, match=words):
        GamePlayer(start, FeatureSet("tuples", start), options)


def test_bad_calls_of_games() -> None:
    game = boardai.load("hex", size=3)
    with refused("weights", "3"):
        played(game, np.zeros(3, np.float32), "tuples")
    start = game.initial_state()
    features = FeatureSet("tuples", start)
    with refused("number"):
        GamePlayer(start, features, {}).play(np.zeros(features.size, np.float32), 0, 0, 0)
