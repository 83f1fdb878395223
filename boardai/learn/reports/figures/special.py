"""Panels that are not plain curves: distributions, calibration, endings, matches, ratings, phases.

And panels of a learned linear evaluation: the size of its weights and its errors, by group, stage and board; and its
tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

from boardai.basics.quoting import in_picture
from boardai.learn.reports.figures.panels import (
    COLOURS,
    GREY,
    Lines,
    colour,
    draw_intervals,
    draw_stack,
    label_axes,
    x_label,
)
from boardai.learn.reports.figures.runs import By, Entry, RunData, Value, bin_means, key, share
from boardai.search.evaluations.archives import ArchiveEvaluation
from boardai.search.evaluations.linear import LinearEvaluation
from boardai.search.evaluations.naming import load_evaluation

_ENDINGS = (
    ("by the rules", "ended_by_rules"),
    ("resigned", "resigned"),
    ("adjudicated", "adjudicated"),
    ("cut off", "capped"),
)
_LAST = 5  # panels about the end of a run use a fifth of it


def _last(run: RunData, names: Sequence[str]) -> list[dict[str, Any]]:
    """The last fifth of the lines that have these keys."""
    lines = [line for line in run.lines if all(line.get(name) is not None for name in names)]
    return lines[-max(1, len(lines) // _LAST) :] if lines else []


# Lengths of games.


def _lengths(lines: Sequence[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray] | None:
    """Centres of the bins, and the share of games per ply in each."""
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
    """Lengths of games: for one run by iteration, for several runs at the end."""
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
        label_axes(axes, "lengths of games, last fifth of the run", "plies", "share of games per ply")
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
    shares = bin_means(shares)
    x = np.array([line["iteration"] for line in lines], float)
    starts = np.arange(len(shares)) * len(x) // len(shares)
    edges = np.concatenate([x[starts] - 0.5, [x[-1] + 0.5]])
    # Rasterized: a rectangle per number would take megabytes.
    mesh = axes.pcolormesh(edges, np.arange(top + 1) * width, 100 * shares[:, :top].T, cmap="Blues", rasterized=True)
    bar = axes.figure.colorbar(mesh, ax=axes, pad=0.01, aspect=30)
    bar.set_label("% of games", fontsize="x-small")
    bar.ax.tick_params(labelsize="x-small")
    mean = run.points(key("mean_length"), "iteration").binned()
    if len(mean):
        axes.plot(mean.x, mean.y, color=COLOURS[1], linewidth=1.5, label="mean",
                  marker="o" if len(mean) == 1 else "", markersize=4)  # fmt: skip
    label_axes(axes, "lengths of self-play games", "iteration", "plies")
    axes.grid(False)
    return True


# Values.


def _diagonal(axes: Any, title: str) -> None:
    axes.plot([-1, 1], [-1, 1], color=GREY, linewidth=0.8, linestyle=":")
    axes.set_xlim(-1.05, 1.05)
    axes.set_ylim(-1.05, 1.05)
    label_axes(axes, title, "value, for the player to move", "mean result of the game")


def _reliability(axes: Any, number: int, x: np.ndarray, y: np.ndarray, weight: np.ndarray) -> None:
    keep = weight > 0
    if not keep.any():
        return
    sizes = 8 + 90 * weight[keep] / weight.max()
    axes.plot(x[keep], y[keep], color=colour(number), linewidth=1.2)
    axes.scatter(x[keep], y[keep], s=sizes, color=colour(number), alpha=0.8, linewidths=0)


def _numbers(values: Sequence[float | None]) -> np.ndarray:
    return np.array([0.0 if value is None else value for value in values], float)


Sums = Callable[[Sequence[dict[str, Any]]], tuple[np.ndarray, np.ndarray, np.ndarray]]


def _calibration(whose: str, names: Sequence[str], sums: Sums) -> Callable[[Any, Sequence[Entry]], bool]:
    """A calibration panel: mean results by predicted value; larger points represent more positions.

    Args:
        whose: whose value it is, for the title.
        names: names of the metrics.
        sums: returns from lines, by bin: the values, the mean results, and the number of positions.
    """

    def draw(axes: Any, entries: Sequence[Entry]) -> bool:
        drawn = False
        for number, entry in enumerate(entries):
            lines = [line for run in entry.runs for line in _last(run, names)]
            if lines:
                _reliability(axes, number, *sums(lines))
                drawn = True
        if drawn:
            _diagonal(axes, f"value of the {whose}, last fifth of the run")
        return drawn

    return draw


def _of_searches(lines: Sequence[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    bins = len(lines[-1]["value_plies"])
    lines = [line for line in lines if len(line["value_plies"]) == bins]
    weight = np.sum([line["value_plies"] for line in lines], axis=0).astype(float)
    outcome = np.sum([_numbers(line["value_calibration"]) * line["value_plies"] for line in lines], axis=0)
    return -1 + (np.arange(bins) + 0.5) * 2 / bins, outcome / np.maximum(weight, 1), weight


def _of_network(lines: Sequence[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    counts = np.array([line["calibration_count"] for line in lines], float)
    weight = counts.sum(axis=0)
    x, y = (
        np.sum([_numbers(line[name]) * count for line, count in zip(lines, counts, strict=True)], axis=0)
        / np.maximum(weight, 1)
        for name in ("calibration_prediction", "calibration_outcome")
    )
    return x, y, weight


search_calibration = _calibration("search", ("value_plies", "value_calibration"), _of_searches)
network_calibration = _calibration(
    "network", ("calibration_count", "calibration_prediction", "calibration_outcome"), _of_network
)


# Games.


def endings(axes: Any, entries: Sequence[Entry]) -> bool:
    """How games ended: for one run all kinds of endings, for several runs the share that the rules ended."""
    if len(entries) == 1:
        values = [(label, share(name, "games")) for label, name in _ENDINGS]
        drawn = draw_stack(axes, entries[0], values, "iteration", "share of games", "how games ended")
        if drawn:
            axes.set_ylim(0, 1)
        return drawn
    values = [("", share("ended_by_rules", "games"))]
    return Lines("games ended by the rules", "share of games", values, limits=(0, 1.02)).draw(
        axes, entries, "iteration"
    )


# Strength.


def score(match: str) -> Callable[[Any, Sequence[Entry]], bool]:
    """A panel of one match over the run, with 95 % intervals."""

    def draw(axes: Any, entries: Sequence[Entry]) -> bool:
        if not draw_intervals(axes, entries, lambda entry: entry.scores(match, "iteration"), 100):
            return False
        axes.axhline(50, color=GREY, linewidth=0.8)
        axes.set_ylim(-3, 103)
        label_axes(axes, match, "iteration", "score, %")
        return True

    return draw


def main_score(axes: Any, entries: Sequence[Entry]) -> bool:
    """For one run, all matches in one panel without intervals; for several runs, the first match that all have."""
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
        label_axes(axes, "scores", "iteration", "score, %")
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
            if "@" not in name and not one.bound:  # a rating that is only a bound gets no line
                axes.axhline(one.elo, color=GREY, linewidth=0.8, linestyle="--")
                axes.annotate(in_picture(name), (1, one.elo), xycoords=("axes fraction", "data"), fontsize="x-small",
                              color=GREY, xytext=(-2, 2), textcoords="offset points", ha="right")  # fmt: skip
        label_axes(axes, f"Elo of the {'policy without search' if player == 'policy' else 'search'}", x_label(by),
              "points above random play")  # fmt: skip
        return True

    return draw


# Time.


def phases(axes: Any, entries: Sequence[Entry]) -> bool:
    """For one run the seconds of each phase, for several runs those of a whole iteration."""
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

    return Lines("time of an iteration", "seconds", [("", total)], zero=True).draw(axes, entries, "iteration")


_FEWEST = 2  # minimum number of stages for a map, or for a curve over them
_LARGEST = 64  # maximum number of weights in a dimension of a table that is drawn
_STAGES = 5  # number of stages drawn, from the first to the last that was learned
_CELL = 1.25  # inches


def evaluation_of(run: RunData) -> ArchiveEvaluation | None:
    """The run's newest weights, if it learns an evaluation whose card describes them."""
    try:
        found = load_evaluation(run.path)
    except ValueError:
        return None
    return found if isinstance(found, ArchiveEvaluation) and "groups" in found.card else None


def worth(evaluation: LinearEvaluation) -> tuple[list[str], np.ndarray]:
    """Each group's name, and the mean size of its nonzero weights by stage: `[groups, stages]`, 0 without any."""
    names, found = [], []
    for name, weights in evaluation.by_group():
        part = np.abs(weights.reshape(len(weights), -1).astype(float))
        names.append(name)
        found.append(part.sum(axis=1) / np.maximum(np.count_nonzero(part, axis=1), 1))
    return names, np.array(found)


def weights_map(axes: Any, entries: Sequence[Entry]) -> bool:
    """Groups by stages of one run; not drawn for several runs."""
    if len(entries) != 1 or len(entries[0].runs) != 1:
        return False
    evaluation = evaluation_of(entries[0].runs[0])
    if not isinstance(evaluation, LinearEvaluation) or not evaluation.weights.any():
        return False
    if evaluation.card["stages"] < _FEWEST:
        return False
    names, sizes = worth(evaluation)
    image = axes.imshow(sizes, aspect="auto", cmap="Blues", interpolation="nearest")
    label_axes(axes, "mean size of the weights in use", "stage of the game", "")
    axes.grid(visible=False)
    axes.set_yticks(range(len(names)), names, fontsize="x-small")
    ticks = range(0, sizes.shape[1], max(1, sizes.shape[1] // 5))
    axes.set_xticks(ticks, [str(stage + 1) for stage in ticks])
    if axes.figure is not None:
        axes.figure.colorbar(image, ax=axes, shrink=0.9)
    return True


def errors_by_stage(axes: Any, entries: Sequence[Entry]) -> bool:
    """The errors of the first and the last iteration over the stages of the game."""
    drawn = False
    for number, entry in enumerate(entries):
        for run in entry.runs:
            lines = [line for line in run.lines if len(line.get("error_by_stage", ())) >= _FEWEST]
            if not lines:
                continue
            shade = colour(number) if len(entries) > 1 else colour(0)
            for line, dash, name in ((lines[0], ":", "first"), (lines[-1], "-", "last")):
                # The error of a stage without positions is 0.
                known = [(stage, error) for stage, error in enumerate(line["error_by_stage"], start=1) if error > 0]
                axes.plot(
                    *zip(*known, strict=True), color=shade, linestyle=dash, label=None if drawn else in_picture(name)
                )
            drawn = True
    if drawn:
        from matplotlib.ticker import MaxNLocator

        axes.set_ylim(bottom=0)
        label_axes(axes, "error by stage of the game", "stage", "value")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    return drawn


def by_board(name: str, title: str, unit: str) -> Callable[[Any, Sequence[Entry]], bool]:
    """A panel of a metric that has a number per board.

    Args:
        name: name of the metric.
        title: title of the panel.
        unit: label of the y axis.
    """

    def of_board(board: str) -> Value:
        # Names of boards contain dots and equals signs, which key() would read as paths.
        return lambda line: line.get(name, {}).get(board)

    def draw(axes: Any, entries: Sequence[Entry]) -> bool:
        lines = [line for entry in entries for run in entry.runs for line in run.lines]
        boards = dict.fromkeys(board for line in lines for board in line.get(name, ()))
        values = [(board, of_board(board)) for board in boards]
        return Lines(title, unit, values, zero=True).draw(axes, entries, "iteration")

    return draw


def weight_tables(evaluation: LinearEvaluation) -> dict[str, list[tuple[str, np.ndarray]]]:
    """The groups that can be drawn, and for each the titles and weights `[rows, columns]` of its tables.

    A group of two dimensions is one table for each of a few stages of the game, a group of three dimensions several
    tables. Groups without learned weights are left out.
    """
    stages = int(evaluation.card["stages"])
    learned = np.flatnonzero(evaluation.weights.reshape(stages, -1).any(axis=1))
    if not len(learned):
        return {}
    # The first stages are not learned if games begin with random moves.
    shown = sorted({round(stage) for stage in np.linspace(learned[0], learned[-1], _STAGES)})
    found: dict[str, list[tuple[str, np.ndarray]]] = {}
    for name, part in evaluation.by_group():
        shape = part.shape[1:]
        if len(shape) not in (2, 3) or max(shape) > _LARGEST or not part.any():
            continue
        found[name] = []
        for stage in shown:
            when = f"stage {stage + 1} of {stages}" if stages > 1 else ""
            if len(shape) == 2:
                found[name].append((when, part[stage]))
            else:
                found[name] += [(f"{number + 1} {when}".strip(), table) for number, table in enumerate(part[stage])]
    return found


def weights_figure(evaluation: LinearEvaluation, label: str) -> Any | None:
    """A picture of all tables; None if there are none, or if the card does not describe the weights.

    Blue is good for the side to move, red bad, white a weight that never changed. The first dimension goes up (for
    `larion` the mover's count, on a chess board the ranks), the second to the right (the opponent's count; the files).
    """
    if not {"stages", "groups"} <= set(evaluation.card):
        return None
    groups = weight_tables(evaluation)
    if not groups:
        return None
    from matplotlib.figure import Figure

    columns = max(len(tables) for tables in groups.values())
    figure = Figure(figsize=(_CELL * columns + 2.2, _CELL * len(groups) + 0.6), layout="constrained")
    figure.suptitle(in_picture(label), x=0.01, ha="left", fontsize="medium")
    grid = figure.subplots(len(groups), columns, squeeze=False)
    for row, (name, tables) in zip(grid, groups.items(), strict=True):
        limit = max(float(np.abs(table).max()) for _, table in tables)
        for axes in row[len(tables) :]:
            axes.set_visible(False)
        for axes, (title, table) in zip(row, tables, strict=False):
            learned = np.ma.masked_equal(table, 0)
            image = axes.imshow(
                learned, cmap="RdBu", vmin=-limit, vmax=limit, origin="lower", aspect="auto", interpolation="nearest"
            )
            axes.set_xticks([])
            axes.set_yticks([])
            axes.set_title(in_picture(title), fontsize="x-small", pad=2)
        row[0].set_ylabel(
            in_picture(name).replace(" ", "\n", 1), fontsize="x-small", rotation=0, ha="right", va="center"
        )
        bar = figure.colorbar(image, ax=list(row), pad=0.01, aspect=8)
        bar.ax.tick_params(labelsize="xx-small")
    return figure
