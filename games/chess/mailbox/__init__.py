"""C6 of Kála 2015: the search for one processor, the same as the one in `boardai.games.chess.device.alpha_beta`.

Boards, moves and values are those of `boardai.games.chess.device.mailbox`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from boardai import native


class Found(NamedTuple):
    """The result of a search.

    Attributes:
        value: White's material less Black's, or the bound it is beyond.
        move: the best move, as a word of `moves`; -1 if none was better than the window.
        positions: number of positions visited, including the root.
    """

    value: float
    move: int
    positions: int


@functools.cache
def _twin() -> Any:
    return native.namespace("games/chess/mailbox/search").chess.mailbox


@functools.cache
def _long_call(name: str) -> Callable[..., Any]:
    """A function of C++ that releases the GIL."""
    return native.released(getattr(_twin(), name))


def moves(board: np.ndarray, white: bool) -> list[tuple[int, int]]:
    """Word and priority of each move, in the order of the search.

    Args:
        board: int8 `[64]`.
        white: whether White is to move.

    Raises:
        ValueError: it is no board.
    """
    twin = _twin()
    return [(move.word, move.priority) for move in twin.moves(twin.board_of(_codes(board).tobytes()), white)]


def search(board: np.ndarray, white: bool, depth: int, alpha: float = -1000.0, beta: float = 1000.0) -> Found:
    """Searches one position.

    Args:
        board: int8 `[64]`.
        white: whether White is to move.
        depth: plies, 1 to 32.
        alpha: lower bound.
        beta: upper bound.

    Raises:
        ValueError: it is no board, or depth or window are none.
    """
    found = _long_call("search")(_codes(board).tobytes(), white, depth, alpha, beta)
    return Found(found.value, found.move, found.positions)


def evaluate_all(boards: np.ndarray, *, pesto: bool = False) -> np.ndarray:
    """What many positions are worth by material, or by PeSTO's tables: White's less Black's, int32 `[N]`.

    Args:
        boards: int8 `[N, 64]`.
        pesto: 24 times PeSTO's centipawns in place of material.

    Raises:
        ValueError: it is no array of boards, or a code is none.
    """
    if boards.ndim != 2 or boards.shape[1] != 64:
        raise ValueError(f"boards are [N, 64], not {list(boards.shape)}")
    codes = np.ascontiguousarray(_codes(boards)).view(np.uint8)
    values = np.empty(len(codes), np.int32)
    if not len(codes):  # cppyy has no pointer to an empty buffer
        return values
    _long_call("evaluate_all")(codes.reshape(-1), len(codes), pesto, values)
    return values


@functools.cache
def pesto_table() -> np.ndarray:
    """PeSTO's numbers by code and square: middlegame value, endgame value, phase; int32 `[14, 64, 3]`."""
    return np.array(list(_twin().pesto_table()), np.int32).reshape(14, 64, 3)


def _codes(board: np.ndarray) -> np.ndarray:
    array = np.asarray(board)
    if array.dtype != np.int8 and (array.dtype.kind not in "iu" or ((array < 0) | (array > 13)).any()):
        raise ValueError("a board: each code is a whole number from 0 to 13")
    return array.astype(np.int8, copy=False)
