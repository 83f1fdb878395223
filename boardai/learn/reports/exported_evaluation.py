"""Learned weights leave their run: one file that says where it comes from, and a page beside it."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

from boardai.learn.reports.pages import command_of, final_matches, markdown_table, training_of, version
from boardai.learn.runs.checkpoint import load_evaluation_at
from boardai.learn.runs.folder import newest_checkpoint, read_run
from boardai.learn.runs.metrics import read_metrics
from boardai.learned import LearnedEvaluation


def load_weights(run: str | Path, checkpoint: int | None = None) -> LearnedEvaluation:
    """A run's linear evaluation. Its card also says by which command, when and where it was trained, and how far.

    Args:
        run: the run's folder.
        checkpoint: iteration; the newest whole one by default.

    Raises:
        ValueError: not a run that learns an evaluation, no such checkpoint, or a damaged one.
    """
    folder = Path(run)
    description, _ = read_run(folder)
    if checkpoint is None:
        checkpoint, _ = newest_checkpoint(folder)
    learned = load_evaluation_at(folder, checkpoint)
    lines = [line for line in read_metrics(folder) if line["iteration"] <= checkpoint]
    last = lines[-1] if lines else {}
    start = description["starts"][0]
    card = {
        **learned.card,
        "games": last.get("games_so_far", 0),
        "iteration": checkpoint,
        "hours": round(float(last.get("seconds", {}).get("total", 0.0)) / 3600, 2),
        "learner": description["learner"],
        "command": command_of(start),
        "date": start["started"][:10],
        "device": start["device"],
        "boardai": version(description),
    }
    return dataclasses.replace(learned, card=card)


def weights_card(run: str | Path, evaluation: LearnedEvaluation, file: Path) -> str:
    """The page that goes with a file of weights, as Markdown.

    Args:
        run: the run's folder.
        evaluation: of `load_weights`.
        file: where it was saved.
    """
    folder, card = Path(run), evaluation.card
    rows = [
        ("game", f"`{card['game']}`"),
        ("features", f"`{evaluation.features}`: {evaluation.weights.size:,} weights"),
        ("learned on", ", ".join(f"`{board}`" for board in card["boards"])),
        ("games of self-play", f"{card['games']:,}"),
        ("hours", card["hours"]),
        ("learner", f"`{card['learner']}`, seed {card['seed']}"),
        ("command", f"`{card['command']}`"),
        ("date", card["date"]),
        ("device", card["device"]),
        ("boardai", card["boardai"]),
    ]
    groups = [(name, " x ".join(map(str, shape)), f"{math.prod(shape):,}") for name, shape in card["groups"]]
    margin = card["target"] == "margin"
    value = "the margin expected, in discs of a board of 64 cells" if margin else "atanh of the outcome expected"
    name = card["game"].partition(":")[0]
    text = [
        f"# {file.name}",
        "",
        f"A linear evaluation for {name} that taught itself: the sum of its weights is",
        f"{value}, for the side to move.",
        "",
        *markdown_table(("", ""), rows),
        "",
        "## Use",
        "",
        "```python",
        "import boardai",
        "from boardai.learned import load_evaluation",
        "from boardai.search import pvs",
        "",
        f'state = boardai.load("{card["game"]}").initial_state()',
        f'print(pvs(state, depth=6, evaluator=load_evaluation("{file.name}")))',
        "```",
        "",
        f"or `pvs:depth=6,evaluator={file.name}` as an agent. Without boardai: `numpy.load` gives `weights` (float32,",
        "stage by stage) and `card` (JSON).",
        "",
        f"## Weights of each of {card['stages']} stages",
        "",
        *markdown_table(("group", "shape", "weights"), groups),
        "",
        "## Training",
        "",
        *training_of(folder, card["iteration"]),
        *final_matches(folder, card["iteration"], "these weights"),
        "",
    ]
    return "\n".join(text)


def summary(evaluation: LearnedEvaluation) -> str:
    """One line: what was exported."""
    card, size = evaluation.card, evaluation.weights.size
    return f"{card['game']}, iteration {card['iteration']}, {card['games']:,} games, {size:,} weights"
