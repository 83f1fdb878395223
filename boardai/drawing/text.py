"""A board for a terminal, for games that draw none of their own."""

from __future__ import annotations

from typing import Any

from boardai.drawing.board import Board, offers

_PLAYERS = ("first player", "second player")


def grid_text(board: Board) -> str:
    """The board as lines of text, with names of rows and columns, the last move in brackets, and the side to move.

    >>> from boardai.drawing import grid_text
    >>> state = boardai.load("hex", size=3).initial_state()
    >>> print(grid_text(boardai.Board.of(state)))
      a b c
    1 . . .
     2 . . .
      3 . . .
         a b c
    first player (B) to play
    """
    margin = max(map(len, board.row_names))
    # Columns are as wide as their names; a cell is at the right end of its column.
    width = max(map(len, board.column_names))
    header = " " * (margin + 1) + " ".join(name.rjust(width) for name in board.column_names)
    hexagonal = board.cell_shape == "hexagon"
    lines = [header]
    for number, (name, row) in enumerate(zip(board.row_names, board.rows, strict=True)):
        marked = [number * board.width + column in board.last for column in range(len(row))]
        text = ""
        for column, piece in enumerate(row):
            after, here = column > 0 and marked[column - 1], marked[column]
            between = "|" if after and here else ")" if after else "(" if here else " "
            # The bracket is next to the piece, after the blanks of a wide column.
            text += (between + " " * (width - 1) if not here else " " * (width - 1) + between) + piece
        text += ")" if marked[-1] else ""
        lines.append((" " * (number if hexagonal else 0) + name.rjust(margin) + text).rstrip())
    if hexagonal:
        lines.append(" " * (len(board.rows) + (margin > 1)) + header)
    return "\n".join([*lines, _status(board)])


def _status(board: Board) -> str:
    def who(player: int) -> str:
        pieces = board.pieces[player]
        shown = next((piece for row in board.rows for piece in row if piece in pieces), pieces[:1])
        return f"{_PLAYERS[player]} ({shown})" if shown else _PLAYERS[player]

    if board.outcome is None:
        news = f"{who(board.player)} to play"
    else:
        news = {1: f"{who(0)} has won", 0: "a draw", -1: f"{who(1)} has won"}[board.outcome]
    return f"last move {board.last_name}; {news}" if board.last_name else news


def drawn(state: Any, *, before: Any = None, action: int | None = None, game: Any = None) -> str:
    """A state as text for terminals: by the game's own `draw()`, otherwise as a grid, otherwise its text.

    >>> from boardai.drawing import drawn
    >>> print(drawn(boardai.load("hex", size=3).initial_state().child(4)))
       a b c
     1 . . . 1
      2 . B . 2
       3 . . . 3
          a b c
    first player: black, second player: white; white to move

    Args:
        state: the state.
        before: the state before it, and
        action: the action that led here; with both, the last move is shown.
        game: the loaded game, for the usual notation of that move.
    """
    last = ""
    if before is not None and action is not None:
        name = before.action_to_string(action) if game is None else game.format_action(before, action)
        last = f"last move {name}"
    if not getattr(type(state), "_draws_by_default", False):
        own = str(state.draw() if hasattr(state, "draw") else state)
        return f"{own}\n{last}" if last else own
    try:
        board = Board.of(state, before=before, action=action, with_actions=False)
    except ValueError:
        if offers(state, "board_cells"):
            raise
        text = str(state.to_string())
        return f"{text}\n{last}" if last else text
    return grid_text(board)
