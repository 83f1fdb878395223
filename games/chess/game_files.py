"""Chess game files, as every game's are read and written: PGN."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any

from boardai.game import Game, load
from boardai.games.chess.pgn import PgnGame, PgnMove, read_games
from boardai.games.chess.pgn.writer import SEVEN_TAGS
from boardai.records.formats import GameFormat, Source
from boardai.records.move_reports import MoveReport
from boardai.records.recorded_game import RecordedGame, known_result, played_out, variations_played_out
from boardai.records.tags import holds_tag, with_notes, without_notes

_RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}
_RESULT_TEXTS: Mapping[int | None, str] = {1: "1-0", -1: "0-1", 0: "1/2-1/2", None: "*"}
# Attributes of a RecordedGame that are PGN tags; the last two if they are not empty.
_SAID = ("White", "Black", "Result", "SetUp", "FEN", "Variant")
_DATE, _TERMINATION = "Date", "Termination"
_DATE_TAG = re.compile(r"(\d{4})\.(?:\?\?\.\?\?|(\d\d)\.(?:\?\?|(\d\d)))", re.ASCII)
_DATE_TEXT = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)
_TIME, _TIME_TAG = "time", "time forfeit"  # in the words of a RecordedGame, and of the standard


def read_pgn(source: Source) -> Iterator[RecordedGame]:
    """The main lines of a PGN text, with comments and glyphs; with variations if requested.

    Games of the other variant, and broken ones, are reported and left out.

    If draws by claim end the game (`claim_draws`, the default), moves after such a position are left out.
    """
    wanted = None if source.game is None else bool(source.game.initial_state().is_chess960())

    def report(error: ValueError) -> None:
        source.report(ValueError(f"{source.name}: {error}"))

    for read in read_games(source.text, report, source.variations):
        place = f"{source.name}:{read.line}"
        if wanted not in (None, read.chess960):
            kind = "Chess960" if read.chess960 else "classical chess"
            source.report(ValueError(f"{place}: a game of {kind}"))
            continue
        game = source.game or _unclaimed(read.chess960)
        start = game.from_string(read.start)
        actions, last = played_out(start, (move.action for move in read.moves))
        result = known_result(last, _RESULTS.get(read.result))
        places = [read, *read.moves[: len(actions)]]
        tags = _known_tags(read)
        yield RecordedGame(
            game,
            start,
            actions,
            result,
            (str(tags.get("White", "")), str(tags.get("Black", ""))),
            {name: value for name, value in tags.items() if name not in (*_SAID, _DATE, _TERMINATION)},
            {number: annotated.comment for number, annotated in enumerate(places) if annotated.comment},
            {number: annotated.nags for number, annotated in enumerate(places) if annotated.nags},
            variations_played_out(start, actions, read.variations),
            place,
            (*(f"{source.name}: {problem}" for problem in read.problems), *_going_on(place, read)),
            date=_date(str(tags.get(_DATE, ""))),
            termination=_termination(str(tags.get(_TERMINATION, ""))),
        )


def write_pgn(one: RecordedGame) -> str:
    """A game in PGN's export format. Line breaks in comments become blanks.

    Raises:
        ValueError: an action is illegal, the result contradicts the rules, or a header, comment or glyph cannot be
            written.
    """
    last = one.check()
    facts = {"White": one.players[0], "Black": one.players[1], _DATE: one.date, _TERMINATION: one.termination}
    for name in one.headers:
        if name in _SAID or facts.get(name):
            raise ValueError(f"header {name!r}: derived from the game (players, result, start, date, termination)")
    facts[_DATE] = _date_tag(one.date)
    facts[_TERMINATION] = _TIME_TAG if one.termination == _TIME else one.termination
    game = PgnGame(
        with_notes({**one.headers, **{name: text for name, text in facts.items() if text}}, holds_tag),
        one.start.to_string(),
        [
            PgnMove(action, "", one.comments.get(number, ""), tuple(one.glyphs.get(number, ())))
            for number, action in enumerate(one.actions, 1)
        ],
        _RESULT_TEXTS[known_result(last, one.result)],
        one.comments.get(0, ""),
        tuple(one.glyphs.get(0, ())),
        chess960=one.start.is_chess960(),
        variations=one.variations,
    )
    return game.to_string() + "\n"


def _date(tag: str) -> str:
    """A date in RecordedGame's form; the tag's text if it is not in the standard form."""
    found = _DATE_TAG.fullmatch(tag)
    return tag if found is None else "-".join(part for part in found.groups() if part)


def _date_tag(date: str) -> str:
    found = _DATE_TEXT.fullmatch(date)
    return date if found is None else ".".join(part or "??" for part in found.groups())


def _termination(tag: str) -> str:
    return _TIME if tag == _TIME_TAG else tag


def _going_on(place: str, read: PgnGame) -> Iterator[str]:
    """The note about variations that a record cannot hold."""
    if any(one.line == 0 and one.ply >= len(read.moves) for one in read.variations):
        yield f"{place}: a variation continues after the last move of the game; it is left out"


def _known_tags(read: PgnGame) -> dict[str, Any]:
    """The tags without those whose value is unknown."""
    return without_notes(
        {name: value for name, value in read.headers.items() if name not in SEVEN_TAGS or value != SEVEN_TAGS[name]}
    )


@functools.cache
def _unclaimed(chess960: bool) -> Game:
    """Chess without draws by claim: a text does not show whether a player claimed one."""
    return load("chess", chess960=chess960, claim_draws=False)


def _is_pgn(beginning: str) -> bool:
    text = re.sub(r"\A(?:\s+|\{[^}]*\}|;[^\n]*\n|%[^\n]*\n)+", "", beginning)
    return re.match(r'\[\s*\w+\s*"|1\s*\.+\s*[a-hKQRBNO]', text) is not None


FORMATS = (
    GameFormat(
        "PGN", (".pgn",), read_pgn, write_pgn, _is_pgn, holds_variations=True,
        report_comment=MoveReport.comment, event_names=("Event", "Round", "TimeControl"),
    ),
)  # fmt: skip
