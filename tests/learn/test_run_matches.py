"""The matches that measure a run: which are played, that they repeat, ratings, the gate."""

import dataclasses
import gzip
import json
import shutil
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.arena.match import MatchResult
from boardai.game import Game
from boardai.learn.evaluation.config import ArenaConfig, GateConfig, snapshots_needed
from boardai.learn.evaluation.matches import Gate, RunMatches, play_run_match
from boardai.learn.evaluation.ratings import RunRatings, ratings_table, report_tables, run_ratings, tables_of
from boardai.learn.learners.alphazero import match_search
from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.runs.checkpoint import checkpoints
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.settings import merged, to_table
from boardai.players import Player
from boardai.players.network import PolicyPlayer
from boardai.players.value import ValuePlayer
from boardai.records import GameRecord

NETWORK = NetworkConfig(blocks=0, channels=4, policy_channels=1, value_channels=1, value_hidden=4)


def evaluator(game: Game, seed: int) -> Evaluator:
    network = Network(game.observation_shape, game.policy_size, NETWORK, seed)
    return Evaluator(network, network.parameters, network.statistics, 8)


def run_matches(game: Game, config: ArenaConfig, seed: int = 3, **others: Any) -> RunMatches:
    """The matches of a run of AlphaZero, or of one that learns a value, whose weights after iteration n have seed n."""
    search = match_search(config)

    def make(kind: str, game: Game, weights: Evaluator, seed: int) -> Player:
        if kind == "search":
            return search.player(game, weights, seed, f"{config.search} {config.simulations}")
        return PolicyPlayer(game, weights) if kind == "policy" else ValuePlayer(weights)

    given = {"weights_at": lambda iteration: evaluator(game, iteration), **others}
    return RunMatches(game, config, seed, make, **given)


def test_plans_name_the_snapshots(hex3: Game) -> None:
    config = ArenaConfig(
        every=5, opponents=("random", "initial", "snapshot:-1", "snapshot:-3"), final_opponents=("greedy",),
        policy_opponents=(),
    )  # fmt: skip
    matches_of_run = run_matches(hex3, config)
    assert [matches_of_run.config.due(number) for number in (0, 4, 5, 9, 10)] == [False, False, True, False, True]
    met = {number: {one.opponent: one.checkpoint for one in matches_of_run.plan(number)} for number in (5, 10, 20, 25)}
    # The first weights are not met twice under two names.
    assert met[5] == {"random": None, "initial": 0}
    assert met[10] == {"random": None, "initial": 0, "snapshot:-1": 5}
    assert met[20] == {"random": None, "initial": 0, "snapshot:-1": 15, "snapshot:-3": 5}
    assert met[25]["snapshot:-3"] == 10
    # At the end of a run, which need not be a multiple: -1 is the last one measured before.
    final = {one.opponent: one.checkpoint for one in matches_of_run.plan(23, final=True)}
    assert (final["snapshot:-1"], final["snapshot:-3"], final["greedy"]) == (20, 10, None)
    # What later matches ask for is never given away before.
    for now in range(31):
        asked = {
            one.checkpoint
            for later in range(now, 60)
            for plan in ([matches_of_run.plan(later)] if matches_of_run.config.due(later) and later > now else [])
            + [matches_of_run.plan(later, final=True)]
            for one in plan
            if one.checkpoint is not None and one.checkpoint <= now
        }
        assert asked <= snapshots_needed(config, now) <= set(range(now + 1))
        assert len(snapshots_needed(config, now)) <= 5


def test_without_snapshots_only_the_first_weights_are_needed() -> None:
    assert snapshots_needed(ArenaConfig(every=2), 9) == {0}


@pytest.mark.parametrize("search", ["gumbel", "puct:c_init=2"])
def test_matches_repeat_and_are_rated(hex3: Game, search: str) -> None:
    config = ArenaConfig(
        every=1, games=8, final_games=10, search=search, simulations=4, opening_plies=1, max_plies=9,
        opponents=("random", "greedy", "initial", "snapshot:-1", "mcts:simulations=20"),
        policy_opponents=("random", "initial"),
    )  # fmt: skip
    done: list[tuple[int, int]] = []
    arena = run_matches(hex3, config).measured(2, evaluator(hex3, 2), done=lambda *count: done.append(count))
    again = run_matches(hex3, config).measured(2, evaluator(hex3, 2))
    other = run_matches(hex3, config, seed=4).measured(2, evaluator(hex3, 2))
    assert arena == again != other
    assert done == [(count, 7) for count in range(8)]
    assert set(arena) == {
        "search vs random",
        "search vs greedy",
        "search vs initial weights",
        "search vs snapshot:-1",
        "search vs mcts:simulations=20",
        "policy vs random",
        "policy vs initial weights",
    }
    assert all(table["games"] == 8 == 2 * sum(table["pairs"]) for table in arena.values())
    names = {table[side] for table in arena.values() for side in ("first", "second")}
    me = f"{search} 4@"
    assert names == {f"{me}2", f"{me}1", f"{me}0", "policy@2", "policy@0", "random", "greedy", "mcts:simulations=20"}
    assert json.loads(json.dumps(arena)) == arena
    keys = RunRatings().elo_keys({"iteration": 2, "arena": arena})
    assert set(keys) == {"elo", "elo_low", "elo_high", "policy_elo"}
    assert keys["elo_low"] < keys["elo"] < keys["elo_high"]
    # Everybody who ever played is rated at the end.
    matches = run_matches(hex3, config).measured(3, evaluator(hex3, 3), final=True)
    ratings = run_ratings(
        [
            *tables_of([{"iteration": 2, "arena": arena}, {"iteration": 3}]),
            *report_tables({"iteration": 3, "matches": matches}),
        ]
    )
    assert ratings is not None
    players = ratings_table(ratings)["players"]
    assert players["random"]["elo"] == 0
    assert {f"{me}0", f"{me}1", f"{me}2", f"{me}3", "policy@3", "policy@0"} <= set(players)
    # Against random, in a line and twice at the end, by search and by policy.
    assert players["random"]["games"] == (8 + 8) + 2 * (10 + 10)
    assert matches["search vs random"]["initial"]["first"] == f"{me}0"
    assert matches["search vs initial weights"]["initial"] is None
    assert matches["search vs snapshot:-1"]["trained"]["second"] == f"{me}2"


def test_checkpoints_that_are_gone_leave_their_match_out(hex3: Game) -> None:
    config = ArenaConfig(
        every=1, games=2, simulations=1, opening_plies=1, max_plies=9, opponents=("random", "snapshot:-1"),
        policy_opponents=(),
    )  # fmt: skip
    matches_of_run = run_matches(hex3, config, weights_at=lambda iteration: None)
    assert set(matches_of_run.measured(5, evaluator(hex3, 1))) == {"search vs random"}


def test_final_matches_keep_to_their_time(hex3: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    config = ArenaConfig(
        final_games=16, simulations=1, opening_plies=2, max_plies=9, opponents=("random",),
        policy_opponents=("random",),
    )  # fmt: skip
    matches_of_run, reported = run_matches(hex3, config), dict[float | None, list[float]]()

    def noted(*given: Any, seconds: float | None, games: int, **others: Any) -> MatchResult:
        reported.setdefault(limit, []).append(-1 if seconds is None else seconds)
        return play_run_match(*given, seconds=seconds, games=games, **others)

    monkeypatch.setattr("boardai.learn.evaluation.matches.play_run_match", noted)
    played = {}
    for limit in (None, 0.0, 1000.0):
        tables = matches_of_run.measured(1, evaluator(hex3, 3), final=True, seconds=limit)
        played[limit] = {table["games"] + table["repeated"] for pair in tables.values() for table in pair.values()}
    # A quarter of the games at least, all of them where there is time for them.
    assert played == {None: {16}, 0.0: {4}, 1000.0: {16}}
    assert reported[None] == [-1] * 4 and reported[0.0] == [0.0] * 4
    # Two at a time: each of the first two may last half of it, the others what is left then.
    first, second, *rest = reported[1000.0]
    assert 490 < first <= 500 and 490 < second <= 500 and all(900 < seconds <= 1000 for seconds in rest)


@pytest.mark.parametrize("compared", [True, False])
def test_the_initial_weights_need_not_be_measured(hex3: Game, compared: bool) -> None:
    config = ArenaConfig(
        final_games=2, simulations=1, opening_plies=1, max_plies=9, opponents=("random", "initial"),
        policy_opponents=("random",), final_initial=compared,
    )  # fmt: skip
    reported: list[tuple[int, int]] = []
    matches_of_run = run_matches(hex3, config)
    tables = matches_of_run.measured(3, evaluator(hex3, 3), final=True, done=lambda *count: reported.append(count))
    total = 5 if compared else 3
    assert reported == [(done, total) for done in range(total + 1)]
    assert (tables["search vs random"]["initial"] is not None) == compared
    reported.clear()
    matches = run_matches(hex3, config, kinds=("value", "policy"))
    tables = matches.measured(3, evaluator(hex3, 3), final=True, done=lambda *count: reported.append(count))
    assert reported[-1] == ((5, 5) if compared else (3, 3))
    assert (tables["value vs random"]["initial"] is not None) == compared
    assert tables["value vs initial weights"]["initial"] is None


def test_without_random_play_there_are_no_ratings(hex3: Game) -> None:
    config = ArenaConfig(every=1, games=2, simulations=1, opponents=("greedy",), policy_opponents=(), max_plies=9)
    tables = run_matches(hex3, config).measured(1, evaluator(hex3, 1))
    assert run_ratings(tables.values()) is None
    assert RunRatings().elo_keys({"iteration": 1, "arena": tables}) == {}


def test_ratings_need_no_earlier_lines_of_metrics() -> None:
    """Each line is added once; the result then is that of all lines at once, as they do in a resumed run."""

    def table(first: str, second: str, score: float) -> dict[str, Any]:
        return {"first": first, "second": second, "score": score, "games": 20}

    lines: list[dict[str, Any]] = [
        {
            "iteration": number,
            "arena": {
                "against random": table(f"puct 4@{number}", "random", 0.5 + number / 20),
                "against the last": table(f"puct 4@{number}", f"puct 4@{number - 1}", 0.55),
                "policy": table(f"policy@{number}", "random", 0.6),
            },
        }
        for number in range(1, 6)
    ]
    lines.insert(3, {"iteration": 9})  # an iteration without matches
    going_on = RunRatings()
    for count, line in enumerate(lines):
        keys = going_on.elo_keys(line)
        assert keys == RunRatings(lines[:count]).elo_keys(line) == going_on.elo_keys(line)
        going_on.add(line)
        if "arena" not in line:
            assert keys == {}
            continue
        every = run_ratings(tables_of(lines[: count + 1]))
        assert every is not None
        one, policy = (every.players[f"{name}@{line['iteration']}"] for name in ("puct 4", "policy"))
        assert keys == {"elo": one.elo, "elo_low": one.low, "elo_high": one.high, "policy_elo": policy.elo}


def test_the_gate_lets_the_stronger_through(hex3: Game) -> None:
    """Against random weights, a network that was given what wins."""
    config = ArenaConfig(
        simulations=8, opening_plies=1, max_plies=9, gate=GateConfig(score=0.55, every=3, games=20), search="puct"
    )
    matches_of_run = run_matches(hex3, config)
    good, bad = Oracle(evaluator(hex3, 1), 1), Oracle(evaluator(hex3, 1), -1)

    def judged(candidate, best):  # type: ignore[no-untyped-def]
        gate = Gate(config.gate, lambda iteration: best, matches_of_run.gate_match, lambda text: None)
        assert [gate.is_due(number) for number in (0, 2, 3, 6)] == [False, False, True, True]
        iteration, metrics = gate.judge(3, 0, candidate)
        assert gate.weights(iteration, None) is (candidate if iteration == 3 else best)
        return iteration == 3, metrics["gate"]

    passed, table = judged(good, bad)
    assert passed and table["score"] > 0.55 and table["games"] + table["repeated"] == 20
    assert judged(good, bad) == (passed, table)
    failed, table = judged(bad, good)
    assert not failed and table["score"] < 0.45
    # No network is better than itself.
    passed, table = judged(good, good)
    assert table["score"] == 0.5 and not passed
    is_open = Gate(GateConfig(), lambda iteration: bad, matches_of_run.gate_match, lambda text: None)
    assert not is_open.is_due(3) and is_open.judge(3, 0, good) == (0, {}) and is_open.weights(0, good) is good


class Oracle(Evaluator):
    """Likes, or dislikes, cells in the middle."""

    def __init__(self, real: Evaluator, sign: int) -> None:
        self.__dict__.update(real.__dict__)
        self._sign = sign

    def __call__(self, planes: np.ndarray, rows: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        middle = np.array([0, 2, 1, 2, 4, 2, 1, 2, 0], np.float32) * self._sign
        logits = np.zeros((len(planes), self.policy_size), np.float32)
        logits[:, :9] = middle
        return logits[:rows], np.zeros(len(planes), np.float32)[:rows]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"search": "pvs"}, ["arena.search", "'pvs'", "puct, gumbel"]),
        ({"search": "gumbel:c_init=1"}, ["arena.search", "c_init=1"]),
        ({"opponents": ("randm",)}, ["arena.opponents", "random"]),
        ({"opponents": ("pvs:depth=0",)}, ["arena.opponents", "depth"]),
    ],
)
def test_what_cannot_be_played_is_refused_at_the_start(hex3: Game, changes: dict, words: list[str]) -> None:
    with refused(*words):
        run_matches(hex3, dataclasses.replace(ArenaConfig(), **changes))


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"opponents": ["snapshot:1"]}, r"arena\.opponents: .*'snapshot:1'"),
        ({"opponents": "random"}, r"arena\.opponents .*'random'"),
        ({"opponents": [3]}, r"arena\.opponents .*\[3\]"),
        ({"gate": {"score": 1.5}}, r"arena\.gate\.score"),
        ({"gate": {"games": 3}}, r"arena\.gate\.games"),
        ({"gate": {"every": 0}}, r"arena\.gate\.every"),
    ],
)
def test_settings_out_of_range(table: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        merged(TrainConfig(), {"arena": table}, "x.toml")


def test_settings_come_back_from_json() -> None:
    config = merged(TrainConfig(), {"arena": {"opponents": ["random", "pvs:depth=3,nodes=9"]}}, "x.toml")
    assert config.arena.opponents == ("random", "pvs:depth=3,nodes=9")
    assert merged(TrainConfig(), json.loads(json.dumps(to_table(config))), "run.json") == config


@pytest.mark.thorough
def test_a_run_keeps_the_snapshots_it_will_meet(train_here, tiny: TrainConfig, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    arena = dataclasses.replace(tiny.arena, every=1, games=2, opponents=("snapshot:-2",), policy_opponents=())
    changes = {"arena": arena, "keep_checkpoints": 1}
    train_here(tmp_path / "whole", 4, **changes)
    assert checkpoints(tmp_path / "whole" / "checkpoints") == [0, 2, 3, 4]
    lines = read_metrics(tmp_path / "whole")
    met = [line["arena"]["search vs snapshot:-2"]["second"] for line in lines if "arena" in line]
    assert met[:3] == ["gumbel 4@0", "gumbel 4@0", "gumbel 4@1"]
    # Resumed, it meets the same and plays the same games.
    train_here(tmp_path / "parts", 2, **changes)
    train_here(tmp_path / "parts", 4, **changes)
    assert [line.get("arena") for line in read_metrics(tmp_path / "parts")] == [line.get("arena") for line in lines]


def test_a_run_keeps_the_games_of_its_matches(train_here, tiny: TrainConfig, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    arena = dataclasses.replace(tiny.arena, every=1, games=2, opponents=("random", "initial"))
    train_here(tmp_path / "run", 3, arena=arena)
    folder = tmp_path / "run" / "arena"
    assert sorted(path.name for path in folder.iterdir()) == [f"{number:06d}.jsonl.gz" for number in (1, 2, 3)]
    tables = read_metrics(tmp_path / "run")[-1]["arena"]
    games = list(boardai.read_games(folder / "000003.jsonl.gz"))
    with gzip.open(folder / "000003.jsonl.gz", "rt") as file:
        records = [GameRecord.from_json(line) for line in file]
    assert len(games) == len(records) == sum(table["games"] for table in tables.values()) == 2 * len(tables)
    for name, table in tables.items():
        of_match = [record for record in records if record.notes["match"] == name]
        assert {record.players for record in of_match} == {
            (table["first"], table["second"]),
            (table["second"], table["first"]),
        }
        scores = [record.result * (1 if record.players[0] == table["first"] else -1) for record in of_match]
        assert [scores.count(1), scores.count(-1)] == [sum(table["wins"]), sum(table["losses"])]
    # Those beyond the checkpoint from which a run continues are played again.
    shutil.rmtree(tmp_path / "run" / "checkpoints" / "000003")
    with RunFolder.resume(tmp_path / "run", "test") as again:
        again.trim(2)
    assert not (folder / "000003.jsonl.gz").exists() and (folder / "000002.jsonl.gz").exists()


@pytest.mark.thorough
def test_a_run_behind_a_gate(  # type: ignore[no-untyped-def]
    train_here, tiny: TrainConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weights that do not pass are not played with; those that pass are, in a resumed run too."""
    arena = dataclasses.replace(tiny.arena, every=0, gate=GateConfig(score=0.5, games=4))

    def lines(name: str, *stops: int) -> list[dict]:
        for stop in stops:
            train_here(tmp_path / name, stop, arena=arena, keep_checkpoints=1)
        return read_metrics(tmp_path / name)

    def played(name: str) -> list[bytes]:
        return [path.read_bytes() for path in sorted((tmp_path / name / "games").iterdir())]

    whole, parts = lines("whole", 3), lines("parts", 1, 3)
    assert [line["gate"] for line in whole] == [line["gate"] for line in parts]
    assert played("whole") == played("parts")
    best = 0
    for line in whole:
        assert line["gate"]["games"] == 4 and line["gate"]["passed"] == (line["gate"]["score"] >= 0.5)
        best = line["iteration"] if line["gate"]["passed"] else best
        assert line["best_iteration"] == best
    assert best in checkpoints(tmp_path / "whole" / "checkpoints")

    table = whole[0]["gate"]
    for name, score in (("never", 0.0), ("always", 1.0)):
        result = types.SimpleNamespace(score=score, to_table=lambda: table)
        monkeypatch.setattr(RunMatches, "gate_match", lambda *_, result=result: result)
        lines(name, 3)
    assert [line["best_iteration"] for line in lines("never")] == [0, 0, 0]
    assert [line["best_iteration"] for line in lines("always")] == [1, 2, 3]
    # The first iteration's games are the initial weights' in both; learning begins in the second or third.
    assert played("never")[0] == played("always")[0] and played("never")[2] != played("always")[2]
