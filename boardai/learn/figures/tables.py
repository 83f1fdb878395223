"""What a learned linear evaluation is made of: how large its weights are, by group and by stage of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from boardai.learn.figures.runs import Entry, RunData, Value
from boardai.learn.figures.style import DASHES, GREY, ITERATION, colour, dress
from boardai.learned import LearnedEvaluation, load_evaluation

_FEWEST = 2  # stages that make a map, and a curve over them


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
                axes.plot(*zip(*known, strict=True), color=shade, linestyle=dash, label=None if drawn else name)
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
                          label=board if len(entries) == 1 else None)  # fmt: skip
    if len(entries) > 1:
        for which, board in enumerate(boards):
            axes.plot([], [], color=GREY, linestyle=DASHES[which % len(DASHES)], label=board)
    axes.set_ylim(bottom=0)
    dress(axes, "error by board", ITERATION, "value")
    return True


def _of_board(board: str) -> Value:
    # Names of boards have dots and equals signs in them, which key() would read as paths.
    def value(line: dict[str, Any]) -> float | None:
        return line.get("error_by_board", {}).get(board)

    return value
