"""One search in several lanes or calls: root split, Scout and PVS by null windows, deepening (Kála 2015, 5).

Kála rejected the parallel ones for a graphics card without trying them. All give the value that alpha-beta gives. The
lanes are those of alpha_beta.py; what cannot run in parallel, such as the order of re-searches, is decided on the host.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boardai.games.chess import mailbox as processor
from boardai.games.chess.device.alpha_beta import search
from boardai.games.chess.device.mailbox import make, misses_king

_ALL = 1000.0
_SIZES = (1, 32, 64, 256)  # lanes are padded to one of these, so that few programs are compiled


class Split(NamedTuple):
    """The result of a divided search.

    Attributes:
        value: White's material less Black's.
        move: the best move, as a word of `Moves`; -1 if there is none.
        positions: number of positions visited by all lanes.
        steps: of the machine, of all calls one after the other.
        calls: of compiled searches.
    """

    value: float
    move: int
    positions: int
    steps: int
    calls: int


class _Work:
    """Calls of the compiled search, padded to one of `_SIZES`, and their cost."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.positions = self.steps = self.calls = 0

    def run(
        self,
        boards: np.ndarray,
        white: bool,
        plies: int,
        window: tuple[float, float] = (-_ALL, _ALL),
        first: int = -1,
        **options: Any,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Values and moves of boards with the same side to move; lanes without a board repeat the last one."""
        count = len(boards)
        lanes = next(size for size in _SIZES if size >= count)
        padded = np.concatenate([boards, np.repeat(boards[-1:], lanes - count, 0)])
        found = search(
            padded,
            np.full(lanes, white),
            self.depth,
            *(np.full(lanes, bound, np.float32) for bound in window),
            np.full(lanes, plies, np.int32),
            np.full(lanes, first, np.int32),
            **options,
        )
        self.positions += int(found.positions[:count].sum())
        self.steps += int(found.steps)
        self.calls += 1
        return np.asarray(found.value)[:count], np.asarray(found.move)[:count]

    def found(self, value: float, move: int) -> Split:
        return Split(value, move, self.positions, self.steps, self.calls)


@jax.jit
def _made(board: jax.Array, words: jax.Array) -> jax.Array:
    return make(jnp.broadcast_to(board, (len(words), 64)), words)


def _children(board: np.ndarray, words: list[int]) -> np.ndarray:
    padded = np.zeros(256, np.int32)
    padded[: len(words)] = words
    return np.asarray(_made(board, padded))[: len(words)]


def _words(board: np.ndarray, white: bool) -> list[int]:
    if misses_king(board[None])[0]:
        return []
    return [word for word, _ in processor.moves(board, white)]


def root_split(board: np.ndarray, white: bool, depth: int, *, shared: bool = False, table: int = 0) -> Split:
    """A lane for each root move, which searches a ply less.

    Args:
        board: int8 `[64]`.
        white: whether White is to move.
        depth: plies, at least 1.
        shared: whether the best value so far is a bound of all lanes; if not, each has the whole window. Of moves
            with equal values, another may then be returned than by the search without a split.
        table: the lanes share a transposition table of `2**table` entries; 0 for none.

    Raises:
        ValueError: a depth below 1.
    """
    words = _words(board, white) if depth > 1 else []
    if not words:  # nothing to divide
        work = _Work(depth)
        (value,), (move,) = work.run(board[None], white, depth)
        return work.found(float(value), int(move))
    work = _Work(depth - 1)
    work.positions = 1
    values, _ = work.run(_children(board, words), not white, depth - 1, shared=shared, table=table)
    best = int(values.argmax() if white else values.argmin())
    return work.found(float(values[best]), words[best])


def deepening(board: np.ndarray, white: bool, depth: int, *, on_device: bool = True) -> Split:
    """One lane to 1, 2, ... plies, with the best move of the last iteration first.

    Args:
        board: int8 `[64]`.
        white: whether White is to move.
        depth: plies, at least 1.
        on_device: whether all iterations are one call, which cannot be stopped; if not, each is one.

    Raises:
        ValueError: a depth below 1.
    """
    work, value, move = _Work(depth), 0.0, -1
    for plies in (depth,) if on_device else range(1, max(1, depth) + 1):
        values, moves = work.run(board[None], white, plies, first=move, deepen=on_device)
        value, move = float(values[0]), int(moves[0])
    return work.found(value, move)


def scout(board: np.ndarray, white: bool, depth: int) -> Split:
    """Parallel Scout (Pearl 1980): the first move of each ply alone, then the others side by side by null windows.

    Searches a move that is better than the first again, alone, with the whole window above.

    Args:
        board: int8 `[64]`.
        white: whether White is to move.
        depth: plies, at least 1.

    Raises:
        ValueError: a depth below 1.
    """
    work = _Work(depth)
    value, line = _verified(work, board, white, depth, [])
    return work.found(value, line[0] if line else -1)


def pvs(board: np.ndarray, white: bool, depth: int) -> Split:
    """Parallel PVS (Marsland and Campbell 1982): as `scout`, to 1, 2, ... plies, with the last best line first.

    Args:
        board: int8 `[64]`.
        white: whether White is to move.
        depth: plies, at least 1.

    Raises:
        ValueError: a depth below 1.
    """
    work = _Work(depth)
    value, line = 0.0, list[int]()
    for plies in range(1, max(1, depth) + 1):
        value, line = _verified(work, board, white, plies, line)
    return work.found(value, line[0] if line else -1)


def _verified(work: _Work, board: np.ndarray, white: bool, plies: int, line: list[int]) -> tuple[float, list[int]]:
    """Value and best line of a position; the first move of each node is that of `line`, or the list's first."""
    words = _words(board, white)
    if plies <= 1 or not words:
        (value,), (move,) = work.run(board[None], white, max(1, plies))
        return float(value), [int(move)] if move >= 0 else []
    if line and line[0] in words:
        words.remove(line[0])
        words.insert(0, line[0])
    work.positions += 1
    children = _children(board, words)
    best, rest = _verified(work, children[0], not white, plies - 1, line[1:] if line[:1] == words[:1] else [])
    found = [words[0], *rest]
    if len(words) == 1:
        return best, found

    def better(value: float) -> bool:
        return value > best if white else value < best

    # Material is a whole number: no value lies inside a window of half a pawn.
    narrow = (best, best + 0.5) if white else (best - 0.5, best)
    verdicts, _ = work.run(children[1:], not white, plies - 1, narrow)
    for number in np.flatnonzero([better(value) for value in verdicts.tolist()]):
        window = (best, _ALL) if white else (-_ALL, best)
        (value,), (reply,) = work.run(children[1 + number][None], not white, plies - 1, window)
        if better(value):
            best, found = float(value), [words[1 + number], *([int(reply)] if reply >= 0 else [])]
    return best, found
