"""Tables for the pages that commands write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[str]:
    """Rows under a head, as lines of Markdown."""
    every = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(map(str, cells))} |" for cells in every]
