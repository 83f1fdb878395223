"""A match on disk: its settings, its openings, and a record of every game; survives a kill at any moment.

FOLDER/match.json        the settings: another match in this folder is refused; match.copy.json is their second copy
FOLDER/openings.json     openings, in the order of the pairs
FOLDER/games/000012.json each finished game (`boardai.records`)

Each file has a checksum; wholeness.py finds damage, and continues without damaged files.
"""

from __future__ import annotations

import dataclasses
import datetime
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from boardai.arena.games import Opening, PlayedGame
from boardai.basics.checksums import SEAL, copy_of, read_sealed, write_sealed
from boardai.basics.files import LOCK
from boardai.basics.trust import Code, require
from boardai.basics.typed import read_as
from boardai.game import code_in_game, from_any_folder
from boardai.players.sandbox.player import unfenced
from boardai.players.spec import AgentSpec, for_any_folder
from boardai.records import GameRecord, load_record, save_record
from boardai.records.game_record import record_digest
from boardai.records.move_reports import REPORTS, read_reports, report_tables

FORMAT = "boardai match 2"
_BEFORE = "boardai match 1"  # without checksums
MATCH, OPENINGS, GAMES, ASKED = "match.json", "openings.json", "games", "asked.json"


class _Names(msgspec.Struct):
    """The keys of every settings file."""

    game: str
    agents: list[str]


class _Settings(_Names):
    """The settings of every match and tournament."""

    seed: int
    max_plies: int | None
    opening_plies: int | None
    openings: list[tuple[str | None, list[int]]] | None
    balance: str | None = None
    against: str | None = None
    clock: str | None = None


class OpeningsFile:
    """The openings of a match or tournament, in `openings.json` of its folder, with the requested games and anchor.

    Attributes:
        path: the folder.
    """

    path: Path

    def openings(self) -> list[Opening]:
        """The openings known so far.

        Raises:
            ValueError: the file is damaged.
        """
        path = self.path / OPENINGS
        if not os.path.lexists(path):
            return []
        table, has_checksum = read_sealed(path)
        try:
            # Earlier versions wrote only the list.
            rows = table["openings"] if has_checksum else table
            return [Opening(row["start"], tuple(row["actions"])) for row in rows]
        except (TypeError, KeyError) as error:
            raise ValueError(f"{path}: damaged ({error})") from None

    @staticmethod
    def at(path: Path) -> OpeningsFile:
        """The openings of a folder, without its settings."""
        file = OpeningsFile()
        file.path = path
        return file

    def save_openings(self, openings: Iterable[Opening]) -> None:
        """Writes the openings."""
        rows = [{"start": opening.start, "actions": list(opening.actions)} for opening in openings]
        write_sealed(self.path / OPENINGS, {"openings": rows})

    def games_asked(self) -> int | None:
        """The number of games requested the last time; None: not recorded.

        Raises:
            ValueError: the file is damaged.
        """
        games = self._asked().get("games")
        return None if games is None else int(games)

    def anchor_asked(self) -> str | None:
        """The agent rated 0 that was named last; None: none was.

        Raises:
            ValueError: the file is damaged.
        """
        return self._asked().get("anchor")

    def save_asked(self, **asked: int | str) -> None:
        """Writes `games` or `anchor`, if they have changed."""
        try:
            there = self._asked()
        except ValueError:
            there = {}
        if there | asked != there:
            write_sealed(self.path / ASKED, there | asked)

    def _asked(self) -> dict[str, Any]:
        path = self.path / ASKED
        if not os.path.lexists(path):
            return {}
        table, has_checksum = read_sealed(path)
        games, anchor = table.get("games", 2), table.get("anchor", "")
        if not has_checksum or not isinstance(games, int) or games < 2 or not isinstance(anchor, str):
            raise ValueError(f"{path}: damaged; give --games")
        return {name: value for name, value in table.items() if name in ("games", "anchor")}


class MatchFolder(OpeningsFile):
    """A match's folder, new or existing.

    Args:
        path: the folder; created if it does not exist.
        settings: settings of the match. Those not listed here may differ when the match is resumed: number of games,
            processes, SPRT.

    Raises:
        ValueError: the folder holds another match (the message lists the differences), something else, or damage.
        OSError: it cannot be written.
    """

    def __init__(self, path: str | Path, settings: dict[str, Any]) -> None:
        self.path = Path(path)
        self.settings = settings = in_any_folder(settings)
        self._games = self.path / "games"
        if os.path.lexists(self.path / MATCH):
            check_same(in_any_folder(read_match(self.path)), settings, f"{self.path} holds a match")
        elif self.path.exists() and not is_begun(self.path, MATCH):
            raise ValueError(f"{self.path} already exists and is not a match's folder: name another one")
        self._games.mkdir(parents=True, exist_ok=True)
        self._unfenced = unfenced(settings["agents"])
        if not os.path.lexists(self.path / MATCH):
            write_sealed(self.path / MATCH, {"format": FORMAT, **settings}, twice=True)

    def played(self) -> list[PlayedGame]:
        """The finished games, by number.

        Raises:
            ValueError: a record is damaged.
        """
        return played_in(self.path)

    def save(self, one: PlayedGame) -> None:
        """Writes a finished game, with today's date."""
        others = {"unfenced": self._unfenced} if self._unfenced else {}
        record = record_of(one, self.settings["game"], self.settings["agents"], others)
        save_record(record, self._games / f"{one.number:06d}.json")


def record_of(one: PlayedGame, game: str, agents: Sequence[str], others: dict[str, Any]) -> GameRecord:
    """The record of a finished game, with a checksum and today's date.

    Args:
        one: the game.
        game: its spec.
        agents: agents of the match; they change sides with each game.
        others: further notes.
    """
    first, second = agents
    notes: dict[str, Any] = {
        "opening_plies": one.opening_plies,
        "crashed": one.crashed,
        "seconds": [round(value, 6) for value in one.seconds],
        "moves": one.moves,
    }
    if one.reports:
        notes[REPORTS] = report_tables(one.reports)
    if any(one.memory):
        notes["memory"] = one.memory
    if any(one.versions):
        notes["versions"] = one.versions
    if one.played_on:
        notes["played_on"] = one.played_on
    if one.late >= 0:
        notes["late"] = one.late
    notes |= others
    record = GameRecord(
        game,
        tuple(one.actions),
        one.start,
        (second, first) if one.number & 1 else (first, second),
        one.outcome,
        notes,
        date=datetime.date.today().isoformat(),
        termination=one.ending,
    )
    return dataclasses.replace(record, notes={**notes, SEAL: record_digest(record)})


def records_in(path: Path) -> list[tuple[int, GameRecord]]:
    """The records of the finished games in a match's folder, by number.

    Raises:
        ValueError: a record is damaged.
    """
    found = []
    for file in sorted((path / GAMES).glob("[0-9]*.json")):
        record = load_record(file)
        found.append((played_game(record, file).number, record))
    return found


def played_in(path: Path) -> list[PlayedGame]:
    """The finished games in a match's folder, by number.

    Raises:
        ValueError: a record is damaged.
    """
    return [played_game(load_record(file), file) for file in sorted((path / GAMES).glob("[0-9]*.json"))]


def played_game(record: GameRecord, path: Path) -> PlayedGame:
    """A finished game of a match, from its record; those of earlier versions have no checksum.

    Args:
        record: record of the game.
        path: the record's file, whose name is the game's number.

    Raises:
        ValueError: the record is damaged.
    """
    notes = record.notes
    if SEAL in notes and notes[SEAL] != record_digest(record):
        raise ValueError(f"{path}: does not match its SHA-256: the file was altered")
    try:
        seconds, moves = [float(value) for value in notes["seconds"]], [int(value) for value in notes["moves"]]
        opening_plies = int(notes["opening_plies"])
        return PlayedGame(
            number=int(path.stem),
            actions=list(record.actions),
            start=record.start,
            outcome=record.result,
            ending=record.termination or str(notes.get("ending", "")),  # in the notes of earlier versions
            crashed=int(notes.get("crashed", -1)),
            seconds=seconds,
            moves=moves,
            opening_plies=opening_plies,
            late=int(notes.get("late", -1)),
            reports=read_reports(notes, len(record.actions) - opening_plies, str(path)),
            memory=[None if value is None else int(value) for value in _pair(notes, "memory", None)],
            versions=[str(value) for value in _pair(notes, "versions", "")],
            played_on=str(notes.get("played_on", "")),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: notes: not the notes of a match's game ({error})") from None


def _pair(notes: dict[str, Any], name: str, default: Any) -> Sequence[Any]:
    """A list with an entry for each of the two agents.

    Raises:
        ValueError: it does not have two entries.
    """
    found = notes.get(name, (default, default))
    if not isinstance(found, Sequence) or isinstance(found, str) or len(found) != 2:
        raise ValueError(f"{name}: expected two")
    return found


def in_any_folder(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings of a match or tournament for its folder: files of the game and the agents have absolute paths.

    So it can be resumed from any folder.
    """
    agents = [for_any_folder(agent) for agent in settings["agents"]]
    judge = settings.get("balance")
    balance = {} if judge is None else {"balance": for_any_folder(judge)}
    return {**settings, "game": from_any_folder(settings["game"]), "agents": agents, **balance}


def is_begun(path: Path, settings: str) -> bool:
    """Whether a folder contains no more than a command leaves that is killed before it has written its settings.

    Args:
        path: the folder.
        settings: name of the settings file.
    """
    if not path.is_dir():
        return False
    names = {entry.name for entry in path.iterdir()}
    return names <= {GAMES, f".{settings}.tmp", LOCK} and not any(path.glob("games/*"))


def read_settings(path: Path) -> dict[str, Any]:
    """The settings of the match in a folder, for resuming it.

    Args:
        path: the folder.

    Raises:
        ValueError: there is no match in it, or it names code or programs that the user has not named.
    """
    settings = read_match(path)
    check_settings(settings, path / MATCH)
    return trusted_in_any_folder(settings, path / MATCH)


def trusted_in_any_folder(settings: dict[str, Any], file: Path) -> dict[str, Any]:
    """Settings from a file, as `in_any_folder`.

    Both texts are checked: the one that a reader of the file sees, and the one that is used.

    Raises:
        ValueError: they name code or programs that may not run.
    """
    require(code_in_settings(settings), str(file))
    found = in_any_folder(settings)
    require(code_in_settings(found), str(file))
    return found


def code_in_settings(settings: dict[str, Any]) -> list[Code]:
    """The code and programs that a match or tournament with these settings would execute, besides what is installed."""
    others = [settings.get(key) for key in ("balance", "against")]  # the search that selects openings, an opponent
    named = [*settings["agents"], *(one for one in others if one is not None)]
    return code_in_game(settings["game"]) + [code for one in named for code in AgentSpec.parse(one).trusted()]


def check_names(settings: dict[str, Any], place: Path) -> None:
    """Refuses settings from a file that name no game and agents.

    Raises:
        ValueError: naming the key.
    """
    read_as(_Names, settings, str(place))


def check_settings(settings: dict[str, Any], place: Path) -> None:
    """Refuses settings of a match or tournament from a file that are incomplete or of a wrong type.

    Raises:
        ValueError: naming the key.
    """
    read_as(_Settings, settings, str(place))
    openings, plies = settings["openings"], settings["opening_plies"]
    if openings == [] or (openings is None and (plies is None or (plies > 0 and settings.get("balance") is None))):
        raise ValueError(f"{place}: expected openings, or opening_plies and balance")


def read_match(path: Path) -> dict[str, Any]:
    """The settings of the match in a folder, as they stand there.

    Raises:
        ValueError: there is no match in it, or its settings are damaged.
    """
    table = read_settings_file(path / MATCH, FORMAT, _BEFORE, "match")
    file = path / MATCH
    if len(table["agents"]) != 2:
        raise ValueError(f"{file}: agents: expected two, got {len(table['agents'])}")
    return {key: value for key, value in table.items() if key != "format"}


def read_settings_file(file: Path, kind: str, before: str, what: str) -> dict[str, Any]:
    """A table of settings with its checksum.

    Args:
        file: match.json or tournament.json.
        kind: its format.
        before: the format of earlier versions, which had no checksum.
        what: it is the settings of, in words.

    Raises:
        ValueError: it is not there, damaged, or something else.
    """
    if not os.path.lexists(file):
        copy = f"; {copy_of(file).name} is there" if copy_of(file).is_file() else ""
        raise ValueError(f"{file.parent} holds no {what} (no {file.name}{copy})")
    table, has_checksum = read_sealed(file)
    if not isinstance(table, dict) or table.get("format") not in (kind, before):
        raise ValueError(f"{file}: format: expected {kind!r}")
    if table["format"] == kind and not has_checksum:
        raise ValueError(f"{file}: its SHA-256 is missing: the file was altered")
    check_names(table, file)
    return table


def check_same(there: dict[str, Any], asked: dict[str, Any], place: str) -> None:
    """Refuses settings that differ from those on disk.

    Raises:
        ValueError: `place`, and what differs.
    """
    differences = [
        f"  {key}: {_short(there.get(key))} in the folder, {_short(asked.get(key))} requested"
        for key in sorted({*there, *asked})
        if there.get(key) != asked.get(key)
    ]
    if differences:
        raise ValueError(f"{place} with other settings:\n" + "\n".join(differences))


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 80 else text[:77] + "..."
