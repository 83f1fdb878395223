"""The list of measurements, each in a separate process."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.basics.files import write_json
from boardai.bench.accelerator import evaluations, learning, networks, play, study

Result = dict[str, Any]

LEARNING = {"hex": 10, "reversi": 10, "chess": 5}
"""Minutes of training of each game, without the final matches."""


@dataclass(frozen=True)
class Step:
    """One measurement.

    Attributes:
        name: also of its file, `NAME.json`.
        measure: does the work, quick or full; a table for JSON.
        seconds: after so long it is ended.
        resumes: the step keeps a folder `NAME`, its second argument, in which it resumes if it was stopped.
    """

    name: str
    measure: Callable[..., Result]
    seconds: float = 240.0
    resumes: bool = False


def steps() -> list[Step]:
    """All steps, the most informative first."""
    games = ("hex", "reversi", "chess")
    return [
        Step("card", networks.card, 60),
        *(Step(f"inference-{name}", networks.inference_step(name)) for name in networks.SIZES),
        *(Step(f"training-{name}", networks.training_step(name)) for name in networks.SIZES),
        *(Step(f"self-play-{game}", play.self_play_step(game), 240) for game in games),
        *(Step(f"on-device-{game}", play.on_device_step(game), 300) for game in games),
        *(Step(f"rules-{game}", play.rules_step(game), 480) for game in games),
        *(Step(f"peer-{game}", play.peer_step(game), 240) for game in games),
        Step("study-evaluations", evaluations.measure),
        Step("study-search", study.one_search),
        Step("study-blocks", study.blocks),
        Step("study-windows", study.windows),
        Step("study-bulk", study.bulk),
        Step("study-kernel", study.kernel_searches),
        Step("study-variants", study.variants, 480),
        Step("study-leaves", evaluations.leaves),
        *(Step(f"trace-{game}", play.trace_step(game), 90) for game in ("hex", "chess")),
        *(
            Step(f"learning-{game}", learning.learning_step(game, minutes), 60 * minutes + 240, resumes=True)
            for game, minutes in LEARNING.items()
        ),
    ]


def run_all(
    folder: Path, minutes: float, quick: bool, only: Callable[[str], bool], report: Callable[[str], None]
) -> None:
    """Runs the missing steps in order, until the time is over.

    Args:
        folder: folder of the results; created if it does not exist.
        minutes: no step begins after them, and none runs on.
        quick: smaller networks and shorter samples.
        only: whether a step of this name is wanted.
        report: called with a line about each step.
    """
    folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60 * minutes
    for step in steps():
        path = folder / f"{step.name}.json"
        if path.exists() or not only(step.name):
            continue
        limit = min(step.seconds, end - time.monotonic())
        if limit <= 0:
            report(f"{step.name}: no time left; the same command continues it")
            continue
        began = time.monotonic()
        child = [sys.executable, "-m", "boardai.bench.accelerator.steps", str(folder), step.name]
        try:
            ended = subprocess.run(
                [*child, *(["quick"] if quick else [])], timeout=limit, capture_output=True, text=True
            )
            problem = "" if ended.returncode == 0 else (ended.stderr.strip().splitlines() or ["it failed"])[-1]
        except subprocess.TimeoutExpired:
            problem = f"not done in {limit:.0f} s"
        report(f"{step.name}: {problem or f'{time.monotonic() - began:.0f} s'}")


def run_one(folder: Path, name: str, quick: bool) -> None:
    """Runs one step in this process and writes its file."""
    (step,) = [step for step in steps() if step.name == name]
    began = time.perf_counter()
    measured = step.measure(quick, folder / name) if step.resumes else step.measure(quick)
    result = {"step": name, **networks.where(), **measured, "seconds": time.perf_counter() - began}
    write_json(folder / f"{name}.json", result)


if __name__ == "__main__":
    run_one(Path(sys.argv[1]), sys.argv[2], "quick" in sys.argv[3:])
