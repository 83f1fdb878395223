"""Games from files of any kind, as states and actions: what labelling and supervised learning read.

Which files a game has is told by `game_files.py` in its folder, a dictionary `READERS` from a file's ending to a
function. Every game has two more: `.json`, one game record, and `.positions`, one position's text a line (`.fen` and
`.epd` too, of which only the position is read).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.files import bounded_lines
from boardai.game import Game, code_in_game, load
from boardai.records.game_record import load_record

Warn = Callable[[str], None]
Reader = Callable[[Path, Game, Warn], "Iterator[SourceGame]"]

_POSITIONS = (".positions", ".fen", ".epd")
_LONGEST_POSITION = 100_000  # characters of a line; boards have hundreds of cells


@dataclass(frozen=True)
class SourceGame:
    """A game as it was played.

    Attributes:
        start: the state it began with.
        actions: played from there.
        result: outcome for player 0; None: not known.
        place: where it stands, for people: `games.pgn:120`.
    """

    start: Any
    actions: tuple[int, ...] = ()
    result: int | None = None
    place: str = ""


def readers(game: Game) -> dict[str, Reader]:
    """The kinds of file this game's positions can be read from, by ending."""
    found: dict[str, Reader] = {".json": _read_record, **dict.fromkeys(_POSITIONS, _read_positions)}
    package = type(game.initial_state()).__module__
    name = f"{package}.game_files"
    try:
        found |= importlib.import_module(name).READERS
    except ModuleNotFoundError as error:
        if error.name not in (name, package, name.split(".")[0]):
            raise
    return found


def read_sources(paths: Iterable[str | Path], game: Game, warn: Warn = lambda text: None) -> Iterator[SourceGame]:
    """The games of files, one after the other; one is kept in memory.

    Args:
        paths: the files.
        game: what they are read as.
        warn: told of each game that is left out, and why (broken, of another size or variant).

    Raises:
        ValueError: a file of a kind the game does not have, or that cannot be read at all.
        OSError: no such file.
    """
    known = readers(game)
    for path in map(Path, paths):
        if path.suffix.lower() not in known:
            kinds = ", ".join(sorted(known))
            raise ValueError(f"{path}: {game.name} is read from files that end in {kinds}")
        yield from known[path.suffix.lower()](path, game, warn)


def is_same_game(spec: str, game: Game) -> bool:
    """Whether positions of a game's spec are positions of this game: the same rules and board.

    Parameters that change neither the start nor the board (the planes of a network, say) make no other game of it.
    """
    if spec == game.spec:
        return True
    # Names of installed games are compared as such, files by what they are: "./chess" is not chess.
    code, own = code_in_game(spec), code_in_game(game.name)
    if code != own or not (code or spec.partition(":")[0] == game.name):
        return False
    try:
        return bool(load(spec).initial_state().to_string() == game.initial_state().to_string())
    except ValueError:
        return False


def played_out(start: Any, actions: Iterable[int]) -> tuple[tuple[int, ...], Any]:
    """The actions up to where the rules end the game, and the state there.

    Raises:
        ValueError: an action is illegal.
    """
    state, played = start.clone(), []
    for action in actions:
        if state.is_terminal():
            break
        state.apply(action)
        played.append(action)
    return tuple(played), state


def known_result(state: Any, told: int | None) -> int | None:
    """Player 0's outcome: by the rules where they ended the game, else what the record tells."""
    return int(state.outcome(0)) if state.is_terminal() else told


def _read_record(path: Path, game: Game, warn: Warn) -> Iterator[SourceGame]:
    record = load_record(path)
    if not is_same_game(record.game, game):
        warn(f"{path}: a game of {record.game}, not of {game.spec}")
        return
    states = record.states(game, str(path))
    actions = tuple(before.action_from_string(text) for before, text in zip(states, record.actions, strict=False))
    yield SourceGame(states[0], actions, known_result(states[-1], record.result), str(path))


def _read_positions(path: Path, game: Game, warn: Warn) -> Iterator[SourceGame]:
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(bounded_lines(file, _LONGEST_POSITION), 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            place = f"{path}:{number}"
            if len(line) > _LONGEST_POSITION:
                warn(f"{place}: more than {_LONGEST_POSITION:,} characters")
                continue
            try:
                state = _position(game, text, path.suffix.lower())
            except ValueError as error:
                warn(f"{place}: {error}")
                continue
            yield SourceGame(state, (), known_result(state, None), place)


def _position(game: Game, text: str, ending: str) -> Any:
    if ending == ".epd":
        # Four fields of FEN, then operations; the counters are not told.
        text = " ".join([*text.split()[:4], "0", "1"])
    return game.from_string(text)
