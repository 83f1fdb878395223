"""Hex games in the Smart Game Format, FF[4] with GM[11] (https://www.red-bean.com/sgf/hex.html).

Read and written: the main line from the empty board or from set-up stones (set_up.py), comments, glyphs
(sgf_glyphs.py), the other properties of moves as commands in comments (sgf_marks.py), and those of the root as headers;
variations with all of that, on request; otherwise they are checked for syntax and left out. Black moves first and joins
top and bottom, as in boardai; a swap may be `swap-sides` or `swap-pieces` (notation.py). Little Golem's dialect is read
as well: cells are two letters, `ah` for a8, a swap is `swap`, and the first player, who is in PB, moves as W.

A position that is set up after moves, or in a branch, is the start of a game of its own, with all that follows it: the
moves before do not lead to it. These games follow the one in which they were found.

Of what else the format allows, these are refused: passes, White moving first and boards beyond 19x19; and what goes
beyond the limits below and of sgf_text.py.
"""

from __future__ import annotations

import copy
import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TextIO

from boardai.basics.quoting import quoted
from boardai.games.hex.formats.boards import game_on
from boardai.games.hex.formats.notation import MoveText, SwapText
from boardai.games.hex.formats.set_up import SET_UP, set_up_text
from boardai.games.hex.formats.sgf_glyphs import properties_of
from boardai.games.hex.formats.sgf_marks import Marks
from boardai.games.hex.formats.sgf_record import COLOURS, ENDINGS, NO_HEADERS, READ_ALONE, RESULTS, Line, Record
from boardai.games.hex.formats.sgf_text import Characters, Property, fail, read_node
from boardai.records.variations import Variation, check_variations, play_through

MOST_SET_UPS = 1_000  # positions that are set up after moves in one game of a file


@dataclass(frozen=True)
class SgfGame:
    """One recorded game.

    Attributes:
        rows: rows of the board, 1 to 19.
        columns: columns of the board, 1 to 19.
        actions: the moves as boardai actions, `swap` included.
        headers: the root's properties other than FF, GM, CA, SZ and C, each with its values.
        comments: comment by the number of actions played before it; 0 is the root.
        ending: the colour that ended the game, and how, `("W", "resign")` or `("B", "forfeit")`, in its own colours.
        swap_text: how the swap is written, if there is one.
        variations: other lines; what continues after the last move parts there.
        start: the text of the position with the set-up stones, in a game with the swap rule; "" is the empty board.
        glyphs: by the number of actions up to and with the move, PGN's numbers.
        set_up_at: where the file sets up `start` after moves of another game: line and column, for people; "" if it is
            the file's root.
        set_ups: those places for the games that begin with a position which is set up in this one.
    """

    rows: int
    columns: int
    actions: tuple[int, ...] = ()
    headers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)
    ending: tuple[str, str] | None = None
    swap_text: SwapText = "swap-sides"
    variations: tuple[Variation[int], ...] = ()
    start: str = ""
    glyphs: dict[int, tuple[int, ...]] = field(default_factory=dict)
    set_up_at: str = field(default="", compare=False)
    set_ups: tuple[str, ...] = field(default=(), compare=False)

    @property
    def swapped(self) -> bool:
        """Whether the second player swapped."""
        swap = self.rows * self.columns
        return swap in self.actions or any(swap in one.actions for one in self.variations)

    def start_state(self) -> Any:
        """The position before the first move, in a game with the swap rule.

        Raises:
            ValueError: `start` is no position of this board.
        """
        empty = game_on(self.rows, self.columns, True).initial_state()
        return empty.from_string(self.start) if self.start else empty

    def final_state(self) -> Any:
        """The position after the last move, in a game with the swap rule.

        Raises:
            ValueError: an action is not legal.
        """
        state = self.start_state()
        for action in self.actions:
            state.apply(action)
        return state


def read_sgf(source: TextIO | str, variations: bool = False) -> Iterator[SgfGame]:
    """Reads games one after the other, keeping only one in memory.

    Args:
        source: an open text file, or the text itself.
        variations: read the moves of variations as well, which must be legal then.

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
    """The same; a well-formed text that is not a game of Hex counts as an error among the games.

    Raises:
        ValueError: the text is so broken that what follows cannot be read.
    """
    characters = Characters(io.StringIO(source) if isinstance(source, str) else source)
    characters.skip_byte_order_mark()
    while characters.skip_space() != "":
        yield from _read_game(characters, variations)


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
    state = game.start_state()
    size = str(game.rows) if game.rows == game.columns else f"{game.columns}:{game.rows}"
    parts = [f"(;FF[4]GM[11]CA[UTF-8]SZ[{size}]"]
    parts += [_property(name, values) for name, values in game.headers.items()]

    for number, one in enumerate(game.variations, 1):
        if one.ply in {*one.comments, *one.glyphs}:
            raise ValueError(f"variation {number}: SGF has no room for a comment before its first move")
    if 0 in game.glyphs:
        raise ValueError("SGF has no room for glyphs before the first move")

    def text_of(line: int, number: int, text: MoveText) -> str:
        one = game.variations[line - 1] if line else game
        own = properties_of(one.glyphs.get(number, ()))
        return own + _comment_text(one.comments.get(number), own, number, text, game)

    parts += [set_up_text(state), text_of(0, 0, MoveText())]
    parts += _moves(game, state, text_of)
    return "".join(parts) + ")\n"


def _comment_text(comment: str | None, own: str, number: int, text: MoveText, game: SgfGame) -> str:
    """A comment as a property of its node, with its markup: commands that the node cannot hold are in nodes after it.

    Args:
        comment: the text; None: none.
        own: the node's properties so far.
        number: number of moves before the position.
        text: how moves are written there.
        game: the game.
    """
    if comment is None:
        return ""
    marks = Marks()
    rest = marks.take_from(comment, game.rows, game.columns, READ_ALONE)
    found, others = marks.properties(text)
    parts = [f"C[{_escaped(rest)}]"] if rest or rest == comment else []
    parts += [_property(name, values) for name, values in found.items()]
    taken = {*re.findall("[A-Z]+(?=\\[)", own), *found}
    for name, values in others:
        # The properties of the root are headers.
        parts.append(_property(name, values) if number and name not in taken else f"\n;{_property(name, values)}")
        taken |= {name}
    return "".join(parts)


def _property(name: str, values: Iterable[str]) -> str:
    return name + "".join(f"[{_escaped(value)}]" for value in values)


def _moves(game: SgfGame, start: Any, text_of: Callable[[int, int, MoveText], str]) -> Iterator[str]:
    """The nodes of the game and its variations: wherever they part there is a branch for each, the game's own first."""
    parting = {(one.line, one.ply) for one in game.variations}
    # Of each line its own text, and for each place where others part from it their numbers; they stand after its end.
    written: list[list[str]] = [[] for _ in range(len(game.variations) + 1)]
    behind: list[list[list[int]]] = [[] for _ in written]
    # How moves are written in each line: its next one, and what may stand in the place of its last one.
    texts, instead = {0: MoveText(game.swap_text)}, dict[int, MoveText]()

    def write(line: int, ply: int, state: Any, action: int) -> int:
        parent = game.variations[line - 1].line if line else 0
        if line not in texts:
            texts[line] = copy.copy(instead[parent])
            behind[parent][-1].append(line)
        text = texts[line]
        if (line, ply) in parting:
            instead[line] = copy.copy(text)
            written[line].append("\n(")
            behind[line].append([])
        written[line].append(f"\n;{'BW'[text.colour_to_move(state)]}[{text.write(state, action)}]")
        written[line].append(text_of(line, ply + 1, text))
        return action

    check_variations(game.actions, game.variations)
    play_through(start, game.actions, game.variations, write)
    if game.ending is not None:
        colour, how = game.ending
        if colour not in COLOURS or how not in ENDINGS:
            raise ValueError(f"ending {quoted(game.ending)}: expected B or W, and resign or forfeit")
        written[0].append(f"\n;{colour}[{how}]")
    waiting: list[str | int] = [0]  # texts and lines, the next one last; however deep they are
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
            continue
        yield from written[one]
        for others in behind[one]:  # the last place's come first
            for other in reversed(others):
                waiting += [")", other, "\n("]
            waiting.append(")")


def is_root_property(name: str) -> bool:
    """Whether this is the name of a property of the root that is not about board, moves or comments."""
    return re.fullmatch("[A-Z]+", name) is not None and name not in NO_HEADERS


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _read_game(characters: Characters, variations: bool) -> list[SgfGame] | list[ValueError]:
    """Reads one game tree: its main line, the first variation wherever the game branches, and perhaps the others.

    A well-formed text is read completely; its first error takes the game's place.
    """
    place = characters.place()
    if characters.take() != "(":
        fail(place, "a game starts with '('")
    tree = _TreeOfMoves(variations)
    try:
        _read_tree(characters, tree)
    except ValueError:
        if tree.fault is not None:
            raise tree.fault from None
        raise
    return tree.games()


def _read_tree(characters: Characters, tree: _TreeOfMoves) -> None:
    """The text of a game after its first parenthesis.

    Raises:
        ValueError: it is not well formed.
    """
    depth = 1
    has_node = False
    while depth > 0:
        character = characters.skip_space()
        place = characters.place()
        if character == "":
            fail(place, "the file ends inside a game: ')' is missing")
        if character not in ";()":
            fail(place, f"expected ';', '(' or ')', got {character!r}")
        if character != ";" and not has_node:
            fail(place, f"expected a node, ';', got {character!r}")
        characters.take()
        if character == ";":
            tree.add(read_node(characters))
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
                fail(characters.place(), f"expected '(' or ')' after a variation, got {characters.peek()!r}")


class _TreeOfMoves:
    """The contents of a game's text, node by node, up to the first error.

    Args:
        variations: whether their moves are read.
    """

    def __init__(self, variations: bool) -> None:
        self.fault: ValueError | None = None
        self._variations, self._record = variations, Record()
        self._records = [self._record]  # the file's own one, and those of positions that are set up after moves
        # How things stood where the open branches begin, where variations are read.
        self._branches: list[tuple[Record, Line]] = []
        # The first variations all the way down are the text up to the first closing parenthesis.
        self._on_main_line = True
        self._with_result = self._record  # the one in which that line ends

    def add(self, properties: list[Property]) -> None:
        """The next node."""
        if self.fault is not None or not (self._on_main_line or self._variations):
            return
        try:
            if self._record.sets_up(properties):
                self._begin_record(properties)
            self._record.add_node(properties)
        except ValueError as error:
            self.fault = error

    def _begin_record(self, properties: list[Property]) -> None:
        """A position is set up after moves."""
        place = next(entry.place for entry in properties if entry.name in SET_UP)
        if len(self._records) > MOST_SET_UPS:
            fail(place, f"more than {MOST_SET_UPS:,} positions are set up after moves in this game")
        result = {name: self._record.headers[name] for name in RESULTS if name in self._record.headers}
        self._record = self._record.with_set_up(place)
        self._records.append(self._record)
        if self._on_main_line:
            self._with_result.headers = {k: v for k, v in self._with_result.headers.items() if k not in RESULTS}
            self._record.headers |= result
            self._with_result = self._record

    def open_branch(self) -> None:
        """A variation begins, perhaps the first."""
        if self.fault is not None:
            return
        try:
            self._record.begin()
        except ValueError as error:
            self.fault = error
            return
        if self._variations:
            self._branches.append((self._record, self._record.line()))

    def close_branch(self) -> None:
        """It has ended, or the game has."""
        if self._variations and self.fault is None and self._branches:
            self._record, line = self._branches.pop()
            self._record.go_back(line)
        self._on_main_line = False

    def games(self) -> list[SgfGame] | list[ValueError]:
        """The finished game and those of positions set up in it, or the first error."""
        try:
            if self.fault is not None:
                raise self.fault
            games = [self._game(record) for record in self._records]
        except ValueError as error:
            return [error]
        # A root from which only positions branch is not a game of its own.
        first = games[0]
        is_empty = not (first.actions or first.comments or first.glyphs or first.start or first.ending)
        return games[1:] if is_empty and len(games) > 1 and self._with_result is not self._records[0] else games

    def _game(self, record: Record) -> SgfGame:
        """A finished game.

        Raises:
            ValueError: no game can reach its start, or its comments are too long.
        """
        record.close()
        start = record.start
        comments, glyphs = record.words()
        rows, columns = start.rows(), start.columns()
        return SgfGame(
            rows=rows,
            columns=columns,
            actions=tuple(record.actions),
            headers=record.headers,
            comments=comments,
            glyphs=glyphs,
            ending=record.ending,
            swap_text=record.text.swap,
            variations=record.variations(),
            start="" if start == game_on(rows, columns, True).initial_state() else start.to_string(),
            set_up_at=record.set_up_at,
            set_ups=tuple(record.set_ups),
        )
