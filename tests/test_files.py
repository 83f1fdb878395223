"""JSON as it is read everywhere: numbers are numbers, and what is refused is named with its file."""

import dataclasses
import errno
import json
import math
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from refusals import refused

from boardai.arena.folder import MatchFolder, read_settings
from boardai.arena.tournament import read_tournament
from boardai.basics.files import alone_in, is_stream, lock_folder, parse_json, read_json, write_atomically, write_json
from boardai.command_line import InputError
from boardai.commands import match
from boardai.learn.data.datasets import Dataset
from boardai.learn.learners.config import TrainConfig
from boardai.learn.runs.folder import read_run
from boardai.learn.runs.metrics import MetricsFiles, read_metrics
from boardai.learn.self_play.game_files import read_games
from boardai.learn.settings import merged, read_toml
from boardai.records import load_record
from boardai.search.evaluations.naming import load_evaluation
from boardai.search.results.tree import SearchTree

BAD_NUMBERS = ["NaN", "Infinity", "-Infinity", "22E804", "-1e309", "9" * 400, "-" + "9" * 5000]
DEEP = "[" * 100_000


@pytest.mark.parametrize("text", [*BAD_NUMBERS, f'{{"a": [1, {BAD_NUMBERS[3]}]}}', DEEP, b"\xff", "{", ""])
def test_json_has_finite_numbers_and_an_end(text: str | bytes) -> None:
    with refused("some place") as refusal:
        parse_json(text, "some place")
    assert len(str(refusal.value)) < 200


def test_what_json_has_is_read() -> None:
    text = '{"a": [1, -2.5, 1e308, 123456789012345678901234567890, true, null, "NaN"]}'
    assert parse_json(text, "") == json.loads(text)


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "tree.json": (
        '{"format": "boardai tree 1", "rows": [[-1, null, "", 0, NUMBER, 1, "exact"]]}',
        lambda path: SearchTree.from_json(path.read_text(), str(path)),
    ),
    "rec.json": ('{"format": "boardai game 1", "game": "hex", "actions": [], "notes": {"a": NUMBER}}', load_record),
    "match.json": ('{"format": "boardai match 1", "seed": NUMBER}', lambda path: read_settings(path.parent)),
    "openings.json": ("[NUMBER]", lambda path: MatchFolder.openings(_at(path.parent))),
    "tournament.json": ('{"format": "boardai tournament 1", "n": NUMBER}', lambda path: read_tournament(path.parent)),
    "run.json": ('{"format": "boardai run 2", "n": NUMBER}', lambda path: read_run(path.parent)),
    "metrics.jsonl": ('{"iteration": 1, "loss": NUMBER}\n', lambda path: read_metrics(path.parent)),
    "dataset.json": ('{"format": "boardai positions 1", "n": NUMBER}', lambda path: Dataset.open(path.parent)),
    "000001.games": ('{"format": "boardai games 1", "n": NUMBER}\n', read_games),
}


def _at(path: Path) -> MatchFolder:
    folder = MatchFolder.__new__(MatchFolder)
    folder.path = path
    return folder


@pytest.mark.parametrize("number", ["22E804", "NaN", "9" * 400])
@pytest.mark.parametrize("name", READERS)
def test_every_reader_refuses_numbers_that_are_none(tmp_path: Path, name: str, number: str) -> None:
    text, read = READERS[name]
    (tmp_path / name).write_text(text.replace("NUMBER", number))
    if (name, number) == ("metrics.jsonl", "NaN"):  # what runs of earlier versions hold is read as null
        assert read_metrics(tmp_path) == [{"iteration": 1, "loss": None}]
        return
    with pytest.raises(ValueError, match=name.partition(".")[0]):
        read(tmp_path / name)


def test_a_card_has_finite_numbers(tmp_path: Path) -> None:
    card = '{"features": "larion", "points": 22E804, "unit": 1, "scale": 1.0}'
    np.savez(tmp_path / "w.npz", weights=np.zeros(3, np.float32), card=np.array(card))
    with refused("w.npz", "22E804"):
        load_evaluation(tmp_path / "w.npz")


def test_json_that_is_written_can_be_read(tmp_path: Path) -> None:
    with refused("x.json"):
        write_json(tmp_path / "x.json", {"a": math.nan})
    assert list(tmp_path.iterdir()) == []
    write_json(tmp_path / "x.json", {"a": 1.5})
    assert read_json(tmp_path / "x.json") == {"a": 1.5}
    MetricsFiles(tmp_path).append({"iteration": 1, "loss": math.inf, "parts": {"a": [1.0, math.nan]}})
    assert read_metrics(tmp_path) == [{"iteration": 1, "loss": None, "parts": {"a": [1.0, None]}}]


@pytest.mark.parametrize("value", ["inf", "nan"])
def test_settings_are_finite(tmp_path: Path, value: str) -> None:
    (tmp_path / "x.toml").write_text(f"[learn]\nlearning_rate = {value}\n")
    with refused("learn.learning_rate"):
        merged(TrainConfig(), read_toml(tmp_path / "x.toml"), "x.toml")
    with refused("minutes"):
        dataclasses.replace(TrainConfig(), minutes=float(value))


def test_a_full_disk_is_named_and_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_json(tmp_path / "x.json", 1)

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with refused("x.json", error=OSError):
        write_json(tmp_path / "x.json", 2)
    assert read_json(tmp_path / "x.json") == 1 and len(list(tmp_path.iterdir())) == 1


def test_streams_get_it_as_it_comes_and_links_stay(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "link").symlink_to("far/file")
    write_atomically(tmp_path / "link", b"there")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "far/file").read_bytes() == b"there"
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(tmp_path / "pipe", b"reported")
    assert os.read(reader, 9) == b"reported" and is_stream(tmp_path / "pipe")
    os.close(reader)
    write_atomically(Path("/dev/null"), b"gone")
    assert Path("/dev/null").is_char_device() and is_stream(Path("/dev/stdout"))
    assert not is_stream(Path("/dev/shm/figures.json")) and sorted(os.listdir(tmp_path)) == ["far", "link", "pipe"]


def test_one_process_at_a_time_works_in_a_folder(tmp_path: Path) -> None:
    with alone_in(tmp_path), refused(tmp_path, os.getpid()):
        lock_folder(tmp_path)
    with alone_in(tmp_path):
        pass
    settings = {"game": "hex", "agents": ["random", "greedy"], "seed": 0, "max_plies": None, "opening_plies": 0}
    MatchFolder(tmp_path, {**settings, "openings": None})  # a lock alone is no other folder
    with alone_in(tmp_path):
        arguments = ["hex", "random", "greedy", "--record", str(tmp_path)]
        with refused(tmp_path, error=InputError):
            match.main(arguments)
        assert read_settings(tmp_path)["agents"] == ["random", "greedy"]


def test_a_second_match_in_a_folder_is_refused(tmp_path: Path) -> None:
    arguments = [
        "hex:size=3",
        "random",
        "random",
        "--opening-plies",
        "0",
        "--games",
        "2",
        "--record",
        str(tmp_path / "m"),
    ]
    match.main(arguments)
    with alone_in(tmp_path / "m"), refused(tmp_path / "m", os.getpid(), error=InputError):
        match.main([*arguments[:-3], "4", *arguments[-2:]])
