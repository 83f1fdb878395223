"""Export a run's result to a file: a network's weights or forward pass, or an evaluation's weights; with a card.

The network of a run's newest checkpoint (or of `--checkpoint N`) is written to one file, with a Markdown page
(`hex.npz.md`): game, input, output, architecture, how it was trained and how to load it. Of a run that learns an
evaluation it is the weights, as npz.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boardai.basics.files import is_file, write_atomically
from boardai.basics.quoting import quoted
from boardai.basics.trust import in_own_context
from boardai.command_line import Parser, add_overwrite, check_files, run, user_input, whole_number
from boardai.search.evaluations.naming import RUN_FILE

# By the suffix of --output; the first one is the format's default.
_ENDINGS = {
    "safetensors": (".safetensors",),
    "npz": (".npz",),
    "stablehlo": (".stablehlo", ".mlir"),
    "onnx": (".onnx",),
}


def _choice(given: Any, parser: Parser, usual: str) -> tuple[str, Path]:
    """The format and the file; if only one is given, the other follows from it."""
    if given.output is None:
        name = given.format or usual
        source = Path(given.run).resolve()
        return name, Path(f"{source.stem if is_file(source) else source.name}{_ENDINGS[name][0]}")
    path = Path(given.output)
    by_ending = next((name for name, endings in _ENDINGS.items() if path.suffix in endings), None)
    if by_ending is None:
        known = ", ".join(ending for endings in _ENDINGS.values() for ending in endings)
        parser.error(f"--output: expected a name that ends in {known}, not {quoted(given.output)}")
    if given.format not in (None, by_ending):
        parser.error(f"--output {path.name} is {by_ending}, but --format says {given.format}")
    return by_ending, path


@in_own_context
def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.export RUN`."""
    parser = Parser(
        "export",
        "Write a run's network or evaluation to a file that other programs can use, with a card that explains it.",
        [
            "python -m boardai.export runs/hex",
            "python -m boardai.export runs/hex --checkpoint 20 --output hex.npz",
            "python -m boardai.export runs/hex --bits 8 --output small.npz",
            "python -m boardai.export runs/chess --format onnx --output chess.onnx",
            "python -m boardai.export runs/mouse --output mouse.npz",
        ],
    )
    parser.add_argument(
        "run",
        help="folder of a training run, or an exported file of a network's weights; a user-written game or network "
        "that it names runs only with --trust",
    )
    parser.add_argument(
        "--checkpoint", type=whole_number(0), metavar="N", help="iteration; the newest checkpoint by default"
    )
    parser.add_argument(
        "--format", choices=tuple(_ENDINGS),
        help="safetensors (default) and npz: weights; stablehlo and onnx: the forward pass, weights inside",
    )  # fmt: skip
    parser.add_argument(
        "--output", metavar="FILE", help="by default named after the run; .mlir is StableHLO for other compilers"
    )
    parser.add_argument(
        "--bits", type=int, choices=(32, 16, 8), default=32,
        help="bits per number of a network's kernels in safetensors and npz; 16 and 8 round them (32)",
    )  # fmt: skip
    add_overwrite(parser)
    parser.add_trust()
    given = parser.parse_args(arguments)
    learned = (Path(given.run) / RUN_FILE).exists()
    name, path = _choice(given, parser, "npz" if learned else "safetensors")
    if learned and name != "npz":
        parser.error(f"{given.run} learned an evaluation, which is written as npz, not {name}")
    if given.bits != 32 and (learned or name not in ("safetensors", "npz")):
        parser.error("--bits: only the weights of a network are rounded, in safetensors and npz")
    card = path.with_name(f"{path.name}.md")
    if is_file(path) and is_file(Path(given.run)) and path.resolve() == Path(given.run).resolve():
        parser.error(f"--output: {path} is what is read: name another file")
    check_files({"--output": path, "the page next to it": card}, given.overwrite)
    with user_input():
        print(_evaluation(given, path, card) if learned else _network(given, path, card, name))
    print(f"{path}: {path.stat().st_size:,} bytes, {name}")
    print(f"{card}: what it is and how to load it")


def _network(given: Any, path: Path, card: Path, name: str) -> str:
    from boardai.learn.reports.cards import model_card
    from boardai.learn.reports.export import FORWARD_WRITERS, WEIGHTS_WRITERS
    from boardai.learn.runs.trained_network import load_trained

    trained = load_trained(given.run, given.checkpoint)
    if name in WEIGHTS_WRITERS:
        WEIGHTS_WRITERS[name](trained, path, given.bits)
    else:
        FORWARD_WRITERS[name](trained, path)
    write_atomically(card, model_card(trained, path, given.bits).encode())
    count = trained.network.parameter_count
    return f"{trained.description['game']}, checkpoint {trained.checkpoint}, {count:,} parameters"


def _evaluation(given: Any, path: Path, card: Path) -> str:
    from boardai.learn.reports.evaluation_cards import load_weights, summary, weights_card

    evaluation = load_weights(given.run, given.checkpoint)
    evaluation.save(path)
    write_atomically(card, weights_card(given.run, evaluation, path).encode())
    return summary(evaluation)


if __name__ == "__main__":
    run(main, "export")
