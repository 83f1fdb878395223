"""The look of a position on its grid, as data for the terminal, notebooks and the page.

A state defines it by hooks, the same in Python and in C++, all of them optional:

    board_cells() -> str        one line a row, the top row first, one character a cell: "." empty, " " no cell of
                                the board, anything else a piece
    action_cells(action)        the cells a legal action concerns, numbered row * columns + column; where a piece
      -> list of int            moves, from where to where, and where it ends last; none for a pass
    player_pieces(player)       the characters of that player's pieces; by default "xX" and "oO"
      -> str
    row_names() -> str          names of the rows, top first, blanks between them: "3 2 1"; by default "1 2 3 ..."
    column_names() -> str       names of the columns; by default "a b c ..."
    cell_shape() -> str         "square" (the default) or "hexagon": each row half a cell further right than the one
                                above it, as in Hex
    alarm_cells()               cells that call for attention, such as that of a king in check; by default none
      -> list of int
    player_score(player) -> int what a player has, where that counts in the end, such as discs; by default nothing

What does not change from position to position (names, colours and pictures of pieces) is described by the hooks of
`boardai.drawing.look`.

In C++ texts are `std::string` and lists `std::vector<int>`. What a game does not say is found out: the cells from
`to_string()`, where that is the cells one after the other or row by row after slashes (as in FEN), else from the
planes of its observation (plane 0 the mover's pieces, plane 1 the opponent's); the cells of an action from what it
changes on the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

EMPTY, OUTSIDE = ".", " "
SHAPES = ("square", "hexagon")
_DEFAULT_PIECES = ("xX", "oO")
_MOST_CHANGES = 8  # cells an action changes on the board; more, and the board was turned round rather than played on


@dataclass(frozen=True)
class Board:
    """A position on its grid.

    >>> state = boardai.load("reversi").initial_state()
    >>> board = boardai.Board.of(state)
    >>> board.rows[3:5], board.pieces, sorted(board.names.values())
    (('...OX...', '...XO...'), ('X', 'O'), ['c4', 'd3', 'e6', 'f5'])

    Attributes:
        rows: one text per row, top row first, one character per cell: "." is empty, " " is no cell, others are pieces.
        player: the player to move, 0 or 1.
        outcome: outcome for player 0 if the game is over.
        actions: the cells of each legal action, as `row * columns + column`, from the first cell to the last; () for an
            action without a cell, such as a pass.
        names: the legal actions' texts.
        pieces: the characters of player 0's and of player 1's pieces.
        row_names: names of the rows, top first.
        column_names: names of the columns.
        cell_shape: `square` or `hexagon`.
        last: the cells of the move that led here, if it is known.
        last_name: that move's text.
        alarms: cells to highlight.
        scores: the scores of player 0 and player 1, if the game counts scores.
    """

    rows: tuple[str, ...]
    player: int
    outcome: int | None
    actions: Mapping[int, tuple[int, ...]]
    names: Mapping[int, str]
    pieces: tuple[str, str]
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    cell_shape: str = "square"
    last: tuple[int, ...] = ()
    last_name: str = field(default="")
    alarms: tuple[int, ...] = ()
    scores: tuple[int, int] | None = None

    @classmethod
    def of(cls, state: Any, *, before: Any = None, action: int | None = None, with_actions: bool = True) -> Board:
        """The board of a state.

        Args:
            state: the state.
            before: the state before it, and
            action: the action that led from `before` to the state; with both, the last move is marked.
            with_actions: False: omits the legal actions, which saves time.

        Raises:
            ValueError: the game has no grid (neither `board_cells()` nor `observation_shape`), or its description of
                the board is invalid.
        """
        rows = _rows(state)
        if rows is None:
            raise ValueError(
                f"{type(state).__name__} has no grid to draw: it has neither board_cells() nor an observation"
            )
        size = len(rows) * len(rows[0])
        shape = _hook_text(state, "cell_shape", "square")
        if shape not in SHAPES:
            raise ValueError(f"cell_shape(): expected {' or '.join(SHAPES)}, got {shape!r}")
        last: tuple[int, ...] = ()
        if before is not None and action is not None:
            last = _action_cells(before, action, _rows(before) or rows, size)
        legal = state.legal_actions() if with_actions else []
        return cls(
            rows,
            int(state.current_player()),
            int(state.outcome(0)) if state.is_terminal() else None,
            {int(one): _action_cells(state, one, rows, size) for one in legal},
            {int(one): str(state.action_to_string(one)) for one in legal},
            _pieces(state),
            _names(state, "row_names", (str(number + 1) for number in range(len(rows)))),
            _names(state, "column_names", map(column_name, range(len(rows[0])))),
            shape,
            last,
            "" if before is None or action is None else str(before.action_to_string(action)),
            _cells(state.alarm_cells(), "alarm_cells()", size) if offers(state, "alarm_cells") else (),
            (int(state.player_score(0)), int(state.player_score(1))) if offers(state, "player_score") else None,
        )

    @property
    def width(self) -> int:
        """Number of cells per row."""
        return len(self.rows[0])

    def owner(self, piece: str) -> int | None:
        """The player who owns a piece's character; None if it is neither player's."""
        for player in (0, 1):
            if piece in self.pieces[player]:
                return player
        return None

    def to_dict(self) -> dict[str, Any]:
        """The board as JSON values, for pages and other programs."""
        return {
            "rows": list(self.rows),
            "player": self.player,
            "outcome": self.outcome,
            "actions": [
                {"action": action, "name": self.names[action], "cells": list(cells)}
                for action, cells in self.actions.items()
            ],
            "pieces": list(self.pieces),
            "row_names": list(self.row_names),
            "column_names": list(self.column_names),
            "cell_shape": self.cell_shape,
            "last": list(self.last),
            "last_name": self.last_name,
            "alarms": list(self.alarms),
            "scores": None if self.scores is None else list(self.scores),
        }


def column_name(index: int) -> str:
    """The letters of a column, from 0: a to z, then aa, ab and so on."""
    letters = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def offers(state: Any, hook: str) -> bool:
    """Whether a state has that hook; a plain attribute of the same name is none."""
    return callable(getattr(state, hook, None))


def _hook_text(state: Any, hook: str, default: str) -> str:
    """The value of a hook without arguments."""
    return str(getattr(state, hook)()) if offers(state, hook) else default


def _pieces(state: Any) -> tuple[str, str]:
    if not offers(state, "player_pieces"):
        return _DEFAULT_PIECES
    return str(state.player_pieces(0)), str(state.player_pieces(1))


def _names(state: Any, hook: str, default: Iterable[str]) -> tuple[str, ...]:
    """Names of rows or columns."""
    names = tuple(default)
    if not offers(state, hook):
        return names
    words = tuple(_hook_text(state, hook, "").split())
    if len(words) != len(names):
        raise ValueError(f"{hook}(): expected {len(names)} names with blanks between them, got {len(words)}")
    return words


def _rows(state: Any) -> tuple[str, ...] | None:
    """The cells, row by row; None if there is no grid."""
    if offers(state, "board_cells"):
        rows = tuple(str(state.board_cells()).rstrip("\n").split("\n"))
        if not rows[0] or any(len(row) != len(rows[0]) for row in rows):
            lengths = ", ".join(str(len(row)) for row in rows)
            raise ValueError(f"board_cells(): expected rows of equal length, got rows of {lengths} characters")
        return rows
    shape = getattr(state, "observation_shape", None)
    if shape is None:
        return None
    height, width, _ = shape
    return _rows_of_text(str(state.to_string()), int(height), int(width)) or _rows_of_planes(state)


def _rows_of_text(text: str, height: int, width: int) -> tuple[str, ...] | None:
    """The cells as `to_string` writes them, if it does so plainly; None if it does not."""
    words = text.split()
    if not words:
        return None
    first, size = words[0], height * width
    if len(first) == size and "/" not in first:
        rows = [first[row * width : (row + 1) * width] for row in range(height)]
    else:
        rows = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in first.split("/")]
        if len(rows) != height or any(len(row) != width for row in rows):
            return None
    if not any(EMPTY in row for row in rows):
        rows = [row.translate(str.maketrans("-_0", "...")) for row in rows]
    return tuple(rows)


def _rows_of_planes(state: Any) -> tuple[str, ...]:
    """The cells as a network sees them: the first plane that is set determines the piece."""
    planes = np.asarray(state.observation())
    height, width, channels = planes.shape
    player, pieces = int(state.current_player()), _pieces(state)
    symbols = [pieces[player][:1] or "x", pieces[1 - player][:1] or "o"]
    symbols += [chr(ord("a") + (channel - 2) % 26) for channel in range(2, channels)]
    # A plane with the same value everywhere describes the position (whose turn it is), not of a cell.
    varying = [channel for channel in range(channels) if planes[:, :, channel].min() != planes[:, :, channel].max()]
    return tuple(
        "".join(
            next((symbols[channel] for channel in varying if planes[row, column, channel]), EMPTY)
            for column in range(width)
        )
        for row in range(height)
    )


def _cells(given: Iterable[int], place: str, size: int) -> tuple[int, ...]:
    """Cells that a hook names."""
    cells = tuple(int(cell) for cell in given)
    for cell in cells:
        if not 0 <= cell < size:
            raise ValueError(f"{place}: {cell} is not one of the board's {size} cells")
    return cells


def _action_cells(state: Any, action: int, rows: tuple[str, ...], size: int) -> tuple[int, ...]:
    """The cells of a legal action: by the state's hook, otherwise those that it changes."""
    if offers(state, "action_cells"):
        return _cells(state.action_cells(action), f"action_cells({action})", size)
    following = _rows(state.child(action))
    if following is None or len(following) != len(rows):
        return ()
    pairs = list(enumerate(zip("".join(rows), "".join(following), strict=False)))
    left = [cell for cell, (was, now) in pairs if was != now and now == EMPTY]
    placed = [cell for cell, (was, now) in pairs if was == EMPTY and now != EMPTY]
    taken = [cell for cell, (was, now) in pairs if was != now and EMPTY not in (was, now)]
    if placed and not left:
        taken = []  # discs that are turned over, as in Reversi: the move is shown at the new one
    changed = (*left, *taken, *placed)
    return changed if len(changed) <= _MOST_CHANGES else ()
