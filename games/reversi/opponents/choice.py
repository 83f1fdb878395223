"""Which evaluation plays a board best, as `measure.py` has measured it."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent.parent / "weights" / "measured.toml"
ANY_SHAPE = ("positional", "larion")  # what evaluates every board


@functools.cache
def measured() -> dict[str, dict[str, Any]]:
    """By board its cells, and the share of points of each evaluation against the others."""
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def best_evaluation(board: str, cells: int) -> str:
    """The evaluation that plays a board best.

    >>> from boardai.games.reversi.opponents.choice import best_evaluation
    >>> best_evaluation("8x8", 64)
    'patterns'

    Args:
        board: its name, if it has one.
        cells: how many it has.
    """
    known = measured()
    if board in known:
        points = known[board]["points"]
    else:
        nearest = min(known.values(), key=lambda one: abs(one["cells"] - cells))
        points = {name: nearest["points"][name] for name in ANY_SHAPE}
    return str(max(points, key=lambda name: points[name]))
