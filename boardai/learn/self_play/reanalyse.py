"""Reanalysis: old positions are searched again with the newest weights, to replace their targets.

A position stays in the replay buffer for many iterations, with targets from the weights that played it. After self-play
some older positions of the window are sampled and searched as in self-play, but without noise; the new policy and value
replace the old ones, while the game's outcome stays. Schrittwieser et al., "Online and offline reinforcement learning
by planning with a learned model" (2021).

Old game files stay unchanged: the new targets are stored in the iteration's own file, and are applied when a buffer is
refilled. They depend only on the seed, the iteration, the buffer and the weights.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from boardai import native
from boardai.basics.seeds import seed_of
from boardai.basics.setting import Settings, setting
from boardai.game import Game
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.replay import ReplayBuffer
from boardai.learn.self_play.self_play import drive_groups
from boardai.search.batches import BatchEvaluator

__all__ = ["ReanalyseConfig"]


@dataclass(frozen=True)
class ReanalyseConfig(Settings, section="reanalyse"):
    """Settings of searching old positions again with the newest weights.

    >>> from boardai.learn.self_play.reanalyse import ReanalyseConfig
    >>> ReanalyseConfig(positions_per_new=0.5).simulations
    0
    """

    positions_per_new: float = setting(
        0.0, "Positions searched again for each new one, drawn from the older ones of the window; 0: none", low=0
    )
    simulations: int = setting(0, "Simulations of each search; 0: as in self-play", low=0)


class Reanalysis:
    """Searches old positions again.

    Args:
        game: the game.
        config: number of positions and simulations.
        selfplay: settings of the search and its batches.
        seed: seed of the run.
    """

    def __init__(self, game: Game, config: ReanalyseConfig, selfplay: SelfPlayConfig, seed: int):
        self.config, self._seed, self._policy_size = config, seed, game.policy_size
        self._groups, self._trees = selfplay.groups, selfplay.games
        self._template = native.template("Puct", game.initial_state())
        quiet: dict[str, Any] = {"scale" if selfplay.searches_by_gumbel else "dirichlet_fraction": 0.0}
        simulations = config.simulations or selfplay.simulations
        options = replace(selfplay.search_options, simulations=simulations, cache_mb=0, **quiet)
        self._options = self._template.for_learning(options.to_native())
        self._symmetries = selfplay.symmetries

    def run(
        self,
        replay: ReplayBuffer,
        added: int,
        iteration: int,
        evaluator: Callable[[], BatchEvaluator],
        stop: Callable[[], None] = lambda: None,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> tuple[int, bytes]:
        """Replaces targets in the buffer.

        Args:
            replay: the buffer.
            added: number of newest positions, from this iteration, that are excluded.
            iteration: its number.
            evaluator: returns an evaluator with the newest weights; called only if there is anything to do.
            stop: called often; may raise.
            progress: called with the number of finished positions and of all.

        Returns:
            The number of positions with new targets, and the bytes for the iteration's file.
        """
        first, end = replay.size - replay.window, replay.size - added
        count = min(int(self.config.positions_per_new * added), max(0, end - first))
        if count == 0:
            return 0, b""
        rng = np.random.default_rng(seed_of(self._seed, "reanalyse", iteration))
        numbers = np.sort(first + rng.choice(end - first, count, replace=False)).astype(np.int64)
        policies = np.zeros((count, self._policy_size), np.float32)
        values, network, done = np.zeros(count, np.float32), evaluator(), [0] * self._groups

        def search(group: int, halt: threading.Event) -> None:
            planes = network.planes()
            # The positions of a batch depend only on the settings, not on the speed of the groups.
            for start in range(group * self._trees, count, self._groups * self._trees):
                if halt.is_set():
                    return
                rows = slice(start, min(start + self._trees, count))
                self._search(replay, numbers[rows], network, planes, policies[rows], values[rows])
                done[group] += rows.stop - rows.start

        drive_groups(self._groups, search, stop, lambda: progress(sum(done), count))
        return count, replay.replace_targets(numbers, policies, values)

    def _search(
        self,
        replay: ReplayBuffer,
        numbers: np.ndarray,
        network: BatchEvaluator,
        planes: np.ndarray,
        policies: np.ndarray,
        values: np.ndarray,
    ) -> None:
        trees = len(numbers)
        forest = self._template(trees, self._options, self._seed, True)
        if self._symmetries:
            forest.use_symmetries(self._seed)
        for tree, number in enumerate(numbers):
            forest.set_root(tree, replay.native_state(int(number)))
        while rows := forest.select(planes, planes.size):
            logits, answers = network(planes, rows)
            forest.backup(np.ascontiguousarray(logits), logits.size, np.ascontiguousarray(answers), answers.size)
        visits, others = np.zeros(policies.shape, np.int64), [np.zeros(policies.shape, np.float32) for _ in range(2)]
        forest.write_rows(visits, policies, *others, visits.size, np.zeros(trees, np.int32), values)
        np.clip(values, -1, 1, out=values)
