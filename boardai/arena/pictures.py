"""Pictures of a tournament: ratings, and the score against a ladder of simulations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boardai.arena.equal import Equal, Rung, number_text
from boardai.arena.match import wilson_interval
from boardai.arena.ratings import Ratings
from boardai.basics.files import replacing
from boardai.basics.quoting import in_picture
from boardai.players.spec import AgentSpec, distinct_labels

# Okabe and Ito (2008): distinguished by people with any kind of colour vision.
BLUE, ORANGE, _GREY = "#0072B2", "#D55E00", "#666666"


def short_labels(specs: Sequence[str]) -> dict[str, str]:
    """Specs as labels: files and run folders without their parents, if they stay different."""

    def short(spec: str) -> str:
        return re.sub(r"run=[^,]*?([^/,]+)(?=,|$)", r"\1", AgentSpec.parse(spec).short).replace("checkpoint=", "@")

    return {spec: in_picture(label) for spec, label in distinct_labels(specs, short).items()}


def new_figure(width: float, height: float) -> Any:
    """An empty figure of that size in inches."""
    from matplotlib.figure import Figure  # takes half a second to import, and nothing else needs it

    return Figure(figsize=(width, height), layout="constrained")


def draw_ratings(ratings: Ratings, title: str, path: Path) -> None:
    """Ratings with their intervals, best on top; SVG, PNG or PDF by the file's ending.

    Raises:
        OSError: the file cannot be written.
    """
    _save(ratings_figure(ratings, title), path)


def ratings_figure(ratings: Ratings, title: str) -> Any:
    """The figure of `ratings_picture`."""
    names = ratings.names[::-1]
    labels = short_labels(names)
    figure = new_figure(8, 1.4 + 0.32 * len(names))
    axes = figure.subplots()
    for row, name in enumerate(names):
        one = ratings.players[name]
        if name == ratings.anchor:
            axes.plot(one.elo, row, "D", color=ORANGE, markersize=6)
        else:
            axes.plot([one.low, one.high], [row, row], color=BLUE, linewidth=2, solid_capstyle="butt",
                      linestyle=":" if one.bound else "-")  # fmt: skip
            axes.plot(one.elo, row, "o", color=BLUE, markersize=6, fillstyle="none" if one.bound else "full")
        axes.annotate(one.words() if one.bound else f"{one.elo:+z.0f}", (one.elo, row), xytext=(0, 5),
                      textcoords="offset points", ha="center", fontsize="x-small")  # fmt: skip
    axes.set_yticks(range(len(names)), [labels[name] for name in names], fontsize="small")
    axes.set_ylim(-0.6, len(names) - 0.3)
    axes.set_xlabel(f"Elo points above {labels[ratings.anchor]}, 95 % intervals")
    axes.set_title(in_picture(title), loc="left", fontsize="medium")
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def draw_equal(found: Equal, rungs: Sequence[Rung], agent: str, opponent: str, path: Path) -> None:
    """The agent's score against increasing simulations, the fitted curve, and where it crosses one half.

    Raises:
        OSError: the file cannot be written.
    """
    figure = new_figure(7.5, 4.2)
    axes = figure.subplots()
    x = [rung.simulations for rung in rungs]
    for rung in rungs:
        low, high = wilson_interval(rung.points / rung.games, rung.games)
        axes.plot([rung.simulations] * 2, [100 * low, 100 * high], color=BLUE, linewidth=2)
        axes.plot(rung.simulations, 100 * rung.points / rung.games, "o", color=BLUE)
    axes.set_xscale("log", base=2)
    left, right = min(x) / 1.4, max(x) * 1.4
    if found.simulations is not None:
        left, right = min(left, found.simulations / 1.4), max(right, found.simulations * 1.4)
        curve = [left * (right / left) ** (step / 200) for step in range(201)]
        axes.plot(curve, [100 * found.score(value) for value in curve], color=_GREY, label="fitted")
        axes.axvline(found.simulations, color=ORANGE, linestyle="--", label=f"even: {number_text(found.simulations)}")
    if found.low is not None or found.high is not None:
        axes.axvspan(max(left, found.low or left), min(right, found.high or right), color=ORANGE, alpha=0.15,
                     label="95 % interval")  # fmt: skip
    axes.set_xlim(left, right)
    axes.set_ylim(0, 100)
    axes.axhline(50, color=_GREY, linewidth=0.8)
    axes.set_xticks(x, [f"{value:,}" for value in x])
    axes.minorticks_off()
    axes.set_xlabel(f"simulations per move of {in_picture(opponent)}")
    axes.set_ylabel("score of the agent, %")
    axes.set_title(short_labels([agent])[agent], loc="left", fontsize="medium")
    axes.grid(alpha=0.3)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize="small", loc="upper right")
    _save(figure, path)


def _save(figure: Any, path: Path) -> None:
    with replacing(path) as file:
        figure.savefig(file, format=path.suffix.lower()[1:], dpi=150)
