"""Self-play by workers: ordered it is this process's own self-play, else no game is lost and no weights are too old."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from cluster_runs import TINY, Disturbed, Listener, game_numbers, games_of, iterated, kill_one
from cluster_saturation import measure
from refusals import refused

import boardai
from boardai.cluster import Piece, Pool, open_pool
from boardai.cluster.pool import IN_FLIGHT
from boardai.cluster.processes import Here, Processes
from boardai.game import Game
from boardai.learn.data.config import TeacherConfig
from boardai.learn.evaluation.config import GateConfig
from boardai.learn.evaluation.matches import RunMatches
from boardai.learn.learners.alphazero import AlphaZero
from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.runs.config import code_in_settings, code_named
from boardai.learn.runs.run import Run
from boardai.learn.self_play.actor import Actor
from boardai.learn.self_play.game_files import read_games
from boardai.learn.self_play.group_workers import GroupSettings, GroupsOnWorkers, PlayWeights
from boardai.learn.training.learner import Learner


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of four iterations by threads of this process."""
    path = tmp_path_factory.mktemp("alone") / "run"
    iterated(path, 4)
    return path


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run's one worker is this process, which is started already."""
    monkeypatch.setattr("boardai.learn.learners.alphazero.open_pool", lambda *given, **named: open_pool(
        *given, **named | {"apart": False}
    ))  # fmt: skip


@pytest.mark.thorough
@pytest.mark.usefixtures("here")
def test_ordered_games_are_those_of_this_process_also_after_a_stop(alone: Path, tmp_path: Path) -> None:
    iterated(tmp_path / "run", 2, workers=1, ordered=True)
    assert [line["worker_rates"].keys() for line in iterated(tmp_path / "run", 4, workers=1, ordered=True).lines] == [
        {"here"}
    ] * 2
    assert games_of(tmp_path / "run") == games_of(alone)
    measured = measure(tmp_path / "run")  # of tools/cluster_saturation.py, which needs a run with workers
    assert len(measured.learning) == 3 and min(measured.rates) > 0 and min(measured.checking) > 0
    assert measured.weights_bytes > 1000 and measured.game_bytes > 10


@pytest.mark.slow
@pytest.mark.usefixtures("here")
def test_ordered_games_alongside_training_are_those_of_this_process(tmp_path: Path) -> None:
    overlapping = [iterated(tmp_path / name, 3, overlap="on", **given) for name, given in (
        ("threads", {}), ("workers", {"workers": 1, "ordered": True}),
    )]  # fmt: skip
    assert games_of(tmp_path / "workers") == games_of(tmp_path / "threads")
    assert [[line["weights_lag"] for line in one.lines] for one in overlapping] == [[0, 1, 1]] * 2


@pytest.mark.slow
def test_processes_and_a_kill_change_no_ordered_game(alone: Path, tmp_path: Path) -> None:
    with Disturbed(Processes, {5: kill_one}):
        heard = iterated(tmp_path / "run", 4, workers=2, ordered=True)
    assert games_of(tmp_path / "run") == games_of(alone)
    assert sum(line["lost_pieces"] for line in heard.lines) == 1


@pytest.mark.slow
def test_a_learner_killed_again_and_again_goes_on_bit_for_bit(alone: Path, tmp_path: Path) -> None:
    here, rng = Path(__file__).parent, random.Random(1)
    script = "import sys; from pathlib import Path; from cluster_runs import iterated\n"
    script += 'if __name__ == "__main__": iterated(Path(sys.argv[1]), 4, workers=2, ordered=True)'
    (tmp_path / "learner.py").write_text(script)
    words = [sys.executable, tmp_path / "learner.py", tmp_path / "run"]
    environment = {**os.environ, "PYTHONPATH": str(here)}
    for iteration in (1, 2, 3):
        with subprocess.Popen(words, env=environment) as process:
            while not (tmp_path / "run" / "games" / f"{iteration:06d}.games").exists():
                assert process.poll() is None
                time.sleep(0.01)
            time.sleep(rng.random() * 0.2)
            process.kill()
    subprocess.run(words, env=environment, check=True)
    assert games_of(tmp_path / "run") == games_of(alone)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("staleness", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_games_count_as_they_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, staleness: int) -> None:
    monkeypatch.setattr(Here, "room", lambda pool: 6 - len(pool._waiting))  # all groups are under way at once
    heard = iterated(tmp_path, 3, workers=1, max_staleness=staleness)
    lines = heard.lines + iterated(tmp_path, 6, workers=1, max_staleness=staleness).lines
    quota = TINY.selfplay.games_per_iteration
    assert all(quota <= line["games"] < 1.5 * quota for line in lines)
    assert max(line["weights_lag"] for line in lines) == staleness
    for line in lines:  # workers also play while the learner trains and writes, so this is by the whole iteration
        whole = sum(line["seconds"][phase] for phase in ("self_play", "replay", "learn"))
        assert line["games_per_second"] == pytest.approx(line["games"] / whole, rel=0.01)
    found = game_numbers(tmp_path)
    assert sum(line["games"] for line in lines) == len(found) == len(set(found))
    # Each group has played its games without a gap, but for those that are open.
    for group in range(4):
        mine = sorted(number for number in found if number % 4 == group)
        assert max(mine) // 4 + 1 - len(mine) <= TINY.selfplay.games


@pytest.mark.usefixtures("here")
def test_behind_a_gate_the_lag_is_that_of_the_weights_that_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        Here, "room", lambda pool: 6 - len(pool._waiting)
    )  # three of four shares end an iteration later
    publish, published = GroupsOnWorkers.publish, []

    def recorded(groups: GroupsOnWorkers, weights: PlayWeights) -> None:
        published.append((weights.counts_from, weights.learned_from))
        publish(groups, weights)

    monkeypatch.setattr(GroupsOnWorkers, "publish", recorded)
    monkeypatch.setattr(RunMatches, "gate_match", lambda matches, iteration, *_: SimpleNamespace(
        score=float(iteration == 3), to_table=lambda: {"score": 0.0, "games": 2}
    ))  # fmt: skip
    arena = replace(TINY.arena, gate=GateConfig(score=0.55))
    lines = iterated(tmp_path, 6, workers=1, arena=arena, max_staleness=1).lines
    # Training in an iteration changes no weights that play; the third's have learned from the games of two.
    assert published == [(0, 0), (1, 0), (2, 0), (3, 2), (4, 2), (5, 2)]
    assert [line["weights_lag"] for line in lines] == [0, 1, 2, 3, 2, 3]


def test_one_worker_is_a_process_which_plays_on_during_training() -> None:
    run = Run(boardai.load("hex:size=3"), replace(TINY, workers=1), Listener())
    assert isinstance(run.method, AlphaZero) and isinstance(run.method._self_play, GroupsOnWorkers)
    assert isinstance(run.method._self_play._pool, Processes)
    assert "self-play and training: overlapping" in run.method.describe()
    run.method.close()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("given", "loops"), [
    ({}, "overlapping"), ({"ordered": True}, "alternating"), ({"overlap": "off"}, "alternating"),
    ({"overlap": "on", "ordered": True}, "overlapping"), ({"overlap": "on", "max_staleness": 0}, "alternating"),
])  # fmt: skip
def test_which_workers_play_during_training(given: dict[str, Any], loops: str) -> None:
    run = Run(boardai.load("hex:size=3"), replace(TINY, workers=1, **given), Listener())
    assert f"self-play and training: {loops}" in run.method.describe()
    run.method.close()


@pytest.mark.usefixtures("here")
def test_the_teacher_of_a_run_with_workers_plays_and_trains_in_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    overlapping = []
    monkeypatch.setattr(
        "boardai.learn.learners.alphazero.Actor", lambda play: (overlapping.append(play), Actor(play))[1]
    )
    teacher = TeacherConfig(agent="mcts:simulations=2", share=0.2, games_per_iteration=20)
    lines = iterated(tmp_path, 3, workers=1, teacher=teacher).lines
    # The third iteration's weights have learned from both iterations of the teacher.
    assert [(line["taught"], line["weights_lag"]) for line in lines] == [(1, None), (1, None), (0, 0)]
    assert len(overlapping) == 1 and lines[1]["steps"] > 0


@pytest.mark.usefixtures("here")
def test_workers_get_pieces_while_the_learner_trains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training, given = threading.Event(), threading.Semaphore(0)
    give, train = Pool.give, Learner.train

    def given_in_training(pool: Pool, piece: Piece) -> None:
        assert training.wait(60), "the learner does not train while there are pieces to hand out"
        give(pool, piece)
        given.release()

    def patient(*arguments: Any) -> Any:
        training.set()
        for _ in range(TINY.selfplay.groups):  # twice as many as a worker holds
            assert given.acquire(timeout=60)
        training.clear()
        return train(*arguments)

    monkeypatch.setattr(Pool, "give", given_in_training)
    monkeypatch.setattr(Learner, "train", patient)
    heard = iterated(tmp_path, 3, workers=1)
    assert [line["weights_lag"] for line in heard.lines] == [0, 1, 1]
    assert heard.lines[-1]["steps"] > 0


class Crowd(Here):
    """Three workers, as far as the number of pieces goes that they may have; it keeps what it was given."""

    room = Pool.room

    def __init__(self, settings: GroupSettings) -> None:
        super().__init__(settings)
        self.given: list[Piece] = []
        self.most, self.network_seconds = 0, 0.0

    def give(self, piece: Piece) -> None:
        super().give(piece)
        self.given.append(piece)
        self.most = max(self.most, len(self._waiting))

    def answers(self, *arguments: Any) -> Any:
        found = super().answers(*arguments)
        self.network_seconds += sum(one.value.played.stages["network"] for one in found)
        return found

    def _wanted(self) -> int:
        return 3


def groups_of(pool: Pool, staleness: int, groups: int = 4) -> tuple[GroupsOnWorkers, Callable[[int, int], None]]:
    """Groups of a run whose pool this is, and what publishes weights, with a seed of their own, to them."""
    game, config = boardai.load("hex:size=3"), replace(TINY.selfplay, groups=groups)
    found = GroupsOnWorkers(game, config, TINY.seed, pool, False, staleness)

    def publish(seed: int, learned_from: int) -> None:
        network = network_of(game, TINY.network, seed)
        found.publish(PlayWeights.of(network, network.parameters, network.statistics, learned_from))

    return found, publish


def test_a_group_begins_with_the_weights_that_were_published_last() -> None:
    with Crowd(GroupSettings("hex:size=3", TINY.selfplay, TINY.seed)) as pool:
        groups, publish = groups_of(pool, 2)
        published = [0]

        def progress(games: int) -> None:  # what the learner does when it has trained, in another thread
            if games and len(published) == 1:
                published.append(len(pool.given))
                publish(1, 2)

        publish(0, 1)
        played = groups.play(3, progress=progress)
        # One process has played all: its seconds are those of the loop, not a group's.
        assert played.stages["network"] == pytest.approx(pool.network_seconds) and groups.at_work == 1
        old, new = [{piece.shared.digest for piece in pool.given[first:end] if piece.shared} for first, end in (
            (0, published[1]), (published[1], None),
        )]  # fmt: skip
        assert len(old) == len(new) == 1 and old != new and len(pool.given) > published[1] >= 4
        assert groups.lag == 1  # iteration 2 was over, from which the first weights had not learned


def test_a_slow_learner_bounds_how_far_ahead_workers_play() -> None:
    with Crowd(GroupSettings("hex:size=3", TINY.selfplay, TINY.seed)) as pool:
        groups, publish = groups_of(pool, 2, 12)
        for iteration in range(1, 4):
            publish(iteration, max(0, iteration - 2))
            played = groups.play(iteration)
            assert len(played.parts) == 12 and groups.lag <= 2
            # The iteration is over while the learner still trains: workers have what they hold, and get no more.
            assert len(pool._waiting) <= IN_FLIGHT * 3 == pool.most


class Reluctant(Crowd):
    """A group waits for as long as others play; there is room for all."""

    def answers(self, *arguments: Any) -> Any:
        waiting = sorted(self._waiting, key=lambda task: task.piece.number == 0)
        self._waiting.clear()
        self._waiting.extend(waiting)
        return super().answers(*arguments)

    def _wanted(self) -> int:
        return 100


def test_while_the_learner_waits_for_a_share_the_others_play_one_iteration_more_at_most() -> None:
    with Reluctant(GroupSettings("hex:size=3", TINY.selfplay, TINY.seed)) as pool:
        groups, publish = groups_of(pool, 1)

        def stop() -> None:
            assert len(pool.given) < 20, "the others get pieces without end"

        for iteration, shares in ((1, 4), (2, 8)):
            publish(iteration, iteration - 1)
            assert len(groups.play(iteration, stop).parts) == shares and groups.lag == iteration - 1
        assert 0 not in groups._began and not pool._waiting


class Spoiling(Here):
    """Its first result is not what was played."""

    spoil: Any = None

    def answers(self, *given: Any) -> Any:
        found = super().answers(*given)
        if found and self.spoil is not None:
            found, self.spoil = [replace(found[0], value=self.spoil(found[0].value))], None
        return found


def part(back: Any, data: bytes) -> Any:
    """A result with other games."""
    return replace(back, played=replace(back.played, parts=[data]))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda back: part(back, back.played.parts[0][:40] + b"x" + back.played.parts[0][41:]), "group 0"),
        (lambda back: part(back, back.played.parts[0][:-1]), "group 0"),
        (lambda back: part(back, b""), "0 games, where"),
        (lambda back: replace(back, open_games=back.open_games[:-1]), "open games"),
    ],
)
def test_games_that_break_the_rules_are_played_again(alone: Path, spoil: Any, words: str) -> None:
    game, message = boardai.load("hex:size=3"), []
    network = network_of(game, TINY.network)
    pool = Spoiling(GroupSettings(game.spec, TINY.selfplay, TINY.seed))
    pool._attempts, pool._warn, pool.spoil = 2, message.append, spoil
    groups = GroupsOnWorkers(game, TINY.selfplay, TINY.seed, pool, True, 0)
    groups.publish(PlayWeights.of(network, network.parameters, network.statistics, 0))
    played = groups.play(1)
    groups.close()
    assert len(message) == 1 and words in message[0] and "worker here" in message[0]
    assert played.parts == read_games(alone / "games" / "000001.games")


def network_of(game: Game, config: NetworkConfig, seed: int = TINY.seed) -> Network:
    """The network of a new run."""
    return Network(game.observation_shape, game.policy_size, config, seed, policy_cells=game.policy_cells)


@pytest.mark.parametrize("precision", ["auto", "bfloat16", "int16"])
def test_a_worker_folds_the_weights_itself(precision: Any) -> None:
    game = boardai.load("hex:size=3")
    network = network_of(game, replace(TINY.network, channels=16, precision=precision))
    sent = PlayWeights.of(network, network.parameters, network.statistics, 0)
    assert sent.packed.digest == PlayWeights.of(network, network.parameters, network.statistics, 1).packed.digest
    worker: Any = GroupSettings(game.spec, TINY.selfplay, TINY.seed).worker()
    there, rows = worker._evaluator(sent.network, sent.packed), TINY.selfplay.batch_rows
    here = Evaluator(network.at_play(), network.parameters, network.statistics, rows)
    planes = np.random.default_rng(0).random(here.planes().shape, np.float32)
    assert all(np.array_equal(one, other) for one, other in zip(here(planes), there(planes), strict=True))


def test_settings_that_do_not_fit_are_refused() -> None:
    with refused("selfplay.device", "workers 0"):
        on_device = {"device": True, "endings": False}
        TrainConfig(workers=2, selfplay=replace(TINY.selfplay, **on_device))
    with refused("ordered", "there are none"):
        TrainConfig(ordered=True)
    with refused("max_staleness"):
        TrainConfig(workers=2, max_staleness=-1)
    with refused("max_staleness", "newest weights"):
        TrainConfig(workers=2, ordered=True, max_staleness=1)
    with refused("max_staleness", "there are none"):
        TrainConfig(max_staleness=1)
    with refused("piece_timeout", "there are none"):
        TrainConfig(piece_timeout=60)
    with refused("worker_gpus", "of a cluster"):
        TrainConfig(workers=2, worker_gpus=0.5)
    with pytest.raises(ValueError, match="connected"):
        open_pool(GroupSettings("hex:size=3", TINY.selfplay, 0), cluster="local").give(Piece(0))


def test_a_run_of_others_does_not_choose_the_cluster() -> None:
    config = TrainConfig(cluster="10.0.0.5:6379")
    assert [code.words for code in code_in_settings(config)] == ["what the Ray cluster 10.0.0.5:6379 sends"]
    assert set(code_in_settings(config)) <= set(code_named(["10.0.0.5:6379"]))
    assert code_in_settings(TrainConfig(cluster="local")) == []
