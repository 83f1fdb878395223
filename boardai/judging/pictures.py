"""Figures of a match or tournament: quality against time, and memory."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from boardai.arena.pictures import BLUE, ORANGE, new_figure, short_labels
from boardai.basics.quoting import in_picture
from boardai.judging.chances import CENTIPAWNS
from boardai.judging.effort import Effort
from boardai.judging.judge import CHANCES
from boardai.judging.quality import Quality

_LOSS = {CENTIPAWNS: "average centipawn loss", CHANCES: "win chance lost per move, %", "points": "points lost per move"}


def quality_figure(found: Sequence[Quality], spent: Sequence[Effort]) -> Any | None:
    """The loss per move against the time per move, by one judge: lower is better; None if there is nothing to show.

    Args:
        found: qualities by one judge.
        spent: effort of the same agents.
    """
    seconds = {one.agent: one.seconds for one in spent}
    shown = [one for one in found if seconds.get(one.agent, 0.0) > 0]
    if not shown:
        return None
    figure = new_figure(7.0, 4.2)
    axes = figure.subplots()
    labels = short_labels([one.agent for one in shown])
    for one in shown:
        loss = one.loss if one.loss is not None else one.chance_loss
        x = 1000 * seconds[one.agent]
        if loss.low is not None and loss.high is not None:
            axes.plot([x, x], [loss.low, loss.high], color=BLUE, linewidth=2, solid_capstyle="butt")
        axes.plot(x, loss.mean, "o", color=BLUE, markersize=6)
        axes.annotate(
            labels[one.agent], (x, loss.mean), xytext=(6, 4), textcoords="offset points", fontsize="x-small"
        )  # fmt: skip
    axes.set_xscale("log")
    for which in (axes.xaxis.set_major_formatter, axes.xaxis.set_minor_formatter):
        which(lambda value, place: f"{value:g}" if f"{value:e}"[0] in "125" else "")
    times = [1000 * seconds[one.agent] for one in shown]
    axes.set_xlim(min(times) / 2, max(times) * 6)  # room for names at the right
    axes.set_ylim(bottom=0)
    unit = shown[0].unit if all(one.loss is not None for one in shown) else CHANCES
    axes.set_xlabel("time per move, ms")
    axes.set_ylabel(_LOSS[unit])
    axes.set_title(in_picture(f"judged by {shown[0].judge}: lower is better"), loc="left", fontsize="medium")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def memory_figure(spent: Sequence[Effort]) -> Any | None:
    """The peak memory of each agent's process; None if it was not measured."""
    shown = [one for one in spent if one.memory is not None][::-1]
    if not shown:
        return None
    figure = new_figure(7.0, 1.2 + 0.32 * len(shown))
    axes = figure.subplots()
    labels = short_labels([one.agent for one in shown])
    for row, one in enumerate(shown):
        megabytes = (one.memory or 0) / 1e6
        axes.barh(row, megabytes, color=ORANGE, height=0.6)
        axes.annotate(f"{megabytes:,.0f}", (megabytes, row), xytext=(4, 0), textcoords="offset points", va="center",
                      fontsize="x-small")  # fmt: skip
    axes.set_yticks(range(len(shown)), [labels[one.agent] for one in shown], fontsize="small")
    axes.set_xlabel("peak memory of the process, MB")
    axes.margins(x=0.12)
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def svg_of(figure: Any) -> str:
    """A figure as one `<svg>` element; equal figures give equal texts."""
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "boardai"}):
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]
