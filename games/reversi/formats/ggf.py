"""Reversi games in GGF, the Generic Game Format of the Generic Game Server, for NBoard and archives.

    1 (;GM[Othello]PC[GGS/os]PB[a]PW[b]TY[8]RE[+6.000]BO[8 -------- ... *]B[d3//1.5]W[c5/-2.30/0.10];)

A move is a cell, or `PA` (a pass), then an evaluation and a time in seconds, each after a slash. `BO` has the side, the
cells along the rows from a1 (`*` dark, `O` light, `-` empty) and who moves. `RE` is the margin of dark, the first
player; `:r`, `:t` or `:s` follows it if a player resigned, ran out of time, or both agreed. The archives put the number
of games of a match before them. Values have no escapes, so none holds a `]`.

Description: Michael Buro, "The Generic Game Format" (https://www.skatgame.net/mburo/ggsa/ggf).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any

from boardai.basics.quoting import quoted
from boardai.game import Game, load
from boardai.games.reversi import available_boards
from boardai.games.reversi.formats.transcript import PASS_TEXTS, forced_pass
from boardai.records.formats import Source, require_room
from boardai.records.move_reports import MoveReport
from boardai.records.recorded_game import RecordedGame, known_result
from boardai.records.tags import NOTES, with_notes, without_notes

LONGEST_GGF = 1_000_000  # characters, far beyond any game's

_CHUNK = 1 << 16
_TOKEN = re.compile(r"(?P<open>\(;)|(?P<close>;\))|(?P<name>[A-Za-z]+)\[(?P<value>[^\]]*)\]")
_PART = re.compile(r"\(|;|[A-Za-z]+(?:\[[^\]]*)?")  # of a token
_COUNT = re.compile(r"[0-9]+")
_SPACE = re.compile(r"\s*")
_MOVES = ("B", "W")
_PLAYERS = ("PB", "PW")
_NO_HEADERS = ("GM", "BO", *_MOVES, *_PLAYERS)
_DATE, _TERMINATION, _NOTES = "DT", "TERMINATION", NOTES.upper()
_FLAGS = {"r": "resignation", "t": "time", "s": "agreement"}
_BRACKET = "\\u005d"  # a ] in JSON, since a value has none
_RESULT = re.compile(r"\s*([+-]?[0-9]+(?:\.[0-9]*)?)\s*(?::\s*([A-Za-z]+))?\s*", re.ASCII)
_TYPE = re.compile(r"[A-Za-z]*([0-9]+)([A-Za-z0-9]*)", re.ASCII)
_SAID = re.compile(r"(?:\[%eval ([^\]/]+)\])? ?(?:\[%emt ([^\]/]+)\])?")


@dataclass
class GgfGame:
    """The properties of one game.

    Attributes:
        line: its first line, from 1.
        properties: names, in capitals, and values.
    """

    line: int
    properties: list[tuple[str, str]] = field(default_factory=list)


def read_ggf(text: str, game: Game) -> tuple[Any, list[int]]:
    """The start position of a game, and its moves.

    Args:
        text: one game.
        game: Reversi, on the board that the game was played on.

    Returns:
        The start and the actions; passes that were left out are put in.

    Raises:
        ValueError: it is malformed, another game's or board's, or a move is not legal; the message names the place.
    """
    if len(text) > LONGEST_GGF:
        raise ValueError(f"GGF: more than {LONGEST_GGF:,} characters")
    reader = _Reader(iter([text]))
    found = reader.next_game()
    if isinstance(found, ValueError):
        raise found
    if found is None or reader.next_game() is not None:
        raise ValueError(f"GGF: expected one game between (; and ;), got {quoted(text)}")
    start, moves = _played(found, game)
    return start, [action for action, _ in moves]


def read_ggf_file(source: Source) -> Iterator[RecordedGame]:
    """The games of a text; games that are broken, illegal, of another board or not of Othello are reported.

    Evaluations and times of moves are comments, `[%eval -2.30] [%emt 0.10]`; other properties of a game are headers.
    """
    reader = _Reader(_chunks(source.text))
    while (found := reader.next_game()) is not None:
        if isinstance(found, ValueError):
            source.report(ValueError(f"{source.name}: {found}"))
            continue
        place = f"{source.name}:{found.line}"
        try:
            one = _recorded(found, source.game, place)
        except ValueError as error:
            source.report(ValueError(f"{place}: {error}"))
            continue
        yield one


def write_ggf(one: RecordedGame) -> str:
    """A game in GGF, in one line.

    Raises:
        ValueError: an action is illegal, the result contradicts the rules or the header `RE`, the board is no full
            square, or GGF has no room for something of the game.
    """
    last = one.check()
    require_room(one, "GGF", ("start", "players", "headers", "comments", "result", "date", "termination"))
    side, result = _side(one.game), known_result(last, one.result)
    headers: dict[str, Any] = dict(one.headers)
    facts = dict(zip((*_PLAYERS, _DATE, _TERMINATION), (*one.players, one.date, one.termination), strict=True))
    for name in headers:
        if name in _NO_HEADERS or facts.get(name):
            raise ValueError(f"header {quoted(name)}: derived from the game")
    if "RE" in headers:
        result_text = str(headers["RE"])
        if _outcome(result_text) != result and "KM" not in headers:
            raise ValueError(f"header 'RE': {result_text!r}, but the result for player 0 is {one.result}")
        is_stated = _termination(result_text) == one.termination
    else:
        headers["RE"] = _result_text(last, result, one.termination)
        is_stated = _termination(headers["RE"]) == one.termination
    if is_stated:
        facts[_TERMINATION] = ""
    elif "]" in one.termination:
        headers[_TERMINATION], facts[_TERMINATION] = one.termination, ""  # the notes have room for it
    written = with_notes({"TY": str(side)} | headers, _has_room, _NOTES)
    if _NOTES in written:
        written[_NOTES] = written[_NOTES].replace("]", _BRACKET)
    given = {name: text for name, text in facts.items() if text or name in _PLAYERS}
    named = {"GM": "Othello", **given, **written, "BO": _board_text(one.start, side)}
    parts = [f"{name}[{_value(name, value)}]" for name, value in named.items()]
    if 0 in one.comments:
        raise ValueError("GGF has no room for a comment before the first move; .jsonl keeps everything")
    for number, (state, action) in enumerate(zip(one.states(), one.actions, strict=False), 1):
        text = state.action_to_string(action)
        move = ("PA" if text == "pass" else text) + _suffix(one.comments.get(number, ""), number)
        parts.append(f"{_MOVES[state.current_player()]}[{move}]")
    return f"(;{''.join(parts)};)\n"


def report_comment(report: MoveReport, player: int, centipawns: bool) -> str:
    """An agent's report of a move, as far as GGF has fields for it: the margin for the mover, and the seconds.

    >>> from boardai.games.reversi.formats.ggf import report_comment
    >>> from boardai.records import MoveReport
    >>> report_comment(MoveReport(points=-2.5, depth=9, seconds=0.25), player=1, centipawns=False)
    '[%eval -2.50] [%emt 0.25]'
    """
    parts = [] if report.points is None else [f"[%eval {report.points:.2f}]"]
    return " ".join([*parts, f"[%emt {report.seconds:.2f}]"])


def played(state: Any, text: str, player: int | None = None) -> list[int]:
    """The actions that a move's text means: itself, and a forced pass before it that was left out.

    Args:
        state: where; it is not changed.
        text: a cell, or a pass in one of its forms, `PA` for one.
        player: player to move; None: unknown.

    Raises:
        ValueError: it is no legal move.
    """
    move = text.strip().lower()
    if move in PASS_TEXTS:
        return [state.action_from_string("pass")]
    before, forced = state, list[int]()
    implied = forced_pass(state)
    if implied is not None and player != state.current_player():
        before, forced = state.child(implied), [implied]
    if player is not None and before.current_player() != player:
        raise ValueError(f"{quoted(text)} is not a move of {('dark', 'light')[player]}")
    return [*forced, int(before.action_from_string(move))]


def is_ggf(beginning: str) -> bool:
    """Whether a text begins as a file of games of Othello."""
    return (
        re.match(r"\s*(?:[0-9]+\s*)?\(;", beginning) is not None
        and re.search(r"\bGM\[\s*(?:Othello|Reversi)\s*\]", beginning, re.IGNORECASE) is not None
    )


def _chunks(stream: IO[str]) -> Iterator[str]:
    while chunk := stream.read(_CHUNK):
        yield chunk


class _Reader:
    """Games of a text, one after the other; a chunk and a game are in memory.

    Args:
        chunks: of the text.
    """

    def __init__(self, chunks: Iterator[str]) -> None:
        self._chunks = chunks
        self._buffer, self._at = "", 0
        self._line, self._line_start = 1, 0  # the start in the buffer, perhaps before it

    def next_game(self) -> GgfGame | ValueError | None:
        """The next game; an error instead of a broken one, which ends where the next one begins; None at the end."""
        while self._skip_space() and not self._looking_at("(;"):
            count = _COUNT.match(self._buffer, self._at)
            if count is None:
                return self._fail(f"expected a game, (;, got {self._seen()}")
            self._advance(count.end())
        if self._at == len(self._buffer):
            return None
        found, length = GgfGame(self._line), 0
        self._advance(self._at + 2)
        while True:
            if not self._skip_space():
                return self._fail("the file ends inside a game: ;) is missing")
            token = self._token()
            length += len(token[0]) if token is not None else len(self._buffer) - self._at
            if token is None and length <= LONGEST_GGF:
                return self._fail(f"expected NAME[value] or ;), got {self._seen()}")
            if token is None or length > LONGEST_GGF:
                return self._fail(f"a game of more than {LONGEST_GGF:,} characters")
            if token["open"]:
                return self._error("the game before this one has no ;)")
            self._advance(token.end())
            if token["close"]:
                return found
            found.properties.append((token["name"].upper(), token["value"]))

    def _error(self, reason: str) -> ValueError:
        return ValueError(f"GGF line {self._line}, column {self._at - self._line_start + 1}: {reason}")

    def _fail(self, reason: str) -> ValueError:
        """The error; what follows is passed over up to the beginning of a game."""
        error = self._error(reason)
        while True:
            next_game = self._buffer.find("(;", self._at)
            if next_game >= 0:
                self._advance(next_game)
                return error
            self._advance(max(len(self._buffer) - 1, self._at))  # a "(" may be the last character
            if not self._read_on():
                self._advance(len(self._buffer))
                return error

    def _token(self) -> re.Match[str] | None:
        while True:
            token = _TOKEN.match(self._buffer, self._at)
            is_part = token is None and _PART.fullmatch(self._buffer, self._at) is not None
            if not is_part or len(self._buffer) - self._at > LONGEST_GGF or not self._read_on():
                return token

    def _seen(self) -> str:
        return quoted(self._buffer[self._at : self._at + 40])

    def _looking_at(self, text: str) -> bool:
        while len(self._buffer) - self._at < len(text) and self._read_on():
            pass
        return self._buffer.startswith(text, self._at)

    def _skip_space(self) -> bool:
        """Passes over white space; whether something follows."""
        while True:
            space = _SPACE.match(self._buffer, self._at)
            self._advance(space.end() if space is not None else self._at)
            if self._at < len(self._buffer):
                return True
            if not self._read_on():
                return False

    def _advance(self, at: int) -> None:
        lines = self._buffer.count("\n", self._at, at)
        if lines:
            self._line, self._line_start = self._line + lines, self._buffer.rfind("\n", self._at, at) + 1
        self._at = at

    def _read_on(self) -> bool:
        chunk = next(self._chunks, "")
        self._buffer, self._line_start = self._buffer[self._at :] + chunk, self._line_start - self._at
        self._at = 0
        return bool(chunk)


def _recorded(found: GgfGame, wanted: Game | None, place: str) -> RecordedGame:
    named: dict[str, str] = {}
    for name, value in found.properties:
        if name in named and name not in _MOVES:
            raise ValueError(f"GGF: property {name} twice")
        named[name] = value
    _require_rules(named)
    game = wanted or _game_of(named)
    start, moves = _played(found, game)
    state, actions, comments = start.clone(), list[int](), dict[int, str]()
    for action, comment in moves:
        if state.is_terminal():
            break
        state.apply(action)
        actions.append(action)
        if comment:
            comments[len(actions)] = comment
    headers: dict[str, Any] = {name: value for name, value in named.items() if name not in _NO_HEADERS}
    if _NOTES in headers:
        headers = without_notes({**headers, _NOTES: headers[_NOTES].replace(_BRACKET, "]")}, _NOTES)
    date, termination = (str(headers.pop(name, "")) for name in (_DATE, _TERMINATION))
    result_text = str(headers.pop("RE", "?"))
    result = known_result(state, _outcome(result_text))
    termination = termination or ("" if state.is_terminal() else _termination(result_text))
    problems: tuple[str, ...] = ()
    if state.is_terminal() and _outcome(result_text) != result and "KM" not in headers:
        if "RE" in named:
            problems = (f"{place}: RE[{result_text}], but the moves make it {_result_text(state, result)}",)
    elif not _says_the_same(result_text, _result_text(state, result, termination)):
        headers["RE"] = result_text
    if headers.get("TY") == str(_side(game)):
        del headers["TY"]
    rest = ((named.get("PB", ""), named.get("PW", "")), headers, comments)
    facts = {"date": date, "termination": termination}
    return RecordedGame(game, start, tuple(actions), result, *rest, place=place, problems=problems, **facts)


def _require_rules(named: dict[str, str]) -> None:
    if named.get("GM", "Othello").strip().lower() not in ("othello", "reversi"):
        raise ValueError(f"GGF: a game of {quoted(named['GM'])}, not Othello")
    kind = _TYPE.fullmatch(named.get("TY", ""))
    if kind is not None and "a" in kind[2].lower():
        raise ValueError(f"GGF: TY[{named['TY']}]: in an anti game fewer discs win, which are other rules")


def _game_of(named: dict[str, str]) -> Game:
    """Reversi on the board of a game's `BO` or type."""
    size = named["BO"].split()[0] if named.get("BO", "").split() else "8"
    if "BO" not in named and (kind := _TYPE.fullmatch(named.get("TY", ""))):
        size = kind[1]
    if size == "8":
        return load("reversi")
    if not re.fullmatch("[1-9][0-9]?", size, re.ASCII) or int(size) % 2 or not 4 <= int(size) <= 16:
        raise ValueError(f"GGF: a board of side {quoted(size)}; there are even ones from 4 to 16")
    name = f"{size}x{size}"
    return load("reversi", board=name if name in available_boards() else _board_file(int(size)))


def _board_file(side: int) -> str:
    """The file of a square board with the usual four discs."""
    half = side // 2 - 1
    rows = ["-" * side] * half
    middle = ["-" * half + discs + "-" * half for discs in ("OX", "XO")]
    return "\n".join([f"name: {side}x{side}", "", *rows, *middle, *rows, ""])


def _played(found: GgfGame, game: Game) -> tuple[Any, list[tuple[int, str]]]:
    """The start, and the actions with their comments."""
    named = dict(found.properties)
    _require_rules(named)
    start = _start(named["BO"], game) if "BO" in named else game.initial_state()
    state, moves = start.clone(), list[tuple[int, str]]()
    for name, value in found.properties:
        if name not in _MOVES or state.is_terminal():
            continue
        try:
            move, *details = value.split("/")
            if len(details) > 2:
                raise ValueError(f"{quoted(value)}: expected a move, an evaluation and a time")
            for action in played(state, move, _MOVES.index(name)):
                moves.append((action, ""))
                state.apply(action)
            moves[-1] = (moves[-1][0], _comment(*details))
        except ValueError as error:
            raise ValueError(f"GGF, move {len(moves) + 1}: {error}") from None
    return start, moves


def _start(text: str, game: Game) -> Any:
    """The position of a `BO` property."""
    size, *rest = text.split() or [""]
    cells = "".join(rest)
    mine = game.initial_state()
    if size != str(_side(game)) or len(cells) != len(mine.to_string().split()[0]) + 1:
        raise ValueError(f"GGF: BO is not a board of {game.spec}: {quoted(text)}")
    if set(cells) - set("*O-") or cells[-1] == "-":
        raise ValueError(f"GGF: BO has cells *, O and -, and who moves at its end: {quoted(text)}")
    return game.from_string(f"{cells[:-1].replace('*', 'X')} {'X' if cells[-1] == '*' else 'O'}")


def _side(game: Game) -> int:
    """The side of a game's board.

    Raises:
        ValueError: it is no full square.
    """
    rows = game.initial_state().board_cells().splitlines()
    if any(len(row) != len(rows) or " " in row for row in rows):
        raise ValueError(f"GGF: boards are full squares, but the board of {game.spec} is not")
    return len(rows)


def _board_text(start: Any, side: int) -> str:
    cells, mover = start.to_string().replace("X", "*").split()
    rows = [cells[at : at + side] for at in range(0, len(cells), side)]
    return f"{side} {' '.join(rows)} {mover}"


def _result_text(last: Any, result: int | None, termination: str = "") -> str:
    """What `RE` says of a game; empty cells count for the winner."""
    if result is None:
        return "?"
    cells = last.to_string().split()[0]
    if last.is_terminal():
        difference = cells.count("X") - cells.count("O")  # independent of the `count` of empty cells
        return f"{difference + result * cells.count('-'):+.2f}"
    flag = next((f":{flag}" for flag, meaning in _FLAGS.items() if meaning == termination), "")
    return f"{result * len(cells):+.2f}{flag}"


def _says_the_same(result_text: str, text: str) -> bool:
    """Whether two values of `RE` mean the same, however they are written."""
    if result_text.strip() in ("", "?") or text == "?":
        return result_text.strip() in ("", "?") and text == "?"
    found, other = _RESULT.fullmatch(result_text), _RESULT.fullmatch(text)
    return found is not None and other is not None and (float(found[1]), found[2]) == (float(other[1]), other[2])


def _termination(result_text: str) -> str:
    """The ending by `RE`; "" if it has none."""
    found = _RESULT.fullmatch(result_text)
    return "" if found is None or found[2] is None else _FLAGS.get(found[2].lower(), "")


def _has_room(name: str, value: Any) -> bool:
    """Whether a property can have that name and value."""
    is_name = re.fullmatch("[A-Z]+", name) is not None and name not in _NO_HEADERS
    return is_name and isinstance(value, str) and "]" not in value


def _outcome(result_text: str) -> int | None:
    """The first player's outcome by `RE`."""
    found = _RESULT.fullmatch(result_text)
    margin = float(found[1]) if found is not None else None
    return None if margin is None else (margin > 0) - (margin < 0)


def _comment(evaluation: str = "", seconds: str = "") -> str:
    texts = (("eval", evaluation), ("emt", seconds))
    return " ".join(f"[%{name} {text}]" for name, text in texts if text)


def _suffix(comment: str, number: int) -> str:
    """The fields after a move, from its comment."""
    found = _SAID.fullmatch(comment)
    evaluation, seconds = (text or "" for text in found.groups()) if found is not None else ("", "")
    if _comment(evaluation, seconds) != comment:
        raise ValueError(f"comment {number}: GGF has room only for [%eval ...] and [%emt ...]; .jsonl keeps all")
    return f"/{evaluation}/{seconds}" if seconds else f"/{evaluation}" if evaluation else ""


def _value(name: str, value: str) -> str:
    if "]" in value:
        raise ValueError(f"{name}: {quoted(value)}: values of GGF cannot contain ]")
    return value
