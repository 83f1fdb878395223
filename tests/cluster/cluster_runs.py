"""A tiny run of AlphaZero whose games workers play, for tests that kill them; and which workers there are."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import boardai
from boardai.cluster import Pool
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.config import NetworkConfig
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.run import Run
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.game_files import read_games
from boardai.learn.self_play.replay import ReplayConfig
from boardai.learn.self_play.searched_games import searched_games
from boardai.learn.training.config import LearnConfig

TINY = TrainConfig(
    seed=3,
    iterations=9,
    inference_rate_seconds=0,
    network=NetworkConfig(blocks=0, channels=4, policy_channels=1, value_channels=1, value_hidden=4),
    selfplay=SelfPlayConfig(groups=4, games=4, games_per_iteration=18, simulations=4),
    replay=ReplayConfig(capacity=200, minimum=20),
    learn=LearnConfig(batch_size=8),
    arena=ArenaConfig(every=0, games=2, final_games=2, simulations=2, opening_plies=1),
)


class Listener:
    """A reporter that keeps what it gets."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.lines: list[dict[str, Any]] = []

    def message(self, text: str) -> None:
        self.messages.append(text)

    def phase(self, name: str, done: int, total: int) -> None: ...

    def iteration(self, line: dict[str, Any], seconds_left: float | None) -> None:
        self.lines.append(line)

    def final(self, report: dict[str, Any]) -> None: ...


def iterated(path: Path, iterations: int, **changes: Any) -> Listener:
    """A run, new or resumed, iterated so far."""
    config, game, heard = replace(TINY, **changes), boardai.load("hex:size=3"), Listener()
    begun = (path / "run.json").exists()
    given = config, "test", "alphazero"
    with RunFolder.resume(path, "test", config) if begun else RunFolder.create(path, game.spec, *given) as folder:
        run = Run(game, config, heard)
        try:
            run.start(folder)
            while run.progress.iteration < iterations:
                run.iterate()
        finally:
            run.method.close()
    return heard


def games_of(path: Path) -> dict[str, bytes]:
    """The game files of a run, and its open games."""
    files = [*sorted((path / "games").glob("*.games")), *sorted((path / "checkpoints").glob("*/open_games"))]
    return {str(file.relative_to(path)): file.read_bytes() for file in files}


def game_numbers(path: Path, spec: str = "hex:size=3") -> list[int]:
    """Of the games in a run's files."""
    game = boardai.load(spec)
    files = sorted((path / "games").glob("*.games"))
    return [one.number for file in files for one in searched_games(read_games(file), game, file.name)]


def busy(pool: Pool) -> list[int]:
    """The processes that work on a piece now."""
    working = [member for member in pool._members if member.ready and member.tasks]
    return [int(member.name.partition(":")[2].partition(" ")[0]) for member in working]


class Disturbed:
    """Does things to the workers of all pools of a kind, each as soon as one has worked so long.

    Args:
        kind: of the pools.
        disturbances: what is done, after how many pieces; called with the pool.
    """

    def __init__(self, kind: type[Pool], disturbances: dict[int, Callable[[Pool], None]]) -> None:
        self._left, self._kind, self._answers, self._done = dict(disturbances), kind, kind.answers, 0

    def __enter__(self) -> Disturbed:
        def answers(pool: Pool, *given: Any) -> Any:
            due = [after for after in self._left if after <= self._done]
            if due and busy(pool):
                self._left.pop(due[0])(pool)
            found = self._answers(pool, *given)
            self._done += len(found)
            return found

        self._kind.answers = answers  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        self._kind.answers = self._answers  # type: ignore[method-assign]
        assert not self._left


def kill_one(pool: Pool) -> None:
    """Kill -9 of a worker that works; one killed before may not have been missed yet."""
    for process in busy(pool):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
            return
