"""What a run does when its settings change, when the disk is full, and what it writes for people."""

import contextlib
import csv
import dataclasses
import gc
import hashlib
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest
from refusals import refused
from run_helpers import ALPHAZERO, Silent

from boardai.basics.files import read_json
from boardai.check.saved import examine
from boardai.command_line import InputError
from boardai.commands.train import main
from boardai.learn.learners.config import TrainConfig
from boardai.learn.runs.checkpoint import (
    Saved,
    checkpoint_fault,
    checkpoint_path,
    checkpoints,
    load_checkpoint,
    save_checkpoint,
)
from boardai.learn.runs.folder import RunFolder, allowed_changes, newest_checkpoint, read_run
from boardai.learn.runs.metrics import Entry, Ledger, read_metrics
from boardai.learn.runs.run import Progress, Run
from boardai.learn.train_and_resume import train as train_in_python


@contextlib.contextmanager
def room(size: int) -> Iterator[None]:
    """No file may become larger than `size` bytes: a write beyond it fails, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    compiles = sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # else half of a compiled module would be kept, or of a cache's entry
    jax.config.update("jax_enable_compilation_cache", False)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
        sys.dont_write_bytecode = compiles
        jax.config.update("jax_enable_compilation_cache", True)


def train(*arguments: object) -> None:
    """Runs `boardai.train` in this process."""
    main([str(argument) for argument in arguments])


SMALL = [
    *("--network.blocks", "0", "--network.channels", "4", "--inference-rate-seconds", "0", "--arena.every", "0"),
    *("--arena.final-games", "2", "--arena.simulations", "2", "--replay.minimum", "10"),
    *("--selfplay.games", "4", "--selfplay.games-per-iteration", "6", "--selfplay.simulations", "4"),
]


def test_saving_keeps_no_memory(tmp_path: Path) -> None:
    """A run of weeks saves ten thousand times."""
    trees = {"network": {f"leaf {number}": jnp.zeros((8, 8)) for number in range(4)}}

    def objects_after(saves: int) -> int:
        for number in range(saves):
            save_checkpoint(tmp_path, number % 2, Saved(trees))
            load_checkpoint(checkpoint_path(tmp_path, number % 2), trees)
        gc.collect()
        return len(gc.get_objects())

    before = objects_after(5)
    assert objects_after(20) - before < 20


def test_checksums_go_on_from_the_last_ones(tmp_path: Path) -> None:
    """A checkpoint's checksum is of all lines before, of which a long run digests each but once."""

    def entry(number: int) -> Entry:
        return Entry(hashlib.sha256(b"%d" % number).hexdigest(), "")

    def again(iteration: int) -> str:
        ledger = Ledger(tmp_path)
        ledger.read()
        return ledger.digest(iteration)

    ledger = Ledger(tmp_path)
    seen = [ledger.digest(0)]
    for number in range(1, 5):
        ledger.append(number, entry(number))
        seen.append(ledger.digest(number))
        assert seen[-1] == again(number)
    assert len({*seen}) == 5
    assert [ledger.digest(number) for number in (2, 9, 4, 0)] == [seen[2], seen[4], seen[4], seen[0]]
    ledger.rewrite({number: entry(number) for number in (1, 2)})
    ledger.append(3, entry(7))
    assert ledger.digest(3) == again(3) != seen[3]


def test_checksums_take_no_memory(tmp_path: Path) -> None:
    """What was written is not kept, however long a run is."""
    ledger = Ledger(tmp_path)

    def kept_after(first: int, last: int) -> int:
        for number in range(first, last + 1):
            ledger.append(number, Entry(hashlib.sha256(b"%d" % number).hexdigest(), ""))
            ledger.digest(number)
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before = kept_after(1, 20)
        assert kept_after(21, 120) - before < 10_000
    finally:
        tracemalloc.stop()


@pytest.mark.thorough
def test_a_full_disk(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    train("hex:size=3", "--run", folder, "--iterations", "1", *SMALL)
    largest = max(path.stat().st_size for path in (folder / "checkpoints").rglob("*") if path.is_file())
    with room(largest // 2), pytest.raises(InputError) as refused:
        train("--resume", folder, "--iterations", "5")
    kept = f"cannot be written (File too large); kept: 1 iteration in {folder}"
    command = f"python -m boardai.train --resume {folder}"
    assert str(refused.value) == f"{folder}: {kept}; make room, then continue with: {command}"
    assert newest_checkpoint(folder) == (1, [])
    # With room again it continues, and the iteration that failed leaves no trace.
    command = [sys.executable, "-m", "boardai.train", "--resume", str(folder), "--iterations", "2"]
    subprocess.run(command, check=True, capture_output=True)
    assert [line["iteration"] for line in read_metrics(folder)] == [1, 2]
    whole = tmp_path / "whole"
    train("hex:size=3", "--run", whole, "--iterations", "2", *SMALL)
    games = [path / "games" / "000002.games" for path in (folder, whole)]
    assert games[0].read_bytes() == games[1].read_bytes()


def test_settings_may_change_on_resume(tmp_path: Path, tiny: TrainConfig) -> None:
    folder = tmp_path / "run"
    RunFolder.create(folder, "hex:size=3", tiny, "test").begin().close()
    learn = dataclasses.replace(tiny.learn, learning_rate=0.01)
    RunFolder.resume(folder, "test", dataclasses.replace(tiny, learn=learn, iterations=9)).begin().close()
    description, config = read_run(folder)
    assert config.learn.learning_rate == 0.01
    assert config.iterations == 9
    assert description["starts"][1]["changes"] == {
        "iterations": [4, 9],
        "learn.learning_rate": [tiny.learn.learning_rate, 0.01],
    }


@pytest.mark.parametrize("name", ["seed", "network.channels", "selfplay.games", "selfplay.groups"])
def test_some_settings_may_not_change(tmp_path: Path, tiny: TrainConfig, name: str) -> None:
    folder = tmp_path / "run"
    RunFolder.create(folder, "hex:size=3", tiny, "test").begin().close()
    section, _, key = name.rpartition(".")
    if section:
        part = getattr(tiny, section)
        part = dataclasses.replace(part, **{key: getattr(part, key) + 1})
        changed = dataclasses.replace(tiny, **{section: part})
    else:
        changed = dataclasses.replace(tiny, **{key: getattr(tiny, key) + 1})
    before = (folder / "run.json").read_bytes()
    with refused(name):
        RunFolder.resume(folder, "test", changed)
    assert (folder / "run.json").read_bytes() == before
    RunFolder.resume(folder, "test").begin().close()  # the lock is free again


def test_nothing_changed_is_no_change(tiny: TrainConfig) -> None:
    assert allowed_changes(tiny, dataclasses.replace(tiny)) == {}


@pytest.mark.thorough
def test_changes_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "run"
    train("hex:size=3", "--run", folder, "--iterations", "1", *SMALL)
    train("--resume", folder, "--iterations", "2", "--learn.learning-rate", "0.003")
    message = capsys.readouterr().out
    assert "changed: " in message
    assert "learn.learning_rate 0.05 -> 0.003" in message
    assert "iterations 1 -> 2" in message
    assert read_metrics(folder)[-1]["learning_rate"] < 0.003001
    with refused("network.blocks", error=InputError):
        train("--resume", folder, "--network.blocks", "3")
    assert read_json(folder / "run.json")["config"]["network"]["blocks"] == 0


def test_the_table_holds_what_the_record_holds(train_here, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    train_here(folder, 2)
    train_here(folder, 4)  # resumed: the table is begun again
    with open(folder / "metrics.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    lines = read_metrics(folder)
    assert len(rows) == len(lines) == 4
    for row, line in zip(rows, lines, strict=True):
        assert int(row["iteration"]) == line["iteration"]
        assert float(row["seconds.self_play"]) == line["seconds"]["self_play"]
        assert int(row["games"]) == line["games"]
        for key, value in line.items():
            if isinstance(value, list):
                assert json.loads(row[key]) == value
    assert rows[0]["policy_loss"] == "" or "policy_loss" in lines[0]
    assert float(rows[-1]["policy_loss"]) == lines[-1]["policy_loss"]
    assert lines[-1]["network_utilisation"] > 0
    assert lines[-1]["memory_mb"] > 10


@pytest.mark.thorough
def test_a_checkpoint_that_failed_is_not_there(train_here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    """An error at any file of a checkpoint leaves the last one, and the run continues from it as if nothing were."""
    from boardai.learn.runs import checkpoint

    folder = tmp_path / "run"
    train_here(folder, 1)
    for place in ("write_games", "write_json", "_sync_file"):

        def fail(*arguments: object) -> None:
            raise OSError(28, "No space left on device", "disk")

        with monkeypatch.context() as patch:
            patch.setattr(checkpoint, place, fail)
            with pytest.raises(OSError, match="No space left"):
                train_here(folder, 2)
        assert checkpoints(folder / "checkpoints") == [0, 1]
        assert checkpoint_fault(checkpoint_path(folder / "checkpoints", 1)) is None
    run = train_here(folder, 2)
    whole = train_here(tmp_path / "whole", 2)
    assert run.method.totals.positions == whole.method.totals.positions


@pytest.mark.parametrize(
    ("seconds", "last", "matches", "ends"),
    [
        (100.0, 10.0, 10.0, False),  # one more would end at 110: just right
        (100.0, 30.0, 10.0, True),  # 20 are left, 15 + 10 would be
        (100.0, 16.0, 2.0, False),
        (100.0, 16.0, 12.0, True),  # 6 of the matches' 12 would be left: no more than half
        (60.0, 0.0, 10.0, False),  # resumed: by the mean, 20 an iteration
        (98.0, 0.0, 10.0, True),
    ],
)
def test_training_ends_so_that_the_final_matches_have_their_time(
    hex3, tiny: TrainConfig, monkeypatch: pytest.MonkeyPatch, seconds: float, last: float, matches: float, ends: bool
) -> None:  # type: ignore[no-untyped-def]
    run = Run(hex3, dataclasses.replace(tiny, iterations=0, minutes=2), Silent())
    monkeypatch.setattr(run.method, "final_seconds", lambda: matches)
    run.progress, run._last_seconds = Progress(3, seconds), last
    assert run.finished() == ends


@pytest.mark.thorough
def test_final_matches_are_expected_to_last_as_the_short_ones_did(hex3, tiny: TrainConfig, tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Before the first short matches there is but the network's rate to go by."""
    arena = dataclasses.replace(
        tiny.arena, every=1, games=4, final_games=40, final_initial=False, opponents=("random",)
    )
    run = Run(hex3, dataclasses.replace(tiny, iterations=1, arena=arena), Silent())
    method = run.method
    assert method.run_matches.sides(1, final=False) == method.run_matches.sides() == 1
    assert method.final_seconds() == 0  # nothing is known at all
    method.totals.rows_per_second, method.totals.mean_plies = 100.0, 8.0
    by_rate = method.final_seconds()
    assert by_rate == 40 * 8 / 2 * arena.simulations / (0.5 * 100)
    start = time.perf_counter()
    method.matches(0, final=False, done=lambda done, total: None)
    taken = time.perf_counter() - start
    assert 0 < method.final_seconds() <= 10 * taken and method.final_seconds() != by_rate
    # What they took is known in the iterations that follow as well.
    every_other = dataclasses.replace(tiny, iterations=3, arena=dataclasses.replace(arena, every=2))
    run = Run(hex3, every_other, Silent())
    with RunFolder.create(tmp_path / "run", hex3.spec, every_other, "test") as folder:
        run.start(folder)
        measured = []
        for _ in range(3):
            run.iterate()
            measured.append(run.method.totals.match_seconds)
    assert measured[0] == 0 < measured[1] == measured[2]


@pytest.mark.slow
@pytest.mark.parametrize("keep_games", [True, False])
def test_two_hundred_iterations_with_matches(keep_games: bool, tmp_path: Path) -> None:
    """Memory, open files, threads and the folder grow no further than what is asked to be kept."""
    seen: list[tuple[float, int, int]] = []

    def look(line: dict) -> None:
        gc.collect()
        seen.append((line["memory_mb"], len(os.listdir("/proc/self/fd")), threading.active_count()))

    small = {**ALPHAZERO, "arena.every": 2, "arena.games": 2, "arena.simulations": 4, "replay.capacity": 400}
    folder = tmp_path / "run"
    run = train_in_python(
        "hex:size=3", preset="demo", run=folder, iterations=200, minutes=0, callback=look, verbose=False,
        **{**small, "keep_games": keep_games, "arena.opponents": ("random", "snapshot:-2"), "replay.memory_mb": 1},
    )  # fmt: skip
    assert len(seen) == 200 and len(run.metrics.lines) == 200
    early, late = seen[40:60], seen[180:]
    print(f"memory {early[0][0]:.0f} MB after 41 iterations, {late[-1][0]:.0f} MB after 200")
    assert max(one[0] for one in late) < 1.1 * max(one[0] for one in early)
    assert {one[1:] for one in late} <= {one[1:] for one in early}
    kept = {0, *range(10, 201, 10), 198, 199, 200}
    assert {*run.checkpoints} <= kept | {194, 196} and {*run.checkpoints} >= kept
    games = [int(path.stem) for path in (folder / "games").iterdir()]
    assert len(games) == 200 if keep_games else len(games) < 40
    found = examine(folder)
    assert found is not None and found.whole
