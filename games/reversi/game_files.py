"""Reversi game files, as every game's are read and written: one transcript a line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from boardai.basics.files import bounded_lines
from boardai.game import load
from boardai.games.reversi.transcript import LONGEST_TRANSCRIPT, format_transcript, parse_transcript
from boardai.records.formats import GameFormat, Source
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
    last = one.check()
    if one.start != one.game.initial_state():
        raise ValueError("a transcript begins with the game's own start")
    for name, there in (
        ("players", any(one.players)),
        ("headers", bool(one.headers)),
        ("comments", bool(one.comments)),
        ("glyphs", bool(one.glyphs)),
        ("variations", bool(one.variations)),
        ("a result of its own", one.result is not None and not last.is_terminal()),
    ):
        if there:
            raise ValueError(f"a transcript has no room for {name}; .jsonl keeps everything")
    if not one.actions:
        raise ValueError("a transcript has at least one move")
    return format_transcript(one.start, one.actions) + "\n"


def _is_transcript(beginning: str) -> bool:
    first = beginning.lstrip().partition("\n")[0]
    return re.fullmatch(r"(?:[A-Pa-p](?:1[0-6]|[1-9])|--|pass|\s)+", first) is not None


FORMATS = (GameFormat("transcripts", (".txt",), read_transcript_file, write_transcript, _is_transcript),)
