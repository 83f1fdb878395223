"""Runs of any learner for the learning tests, and what of them is compared."""

from pathlib import Path
from typing import Any

from boardai.basics.trust import trusting
from boardai.game import Game
from boardai.learn.runs.config import RunConfig
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.run import Run
from boardai.learn.targets import TARGETS

# What a clock decides, and nothing else, may differ between equal runs.
_CLOCK = (
    "seconds",
    "processor_seconds",
    "stages",
    "stage_rates",
    "evaluations_per_second",
    "games_per_second",
    "positions_per_second",
    *("memory_mb", "device_memory_mb", "device_memory_peak_mb", "energy_j", "power_w"),
    "network_utilisation",
    "compilations",  # a process of its own compiles again
)


# Settings of runs that take a second, for `learn.train` on Hex 3x3.
SMALL = {
    "network.blocks": 1, "network.channels": 8, "learn.batch_size": 16, "replay.minimum": 16,
    "play.games_per_iteration": 8, "arena.every": 0, "arena.final_games": 2, "arena.opponents": ("random",),
}  # fmt: skip
ALPHAZERO = {**{k: v for k, v in SMALL.items() if not k.startswith("play")}, "selfplay.games_per_iteration": 8,
             "selfplay.games": 8, "selfplay.simulations": 4, "inference_rate_seconds": 0.0}  # fmt: skip
TABLES = {
    "play.games_per_update": 10, "play.updates_per_iteration": 1, "play.random_share": 0.0, "arena.final_games": 2,
    "arena.opponents": ("random",),
}  # fmt: skip
DATA = {k: v for k, v in SMALL.items() if not k.startswith(("play", "replay"))} | {"steps": 2}


class Silent:
    """A reporter that keeps what it gets."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.lines: list[dict] = []

    def message(self, text: str) -> None:
        self.messages.append(text)

    def phase(self, name: str, done: int, total: int) -> None:
        assert done >= 0

    def iteration(self, line: dict, seconds_left: float | None) -> None:
        self.lines.append(line)

    def final(self, report: dict) -> None:
        self.report = report


def iterate_to(
    iterations: int | None,
    path: Path,
    game: Game,
    config: RunConfig,
    learner: str = "alphazero",
    reporter: Silent | None = None,
) -> Any:
    """Makes or resumes a run, iterates to this number (None: to its end) and returns the run."""
    if (path / "run.json").exists():
        with trusting():
            folder = RunFolder.resume(path, "test")
    else:
        folder = RunFolder.create(path, game.spec, config, "test", learner)
    with folder:
        run = Run(game, folder.config, reporter or Silent(), learner=learner)
        run.start(folder)
        if iterations is None:
            run.run()
        while iterations is not None and run.progress.iteration < iterations:
            run.iterate()
    return run


def undocumented(path: Path) -> set[str]:
    """Metrics of a run that docs/metrics.md does not name; those of a group as `seconds.learn`.

    Losses of auxiliary targets are in the table of docs/training/settings.md.
    """
    docs = Path(__file__).parents[2] / "docs"
    page = (docs / "metrics.md").read_text()
    targets = {f"{name}_loss" for name in TARGETS if f"| `{name}`" in (docs / "training" / "settings.md").read_text()}
    lines = read_metrics(path)
    names = {name for line in lines for name in line}
    for group in ("seconds", "stages", "stage_rates", "energy_j", "power_w"):
        names |= {f"{group}.{name}" for line in lines for name in line.get(group, {})}
    return {name for name in names if name not in targets and f"`{name.rpartition('.')[2]}`" not in page}


def results(path: Path) -> list[dict]:
    """A run's metrics without what a clock decides."""
    return [{key: value for key, value in line.items() if key not in _CLOCK} for line in read_metrics(path)]


def contents(folder: Path) -> dict[str, bytes | None]:
    """Files of a folder by name, with their bytes; None: a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}
