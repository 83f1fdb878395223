"""Positions of a game with its variations: going back and playing another move loses nothing."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from boardai.clocks import Time
from boardai.game import Game
from boardai.records import RecordedGame
from boardai.records.variations import MoveTree
from boardai.web.runs.replays import Seen

MOST_NODES = 20_000


@dataclass
class Node:
    """A position in the tree.

    Attributes:
        number: its number as long as the tree exists; the start is 0.
        parent: number of the position before it; None for the start.
        action: the action that led here.
        move: that action in the game's notation.
        player: the player who made it; None for the start.
        state: the position.
        times: the remaining times on the players' clocks.
        seen: in a recorded game, the result of the search that chose the move.
        ending: the ending of the game here, if it was not by the rules (`boardai.clocks.Ending`).
        comment: the comment on the position, from a file or a visitor.
        glyphs: PGN's annotation glyphs of the move that led here.
        opening: the comment before that move, if a variation begins with it.
        opening_glyphs: the glyphs before that move.
        children: numbers of the positions after it; the first one is the main line's.
    """

    number: int
    parent: int | None
    action: int | None
    move: str
    player: int | None
    state: Any
    times: tuple[Time, Time] | None = None
    seen: Seen | None = None
    ending: Any = None
    comment: str = ""
    glyphs: tuple[int, ...] = ()
    opening: str = ""
    opening_glyphs: tuple[int, ...] = ()
    children: list[int] = field(default_factory=list)


class GameTree:
    """A game's positions, from the start on.

    >>> from boardai.web.rooms.tree import GameTree
    >>> game = boardai.load("hex", size=3)
    >>> tree = GameTree(game, game.initial_state())
    >>> first = tree.play(0, 4)
    >>> other = tree.play(0, 0)
    >>> tree.play(0, 4).number == first.number, tree.nodes[0].children
    (True, [1, 2])

    A position keeps its number when lines are reordered, and no number is used twice.

    Args:
        game: the game.
        start: the start position.

    Attributes:
        nodes: the positions by their numbers, the newest last.
        next_number: number of the next new position.
    """

    def __init__(self, game: Game, start: Any) -> None:
        self.game = game
        self.nodes = {0: Node(0, None, None, "", None, start.clone())}
        self.next_number = 1

    def node(self, number: int) -> Node:
        """A node by its number.

        Raises:
            ValueError: there is no such node.
        """
        if 0 < number < self.next_number and number not in self.nodes:
            raise ValueError(f"position {number} was deleted from this game")
        if number not in self.nodes:
            raise ValueError(f"there is no position {number}; the game has {len(self.nodes)}")
        return self.nodes[number]

    def play(self, number: int, action: int) -> Node:
        """The position after an action: the existing one, or a new one, which is a variation if there are others.

        Raises:
            ValueError: the action is not legal there, or the tree is full.
        """
        before = self.node(number)
        if (there := self._child(before, action)) is not None:
            return there
        _require_room(len(self.nodes))
        state = before.state.child(action)
        move = self.game.format_action(before.state, action)
        node = Node(self.next_number, number, action, move, int(before.state.current_player()), state)
        self.nodes[node.number] = node
        self.next_number += 1
        before.children.append(node.number)
        return node

    def play_all(self, number: int, actions: Iterable[int]) -> Node:
        """The position after a sequence of actions."""
        node = self.node(number)
        for action in actions:
            node = self.play(node.number, int(action))
        return node

    def require_room(self, number: int, actions: Sequence[int]) -> None:
        """Refuses a line whose new positions would be too many.

        Args:
            number: number of its first position.
            actions: its moves.

        Raises:
            ValueError: there are too many positions.
        """
        node, new = self.node(number), len(actions)
        while new and (child := self._child(node, int(actions[len(actions) - new]))) is not None:
            node, new = child, new - 1
        if new:
            _require_room(len(self.nodes) - 1 + new)

    def _child(self, node: Node, action: int) -> Node | None:
        """The position after an action; None if it is not in the tree."""
        return next((self.nodes[child] for child in node.children if self.nodes[child].action == action), None)

    def promote(self, number: int, to_main: bool) -> dict[int, list[int]]:
        """Moves a variation in front of the line it branches from, or in front of all.

        >>> from boardai.web.rooms.tree import GameTree
        >>> game = boardai.load("hex", size=3)
        >>> tree = GameTree(game, game.initial_state())
        >>> main, other = tree.play(0, 4), tree.play(0, 0)
        >>> tree.promote(other.number, to_main=True), [node.move for node in tree.in_order()]
        ({0: [2, 1]}, ['', 'a1', 'b2'])

        Args:
            number: number of a position in the variation.
            to_main: whether to make it the main line, whatever it branches from.

        Returns:
            The positions after which another move is now the first one, each with all its moves in their order.

        Raises:
            ValueError: there is no such position, or it is in the main line already.
        """
        orders = dict[int, list[int]]()
        for node in reversed(self.line_to(number)[1:]):
            assert node.parent is not None
            siblings = self.nodes[node.parent].children
            if siblings[0] != node.number and (to_main or not orders):
                siblings.remove(node.number)
                siblings.insert(0, node.number)
                orders[node.parent] = list(siblings)
        if not orders:
            raise ValueError("this is already the main line")
        return orders

    def delete(self, number: int) -> set[int]:
        """Deletes a move and everything after it.

        Returns:
            The numbers of the deleted positions.

        Raises:
            ValueError: there is no such position, or it is the start.
        """
        node = self.node(number)
        if node.parent is None:
            raise ValueError("the start position has no move before it")
        self.nodes[node.parent].children.remove(number)
        gone = {one.number for one in self.in_order(number)}
        for one in gone:
            del self.nodes[one]
        return gone

    def in_order(self, number: int = 0) -> Iterator[Node]:
        """The positions from one on, line by line, the first line first; each follows the one before it."""
        waiting = [number]
        while waiting:
            node = self.nodes[waiting.pop()]
            yield node
            waiting.extend(reversed(node.children))

    def since(self, number: int) -> list[Node]:
        """The new positions from a number on, in the order of their creation."""
        found = list(itertools.takewhile(lambda node: node.number >= number, reversed(self.nodes.values())))
        return found[::-1]

    @classmethod
    def of(cls, one: RecordedGame) -> GameTree:
        """The tree of a recorded game, with its variations, comments and glyphs.

        Raises:
            ValueError: it has too many positions.
        """
        _require_room(len(one.actions) + sum(len(other.actions) for other in one.variations))
        tree = cls(one.game, one.start)
        tree.play_all(0, one.actions)
        for number, node in tree.nodes.items():
            node.comment, node.glyphs = one.comments.get(number, ""), tuple(one.glyphs.get(number, ()))
        lines = [[*tree.nodes]]  # the positions of each line, including the one where it branches
        for other in one.variations:
            first = one.variations[other.line - 1].ply if other.line else 0
            line = [lines[other.line][other.ply - first]]
            for action in other.actions:
                line.append(tree.play(line[-1], action).number)
            lines.append(line)
            for number in {*other.comments, *other.glyphs}:
                node = tree.nodes[line[max(number - other.ply, 1)]]
                words = other.comments.get(number, ""), tuple(other.glyphs.get(number, ()))
                if number == other.ply:
                    node.opening, node.opening_glyphs = words
                else:
                    node.comment, node.glyphs = words
        return tree

    def line_to(self, number: int) -> list[Node]:
        """The positions from the start to a node, both included."""
        line = [self.node(number)]
        while line[-1].parent is not None:
            line.append(self.nodes[line[-1].parent])
        return line[::-1]

    def written(self) -> tuple[MoveTree[int], dict[int, int]]:
        """The lines with their annotations, as in files, and the place of each position by its number."""
        tree, places = MoveTree[int](), {0: 0}
        for node in self.in_order():
            if node.parent is not None and node.action is not None:
                places[node.number] = tree.add(places[node.parent], node.action)
            tree.say(places[node.number], node.comment, node.glyphs)
            tree.say(places[node.number], node.opening, node.opening_glyphs, is_opening=True)
        return tree, places

    def has_words_beside(self, line: Iterable[Node]) -> bool:
        """Whether positions or moves outside of a line have annotations."""
        own = {node.number for node in line}
        return any(
            (node.comment or node.glyphs or node.opening or node.opening_glyphs) and node.number not in own
            for node in self.nodes.values()
        )

    def characters_said(self) -> int:
        """The total length of all comments."""
        return sum(len(node.comment) + len(node.opening) for node in self.nodes.values())

    def line_through(self, number: int) -> list[Node]:
        """The line through a node: to it, and from there along the first moves to the end."""
        line = self.line_to(number)
        while line[-1].children:
            line.append(self.nodes[line[-1].children[0]])
        return line


def _require_room(moves: int) -> None:
    """Refuses a node other than the start and those of the given number of moves."""
    if moves >= MOST_NODES:
        raise ValueError(f"this game has {MOST_NODES:,} positions, which is the maximum")
