"""Panels that are more than curves: distributions, calibration, endings, matches, ratings, phases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

from boardai.basics.quoting import in_picture
from boardai.learn.reports.figures.panels import draw_curve, draw_intervals, draw_stack, x_label
from boardai.learn.reports.figures.runs import By, Entry, RunData, key, share
from boardai.learn.reports.figures.style import COLOURS, DASHES, GREY, colour, dress

_ENDINGS = (
    ("by the rules", "ended_by_rules"),
    ("resigned", "resigned"),
    ("adjudicated", "adjudicated"),
    ("cut off", "capped"),
)
_LAST = 5  # what is shown of the end of a run is a fifth of it


def _last(run: RunData, names: Sequence[str]) -> list[dict[str, Any]]:
    """The last fifth of the lines that have these keys."""
    lines = [line for line in run.lines if all(line.get(name) is not None for name in names)]
    return lines[-max(1, len(lines) // _LAST) :] if lines else []


# Lengths of games.


def _lengths(lines: Sequence[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray] | None:
    """Middles of the bins, and the share of games a ply in each."""
    width = lines[-1]["game_length_bin"] if lines else 0
    rows = [line["game_lengths"] for line in lines if line["game_length_bin"] == width and line["game_lengths"]]
    if not rows or not width:
        return None
    longest = max(map(len, rows))
    counts = np.sum([np.pad(np.asarray(row, float), (0, longest - len(row))) for row in rows], axis=0)
    if counts.sum() == 0:
        return None
    return (np.arange(longest) + 0.5) * width, counts / counts.sum() / width


def length_distribution(axes: Any, entries: Sequence[Entry]) -> bool:
    """Of one run the lengths by iteration, of several those at the end."""
    names = ("game_lengths", "game_length_bin")
    if len(entries) == 1 and len(entries[0].runs) == 1:
        return _length_map(axes, entries[0].runs[0])
    drawn = False
    for number, entry in enumerate(entries):
        found = _lengths([line for run in entry.runs for line in _last(run, names)])
        if found is not None:
            axes.plot(*found, color=colour(number), drawstyle="steps-mid", linewidth=1.6)
            drawn = True
    if drawn:
        axes.set_ylim(bottom=0)
        dress(axes, "lengths of games, last fifth of the run", "plies", "share of games a ply")
    return drawn


def _length_map(axes: Any, run: RunData) -> bool:
    lines = [line for line in run.lines if line.get("game_lengths") and line.get("game_length_bin")]
    if not lines:
        return False
    width = lines[-1]["game_length_bin"]
    lines = [line for line in lines if line["game_length_bin"] == width]
    longest = max(len(line["game_lengths"]) for line in lines)
    rows = np.array([np.pad(np.asarray(line["game_lengths"], float), (0, longest - len(line["game_lengths"])))
                     for line in lines])  # fmt: skip
    shares = rows / np.maximum(rows.sum(axis=1, keepdims=True), 1)
    used = np.flatnonzero(shares.sum(axis=0))
    top = int(used[-1]) + 1 if len(used) else longest
    x = np.array([line["iteration"] for line in lines], float)
    edges = np.concatenate([x - 0.5, [x[-1] + 0.5]])
    mesh = axes.pcolormesh(edges, np.arange(top + 1) * width, 100 * shares[:, :top].T, cmap="Blues")
    bar = axes.figure.colorbar(mesh, ax=axes, pad=0.01, aspect=30)
    bar.set_label("% of games", fontsize="x-small")
    bar.ax.tick_params(labelsize="x-small")
    mean = run.points(key("mean_length"), "iteration")
    if len(mean):
        axes.plot(mean.x, mean.y, color=COLOURS[1], linewidth=1.5, label="mean")
    dress(axes, "lengths of self-play games", "iteration", "plies")
    axes.grid(False)
    return True


# Values.


def _diagonal(axes: Any, title: str) -> None:
    axes.plot([-1, 1], [-1, 1], color=GREY, linewidth=0.8, linestyle=":")
    axes.set_xlim(-1.05, 1.05)
    axes.set_ylim(-1.05, 1.05)
    dress(axes, title, "value, for the player to move", "mean result of the game")


def _reliability(axes: Any, number: int, x: np.ndarray, y: np.ndarray, weight: np.ndarray) -> None:
    keep = weight > 0
    if not keep.any():
        return
    sizes = 8 + 90 * weight[keep] / weight.max()
    axes.plot(x[keep], y[keep], color=colour(number), linewidth=1.2)
    axes.scatter(x[keep], y[keep], s=sizes, color=colour(number), alpha=0.8, linewidths=0)


def _numbers(values: Sequence[float | None]) -> np.ndarray:
    return np.array([0.0 if value is None else value for value in values], float)


def search_calibration(axes: Any, entries: Sequence[Entry]) -> bool:
    """What came of positions that the search valued so; the larger a point, the more positions."""
    drawn = False
    for number, entry in enumerate(entries):
        lines = [line for run in entry.runs for line in _last(run, ("value_plies", "value_calibration"))]
        if not lines:
            continue
        bins = len(lines[-1]["value_plies"])
        lines = [line for line in lines if len(line["value_plies"]) == bins]
        weight = np.sum([line["value_plies"] for line in lines], axis=0).astype(float)
        outcome = np.sum([_numbers(line["value_calibration"]) * line["value_plies"] for line in lines], axis=0)
        middles = -1 + (np.arange(bins) + 0.5) * 2 / bins
        _reliability(axes, number, middles, outcome / np.maximum(weight, 1), weight)
        drawn = True
    if drawn:
        _diagonal(axes, "value of the search, last fifth of the run")
    return drawn


def network_calibration(axes: Any, entries: Sequence[Entry]) -> bool:
    """The same for the network's value in training."""
    names = ("calibration_count", "calibration_prediction", "calibration_outcome")
    drawn = False
    for number, entry in enumerate(entries):
        lines = [line for run in entry.runs for line in _last(run, names)]
        if not lines:
            continue
        counts = np.array([line["calibration_count"] for line in lines], float)
        weight = counts.sum(axis=0)
        x, y = (
            np.sum([_numbers(line[name]) * count for line, count in zip(lines, counts, strict=True)], axis=0)
            / np.maximum(weight, 1)
            for name in names[1:]
        )
        _reliability(axes, number, x, y, weight)
        drawn = True
    if drawn:
        _diagonal(axes, "value of the network, last fifth of the run")
    return drawn


# Games.


def endings(axes: Any, entries: Sequence[Entry]) -> bool:
    """How games ended: of one run all kinds, of several the share that the rules ended."""
    if len(entries) == 1:
        values = [(label, share(name, "games")) for label, name in _ENDINGS]
        drawn = draw_stack(axes, entries[0], values, "iteration", "share of games", "how games ended")
        if drawn:
            axes.set_ylim(0, 1)
        return drawn
    drawn = False
    for number, entry in enumerate(entries):
        curve = entry.points(share("ended_by_rules", "games"), "iteration")
        draw_curve(axes, curve, colour(number), DASHES[0], None)
        drawn = drawn or len(curve) > 0
    if drawn:
        axes.set_ylim(0, 1.02)
        dress(axes, "games ended by the rules", "iteration", "share of games")
    return drawn


# Strength.


def score(match: str) -> Callable[[Any, Sequence[Entry]], bool]:
    """A panel of one match over the run, intervals of 95 %."""

    def draw(axes: Any, entries: Sequence[Entry]) -> bool:
        if not draw_intervals(axes, entries, lambda entry: entry.scores(match, "iteration"), 100):
            return False
        axes.axhline(50, color=GREY, linewidth=0.8)
        axes.set_ylim(-3, 103)
        dress(axes, match, "iteration", "score, %")
        return True

    return draw


def main_score(axes: Any, entries: Sequence[Entry]) -> bool:
    """Of one run all matches in one panel, without intervals; of several the first that all have."""
    tables = [line.get("arena", {}) for entry in entries for run in entry.runs for line in run.lines]
    tables += [run.report.get("matches") or {} for entry in entries for run in entry.runs]
    names = list(dict.fromkeys(name for table in tables for name in table))
    if len(entries) > 1:
        return bool(names) and score(names[0])(axes, entries)
    drawn = False
    for number, name in enumerate(names[: len(COLOURS)]):
        curve = entries[0].scores(name, "iteration")
        if len(curve):
            axes.plot(curve.x, 100 * curve.y, color=colour(number), marker="o", markersize=3, label=in_picture(name))
            drawn = True
    if drawn:
        axes.axhline(50, color=GREY, linewidth=0.8)
        axes.set_ylim(-3, 103)
        dress(axes, "scores", "iteration", "score, %")
    return drawn


def elo(player: Literal["search", "policy"], by: By) -> Callable[[Any, Sequence[Entry]], bool]:
    """A panel of ratings over the run, fitted to all its matches."""

    def draw(axes: Any, entries: Sequence[Entry]) -> bool:
        if not draw_intervals(axes, entries, lambda entry: entry.elo(player, by)):
            return False
        alone = len(entries) == 1 and len(entries[0].runs) == 1
        fixed = entries[0].runs[0].ratings if alone else None
        left, right = axes.get_xlim()
        axes.set_xlim(left, right + 0.14 * (right - left) * (fixed is not None))  # room for the names
        for name, one in fixed.players.items() if fixed is not None else ():
            if "@" not in name and not one.bound:  # where a bound is all that is known, there is no place for a line
                axes.axhline(one.elo, color=GREY, linewidth=0.8, linestyle="--")
                axes.annotate(in_picture(name), (1, one.elo), xycoords=("axes fraction", "data"), fontsize="x-small",
                              color=GREY, xytext=(-2, 2), textcoords="offset points", ha="right")  # fmt: skip
        dress(axes, f"Elo of the {'bare policy' if player == 'policy' else 'search'}", x_label(by),
              "points above random play")  # fmt: skip
        return True

    return draw


# Time.


def phases(axes: Any, entries: Sequence[Entry]) -> bool:
    """Of one run the seconds of each phase, of several those of a whole iteration."""
    names: dict[str, None] = {}
    for entry in entries:
        for run in entry.runs:
            for line in run.lines:
                if isinstance(line.get("seconds"), dict):
                    names.update(dict.fromkeys(name for name in line["seconds"] if name != "total"))
    values = [(name.replace("_", "-"), key(f"seconds.{name}")) for name in names]
    if len(entries) == 1:
        return draw_stack(axes, entries[0], values, "iteration", "seconds", "time of an iteration")

    def total(line: dict[str, Any]) -> float | None:
        found = [part for _, value in values if (part := value(line)) is not None]
        return sum(found) if found else None

    drawn = False
    for number, entry in enumerate(entries):
        curve = entry.points(total, "iteration")
        draw_curve(axes, curve, colour(number), DASHES[0], None)
        drawn = drawn or len(curve) > 0
    if drawn:
        axes.set_ylim(bottom=0)
        dress(axes, "time of an iteration", "iteration", "seconds")
    return drawn
