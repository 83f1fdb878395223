"""Reversi positions with what their moves are worth, one a line: OBF, as Edax and the FFO test suite have them.

    --XXXXX---XXXX---OOOXX---OOXOX---OXXXXX-OOOOOXO----OXX---------- O; H5:+2; F8:-8; G3:-12; % a comment

The cells stand along the rows from a1 (`X` or `*` dark, `O` light, `-` or `.` empty), then who moves. The fields after
it are moves with the final margin for the player to move, in discs. `%` begins a comment. A position is read as a game
without moves; its header `scores` has the margins by move, `{"h5": 2, "f8": -8}`.

Description: R. Delorme, Edax (https://github.com/abulmo/edax-reversi).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from boardai.basics.quoting import quoted
from boardai.game import Game, load
from boardai.records.formats import Source, games_by_line, require_room
from boardai.records.recorded_game import RecordedGame, known_result

LONGEST_LINE = 100_000  # characters
_CELLS = str.maketrans("*xbBow.W0", "XXXXOO-OO")
_SCORE = re.compile(r"\s*([A-Za-z][0-9]{1,2}|pass|pa|ps|--|@@)\s*:\s*([+-]?[0-9]{1,4})\s*", re.ASCII | re.IGNORECASE)


def read_obf_file(source: Source) -> Iterator[RecordedGame]:
    """The positions of a text; lines that are none, and scores of illegal moves, are reported and left out."""
    game = source.game or load("reversi")

    def read(line: str, place: str) -> RecordedGame | None:
        position, _, comment = line.strip().partition("%")
        return _position(position, comment.strip(), game, place) if position.strip() else None

    yield from games_by_line(source, LONGEST_LINE, read)


def write_obf(one: RecordedGame) -> str:
    """A position as a line.

    Raises:
        ValueError: it has moves, or something else that a line has no room for.
    """
    one.check()
    require_room(one, "OBF", ("start", "headers", "comments"))
    if one.actions:
        raise ValueError("OBF has positions, and no room for moves; .jsonl keeps everything")
    scores = one.headers.get("scores", {})
    if set(one.headers) - {"scores"} or not isinstance(scores, dict):
        raise ValueError("OBF has room for one header, the scores of moves; .jsonl keeps everything")
    for move, score in scores.items():
        if type(score) is not int or abs(score) > 9999:
            raise ValueError(f"header 'scores': {quoted(move)}: expected a whole number of discs, got {quoted(score)}")
        _legal(one.start, move)
    comment = one.comments.get(0, "")
    if "\n" in comment or "\r" in comment or comment != comment.strip():
        raise ValueError("comment 0: a comment of OBF is the rest of a line, without blanks around it")
    fields = [one.start.to_string(), *(f"{move.upper()}:{score:+d}" for move, score in scores.items())]
    return "; ".join(fields) + ";" + (f" % {comment}" if comment else "") + "\n"


def is_obf(beginning: str) -> bool:
    """Whether a text begins as a file of 8x8 positions with a semicolon after each."""
    lines = (line.partition("%")[0].strip() for line in beginning.splitlines())
    return re.match(r"[-.*XxObBwWo0]{64}\s*[*XxObBwWo0]\s*;", next((line for line in lines if line), "")) is not None


def _position(text: str, comment: str, game: Game, place: str) -> RecordedGame:
    board, *fields = text.split(";")
    cells = "".join(board.split()).translate(_CELLS)
    expected = len(game.initial_state().to_string().split()[0])
    if len(cells) != expected + 1:
        raise ValueError(f"expected {expected} cells and who moves, got {quoted(board)}")
    state = game.from_string(f"{cells[:-1]} {cells[-1]}")
    if fields and not fields[-1].strip():
        fields.pop()
    scores: dict[str, int] = {}
    for part in fields:
        found = _SCORE.fullmatch(part)
        if found is None:
            raise ValueError(f"expected a move and its margin, such as a2:+38, got {quoted(part.strip())}")
        move = _legal(state, found[1])
        if move in scores:
            raise ValueError(f"a second margin of {move}")
        scores[move] = int(found[2])
    return RecordedGame(
        game,
        state,
        (),
        known_result(state, None),
        headers={"scores": scores} if scores else {},
        comments={0: comment} if comment else {},
        place=place,
    )


def _legal(state: Any, text: str) -> str:
    """A move's text, as boardai writes it.

    Raises:
        ValueError: it is not legal.
    """
    from boardai.games.reversi.formats.transcript import PASS_TEXTS

    move = text.lower()
    return str(state.action_to_string(state.action_from_string("pass" if move in PASS_TEXTS else move)))
