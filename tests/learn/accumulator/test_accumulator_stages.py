"""Runs of accumulator networks in stages that play their own games: what each learns from, stops, damage, presets."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from processes import in_session
from refusals import refused
from run_helpers import Silent, iterate_to, results, undocumented

import boardai
from boardai.check.saved import examine
from boardai.commands import train
from boardai.learn.accumulator.config import AccumulatorConfig, ScoredPositionsConfig, StageOptions, planned
from boardai.learn.accumulator.stages import folders_of
from boardai.learn.data.datasets import Dataset
from boardai.learn.data.scored_games import ScoredGames
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.learners.first_settings import start_of
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.run import Run
from boardai.learn.training.config import LearnConfig
from boardai.search.evaluations.accumulator import AccumulatorNetwork
from boardai.search.evaluations.naming import load_evaluation

CHESS = boardai.load("chess")
ARENA = ArenaConfig(
    every=0, search="pvs:depth=1", final_games=2, opponents=("random",), policy_opponents=(), final_initial=False
)
STAGES = (
    "games=64,nodes=20,evaluator=material,labels=positional,walk=2,result_share=0,iterations=2",
    "iterations=1,result_share=0.5,final_result_share=0.2,learning_rate=0.0005",
    "games=32,nodes=20,evaluator=learned,latest=2",
)
CONFIG = AccumulatorConfig(
    iterations=5, width=16, buckets=2, stages=STAGES, arena=ARENA,
    learn=LearnConfig(batch_size=256, optimizer="adamw", learning_rate=0.003, warmup_steps=2, weight_decay=0.01),
    positions=ScoredPositionsConfig(scale=170.0, shuffled=1000, validation_positions=300, quiet_only=False),
)  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was not stopped."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    iterate_to(None, folder, CHESS, CONFIG, "accumulator")
    return folder


def files(run: Path) -> dict[str, bytes]:
    """What stages have played, and the network."""
    paths = [*run.glob("data/*/*.sgames"), *run.glob("data/*.npz"), run / "evaluation.npz"]
    return {str(path.relative_to(run)): path.read_bytes() for path in paths}


@pytest.mark.thorough
def test_stages_play_and_learn_one_after_the_other(whole: Path) -> None:
    lines = read_metrics(whole)
    assert [line["stage"] for line in lines] == [1, 1, 2, 3, 3]
    assert [line["games"] for line in lines] == [64, 0, 0, 32, 0]
    assert [round(line["result_share"], 1) for line in lines] == [0.0, 0.0, 0.5, 0.3, 0.3]
    assert max(lines[2]["learning_rate"], 1e-9) <= 0.0005 < lines[0]["learning_rate"]
    assert all(line["seconds"]["play"] > 0 for line in lines) and undocumented(whole) == set()
    first, second = (Dataset.open(whole / "data" / name) for name in ("01", "03"))
    assert first.header["options"]["evaluator"] == "material" and second.header["options"]["evaluator"] == "03.npz"
    # The network that played was that of the stage before.
    played = load_evaluation(whole / "data" / "03.npz", AccumulatorNetwork)
    assert played.card["positions"] == lines[2]["positions"] and first.header["unit"] == second.header["unit"] == 100
    report = json.loads((whole / "report.json").read_text())
    assert report["games"] == 96 and set(report["matches"]) == {"search vs random"}
    # The last stage learns from both sets, so that a pass has more positions than the one before.
    per_pass = np.diff([0, *(line["positions"] for line in lines)])
    assert per_pass[4] > per_pass[2]
    assert len(ScoredGames([whole / "data" / "01", whole / "data" / "03"])) == 96


def test_a_run_stopped_anywhere_equals_one_that_was_not(whole: Path, tmp_path: Path) -> None:
    """After each iteration, and in the midst of a stage's games."""
    run = tmp_path / "run"
    for done in (0, 1, 3, 4):
        iterate_to(done, run, CHESS, CONFIG, "accumulator")
    # As a kill after the third file of the last stage's games leaves it; what was written of the network is there.
    (run / "checkpoints" / "000004" / "MANIFEST.json").unlink()
    for path in list((run / "data" / "03").glob("*.sgames"))[3:]:
        path.unlink()
    iterate_to(None, run, CHESS, CONFIG, "accumulator")
    assert results(run) == results(whole) and files(run) == files(whole)


@pytest.mark.thorough
def test_a_killed_command_goes_on(whole: Path, tmp_path: Path) -> None:
    """With two processes that play, whose games are the same."""
    preset, run = tmp_path / "stages.toml", tmp_path / "run"
    preset.write_text(
        "learner = 'accumulator'\niterations = 5\nwidth = 16\nbuckets = 2\nworkers = 2\n"
        f"stages = {json.dumps(STAGES)}\n"
        "[positions]\nscale = 170\nshuffled = 1000\nvalidation_positions = 300\nquiet_only = false\n"
        "[learn]\nbatch_size = 256\nlearning_rate = 0.003\nfinal_learning_rate = 0.1\nwarmup_steps = 2\n"
        "[arena]\nsearch = 'pvs:depth=1'\nfinal_games = 2\nopponents = ['random']\nfinal_initial = false\n"
    )
    command = [sys.executable, "-m", "boardai.train", "chess", "--preset", str(preset), "--run", str(run)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    end = time.monotonic() + 120
    while len(list(run.glob("data/01/*.sgames"))) < 2:
        assert time.monotonic() < end and process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    while in_session(process.pid):  # its workers end by themselves
        assert time.monotonic() < end
        time.sleep(0.05)
    assert not (run / "metrics.jsonl").exists() or not (run / "metrics.jsonl").read_text()
    train.main(["--resume", str(run)])
    there = files(run)
    assert {name: data for name, data in files(whole).items() if name.startswith("data/01/")}.items() <= there.items()
    assert results(run) == results(whole) and there["evaluation.npz"] == files(whole)["evaluation.npz"]


def test_ctrl_c_stops_between_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = dataclasses.replace(CONFIG, stages=("games=3200,nodes=50",), iterations=1)
    asked = 0

    def stop() -> None:
        nonlocal asked
        asked += 1
        if asked == 20:
            os.kill(os.getpid(), signal.SIGINT)

    from boardai.learn.runs.folder import RunFolder

    with RunFolder.create(tmp_path / "run", "chess", config, "test", "accumulator") as folder:
        run = Run(CHESS, config, Silent(), stop, "accumulator")
        run.start(folder)
        with pytest.raises(KeyboardInterrupt):
            run.iterate()
    assert asked == 20 and run.method.totals.games == 0


@pytest.mark.thorough
def test_damaged_games_are_reported_left_out_and_played_again(whole: Path, tmp_path: Path, capsys: Any) -> None:
    run = tmp_path / "run"
    iterate_to(4, run, CHESS, CONFIG, "accumulator")
    damaged = run / "data" / "01" / "000003.sgames"
    content = damaged.read_bytes()
    damaged.write_bytes(content[:-40] + b"x" + content[-39:])
    found = examine(run)
    assert found is not None and not found.whole
    (command,) = re.findall(r"python -m boardai\.train (--resume .*)", str(found))
    assert command.endswith("--leave-out data/01/000003.sgames")
    with refused("data", "data/01/000003.sgames", "boardai.check"):
        iterate_to(None, run, CHESS, CONFIG, "accumulator")
    train.main(command.split())
    assert damaged.read_bytes() == content and (run / "left-out" / "data" / "01" / "000003.sgames").exists()
    assert results(run) == results(whole) and examine(run).whole  # type: ignore[union-attr]


def test_a_stage_done_again_by_another_network_keeps_no_games_of_the_old_one(tmp_path: Path) -> None:
    config, run = dataclasses.replace(CONFIG, stages=STAGES[:1] + STAGES[2:], iterations=3), tmp_path / "run"
    iterate_to(3, run, CHESS, config, "accumulator")
    before = files(run)
    # From the first checkpoint on, with another rate: another network plays.
    words = ["--resume", str(run), "--from", "1", "--learn.learning-rate", "0.01"]
    train.main(words)
    after = files(run)
    assert (run / "left-out" / "data" / "02").is_dir() and (run / "left-out" / "data" / "02.npz").is_file()
    assert before["data/02.npz"] != after["data/02.npz"] and before.keys() == after.keys()
    assert before["data/01/000000.sgames"] == after["data/01/000000.sgames"]


def test_stages_of_games_that_are_there(whole: Path, tmp_path: Path) -> None:
    """The first labels them, the second takes their own scores; both are continued."""
    config = dataclasses.replace(
        CONFIG, data=(str(whole / "data" / "01"),), stages=("labels=pesto,result_share=0", "result_share=0.5"),
        iterations=3, positions=dataclasses.replace(CONFIG.positions, scale=0.0),
    )  # fmt: skip
    run = iterate_to(None, tmp_path / "whole", CHESS, config, "accumulator")
    for done in (1, 2, None):
        iterate_to(done, tmp_path / "parts", CHESS, config, "accumulator")
    assert results(tmp_path / "whole") == results(tmp_path / "parts") and run.method.scale > 0
    assert [line["games"] for line in read_metrics(tmp_path / "whole")] == [0, 0, 0]
    assert not (tmp_path / "whole" / "data").exists()


def test_which_games_a_stage_learns_from() -> None:
    texts = ("games=10", "iterations=1", "games=5,latest=2", "latest=0,iterations=1")
    config = dataclasses.replace(CONFIG, stages=texts, data=("/a", "/b"), iterations=4)
    stages = planned(config)
    own = [folders_of(stages, stage, Path("/run"), config.data) for stage in stages]
    assert own == [
        ["/run/data/01"], ["/run/data/01"], ["/run/data/01", "/run/data/03"],
        ["/a", "/b", "/run/data/01", "/run/data/03"],
    ]  # fmt: skip
    assert [(stage.before, stage.iterations) for stage in stages] == [(0, 1), (1, 1), (2, 1), (3, 1)]
    assert stages[3].progress(4, 0.75) == (0.0, 1.0)
    assert StageOptions.parse("nodes=5").play.nodes == 5


def changed(*stages: str, **changes: Any) -> Callable[[], Any]:
    return lambda: Run(
        CHESS, dataclasses.replace(CONFIG, stages=stages, **changes), Silent(), learner="accumulator"
    )  # fmt: skip


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "option": (changed("games=10,node=5"), "stages: number 1: .*'node'.*did you mean nodes"),
    "range": (changed("games=10", "games=10,result_share=2"), "stages: number 2: .*result_share"),
    "results after a walk": (changed("games=10,labels=pesto,walk=2"), "stages: number 1: positions.walk"),
    "no games": (changed("iterations=2", "games=10"), "stages: number 1: .*games"),
    "iterations": (changed("games=10,iterations=5", "iterations=1"), "stages: .*5 iterations.*5"),
    "scale": (changed("games=10", positions=ScoredPositionsConfig()), "positions.scale"),
    "evaluator": (changed("games=10,evaluator=nothere"), "stages: number 1: .*nothere"),
    "units": (changed("games=10,evaluator=hash", "games=10,evaluator=learned,latest=2"), "stages: number 2: .*unit"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_stages_that_do_not_fit(name: str) -> None:
    make, words = REFUSED[name]
    with pytest.raises(ValueError, match=words):
        make()


@pytest.mark.parametrize("preset", ["nnue", "nnue-nights", "nnue-from-nothing"])
def test_the_presets_are_recipes_that_fit(preset: str) -> None:
    start = start_of("chess", None, preset)
    assert start.learner == "accumulator" and start.preset.about
    run = Run(start.game, start.settings, Silent(), learner="accumulator")
    assert run.method.stages[-1].iterations >= 1 and run.method.describe()[1].startswith("stage 1: games=")


def test_a_network_from_random_weights_plays_the_first_games(tmp_path: Path) -> None:
    """From nothing: results alone are learned from, and the network plays from the first stage on."""
    stages = (
        "games=32,nodes=20,evaluator=learned,win_plies=0,draw_plies=0,result_share=1",
        "games=32,nodes=20,evaluator=learned,latest=0",
    )
    arena = dataclasses.replace(ARENA, every=1, games=2, opponents=("pvs:depth=1,evaluator=material",))
    config = dataclasses.replace(CONFIG, stages=stages, iterations=2, arena=arena)
    run = iterate_to(None, tmp_path / "run", CHESS, config, "accumulator")
    first = load_evaluation(tmp_path / "run" / "data" / "01.npz", AccumulatorNetwork)
    np.testing.assert_array_equal(first.feature_weights, run.method.initial.feature_weights)
    lines = read_metrics(tmp_path / "run")
    assert lines[0]["result_share"] == 1 and "arena" in lines[0]
    assert Dataset.open(tmp_path / "run" / "data" / "01").header["unit"] == first.unit
