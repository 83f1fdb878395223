"""The picture of a study: the scores of variants compared with the base."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from boardai.learn.reports.figures.panels import GREY, colour, label_axes
from boardai.learn.reports.studies import BASE, Row, spread


def effects_figure(rows: Sequence[Row]) -> Any | None:
    """Differences from the base with 95 % intervals, one panel per match; small dots are the runs.

    Args:
        rows: rows of the study's table.

    Returns:
        The figure; None without a base or a variant to compare with it.
    """
    base = next((row for row in rows if row.variant.name == BASE), None)
    others = [row for row in rows if row is not base]
    if base is None or not others:
        return None
    from matplotlib.figure import Figure

    matches = list(base.scores)
    figure = Figure(figsize=(2.2 + 3.4 * len(matches), 1.2 + 0.34 * len(others)), layout="constrained")
    panels = figure.subplots(1, len(matches), sharey=True, squeeze=False)[0]
    for axes, match in zip(panels, matches, strict=True):
        mean, runs = base.scores[match].mean, len(base.scores[match].scores)
        scatter = spread(rows, match)
        for height, row in enumerate(reversed(others)):
            score = row.scores.get(match)
            if score is None:
                continue
            distance, around = score.mean - mean, scatter.margin(len(score.scores), runs)
            axes.plot([100 * (one - mean) for one in score.scores], [height] * len(score.scores), ".", color=GREY, ms=4)
            if math.isfinite(around):
                ends = [100 * (distance - around), 100 * (distance + around)]
                axes.plot(ends, [height, height], color=colour(0), linewidth=2, solid_capstyle="butt")
            axes.plot(100 * distance, height, "o", color=colour(0), markersize=6)
        axes.axvline(0, color=GREY, linewidth=1)
        label_axes(axes, f"{match} (base {100 * mean:.1f} %)", "points of score above the base", "")
        axes.set_yticks(range(len(others)), [row.variant.name for row in reversed(others)])
        axes.set_ylim(-0.6, len(others) - 0.4)
    return figure
