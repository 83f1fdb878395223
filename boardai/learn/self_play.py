"""Self-play with one thread per group of games.

On a CPU each thread runs its own network call, which keeps all cores busy. On an accelerator the same code overlaps
C++ and the device: while one thread waits for its batch, another selects the next.

A group's games depend on the weights and on nothing else: not on other groups, not on timing. A group stops at the
first round in which it has finished its share of the iteration. The open games go on in the next iteration, with
their searches begun anew under the new weights, in an uninterrupted run exactly as in a resumed one.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from boardai.game import Game
from boardai.learn.config import SelfPlayConfig
from boardai.learn.inference import Evaluator
from boardai.learn.native_parts import new_self_play

COUNTERS = ("games", "plies", "wins0", "draws", "wins1", "adjudicated", "moves", "simulations", "evaluations")


@dataclass(frozen=True)
class Played:
    """One iteration of self-play.

    Attributes:
        parts: each group's finished games.
        counts: what was added to the native counters (games, plies, moves, evaluations...).
        rows: rows the network computed, unused ones included.
    """

    parts: list[bytes]
    counts: dict[str, int]
    rows: int


class SelfPlayGroups:
    """All games in progress.

    Args:
        game: the game.
        config: how to play.
        seed: of the run.
    """

    def __init__(self, game: Game, config: SelfPlayConfig, seed: int):
        self.config = config
        self._groups = [new_self_play(game, config, seed, group) for group in range(config.groups)]

    def play(
        self,
        evaluator: Evaluator,
        stop: Callable[[], None] = lambda: None,
        progress: Callable[[int], None] = lambda games: None,
    ) -> Played:
        """Plays until every group has finished its share of `games_per_iteration`.

        Args:
            evaluator: the network.
            stop: called about ten times a second; may raise, after which the open games are of no use.
            progress: told the number of finished games, as often.
        """
        before = self._counts()
        halt = threading.Event()
        rows = [0] * len(self._groups)
        finished = [0] * len(self._groups)

        def drive(number: int) -> None:
            group = self._groups[number]
            share, rest = divmod(self.config.games_per_iteration, self.config.groups)
            target = share + (number < rest)
            start = group.games_finished()
            planes = evaluator.planes()
            try:
                while finished[number] < target and not halt.is_set():
                    count = group.select(planes, planes.size)
                    logits, values = evaluator(planes)
                    logits, values = logits[:count], values[:count]
                    group.backup(logits, logits.size, values, values.size)
                    rows[number] += evaluator.batch_size
                    finished[number] = group.games_finished() - start
            except BaseException:
                halt.set()  # the other groups need not finish
                raise

        with ThreadPoolExecutor(len(self._groups)) as pool:
            futures = [pool.submit(drive, number) for number in range(len(self._groups))]
            try:
                while wait(futures, timeout=0.1).not_done:
                    stop()
                    progress(sum(finished))
            finally:
                halt.set()
            for future in futures:
                future.result()
        after = self._counts()
        parts = [bytes(group.take_games()) for group in self._groups]
        for group in self._groups:
            group.restart_searches()
        return Played(parts, {name: after[name] - before[name] for name in COUNTERS}, sum(rows))

    def save(self) -> list[bytes]:
        """The open games, one part per group."""
        return [bytes(group.save_open_games()) for group in self._groups]

    def restore(self, parts: list[bytes]) -> None:
        """Takes up saved games.

        Raises:
            ValueError: damaged, or saved with other settings.
        """
        if len(parts) != len(self._groups):
            raise ValueError(f"open games of {len(parts)} groups, but selfplay.groups is {len(self._groups)}")
        for group, part in zip(self._groups, parts, strict=True):
            group.restore_open_games(part)

    def _counts(self) -> dict[str, int]:
        totals = dict.fromkeys(COUNTERS, 0)
        for group in self._groups:
            counters: Any = group.counters()
            for name in COUNTERS:
                totals[name] += int(getattr(counters, name))
        return totals
