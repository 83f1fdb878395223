"""Positions as rows of numbers, as the prediction service of Ószi's thesis took them (2021, sections 5.2 and 5.4).

Of a board of 13x13, 170 whole numbers: the cells, row by row, 0 where there is no stone, 1 for a stone of the first
player (black here, blue there), 2 for the second player's; then the phase of the game, 0 the opening, 1 the middle, 2
the ending. The player to move follows from the stones: the first player where both have as many. The phase is not
used: no network of ours reads it, because it is unknown before the game is over (see stones_network.py); it may be left
    out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardai.basics.quoting import quoted
from boardai.game import Game

PHASES = 3
_STONES = ".bw"


def state_of_numbers(game: Game, numbers: Sequence[int]) -> Any:
    """The position that a row of numbers means.

    >>> from boardai.games.hex.cells import state_of_numbers
    >>> state_of_numbers(boardai.load("hex", size=2), [1, 0, 0, 0, 2]).to_string()
    'b1/2 w no-swap'

    Args:
        game: on whose board it is.
        numbers: of each cell, row by row, and the phase, which may be left out.

    Raises:
        ValueError: naming the place: another length, a number that is none of these, or stones that no game can have.
    """
    start = game.initial_state()
    rows, columns = start.rows(), start.columns()
    cells = rows * columns
    if len(numbers) not in (cells, cells + 1):
        raise ValueError(f"expected {cells} numbers of cells, or {cells + 1} with the phase, got {len(numbers)}")
    for place, number in enumerate(numbers):
        known = PHASES if place == cells else len(_STONES)
        if type(number) is not int or not 0 <= number < known:
            what = "the phase" if place == cells else f"cell {place}"
            raise ValueError(f"{what} must be a whole number from 0 to {known - 1}, not {quoted(number)}")
    stones = [[_STONES[number] for number in numbers[row * columns : (row + 1) * columns]] for row in range(rows)]
    black, white = (sum(line.count(stone) for line in stones) for stone in "bw")
    swap = "swap" if start.swap_rule() else "no-swap"
    text = "/".join(_run_lengths(line) for line in stones)
    return game.from_string(f"{text} {'b' if black == white else 'w'} {swap}")


def numbers_of_state(state: Any) -> list[int]:
    """The cells of a position as numbers, without a phase.

    >>> from boardai.games.hex.cells import numbers_of_state
    >>> numbers_of_state(boardai.load("hex", size=2).from_string("b1/2 w no-swap"))
    [1, 0, 0, 0]

    Args:
        state: of Hex.
    """
    return [1 + state.stone_at(row, column) for row in range(state.rows()) for column in range(state.columns())]


def _run_lengths(line: Sequence[str]) -> str:
    """A row as a position's text has it: `.`s as their number."""
    text, empty = "", 0
    for stone in (*line, ""):
        if stone == ".":
            empty += 1
            continue
        text += (str(empty) if empty else "") + stone
        empty = 0
    return text
