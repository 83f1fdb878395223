"""Any byte of a run's folder altered, any file cut, gone or another's: found and named, or harmless; and it continues.

Each kind of damage is done to each file. What is neither refused on resume nor named by `check` must leave everything
that is read from the folder as it was. What is damaged is resumed by the printed command.
"""

from __future__ import annotations

import json
import random
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused
from run_helpers import results

from boardai import learn
from boardai.basics.checksums import sealed
from boardai.check.saved import examine
from boardai.commands.train import main
from boardai.learn.runs.checkpoint import checkpoint_fault
from boardai.learn.runs.folder import RunFolder, read_run
from boardai.learn.runs.metrics import read_metrics
from boardai.search.evaluations.naming import load_evaluation

LEARNERS = ("alphazero", "value", "q", "supervised", "classifier", "td", "td-leaf", "mouse")


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes longer than the runs."""
    monkeypatch.setattr("boardai.learn.reports.figures.pages.draw_run", lambda path: None)


def _at(share: float, bit: int) -> Callable[[Path], None]:
    def flip(path: Path) -> None:
        data = bytearray(path.read_bytes())
        data[min(int(share * len(data)), len(data) - 1)] ^= 1 << bit
        path.write_bytes(data)

    return flip


def _cut(share: float) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)]) and None


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _dangling(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere/at/all")


DAMAGE: dict[str, Callable[[Path], Any]] = {
    **{f"flip {share}.{bit}": _at(share, bit) for share in (0, 0.07, 0.3, 0.5, 0.77, 0.999) for bit in (0, 4)},
    "one byte less": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "half": _cut(0.5),
    "a tenth": _cut(0.1),
    "emptied": _cut(0),
    "garbage after": lambda path: path.write_bytes(path.read_bytes() + b"garbage\n"),
    "gone": Path.unlink,
    "a folder": _folder,
    "a dangling link": _dangling,
}


def files(folder: Path) -> list[str]:
    """The files of a run, without pictures."""
    names = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(str(name) for name in names if name.parts[0] not in ("figures", "left-out"))


def damaged(folder: Path, name: str, kind: str) -> bool:
    """Does it; whether that was possible."""
    path = folder / name
    if kind.startswith("flip") and path.stat().st_size == 0:
        return False
    before = path.read_bytes()
    DAMAGE[kind](path)
    return not path.is_file() or path.read_bytes() != before


def what_is_read(folder: Path) -> Any:
    """All that anybody reads of a run's folder."""
    description, config = read_run(folder)
    report = learn.open_run(folder).report
    evaluation = folder / "evaluation.npz"
    weights = load_evaluation(evaluation).weights.tolist() if evaluation.exists() else None
    checkpoints = [checkpoint_fault(path) for path in sorted((folder / "checkpoints").iterdir())]
    games = [path.read_bytes() for path in sorted((folder / "games").glob("*.games"))]
    return description, config, report, weights, checkpoints, games, read_metrics(folder)


def refusal(folder: Path) -> str:
    """What resuming says; "" where it continues."""
    try:
        RunFolder.resume(folder, "test").close()
    except ValueError as error:
        return str(error)
    return ""


def command_in(text: str) -> list[str]:
    """The arguments of the command that a text ends with."""
    last = text.strip().splitlines()[-1].strip()
    assert last.startswith("python -m boardai.train --resume "), text
    return shlex.split(last)[3:]


def goes_on(folder: Path, text: str) -> None:
    """Runs the printed command as it stands, with one more iteration."""
    main([*command_in(text), "--iterations", "4"])
    assert [line["iteration"] for line in read_metrics(folder)][-1] == 4
    found = examine(folder)
    assert found is not None and found.whole, found


def check_damage(folder: Path, name: str, kind: str, before: Any) -> str:
    """Asserts that what was done is found and named, or harmless; returns the message, "" for none."""
    found = examine(folder)
    assert found is not None
    answer, messages = refusal(folder), str(found)
    # A file that takes the place of a folder, and files of a checkpoint, go by the folder's name.
    names = [name, *(str(parent) for parent in Path(name).parents)][:-1]
    if answer:
        assert any(f"  {one}: " in answer for one in names), answer
        command_in(answer)
    if answer or not found.whole:
        assert any(f"  {one}: " in messages for one in names), messages
        command_in("\n".join(line for line in messages.splitlines() if "note:" not in line))
        return answer or messages
    derived = name in ("lock", "metrics.csv", "run.copy.json")
    as_unfinished = kind == "gone" and name in ("report.json", "evaluation.npz")
    assert derived or as_unfinished or what_is_read(folder) == before, (name, kind)
    return ""


def every_damage(folder: Path) -> Iterator[tuple[str, str]]:
    yield from ((name, kind) for name in files(folder) for kind in DAMAGE)


def found_or_harmless(folder: Path, cases: list[tuple[str, str]]) -> tuple[int, int]:
    """Does each damage and undoes it; how many were found, and how many harmless."""
    before, counts = what_is_read(folder), [0, 0]
    for name, kind in cases:
        path = folder / name
        whole = path.read_bytes()
        if damaged(folder, name, kind):
            counts[check_damage(folder, name, kind, before) == ""] += 1
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        path.unlink(missing_ok=True)
        path.write_bytes(whole)
    assert what_is_read(folder) == before
    return counts[0], counts[1]


@pytest.mark.parametrize("learner", ["value", "td"])
def test_damage_is_found_or_harmless(run_of_three, learner: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    shutil.copytree(run_of_three(learner), folder)
    cases = random.Random(1).sample(list(every_damage(folder)), 60)
    found, harmless = found_or_harmless(folder, cases)
    assert found > 40 > harmless


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS)
def test_every_damage_is_found_or_harmless(run_of_three, learner: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    shutil.copytree(run_of_three(learner), folder)
    found, harmless = found_or_harmless(folder, list(every_damage(folder)))
    print(f"{learner}: {found} found, {harmless} harmless")
    assert found > 300 > harmless


WAYS = [
    ("value", "games/000002.games", "flip 0.5.0"),
    ("td", "metrics.jsonl", "flip 0.3.0"),
    ("td", "run.json", "flip 0.5.0"),
    ("td", "checkpoints/000003/state.json", "gone"),
    ("td", "evaluation.npz", "flip 0.5.0"),
    ("td", "checksums.jsonl", "flip 0.5.0"),
    ("td", "report.json", "flip 0.3.0"),
]


@pytest.mark.parametrize(("learner", "name", "kind"), WAYS, ids=str)
def test_the_printed_command_goes_on(run_of_three, learner: str, name: str, kind: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "a run"  # with a blank: the command is to be pasted
    shutil.copytree(run_of_three(learner), folder)
    assert damaged(folder, name, kind)
    broken = (folder / name).read_bytes() if (folder / name).is_file() else None
    answer = refusal(folder) or str(examine(folder))
    goes_on(folder, answer)
    # What was left out is kept, as it was.
    kept = [path.read_bytes() for path in (folder / "left-out").rglob("*") if path.is_file()]
    assert broken is None or broken in kept


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS)
def test_every_printed_command_goes_on(run_of_three, learner: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """A byte of every file; where resuming continues by itself, the run is as if nothing had happened."""
    references = {}
    for start in ("2", "3"):  # schedules know how many iterations there will be
        references[start] = tmp_path / f"from {start}"
        shutil.copytree(run_of_three(learner), references[start])
        main(["--resume", str(references[start]), "--iterations", "4", "--from", start])
    # Of the checkpoints, the newest, one in between and the first; of those, all files of the newest.
    wanted = [name for name in files(run_of_three(learner)) if "checkpoints" not in name or "000003/" in name]
    wanted += ["checkpoints/000001/state.json", "checkpoints/000000/MANIFEST.json"]
    for number, name in enumerate(wanted):
        folder = tmp_path / str(number)
        shutil.copytree(run_of_three(learner), folder)
        if damaged(folder, name, "flip 0.5.0"):
            answer, found = refusal(folder), examine(folder)
            messages = str(found) if found and not found.whole else f"python -m boardai.train --resume {folder}"
            goes_on(folder, answer or messages)
            if not answer:
                reference = references["2" if name.startswith("checkpoints/000003") else "3"]
                assert results(folder)[-1] == results(reference)[-1], name
        shutil.rmtree(folder)


def test_several_damages_are_one_command(run_of_three, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    shutil.copytree(run_of_three("value"), folder)
    for name in ("run.json", "games/000001.games", "games/000003.games", "metrics.jsonl"):
        assert damaged(folder, name, "flip 0.5.0")
    assert damaged(folder, "checkpoints/000000/state.json", "flip 0.5.0")
    answer = refusal(folder)
    for name in ("run.json", "games/000001.games", "games/000003.games", "metrics.jsonl", "checkpoints/000000"):
        assert f"  {name}: " in answer
    goes_on(folder, answer)
    # The metrics that are lost are named ever after, and no damage any more.
    left_out = {one["name"]: one for one in read_run(folder)[0]["left_out"]}
    (lost,) = left_out["metrics.jsonl"]["iterations"]
    assert lost not in [line["iteration"] for line in read_metrics(folder)]
    main(["--resume", str(folder), "--iterations", "5"])
    assert examine(folder).whole  # type: ignore[union-attr]


@pytest.mark.parametrize("learner", [pytest.param("alphazero", marks=pytest.mark.slow), "value", "td"])
def test_a_checkpoint_made_again_is_the_same(run_of_three, learner: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    shutil.copytree(run_of_three(learner), folder)
    path = folder / "checkpoints" / "000000"
    trees = {file.stem: dict(np.load(file)) for file in path.glob("*.npz")}
    shutil.rmtree(path)
    goes_on(folder, refusal(folder))
    for name, arrays in trees.items():
        with np.load(path / f"{name}.npz") as again:
            assert all(np.array_equal(again[key], array) for key, array in arrays.items())


@pytest.mark.parametrize("learner", [pytest.param("alphazero", marks=pytest.mark.slow), "mouse"])
def test_without_any_checkpoint_it_begins_anew(run_of_three, learner: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    shutil.copytree(run_of_three(learner), folder)
    for path in (folder / "checkpoints").iterdir():
        (path / "state.json").unlink()
    answer = refusal(folder)
    assert "no usable checkpoint" in answer and "--from 0" in answer
    goes_on(folder, answer)
    assert len(list((folder / "left-out" / "checkpoints").iterdir())) == 3  # of number 0 there is a new one
    again = [path / "games" / "000001.games" for path in (folder, run_of_three(learner))]
    assert learner == "mouse" or again[0].read_bytes() == again[1].read_bytes()
    assert learner != "mouse" or results(folder)[:3] == results(run_of_three(learner))


def test_an_older_checkpoint_may_be_gone_on_from(run_of_three, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    shutil.copytree(run_of_three("value"), folder)
    with refused("--from", "7", "2, 3"):
        learn.resume(folder, start_from=7, verbose=False)
    learn.resume(folder, start_from=1, iterations=3, verbose=False)
    assert results(folder) == results(run_of_three("value"))
    aside = folder / "left-out"
    assert {path.name for path in aside.iterdir()} == {"games", "checkpoints", "metrics.jsonl", "report.json"}
    assert (aside / "games" / "000003.games").read_bytes() == (folder / "games" / "000003.games").read_bytes()
    assert examine(folder).whole  # type: ignore[union-attr]


def test_what_another_run_has_written_is_found(run_of_three, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Whole by itself, and of the same settings."""
    folder, other = tmp_path / "run", tmp_path / "other"
    shutil.copytree(run_of_three("value"), folder)
    settings = learn.open_run(folder).settings
    table = {"play.games_per_iteration": 8, "network.blocks": 1, "network.channels": 8, "learn.batch_size": 16}
    learn.train(
        "hex:size=3", learner="value", preset="demo", run=other, iterations=3, verbose=False,
        **{**table, "replay.minimum": 16, "arena.every": 0, "arena.final_games": 2, "arena.opponents": ("random",)},
        seed=settings.seed + 1,
    )  # fmt: skip
    before = what_is_read(folder)
    for name in ("games/000002.games", "metrics.jsonl", "checksums.jsonl", "run.json", "checkpoints/000003"):
        path = folder / name
        path.rename(tmp_path / "mine")
        (shutil.copytree if (other / name).is_dir() else shutil.copy)(other / name, path)
        assert check_damage(folder, name, "another's", before), name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
        (tmp_path / "mine").rename(path)
    assert what_is_read(folder) == before


@pytest.mark.parametrize(
    ("learner", "lacking"),
    [("value", "games"), ("td", "checkpoints"), ("td", "run.json"), ("td", "metrics.jsonl checksums.jsonl")],
)
def test_a_folder_that_was_copied_half(run_of_three, learner: str, lacking: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    shutil.copytree(run_of_three(learner), folder)
    for name in lacking.split():
        path = folder / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    goes_on(folder, refusal(folder))


def test_a_run_of_an_earlier_version_goes_on(run_of_three, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """It has no checksums: that is reported, and from then on it has them."""
    folder = tmp_path / "run"
    shutil.copytree(run_of_three("td"), folder)
    as_before(folder)
    found = examine(folder)
    assert found is not None and found.whole
    assert any("no checksum" in note for note in found.notes)
    learn.resume(folder, iterations=4, verbose=False)
    reference = tmp_path / "reference"
    shutil.copytree(run_of_three("td"), reference)
    learn.resume(reference, iterations=4, verbose=False)
    assert results(folder) == results(reference)
    assert examine(folder).notes == []  # type: ignore[union-attr]
    text = (folder / "metrics.jsonl").read_text()
    (folder / "metrics.jsonl").write_text(text.replace('"games": 1', '"games": 2', 1))
    assert "metrics.jsonl: line 1, of iteration 1" in refusal(folder)


def as_before(folder: Path) -> None:
    """Makes a run's folder what an earlier version has written."""
    for name in ("checksums.jsonl", "run.copy.json"):
        (folder / name).unlink()
    table = json.loads((folder / "run.json").read_text())
    table.pop("sha256")
    (folder / "run.json").write_text(json.dumps({**table, "format": "boardai run 2"}))
    report = json.loads((folder / "report.json").read_text())
    report.pop("sha256")
    (folder / "report.json").write_text(json.dumps(report))
    from hashlib import sha256

    for path in (folder / "checkpoints").iterdir():
        state = json.loads((path / "state.json").read_text())
        state.pop("checks")
        (path / "state.json").write_text(json.dumps(state))
        manifest = json.loads((path / "MANIFEST.json").read_text())
        manifest["state.json"] = sha256((path / "state.json").read_bytes()).hexdigest()
        (path / "MANIFEST.json").write_text(json.dumps(manifest))


def test_names_that_are_no_files_of_a_run(run_of_three, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    shutil.copytree(run_of_three("td"), folder)
    before = files(folder)
    for name in ("../other", "/etc/passwd", "games/../../x", "nothing.json", "games/1.games"):
        with refused("--leave-out", name):
            learn.resume(folder, leave_out=[name], verbose=False)
    assert files(folder) == before


@pytest.mark.thorough
def test_a_digit_of_the_settings_is_no_longer_used_silently(run_of_three, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    shutil.copytree(run_of_three("q"), folder)
    table = json.loads((folder / "run.json").read_text())
    table["config"]["learn"]["batch_size"] = 17
    (folder / "run.json").write_text(json.dumps(table))
    for read in (learn.open_run, learn.resume, lambda path: main(["--resume", str(path)])):
        with refused("run.json", "SHA-256", error=Exception):
            read(folder)
    # Who changes it on purpose, checksum and all, is believed.
    (folder / "run.json").write_text(json.dumps(sealed(table)))
    assert read_run(folder)[1].learn.batch_size == 17
