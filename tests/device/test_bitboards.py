"""Bitboards in words of 32 bits, next to boards as NumPy has them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardai.device import bitboards
from boardai.device.bitboards import Lines


def boards(height: int, width: int, n: int, rng: np.random.Generator) -> np.ndarray:
    return rng.random((n, height, width)) < 0.4


def words(cells: np.ndarray) -> tuple[np.ndarray, ...]:
    rows = np.array([bitboards.words_of(board) for board in cells], np.uint32)
    return tuple(rows.T)


@pytest.mark.thorough
@given(st.integers(1, 16), st.integers(1, 16), st.integers(0, 2**32), st.integers(-300, 300))
@settings(max_examples=40, deadline=None)
def test_cells_move_by_any_number(height: int, width: int, seed: int, by: int) -> None:
    cells = boards(height, width, 3, np.random.default_rng(seed)).reshape(3, -1)
    size = len(bitboards.words_of(cells[0])) * 32
    wide = np.pad(cells, ((0, 0), (0, size - cells.shape[1])))
    wanted = np.zeros_like(wide)
    if abs(by) < size:
        kept = wide[:, : size - by] if by >= 0 else wide[:, -by:]
        wanted[:, max(by, 0) : size + min(by, 0)] = kept
    moved = bitboards.moved(words(cells), by)
    np.testing.assert_array_equal(np.asarray(bitboards.cells_of(moved, size)) != 0, wanted)
    np.testing.assert_array_equal(np.asarray(bitboards.count(words(cells))), cells.sum(1))


@pytest.mark.thorough
@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_lines_run_to_the_first_gap(height: int, width: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    board = rng.random((height, width)) < 0.9
    begin, through = (boards(height, width, 2, rng) & board for _ in range(2))
    lines = Lines(board)
    for up in (1, -1):
        found = lines.runs(words(begin), words(through), up)
        for line, (row, column) in enumerate(((0, 1), (1, -1), (1, 0), (1, 1))):
            wanted = np.zeros_like(begin)
            for game, y, x in np.argwhere(begin):
                while True:
                    y, x = y + up * row, x + up * column
                    if not (0 <= y < height and 0 <= x < width and through[game, y, x]):
                        break
                    wanted[game, y, x] = True
            cells = np.asarray(bitboards.cells_of(tuple(word[line] for word in found), height * width))
            np.testing.assert_array_equal(cells.reshape(wanted.shape) != 0, wanted)
