"""Hex games from files, for labelling and supervised learning: SGF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boardai.game import Game
from boardai.games.hex.sgf import SgfGame, read_sgf
from boardai.records.sources import SourceGame, Warn, known_result, played_out

_COLOURS = {"B": 0, "W": 1}


def read_sgf_file(path: Path, game: Game, warn: Warn) -> Iterator[SourceGame]:
    """The main lines of an SGF file; games on other boards, and swaps where the game knows none, are left out.

    Raises:
        ValueError: the file is malformed, with line and column.
    """
    start = game.initial_state()
    with open(path, encoding="utf-8") as file:
        games = read_sgf(file)
        number = 0
        while True:
            number += 1
            place = f"{path}, game {number}"
            try:
                record = next(games)
            except StopIteration:
                return
            except ValueError as error:
                raise ValueError(f"{path}: {error}") from None
            if (record.rows, record.columns) != (start.rows(), start.columns()):
                warn(f"{place}: on {record.rows}x{record.columns}")
                continue
            if record.swapped and not game.params.get("swap"):
                warn(f"{place}: with a swap, which {game.spec} does not have")
                continue
            actions, last = played_out(start, record.actions)
            yield SourceGame(start.clone(), actions, known_result(last, _told(record, last)), place)


def _told(record: SgfGame, last: Any) -> int | None:
    """Player 0's outcome by who resigned, or by the RE property; colours may have been swapped."""
    winner = None
    if record.ending is not None:
        winner = 1 - _COLOURS[record.ending[0]]
    else:
        text = (record.headers.get("RE") or ("",))[0].strip().upper()
        if text[:2] in ("B+", "W+"):
            winner = _COLOURS[text[0]]
    return None if winner is None else (1 if last.colour_of(0) == winner else -1)


READERS = {".sgf": read_sgf_file, ".hsgf": read_sgf_file}
