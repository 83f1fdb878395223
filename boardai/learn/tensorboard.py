"""Metrics for TensorBoard, which is installed by those who want it: `pip install "boardai[tensorboard]"`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

MISSING = 'TensorBoard is not installed; to install it: pip install "boardai[tensorboard]"'
FOLDER = "tensorboard"


class TensorBoard:
    """Writes lines of metrics as scalars into a run's folder; `tensorboard --logdir RUN` shows them.

    Args:
        folder: of the run; events go to `tensorboard/` in it.
        begun: the last iteration that counts of what was written before; later ones are hidden.

    Raises:
        ValueError: TensorBoard is not installed; the message says how to.
        OSError: the folder cannot be written.
    """

    def __init__(self, folder: Path, begun: int = 0) -> None:
        try:
            from tensorboardX import SummaryWriter
        except ImportError:
            raise ValueError(MISSING) from None
        self._writer = SummaryWriter(str(folder / FOLDER), purge_step=begun + 1 if begun else None)

    def add(self, line: dict[str, Any]) -> None:
        """One iteration's line of metrics; its step is the iteration."""
        iteration = int(line["iteration"])
        for name, value in scalars(line):
            self._writer.add_scalar(name, value, iteration)
        lengths, width = line.get("game_lengths"), line.get("game_length_bin")
        if lengths and width and sum(lengths):
            self._writer.add_histogram_raw(
                "games/lengths",
                min=0.0,
                max=float(width * len(lengths)),
                num=sum(lengths),
                sum=sum((number + 0.5) * width * count for number, count in enumerate(lengths)),
                sum_squares=sum(((number + 0.5) * width) ** 2 * count for number, count in enumerate(lengths)),
                bucket_limits=[float(width * (number + 1)) for number in range(len(lengths))],
                bucket_counts=lengths,
                global_step=iteration,
            )

        self._writer.flush()

    def close(self) -> None:
        """Writes what is left."""
        self._writer.close()


def scalars(line: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """The numbers of a line of metrics by TensorBoard's names: `arena/search_vs_random/score`, `seconds/learn`."""
    for name, value in line.items():
        if name == "arena" and isinstance(value, dict):
            for match, table in value.items():
                low, high = table["interval95"]
                for part, number in (("score", table["score"]), ("low", low), ("high", high)):
                    yield f"arena/{re.sub(r'[^-./0-9A-Z_a-z]', '_', match)}/{part}", float(number)
        elif isinstance(value, dict):
            yield from ((f"{name}/{part}", number) for part, number in scalars(value))
        elif name != "iteration" and isinstance(value, int | float) and math.isfinite(value):
            yield name, float(value)


def export(folder: Path, lines: Iterable[dict[str, Any]]) -> Path:
    """Writes all lines of a run anew.

    Args:
        folder: of the run.
        lines: of its metrics.

    Returns:
        The folder with the events.

    Raises:
        ValueError: TensorBoard is not installed.
        OSError: the folder cannot be written.
    """
    target = folder / FOLDER
    writer = TensorBoard(folder)  # before anything is removed
    writer.close()
    for old in target.glob("events.out.tfevents.*"):
        old.unlink()
    writer = TensorBoard(folder)
    for line in lines:
        writer.add(line)
    writer.close()
    return target
