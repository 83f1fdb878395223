"""Scaling: the results of `python -m boardai.bench --json FILE`, as pictures.

Rows whose names end with a number (`hex/network-64`) form a curve over that number; the others are bars, ours next to
the peer's, by unit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boardai.basics.files import read_json
from boardai.basics.quoting import in_picture
from boardai.learn.reports.figures.panels import DASHES, colour, label_axes, new_figure

_NUMBERED = re.compile(r"(.+)-(\d+)")


def read_bench(path: Path) -> list[dict[str, Any]]:
    """The rows of a benchmark's file.

    Raises:
        ValueError: not such a file.
    """
    table = read_json(path)
    if not isinstance(table, dict) or not str(table.get("format", "")).startswith("boardai bench"):
        raise ValueError(f"{path}: not written by python -m boardai.bench --json")
    rows = table.get("rows")
    if not isinstance(rows, list):
        raise ValueError(f"{path}: the file has no rows")
    return [row for row in rows if isinstance(row, dict) and row.get("ours")]


def scaling_figure(rows: Sequence[dict[str, Any]]) -> Any | None:
    """Curves over the numbers at the end of names, one panel per kind of row."""
    series: dict[str, dict[int, dict[str, Any]]] = {}
    for row in rows:
        found = _NUMBERED.fullmatch(str(row.get("name", "")))
        if found:
            series.setdefault(found.group(1), {})[int(found.group(2))] = row
    kinds: dict[str, list[str]] = {}
    for name, points in series.items():
        if len(points) > 1:
            kinds.setdefault(name.rpartition("/")[2], []).append(name)
    if not kinds:
        return None
    columns = min(2, len(kinds))
    lines = -(-len(kinds) // columns)
    figure = new_figure(lines, columns)
    grid = figure.subplots(lines, columns, squeeze=False).ravel()
    for axes, (kind, names) in zip(grid, kinds.items(), strict=False):
        for number, name in enumerate(names):
            points = series[name]
            game = name.rpartition("/")[0] or name
            _curve(axes, points, "ours", colour(number), DASHES[0], game)
            if any(row.get("theirs") for row in points.values()):
                peer = next(row.get("peer") for row in points.values() if row.get("theirs"))
                _curve(axes, points, "theirs", colour(number), DASHES[1], f"{game}, {peer}")
        first = series[names[0]]
        sizes = sorted({size for name in names for size in series[name]})
        axes.set_xscale("log", base=2)
        axes.set_xticks(sizes, [str(size) for size in sizes])
        axes.minorticks_off()
        axes.set_ylim(bottom=0)
        label_axes(
            axes, kind, "batch size" if kind == "network" else kind, str(next(iter(first.values())).get("unit", ""))
        )
    for axes in grid[len(kinds) :]:
        axes.set_visible(False)
    return figure


def rates_figure(rows: Sequence[dict[str, Any]]) -> Any | None:
    """The other rows with a peer: our rate as a multiple of the peer's."""
    chosen = [row for row in rows if row.get("theirs") and not _NUMBERED.fullmatch(str(row.get("name", "")))]
    if not chosen:
        return None
    figure = new_figure(1, 2)
    figure.set_size_inches(9, 1.2 + 0.3 * len(chosen))
    axes = figure.subplots()
    spreads = [row["ratio"] for row in chosen]  # ratios of neighbouring measurements, as in the table
    ratios = [spread["median"] for spread in spreads]
    axes.hlines(range(len(chosen)), [one["min"] for one in spreads], [one["max"] for one in spreads], color=colour(0))
    axes.plot(ratios, range(len(chosen)), "o", color=colour(0), markersize=5)
    labels = [f"{row['name']}, against {row.get('peer', 'peer')}" for row in chosen]
    axes.set_yticks(range(len(chosen)), labels, fontsize="x-small")
    axes.set_ylim(len(chosen) - 0.5, -0.5)
    axes.set_xscale("log")
    axes.axvline(1, color="black", linewidth=0.8)
    for place, ratio in enumerate(ratios):
        axes.annotate(f"{ratio:.3g}x", (ratio, place), xytext=(0, 3), textcoords="offset points", ha="center",
                      fontsize="x-small")  # fmt: skip
    label_axes(axes, "boardai's rate over the peer's", "times as fast (medians, least to most)", "")
    return figure


def _curve(axes: Any, points: dict[int, dict[str, Any]], side: str, shade: str, dash: Any, label: str) -> None:
    """Draws medians, and lines from the minimum to the maximum."""
    sizes = [size for size in sorted(points) if points[size].get(side)]
    spreads = [points[size][side] for size in sizes]
    middles = [spread["median"] for spread in spreads]
    axes.plot(sizes, middles, color=shade, linestyle=dash, marker="o", markersize=4, label=in_picture(label))
    axes.vlines(sizes, [spread["min"] for spread in spreads], [spread["max"] for spread in spreads], color=shade)
