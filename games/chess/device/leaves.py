"""Alpha-beta trees on the processor whose leaves are evaluated on the device, in common batches (Kála 2015, 7.1.4).

Kála rejected this, because one search has only tens of leaves at a time. Here any number of searches run side by side:
each stops at a node above its leaves, the leaves of all are evaluated in one batch, and all searches continue. The
rules, order and values are those of mailbox.py. The trees are walked in Python, since what is studied is the batches.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NamedTuple

import numpy as np

from boardai.games.chess import mailbox as processor

Evaluate = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""Evaluates boards int8 `[M, 64]` with White to move or not, bool `[M]`: values for White, `[M]`."""
_Leaves = tuple[np.ndarray, bool]  # boards, and whether White is to move in them
_Walk = Generator[_Leaves, np.ndarray, float]  # yields leaves, is sent their values, returns a node's


class Together(NamedTuple):
    """What N searches with common batches found.

    Attributes:
        value: of each position, for White, float64 `[N]`.
        move: the best move of each, as a word of `Moves`; -1 if there is none: int64 `[N]`.
        positions: number of positions visited by each, int64 `[N]`.
        batches: size of each batch of leaves.
    """

    value: np.ndarray
    move: np.ndarray
    positions: np.ndarray
    batches: list[int]


def search_together(boards: np.ndarray, white: np.ndarray, depth: int, evaluate: Evaluate) -> Together:
    """Searches N positions to the same depth, with common batches of leaves.

    A position without a king is worth its material and is not evaluated.

    Args:
        boards: int8 `[N, 64]`, as `as_boards` gives them.
        white: whether White is to move, bool `[N]`.
        depth: plies, at least 1.
        evaluate: returns White's values of a batch of boards.

    Raises:
        ValueError: a depth below 1, or the wrong number of values.
    """
    if depth < 1:
        raise ValueError(f"depth must be at least 1, got {depth}")
    searches = [_Search(board, bool(side), depth) for board, side in zip(boards, white, strict=True)]
    batches: list[int] = []
    waiting = [search for search in searches if search.wanted is not None]
    while waiting:
        wanted = [search.wanted for search in waiting if search.wanted is not None]
        sizes = [len(leaves) for leaves, _ in wanted]
        batch = np.concatenate([leaves for leaves, _ in wanted])
        values = np.asarray(evaluate(batch, np.repeat([side for _, side in wanted], sizes)))
        if values.shape != (len(batch),):
            raise ValueError(f"{len(batch)} boards were evaluated, but the values are {list(values.shape)}")
        batches.append(len(batch))
        for search, part in zip(waiting, np.split(values, np.cumsum(sizes)[:-1]), strict=True):
            search.go_on(part)
        waiting = [search for search in waiting if search.wanted is not None]
    found = [(search.value, search.move, search.positions) for search in searches]
    value, move, positions = zip(*found, strict=True) if found else ((), (), ())
    return Together(np.array(value, np.float64), np.array(move, np.int64), np.array(positions, np.int64), batches)


class _Search:
    """One search, which stops wherever it needs the values of leaves.

    Attributes:
        wanted: leaves whose values it waits for; None once it is over.
        value: of the position, once it is over.
        move: the best so far.
        positions: positions visited so far.
    """

    def __init__(self, board: np.ndarray, white: bool, depth: int) -> None:
        self.depth, self.value, self.move, self.positions = depth, 0.0, -1, 0
        self._walk = self._node(board, white, 0, -np.inf, np.inf)
        self.wanted: _Leaves | None = None
        self.go_on(None)

    def go_on(self, values: np.ndarray | None) -> None:
        """Walks on with the values that were wanted; None at the beginning."""
        try:
            self.wanted = next(self._walk) if values is None else self._walk.send(values)
        except StopIteration as end:
            self.wanted, self.value = None, float(end.value)

    def _node(self, board: np.ndarray, white: bool, ply: int, alpha: float, beta: float) -> _Walk:
        self.positions += 1
        if not ((board == 6).any() and (board == 13).any()):
            return float(processor.evaluate_all(board[None])[0])
        words = np.array([word for word, _ in processor.moves(board, white)], np.int64)
        children = np.repeat(board[None], len(words), 0)
        rows = np.arange(len(words))
        children[rows, words >> 6 & 63] = words >> 12
        children[rows, words & 63] = 0
        leaves = (yield from self._leaves(children, not white)) if ply + 1 == self.depth and len(words) else None
        for number, word in enumerate(words.tolist()):
            if leaves is None:
                value = yield from self._node(children[number], not white, ply + 1, alpha, beta)
            else:
                value = float(leaves[number])
                self.positions += 1
            if value > alpha if white else value < beta:
                if ply == 0:
                    self.move = word
                if white:
                    alpha = value
                else:
                    beta = value
                if alpha >= beta:
                    break
        return alpha if white else beta

    def _leaves(self, children: np.ndarray, white: bool) -> Generator[_Leaves, np.ndarray, np.ndarray]:
        whole = (children == 6).any(1) & (children == 13).any(1)
        values = processor.evaluate_all(children).astype(np.float64)
        if whole.any():
            values[whole] = yield children[whole], white
        return values
