"""The record of a game: the game, its start, its actions, and its players.

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
`result` is player 0's outcome, +1, 0 or -1, or null while the game continues or was broken off. It may also be there
when the rules had not ended the game; `termination` then says how it ended (`resignation`). `date`, when it was played,
may be a year (`2026`) or a month (`2026-11`). `notes` is what a program wants to keep besides; it may be
left out. So may `comments`, comments on positions, by the number of actions played before them:
`{"0": "Black is to win.", "2": "A blunder."}`; and `glyphs`, PGN's annotation glyphs of moves, by the number of
actions up to and with the move: `{"2": [4]}` calls the second one a blunder. `variations` are other lines: at which ply
each parts from the game, and what is played there instead; one within another names the other's number, from 1, as its
`line`: `[{"ply": 1, "actions": ["a1", "c3"]}, {"ply": 2, "line": 1, "actions": ["d4"]}]` are `c3 a1 c3` and `c3 a1 d4`.
Its comments are in its own `comments` and `glyphs`, by the number of actions from the start of the game.
(Earlier versions wrote each line as a list of texts from the start, which is still read.)

Several records are kept in a file of lines (`.jsonl`), each line one such object.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from boardai.basics.checksums import SEAL, digest_of
from boardai.basics.files import json_text, parse_json, write_atomically
from boardai.basics.quoting import quoted
from boardai.basics.text_files import read_user_text
from boardai.basics.trust import require
from boardai.basics.typed import read_as
from boardai.game import Game, code_in_game, load
from boardai.records.variations import MOST_MOVES, Variation, in_order, variations_of

FORMAT = "boardai game 1"
_Ply = Annotated[int, Meta(ge=0, le=MOST_MOVES)]
_Glyph = Annotated[int, Meta(ge=0, le=255)]


class _Variation(msgspec.Struct, forbid_unknown_fields=True):
    ply: _Ply
    actions: tuple[str, ...]
    line: _Ply = 0
    comments: dict[_Ply, str] = {}
    glyphs: dict[_Ply, tuple[_Glyph, ...]] = {}


class _File(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The keys of a record besides its format, in this order."""

    game: str
    start: str | None = None
    actions: tuple[str, ...]
    players: tuple[str, str] = ("", "")
    date: str = ""
    result: Literal[-1, 0, 1] | None = None
    termination: str = ""
    notes: dict[str, Any] = {}
    comments: dict[_Ply, str] = {}
    glyphs: dict[_Ply, tuple[_Glyph, ...]] = {}
    # From the start on, as earlier versions wrote it, is a list.
    variations: tuple[_Variation | tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class GameRecord:
    """The record of a game that was played, as texts.

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
        players: the names of player 0 and player 1.
        result: outcome for player 0; None: unfinished.
        notes: additional data of programs; JSON values.
        comments: comments on positions, by the number of actions played before it; 0 is the start.
        glyphs: PGN's annotation glyphs of a move, by the number of actions up to and with it.
        variations: other lines, with action texts.
        date: when it was played: `2026-11-27`, `2026-11` or `2026`; "" if unknown.
        termination: how the game ended if not by the rules, such as `resignation`; "" if unknown.
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
            game: the loaded game, if available.
            source: named in errors, e.g. the file.

        Raises:
            ValueError: the start or an action does not fit the game, the result contradicts the rules, or the game is
                code that only the record names.
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
        """The record as one line, for files of several games."""
        return self._json()

    def _json(self, indent: int | None = None) -> str:
        try:
            return json_text(self._table(), indent) + "\n"
        except (ValueError, TypeError) as error:
            raise ValueError(f"game record: {error}") from None

    def _table(self) -> dict[str, Any]:
        values = dataclasses.asdict(self)
        values["variations"] = [_of_variation(one) for one in self.variations]
        optional = ("date", "termination", "notes", "comments", "glyphs", "variations")
        keys = _File.__struct_fields__
        return {"format": FORMAT, **{key: values[key] for key in keys if key not in optional or values[key]}}

    @classmethod
    def from_json(cls, text: str, source: str = "game record") -> GameRecord:
        """The record of a file's text. `states` checks whether the moves are legal.

        Args:
            text: the file's text.
            source: named in errors, e.g. the file.

        Raises:
            ValueError: the text is not a game record; the message names the line or the key, and the reason.
        """
        table = read_as(dict[str, Any], parse_json(text, source), source)
        if (given := table.pop("format", None)) != FORMAT:
            raise ValueError(f"{source}: format: expected {FORMAT!r}, got {quoted(given)}")
        values = msgspec.structs.asdict(read_as(_File, table, source))
        with _naming(f"{source}: variations"):
            values["variations"] = in_order(_parting(values["actions"], values["variations"]))
        return cls(**values)


def _of_variation(one: Variation[str]) -> dict[str, Any]:
    """A variation as a file has it."""
    values = {"ply": one.ply, "line": one.line, "actions": one.actions, "comments": one.comments, "glyphs": one.glyphs}
    return {key: value for key, value in values.items() if value or key in ("ply", "actions")}


def record_digest(record: GameRecord) -> str:
    """SHA-256 of a game's record, without its own."""
    notes = {key: value for key, value in record.notes.items() if key != SEAL}
    values = dataclasses.asdict(dataclasses.replace(record, notes=notes))
    for one in values["variations"]:  # fields unknown to earlier versions are written only if they are not empty
        for name in ("comments", "glyphs"):
            if not one[name]:
                del one[name]
    return digest_of(values)


def save_record(record: GameRecord, path: str | Path) -> None:
    """Writes a record atomically. An existing file is replaced.

    >>> from boardai.records import GameRecord, load_record, save_record
    >>> save_record(GameRecord("chess", actions=("e2e4", "e7e5")), "game.json")
    >>> load_record("game.json").actions
    ('e2e4', 'e7e5')

    Args:
        record: the record to write.
        path: of the file, usually `.json`.

    Raises:
        OSError: it cannot be written there.
    """
    write_atomically(Path(path), record.to_json().encode())


def load_record(path: str | Path) -> GameRecord:
    """Reads a record. `GameRecord.states` checks whether its moves are legal.

    >>> from pathlib import Path
    >>> from boardai.records import load_record
    >>> text = '{"format": "boardai game 1", "game": "hex:size=3", "actions": ["b2"]}'
    >>> _ = Path("game.json").write_text(text)
    >>> record = load_record("game.json")
    >>> len(record.states()), record.result
    (2, None)

    Args:
        path: of a file with one record; `read_games` reads files with several.

    Raises:
        ValueError: the file is damaged; the message names the file, the place and the reason.
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


def _parting(
    actions: tuple[str, ...], variations: tuple[_Variation | tuple[str, ...], ...]
) -> tuple[Variation[str], ...]:
    """Variations in stored form, also for a record with whole lines.

    Raises:
        ValueError: it has both, or too many moves.
    """
    parting = tuple(
        Variation(one.ply, one.actions, one.line, one.comments, one.glyphs)
        for one in variations
        if isinstance(one, _Variation)
    )
    lines = [one for one in variations if not isinstance(one, _Variation)]
    if parting and lines:
        raise ValueError("objects and lists; expected objects alone")
    return parting or variations_of(actions, lines)
