"""Hex game files, as every game's are read and written: SGF; and read alone: lines of moves."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from boardai.game import load
from boardai.games.hex.formats.move_lines import read_move_lines
from boardai.games.hex.formats.sgf import SgfGame, is_root_property, read_sgf_with_faults, write_sgf
from boardai.records.formats import GameFormat, Source
from boardai.records.recorded_game import RecordedGame, known_result, parts_from, played_out
from boardai.records.tags import NOTES, with_notes, without_notes

_COLOURS = {"B": 0, "W": 1}
_PLAYERS = ("PB", "PW")
_DATE, _TERMINATION, _NOTES = "DT", "TERMINATION", NOTES.upper()
_DRAWN = "0"
# How games end, in the words of `RE` and of a RecordedGame.
_ENDINGS = {
    "Resign": "resignation",
    "R": "resignation",
    "Time": "time",
    "T": "time",
    "Forfeit": "forfeit",
    "F": "forfeit",
}


def read_sgf_file(source: Source) -> Iterator[RecordedGame]:
    """The main lines of an SGF text; illegal games, other boards, and swaps where the game knows none, are reported.

    `RE` is the result, and a resignation, a fallen flag or a forfeit that it tells is the termination; whatever else it
    says stands among the headers. PB is player 0, PW player 1. Where nobody says which game it is, it has the swap rule
    if somebody swapped.

    Raises:
        ValueError: the text is malformed, with line and column.
    """
    games = read_sgf_with_faults(source.text, source.variations)
    for number in itertools.count(1):
        place = f"{source.name}, game {number}"
        try:
            read = next(games)
        except StopIteration:
            return
        except UnicodeDecodeError:
            raise
        except ValueError as error:
            raise ValueError(f"{source.name}: {error}") from None
        if isinstance(read, ValueError):
            source.report(ValueError(f"{source.name}: {read}"))
            continue
        game = source.game or load("hex", **_board(read.rows, read.columns), swap=read.swapped)
        start = game.initial_state()
        if (read.rows, read.columns) != (start.rows(), start.columns()):
            source.report(ValueError(f"{place}: on {read.rows}x{read.columns}"))
            continue
        if read.swapped and not start.swap_rule():
            source.report(ValueError(f"{place}: with a swap, which {game.spec} does not have"))
            continue
        actions, last = played_out(start, read.actions)
        headers = {name: "\n".join(values) for name, values in read.headers.items()}
        first, second, date, termination = (headers.pop(name, "") for name in (*_PLAYERS, _DATE, _TERMINATION))
        if read.ending is not None:
            winner = "BW"[1 - _COLOURS[read.ending[0]]]
            headers["RE"] = f"{winner}+{read.ending[1].capitalize()}"
        if read.swapped and read.swap_text == "swap-pieces" and _winner(headers) is not None:
            # There players keep their colours; here they have exchanged them.
            headers["RE"] = "BW"[1 - _COLOURS[headers["RE"].strip()[0].upper()]] + headers["RE"].strip()[1:]
        result = known_result(last, _told(headers, last))
        if _is_bare(headers.get("RE")) and result is not None:
            del headers["RE"]  # it says no more than the result does
        elif "RE" in headers and not termination and result is not None and not last.is_terminal():
            termination = _ENDINGS.get(headers["RE"].strip()[2:].strip().capitalize(), "")
            if termination:
                del headers["RE"]
        variations = tuple(line for line in read.variations if parts_from(line, actions))
        said = ((first, second), without_notes(headers, _NOTES), read.comments)
        told = {"date": date, "termination": termination}
        yield RecordedGame(game, start, actions, result, *said, variations=variations, place=place, **told)


def write_sgf_game(one: RecordedGame) -> str:
    """A game as SGF.

    Raises:
        ValueError: it does not begin with the empty board, an action is illegal, the result contradicts the rules or
            the header `RE`, or a header, a comment or glyphs have no place in the file.
    """
    last = one.check()
    if one.start != one.game.initial_state():
        raise ValueError("SGF files of Hex begin with the empty board")
    facts = dict(zip((*_PLAYERS, _DATE, _TERMINATION), (*one.players, one.date, one.termination), strict=True))
    for name in one.headers:
        if name in _PLAYERS or facts.get(name):
            raise ValueError(f"header {name!r}: the game says it by itself (players, date, termination)")
    if one.glyphs:
        raise ValueError("SGF files of Hex have no room for glyphs; .jsonl keeps everything")
    result = known_result(last, one.result)
    how = next((word for word, meaning in _ENDINGS.items() if meaning == one.termination), "")
    if how and result and "RE" not in one.headers and not last.is_terminal():
        facts[_TERMINATION] = ""  # `RE` says it
    else:
        how = ""
    written = with_notes(one.headers, lambda name, value: isinstance(value, str) and is_root_property(name), _NOTES)
    headers = {name: (text,) for name, text in (written | facts).items() if text or name in one.headers}
    if "RE" in headers:
        if _told(one.headers, last) != result:
            raise ValueError(f"header 'RE': {one.headers['RE']!r}, but the result for player 0 is {result}")
    elif result is not None:
        # Hex has no draws, but a game that was stopped may count as one.
        headers["RE"] = ("BW"[last.colour_of(0 if result > 0 else 1)] + "+" + how if result else _DRAWN,)
    said = (headers, dict(one.comments))
    return write_sgf(SgfGame(one.start.rows(), one.start.columns(), one.actions, *said, variations=one.variations))


def _board(rows: int, columns: int) -> dict[str, int]:
    return {"size": rows} if rows == columns else {"rows": rows, "cols": columns}


def _is_bare(told: str | None) -> bool:
    return told is not None and told.strip().upper() in ("B+", "W+", _DRAWN)


def _told(headers: Any, last: Any) -> int | None:
    """Player 0's outcome by the RE property; colours may have been swapped."""
    winner = _winner(headers)
    if headers.get("RE", "").strip() == _DRAWN:
        return 0
    return None if winner is None else 1 if last.colour_of(0) == winner else -1


def _winner(headers: Any) -> int | None:
    """The colour that has won by the RE property."""
    text = headers.get("RE", "").strip().upper()
    return _COLOURS[text[0]] if text[:2] in ("B+", "W+") else None


def _is_sgf(beginning: str) -> bool:
    return re.match(r"\s*\(\s*;", beginning) is not None


FORMATS = (
    GameFormat("SGF", (".sgf", ".hsgf"), read_sgf_file, write_sgf_game, _is_sgf, holds_variations=True),
    GameFormat("lines of moves", (".dat",), read_move_lines),
)
