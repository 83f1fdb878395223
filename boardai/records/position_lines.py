"""A position as a line of text, with operations after it as EPD has them: `bm Nf3; id "one"; hmvc 3;`.

EPD (extended position description) is chess's: four fields of FEN, then operations, each an opcode with operands up to
a semicolon. Here a line may hold any position of any game, and its operations are understood where they mean something:
`bm` and `am` (best moves, moves to avoid), `ce` (the value in centipawns, for the player to move), `acd` (the depth it
was found with), `dm` (moves to a mate), `id`; `hmvc` and `fmvn` are part of a position of chess. The others are kept.

What programs write besides is understood: a whole FEN in front of the operations, a last operation without semicolon,
semicolons in front of the operations (`;D1 20 ;D2 400`).

Source: S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 16.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from boardai.basics.quoting import quoted
from boardai.basics.text_files import without_zero_width
from boardai.game import Game
from boardai.records.recorded_game import RecordedGame, known_result

BEST, AVOID = "bm", "am"
_MOVES = (BEST, AVOID, "pm", "sm")
_STANDARD = frozenset(
    (*_MOVES, "acd", "acn", "acs", "ce", "dm", "draw_accept", "draw_claim", "draw_offer", "draw_reject", "eco", "fmvn",
     "hmvc", "id", "nic", "noop", "pv", "rc", "resign", "tcgs", "tcri", "tcsi", *(f"c{n}" for n in range(10)),
     *(f"v{n}" for n in range(10)))
)  # fmt: skip
_OPCODE = re.compile(r"[A-Za-z]\w*", re.ASCII)
_TEXT = r'"((?:[^"\\]|\\.)*)"'
_OPERATION = re.compile(rf'([A-Za-z]\w*)((?:[^;"]|{_TEXT})*)(?:;|$)', re.ASCII)
_ESCAPE = re.compile(r'\\(["\\])')  # as PGN has it; a backslash that escapes nothing is an ordinary one
_MOST_WORDS = 64  # of a position, if the beginning of the operations is unknown


def read_position_line(text: str, game: Game, place: str = "") -> RecordedGame:
    """The position of a line, as a game without moves; operations are its headers, by their opcodes.

    >>> from boardai.records import read_position_line
    >>> line = '8/R7/1r6/1k6/3KB3/8/8/8 w - - bm Ra9 Ra5+; hmvc 98; fmvn 111; id "endings.7";'
    >>> one = read_position_line(line, boardai.load("chess"))
    >>> one.start.to_string(), one.headers["bm"], one.headers["id"]
    ('8/R7/1r6/1k6/3KB3/8/8/8 w - - 98 111', 'Ra9 Ra5+', 'endings.7')
    >>> one.problems
    ("bm: SAN 'Ra9': expected a move such as e4, Nf3, exd8=Q+ or O-O",)

    Args:
        text: the line. An operand that is one text in quotes is kept without them, all others as they are written.
        game: of the position.
        place: of the line, for people; errors in moves are reported with it in `problems`.

    Raises:
        ValueError: no position of the game, or no operations after it.
    """
    text = without_zero_width(text).strip()
    state, rest = _position(text, game)
    in_front = f"{place}: " if place else ""
    operations: dict[str, str] = {}
    problems = []
    for opcode, operand in _operations(rest):
        if opcode in operations:
            problems.append(f"{in_front}{opcode} is given twice; the first one counts")
        else:
            operations[opcode] = operand
    state = game.with_operations(state, operations)
    for opcode in _MOVES:
        for word in _words(operations.get(opcode, "")):
            try:
                game.parse_action(state, word)
            except ValueError as error:
                problems.append(f"{in_front}{opcode}: {error}")
    return RecordedGame(
        game, state, (), known_result(state, None), headers=operations, place=place, problems=tuple(problems)
    )


def operation_moves(one: RecordedGame, opcode: str) -> tuple[int, ...]:
    """The legal actions that an operation of a position names.

    >>> from boardai.records import read_position_line, operation_moves
    >>> one = read_position_line("7k/8/8/8/8/8/8/KR6 w - - bm Rb7 Rg1; am Ka2;", boardai.load("chess"))
    >>> [one.start.san(action) for action in operation_moves(one, "bm")]
    ['Rb7', 'Rg1']

    Args:
        one: a position as returned by `read_position_line`.
        opcode: `bm` (best moves) or `am` (moves to avoid).
    """
    found = []
    for word in _words(str(one.headers.get(opcode, ""))):
        try:
            found.append(one.game.parse_action(one.start, word))
        except ValueError:
            continue  # reported in `problems`
    return tuple(dict.fromkeys(found))


def operation_number(one: RecordedGame, opcode: str) -> int | None:
    """The whole number of an operation such as `ce`, `acd` or `dm`; None if it is absent.

    Raises:
        ValueError: it is no whole number.
    """
    text = one.headers.get(opcode)
    if text is None:
        return None
    if not re.fullmatch(r"[+-]?\d{1,9}", str(text), re.ASCII):
        raise ValueError(f"{one.place}: {opcode}: expected a whole number, got {quoted(text)}")
    return int(text)


def is_opcode(text: str) -> bool:
    """Whether a word is an opcode of the standard, or one of files that count moves (`D1`, `D2`, ...)."""
    return text in _STANDARD or re.fullmatch(r"D\d+", text, re.ASCII) is not None


def _words(operand: str) -> list[str]:
    return [word.rstrip(",") for word in operand.split() if word.strip(",")]


def _position(text: str, game: Game) -> tuple[Any, str]:
    """The state at the beginning of a line, and the rest of the line."""
    semicolon = text.find(";")
    head = text if semicolon < 0 else text[:semicolon]
    words = list(re.finditer(r"\S+", head))
    ends = [word.start() for word in words if word[0] in _STANDARD and word.start()][:1]  # the most likely one first
    ends.append(len(head))
    if semicolon >= 0:  # by these as well, it is known that there are operations
        ends += [word.start() for word in words[_MOST_WORDS:0:-1] if _OPCODE.fullmatch(word[0])]
    refusal: ValueError | None = None
    for end in ends:
        written = text[:end].strip()
        for position in dict.fromkeys((written, " ".join(written.split()))):  # tabs and the like may be used as blanks
            try:
                return game.from_string(position), text[end:]
            except ValueError as error:
                refusal = refusal or error
    assert refusal is not None
    raise refusal


def _operations(text: str) -> Iterator[tuple[str, str]]:
    """Opcodes and operands, in order.

    Raises:
        ValueError: the rest is not an operation.
    """
    place = 0
    while place < len(text):
        if text[place] == ";" or text[place].isspace():
            place += 1
            continue
        found = _OPERATION.match(text, place)
        if found is None:
            what = text[place : place + 30]
            reason = "a text in quotes is not closed" if _OPCODE.match(what) else "expected an opcode such as bm"
            raise ValueError(f"operations, character {place + 1}: {reason}, got {quoted(what)}")
        operand = found[2].strip()
        alone = re.fullmatch(_TEXT, operand)
        yield found[1], _ESCAPE.sub(r"\1", alone[1]) if alone else operand
        place = found.end()


def read_position(game: Game, text: str | None, moves: str | None) -> Any:
    """The position that is meant by a text and by moves.

    Args:
        game: the game.
        text: a position, perhaps with operations after it (EPD); None: the game's start.
        moves: played from there, as people write them.

    Raises:
        ValueError: it names no position or no legal move.
    """
    state = game.initial_state() if text is None else read_position_line(text, game).start.clone()
    for action in game.parse_moves(state, moves or ""):
        state.apply(action)
    return state
