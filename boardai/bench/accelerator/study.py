"""Kála's study of 2015 again: one search in lanes, blocks, windows and variants, and many searches at once.

The numbers of tables and systems are those of the thesis (docs/gpgpu.md). His trees of chosen sizes are not known; here
they come from positions of random games. All times are whole calls, transfers to the device and back among them,
without compiling.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import jax
import numpy as np

from boardai.basics.threads import cores
from boardai.game import load
from boardai.games.chess import mailbox as reference
from boardai.games.chess.device import alpha_beta, kernel, mailbox, splits

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
_SAMPLES, _ENOUGH = 3, 8.0  # samples, and seconds after which no more samples are taken


def fens(count: int, seed: int = 1) -> list[str]:
    """Positions 10 to 60 plies into random games, in none of which a game is over."""
    game, rng, found = load("chess"), random.Random(seed), list[str]()
    while len(found) < count:
        state = game.initial_state()
        for _ in range(rng.randrange(10, 61)):
            if state.is_terminal():
                break
            state.apply(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            found.append(state.to_string())
    return found


def positions(count: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Boards and sides to move of `fens`."""
    return mailbox.as_boards(fens(count, seed))


def seconds(work: Callable[[], Any]) -> float:
    """The least of some calls, after one that compiles."""
    work()
    taken: list[float] = []
    while len(taken) < _SAMPLES and sum(taken) < _ENOUGH:
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken)


def one_search(quick: bool) -> dict[str, Any]:
    """Tables 8.4 and 8.7: one search by the processor (C6), in one lane (G1), and in four with windows (G2)."""
    depth = 3 if quick else 5
    boards, white = positions(2 if quick else 12)
    rows = []
    for board, side in zip(boards, white, strict=True):
        found = reference.search(board, bool(side), depth)
        rows.append(
            {
                "positions": found.positions,
                "native": seconds(lambda: reference.search(board, bool(side), depth)),  # noqa: B023
                "one_lane": seconds(lambda: _in_lanes(board, side, depth, ((-_ALL, _ALL),))),  # noqa: B023
                "windows": seconds(lambda: _in_lanes(board, side, depth, alpha_beta.WINDOWS)),  # noqa: B023
            }
        )
    return {"depth": depth, "rows": sorted(rows, key=lambda row: row["positions"])}


def _most(on_cpu: int, elsewhere: int) -> int:
    """Thousands of lanes are for accelerators: a processor's cores take them one after the other."""
    return on_cpu if jax.default_backend() == "cpu" else elsewhere


def _in_lanes(board: np.ndarray, white: Any, depth: int, windows: Any) -> alpha_beta.Found:
    alpha, beta = (np.array(bounds, np.float32) for bounds in zip(*windows, strict=True))
    lanes = len(alpha)
    return _on_device(alpha_beta.search, np.tile(board, (lanes, 1)), np.full(lanes, white), depth, alpha, beta)


def blocks(quick: bool) -> dict[str, Any]:
    """Table 8.5: the same search in many lanes at once."""
    depth = 3 if quick else 4
    (board,), (white,) = positions(1, seed=3)
    rows = []
    for lanes in BLOCKS[:3] if quick else BLOCKS[: _most(9, len(BLOCKS))]:
        windows = [(-_ALL, _ALL)] * lanes
        steps = int(_in_lanes(board, white, depth, windows).steps)
        taken = seconds(lambda: _in_lanes(board, white, depth, windows))  # noqa: B023
        rows.append({"lanes": lanes, "steps": steps, "seconds": taken})
    return {"depth": depth, "positions": reference.search(board, bool(white), depth).positions, "rows": rows}


def windows(quick: bool) -> dict[str, Any]:
    """Table 8.6: one search with the eight sets of windows."""
    depth = 3 if quick else 5
    (board,), (white,) = positions(1, seed=4)
    value = reference.search(board, bool(white), depth).value
    rows = []
    for relative in WINDOWS:
        bounds = [(-_ALL, _ALL)[n > 0] if bound is None else value + bound for n, bound in enumerate(relative)]
        pairs = list(itertools.pairwise(bounds))
        found = _in_lanes(board, white, depth, pairs)
        taken = seconds(lambda: _in_lanes(board, white, depth, pairs))  # noqa: B023
        inside = sum(low < got < high for got, (low, high) in zip(found.value.tolist(), pairs, strict=True))
        rows.append(
            {
                "bounds": bounds,
                "positions": int(found.positions.sum()),
                "steps": int(found.steps),
                "seconds": taken,
                "found": inside == 1,
            }
        )
    return {"depth": depth, "value": value, "rows": rows}


def bulk(quick: bool) -> dict[str, Any]:
    """What he could not have: many different positions searched side by side, compared with the processor's threads."""
    return _many_searches((16,) if quick else (64, 512, 4096)[: _most(2, 3)], 2 if quick else 3, alpha_beta.search)


def kernel_searches(quick: bool) -> dict[str, Any]:
    """The same positions, each searched by a separate program (G1 as a kernel)."""
    return _many_searches((2,) if quick else (1, 16, 64, 512, 4096)[: _most(3, 5)], 2 if quick else 3, kernel.search)


def _many_searches(counts: Sequence[int], depth: int, search: Callable[..., alpha_beta.Found]) -> dict[str, Any]:
    """Different positions searched by the device, and by the processor's threads."""
    rows = []
    for lanes in counts:
        boards, white = positions(min(lanes, 512), seed=5)
        boards, white = np.resize(boards, (lanes, 64)), np.resize(white, lanes)
        alpha, beta = np.full(lanes, -_ALL, np.float32), np.full(lanes, _ALL, np.float32)

        on_device = partial(_on_device, search, boards, white, depth, alpha, beta)
        native = partial(_by_threads, boards, white, depth)
        found, one_by_one = on_device(), native()
        rows.append(
            {
                "lanes": lanes,
                "positions": int(found.positions.sum()),
                "steps": int(found.steps),
                "device": seconds(on_device),
                "native": seconds(native),
                "equal": found.value.tolist() == [one.value for one in one_by_one],
            }
        )
    return {"depth": depth, "threads": cores(), "rows": rows}


def _on_device(search: Callable[..., alpha_beta.Found], *arguments: Any) -> alpha_beta.Found:
    return jax.tree.map(np.asarray, search(*arguments))  # type: ignore[no-any-return]


def _by_threads(boards: np.ndarray, white: np.ndarray, depth: int) -> list[reference.Found]:
    """The same searches by the processor's threads (C6)."""
    with ThreadPoolExecutor(cores()) as pool:
        pairs = zip(boards, white, strict=True)
        return list(pool.map(lambda one: reference.search(one[0], bool(one[1]), depth), pairs))


_TABLE = 20  # bits


def _one_lane(board: np.ndarray, white: bool, depth: int, table: int = 0) -> splits.Split:
    bounds = (np.full(1, bound, np.float32) for bound in (-_ALL, _ALL))
    found = alpha_beta.search(board[None], np.array([white]), depth, *bounds, table=table)
    return splits.Split(float(found.value[0]), int(found.move[0]), int(found.positions[0]), int(found.steps), 1)


VARIANTS: dict[str, Callable[[np.ndarray, bool, int], splits.Split]] = {
    "one lane (G1)": _one_lane,
    "one lane, table": partial(_one_lane, table=_TABLE),
    "deepening, a call each": partial(splits.deepening, on_device=False),
    "deepening on the device": splits.deepening,
    "root split": splits.root_split,
    "root split, shared bound": partial(splits.root_split, shared=True),
    "root split, shared bound, table": partial(splits.root_split, shared=True, table=_TABLE),
    "Scout": splits.scout,
    "PVS": splits.pvs,
}
"""What Kála rejected, compared with the single lane."""


def variants(quick: bool) -> dict[str, Any]:
    """Section 5: each variant on the same positions, added up; whether all values are the processor's."""
    depth = 2 if quick else _most(4, 5)
    some = [(board, bool(white)) for board, white in zip(*positions(2 if quick else 4), strict=True)]
    native = [reference.search(board, white, depth) for board, white in some]
    rows = []
    for name, search in VARIANTS.items():
        found = [search(board, white, depth) for board, white in some]
        rows.append(
            {
                "variant": name,
                "positions": sum(one.positions for one in found),
                "steps": sum(one.steps for one in found),
                "calls": sum(one.calls for one in found),
                "seconds": seconds(lambda: [search(board, white, depth) for board, white in some]),  # noqa: B023
                "equal": [one.value for one in found] == [one.value for one in native],
            }
        )
    taken = seconds(lambda: [reference.search(board, white, depth) for board, white in some])
    return {
        "depth": depth,
        "searches": len(some),
        "native": taken,
        "native_positions": sum(one.positions for one in native),
        "rows": rows,
    }
