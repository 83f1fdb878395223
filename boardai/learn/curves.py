"""A run's learning curves as one picture."""

from pathlib import Path
from typing import Any

from boardai.learn.metrics import read_metrics


def draw_curves(folder: Path) -> Path | None:
    """Draws losses, game lengths and yardsticks over iterations into curves.svg.

    Args:
        folder: of the run.

    Returns:
        The picture's path; None where there is nothing to draw yet.
    """
    # Matplotlib takes half a second to load, which no other part of training needs.
    from matplotlib.figure import Figure

    lines = read_metrics(folder)
    learned = [line for line in lines if "policy_loss" in line]
    if not learned:
        return None
    figure = Figure(figsize=(12, 3.6), layout="constrained")
    losses, lengths, scores = figure.subplots(1, 3)
    for name in ("policy_loss", "target_entropy", "value_loss"):
        losses.plot(*_series(learned, name), label=name.replace("_", " "))
    losses.set_title("losses (policy in nats)")
    if any("mean_length" in line for line in lines):
        lengths.plot(*_series(lines, "mean_length"), color="tab:purple", label="plies")
        lengths.set_title("mean length of self-play games")
    else:
        for name in ("validation_value_correlation", "validation_top1"):
            lengths.plot(*_series(lines, name), label=name.removeprefix("validation_").replace("_", " "))
        lengths.set_title("held-out games")
    measured = [line for line in lines if "arena" in line]
    for name in measured[0]["arena"] if measured else ():
        matches = [line["arena"][name] for line in measured]
        low, high = zip(
            *((m["score"] - m["interval95"][0], m["interval95"][1] - m["score"]) for m in matches), strict=True
        )
        x = [line["iteration"] for line in measured]
        scores.errorbar(x, [m["score"] for m in matches], yerr=(low, high), capsize=3, marker="o", label=name)
    scores.set_ylim(-0.02, 1.02)
    scores.set_title("score, 95 % interval")
    for axes in (losses, lengths, scores):
        axes.set_xlabel("iteration")
        axes.grid(alpha=0.3)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize="small")
    path = folder / "curves.svg"
    figure.savefig(path)
    return path


def _series(lines: list[dict[str, Any]], name: str) -> tuple[list[int], list[float]]:
    known = [line for line in lines if name in line]
    return [line["iteration"] for line in known], [line[name] for line in known]
