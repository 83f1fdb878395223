"""The picture of a screening: what its factors add."""

from __future__ import annotations

from typing import Any

from boardai.learn.reports.figures.panels import GREY, colour, label_axes
from screening.effects import Effect


def factors_figure(found: dict[str, list[Effect]]) -> Any:
    """Effects with 95 % intervals, a panel for each measure, the largest of the first one on top.

    Args:
        found: by measure; all have the same factors.
    """
    from matplotlib.figure import Figure

    first = next(iter(found.values()))
    heights = {one.factor: height for height, one in enumerate(sorted(first, key=lambda one: one.value))}
    figure = Figure(figsize=(2.2 + 3.4 * len(found), 1.2 + 0.34 * len(heights)), layout="constrained")
    panels = figure.subplots(1, len(found), sharey=True, squeeze=False)[0]
    for axes, (measure, effects) in zip(panels, found.items(), strict=True):
        for one in effects:
            height = heights[one.factor]
            ends = [one.value - one.margin, one.value + one.margin]
            axes.plot(ends, [height, height], color=colour(0), linewidth=2, solid_capstyle="butt")
            axes.plot(one.value, height, "o", color=colour(0), markersize=6)
        axes.axvline(0, color=GREY, linewidth=1)
        label_axes(axes, measure, "with the factor on, less with it off", "")
        axes.set_yticks(list(heights.values()), list(heights))
        axes.set_ylim(-0.6, len(heights) - 0.4)
    return figure
