"""One game as it was played: the game, where it began, its actions, and who played.

It is a JSON file that people can read and edit. Start and actions together restore the state with its history,
which a position's text alone does not. Every game has it; formats of one game (PGN, SGF) live with that game.

    {
      "format": "boardai game 1",
      "game": "hex:size=5",
      "start": null,
      "actions": ["c3", "b4"],
      "players": ["Ann", "greedy"],
      "date": "2026-11-27",
      "result": null,
      "notes": {}
    }

`start` is null for the game's own start, else a position's text; `actions` are action texts (chess: UCI);
`result` is player 0's outcome, +1, 0 or -1, or null while the game goes on or was broken off. It may also be there
when the rules had not ended the game; `termination` then says how it ended (`resignation`). `date`, when it was played,
may be a year (`2026`) or a month (`2026-11`). `notes` is what a program wants to keep besides; it may be
left out. So may `comments`, what is said of positions, by the number of actions played before them:
`{"0": "Black is to win.", "2": "A blunder."}`; and `glyphs`, what is said of moves by PGN's numbers, by the number of
actions up to and with the move: `{"2": [4]}` calls the second one a blunder. `variations` are other lines: at which ply
each parts from the game, and what is played there instead; one within another names the other's number, from 1, as its
`line`: `[{"ply": 1, "actions": ["a1", "c3"]}, {"ply": 2, "line": 1, "actions": ["d4"]}]` are `c3 a1 c3` and `c3 a1 d4`.
(Earlier versions wrote each line as a list of texts from the start, which is still read.)

Several records are kept in a file of lines (`.jsonl`), each line one such object.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boardai.basics.files import json_text, parse_json, write_atomically
from boardai.basics.quoting import quoted
from boardai.basics.text_files import read_user_text
from boardai.basics.trust import require
from boardai.game import Game, code_in_game, load
from boardai.records.variations import MOST_MOVES, Variation, in_order, variations_of

FORMAT = "boardai game 1"


@dataclass(frozen=True)
class GameRecord:
    """A game as it was played.

    >>> from boardai.records import GameRecord
    >>> record = GameRecord("hex:size=5", actions=("c3", "b4"), players=("you", "greedy"))
    >>> record.states()[-1].to_string()
    '5/5/2b2/1w3/5 b no-swap'
    >>> GameRecord.from_json(record.to_json()) == record
    True

    Attributes:
        game: the game's spec, as `boardai.load` takes it.
        actions: action texts, from the start.
        start: a position's text; None: the game's own start.
        players: who was player 0 and who player 1.
        result: outcome for player 0; None: unfinished.
        notes: what a program wants to keep besides; JSON values.
        comments: what is said of a position, by the number of actions played before it; 0 is the start.
        glyphs: what is said of a move by PGN's numbers, by the number of actions up to and with it.
        variations: other lines, with action texts.
        date: when it was played: `2026-11-27`, `2026-11` or `2026`; "" where nobody says.
        termination: how it ended that the rules had not ended, such as `resignation`; "" where nobody says.
    """

    game: str
    actions: tuple[str, ...] = ()
    start: str | None = None
    players: tuple[str, str] = ("", "")
    result: int | None = None
    notes: dict[str, Any] = field(default_factory=dict, hash=False)
    comments: dict[int, str] = field(default_factory=dict, hash=False)
    glyphs: dict[int, tuple[int, ...]] = field(default_factory=dict, hash=False)
    variations: tuple[Variation[str], ...] = ()
    date: str = ""
    termination: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "variations", in_order(self.variations))

    def states(self, game: Game | None = None, source: str = "game record") -> list[Any]:
        """Every state of the game, first to last: one more than there are actions.

        Args:
            game: the loaded game, if it is at hand.
            source: named in errors, e.g. the file.

        Raises:
            ValueError: the start or an action does not fit the game, the result contradicts the rules, or the game is
                code that nobody but the record has named.
        """
        if game is None:
            require(code_in_game(self.game), f"{source}: game")
            with _naming(f"{source}: game"):
                game = load(self.game)
        with _naming(f"{source}: start"):
            state = game.initial_state() if self.start is None else game.from_string(self.start)
        states = [state]
        for number, text in enumerate(self.actions):
            with _naming(f"{source}: actions[{number}]"):
                state = state.child(state.action_from_string(text))
            states.append(state)
        if state.is_terminal() and self.result is not None and self.result != state.outcome(0):
            raise ValueError(f"{source}: result is {self.result}, but the game ended with {state.outcome(0)}")
        return states

    def to_json(self) -> str:
        """The file's text."""
        return self._json(indent=2)

    def to_line(self) -> str:
        """The same in one line, as files of several games have it."""
        return self._json()

    def _json(self, indent: int | None = None) -> str:
        try:
            return json_text(self._table(), indent) + "\n"
        except (ValueError, TypeError) as error:
            raise ValueError(f"game record: {error}") from None

    def _table(self) -> dict[str, Any]:
        values = dataclasses.asdict(self)
        values["variations"] = [
            {"ply": one.ply, **({"line": one.line} if one.line else {}), "actions": one.actions}
            for one in self.variations
        ]
        optional = ("date", "termination", "notes", "comments", "glyphs", "variations")
        return {"format": FORMAT, **{key: values[key] for key in _READERS if key not in optional or values[key]}}

    @classmethod
    def from_json(cls, text: str, source: str = "game record") -> GameRecord:
        """The record of a file's text; whether the moves are legal is seen by `states`.

        Args:
            text: the file's text.
            source: named in errors, e.g. the file.

        Raises:
            ValueError: not such a file; the message names the line, or the key, and the reason.
        """
        table = parse_json(text, source)
        _require(isinstance(table, dict), source, "expected an object in braces")
        _require(
            table.get("format") == FORMAT,
            f"{source}: format",
            f"expected {FORMAT!r}, got {quoted(table.get('format'))}",
        )
        for key in table:
            _require(
                key in _READERS or key == "format",
                source,
                f"unknown key {quoted(key)}; there are {', '.join(_READERS)}",
            )
        for key in ("game", "actions"):
            _require(key in table, source, f"the key {quoted(key)} is missing")
        values = {key: read(table[key], f"{source}: {key}") for key, read in _READERS.items() if key in table}
        with _naming(f"{source}: variations"):
            values["variations"] = in_order(_parting(values["actions"], values.get("variations", ())))
        return cls(**values)


def save_record(record: GameRecord, path: str | Path) -> None:
    """Writes a record atomically: the file is whole, or as it was before. A file that is there is replaced.

    >>> from boardai.records import GameRecord, load_record, save_record
    >>> save_record(GameRecord("chess", actions=("e2e4", "e7e5")), "game.json")
    >>> load_record("game.json").actions
    ('e2e4', 'e7e5')

    Args:
        record: what is written.
        path: of the file, by custom `.json`.

    Raises:
        OSError: it cannot be written there.
    """
    write_atomically(Path(path), record.to_json().encode())


def load_record(path: str | Path) -> GameRecord:
    """Reads a record; whether its moves are legal is seen by `GameRecord.states`.

    >>> from pathlib import Path
    >>> from boardai.records import load_record
    >>> text = '{"format": "boardai game 1", "game": "hex:size=3", "actions": ["b2"]}'
    >>> _ = Path("game.json").write_text(text)
    >>> record = load_record("game.json")
    >>> len(record.states()), record.result
    (2, None)

    Args:
        path: of a file of one record; `read_games` reads those of several.

    Raises:
        ValueError: damaged; the message names the file, the place and the reason.
        OSError: the file cannot be read.
    """
    return GameRecord.from_json(read_user_text(path), str(path))


@contextlib.contextmanager
def _naming(place: str) -> Iterator[None]:
    """Puts the place in front of a ValueError's message."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def _require(condition: bool, place: str, reason: str) -> None:
    if not condition:
        raise ValueError(f"{place}: {reason}")


def _text(value: Any, place: str) -> str:
    _require(isinstance(value, str), place, f"expected text, got {json.dumps(value)}")
    return value


def _texts(value: Any, place: str) -> tuple[str, ...]:
    _require(isinstance(value, list), place, f"expected a list, got {json.dumps(value)}")
    return tuple(_text(item, f"{place}[{number}]") for number, item in enumerate(value))


def _players(value: Any, place: str) -> tuple[str, ...]:
    names = _texts(value, place)
    _require(len(names) == 2, place, f"expected two names, got {len(names)}")
    return names


def _start(value: Any, place: str) -> str | None:
    return None if value is None else _text(value, place)


def _result(value: Any, place: str) -> int | None:
    right = value is None or (type(value) is int and value in (-1, 0, 1))
    _require(right, place, f"expected 1, 0, -1 or null, got {json.dumps(value)}")
    return value


def _notes(value: Any, place: str) -> dict[str, Any]:
    _require(isinstance(value, dict), place, f"expected an object in braces, got {json.dumps(value)}")
    return value


def _by_ply(value: Any, place: str, read: Callable[[Any, str], Any]) -> dict[int, Any]:
    """What `read` makes of each value, by a number of actions."""
    _require(isinstance(value, dict), place, f"expected an object in braces, got {json.dumps(value)}")
    for key in value:
        right = key.isascii() and key.isdecimal() and len(key) <= 9 and str(int(key)) == key
        _require(right, place, f"expected a number of actions, got {key!r}")
    return {int(key): read(said, f"{place}[{key}]") for key, said in value.items()}


def _comments(value: Any, place: str) -> dict[int, str]:
    return _by_ply(value, place, _text)


def _glyphs(value: Any, place: str) -> dict[int, tuple[int, ...]]:
    return _by_ply(value, place, _glyphs_of_a_move)


def _glyphs_of_a_move(value: Any, place: str) -> tuple[int, ...]:
    right = isinstance(value, list) and all(type(glyph) is int and 0 <= glyph <= 255 for glyph in value)
    _require(right, place, f"expected a list of whole numbers from 0 to 255, got {json.dumps(value)}")
    return tuple(value)


def _number(value: Any, place: str) -> int:
    _require(type(value) is int and 0 <= value <= MOST_MOVES, place, f"expected a whole number, got {quoted(value)}")
    return int(value)


def _variation(value: Any, place: str) -> Variation[str] | tuple[str, ...]:
    if isinstance(value, list):  # from the start on, as earlier versions wrote it
        return _texts(value, place)
    _require(isinstance(value, dict), place, f"expected an object in braces, got {quoted(value)}")
    for key in value:
        _require(key in _OF_VARIATION, place, f"unknown key {quoted(key)}; there are {', '.join(_OF_VARIATION)}")
    for key in ("ply", "actions"):
        _require(key in value, place, f"the key {quoted(key)} is missing")
    return Variation(**{key: _OF_VARIATION[key](one, f"{place}.{key}") for key, one in value.items()})


def _variations(value: Any, place: str) -> tuple[Variation[str] | tuple[str, ...], ...]:
    _require(isinstance(value, list), place, f"expected a list of variations, got {quoted(value)}")
    return tuple(_variation(one, f"{place}[{number}]") for number, one in enumerate(value))


def _parting(
    actions: tuple[str, ...], variations: tuple[Variation[str] | tuple[str, ...], ...]
) -> tuple[Variation[str], ...]:
    """Variations as they are kept, also of a record that has whole lines.

    Raises:
        ValueError: it has both, or too many moves.
    """
    parting = tuple(one for one in variations if isinstance(one, Variation))
    lines = [one for one in variations if not isinstance(one, Variation)]
    if parting and lines:
        raise ValueError("objects and lists; expected objects alone")
    return parting or variations_of(actions, lines)


_OF_VARIATION: dict[str, Callable[[Any, str], Any]] = {"ply": _number, "line": _number, "actions": _texts}
_READERS: dict[str, Callable[[Any, str], Any]] = {
    "game": _text,
    "start": _start,
    "actions": _texts,
    "players": _players,
    "date": _text,
    "result": _result,
    "termination": _text,
    "notes": _notes,
    "comments": _comments,
    "glyphs": _glyphs,
    "variations": _variations,
}
