"""The weights of a learned linear evaluation, table by table: one row a group, its tables side by side."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardai.learned import LearnedEvaluation

_LARGEST = 64  # weights in a dimension of a table that is still a picture
_STAGES = 5  # shown, from the first to the last that was learned
_CELL = 1.25  # inches


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
    figure.suptitle(label, x=0.01, ha="left", fontsize="medium")
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
            axes.set_title(title, fontsize="x-small", pad=2)
        row[0].set_ylabel(name.replace(" ", "\n", 1), fontsize="x-small", rotation=0, ha="right", va="center")
        bar = figure.colorbar(image, ax=list(row), pad=0.01, aspect=8)
        bar.ax.tick_params(labelsize="xx-small")
    return figure
