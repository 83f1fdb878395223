"""Checks that the folder of a match or a tournament is undamaged, and continues without damaged parts.

Settings and openings have checksums, and settings a second copy. The record of each game has its own checksum, and must
have the match's agents and begin with its opening. Damaged parts are moved to `left-out/`: settings are restored from
their copy, openings are drawn again, games are played again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from boardai.arena.folder import GAMES, OPENINGS, OpeningsFile, played_game, read_match
from boardai.arena.games import Opening
from boardai.arena.tournament import MATCHES, read_tournament_file
from boardai.basics.checksums import copy_of
from boardai.basics.left_out import FOLDER, Fault, fault_reason, leave_out, settings_faults
from boardai.records import load_record

MATCH, TOURNAMENT = "match.json", "tournament.json"
_RECORD = re.compile(r"\d{6,}\.json")
_AGAIN = "the game is played again"


def is_match(path: Path) -> bool:
    """Whether a folder has a match's settings or their copy."""
    return _is_there(path, MATCH)


def is_tournament(path: Path) -> bool:
    """Whether a folder has a tournament's settings or their copy."""
    return _is_there(path, TOURNAMENT)


def match_faults(path: Path) -> list[Fault]:
    """The damaged parts of a match's folder."""
    return list(_settings_faults(path, MATCH)) + list(_openings_faults(path)) + list(_games_faults(path, "", None))


def tournament_faults(path: Path) -> list[Fault]:
    """The damaged parts of a tournament's folder."""
    found = [*_settings_faults(path, TOURNAMENT), *_openings_faults(path)]
    openings = _openings(path)
    matches = path / MATCHES
    if os.path.lexists(matches) and not matches.is_dir():
        return [*found, Fault(MATCHES, "no folder", "all games are played again")]
    for match in sorted(matches.iterdir()) if matches.is_dir() else []:
        name = f"{MATCHES}/{match.name}"
        if not match.is_dir():
            found.append(Fault(name, "no folder", "its games are played again"))
            continue
        for fault in _settings_faults(match, MATCH):
            found.append(Fault(f"{name}/{fault.name}", fault.reason, fault.loss))
        found += _games_faults(match, f"{name}/", openings)
    return found


def go_on_without(path: Path, names: Iterable[str], command: Callable[[Collection[str]], str]) -> list[str]:
    """Moves damaged parts aside and makes sure that the rest is undamaged; returns lines that say where they are now.

    Args:
        path: the folder; nothing is done if it has no match and no tournament.
        names: the parts to leave out; `damaged`: all damaged parts.
        command: the command that continues without certain parts.

    Raises:
        ValueError: a part is damaged (the message names it and the command that continues), or a name is unknown.
        OSError: a part cannot be moved.
    """
    examine = match_faults if is_match(path) else tournament_faults if is_tournament(path) else None
    if examine is None:
        if list(names):
            raise ValueError(f"{path} is neither the folder of a match nor of a tournament")
        return []
    # Also judgements, whose files end in .jsonl.
    others = [str(file.relative_to(path)) for file in path.rglob("*.json*") if FOLDER not in file.parts]
    return leave_out(path, names, examine(path), others, command, (MATCH, TOURNAMENT))


def _is_there(path: Path, name: str) -> bool:
    return os.path.lexists(path / name) or os.path.lexists(copy_of(path / name))


def _settings_faults(path: Path, name: str) -> Iterator[Fault]:
    return settings_faults(path, name, read_match if name == MATCH else read_tournament_file)


def _openings_faults(path: Path) -> Iterator[Fault]:
    file = path / OPENINGS
    try:
        if os.path.lexists(file):
            OpeningsFile.at(path).openings()
    except (ValueError, OSError) as error:
        yield Fault(OPENINGS, fault_reason(error, file), "nothing is lost, they are drawn again")


def _openings(path: Path) -> list[Opening] | None:
    try:
        return OpeningsFile.at(path).openings()
    except (ValueError, OSError):
        return None


def _games_faults(path: Path, prefix: str, openings: list[Opening] | None) -> Iterator[Fault]:
    games = path / GAMES
    if os.path.lexists(games) and not games.is_dir():
        yield Fault(f"{prefix}{GAMES}", "no folder", "all games are played again")
    openings = _openings(path) if openings is None else openings
    try:
        settings = read_match(path)
    except (ValueError, OSError):
        settings = None
    for file in sorted(games.iterdir()) if games.is_dir() else []:
        if not _RECORD.fullmatch(file.name):
            continue
        name = f"{prefix}{GAMES}/{file.name}"
        try:
            record = load_record(file)
            one = played_game(record, file)
        except (ValueError, OSError) as error:
            yield Fault(name, fault_reason(error, file), _AGAIN)
            continue
        if settings is not None:
            first, second = settings["agents"]
            players = (second, first) if one.number & 1 else (first, second)
            if record.game != settings["game"] or tuple(record.players) != tuple(players):
                yield Fault(name, "a game of another match", _AGAIN)
                continue
        if openings and one.number // 2 < len(openings):
            opening = openings[one.number // 2]
            plies = one.opening_plies
            if one.start != opening.start or tuple(record.actions[:plies]) != tuple(opening.actions[:plies]):
                yield Fault(name, "does not begin as its opening does", _AGAIN)
