"""The folders of matches and tournaments, damaged: found and named, or harmless; and the printed command continues."""

from __future__ import annotations

import json
import random
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boardai.arena.folder import played_in, read_settings
from boardai.arena.tournament import read_tournament
from boardai.check.saved import examine
from boardai.command_line import InputError
from boardai.commands import match, tournament

MATCH = ["hex:size=3", "random", "greedy", "--games", "6", "--balance", "none", "--opening-plies", "2"]
TOURNAMENT = ["hex:size=3", "random", "greedy", "pvs:depth=1", "--games", "4", "--balance", "none"]
COMMANDS: dict[str, tuple[Any, list[str]]] = {"match": (match, MATCH), "tournament": (tournament, TOURNAMENT)}


def flip(share: float) -> Callable[[Path], object]:
    def do(path: Path) -> None:
        data = bytearray(path.read_bytes())
        data[int(share * (len(data) - 1))] ^= 1
        path.write_bytes(data)

    return do


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGE: dict[str, Callable[[Path], object]] = {
    **{f"flip {share}": flip(share) for share in (0, 0.13, 0.29, 0.5, 0.71, 0.93, 1)},
    "half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "emptied": lambda path: path.write_bytes(b""),
    "garbage after": lambda path: path.write_bytes(path.read_bytes() + b"{}\n"),
    "gone": Path.unlink,
    "a folder": as_folder,
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    folders: dict[str, Path] = {}

    def folder(kind: str) -> Path:
        if kind not in folders:
            folders[kind] = tmp_path_factory.mktemp(kind) / kind
            module, arguments = COMMANDS[kind]
            module.main([*arguments, "--record", str(folders[kind])])
        return folders[kind]

    return folder


def read(kind: str, folder: Path) -> Any:
    """All that is read of it."""
    settings = read_settings(folder) if kind == "match" else read_tournament(folder)
    matches = [folder] if kind == "match" else sorted((folder / "matches").iterdir())
    return settings, [played_in(one) for one in matches], [json.loads((folder / "openings.json").read_text())]


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("kind", COMMANDS)
def test_damage_is_found_or_harmless(made, kind: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "f"
    shutil.copytree(made(kind), folder)
    assert examine(folder).whole  # type: ignore[union-attr]
    before, found = read(kind, folder), 0
    for name in files(folder):
        for how, damage in DAMAGE.items():
            path = folder / name
            whole = path.read_bytes()
            if not whole and how != "a folder":
                continue
            damage(path)
            message = examine(folder)
            assert message is not None
            if not message.whole:
                assert name in [fault.name for fault in message.faults], message
                assert message.command is not None and f"--leave-out {name}" in message.command
                found += 1
            elif how == "gone":
                assert not name.endswith(f"{kind}.json")  # played or drawn again, or a copy
            else:
                assert name == "lock" or ".copy." in name or read(kind, folder) == before, (name, how)
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
            path.write_bytes(whole)
    assert read(kind, folder) == before and found > 60


@pytest.mark.parametrize("kind", COMMANDS)
def test_the_printed_command_goes_on(made, kind: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "a folder"
    shutil.copytree(made(kind), folder)
    module, arguments = COMMANDS[kind]
    games = [name for name in files(folder) if "games/" in name]
    broken = [f"{kind}.json", "openings.json", *random.Random(1).sample(games, 2)]
    whole = {name: (folder / name).read_bytes() for name in broken}
    for name in broken:
        flip(0.5)(folder / name)
    damaged = {name: (folder / name).read_bytes() for name in broken}
    with pytest.raises(InputError) as refused:
        module.main([*arguments, "--record", str(folder)])
    command = shlex.split(str(refused.value).splitlines()[-1])
    assert command[:3] == ["python", "-m", f"boardai.{kind}"] and set(broken) <= {*command}
    assert (
        str(examine(folder)).splitlines()[-1].split(" --leave-out")[1] == str(refused.value).split(" --leave-out")[-1]
    )
    module.main(command[3:])
    assert examine(folder).whole  # type: ignore[union-attr]
    for name in broken:
        assert (folder / "left-out" / name).read_bytes() == damaged[name]
        if not name.startswith(("games", "matches")):
            assert (folder / name).read_bytes() == whole[name]
    assert len([name for name in files(folder) if "games/" in name and not name.startswith("left-out")]) == len(games)


@pytest.mark.thorough
def test_a_game_of_another_match_is_found(made, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder, other = tmp_path / "f", tmp_path / "other"
    shutil.copytree(made("match"), folder)
    match.main([*MATCH, "--record", str(other), "--seed", "5"])
    shutil.copy(other / "games" / "000002.json", folder / "games" / "000002.json")
    (fault,) = examine(folder).faults  # type: ignore[union-attr]
    assert (fault.name, fault.reason) == ("games/000002.json", "does not begin as its opening does")
    match.main([MATCH[0], MATCH[2], MATCH[1], *MATCH[3:], "--record", str(tmp_path / "turned")])
    shutil.copy(tmp_path / "turned" / "games" / "000002.json", folder / "games" / "000002.json")
    (fault,) = examine(folder).faults  # type: ignore[union-attr]
    assert fault.reason == "a game of another match"


@pytest.mark.thorough
def test_a_match_of_an_earlier_version_goes_on(made, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "f"
    shutil.copytree(made("match"), folder)
    (folder / "match.copy.json").unlink()
    table = json.loads((folder / "match.json").read_text())
    del table["sha256"]
    (folder / "match.json").write_text(json.dumps({**table, "format": "boardai match 1"}))
    openings = json.loads((folder / "openings.json").read_text())["openings"]
    (folder / "openings.json").write_text(json.dumps(openings))
    for path in (folder / "games").iterdir():
        record = json.loads(path.read_text())
        del record["notes"]["sha256"]
        path.write_text(json.dumps(record))
    assert examine(folder).whole  # type: ignore[union-attr]
    match.main(["--resume", str(folder), "--games", "8"])
    assert len(played_in(folder)) == 8


def test_names_of_nothing_are_refused(made, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "f"
    shutil.copytree(made("match"), folder)
    for name in ("games/000099.json", "../f/match.json", "/etc/passwd"):
        with pytest.raises(InputError, match="no such damaged file"):
            match.main(["--resume", str(folder), "--games", "6", "--leave-out", name])
    flip(0.5)(folder / "match.json")
    flip(0.5)(folder / "match.copy.json")
    assert examine(folder).command is None  # type: ignore[union-attr]
    with pytest.raises(InputError, match="second copy"):
        match.main(["--resume", str(folder), "--games", "6", "--leave-out", "match.json", "match.copy.json"])
