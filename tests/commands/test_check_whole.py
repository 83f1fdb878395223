"""`python -m boardai.check PATH`: whether what boardai has written is whole, what is damaged, and how it continues."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from refusals import refused

from boardai.check import __main__ as check
from boardai.check.saved import examine
from boardai.command_line import InputError
from boardai.commands import label, study, train
from boardai.learn.data.datasets import Dataset
from boardai.search.evaluations.linear import FeatureSet, LinearEvaluation
from boardai.search.evaluations.naming import load_evaluation

LABEL = ["hex:size=3", "--play", "random", "--games", "70", "--by", "mcts:simulations=5"]


pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "d"
    label.main([*LABEL, "--output", str(folder)])
    return folder


def labelled(folder: str | Path) -> list[str]:
    games = Dataset.open(folder).games()
    return [str((one.number, one.game.actions, one.game.result, one.labels)) for one in games]


def flip(path: Path, share: float) -> None:
    data = bytearray(path.read_bytes())
    data[int(share * (len(data) - 1))] ^= 4
    path.write_bytes(data)


def checked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], path: str) -> tuple[object, str]:
    monkeypatch.setattr(sys, "argv", ["check", path])
    with pytest.raises(SystemExit) as ended:
        check.main()
    return ended.value.code, capsys.readouterr().out


def test_a_dataset(dataset: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(dataset, "d")
    label.main([*LABEL, "--output", "d"])  # nothing to do
    assert checked(monkeypatch, capsys, "d")[0] == 0
    names = sorted(path.name for path in Path("d").iterdir())
    for name in names:
        path = Path("d", name)
        whole = path.read_bytes()
        for share in (0, 0.03, 0.2, 0.5, 0.8, 1):
            if not whole:
                continue
            flip(path, share)
            status, message = checked(monkeypatch, capsys, "d")
            before = Dataset.open(dataset).header
            if status == 0:
                # Not a byte that anybody reads.
                assert labelled("d") == labelled(dataset), (
                    name,
                    share,
                )
                assert Dataset.open("d").header == before
            else:
                assert status == 1 and f"  {name}: " in message and f"--leave-out {name}" in message
            path.write_bytes(whole)


def test_a_dataset_goes_on_without_what_is_damaged(dataset: Path) -> None:
    shutil.copytree(dataset, "d")
    flip(Path("d/000001.npz"), 0.5)
    flip(Path("d/dataset.json"), 0.5)
    with pytest.raises(InputError) as caught:
        label.main([*LABEL, "--output", "d"])
    command = shlex.split(str(caught.value).splitlines()[-1])
    assert command[:3] == ["python", "-m", "boardai.label"] and {"000001.npz", "dataset.json"} < {*command}
    label.main(command[3:])
    for name in ("000001.npz", "dataset.json"):
        assert Path("d", name).read_bytes() == (dataset / name).read_bytes()
        assert Path("d/left-out", name).exists()
    # One that is gone is labelled again by the same command; `check` says so.
    Path("d/000000.npz").unlink()
    assert "000000.npz not there" in str(examine("d"))
    label.main([*LABEL, "--output", "d"])
    assert Path("d/000000.npz").read_bytes() == (dataset / "000000.npz").read_bytes()


def test_a_dataset_of_an_earlier_version_goes_on(dataset: Path) -> None:
    import json

    shutil.copytree(dataset, "d")
    Path("d/dataset.copy.json").unlink()
    table = json.loads(Path("d/dataset.json").read_text())
    for key in ("sha256", "command"):
        del table[key]
    Path("d/dataset.json").write_text(json.dumps({**table, "format": "boardai positions 1"}))
    for path in Path("d").glob("*.npz"):
        with np.load(path) as arrays:
            np.savez(path, **{name: arrays[name] for name in arrays.files if name != "sha256"})
    assert examine("d").whole  # type: ignore[union-attr]
    Path("d/000001.npz").unlink()
    label.main([*LABEL, "--output", "d"])
    assert labelled("d") == labelled(dataset)


def test_a_file_of_weights() -> None:
    import boardai

    start = boardai.load("hex", size=3).initial_state()
    features = FeatureSet("tuples:straight=2", start)
    weights = np.linspace(-1, 1, features.size, dtype=np.float32)
    LinearEvaluation("tuples:straight=2", weights, 100.0, 30, 100.0, {"game": "hex:size=3"}).save(Path("w.npz"))
    assert str(examine("w.npz")) == "w.npz: a file of weights or labels, undamaged"
    whole = Path("w.npz").read_bytes()
    found = 0
    for place in range(0, len(whole), 7):
        Path("w.npz").write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        message = examine("w.npz")
        if message is not None and message.whole:
            again = load_evaluation("w.npz")
            assert np.array_equal(again.weights, weights) and again.card == {"game": "hex:size=3"}, place
        else:
            found += 1
    assert found > len(whole) / 14


def test_a_database_and_a_solved_file() -> None:
    command = [sys.executable, "-m", "boardai.solve", "hex:size=2", "--output", "hex2.db"]
    subprocess.run(command, check=True, capture_output=True)
    assert examine("hex2.db").whole  # type: ignore[union-attr]
    data = bytearray(Path("hex2.db").read_bytes())
    page = int.from_bytes(data[16:18], "big")
    data[page + 3 : page + 60] = b"\xff" * 57
    Path("hex2.db").write_bytes(data)
    found = examine("hex2.db")
    assert found is not None and not found.whole and found.faults[0].name == "hex2.db"
    Path("hex2.db").write_bytes(data[: page + page // 2])
    assert not examine("hex2.db").whole  # type: ignore[union-attr]


def test_what_is_of_no_kind(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    Path("letters").mkdir()
    Path("letter.txt").write_text("dear")
    for name in ("letters", "letter.txt"):
        monkeypatch.setattr(sys, "argv", ["check", name])
        with pytest.raises(InputError, match=f"{name}: "):
            check.main()
    # A game's name is the game, whatever folder lies there.
    Path("hex").mkdir()
    monkeypatch.setattr(sys, "argv", ["check", "hex", "--games", "1"])
    check.main()
    assert "all properties hold" in capsys.readouterr().out


@pytest.mark.slow
def test_a_study(smallest_study: str) -> None:
    """Its damaged run is resumed by the printed command, then the study by its own."""
    Path("s.toml").write_text(smallest_study.replace("minutes = 0.02", "iterations = 1"))
    arguments = ["hex", "s.toml", "--output", "s"]
    study.main(arguments)
    assert str(examine("s")) == "s: a folder of 2 runs, undamaged"
    report = next(Path("s").glob("*/report.json"))
    whole = report.read_bytes()
    report.write_bytes(whole.replace(b'"games"', b'"gomes"', 1))
    with refused("SHA-256", error=InputError) as caught:
        study.main([*arguments, "--table"])
    (command,) = [line for line in str(caught.value).splitlines() if "boardai.train" in line]
    train.main(shlex.split(command)[3:])
    study.main([*arguments, "--table"])
    assert examine("s").whole  # type: ignore[union-attr]
