"""A run: resuming equals continuing, and nothing that a kill can do to its folder is ever silently wrong."""

import dataclasses
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from refusals import refused
from run_helpers import Silent, iterate_to, results, undocumented
from sampled import sampled

from boardai import learn
from boardai.game import Game
from boardai.learn.evaluation.truth import compared_with_truth
from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.reports.figures.runs import key, load_run
from boardai.learn.runs.checkpoint import checkpoint_fault, checkpoint_path, checkpoints, load_network
from boardai.learn.runs.folder import RunFolder, read_run
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.run import Run
from boardai.learn.self_play.game_files import read_games, write_games
from boardai.players.network import PolicyPlayer
from boardai.records.truth import read_truth


def games(path: Path) -> list[list[bytes]]:
    return [read_games(file) for file in sorted((path / "games").iterdir())]


def same_weights(first, second) -> bool:  # type: ignore[no-untyped-def]
    pairs = zip(first.method.learner.parameters, second.method.learner.parameters, strict=True)
    return all(np.array_equal(a, b) for a, b in pairs)


@pytest.fixture(scope="module")
def reference_folder(tmp_path_factory) -> Path:  # type: ignore[no-untyped-def]
    return tmp_path_factory.mktemp("reference") / "run"


@pytest.fixture(scope="module")
def reference(reference_folder: Path, train_here):  # type: ignore[no-untyped-def]
    """A run of four iterations that nothing happened to."""
    return train_here(reference_folder, 4)


def test_a_run_learns_and_records(reference, reference_folder: Path) -> None:  # type: ignore[no-untyped-def]
    lines = results(reference_folder)
    assert [line["iteration"] for line in lines] == [1, 2, 3, 4]
    for line in lines:
        assert line["games"] >= 17
        assert line["first_player_wins"] + line["draws"] + line["second_player_wins"] == line["games"]
        assert line["draws"] == 0  # Hex has none
        assert 5 <= line["mean_length"] <= 9
        assert 0.9 < line["batch_fill"] <= 1
    assert lines[-1]["buffer"] == 150 < lines[-1]["steps"] * 16
    assert lines[-1]["steps"] == int(sum(line["positions"] for line in lines) * 4 / 16)
    assert set(lines[1]["arena"]) == {
        "search vs random",
        "search vs greedy",
        "policy vs random",
        "search vs initial weights",
    }
    # Everybody who met is rated, random play at 0.
    assert lines[1]["elo_low"] < lines[1]["elo"] < lines[1]["elo_high"] and "policy_elo" in lines[1]
    # Moves are compared with exact values when matches are played.
    assert ["truth" in line for line in lines] == [False, True, False, False]
    truth = lines[1]["truth"]
    assert set(truth) == {"positions", "search", "policy"} and truth["positions"] == 30
    for kind in ("search", "policy"):
        assert 0 <= truth[kind]["best_move"] == truth[kind]["result_kept"] <= 1  # values are results alone
        assert -1 <= truth[kind]["value_correlation"] <= 1
    assert "policy_loss" in lines[-1]
    assert reference.method.learner.steps == lines[-1]["steps"]


@pytest.mark.thorough
def test_the_report_compares_the_first_and_the_last_weights_with_exact_values(  # type: ignore[no-untyped-def]
    reference, reference_folder: Path, hex3: Game, hex3_truth: Path, tiny: TrainConfig, tmp_path: Path, silent: Silent
) -> None:
    path = tmp_path / "run"
    shutil.copytree(reference_folder, path)
    iterate_to(None, path, hex3, tiny, reporter=silent)
    found = silent.report["truth"]
    known = read_truth(hex3_truth, hex3)
    for side, checkpoint in (("trained", 4), ("initial", 0)):
        policy = PolicyPlayer(hex3, learn.open_run(path).evaluator(checkpoint))
        assert found[side]["policy"] == pytest.approx(compared_with_truth(policy, known))
    assert found["trained"] != found["initial"]
    # The curve begins with the first weights and ends with the last.
    curve = load_run(path).points(key("truth.policy.best_move"), "iteration")
    assert curve.x.tolist() == [0, 2, 4]
    assert [curve.y[0], curve.y[2]] == [found[side]["policy"]["best_move"] for side in ("initial", "trained")]


def test_every_metric_is_in_the_docs(reference, reference_folder: Path) -> None:  # type: ignore[no-untyped-def]
    assert undocumented(reference_folder) == set()


def test_nothing_is_compiled_after_the_first_iterations(reference, reference_folder: Path) -> None:  # type: ignore[no-untyped-def]
    compilations = [line["compilations"] for line in read_metrics(reference_folder)]
    assert sum(compilations[:2]) > 0  # the second is the first with training
    assert compilations[2:] == [0, 0]


def test_resuming_equals_going_on(reference, reference_folder: Path, train_here, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    train_here(tmp_path / "run", 2)
    resumed = train_here(tmp_path / "run", 4)
    assert same_weights(reference, resumed)
    assert results(tmp_path / "run") == results(reference_folder)
    assert games(tmp_path / "run") == games(reference_folder)
    assert len(json.loads((tmp_path / "run" / "run.json").read_text())["starts"]) == 2


@pytest.mark.thorough
def test_old_games_may_go_without_harm(reference, reference_folder: Path, train_here, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "run"
    train_here(path, 3, keep_games=False, keep_checkpoints=1)
    there = [int(file.stem) for file in sorted((path / "games").iterdir())]
    # As many of the newest as fill the buffer.
    held = [line["positions"] for line in results(reference_folder)]
    assert there == [2, 3] and sum(held[1:3]) >= 150 > held[2]
    assert same_weights(reference, train_here(path, 4))
    assert results(path) == results(reference_folder)
    # A checkpoint further back could be resumed as well.
    train_here(tmp_path / "two", 3, keep_games=False, keep_checkpoints=2)
    newest = checkpoint_path(tmp_path / "two" / "checkpoints", 3)
    (newest / "MANIFEST.json").unlink()
    assert same_weights(reference, train_here(tmp_path / "two", 4))


def test_thread_timing_changes_nothing(  # type: ignore[no-untyped-def]
    reference, reference_folder: Path, train_here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call, delays = Evaluator.__call__, np.random.default_rng(1)

    def slow(self, planes, rows=None):  # type: ignore[no-untyped-def]
        time.sleep(delays.choice([0.0, 0.003]))
        return call(self, planes, rows)

    monkeypatch.setattr(Evaluator, "__call__", slow)
    train_here(tmp_path / "run", 2)
    assert results(tmp_path / "run") == results(reference_folder)[:2]
    assert games(tmp_path / "run") == games(reference_folder)[:2]


def test_another_seed_gives_another_run(reference_folder: Path, reference, train_here, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    train_here(tmp_path / "run", 1, seed=8)
    assert games(tmp_path / "run")[0] != games(reference_folder)[0]


def test_a_kill_between_metrics_and_checkpoint(reference, reference_folder, train_here, tmp_path: Path, silent) -> None:  # type: ignore[no-untyped-def]
    """The last line is cut short, a checkpoint is half there, a game file has no checkpoint."""
    path = tmp_path / "run"
    train_here(path, 3)
    with open(path / "metrics.jsonl", "ab") as file:
        file.write(b'{"iteration": 4, "games": 1')
    newest = checkpoint_path(path / "checkpoints", 3)
    (newest / "open_games").write_bytes((newest / "open_games").read_bytes()[:-3])
    (path / "checkpoints" / ".000004.tmp").mkdir()
    (path / "games" / "000004.games").write_bytes(b"half a file")
    resumed = train_here(path, 4, silent)
    assert any("000003" in text and "open_games" in text for text in silent.messages)
    assert same_weights(reference, resumed)
    assert results(path) == results(reference_folder)
    assert games(path) == games(reference_folder)


def test_no_whole_checkpoint_is_an_error(train_here, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    train_here(tmp_path / "run", 1)
    for iteration in (0, 1):
        (checkpoint_path(tmp_path / "run" / "checkpoints", iteration) / "MANIFEST.json").unlink()
    with refused("checkpoint"):
        train_here(tmp_path / "run", 2)


def test_a_damaged_game_file_is_an_error(train_here, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    train_here(tmp_path / "run", 1)
    file = tmp_path / "run" / "games" / "000001.games"
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    with refused("000001.games", "part 1", "SHA-256"):
        train_here(tmp_path / "run", 2)


def test_a_damaged_line_of_metrics_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "metrics.jsonl").write_text('{"iteration": 1}\nnonsense\n{"iteration": 3}\n')
    with refused("line 2"):
        read_metrics(tmp_path)


def test_every_altered_file_of_a_checkpoint_is_noticed(train_here, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    train_here(tmp_path / "run", 0)
    path = checkpoint_path(tmp_path / "run" / "checkpoints", 0)
    assert checkpoint_fault(path) is None
    for file in (p for p in path.rglob("*") if p.is_file()):
        whole = file.read_bytes()
        file.write_bytes(whole[:-2] if whole else b"x")
        assert checkpoint_fault(path) is not None, file
        file.write_bytes(whole)
    assert checkpoint_fault(path) is None


def test_old_checkpoints_go_and_the_first_stays(reference, reference_folder: Path) -> None:  # type: ignore[no-untyped-def]
    assert checkpoints(reference_folder / "checkpoints") == [0, 3, 4]


def test_one_process_at_a_time(tmp_path: Path, tiny: TrainConfig) -> None:
    with (
        RunFolder.create(tmp_path / "run", "hex:size=3", tiny, "test").begin(),
        refused("in use", tmp_path / "run"),
    ):
        RunFolder.resume(tmp_path / "run", "test")
    RunFolder.resume(tmp_path / "run", "test").begin().close()


def test_nothing_is_overwritten(tmp_path: Path, tiny: TrainConfig) -> None:
    RunFolder.create(tmp_path / "run", "hex:size=3", tiny, "test").begin().close()
    before = (tmp_path / "run" / "run.json").read_bytes()
    with refused("--resume"):
        RunFolder.create(tmp_path / "run", "hex:size=4", tiny, "test")
    assert (tmp_path / "run" / "run.json").read_bytes() == before
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "to_mother.txt").write_text("dear")
    with refused(tmp_path / "letters"):
        RunFolder.create(tmp_path / "letters", "hex:size=3", tiny, "test")


def test_a_run_killed_before_it_was_one_is_begun_again(tmp_path: Path, tiny: TrainConfig) -> None:
    path = tmp_path / "run"
    path.mkdir()
    (path / "lock").write_text("process 1\n")
    (path / ".run.json.tmp").write_text("{")
    RunFolder.create(path, "hex:size=3", tiny, "test").begin().close()
    assert read_run(path)[1] == tiny


def test_what_others_put_into_a_run_stays(tmp_path: Path, tiny: TrainConfig) -> None:
    with RunFolder.create(tmp_path / "run", "hex:size=3", tiny, "test").begin() as folder:
        games, kept = tmp_path / "run" / "games", tmp_path / "run" / "checkpoints"
        for name in ("best.pgn", "000002.games", "000003.games", ".000003.games.tmp", "3.games"):
            (games / name).write_text("x")
        (games / "mine").mkdir()
        for name in ("000002", "000003", "000002-backup", ".000003.tmp"):
            (kept / name).mkdir()
        (kept / "notes.txt").write_text("x")
        folder.trim(2)
        assert {path.name for path in games.iterdir()} == {"best.pgn", "000002.games", "3.games", "mine"}
        assert {path.name for path in kept.iterdir()} == {"000002", "000002-backup", "notes.txt"}


def test_a_run_records_what_it_was_made_with(reference, reference_folder: Path, tiny: TrainConfig) -> None:  # type: ignore[no-untyped-def]
    description, config = read_run(reference_folder)
    assert description["game"] == "hex:size=3"
    assert config == tiny
    start = description["starts"][0]
    assert start["versions"]["jax"] != "not installed"
    assert start["device"] == "test"


def test_not_a_run(tmp_path: Path) -> None:
    with refused("run.json"):
        read_run(tmp_path)
    (tmp_path / "run.json").write_text("{")
    with refused("run.json", "line 1"):
        read_run(tmp_path)


def test_game_files(tmp_path: Path) -> None:
    path = tmp_path / "1.games"
    write_games(path, 1, [b"abc", b"", bytes(range(256))])
    assert read_games(path) == [b"abc", b"", bytes(range(256))]
    whole = path.read_bytes()
    for damaged, words in (
        (whole[:-1], r"1\.games: part 2 .*255.*256"),
        (whole + b"x", r"1\.games: .*more.*header"),
        (b"{}\n", r"1\.games: line 1"),
        (b"", r"1\.games: line 1"),
    ):
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match=words):
            read_games(path)


def killed_run(folder: Path, kills: int, seed: int, kind: str) -> None:
    script = Path(__file__).with_name("kill_run.py")
    command = [sys.executable, script, folder, str(kills), str(seed), kind]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{kills} kills" in done.stdout
    assert results(folder / "killed") == results(folder / "reference")
    assert games(folder / "killed") == games(folder / "reference")
    _, config = read_run(folder / "killed")
    network = Network((3, 3, 3), 9, config.network, 0)
    weights = [
        load_network(checkpoint_path(folder / run / "checkpoints", 4), network) for run in ("killed", "reference")
    ]
    for killed, whole in zip(weights[0], weights[1], strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(killed, whole, strict=True))


@pytest.mark.thorough
@pytest.mark.parametrize("kind", sampled(["off", "on", "device", "muzero"], ["on"], rest="slow"))
def test_killed_at_random_moments(tmp_path: Path, kind: str) -> None:
    killed_run(tmp_path, kills=2, seed=1, kind=kind)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", ["off", "on", "device", "muzero"])
def test_killed_fifty_times(tmp_path: Path, kind: str) -> None:
    killed_run(tmp_path, kills=50, seed=2, kind=kind)


def test_tensorboard_follows_while_training(train_here, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    pytest.importorskip("tensorboardX")
    train_here(tmp_path / "run", 1, tensorboard=True)
    train_here(tmp_path / "run", 2)
    events = sorted((tmp_path / "run" / "tensorboard").iterdir())
    assert len(events) == 2 and all(b"mean_length" in file.read_bytes() for file in events)


def test_tensorboard_is_asked_for_before_anything_is_written(
    hex3,
    tiny: TrainConfig,
    silent,
    monkeypatch: pytest.MonkeyPatch,  # type: ignore[no-untyped-def]
) -> None:
    monkeypatch.setitem(sys.modules, "tensorboardX", None)
    with refused("pip install"):
        Run(hex3, dataclasses.replace(tiny, tensorboard=True), silent)
    Run(hex3, tiny, silent)
