"""Variations of a game: each has the place where it branches from its line, and its moves.

No line is kept from the start on, so that time and memory grow with the moves that a file has, however late in a long
game its variations are and however many there are of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from boardai.basics.quoting import quoted

MOST_MOVES = 100_000  # of a game and its variations together; the largest collections of openings have fewer
LONGEST_COMMENT = 1_000_000  # characters of all comments on one position

Move = TypeVar("Move", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Variation(Generic[Move]):
    """A line that departs from a game or from another variation.

    >>> from boardai.records import Variation
    >>> others = Variation(1, (5, 0)), Variation(2, (6,), line=1)  # instead of the second move, and within that
    >>> one = boardai.RecordedGame.from_moves("hex:size=3", ["b2", "a1", "c3"], variations=others)
    >>> one.line(1), one.line(2)
    ((4, 5, 0), (4, 5, 6))

    Attributes:
        ply: the number of moves before it, from the start of the game.
        actions: the actions played from there, instead of the line's next move; in a record, their texts.
        line: the line: 0 is the game, 1 its first variation, and so on.
        comments: comments on its positions, by the number of actions before them, counted from the start of the game.
            The comment at `ply` precedes the first move and is about the variation.
        glyphs: PGN's annotation glyphs of its moves, by the number of actions up to and with them; likewise.
    """

    ply: int
    actions: tuple[Move, ...]
    line: int = 0
    comments: Mapping[int, str] = field(default_factory=dict, hash=False)
    glyphs: Mapping[int, tuple[int, ...]] = field(default_factory=dict, hash=False)


class _Words:
    """Comments and glyphs at one place, as they come."""

    __slots__ = ("comments", "glyphs", "length")

    def __init__(self) -> None:
        self.comments, self.glyphs, self.length = dict[str, None](), tuple[int, ...](), 0  # a dict finds an equal one

    def add(self, comment: str, glyphs: Iterable[int]) -> None:
        """Adds a comment, if there is one, and glyphs; existing ones are not added again.

        Raises:
            ValueError: the comments are too long.
        """
        self.glyphs = (*self.glyphs, *(one for one in glyphs if one not in self.glyphs)) if self.glyphs else (*glyphs,)
        if comment and comment not in self.comments:
            self.length += len(comment) + 1
            if self.length > LONGEST_COMMENT + 1:
                raise ValueError(f"comments of more than {LONGEST_COMMENT:,} characters at one position")
            self.comments[comment] = None


class MoveTree(Generic[Move]):
    """A game and its variations while they are read: what lines have in common is there once.

    >>> from boardai.records.variations import MoveTree
    >>> tree = MoveTree()
    >>> last = tree.add(tree.add(0, "e4"), "e5")
    >>> for move in ("c5", "c6", "c5"):
    ...     _ = tree.add(1, move)
    >>> tree.say(3, "Sicilian")
    >>> [(one.ply, one.actions, one.comments) for one in tree.variations(last)]
    [(1, ('c5',), {2: 'Sicilian'}), (1, ('c6',), {})]

    Args:
        joint: separator of two comments at one place.
    """

    def __init__(self, joint: str = " ") -> None:
        self._before, self._moves = [-1], list[Any]([None])
        self._known: dict[tuple[int, Move], int] = {}
        self._joint = joint
        self._notes, self._opening = dict[int, _Words](), dict[int, _Words]()

    def add(self, place: int, move: Move) -> int:
        """The place after a move; the start's is 0.

        Raises:
            ValueError: there are too many.
        """
        found = self._known.get((place, move))
        if found is None:
            found = len(self._moves)
            if found > MOST_MOVES:
                raise ValueError(f"a game and its variations of more than {MOST_MOVES:,} moves together")
            self._known[place, move] = found
            self._before.append(place)
            self._moves.append(move)
        return found

    def add_line(self, place: int, moves: Iterable[Move]) -> list[int]:
        """The places of a line, from that where it branches."""
        places = [place]
        for move in moves:
            places.append(self.add(places[-1], move))
        return places

    def say(self, place: int, comment: str = "", glyphs: Iterable[int] = (), *, is_opening: bool = False) -> None:
        """Adds comments to a position and the move that leads there.

        Args:
            place: the position's.
            comment: the text; "" is none.
            glyphs: by PGN's numbers.
            is_opening: the comment precedes that move and concerns the variation that begins with it.

        Raises:
            ValueError: the comments there are too long together.
        """
        if comment or glyphs:
            (self._opening if is_opening else self._notes).setdefault(place, _Words()).add(comment, glyphs)

    def glyphs_at(self, place: int) -> tuple[int, ...]:
        """The glyphs of the move that leads to a place, so far."""
        return self._notes[place].glyphs if place in self._notes else ()

    def say_all(self, places: Sequence[int], one: Variation[Move]) -> None:
        """Adds a variation's comments; its places are that where it branches and those after its moves."""
        for number in sorted({*one.comments, *one.glyphs}):
            place, is_opening = places[max(number - one.ply, 1)], number == one.ply
            self.say(place, one.comments.get(number, ""), one.glyphs.get(number, ()), is_opening=is_opening)

    def words(self, places: Sequence[int], ply: int) -> tuple[dict[int, str], dict[int, tuple[int, ...]]]:
        """A line's comments and glyphs by number of actions.

        Args:
            places: those after its moves.
            ply: number of actions before its first move.
        """
        if not self._notes and not self._opening:
            return {}, {}
        comments: dict[int, list[str]] = {}
        glyphs: dict[int, tuple[int, ...]] = {}
        for number, place in enumerate(places, ply):
            for key, words in ((number, self._opening.get(place)), (number + 1, self._notes.get(place))):
                if words is not None and words.comments:
                    comments.setdefault(key, []).extend(words.comments)
                if words is not None and words.glyphs:
                    glyphs[key] = glyphs.get(key, ()) + words.glyphs
        return {number: self._joint.join(texts) for number, texts in comments.items()}, glyphs

    def end_after(self, place: int) -> int:
        """The last place of the line that continues from a place by the moves that were added first."""
        first = dict[int, int]()
        for (before, _), one in self._known.items():
            first.setdefault(before, one)
        while place in first:
            place = first[place]
        return place

    def moves_to(self, place: int) -> list[Move]:
        """The moves from the start to a place."""
        return [self._moves[one] for one in self.line_to(place)[1:]]

    def line_to(self, place: int) -> list[int]:
        """The places from the start to that one, the start included."""
        line = [place]
        while line[-1] > 0:
            line.append(self._before[line[-1]])
        return line[::-1]

    def variations(self, last: int) -> tuple[Variation[Move], ...]:
        """All but the line to that place, in order; what continues after it parts at its end."""
        after: list[list[int]] = [[] for _ in self._before]
        for place in range(1, len(self._before)):
            after[self._before[place]].append(place)
        found: list[Variation[Move]] = []
        waiting: list[tuple[int, int, int]] = []  # line, ply and place of those to come, the next one last

        def wait_for_others(number: int, ply: int, places: list[int]) -> None:
            for at in range(len(places) - 1, -1, -1):
                goes_on = places[at + 1] if at + 1 < len(places) else None
                waiting.extend((number, ply + at, other) for other in reversed(after[places[at]]) if other != goes_on)

        wait_for_others(0, 0, self.line_to(last))
        while waiting:
            number, ply, place = waiting.pop()
            places = [place]
            while after[places[-1]]:
                places.append(after[places[-1]][0])
            actions = tuple(self._moves[one] for one in places)
            found.append(Variation(ply, actions, number, *self.words(places, ply)))
            wait_for_others(len(found), ply + 1, places)
        return tuple(found)


def variations_of(game: Sequence[Move], lines: Iterable[Sequence[Move]]) -> tuple[Variation[Move], ...]:
    """The variations of a game that correspond to other, complete lines.

    >>> from boardai.records import variations_of
    >>> found = variations_of(["e4", "e5", "Nf3"], [["e4", "c5"], ["e4", "e5", "Nc3"], ["e4", "c5", "Nf3"]])
    >>> [(one.ply, one.actions) for one in found]
    [(1, ('c5', 'Nf3')), (2, ('Nc3',))]

    Args:
        game: its moves.
        lines: of moves from the start of the game on.

    Raises:
        ValueError: there are too many moves.
    """
    tree = MoveTree[Move]()
    last = tree.add_line(0, game)[-1]
    for line in lines:
        tree.add_line(0, line)
    return tree.variations(last)


def rebased(
    game: Sequence[Move], variations: Sequence[Variation[Move]], other: Sequence[Move]
) -> tuple[Variation[Move], ...]:
    """The variations of a game as those of a game with the same start; lines that are not are left out.

    Args:
        game: its moves.
        variations: its variations.
        other: the moves of the other game.
    """
    if not variations or tuple(game) == tuple(other):
        return tuple(variations)
    tree = MoveTree[Move]()
    last = tree.add_line(0, other)[-1]
    places = [tree.add_line(0, game[: max(one.ply for one in variations if one.line == 0)])]
    for one in variations:
        first = variations[one.line - 1].ply if one.line else 0
        places.append(tree.add_line(places[one.line][one.ply - first], one.actions))
        tree.say_all(places[-1], one)
    found = tree.variations(last)
    return shortened(len(other), found, [len(one.actions) for one in found])


def in_order(variations: Sequence[Variation[Move]]) -> tuple[Variation[Move], ...]:
    """The same in the order of the game: by the place where they branch, each followed by its own variations.

    Raises:
        ValueError: one parts from a line that there is not, or is no `Variation`.
    """
    if wrong := [one for one in variations if not isinstance(one, Variation)]:
        raise ValueError(f"expected variations, not {quoted(wrong[0])}; variations_of() makes them of whole lines")
    beside = _beside(variations)
    numbers = {0: 0}
    found: list[Variation[Move]] = []
    waiting = beside.pop(0, [])
    while waiting:
        number = waiting.pop()
        one = variations[number - 1]
        line = numbers[one.line]
        found.append(one if one.line == line else replace(one, line=line))
        numbers[number] = len(found)
        waiting += beside.pop(number, [])
    if beside:
        line, others = next(iter(beside.items()))
        raise ValueError(f"variation {others[-1]} parts from line {line!r}, which does not branch from the game")
    return tuple(found)


def _beside(variations: Sequence[Variation[Move]]) -> dict[int, list[int]]:
    """The numbers of the variations that part from each line, the first one last."""
    found: dict[int, list[int]] = {}
    for number in range(len(variations), 0, -1):
        found.setdefault(variations[number - 1].line, []).append(number)
    for numbers in found.values():
        numbers.sort(key=lambda number: -variations[number - 1].ply)  # stable: of two at a ply the first comes last
    return found


def check_variations(game: Sequence[Move], variations: Sequence[Variation[Move]]) -> None:
    """Checks that variations branch from their lines, and from each other, where they claim to.

    Args:
        game: its moves.
        variations: of it.

    Raises:
        ValueError: one does not, or they are too many moves.
    """
    if variations and len(game) + sum(len(one.actions) for one in variations) > MOST_MOVES:
        raise ValueError(f"a game with variations of more than {MOST_MOVES:,} moves together")
    begun = set[tuple[int, int, Move]]()
    for number, one in enumerate(variations, 1):
        if not one.actions:
            raise ValueError(f"variation {number} has no moves")
        if not 0 <= one.line < number:
            raise ValueError(f"variation {number} parts from line {one.line}; there are 0, the game, to {number - 1}")
        moves, first = (variations[one.line - 1].actions, variations[one.line - 1].ply) if one.line else (game, 0)
        lowest = first + 1 if one.line else 0
        if not lowest <= one.ply < first + len(moves):
            raise ValueError(
                f"variation {number} parts from line {one.line} at ply {one.ply}, where that line has no move"
            )
        beginning = one.line, one.ply, one.actions[0]
        if beginning in begun or moves[one.ply - first] == one.actions[0]:
            raise ValueError(
                f"variation {number} does not differ from another line at ply {one.ply}: it begins with the same move"
            )
        begun.add(beginning)
        check_words(one.comments, one.glyphs, one.ply, one.ply + len(one.actions), f"variation {number}, ")


def check_words(
    comments: Mapping[int, str], glyphs: Mapping[int, Sequence[int]], first: int, last: int, of: str = ""
) -> None:
    """Checks that comments belong to existing positions and moves.

    Args:
        comments: of a line, by number of actions.
        glyphs: likewise.
        first: the least of these numbers.
        last: the greatest.
        of: begins messages.

    Raises:
        ValueError: it is not, or by a glyph that there is not.
    """
    for what, notes in (("comment", comments), ("glyphs", glyphs)):
        for number in notes:
            if not first <= number <= last:
                have = f"the game has {last} moves" if not of else f"its moves are {first + 1} to {last}"
                raise ValueError(f"{of}{what} {number!r}: {have}")
    for number, numbers in glyphs.items():
        for glyph in numbers:
            if type(glyph) is not int or not 0 <= glyph <= 255:
                raise ValueError(f"{of}glyphs {number}: expected whole numbers from 0 to 255, got {glyph!r}")


def shortened(
    length: int, variations: Sequence[Variation[Move]], lengths: Sequence[int]
) -> tuple[Variation[Move], ...]:
    """The variations as far as their lines are kept.

    Args:
        length: how many moves of the game are kept.
        variations: of it.
        lengths: number of moves of each of them.
    """
    numbers, ends = {0: 0}, {0: length}
    found: list[Variation[Move]] = []
    for number, (one, kept) in enumerate(zip(variations, lengths, strict=True), 1):
        if kept and one.line in numbers and one.ply < ends[one.line]:
            comments = {number: text for number, text in one.comments.items() if number <= one.ply + kept}
            glyphs = {number: numbers for number, numbers in one.glyphs.items() if number <= one.ply + kept}
            found.append(Variation(one.ply, one.actions[:kept], numbers[one.line], comments, glyphs))
            numbers[number], ends[number] = len(found), one.ply + kept
    return tuple(found)


@dataclass(slots=True)
class _Open:
    """A line that is being played.

    Attributes:
        line: its number.
        ply: of its next move.
        moves: its moves that are still to come, the next one last.
        state: before its next move, or before the last one as long as that is pending.
        beside: the numbers of the variations that part from it and are still to come, the next one last.
        pending: the action of the last move, which waits until all that was possible instead has been played.
    """

    line: int
    ply: int
    moves: list[Any]
    state: Any
    beside: list[int]
    pending: int | None = field(default=None)


def play_through(
    start: Any,
    game: Sequence[Move],
    variations: Sequence[Variation[Move]],
    visit: Callable[[int, int, Any, Move], int | None],
) -> Any:
    """Plays a game with its variations, as PGN has them: after each move what could be played instead, then the next.

    Only as many states are in memory as lines are open.

    Args:
        start: the state before the first move.
        game: its moves.
        variations: of it.
        visit: is called for every move with its line's number, its ply, the state before it, which it shall not change,
            and the move. It returns the action; None where the line ends before this move, with all that parts later.

    Returns:
        The state after the game's last move.

    Raises:
        ValueError: an action is not legal, or what `visit` raises.
    """
    beside = _beside(variations)
    opened = [_Open(0, 0, list(reversed(game)), start.clone(), beside.get(0, []))]
    while True:
        one = opened[-1]
        if one.pending is not None:
            if one.beside and variations[one.beside[-1] - 1].ply == one.ply:
                number = one.beside.pop()
                moves = list(reversed(variations[number - 1].actions))
                opened.append(_Open(number, one.ply, moves, one.state.clone(), beside.get(number, [])))
                continue
            one.state.apply(one.pending)
            one.pending = None
            one.ply += 1
        if one.moves:
            one.pending = visit(one.line, one.ply, one.state, one.moves.pop())
        if one.pending is None:
            if len(opened) == 1:
                return one.state
            opened.pop()
