"""One game in PGN's export format: tags in order, canonical SAN, lines of less than 80 characters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from boardai.basics.quoting import quoted
from boardai.records.tags import write_tag
from boardai.records.variations import check_variations, play_through

if TYPE_CHECKING:
    from boardai.games.chess.pgn.reader import PgnGame

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
SEVEN_TAGS = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
_LINE_LENGTH = 79
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_WHITE = re.compile(r"[ \t\n\r\f\v]+")


def write_game(game: PgnGame, *, is_default_start: bool) -> str:
    """The game's text; a line end after the last line.

    Args:
        game: the game.
        is_default_start: whether it begins with the classical start position.

    Raises:
        ValueError: a move is illegal, the result none of `RESULTS`, or a tag or comment cannot be written in PGN.
    """
    check_result(game.result)
    tags = "".join(write_tag(name, value) for name, value in _tags(game, is_default_start).items())
    return tags + "\n" + _justified(_words(game)) + "\n"


def check_result(result: str) -> None:
    """Raises ValueError if that is no result."""
    if result not in RESULTS:
        raise ValueError(f"result must be one of {', '.join(RESULTS)}, not {quoted(result)}")


def _tags(game: PgnGame, is_default_start: bool) -> dict[str, str]:
    tags = SEVEN_TAGS | game.headers | {"Result": game.result}
    for name in ("SetUp", "FEN"):
        tags.pop(name, None)
    if game.chess960 or not is_default_start:
        tags |= {"SetUp": "1", "FEN": game.start}
    if game.chess960:
        tags["Variant"] = "Chess960"
    ordered = [*SEVEN_TAGS, *sorted(tags.keys() - SEVEN_TAGS.keys())]
    return {name: tags[name] for name in ordered}


# --- movetext --------------------------------------------------------------------------------------------------

# A word, and whether the line has to end after it.
_Word = tuple[str, bool]


def _words(game: PgnGame) -> list[_Word]:
    """The parts of the movetext, between which a line may break."""
    words = list(_annotation(game.nags, game.comment))
    opened = [0]  # the lines that are being written
    number_due = True  # a black move is numbered where something stands between it and White's move

    def close_down_to(line: int) -> None:
        nonlocal number_due
        while opened[-1] != line:
            opened.pop()
            if words[-1][1]:  # after a comment that goes to the end of its line
                words.append((")", False))
            else:
                words[-1] = words[-1][0] + ")", False
            number_due = True

    def write(line: int, ply: int, state: Any, action: int) -> int:
        nonlocal number_due
        bracket = ""
        if line and game.variations[line - 1].ply == ply:
            close_down_to(game.variations[line - 1].line)
            opened.append(line)
            bracket, number_due = "(", True
            opening = list(_annotation(*annotation_of(line, ply)))
            if opening:
                opening[0], bracket = (bracket + opening[0][0], opening[0][1]), ""
                words.extend(opening)
        close_down_to(line)
        words.extend(_move(state, action, number_due, bracket))
        annotation = annotation_of(line, ply + 1)
        words.extend(_annotation(*annotation))
        number_due = any(annotation)
        return action

    def annotation_of(line: int, number: int) -> tuple[tuple[int, ...], str]:
        if line == 0:
            return game.moves[number - 1].nags, game.moves[number - 1].comment
        one = game.variations[line - 1]
        return tuple(one.glyphs.get(number, ())), one.comments.get(number, "")

    check_variations([move.action for move in game.moves], game.variations)
    play_through(game.initial_state(), [move.action for move in game.moves], game.variations, write)
    close_down_to(0)
    words.append((game.result, False))
    return words


def _move(state: Any, action: int, number_due: bool, bracket: str) -> Iterator[_Word]:
    """A move in the state it is played in, and its number where that is written."""
    san = state.san(action)
    if state.current_player() == 0 or number_due:
        yield f"{bracket}{state.fullmove_number()}{'.' if state.current_player() == 0 else '...'}", False
        bracket = ""
    yield bracket + san, False


def _annotation(nags: tuple[int, ...], comment: str) -> Iterator[_Word]:
    for nag in nags:
        if not 0 <= nag <= 255:
            raise ValueError(f"glyph ${nag}: expected 0 to 255")
        yield f"${nag}", False
    text = _WHITE.sub(" ", comment).strip(" ")
    if not text:
        return
    if unwritable := _CONTROL.search(text):
        raise ValueError(f"comment {quoted(text)}: PGN cannot hold the character {quoted(unwritable[0])}")
    # A percent sign at the beginning of a line would hide the line, so no line may break before it.
    words = text.replace(" %", "\0%").split(" ")
    if "}" not in text:
        words[0] = "{" + words[0]
        words[-1] += "}"
        yield from ((word.replace("\0", " "), False) for word in words)
        return
    # In braces that comment would end at its own brace; after a semicolon it ends with the line.
    room = _LINE_LENGTH - 2
    line = ""
    for word in words:
        word = word.replace("\0", " ")
        if line and len(line) + 1 + len(word) > room:
            yield "; " + line, True
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield "; " + line, True


def _justified(words: Iterable[_Word]) -> str:
    lines: list[str] = []
    line = ""
    for word, ends_line in words:
        if line and len(line) + 1 + len(word) > _LINE_LENGTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
        if ends_line:
            lines.append(line)
            line = ""
    return "\n".join([*lines, line] if line else lines)
