"""Self-play and training that overlap: as reproducible as alternating loops, one iteration behind, never half done."""

import dataclasses
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from run_helpers import results

from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.runs.checkpoint import checkpoint_path, load_network
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.run import Run
from boardai.learn.runs.stopping import Interrupted
from boardai.learn.self_play.actor import Actor
from boardai.learn.self_play.game_files import read_games
from boardai.learn.self_play.self_play import Played, SelfPlayGroups
from boardai.learn.stages import LEARNER, SELF_PLAY, stages_text, with_waits
from boardai.learn.training.learner import Learner


def played(path: Path, iteration: int) -> list[bytes]:
    return read_games(path / "games" / f"{iteration:06d}.games")


@pytest.fixture(scope="module")
def overlapping(tmp_path_factory, train_here):  # type: ignore[no-untyped-def]
    """Folder and run of four iterations side by side."""
    path = tmp_path_factory.mktemp("overlapping") / "run"
    return path, train_here(path, 4, overlap="on")


def test_training_is_one_iteration_behind(overlapping) -> None:  # type: ignore[no-untyped-def]
    path, run = overlapping
    lines = results(path)
    assert [line["weights_lag"] for line in lines] == [0, 1, 1, 1]
    # The steps of an iteration are those that the games before it are worth.
    positions = np.cumsum([0, *(line["positions"] for line in lines)])
    due = [int(before * 4 / 16) if before >= 40 else 0 for before in positions[:-1]]
    assert [line["steps"] for line in lines] == due and due[-1] > 0
    assert lines[-1]["replay_ratio"] == 16 * due[-1] / positions[-1] < 4
    # An iteration plays what the checkpoint before it says.
    before, config = checkpoint_path(path / "checkpoints", 3), run.config
    groups = SelfPlayGroups(run.game, config.selfplay, config.seed)
    groups.restore(read_games(before / "open_games"))
    network = run.method.network
    evaluator = Evaluator(network, *load_network(before, network), config.selfplay.games)
    assert groups.play(evaluator, 4).parts == played(path, 4)


def test_a_run_may_go_on_in_turns(overlapping, tiny: TrainConfig, train_here, tmp_path: Path, silent) -> None:  # type: ignore[no-untyped-def]
    path, run = overlapping
    train_here(tmp_path / "run", 3, overlap="on")
    with RunFolder.resume(tmp_path / "run", "test", dataclasses.replace(tiny, overlap="off")) as folder:
        turned = Run(run.game, folder.config, silent)
        turned.start(folder)
        turned.iterate()
    assert played(tmp_path / "run", 4) == played(path, 4)
    assert [line["weights_lag"] for line in results(tmp_path / "run")] == [0, 1, 1, 0]
    # What was missing is made up for.
    assert turned.method.learner.steps == int(turned.method.replay.positions_added * 4 / 16)


@pytest.mark.thorough
def test_neither_stops_nor_timing_change_it(  # type: ignore[no-untyped-def]
    overlapping, train_here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, run = overlapping
    train_here(tmp_path / "run", 1, overlap="on")
    call, train = Evaluator.__call__, Learner.train

    def slow_call(self, planes, rows=None):  # type: ignore[no-untyped-def]
        time.sleep(0.001)
        return call(self, planes, rows)

    monkeypatch.setattr(Evaluator, "__call__", slow_call)
    train_here(tmp_path / "run", 3, overlap="on")
    monkeypatch.setattr(Evaluator, "__call__", call)
    monkeypatch.setattr(Learner, "train", lambda *given: [time.sleep(0.2), train(*given)][1])
    resumed = train_here(tmp_path / "run", 4, overlap="on")
    assert results(tmp_path / "run") == results(path)
    assert all(played(tmp_path / "run", number) == played(path, number) for number in range(1, 5))
    pairs = zip(resumed.method.learner.parameters, run.method.learner.parameters, strict=True)
    assert all(np.array_equal(a, b) for a, b in pairs)


@pytest.mark.thorough
def test_a_stop_ends_both_and_costs_the_iteration(overlapping, train_here, tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """Ctrl-C while training, a fault while playing: either ends the other, and the run continues unharmed."""
    path, _ = overlapping
    train_here(tmp_path / "run", 2, overlap="on")
    before = threading.active_count()

    def interrupted(self, steps, progress, fill, stop):  # type: ignore[no-untyped-def]
        raise Interrupted

    with monkeypatch.context() as patch, pytest.raises(Interrupted):
        patch.setattr(Learner, "train", interrupted)
        train_here(tmp_path / "run", 3, overlap="on")

    def broken(self, rows):  # type: ignore[no-untyped-def]
        raise MemoryError("no room for a batch")

    def endless(self, steps, progress, fill, stop):  # type: ignore[no-untyped-def]
        while True:
            stop()

    with monkeypatch.context() as patch, pytest.raises(MemoryError, match="no room for a batch"):
        patch.setattr(Evaluator, "computed_rows", broken)
        patch.setattr(Learner, "train", endless)
        train_here(tmp_path / "run", 3, overlap="on")
    assert threading.active_count() == before
    train_here(tmp_path / "run", 4, overlap="on")
    assert results(tmp_path / "run") == results(path)


def test_an_actor_left_early_stops_its_games() -> None:
    stopped = threading.Event()

    def play(stop, progress) -> Played:  # type: ignore[no-untyped-def]
        try:
            while True:
                progress(5)
                stop()
        finally:
            stopped.set()

    with pytest.raises(KeyboardInterrupt), Actor(play) as actor:
        actor.check()  # nothing has gone wrong
        seen: list[int] = []

        def stop() -> None:
            if seen and seen[-1] == 5:
                raise KeyboardInterrupt

        actor.played(stop, seen.append)
    assert stopped.is_set()


def test_every_second_belongs_to_a_stage(overlapping) -> None:  # type: ignore[no-untyped-def]
    path, _ = overlapping
    for line in read_metrics(path):
        seconds, stages = line["seconds"], line["stages"]
        whole = seconds["self_play"] + seconds["replay"] + seconds["learn"]
        for loop in (SELF_PLAY, LEARNER):
            assert sum(stages.get(name, 0.0) for name in loop) == pytest.approx(whole)
        assert set(line["stage_rates"]) == set(stages) - {"self_play_wait", "learner_wait"}
    assert stages["step"] > 0 < line["stage_rates"]["step"]


def test_stages_in_words() -> None:
    assert with_waits({"sample": 1.0, "step": 2.0}, 4.0) == {"sample": 1.0, "step": 2.0, "learner_wait": 1.0}
    busy = {"select": 1.0, "network": 6.0, "backup": 0.5, "write": 0.5, "step": 2.0}
    words = "self-play network 60 %, wait 25 %; learner wait 75 %, step 20 %"
    assert stages_text(with_waits(busy, 10.0)) == words
    assert stages_text({}) == ""
