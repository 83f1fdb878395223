"""Draw the figures of training runs: learning, games, strength, speed; several runs in one figure.

Reads the folders of runs of any learner, finished or not; a run that is still training can be drawn at any time.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boardai.command_line import InputError, Parser, add_overwrite, check_files, run, user_input
from boardai.command_line.console import Console
from boardai.learn.reports.figures.pages import FOLDER, PAGES, draw_pages, figure_of_weights
from boardai.learn.reports.figures.panels import save
from boardai.learn.reports.figures.runs import load_entries
from boardai.learn.reports.figures.scaling import rates_figure, read_bench, scaling_figure
from boardai.search.evaluations.naming import load_evaluation

KINDS = ("svg", "png", "pdf")


_BENCH_FIGURES = {"scaling": scaling_figure, "rates": rates_figure}


def _draw_bench(rows: list[dict[str, Any]], folder: Path, kinds: list[str]) -> list[Path]:
    paths = []
    for name, draw in _BENCH_FIGURES.items():
        figure = draw(rows)
        if figure is not None:
            paths += save(figure, folder, name, kinds)
    return paths


def _draw_weights(evaluations: dict[Path, Any], folder: Path, kinds: list[str]) -> list[Path]:
    paths = []
    names = _weights_names(list(evaluations))
    for file, evaluation in evaluations.items():
        figure = figure_of_weights(evaluation, names[file].removesuffix("-weights"))
        if figure is None:
            raise ValueError(f"{file}: it has no tables or neurons to draw, or its card does not describe the weights")
        paths += save(figure, folder, names[file], kinds)
    return paths


def _weights_names(files: list[Path]) -> dict[Path, str]:
    """What the figures are called: after the files, or their folders too where two have one name.

    Raises:
        ValueError: two have one name all the same.
    """
    files = list(dict.fromkeys(files))
    stems = [file.stem for file in files]
    names = {}
    for file in files:
        folder = f"{file.absolute().parent.name}-" if stems.count(file.stem) > 1 else ""
        names[file] = f"{folder}{file.stem}-weights"
    if len(set(names.values())) < len(files):
        raise ValueError(
            f"{files[0]}: another file has the same name and folder name: rename one, or draw them separately"
        )
    return names


def _check(folder: Path, given: Any, runs: list[Path], benches: list[Path], learned: list[Path]) -> None:
    """Checks that figures replace no files unasked; figures in a run's own folder belong to the run and are redrawn."""
    names = list(_weights_names(learned).values())
    if benches:
        names += _BENCH_FIGURES
    if runs and [run / FOLDER for run in runs] != [folder]:
        names += given.only or PAGES
    kinds = _kinds(given)
    check_files(
        {f"figure {name}.{kind}": folder / f"{name}.{kind}" for name in names for kind in kinds}, given.overwrite
    )


def _kinds(given: Any) -> list[str]:
    return ["svg", *(kind for kind in KINDS[1:] if getattr(given, kind))]


def _output(given: str | None, runs: list[Path], files: list[Path]) -> Path:
    if given is not None:
        return Path(given)
    if len(runs) == 1 and not files:
        return runs[0] / FOLDER
    if len(files) == 1 and not runs:
        return files[0].parent / FOLDER
    raise InputError("several runs are drawn together: name the folder with --output")


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.plot RUN...`."""
    parser = Parser(
        "plot",
        "Draw all figures of training runs or of a benchmark file, or the weights of a learned evaluation.",
        [
            "python -m boardai.plot runs/hex",
            "python -m boardai.plot runs/with runs/without --output compared",
            "python -m boardai.plot runs/with-* runs/without-* --group --output compared --png",
            "python -m boardai.plot runs/hex --only overview strength",
            "python -m boardai.plot runs/hex --tensorboard",
            "python -m boardai.plot table.json   # of python -m boardai.bench --json table.json",
            "python -m boardai.plot mouse.npz    # the tables of a learned evaluation, or a network's neurons",
        ],
    )
    parser.add_argument(
        "runs",
        nargs="+",
        metavar="RUN",
        help="a run's folder, a .json file of the benchmark, or a .npz file of learned weights",
    )
    parser.add_argument(
        "--output", metavar="FOLDER", help=f"folder of the figures (default: {FOLDER}/ in the run's folder)"
    )
    parser.add_argument("--group", action="store_true", help="draw runs that differ only in the seed as one curve: "
                        "the mean, with a band from minimum to maximum")  # fmt: skip
    parser.add_argument(
        "--only", nargs="+", choices=list(PAGES), metavar="PAGE", help=f"only these pages: {', '.join(PAGES)}"
    )
    for kind in KINDS[1:]:
        parser.add_argument(f"--{kind}", action="store_true", help=f"also write .{kind}")
    add_overwrite(parser)
    parser.add_argument("--tensorboard", action="store_true", help="write the metrics for TensorBoard instead")
    given = parser.parse_args(arguments)
    console = Console()
    benches = [Path(text) for text in given.runs if text.endswith(".json")]
    learned = [Path(text) for text in given.runs if text.endswith(".npz")]
    runs = [Path(text) for text in given.runs if not text.endswith((".json", ".npz"))]
    kinds = _kinds(given)
    with user_input():
        if given.tensorboard:
            _export(runs, console)
            return
        folder = _output(given.output, runs, benches + learned)
        # All runs are read before the folder of the figures is created.
        rows = [row for file in benches for row in read_bench(file)]
        evaluations = {file: load_evaluation(file) for file in learned}
        entries = load_entries(runs, given.group) if runs else []
        _check(folder, given, runs, benches, learned)
        paths = _draw_bench(rows, folder, kinds) if benches else []
        paths += _draw_weights(evaluations, folder, kinds)
        if runs:
            paths += draw_pages(entries, folder, kinds, given.only)
    if not paths:
        raise InputError("there is nothing to draw yet: no iteration has been completed")
    for path in paths:
        console.say(str(path))


def _export(runs: list[Path], console: Console) -> None:
    from boardai.learn.reports.figures.runs import load_run
    from boardai.learn.runs.tensorboard import export

    for path in runs:
        folder = export(path, load_run(path).lines)
        console.say(f"{folder}; look at it with: tensorboard --logdir {path}")


if __name__ == "__main__":
    run(main, "plot")
