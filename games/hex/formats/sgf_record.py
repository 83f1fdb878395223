"""One game of an SGF file while it is read: its headers, its set-up stones, its main line and its variations' moves.

A position that the file sets up after moves begins a game of its own, since no moves lead to it.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass
from typing import Any

from boardai.games.hex.formats.boards import game_on
from boardai.games.hex.formats.notation import MoveText
from boardai.games.hex.formats.set_up import SET_UP, SetUpStones, colour_to_move, stones_on
from boardai.games.hex.formats.sgf_glyphs import glyph_of, has_property_of
from boardai.games.hex.formats.sgf_marks import MARKUP, Marks
from boardai.games.hex.formats.sgf_text import LONGEST_TEXT, Property, fail
from boardai.records.move_reports import MoveReport
from boardai.records.variations import MoveTree, Variation

COLOURS = {"B": 0, "W": 1}
ENDINGS = ("resign", "forfeit")
# The properties that are read by themselves: neither headers of the game nor unread properties of a move.
READ_ALONE = ("FF", "GM", "CA", "SZ", "C", *COLOURS, *SET_UP)
NO_HEADERS = (*READ_ALONE, *MARKUP)
# Properties of moves that say what reports do: the time left, and the value for black.
_REPORTS = {"BL": "clock", "WL": "clock", "V": "score"}
# Headers of one colour, and the other colour's. Those of the result are of the main line's last moves.
_OF_COLOURS = {"PB": "PW", "BR": "WR", "BT": "WT"}
RESULTS = ("RE", "TERMINATION")
_NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,9})?", re.ASCII)
_LITTLE_GOLEM = "littlegolem"
_TWO_LETTERS = re.compile("[a-s]{2}")


@dataclass(frozen=True)
class Line:
    """How a record stands at some place in its tree: the state there, and how moves are written after it."""

    place: int
    state: Any
    text: MoveText


class Record:
    """The game while its main line is read, and the moves of variations.

    Attributes:
        headers: the root's further properties.
        comments: comments on positions, by the number of actions before them.
        glyphs: glyphs of moves, by the number of actions up to and with them.
        actions: of the main line.
        ending: who left the game and how, in the record's colours.
        text: how moves are written after the main line.
        set_up_at: line and column where the file sets up the position that this one starts with; "" for its root.
        set_ups: those places for positions that are set up in this one; each has a record of its own.
    """

    def __init__(self) -> None:
        self.headers: dict[str, tuple[str, ...]] = {}
        self.comments: dict[int, list[str]] = {}
        self.glyphs: dict[int, tuple[int, ...]] = {}
        self._marks = dict[int, Marks]()  # by place in the tree
        self.actions: list[int] = []
        self.ending: tuple[str, str] | None = None
        self.text = MoveText()
        self._tree = MoveTree[int](joint="\n")
        self._place = 0  # after the main line
        self._empty: Any = None  # the board; None: no node has been read
        self._set_up = SetUpStones(0, 0)
        self._start: Any = None
        self._state: Any = None  # None: stones may still be put on the board
        self._black = "B"  # what the file calls the first player's colour
        self._characters = 0  # characters at the present position
        self._variation: Line | None = None  # None: still on the main line
        self.set_up_at = ""
        self.set_ups: list[str] = []

    @property
    def start(self) -> Any:
        """The position with the set-up stones.

        Raises:
            ValueError: no game can reach it.
        """
        if self._start is None:
            self._start = self._set_up.state(self._empty)
        return self._start

    def begin(self) -> Any:
        """The state after the main line so far; from now on no stones are put on the board.

        Raises:
            ValueError: no game can reach the position of the set-up stones.
        """
        if self._state is None:
            self._state = self.start.clone()
        return self._state

    def sets_up(self, properties: list[Property]) -> bool:
        """Whether a node puts stones on the board after a move, or where the file branches."""
        at = self._variation
        state, text = (self._state, self.text) if at is None else (at.state, at.text)
        if state is None:
            return False
        return any(
            entry.name in SET_UP
            and not (entry.name == "PL" and colour_to_move(entry) == text.colour_to_move(state))  # it says what is so
            for entry in properties
        )

    def with_set_up(self, place: tuple[int, int]) -> Record:
        """A record that begins where this one stands, with the board as the file shows it, and without the result.

        Args:
            place: line and column where stones are put on that board.

        Raises:
            ValueError: the record is in Little Golem's dialect, which calls black W.
        """
        if self._black != "B" or self.text.letters:
            fail(place, "set-up stones after a move in Little Golem's dialect")
        line, record = self.line(), Record()
        is_exchanged = line.state.swapped() and not line.text.mirrored
        others = {**_OF_COLOURS, **{other: name for name, other in _OF_COLOURS.items()}} if is_exchanged else {}
        record.headers = {others.get(name, name): text for name, text in self.headers.items() if name not in RESULTS}
        record._empty = self._empty
        record._set_up = SetUpStones(
            self._empty.rows(), self._empty.columns(), stones_on(line.state, line.text.mirrored)
        )
        record.set_up_at = f"line {place[0]}, column {place[1]}"
        self.set_ups.append(record.set_up_at)
        return record

    def add_node(self, properties: list[Property]) -> None:
        """Takes over a node: of the main line, or of the variation where the reading stands."""
        if self._variation is not None:
            self._add_to_variation(properties)
            return
        is_root = self._empty is None
        if is_root:
            self._open(properties)
        if self._state is None:
            self._set_up.add_node(properties)
        moves = [entry for entry in properties if entry.name in COLOURS]
        if len(moves) > 1:
            fail(moves[1].place, "a second move in one node")
        if moves:
            self._play(moves[0])
        for entry in properties:
            text = self._said(entry, self._place, self._state, self.text, is_root)
            if text is not None:
                # A resignation is no action: a comment there continues the comment before it.
                comments = self.comments.setdefault(len(self.actions), [])
                self._characters = len(text) + (self._characters + 1 if comments else 0)
                if self._characters > LONGEST_TEXT:
                    fail(entry.place, f"comments of more than {LONGEST_TEXT:,} characters at one position")
                comments.append(text)
            elif not is_root or entry.name in MARKUP:
                number = len(self.actions)
                known = self.glyphs.get(number, ())
                if (glyph := self._glyph(entry, known, self._place, self.text)) is not None:
                    self.glyphs[number] = (*known, glyph)

    def line(self) -> Line:
        """Where the reading stands."""
        if self._variation is not None:
            return self._variation
        return Line(self._place, self.begin().clone(), copy.copy(self.text))

    def close(self) -> None:
        """All has been read. A main line that a set-up position ended continues by the first moves read there."""
        if self.set_ups:
            self._place = self._tree.end_after(self._place)
            self.actions = self._tree.moves_to(self._place)

    def variations(self) -> tuple[Variation[int], ...]:
        """All that was read but for the main line."""
        return self._tree.variations(self._place)

    def words(self) -> tuple[dict[int, str], dict[int, tuple[int, ...]]]:
        """Comments and glyphs of the main line, also those where a variation repeats its moves, or has none."""
        self._say_marks()
        comments = {number: "\n".join(texts) for number, texts in self.comments.items()}
        more, glyphs = self._tree.words(self._tree.line_to(self._place), -1)
        for number, text in more.items():
            comments[number] = f"{comments[number]}\n{text}" if comments.get(number) else text
        for number, known in self.glyphs.items():
            more_glyphs = (glyph for glyph in glyphs.get(number, ()) if not has_property_of(known, glyph))
            glyphs[number] = (*known, *more_glyphs)
        return comments, glyphs

    def _say_marks(self) -> None:
        """The markup of each position becomes a part of its comment, the last one."""
        marks, self._marks = self._marks, {}
        for place, one in marks.items():
            self._tree.say(place, "\n".join(one.commands()))

    def _glyph(self, entry: Property, known: tuple[int, ...], place: int, text: MoveText) -> int | None:
        """The glyph that a property is; None if it has become a part of the position's markup.

        Args:
            entry: the property.
            known: glyphs that the move already has.
            place: of the position.
            text: how moves are written there.
        """
        glyph = glyph_of(entry)
        if glyph is not None and glyph in known:
            return None
        if glyph is not None and place > 0 and not has_property_of(known, glyph):
            return glyph
        if entry.name not in READ_ALONE:
            state = self._empty
            marks = self._marks.setdefault(place, Marks())
            marks.add(entry, text, state.rows(), state.columns(), self._black)
        return None

    def _said(self, entry: Property, place: int, state: Any, text: MoveText, is_root: bool = False) -> str | None:
        """What a property says as a comment: a comment itself, or a clock or value as PGN's comments have them.

        Args:
            entry: the property.
            place: of the position.
            state: there; None before the first move.
            text: how moves are written there.
            is_root: whether it is one of the root.

        Returns:
            None: it says nothing, or nothing that can be read. Markup in a comment goes to the position's.
        """
        if entry.name == "C":
            comment, marks = single(entry), self._marks.get(place, Marks())
            rest = marks.take_from(comment, self._empty.rows(), self._empty.columns(), READ_ALONE)
            if rest == comment:
                return comment
            self._marks[place] = marks
            return rest or None
        report = None if is_root else _REPORTS.get(entry.name)
        if report is None or len(entry.values) != 1 or _NUMBER.fullmatch(entry.values[0].strip()) is None:
            return None
        if report == "clock" and (state is None or self._colour(entry) == text.colour_to_move(state)):
            return None  # a comment has room for the clock of the player who moved
        return MoveReport(**{report: float(entry.values[0])}).comment(player=0, centipawns=False)

    def go_back(self, line: Line) -> None:
        """A branch has ended: the next one begins where this one began."""
        self._variation = line

    def _add_to_variation(self, properties: list[Property]) -> None:
        """Takes over the move of a node of a variation, and its comment."""
        assert self._variation is not None
        for entry in properties:
            if entry.name not in COLOURS or single(entry).strip().lower() in ENDINGS:
                continue
            state, text = self._variation.state.clone(), copy.copy(self._variation.text)
            action = self._action(entry, state, text)
            state.apply(action)
            self._variation = Line(self._added(self._variation.place, action, entry), state, text)
        for entry in properties:
            line = self._variation
            said = self._said(entry, line.place, line.state, line.text)
            known = self._tree.glyphs_at(line.place)
            glyph = None if said is not None else self._glyph(entry, known, line.place, line.text)
            try:
                if said is not None:
                    self._tree.say(line.place, said)
                elif glyph is not None:
                    self._tree.say(line.place, glyphs=[glyph])
            except ValueError as error:
                fail(entry.place, str(error))

    def _open(self, properties: list[Property]) -> None:
        rows = columns = 11
        for entry in properties:
            if entry.name == "FF":
                if single(entry).strip() != "4":
                    fail(entry.place, f"FF[{single(entry)}]: only FF[4] is read")
            elif entry.name == "GM":
                if single(entry).strip() != "11":
                    fail(entry.place, f"GM[{single(entry)}]: Hex is GM[11]")
            elif entry.name == "SZ":
                rows, columns = _read_size(entry)
            elif entry.name not in NO_HEADERS:
                self.headers[entry.name] = entry.values
        self._empty = game_on(rows, columns, True).initial_state()
        self._set_up = SetUpStones(rows, columns)

    def _play(self, entry: Property) -> None:
        move = single(entry).strip()
        if not self.actions and self.ending is None:
            self._take_dialect(entry.name, move)
        state = self.begin()
        if self.ending is not None:
            fail(entry.place, f"move {entry.name}[{move}] after {self.ending[0]}[{self.ending[1]}]")
        if not state.is_terminal() and move.lower() in ENDINGS:
            self.ending = ("BW"[self._colour(entry)], move.lower())
            return
        action = self._action(entry, state, self.text)
        state.apply(action)
        self.actions.append(action)
        self._place = self._added(self._place, action, entry)

    def _added(self, place: int, action: int, entry: Property) -> int:
        """The place after a move in the tree."""
        try:
            return self._tree.add(place, action)
        except ValueError as error:
            fail(entry.place, str(error))

    def _take_dialect(self, name: str, move: str) -> None:
        """Little Golem writes cells as two letters, and W for the first player, who is in PB."""
        source = "".join(self.headers.get("SO", ())).lower()
        is_ending = move.lower() in ENDINGS
        if _TWO_LETTERS.fullmatch(move) or (is_ending and _LITTLE_GOLEM in source):
            self.text = MoveText(letters=True)
            self._black = name if not is_ending else "W"

    def _colour(self, entry: Property) -> int:
        return int(entry.name[0] != self._black)

    def _action(self, entry: Property, state: Any, text: MoveText) -> int:
        """The action of a move."""
        move = single(entry).strip()
        if state.is_terminal():
            fail(entry.place, f"move {entry.name}[{move}] after the game was won")
        turn = text.colour_to_move(state)
        if self._colour(entry) != turn:
            name = next(name for name in COLOURS if turn == int(name != self._black))
            fail(entry.place, f"{entry.name}[{move}]: it is {name}'s turn")
        try:
            return text.read(state, move)
        except ValueError as error:
            fail(entry.place, str(error))


def single(entry: Property) -> str:
    """The one value of a property.

    Raises:
        ValueError: it has several.
    """
    if len(entry.values) != 1:
        fail(entry.place, f"property {entry.name}: expected one value, got {len(entry.values)}")
    return entry.values[0]


def _read_size(entry: Property) -> tuple[int, int]:
    """Rows and columns of SZ[n] or SZ[columns:rows]."""
    text = single(entry).strip()
    found = re.fullmatch(r"([1-9][0-9]?)(?::([1-9][0-9]?))?", text)
    sides = [int(side) for side in found.groups() if side] if found else []
    if not sides or max(sides) > 19:
        fail(entry.place, f"SZ[{text[:40]}]: expected a size from 1 to 19, or columns:rows")
    return sides[-1], sides[0]
