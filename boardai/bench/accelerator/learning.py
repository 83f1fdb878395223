"""Learning on an accelerator: some minutes of a game's `gpu` preset, and its Elo by minutes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from boardai.learn.runs.trained_run import TrainedRun
from boardai.learn.train_and_resume import resume, train

_QUICK: dict[str, Any] = {
    "selfplay.games_per_iteration": 8, "selfplay.simulations": 4, "replay.minimum": 16, "learn.batch_size": 16,
    "arena.every": 1, "arena.games": 2, "arena.final_games": 2, "arena.simulations": 2, "arena.opponents": ["random"],
    "arena.final_opponents": ["random"], "arena.final_initial": False, "iterations": 3,
}  # fmt: skip


def learning_step(spec: str, minutes: float) -> Callable[[bool, Path], dict[str, Any]]:
    """A run of this many minutes; it resumes in its folder if it was stopped."""

    def measure(quick: bool, folder: Path) -> dict[str, Any]:
        kept: dict[str, Any] = {"verbose": False}
        if (folder / "run.json").exists():
            run = resume(folder, **kept)
        elif quick:
            run = train(f"{spec}:size=3" if spec == "hex" else spec, preset="demo", run=folder, **kept, **_QUICK)
        else:
            run = train(spec, preset="gpu", run=folder, minutes=minutes, **kept)
        return {"game": run.game.spec, "minutes": minutes, "rows": learning_rows(run)}

    return measure


def learning_rows(run: TrainedRun) -> list[dict[str, float]]:
    """Of each iteration with short matches: minutes since the beginning, games, positions learned from, and Elo."""
    rows, games, positions = [], 0, 0
    for line in run.metrics.lines:
        games += line["games"]
        positions += line["positions"]
        if line.get("elo") is not None:
            rows.append(
                {
                    "minutes": line["seconds"]["total"] / 60,
                    "games": games,
                    "positions": positions,
                    **{name: line[name] for name in ("elo", "elo_low", "elo_high")},
                }
            )
    return rows
