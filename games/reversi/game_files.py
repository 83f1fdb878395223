"""Reversi game files, as every game's are read and written: transcripts, GGF, WTHOR, and positions as OBF."""

from __future__ import annotations

from collections.abc import Iterator

from boardai.basics.files import bounded_lines
from boardai.game import load
from boardai.games.reversi.formats.ggf import is_ggf, read_ggf_file, write_ggf
from boardai.games.reversi.formats.obf import is_obf, read_obf_file, write_obf
from boardai.games.reversi.formats.transcript import (
    LONGEST_TRANSCRIPT,
    format_transcript,
    is_transcript,
    parse_transcript,
)
from boardai.games.reversi.formats.wthor import NAME_FILES, read_wthor_file, write_wthor
from boardai.records.formats import GameFormat, Source, require_room
from boardai.records.recorded_game import RecordedGame, known_result, played_out


def read_transcript_file(source: Source) -> Iterator[RecordedGame]:
    """The games of a text of transcripts (`f5d6c3...`); lines that are none are reported and left out."""
    game = source.game or load("reversi")
    start = game.initial_state()
    for number, line in enumerate(bounded_lines(source.text, LONGEST_TRANSCRIPT), 1):
        if not line.strip():
            continue
        place = f"{source.name}:{number}"
        try:
            actions, last = played_out(start, parse_transcript(start, line))
        except ValueError as error:
            source.report(ValueError(f"{place}: {error}"))
            continue
        yield RecordedGame(game, start.clone(), actions, known_result(last, None), place=place)


def write_transcript(one: RecordedGame) -> str:
    """A game as a line.

    Raises:
        ValueError: an action is illegal, or the game has what a transcript has no room for.
    """
    one.check()
    require_room(one, "a transcript")
    if not one.actions:
        raise ValueError("a transcript has at least one move")
    return format_transcript(one.start, one.actions) + "\n"


def _is_transcript(beginning: str) -> bool:
    return is_transcript(beginning.lstrip().partition("\n")[0])


FORMATS = (
    GameFormat("transcripts", (".txt",), read_transcript_file, write_transcript, _is_transcript),
    GameFormat("GGF", (".ggf",), read_ggf_file, write_ggf, is_ggf),
    GameFormat("positions (OBF)", (".obf",), read_obf_file, write_obf, is_obf),
    GameFormat("WTHOR", (".wtb",), read_wthor_file, is_binary=True, write_whole=write_wthor, beside=NAME_FILES),
)
