"""The page that describes an exported network: its inputs and outputs, its training and its run's final matches.

`evaluation_cards.py` makes the page of an evaluation.
"""

from __future__ import annotations

import math
import shlex
import time
from pathlib import Path
from typing import Any

from boardai.basics.checksums import read_sealed
from boardai.basics.quoting import from_here
from boardai.drawing import page
from boardai.learn.network.layers import EPSILON
from boardai.learn.network.weights_file import ROUNDED_FORMAT
from boardai.learn.reports.export import metadata
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.trained_network import Trained
from boardai.learn.settings import flattened

# Metrics that are reported in addition to the losses.
_REPORTED = ("top1", "value_sign", "error", "validation_score_error", "validation_result_error")


def training_of(folder: Path, checkpoint: int) -> list[str]:
    """The training time of a checkpoint, and its last losses, as lines of the page."""
    lines = [line for line in read_metrics(folder) if line["iteration"] <= checkpoint]
    text: list[str] = []
    if not lines:
        text.append("Initial weights: not trained." if checkpoint == 0 else "The run's metrics are missing.")
    else:
        last = lines[-1]
        games = sum(int(line.get("games", 0)) for line in lines)
        made_of = f"{games:,} games" if games or "positions" not in last else f"{last['positions']:,} positions"
        hours = float(last.get("seconds", {}).get("total", 0.0)) / 3600
        text.append(f"{last['iteration']} iterations, {made_of}, {hours:.2f} hours.")
        numbers = [
            (f"`{key}`", f"{value:.4g}")
            for key, value in last.items()
            if isinstance(value, float) and math.isfinite(value) and ("loss" in key or key in _REPORTED)
        ]
        text += ["", "Last iteration:", "", *page.markdown(("metric", "value"), numbers)]
    return text


def final_matches(folder: Path, checkpoint: int, trained: str) -> list[str]:
    """The matches at the end of a run, if they were played by that checkpoint.

    Args:
        folder: folder of the run.
        checkpoint: iteration of the checkpoint.
        trained: name of the trained player in the table's header.
    """
    report = folder / "report.json"
    found = read_sealed(report)[0] if report.exists() else {}
    if found.get("iteration") != checkpoint:
        return []
    rows = [
        (from_here(name), _score(table.get("trained")), _score(table.get("initial")))
        for name, table in found.get("matches", {}).items()
        if isinstance(table, dict)
    ]
    head = ("match", trained, "its initial weights")
    return ["", "Final matches, score with 95 % interval:", "", *page.markdown(head, rows)]


def command_of(start: dict[str, Any]) -> str:
    """The command of a start of the run, as a user would type it."""
    words = list(start["command"])
    program = Path(words[0])
    name = f"python -m boardai.{program.stem}" if program.suffix == ".py" else words[0]
    return shlex.join([*name.split(), *words[1:]])


def _score(table: Any) -> str:
    if not isinstance(table, dict) or "score" not in table:
        return "-"
    low, high = table.get("interval95", (math.nan, math.nan))
    return f"{100 * table['score']:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def version(description: dict[str, Any]) -> str:
    """The version of boardai with which the run was last started."""
    return str(description["starts"][-1].get("versions", {}).get("boardai", "unknown"))


# How to use each kind of file without further information.
LOADING = {
    ".safetensors": """from safetensors.numpy import load_file
weights = load_file("{name}")
weights["{first}"].shape  # {shape}""",
    ".npz": """import numpy as np
weights = np.load("{name}")
weights["{first}"].shape  # {shape}""",
    ".stablehlo": """import jax, numpy as np
network = jax.export.deserialize(bytearray(open("{name}", "rb").read()))
logits, value = network.call(np.zeros((16, {planes}), np.float32))  # any number of positions""",
    ".mlir": """# Portable StableHLO bytecode, for compilers that read it (XLA, IREE): one function `main`
# from planes [batch, {planes}] to logits and value; `batch` is open. Here it is read back as text:
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo
with ir.Context() as context:
    print(stablehlo.deserialize_portable_artifact(context, open("{name}", "rb").read()))""",
    ".onnx": """import onnxruntime, numpy as np
network = onnxruntime.InferenceSession("{name}")
logits, value = network.run(None, {{"planes": np.zeros((16, {planes}), np.float32)}})""",
}


_ROUNDED = "float32, kernels int{bits}: an array times the one called NAME_step, of each channel of its last axis"


def model_card(trained: Trained, file: Path, bits: int = 32) -> str:
    """The card of an exported file, as Markdown.

    Args:
        trained: the exported network.
        file: path of the file; its suffix determines how it is loaded.
        bits: bits per number of a kernel in the file.
    """
    game, network = trained.game, trained.network
    spec = trained.description["game"]
    height, width, channels = game.observation_shape
    card = "card of the game: `games/" + spec.partition(":")[0] + "/README.md`" if game.is_native else "the game's file"
    first = next(iter(network.named(trained.parameters, trained.statistics)))
    loading = LOADING[file.suffix].format(
        name=file.name,
        first=first,
        shape=tuple(network.parameters[0].shape),
        planes=", ".join(map(str, game.observation_shape)),
    )
    rows = [
        ("game", f"`{spec}`"),
        ("made", time.strftime("%Y-%m-%d")),
        ("file" if trained.is_file else "run", f"`{trained.path.name}`, checkpoint {trained.checkpoint}"),
        ("parameters", f"{network.parameter_count:,}"),
        ("numbers", _numbers(trained, bits)),
        *([] if trained.is_file else [("boardai", version(trained.description))]),
    ]
    return "\n".join(
        [
            f"# {file.name}",
            "",
            f"A network that evaluates positions of {spec}: planes to policy logits and value.",
            "",
            *page.markdown(("", ""), rows),
            "",
            "## Input",
            "",
            f"`planes` float32 `[batch, {height}, {width}, {channels}]`: rows, columns, channels, from the view of "
            "the side",
            f"to move. The {card} describes the channels; `state.observation()` returns the planes.",
            "",
            "## Output",
            "",
            f"- `logits` float32 `[batch, {game.policy_size}]`: {_logits(trained)}. Index to",
            "  move: `state.action_from_policy(index)`; the same card describes the layout.",
            "- `value` float32 `[batch]` in -1..1: the expected outcome (+1 win, -1 loss) for the side to move.",
            "",
            "## Architecture",
            "",
            *_architecture(trained),
            "",
            "Convolution kernels are `[height, width, in, out]`, dense ones `[in, out]`; convolutions keep the board's",
            "size (zero padding). Batch normalisation uses the running `mean` and `var`:",
            f"`(x - mean) / sqrt(var + {EPSILON:g}) * scale + bias`; `scale` and `bias` are absent in some layers.",
            "The layers, in Flax: `boardai/learn/network/`.",
            "",
            "## Loading",
            "",
            "```python",
            loading,
            "```",
            *_loading_back(trained, file),
            "",
            "## Training",
            "",
            *_training(trained),
            "",
            "## Licence and limits",
            "",
            "Written by boardai (Apache-2.0). The weights belong to the one who trained them; state their licence here",
            "before you publish them. The network was only trained for this game with these parameters (board size,",
            "rules).",
            "",
        ]
    )


def _numbers(trained: Trained, bits: int) -> str:
    if bits != 32:
        return _ROUNDED.format(bits=bits)
    return "float32" + (
        ", after rounding of the kernels" if trained.description.get("format") == ROUNDED_FORMAT else ""
    )


def _logits(trained: Trained) -> str:
    """The meaning of the logits."""
    if trained.description.get("learner") == "q":
        return "tanh(logit / 2) is the value of the action, -1..1"
    return "the softmax over legal actions is the policy"


def _architecture(trained: Trained) -> list[str]:
    return page.markdown(
        ("setting", "value"), [(f"`{name}`", f"`{value}`") for name, value in flattened(trained.network.config).items()]
    )


def _loading_back(trained: Trained, file: Path) -> list[str]:
    if file.suffix not in (".safetensors", ".npz"):
        return []
    about = metadata(trained)
    return [
        "",
        f"The metadata ({', '.join(f'`{key}`' for key in about)}) describe the network. With boardai:",
        "in `boardai.learn.network.weights_file`, `read_weights(file)` returns arrays and metadata, and",
        "`leaves_of(network, arrays)` puts them into a `boardai.learn.network.network.Network`.",
    ]


def _training(trained: Trained) -> list[str]:
    if trained.is_file:
        return [f"Converted from the file `{trained.path.name}`; the card of that file describes the training."]
    start = trained.description["starts"][-1]
    return [
        *training_of(trained.path, trained.checkpoint),
        "",
        f"Device: {start['device']}. Command: `{command_of(start)}`.",
        *final_matches(trained.path, trained.checkpoint, "this network"),
    ]
