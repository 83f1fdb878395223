"""Reversi game files, as every game's are read and written: transcripts, GGF, WTHOR, and positions as OBF.

Transcripts stand one a line. What is known of a game besides its moves stands in tag pairs in front of its line, as in
PGN; a game of which nothing is known is its line alone, as other programs have them. A star stands for a game without
moves.

    [Black "Ann"]
    [White "Bob"]
    f5d6c3d3c4
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boardai.basics.files import bounded_lines
from boardai.basics.quoting import quoted
from boardai.game import Game, load
from boardai.games.reversi.formats.ggf import is_ggf, read_ggf_file, report_comment, write_ggf
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
from boardai.records.tags import holds_tag, read_tag, with_notes, without_notes, write_tag

_PLAYERS = ("Black", "White")
_DATE, _RESULT, _TERMINATION, _START = "Date", "Result", "Termination", "Start"
_RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": None}
_RESULT_TEXTS = {result: text for text, result in _RESULTS.items()}
_NO_MOVES = "*"  # the line of a game without moves
MOST_TAGS = 1_000  # of one game
_SAID = (*_PLAYERS, _DATE, _RESULT, _TERMINATION, _START)


def read_transcript_file(source: Source) -> Iterator[RecordedGame]:
    """The games of a text of transcripts (`f5d6c3...`), with the tag pairs in front of each.

    Lines that are neither are reported and left out, and so are tags without a game.
    """
    game = source.game or load("reversi")
    tags: dict[str, str] = {}
    for number, line in enumerate(bounded_lines(source.text, LONGEST_TRANSCRIPT), 1):
        if not line.strip():
            continue
        place = f"{source.name}:{number}"
        tag = read_tag(line)
        if tag is not None:
            tags.setdefault(*tag)
            if len(tags) > MOST_TAGS:
                raise ValueError(f"{place}: more than {MOST_TAGS:,} tags of one game")
            continue
        known_tags, tags = without_notes(tags), {}
        try:
            start = game.from_string(str(known_tags[_START])) if _START in known_tags else game.initial_state()
            actions, last = played_out(start, [] if line.strip() == _NO_MOVES else parse_transcript(start, line))
            one = _recorded(game, start, actions, last, known_tags, place)
        except ValueError as error:
            source.report(ValueError(f"{place}: {error}"))
            continue
        yield one
    if tags:
        source.report(ValueError(f"{source.name}: tags without a game after them"))


def _recorded(
    game: Game, start: Any, actions: tuple[int, ...], last: Any, tags: dict[str, Any], place: str
) -> RecordedGame:
    result_text = str(tags.get(_RESULT, "*"))
    if result_text not in _RESULTS:
        raise ValueError(f"tag {_RESULT}: expected one of {', '.join(_RESULTS)}, got {quoted(result_text)}")
    result = known_result(last, _RESULTS[result_text])
    problems: tuple[str, ...] = ()
    if _RESULTS[result_text] not in (None, result):
        problems = (f"{place}: the result is {result_text}, but the moves make it {_RESULT_TEXTS[result]}",)
    headers = {name: value for name, value in tags.items() if name not in _SAID}
    first, second, date, termination = (str(tags.get(name, "")) for name in (*_PLAYERS, _DATE, _TERMINATION))
    known_tags = {"date": date, "termination": termination}
    return RecordedGame(
        game, start, actions, result, (first, second), headers, place=place, problems=problems, **known_tags
    )


def write_transcript(one: RecordedGame) -> str:
    """A game as a line, after tag pairs with its other facts.

    Raises:
        ValueError: an action is illegal, or a transcript cannot hold a part of the game.
    """
    last = one.check()
    require_room(one, "a transcript", ("start", "players", "headers", "result", "date", "termination"))
    for name in one.headers:
        if name in _SAID:
            raise ValueError(f"header {name!r}: derived from the game (players, result, date, termination, start)")
    facts = dict(zip(_PLAYERS, one.players, strict=True)) | {_DATE: one.date}
    if one.result is not None and not last.is_terminal():
        facts[_RESULT] = _RESULT_TEXTS[one.result]
    facts[_TERMINATION] = one.termination
    if one.start != one.game.initial_state():
        facts[_START] = one.start.to_string()
    tags = with_notes({name: value for name, value in facts.items() if value} | dict(one.headers), holds_tag)
    if not one.actions and not tags:
        raise ValueError("a transcript has at least one move, or tags")
    moves = format_transcript(one.start, one.actions) or _NO_MOVES
    return "".join(write_tag(name, value) for name, value in tags.items()) + moves + "\n"


def _is_transcript(beginning: str) -> bool:
    lines = beginning.lstrip().split("\n")
    first = next((line for line in lines if line.strip() and read_tag(line) is None), "")
    return is_transcript(first)


_EVENT = ("Event", "Round", "TimeControl")
FORMATS = (
    GameFormat("transcripts", (".txt",), read_transcript_file, write_transcript, _is_transcript, event_names=_EVENT),
    GameFormat("GGF", (".ggf",), read_ggf_file, write_ggf, is_ggf, report_comment=report_comment, event_names=_EVENT),
    GameFormat("positions (OBF)", (".obf",), read_obf_file, write_obf, is_obf),
    GameFormat("WTHOR", (".wtb",), read_wthor_file, is_binary=True, write_whole=write_wthor, beside=NAME_FILES),
)
