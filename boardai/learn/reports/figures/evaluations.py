"""A learned linear evaluation: how large its weights are and its errors, by group, stage and board; and its tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from boardai.basics.quoting import in_picture
from boardai.learn.reports.figures.runs import Entry, RunData, Value
from boardai.learn.reports.figures.style import DASHES, GREY, ITERATION, colour, dress
from boardai.learned import LearnedEvaluation, load_evaluation

_FEWEST = 2  # stages that make a map, and a curve over them
_LARGEST = 64  # weights in a dimension of a table that is still a picture
_STAGES = 5  # shown, from the first to the last that was learned
_CELL = 1.25  # inches


def evaluation_of(run: RunData) -> LearnedEvaluation | None:
    """The run's newest weights, if it learns any and says what they are of."""
    try:
        found = load_evaluation(run.path)
    except ValueError:
        return None
    return found if "groups" in found.card else None


def worth(evaluation: LearnedEvaluation) -> tuple[list[str], np.ndarray]:
    """Each group's name, and the mean size of its weights that are in use, by stage: `[groups, stages]`, 0 for none."""
    names, found = [], []
    for name, weights in evaluation.by_group():
        part = np.abs(weights.reshape(len(weights), -1).astype(float))
        names.append(name)
        found.append(part.sum(axis=1) / np.maximum(np.count_nonzero(part, axis=1), 1))
    return names, np.array(found)


def weights_map(axes: Any, entries: Sequence[Entry]) -> bool:
    """One run's groups against stages; of several runs, none."""
    if len(entries) != 1 or len(entries[0].runs) != 1:
        return False
    evaluation = evaluation_of(entries[0].runs[0])
    if evaluation is None or evaluation.card["stages"] < _FEWEST or not evaluation.weights.any():
        return False
    names, sizes = worth(evaluation)
    image = axes.imshow(sizes, aspect="auto", cmap="Blues", interpolation="nearest")
    dress(axes, "mean size of the weights in use", "stage of the game", "")
    axes.grid(visible=False)
    axes.set_yticks(range(len(names)), names, fontsize="x-small")
    ticks = range(0, sizes.shape[1], max(1, sizes.shape[1] // 5))
    axes.set_xticks(ticks, [str(stage + 1) for stage in ticks])
    if axes.figure is not None:
        axes.figure.colorbar(image, ax=axes, shrink=0.9)
    return True


def errors_by_stage(axes: Any, entries: Sequence[Entry]) -> bool:
    """The first iteration's errors and the last one's, over the stages of the game."""
    drawn = False
    for number, entry in enumerate(entries):
        for run in entry.runs:
            lines = [line for line in run.lines if len(line.get("error_by_stage", ())) >= _FEWEST]
            if not lines:
                continue
            shade = colour(number) if len(entries) > 1 else colour(0)
            for line, dash, name in ((lines[0], ":", "first"), (lines[-1], "-", "last")):
                # A stage that no position was in has no error.
                known = [(stage, error) for stage, error in enumerate(line["error_by_stage"], start=1) if error > 0]
                axes.plot(
                    *zip(*known, strict=True), color=shade, linestyle=dash, label=None if drawn else in_picture(name)
                )
            drawn = True
    if drawn:
        from matplotlib.ticker import MaxNLocator

        axes.set_ylim(bottom=0)
        dress(axes, "error by stage of the game", "stage", "value")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    return drawn


def errors_by_board(axes: Any, entries: Sequence[Entry]) -> bool:
    """Each board's error over the run."""
    lines = [line for entry in entries for run in entry.runs for line in run.lines]
    boards = list(dict.fromkeys(board for line in lines for board in line.get("error_by_board", ())))
    if not boards:
        return False
    for number, entry in enumerate(entries):
        for which, board in enumerate(boards):
            curve = entry.points(_of_board(board), "iteration")
            if len(curve):
                shade = colour(which) if len(entries) == 1 else colour(number)
                dash = DASHES[0 if len(entries) == 1 else which % len(DASHES)]
                axes.plot(curve.x, curve.y, color=shade, linestyle=dash, linewidth=1.4,
                          label=in_picture(board) if len(entries) == 1 else None)  # fmt: skip
    if len(entries) > 1:
        for which, board in enumerate(boards):
            axes.plot([], [], color=GREY, linestyle=DASHES[which % len(DASHES)], label=in_picture(board))
    axes.set_ylim(bottom=0)
    dress(axes, "error by board", ITERATION, "value")
    return True


def _of_board(board: str) -> Value:
    # Names of boards have dots and equals signs in them, which key() would read as paths.
    def value(line: dict[str, Any]) -> float | None:
        return line.get("error_by_board", {}).get(board)

    return value


def weight_tables(evaluation: LearnedEvaluation) -> dict[str, list[tuple[str, np.ndarray]]]:
    """The groups that have a picture, and for each the titles and weights `[rows, columns]` of its tables.

    A group of two dimensions is a table at each of a few stages of the game, one of three dimensions several tables.
    Groups without a weight that was learned are left out.
    """
    stages = int(evaluation.card["stages"])
    learned = np.flatnonzero(evaluation.weights.reshape(stages, -1).any(axis=1))
    if not len(learned):
        return {}
    # Games that begin at random teach nothing of the first stages.
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


def weights_figure(evaluation: LearnedEvaluation, label: str) -> Any | None:
    """A picture of all tables; None where the evaluation has none, or does not say what its weights are of.

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
