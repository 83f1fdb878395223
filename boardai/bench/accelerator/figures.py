"""The results of the list as figures: curves over the number of positions, lanes or rows, both axes logarithmic."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from boardai.bench.accelerator.tables import Result, results, where

Curves = dict[str, list[tuple[float, float]]]


class _Figure(NamedTuple):
    """One figure of the steps whose names begin with `prefix`."""

    prefix: str
    title: str
    across: str
    up: str
    curves: Callable[[Result], Curves]


def _by(
    rows: Iterable[dict[str, Any]], across: str, *lines: tuple[str, Callable[[dict[str, Any]], float | None]]
) -> Curves:
    found: Curves = {}
    for row in rows:
        for name, value in lines:
            if (y := value(row)) is not None:
                found.setdefault(name.format(**row), []).append((row[across], y))
    return found


FIGURES = (
    _Figure(
        "inference-", "Inference", "rows of a batch", "positions/s",
        lambda r: _by(r["rows"], "batch", (r["size"] + ", {precision}", lambda row: row["resident"])),
    ),
    _Figure(
        "study-evaluations", "Batches of evaluations", "positions", "ms",
        lambda r: _by(
            r["rows"], "positions",
            ("{evaluation}, with transfers", lambda row: 1000 * row["with_transfers"]),
            ("{evaluation}, processor", lambda row: 1000 * row["native"] if "native" in row else None),
        ),
    ),
    _Figure(
        "study-blocks", "The same search in many lanes", "lanes", "s",
        lambda r: _by(r["rows"], "lanes", ("G1", lambda row: row["seconds"])),
    ),
    _Figure(
        "study-bulk", "Many different positions at once", "searches", "s",
        lambda r: _by(
            r["rows"], "lanes", ("on the device", lambda row: row["device"]), ("processor", lambda row: row["native"])
        ),
    ),
    _Figure(
        "rules-", "Rules", "games", "plies/s",
        lambda r: _by(
            r["rows"], "games",
            (r["game"] + ", on the device", lambda row: row["ours"]),
            (r["game"] + ", native", lambda row: row["native"]),
        ),
    ),
)  # fmt: skip


def write_figures(folder: Path) -> list[Path]:
    """Draws the results so far as SVG files in the folder; returns their paths.

    Args:
        folder: of `python -m boardai.bench --accelerator`.
    """
    import matplotlib
    from matplotlib.figure import Figure  # half a second that nothing else needs

    found, written = results(folder), []
    for figure in FIGURES:
        these = [result for name, result in found.items() if name.startswith(figure.prefix)]
        curves = {name: points for result in these for name, points in figure.curves(result).items()}
        if not curves:
            continue
        drawn = Figure(figsize=(7, 4.5), layout="constrained")
        axes = drawn.add_subplot(
            xscale="log", yscale="log", xlabel=figure.across, ylabel=figure.up, title=f"{figure.title}\n{where(these)}"
        )
        axes.title.set_fontsize(9)
        for name, points in curves.items():
            axes.plot(*zip(*points, strict=True), marker="o", markersize=3, label=name)
        axes.grid(alpha=0.3)
        axes.legend(fontsize=7)
        written.append(folder / f"{figure.prefix.rstrip('-')}.svg")
        with matplotlib.rc_context({"svg.hashsalt": "boardai"}):
            drawn.savefig(written[-1], format="svg", metadata={"Date": None})
    return written
