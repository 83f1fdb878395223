"""P3 of Kála 2015: batches of positions evaluated by the processor and by JAX's device, by four evaluations.

Material and PeSTO's tables are those of the study's engine. The accumulator network is the one that ships with chess
(`nnue`): on the processor one call of Python for each position, as no batch of boards is evaluated natively. The
residual network has 4 blocks of 64 channels and random weights; its planes are made on the device. It has no
counterpart in C++.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import cycle, islice
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boardai.basics.threads import cores
from boardai.bench.accelerator.study import fens, seconds
from boardai.game import load
from boardai.games.chess import mailbox as processor
from boardai.games.chess.device import accumulator, mailbox
from boardai.games.chess.device.leaves import search_together
from boardai.learn.accumulator.config import CHUNK
from boardai.learn.accumulator.model import as_floats, outputs
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import piece_size
from boardai.learn.network.network import Network
from boardai.search.evaluations.accumulator import AccumulatorNetwork
from boardai.search.evaluations.naming import load_evaluation, shipped_evaluations

BATCHES = (1, 100, 10_000, 50_000, 100_000, 200_000, 500_000, 1_000_000)
GAMES = (1, 16, 128)  # searches that share batches of leaves
LEAVES = {"material": (1.0, False), "PeSTO": (2400.0, False), "NNUE": (100.0, True), "4x64 network": (0.1, True)}
"""Evaluations of leaves: how many of their units are a pawn, and whether values are for the side to move or White's."""
_SMALLEST = 64  # batch of leaves that is compiled
_ROWS = 4096  # of a network, in one piece of a larger batch
_TOO_LONG = 20.0  # seconds: larger batches are left out once one call is expected to take longer

Device = Callable[[jax.Array, jax.Array], jax.Array]
"""Of boards int8 `[N, 64]` and whether White is to move, bool `[N]`: values `[N]`."""


class Kind(NamedTuple):
    """One evaluation.

    Attributes:
        name: in the table.
        device: what JAX compiles.
        native: evaluates a batch of boards on one core; None: there is no such code.
        threads: the same on all cores; None: likewise.
    """

    name: str
    device: Device
    native: Callable[[np.ndarray], Any] | None = None
    threads: Callable[[np.ndarray], Any] | None = None


def measure(quick: bool) -> dict[str, Any]:
    """Tables 8.1 and 8.2: seconds of a call by evaluation and batch, whose transfers are counted and not."""
    texts = fens(100 if quick else 1000)
    some, sides = mailbox.as_boards(texts)
    rows = []
    for kind in kinds(texts):
        spent, last = 0.0, 1
        for batch in BATCHES[:3] if quick else BATCHES:
            if spent * batch / last > _TOO_LONG:
                break
            boards, white = np.resize(some, (batch, 64)), np.resize(sides, batch)
            on_device, compiled = jax.device_put((boards, white)), jax.jit(kind.device)
            row: dict[str, Any] = {
                "positions": batch,
                "evaluation": kind.name,
                "device": seconds(lambda: compiled(*on_device).block_until_ready()),  # noqa: B023
                "with_transfers": seconds(lambda: np.asarray(compiled(boards, white))),  # noqa: B023
            }
            if kind.native is not None:
                row["native"] = seconds(partial(kind.native, boards))
            if kind.threads is not None:
                row["native_threads"] = seconds(partial(kind.threads, boards))
            rows.append(row)
            spent, last = row["with_transfers"], batch
    return {"threads": cores(), "rows": rows}


def leaves(quick: bool) -> dict[str, Any]:
    """7.1.4: trees on the processor and leaves on the device, by the number of searches that share batches."""
    depth = 2 if quick else 3
    texts = fens(64, seed=6)
    some, sides = mailbox.as_boards(texts)
    by_kind = {kind.name: kind for kind in kinds()}
    rows = []
    for name, points in LEAVES.items():
        for games in (1, 8) if quick else GAMES:
            batched = _Batched(by_kind[name], *points)
            boards, white = np.resize(some, (games, 64)), np.resize(sides, games)
            began = time.perf_counter()
            found = search_together(boards, white, depth, batched)
            rows.append(
                {
                    "evaluation": name,
                    "searches": games,
                    "positions": int(found.positions.sum()),
                    "batches": len(found.batches),
                    "leaves": sum(found.batches),
                    "tree": time.perf_counter() - began - batched.device - batched.native - batched.compiling,
                    "device": batched.device,
                    "native": batched.native,
                }
            )
    return {"depth": depth, "rows": rows}


class _Batched:
    """Evaluates leaves on the device, in batches of a few sizes, and on one core for comparison.

    Attributes:
        device: seconds on the device, transfers among them.
        native: seconds on one core; 0 if there is no native code.
        compiling: seconds of first calls.
    """

    def __init__(self, kind: Kind, pawn: float, of_mover: bool) -> None:
        self._kind, self._pawn, self._of_mover, self._compiled = kind, pawn, of_mover, jax.jit(kind.device)
        self._sizes: set[int] = set()
        self.device = self.native = self.compiling = 0.0

    def __call__(self, boards: np.ndarray, white: np.ndarray) -> np.ndarray:
        count, size = len(boards), _SMALLEST
        while size < count:
            size *= 2
        padded = np.resize(boards, (size, 64)), np.resize(white, size)
        if size not in self._sizes:
            self.compiling += _timed(lambda: self._compiled(*padded).block_until_ready())[0]
            self._sizes.add(size)
        spent, values = _timed(lambda: np.asarray(self._compiled(*padded)))
        self.device += spent
        if self._kind.native is not None:
            self.native += _timed(partial(self._kind.native, boards))[0]
        values = values[:count].astype(np.float64) / self._pawn
        return np.where(white, values, -values) if self._of_mover else values


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def kinds(texts: list[str] | None = None) -> list[Kind]:
    """The four evaluations.

    Args:
        texts: FENs of which every batch consists, one after the other and again from the first; None: batches are of
            any boards, of which the accumulator network's code for processors evaluates none.
    """
    return [
        Kind("material", lambda board, _: mailbox.evaluate(board), _tables(False), _in_threads(False)),
        Kind("PeSTO", lambda board, _: mailbox.pesto(board), _tables(True), _in_threads(True)),
        Kind("NNUE", nnue(), None if texts is None else _one_by_one(texts)),
        Kind("4x64 network", residual()),
    ]


def nnue() -> Device:
    """The accumulator network that ships with chess, for the side to move and unrounded.

    Only the network: the game's knowledge of won and drawish endings is left out.
    """
    network = _shipped()
    parameters = as_floats(network.to_arrays()[0])

    def values(board: jax.Array, white: jax.Array) -> jax.Array:
        count = len(board)
        missing = -count % CHUNK if count > CHUNK else 0
        columns = jnp.pad(
            accumulator.columns(board, white), ((0, missing), (0, 0), (0, 0)), constant_values=accumulator.INPUTS
        )
        found, _ = outputs(parameters, columns, jnp.pad(accumulator.bucket(board, network.buckets), (0, missing)))
        return network.points * found[:count]

    return values


def residual() -> Device:
    """Values of a small residual network with random weights, whose planes are the kinds of pieces and the side."""
    network = Network((8, 8, 14), 1, NetworkConfig(blocks=4, channels=64), 0)
    weights = network.fold(network.parameters, network.statistics)

    def values(board: jax.Array, white: jax.Array) -> jax.Array:
        rows = next(size for size in range(min(len(board), _ROWS), 0, -1) if len(board) % size == 0)

        def some(part: tuple[jax.Array, jax.Array]) -> jax.Array:
            codes = jnp.where(part[0] > 0, part[0], 7)  # no piece has code 7: empty squares, then the player to move
            planes = (codes[:, :, None] == jnp.arange(14)).astype(jnp.float32).at[:, :, 0].set(part[1][:, None])
            return network.apply_folded(weights, planes.reshape(rows, 8, 8, 14), piece=piece_size(rows))[1]

        return jax.lax.map(some, (board.reshape(-1, rows, 64), white.reshape(-1, rows))).reshape(-1)

    return values


def _shipped() -> AccumulatorNetwork:
    state = load("chess", history=0).initial_state()
    return load_evaluation(shipped_evaluations(state)["nnue"], AccumulatorNetwork)


def _one_by_one(texts: list[str]) -> Callable[[np.ndarray], Any]:
    """For batches that repeat these positions."""
    game, network = load("chess", history=0), _shipped()
    states = [game.from_string(text) for text in texts]
    spec = network.for_searches(states[0])
    return lambda boards: [state.evaluate(spec) for state in islice(cycle(states), len(boards))]


def _tables(pesto: bool) -> Callable[[np.ndarray], Any]:
    return lambda boards: processor.evaluate_all(boards, pesto=pesto)


def _in_threads(pesto: bool) -> Callable[[np.ndarray], Any]:
    def evaluate(boards: np.ndarray) -> None:
        with ThreadPoolExecutor(cores()) as pool:
            list(pool.map(_tables(pesto), np.array_split(boards, cores())))

    return evaluate
