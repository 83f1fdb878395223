"""Panels for runs that learn accumulator networks, and a picture of a network's strongest neurons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from boardai.basics.quoting import in_picture
from boardai.learn.reports.figures.panels import GREY, Lines, colour, draw_curve, label_axes
from boardai.learn.reports.figures.runs import Entry, key
from boardai.search.evaluations.accumulator import AccumulatorNetwork

_WHAT = {"score": "the search's score", "result": "the result"}
_NONE = 1e-9
_NEURONS = 6  # number of neurons drawn, strongest first
_CELL = 1.15  # inches


def held_out_error(what: str) -> Callable[[Any, Sequence[Entry]], bool]:
    """A panel of the error to `score` or `result` over the run; lines show the game's own evaluations."""
    name = f"validation_{what}_error"

    def draw(axes: Any, entries: Sequence[Entry]) -> bool:
        drawn = False
        for number, entry in enumerate(entries):
            curve = entry.points(key(name), "iteration")
            draw_curve(axes, curve, colour(number), "-", None)
            drawn = drawn or bool(len(curve))
        if not drawn:
            return False
        for other, error in compared(entries, name).items():
            axes.axhline(error, color=GREY, linewidth=0.8, linestyle="--")
            axes.annotate(in_picture(other), (1, error), xycoords=("axes fraction", "data"), fontsize="x-small",
                          color=GREY, xytext=(-2, 2), textcoords="offset points", ha="right")  # fmt: skip
        if what == "score":
            axes.set_yscale("log")
        label_axes(axes, f"held out: error to {_WHAT[what]}", "iteration", "mean square, points")
        return True

    return draw


def compared(entries: Sequence[Entry], name: str) -> dict[str, float]:
    """An error of the game's own evaluations, if it is equal in all runs, that is, for the same positions."""
    tables = _compared_tables(entries)
    # The evaluation that made the scores has no error, which a logarithmic axis cannot show.
    found = [
        {other: errors[name] for other, errors in table.items() if errors.get(name, 0) > _NONE} for table in tables
    ]
    return found[0] if all(one == found[0] for one in found) else {}


def _compared_tables(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """The last measurement of the game's own evaluations in each run."""
    return [run.lines[-1].get("compared", {}) for entry in entries for run in entry.runs if run.lines]


def errors_by_bucket(axes: Any, entries: Sequence[Entry]) -> bool:
    """The last iteration's errors to results by output bucket; lines show the game's own evaluations."""
    name = "validation_result_error_by_bucket"

    def known(table: Mapping[str, Any]) -> list[tuple[int, float]]:
        return [(bucket, error) for bucket, error in enumerate(table.get(name) or ()) if error is not None]

    drawn = False
    for number, entry in enumerate(entries):
        for run in entry.runs:
            errors = known(run.lines[-1]) if run.lines else []
            if len(errors) < 2:
                continue
            axes.plot(*zip(*errors, strict=True), color=colour(number), marker="o", markersize=3)
            drawn = True
    if drawn:
        tables = _compared_tables(entries)
        for other, table in tables[0].items():
            if all(one == tables[0] for one in tables) and (errors := known(table)):
                axes.plot(*zip(*errors, strict=True), color=GREY, linewidth=0.8, linestyle="--")
                axes.annotate(in_picture(other), errors[-1], fontsize="x-small", color=GREY, ha="right")
        from matplotlib.ticker import MaxNLocator

        axes.set_ylim(bottom=0)
        label_axes(axes, "held out: error to the result, by output bucket", "bucket: few pieces to many",
                   "mean square, points")  # fmt: skip
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    return drawn


SHARES = Lines(
    "neurons and weights",
    "share",
    [("dead neurons", key("dead_neurons")), ("weights at their limit", key("clipped_weights"))],
    if_any=True,
)
ROUNDING = Lines("whole numbers against float ones", "points of value", [("", key("rounding_error"))], zero=True)
RATE = Lines("training", "positions/s", [("rate", key("positions_per_second"))], zero=True)


def strongest(network: AccumulatorNetwork) -> np.ndarray:
    """The neurons, ordered by their effect on the output: spread of the columns times size of the output weights."""
    spread = network.feature_weights.astype(float).std(axis=0)
    out = np.abs(network.output_weights.astype(float)).mean(axis=0)
    return np.argsort(-spread * (out[: network.width] + out[network.width :]), kind="stable")


def boards_of(network: AccumulatorNetwork, neuron: int) -> list[tuple[str, np.ndarray]]:
    """A neuron's weight for each cell of each board of its inputs, `[rows, columns]`; 1 is the full activation.

    If king buckets have separate columns, the weights are means over the buckets.

    Raises:
        ValueError: the network's card does not describe its columns.
    """
    card = network.card
    if not {"groups", "grid"} <= set(card):
        raise ValueError("the card of this network does not name the boards of its columns")
    size = sum(cells for _, cells in card["groups"])
    column = network.feature_weights[:, neuron].astype(float).reshape(-1, size).mean(axis=0) / 255
    found, begin = [], 0
    for name, cells in card["groups"]:
        found.append((name, column[begin : begin + cells].reshape(card["grid"])))
        begin += cells
    return found


def neurons_figure(network: AccumulatorNetwork, label: str) -> Any | None:
    """A picture of the strongest neurons, one per row, with a board for every kind of piece; None without a grid.

    Blue weights activate the neuron, red ones deactivate it. Rows go up from the player's own side; the player's own
    pieces come first.
    """
    if not {"groups", "grid"} <= set(network.card):
        return None
    chosen = strongest(network)[:_NEURONS]
    names = [name for name, _ in network.card["groups"]]
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_CELL * len(names) + 1.4, _CELL * len(chosen) + 0.9), layout="constrained")
    figure.suptitle(f"{in_picture(label)}: the {len(chosen)} strongest of {network.width} neurons", x=0.01, ha="left",
                    fontsize="medium")  # fmt: skip
    grid = figure.subplots(len(chosen), len(names), squeeze=False)
    out = network.output_weights.astype(float).mean(axis=0) / 64
    for line, (row, neuron) in enumerate(zip(grid, chosen, strict=True)):
        boards = boards_of(network, int(neuron))
        limit = float(np.quantile(np.abs([board for _, board in boards]), 0.99)) or 1.0
        for axes, (name, board) in zip(row, boards, strict=True):
            image = axes.imshow(board, cmap="RdBu", vmin=-limit, vmax=limit, origin="lower", interpolation="nearest")
            axes.set_xticks([])
            axes.set_yticks([])
            if line == 0:
                axes.set_title(in_picture(name), fontsize="x-small", pad=3)
        worth = f"own {out[neuron]:+.2f}\ntheir {out[network.width + neuron]:+.2f}"
        row[0].set_ylabel(f"neuron {neuron}\n{worth}", fontsize="x-small", rotation=0, ha="right", va="center")
        bar = figure.colorbar(image, ax=list(row), pad=0.01, aspect=8)
        bar.ax.tick_params(labelsize="xx-small")
    return figure
