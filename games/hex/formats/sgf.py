"""Hex games in the Smart Game Format, FF[4] with GM[11] (https://www.red-bean.com/sgf/hex.html).

Read and written: the main line from the empty board, comments, and the root's other properties as headers; of
variations the moves, where they are asked for, else they are checked for syntax and left out, as are properties that
are not moves or comments (markup, clocks). Black moves first
and joins top and bottom, as in boardai; a swap may be `swap-sides` or `swap-pieces` (see notation.py). Of what else
the format allows, these are refused: setup stones, passes, White moving first and boards beyond 19x19; and what goes
beyond the limits below, far beyond what people and programs write, so that a game of any file needs bounded memory.
"""

from __future__ import annotations

import copy
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, TextIO

from boardai.basics.quoting import quoted
from boardai.games.hex.formats.notation import MoveText, SwapText
from boardai.records.branches import Branches, branches

_COLOURS = {"B": 0, "W": 1}
_ENDINGS = ("resign", "forfeit")
_SETUP = ("AB", "AW", "AE", "PL")
_CHUNK = 1 << 16
LONGEST_TEXT = 1_000_000  # characters of all comments at one position together, or of another value
MOST_PROPERTIES = 1_000  # of a node
MOST_VALUES = 10_000  # of a property
LONGEST_NAME = 100  # letters of a property's name


@dataclass(frozen=True)
class SgfGame:
    """One recorded game.

    Attributes:
        rows: rows of the board, 1 to 19.
        columns: columns of the board, 1 to 19.
        actions: the moves as boardai actions, `swap` included.
        headers: the root's properties other than FF, GM, CA, SZ and C, each with its values.
        comments: comment by the number of actions played before it; 0 is the root.
        ending: who left the game and how, `("W", "resign")` or `("B", "forfeit")`, in the record's colours.
        swap_text: how the swap is written, if there is one.
        variations: the actions of other lines, each from the start.
    """

    rows: int
    columns: int
    actions: tuple[int, ...] = ()
    headers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)
    ending: tuple[str, str] | None = None
    swap_text: SwapText = "swap-sides"
    variations: tuple[tuple[int, ...], ...] = ()

    @property
    def swapped(self) -> bool:
        """Whether the second player swapped."""
        return any(self.rows * self.columns in line for line in (self.actions, *self.variations))

    def final_state(self) -> Any:
        """The position after the last move, in a game with the swap rule.

        Raises:
            ValueError: an action is not legal.
        """
        state = _start(self.rows, self.columns)
        for action in self.actions:
            state.apply(action)
        return state


def read_sgf(source: TextIO | str, variations: bool = False) -> Iterator[SgfGame]:
    """Reads games one after the other, keeping only one in memory.

    Args:
        source: an open text file, or the text itself.
        variations: read the moves of variations, too, which must be legal then.

    Yields:
        The games in the order of the file.

    Raises:
        ValueError: with line and column (from 1) and the reason; games before the bad one have been yielded.
    """
    for found in read_sgf_with_faults(source, variations):
        if isinstance(found, ValueError):
            raise found
        yield found


def read_sgf_with_faults(source: TextIO | str, variations: bool = False) -> Iterator[SgfGame | ValueError]:
    """The same; a game that is no game of Hex though its text is whole is an error among the others.

    Raises:
        ValueError: the text is so broken that what follows cannot be read.
    """
    characters = _Characters(io.StringIO(source) if isinstance(source, str) else source)
    characters.skip_byte_order_mark()
    while characters.skip_space() != "":
        yield _read_game(characters, variations)


def write_sgf(game: SgfGame) -> str:
    """The game as SGF text with a final line break.

    Raises:
        ValueError: an action is not legal, or a header or comment has no place in the file.
    """
    for name, values in game.headers.items():
        if not is_root_property(name):
            raise ValueError(f"header {quoted(name)}: not the name of a further root property")
        if not values or isinstance(values, str):
            raise ValueError(f"header {quoted(name)}: expected a tuple of at least one text, got {quoted(values)}")
    for number in game.comments:
        if not 0 <= number <= len(game.actions):
            raise ValueError(f"comment {quoted(number)}: the game has {len(game.actions)} moves")
    state = _start(game.rows, game.columns)
    size = str(game.rows) if game.rows == game.columns else f"{game.columns}:{game.rows}"
    parts = [f"(;FF[4]GM[11]CA[UTF-8]SZ[{size}]"]
    parts += [name + "".join(f"[{_escaped(value)}]" for value in values) for name, values in game.headers.items()]
    text = MoveText(game.swap_text)

    def comment(number: int) -> str:
        return f"C[{_escaped(game.comments[number])}]" if number in game.comments else ""

    parts.append(comment(0))
    tree = branches((game.actions, *game.variations))
    place = 0
    behind: list[str] = []  # variations stand behind what they part from, the last ones first
    for number, action in enumerate(game.actions, start=1):
        (_, next_place), *others = tree[place]
        if others:
            parts.append("\n(")
            behind.append(")" + "".join(_variation(tree, state, text, *other) for other in others))
        parts.append(_node(state, text, action) + comment(number))
        state.apply(action)
        place = next_place
    if game.ending is not None:
        colour, how = game.ending
        if colour not in _COLOURS or how not in _ENDINGS:
            raise ValueError(f"ending {quoted(game.ending)}: expected B or W, and resign or forfeit")
        parts.append(f"\n;{colour}[{how}]")
    return "".join(parts) + "".join(reversed(behind)) + ")\n"


def is_root_property(name: str) -> bool:
    """Whether that is the name of a property of the root that says no more of board, moves and comments."""
    return re.fullmatch("[A-Z]+", name) is not None and name not in ("FF", "GM", "CA", "SZ", "C", "B", "W", *_SETUP)


def _node(state: Any, text: MoveText, action: int) -> str:
    """A move as a node; `text` then stands behind it."""
    colour = "BW"[text.colour_to_move(state)]
    return f"\n;{colour}[{text.write(state, action)}]"


def _variation(tree: Branches, state: Any, text: MoveText, action: int, place: int) -> str:
    """What else could be played in a state, and all that parts from it; by a loop, however deep it is."""
    parts = []
    # What is still to be written: a move in its state, or the end of a branch.
    waiting: list[tuple[Any, MoveText, int, int] | str] = [")", (state, copy.copy(text), action, place), "\n("]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            parts.append(one)
            continue
        state, text, action, place = one
        parts.append(_node(state, text, action))
        after, is_parting = state.child(action), len(tree[place]) > 1
        for next_action, behind in reversed(tree[place]):
            step = (after, copy.copy(text), next_action, behind)
            waiting += [")", step, "\n("] if is_parting else [step]
    return "".join(parts)


def _start(rows: int, columns: int) -> Any:
    from boardai.games.hex import load

    return load(rows=rows, cols=columns, swap=True).initial_state()


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


class _Characters:
    """A text stream one character ahead, which knows line and column."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._buffer = ""
        self._next = 0
        self.line = 1
        self.column = 1

    def peek(self) -> str:
        """The next character, "" at the end."""
        if self._next == len(self._buffer):
            self._buffer, self._next = self._stream.read(_CHUNK), 0
        return self._buffer[self._next] if self._buffer else ""

    def take(self) -> str:
        """The next character, which is then behind us."""
        character = self.peek()
        if character:
            self._next += 1
            self.line, self.column = (self.line + 1, 1) if character == "\n" else (self.line, self.column + 1)
        return character

    def skip_space(self) -> str:
        """Passes over white space; the character after it."""
        while self.peek().isspace():
            self.take()
        return self.peek()

    def skip_byte_order_mark(self) -> None:
        if self.peek() == "\ufeff":
            self.take()
            self.column = 1

    def place(self) -> tuple[int, int]:
        return self.line, self.column


def _fail(place: tuple[int, int], reason: str) -> NoReturn:
    raise ValueError(f"SGF line {place[0]}, column {place[1]}: {reason}")


@dataclass(frozen=True)
class _Property:
    name: str
    values: tuple[str, ...]
    place: tuple[int, int]


def _read_game(characters: _Characters, variations: bool) -> SgfGame | ValueError:
    """Reads one game tree: its main line, the first variation wherever the game branches, and perhaps the others.

    A text that is well formed is read through, whatever it says: what was wrong first is given in the game's place.
    """
    place = characters.place()
    if characters.take() != "(":
        _fail(place, "a game starts with '('")
    tree = _TreeOfMoves(variations)
    try:
        _read_tree(characters, tree)
    except ValueError:
        if tree.fault is not None:
            raise tree.fault from None
        raise
    return tree.fault or tree.game()


def _read_tree(characters: _Characters, tree: _TreeOfMoves) -> None:
    """The text of a game behind its first parenthesis.

    Raises:
        ValueError: it is not well formed.
    """
    depth = 1
    has_node = False
    while depth > 0:
        character = characters.skip_space()
        place = characters.place()
        if character == "":
            _fail(place, "the file ends inside a game: ')' is missing")
        if character not in ";()":
            _fail(place, f"expected ';', '(' or ')', got {character!r}")
        if character != ";" and not has_node:
            _fail(place, f"expected a node, ';', got {character!r}")
        characters.take()
        if character == ";":
            tree.add(_read_node(characters))
            has_node = True
        elif character == "(":
            depth += 1
            has_node = False
            tree.open_branch()
        else:
            depth -= 1
            tree.close_branch()
            # Nodes after a variation would belong to no sequence.
            if depth > 0 and characters.skip_space() not in ("(", ")", ""):
                _fail(characters.place(), f"expected '(' or ')' after a variation, got {characters.peek()!r}")


class _TreeOfMoves:
    """What a game's text says, node by node, up to the first fault.

    Args:
        variations: whether their moves are read.
    """

    def __init__(self, variations: bool) -> None:
        self.fault: ValueError | None = None
        self._variations, self._record = variations, _Record()
        self._branches: list[_Line] = []  # how things stood where the open ones begin, where variations are read
        self._found: list[tuple[int, ...]] = []
        # The first variations all the way down are the text up to the first closing parenthesis.
        self._on_main_line = True

    def add(self, properties: list[_Property]) -> None:
        """The next node."""
        if self.fault is not None:
            return
        try:
            if self._on_main_line:
                self._record.add_node(properties)
            elif self._variations:
                self._record.add_to_variation(properties)
        except ValueError as error:
            self.fault = error

    def open_branch(self) -> None:
        """A variation begins, perhaps the first."""
        if self._variations and self.fault is None:
            self._branches.append(self._record.line())

    def close_branch(self) -> None:
        """It has ended, or the game has."""
        if self._variations and self.fault is None:
            if not self._on_main_line and self._record.is_variation:
                self._found.append(self._record.line().actions)
            if self._branches:
                self._record.go_back(self._branches.pop())
        self._on_main_line = False

    def game(self) -> SgfGame:
        """The finished game."""
        return replace(self._record.game(), variations=tuple(self._found))


def _read_node(characters: _Characters) -> list[_Property]:
    """The properties of a node; its ';' has been read."""
    properties: dict[str, _Property] = {}
    while (character := characters.skip_space()) and character not in ";()":
        place = characters.place()
        if len(properties) >= MOST_PROPERTIES:
            _fail(place, f"more than {MOST_PROPERTIES:,} properties in one node")
        name = ""
        while "A" <= characters.peek() <= "Z":
            if len(name) >= LONGEST_NAME:
                _fail(place, f"a property name of more than {LONGEST_NAME} letters")
            name += characters.take()
        if not name:
            _fail(place, f"expected a property name in capitals, got {character!r}")
        if name in properties:
            _fail(place, f"property {name} twice in one node")
        values = []
        while characters.skip_space() == "[":
            if len(values) >= MOST_VALUES:
                _fail(characters.place(), f"more than {MOST_VALUES:,} values of property {name}")
            values.append(_read_value(characters))
        if not values:
            got = repr(characters.peek()) if characters.peek() else "the end of the file"
            _fail(characters.place(), f"expected '[' after property {name}, got {got}")
        properties[name] = _Property(name, tuple(values), place)
    return list(properties.values())


def _read_value(characters: _Characters) -> str:
    start = characters.place()
    characters.take()
    value = []
    while (character := characters.take()) != "]":
        if character == "":
            _fail(start, "this '[' is never closed")
        if character == "\\":
            character = characters.take()
            if character == "":
                _fail(start, "this '[' is never closed")
            if character == "\n":  # an escaped line break is none
                continue
        if len(value) >= LONGEST_TEXT:
            _fail(start, f"a value of more than {LONGEST_TEXT:,} characters")
        value.append(character)
    return "".join(value)


@dataclass(frozen=True)
class _Line:
    """How a record stands at some place: what was played, the state there, and how moves are written behind it."""

    actions: tuple[int, ...]
    state: Any
    text: MoveText


class _Record:
    """The game while its main line is read, and the moves of variations."""

    def __init__(self) -> None:
        self._headers: dict[str, tuple[str, ...]] | None = None
        self._state: Any = None
        self._actions: list[int] = []
        self._comments: dict[int, list[str]] = {}
        self._said = 0  # characters at the present position
        self._ending: tuple[str, str] | None = None
        self._text = MoveText()
        self._variation: _Line | None = None  # None: still on the main line
        self.is_variation = False  # moves have been read since the last branch began or ended

    def add_node(self, properties: list[_Property]) -> None:
        """Takes over a node of the main line."""
        is_root = self._headers is None
        if is_root:
            self._open(properties)
        moves = [entry for entry in properties if entry.name in _COLOURS]
        if len(moves) > 1:
            _fail(moves[1].place, "a second move in one node")
        for entry in properties:
            if entry.name in _SETUP:
                _fail(entry.place, f"setup property {entry.name}: only games from the empty board are read")
        if moves:
            self._play(moves[0])
        for entry in properties:
            if entry.name == "C":
                # A resignation is no action: what is said there continues the comment before it.
                text = _single(entry)
                said = self._comments.setdefault(len(self._actions), [])
                self._said = len(text) + (self._said + 1 if said else 0)
                if self._said > LONGEST_TEXT:
                    _fail(entry.place, f"comments of more than {LONGEST_TEXT:,} characters at one position")
                said.append(text)

    def line(self) -> _Line:
        """Where the reading stands."""
        return self._variation or _Line(tuple(self._actions), self._state.clone(), copy.copy(self._text))

    def go_back(self, line: _Line) -> None:
        """A branch has ended: the next one begins where this one began."""
        self._variation, self.is_variation = line, False

    def add_to_variation(self, properties: list[_Property]) -> None:
        """Takes over the move of a node of a variation; what else is said there is left out."""
        assert self._variation is not None
        for entry in properties:
            if entry.name in _SETUP:
                _fail(entry.place, f"setup property {entry.name}: only games from the empty board are read")
            if entry.name not in _COLOURS or _single(entry).strip().lower() in _ENDINGS:
                continue
            state, text = self._variation.state.clone(), copy.copy(self._variation.text)
            action = _action(entry, state, text)
            state.apply(action)
            self._variation, self.is_variation = _Line((*self._variation.actions, action), state, text), True

    def game(self) -> SgfGame:
        """The finished record."""
        return SgfGame(
            rows=self._state.rows(),
            columns=self._state.columns(),
            actions=tuple(self._actions),
            headers=self._headers or {},
            comments={number: "\n".join(texts) for number, texts in self._comments.items()},
            ending=self._ending,
            swap_text=self._text.swap,
        )

    def _open(self, properties: list[_Property]) -> None:
        rows = columns = 11
        self._headers = {}
        for entry in properties:
            if entry.name == "FF":
                if _single(entry).strip() != "4":
                    _fail(entry.place, f"FF[{_single(entry)}]: only FF[4] is read")
            elif entry.name == "GM":
                if _single(entry).strip() != "11":
                    _fail(entry.place, f"GM[{_single(entry)}]: Hex is GM[11]")
            elif entry.name == "SZ":
                rows, columns = _read_size(entry)
            elif entry.name not in ("CA", "C", *_COLOURS, *_SETUP):
                self._headers[entry.name] = entry.values
        self._state = _start(rows, columns)

    def _play(self, entry: _Property) -> None:
        move = _single(entry).strip()
        if self._ending is not None:
            _fail(entry.place, f"move {entry.name}[{move}] after {self._ending[0]}[{self._ending[1]}]")
        if not self._state.is_terminal() and move.lower() in _ENDINGS:
            self._ending = (entry.name, move.lower())
            return
        action = _action(entry, self._state, self._text)
        self._state.apply(action)
        self._actions.append(action)


def _action(entry: _Property, state: Any, text: MoveText) -> int:
    """The action of a move."""
    move = _single(entry).strip()
    if state.is_terminal():
        _fail(entry.place, f"move {entry.name}[{move}] after the game was won")
    if _COLOURS[entry.name] != text.colour_to_move(state):
        _fail(entry.place, f"{entry.name}[{move}]: it is {'BW'[text.colour_to_move(state)]}'s turn")
    try:
        return text.read(state, move)
    except ValueError as error:
        _fail(entry.place, str(error))


def _single(entry: _Property) -> str:
    if len(entry.values) != 1:
        _fail(entry.place, f"property {entry.name}: expected one value, got {len(entry.values)}")
    return entry.values[0]


def _read_size(entry: _Property) -> tuple[int, int]:
    """Rows and columns of SZ[n] or SZ[columns:rows]."""
    text = _single(entry).strip()
    found = re.fullmatch(r"([1-9][0-9]?)(?::([1-9][0-9]?))?", text)
    sides = [int(side) for side in found.groups() if side] if found else []
    if not sides or max(sides) > 19:
        _fail(entry.place, f"SZ[{text[:40]}]: expected a size from 1 to 19, or columns:rows")
    return sides[-1], sides[0]
