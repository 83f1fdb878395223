"""Metrics for TensorBoard, an optional dependency: `pip install "boardai[tensorboard]"`."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from boardai.basics.optional import optional_package

FOLDER = "tensorboard"


def require_tensorboard() -> None:
    """Checks that events can be written.

    Raises:
        ValueError: TensorBoard is not installed; the message has the command to install it.
    """
    optional_package("tensorboardX", "tensorboardX", "tensorboard")


class TensorBoard:
    """Writes lines of metrics as scalars into a run's folder; `tensorboard --logdir RUN` shows them.

    Args:
        folder: folder of the run; events go to a new file in `tensorboard/` in it.
        begun: the last iteration of earlier events that is still valid; later ones are hidden.

    Raises:
        ValueError: TensorBoard is not installed; the message has the command to install it.
        OSError: the folder cannot be written.
    """

    def __init__(self, folder: Path, begun: int = 0) -> None:
        require_tensorboard()
        from tensorboardX.proto.event_pb2 import SessionLog
        from tensorboardX.record_writer import RecordWriter

        (folder / FOLDER).mkdir(exist_ok=True)
        # Names sort by time; the number distinguishes files with the same time.
        name = f"events.out.tfevents.{time.time_ns()}"
        self._records = RecordWriter(str(folder / FOLDER / name))
        self._write(0, file_version="brain.Event:2")
        if begun:
            self._write(begun + 1, session_log=SessionLog(status=SessionLog.START))

    def add(self, line: dict[str, Any]) -> None:
        """Adds one iteration's line of metrics; the iteration is its step."""
        from tensorboardX import summary

        iteration = int(line["iteration"])
        for name, value in scalars(line):
            self._write(iteration, summary=summary.scalar(name, value))
        lengths, width = line.get("game_lengths"), line.get("game_length_bin")
        if lengths and width and sum(lengths):
            middles = [(number + 0.5) * width for number in range(len(lengths))]
            histogram = summary.histogram_raw(
                "games/lengths",
                min=0.0,
                max=float(width * len(lengths)),
                num=sum(lengths),
                sum=sum(middle * count for middle, count in zip(middles, lengths, strict=True)),
                sum_squares=sum(middle**2 * count for middle, count in zip(middles, lengths, strict=True)),
                bucket_limits=[float(width * (number + 1)) for number in range(len(lengths))],
                bucket_counts=lengths,
            )
            self._write(iteration, summary=histogram)
        self._records.flush()

    def close(self) -> None:
        """Writes the remaining events."""
        self._records.close()

    def _write(self, step: int, **what: Any) -> None:
        from tensorboardX.proto.event_pb2 import Event

        self._records.write(Event(wall_time=time.time(), step=step, **what).SerializeToString())


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
    """Writes all lines of a run again.

    Args:
        folder: folder of the run.
        lines: lines of its metrics.

    Returns:
        The folder with the events.

    Raises:
        ValueError: TensorBoard is not installed.
        OSError: the folder cannot be written.
    """
    target = folder / FOLDER
    before = list(target.glob("events.out.tfevents.*"))
    writer = TensorBoard(folder)  # raises its errors before anything is removed
    for old in before:
        old.unlink()
    for line in lines:
        writer.add(line)
    writer.close()
    return target
