"""Cells of Hex that need not be played: dead, captured, and those that another move is no worse than.

    found = inferior_cells(state)
    found.dead, found.captured        # useless to both, and as good as each colour's
    found.dominated                    # what the side to move need not try

The search for them is C++ (inferior_cells.hpp, which has the ideas); this is its Python API.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from boardai import native
from boardai.games.hex.connections.virtual_connections import cells_of, words_of
from boardai.games.hex.drawing import draw_svg

__all__ = ["InferiorCells", "inferior_cells"]


@dataclass(frozen=True)
class InferiorCells:
    """What `inferior_cells` found.

    >>> from boardai.games.hex.solving.inferior_cells import inferior_cells
    >>> found = inferior_cells(boardai.load("hex", size=3).from_string("1b1/1w1/3 b no-swap"))
    >>> found.dead, len(found.dominated), found.svg()[:4]
    ((0,), 0, '<svg')

    Attributes:
        dead: empty cells whose owner changes nothing, whatever happens elsewhere.
        captured: of black and of white, empty cells that are as good as that colour's: when the other takes one, the
            answer on its neighbour makes it dead.
        dominated: other empty cells that the side to move need not try: if any move wins, one that is not among them
            does. Where captured cells join the edges already, that may be one of these, and nothing else is left.
        state: the position.
    """

    dead: tuple[int, ...]
    captured: tuple[tuple[int, ...], tuple[int, ...]]
    dominated: tuple[int, ...]
    state: Any = field(repr=False, compare=False)

    def svg(self) -> str:
        """A picture: dead and captured cells tinted, dominated ones marked."""
        return draw_svg(self.state, region=(*self.dead, *self.captured[0], *self.captured[1]), marks=self.dominated)


def inferior_cells(state: Any) -> InferiorCells:
    """The cells of a position that need not be played (Hayward and van Rijswijck 2006; Henderson 2010).

    >>> from boardai.games.hex.solving.inferior_cells import inferior_cells
    >>> game = boardai.load("hex", size=5)
    >>> found = inferior_cells(game.from_string("5/5/5/2b2/5 w no-swap"))
    >>> [game.format_action(found.state, cell) for cell in found.captured[0]]
    ['d4', 'e4', 'b5', 'c5', 'd5', 'e5']

    Args:
        state: a position of Hex that continues.

    Raises:
        ValueError: no state of Hex, or a finished game.
    """
    words = words_of(state)
    if state.is_terminal():
        raise ValueError("the game is over: no cell needs to be played")
    hex_ = native.namespace("games/hex/solving/known_position").hex
    known = native.made_aside(hex_.KnownPosition[words])(state, hex_.ConnectionLimits())
    found, mover = known.cells(), int(state.colour_to_move())
    return InferiorCells(
        dead=tuple(cells_of(found.dead())),
        captured=(tuple(cells_of(found.captured(0))), tuple(cells_of(found.captured(1)))),
        dominated=tuple(cells_of(found.not_to_be_tried(mover, found.empty()))),
        state=state.clone(),
    )
