"""The page that describes an exported evaluation: what it is, how to use it, its training and its matches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boardai.drawing import page
from boardai.learn.reports.cards import command_of, final_matches, training_of, version
from boardai.learn.runs.checkpoint import load_evaluation_at
from boardai.learn.runs.folder import newest_checkpoint, read_run
from boardai.learn.runs.metrics import read_metrics
from boardai.search.evaluations.accumulator import AccumulatorNetwork
from boardai.search.evaluations.archives import ArchiveEvaluation
from boardai.search.evaluations.linear import LinearEvaluation

Rows = Sequence[tuple[str, Any]]


def load_weights(run: str | Path, checkpoint: int | None = None) -> ArchiveEvaluation:
    """A run's evaluation, whose card also records the command, time and machine of its training, and its length.

    Args:
        run: the run's folder.
        checkpoint: iteration; by default the newest complete one.

    Raises:
        ValueError: not a run that learns an evaluation, no such checkpoint, or a damaged one.
    """
    folder = Path(run)
    description, config = read_run(folder)
    if checkpoint is None:
        checkpoint, _ = newest_checkpoint(folder)
    learned = load_evaluation_at(folder, checkpoint)
    lines = [line for line in read_metrics(folder) if line["iteration"] <= checkpoint]
    last = lines[-1] if lines else {}
    start = description["starts"][0]
    further = {
        "iteration": checkpoint,
        "hours": round(float(last.get("seconds", {}).get("total", 0.0)) / 3600, 2),
        "learner": description["learner"],
        "command": command_of(start),
        "date": start["started"][:10],
        "device": start["device"],
        "boardai": version(description),
    }
    if isinstance(learned, AccumulatorNetwork):
        names = ("positions", "passes", "validation_score_error", "validation_result_error", "compared")
        further |= {name: last[name] for name in names if name in last}
        further |= {"data": list(config.data), "stages": list(config.stages)}
    else:
        further["games"] = last.get("games_so_far", 0)
    arrays, card = learned.to_arrays()
    return type(learned).from_arrays(arrays, {**card, **further})


def weights_card(run: str | Path, evaluation: ArchiveEvaluation, file: Path) -> str:
    """The page that describes a file of weights, as Markdown.

    Args:
        run: the run's folder.
        evaluation: the result of `load_weights`.
        file: path of the saved file.
    """
    folder, card = Path(run), evaluation.card
    describe: Any = _of_network if isinstance(evaluation, AccumulatorNetwork) else _of_tables
    rows, head, arrays = describe(evaluation)
    trained = [
        ("hours", card["hours"]),
        ("learner", f"`{card['learner']}`, seed {card['seed']}"),
        ("command", f"`{card['command']}`"),
        ("date", card["date"]),
        ("device", card["device"]),
        ("boardai", card["boardai"]),
    ]
    text = [
        f"# {file.name}",
        "",
        *head,
        "",
        *page.markdown(("", ""), [("game", f"`{card['game']}`"), *rows, *trained]),
        "",
        "## Use",
        "",
        "```python",
        "import boardai",
        "from boardai.search import pvs",
        "from boardai.search.evaluations.naming import load_evaluation",
        "",
        f'state = boardai.load("{card["game"]}").initial_state()',
        f'print(pvs(state, depth=6, evaluator=load_evaluation("{file.name}")))',
        "```",
        "",
        f"or `pvs:depth=6,evaluator={file.name}` as an agent.",
        *arrays,
        "",
        "## Training",
        "",
        *training_of(folder, card["iteration"]),
        *final_matches(folder, card["iteration"], "these weights"),
        "",
    ]
    return "\n".join(text)


def summary(evaluation: ArchiveEvaluation) -> str:
    """A line that describes the exported evaluation."""
    card, arrays = evaluation.card, evaluation.to_arrays()[0]
    size = sum(array.size for array in arrays.values())
    learned = f"{card['positions']:,} positions" if "positions" in card else f"{card['games']:,} games"
    return f"{card['game']}, iteration {card['iteration']}, {learned}, {size:,} weights"


def _of_network(network: AccumulatorNetwork) -> tuple[Rows, list[str], list[str]]:
    """Rows of the table, text above it and text below it."""
    card = network.card
    size = f"({len(network.feature_weights):,} -> {network.width}) x 2 -> 1"
    stages = card.get("stages", [])
    passes = "" if stages else f", in {card.get('passes', 0)} passes"
    rows = [
        ("network", f"{size}, {network.buckets} output buckets, inputs `{network.inputs}`"),
        ("positions learned", f"{card['positions']:,}{passes}"),
        *([("data", ", ".join(f"`{Path(folder).name}`" for folder in card["data"]))] if card["data"] else []),
        *((f"stage {number}", f"`{text}`") for number, text in enumerate(stages, 1)),
        ("scores", f"a score of {card['score_scale']:g} means an expected score of 0.73"),
    ]
    errors = [("this network", card), *card.get("compared", {}).items()]
    table = [
        (name, *(f"{found[f'validation_{what}_error']:.5f}" for what in ("score", "result")))
        for name, found in errors
        if "validation_score_error" in found
    ]
    head = [
        "This is an accumulator network (NNUE). Its first layer sums a column of weights for each piece, once for each",
        "player, and is updated with each move of a search. Its output is a value for the side to move.",
    ]
    arrays = [
        "Without boardai, `numpy.load` returns arrays of integers, and `card` (JSON). A neuron is its bias plus the "
        "sum of",
        "the active columns, clipped to 0..255 and squared. The output is the sum of these squares times the "
        "bucket's output",
        f"weights, divided by 255, plus its output bias. An output of {255 * 64:,} means {network.points:g} points.",
        "",
        "| array | type | shape | the number for 1 |",
        "|---|---|---|---|",
        *(
            f"| `{name}` | {array.dtype} | {' x '.join(map(str, array.shape))} | {one} |"
            for (name, array), one in zip(network.to_arrays()[0].items(), (255, 255, 64, 255 * 64), strict=True)
        ),
    ]
    if table:
        heading = ("held-out positions", "error to score", "error to result")
        arrays += ["", "Mean squared errors of the expected score:", "", *page.markdown(heading, table)]
    return rows, head, arrays


def _of_tables(evaluation: LinearEvaluation) -> tuple[Rows, list[str], list[str]]:
    """Rows of the table, text above it and text below it."""
    card = evaluation.card
    rows = [
        ("features", f"`{evaluation.features}`: {evaluation.weights.size:,} weights"),
        ("boards", ", ".join(f"`{board}`" for board in card["boards"])),
        ("games of self-play", f"{card['games']:,}"),
    ]
    margin = card["target"] == "margin"
    value = "the expected margin, in discs of a board of 64 cells" if margin else "atanh of the expected outcome"
    name = card["game"].partition(":")[0]
    head = [
        f"This is a linear evaluation for {name}, learned by self-play. The sum of its weights is",
        f"{value}, for the side to move.",
    ]
    groups = [(name, " x ".join(map(str, shape)), f"{math.prod(shape):,}") for name, shape in card["groups"]]
    arrays = [
        "Without boardai, `numpy.load` returns `weights` (float32, stage by stage) and `card` (JSON).",
        "",
        f"## Weights of each of {card['stages']} stages",
        "",
        *page.markdown(("group", "shape", "weights"), groups),
    ]
    return rows, head, arrays
