"""Kála's study of 2015 again: batches of evaluations, one search in lanes, blocks, windows, and many searches at once.

The numbers of tables and systems are those of the thesis (docs/gpgpu.md). His trees of chosen sizes are not known; here
they come from positions of random games. All times are whole calls, transfers to the device and back among them,
without compiling.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jax
import numpy as np

from boardai.basics.threads import cores
from boardai.game import load
from boardai.games.chess import mailbox as twin
from boardai.games.chess.device import alpha_beta, mailbox

BATCHES = (1, 100, 10_000, 50_000, 100_000, 200_000, 500_000, 1_000_000)
BLOCKS = (1, 2, 3, 4, 5, 8, 9, 16, 64, 256, 1024, 4096)
# Bounds less the position's value, by rows of table 8.6, whose position was worth 20.
WINDOWS = (
    (None, None),
    (None, -2.5, -0.5, 1.5, None),
    (-25, 15),
    (-25, -15, -5, 5, 15),
    (-3, 5),
    (-3, -1, 1, 3, 5),
    (-1.5, 2.5),
    (-1.5, -0.5, 0.5, 1.5, 2.5),
)
_ALL = 1000.0
_SAMPLES, _ENOUGH = 3, 8.0  # samples, and seconds after which there are no more of them


def positions(count: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Boards and sides of positions 10 to 60 plies into random games, in none of which a game is over."""
    game, rng, found = load("chess"), random.Random(seed), list[str]()
    while len(found) < count:
        state = game.initial_state()
        for _ in range(rng.randrange(10, 61)):
            if state.is_terminal():
                break
            state.apply(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            found.append(state.to_string())
    return mailbox.as_boards(found)


def _seconds(work: Callable[[], Any]) -> float:
    """The least of some calls, after one that compiles."""
    work()
    taken: list[float] = []
    while len(taken) < _SAMPLES and sum(taken) < _ENOUGH:
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken)


def evaluations(quick: bool) -> dict[str, Any]:
    """P3, tables 8.1 and 8.2: many positions evaluated at once by the processor and by JAX's device."""
    some, _ = positions(100 if quick else 1000)
    kinds = {"material": mailbox.evaluate, "PeSTO": mailbox.pesto}
    rows = []
    for batch in BATCHES[:3] if quick else BATCHES:
        boards = np.resize(some, (batch, 64))
        on_device = jax.device_put(boards)
        for name, function in kinds.items():
            compiled, pesto = jax.jit(function), name == "PeSTO"
            rows.append(
                {
                    "positions": batch,
                    "evaluation": name,
                    "native": _seconds(lambda: twin.evaluate_all(boards, pesto=pesto)),  # noqa: B023
                    "native_threads": _seconds(lambda: _by_threads(boards, pesto)),  # noqa: B023
                    "device": _seconds(lambda: compiled(on_device).block_until_ready()),  # noqa: B023
                    "with_transfers": _seconds(lambda: np.asarray(compiled(boards))),  # noqa: B023
                }
            )
    return {"threads": cores(), "rows": rows}


def _by_threads(boards: np.ndarray, pesto: bool) -> None:
    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(lambda part: twin.evaluate_all(part, pesto=pesto), np.array_split(boards, cores())))


def one_search(quick: bool) -> dict[str, Any]:
    """Tables 8.4 and 8.7: one search by the processor (C6), in one lane (G1), and in four with windows (G2)."""
    depth = 3 if quick else 5
    boards, white = positions(2 if quick else 12)
    rows = []
    for board, side in zip(boards, white, strict=True):
        found = twin.search(board, bool(side), depth)
        rows.append(
            {
                "positions": found.positions,
                "native": _seconds(lambda: twin.search(board, bool(side), depth)),  # noqa: B023
                "one_lane": _seconds(lambda: _in_lanes(board, side, depth, ((-_ALL, _ALL),))),  # noqa: B023
                "windows": _seconds(lambda: _in_lanes(board, side, depth, alpha_beta.WINDOWS)),  # noqa: B023
            }
        )
    return {"depth": depth, "rows": sorted(rows, key=lambda row: row["positions"])}


def _most(on_cpu: int, elsewhere: int) -> int:
    """Thousands of lanes are for accelerators: a processor's cores take them one after the other."""
    return on_cpu if jax.default_backend() == "cpu" else elsewhere


def _in_lanes(board: np.ndarray, white: Any, depth: int, windows: Any) -> alpha_beta.Found:
    alpha, beta = (np.array(bounds, np.float32) for bounds in zip(*windows, strict=True))
    lanes = len(alpha)
    found = alpha_beta.search(np.tile(board, (lanes, 1)), np.full(lanes, white), depth, alpha, beta)
    return jax.tree.map(np.asarray, found)  # type: ignore[no-any-return]


def blocks(quick: bool) -> dict[str, Any]:
    """Table 8.5: the same search in many lanes at once."""
    depth = 3 if quick else 4
    (board,), (white,) = positions(1, seed=3)
    rows = []
    for lanes in BLOCKS[:3] if quick else BLOCKS[: _most(9, len(BLOCKS))]:
        windows = [(-_ALL, _ALL)] * lanes
        steps = int(_in_lanes(board, white, depth, windows).steps)
        seconds = _seconds(lambda: _in_lanes(board, white, depth, windows))  # noqa: B023
        rows.append({"lanes": lanes, "steps": steps, "seconds": seconds})
    return {"depth": depth, "positions": twin.search(board, bool(white), depth).positions, "rows": rows}


def windows(quick: bool) -> dict[str, Any]:
    """Table 8.6: one search with the eight sets of windows."""
    depth = 3 if quick else 5
    (board,), (white,) = positions(1, seed=4)
    value = twin.search(board, bool(white), depth).value
    rows = []
    for relative in WINDOWS:
        bounds = [(-_ALL, _ALL)[n > 0] if bound is None else value + bound for n, bound in enumerate(relative)]
        pairs = list(itertools.pairwise(bounds))
        found = _in_lanes(board, white, depth, pairs)
        seconds = _seconds(lambda: _in_lanes(board, white, depth, pairs))  # noqa: B023
        inside = sum(low < got < high for got, (low, high) in zip(found.value.tolist(), pairs, strict=True))
        rows.append(
            {
                "bounds": bounds,
                "positions": int(found.positions.sum()),
                "steps": int(found.steps),
                "seconds": seconds,
                "found": inside == 1,
            }
        )
    return {"depth": depth, "value": value, "rows": rows}


def bulk(quick: bool) -> dict[str, Any]:
    """What he could not have: many different positions searched side by side, beside the processor's threads."""
    depth = 2 if quick else 3
    rows = []
    for lanes in (16,) if quick else (64, 512, 4096)[: _most(2, 3)]:
        boards, white = positions(min(lanes, 512), seed=5)
        boards, white = np.resize(boards, (lanes, 64)), np.resize(white, lanes)
        alpha, beta = np.full(lanes, -_ALL, np.float32), np.full(lanes, _ALL, np.float32)

        def on_device() -> alpha_beta.Found:
            found = alpha_beta.search(boards, white, depth, alpha, beta)  # noqa: B023
            return jax.tree.map(np.asarray, found)  # type: ignore[no-any-return]

        def native() -> None:
            with ThreadPoolExecutor(cores()) as pool:
                pairs = zip(boards, white, strict=True)  # noqa: B023
                list(pool.map(lambda one: twin.search(one[0], bool(one[1]), depth), pairs))

        found = on_device()
        rows.append(
            {
                "lanes": lanes,
                "positions": int(found.positions.sum()),
                "steps": int(found.steps),
                "device": _seconds(on_device),
                "native": _seconds(native),
            }
        )
    return {"depth": depth, "threads": cores(), "rows": rows}
