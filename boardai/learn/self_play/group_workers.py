"""Self-play by local or remote workers: each plays a group's share of an iteration.

A piece of work is a group: it is sent with its open games and the weights, and returns with its finished and its open
games. Weights are sent in the format of a checkpoint; each worker folds them for its own processor. Results do not
depend on a worker's state, and only the learner writes files. Returned games are replayed by the rules before they are
accepted.

    ordered:   an iteration is one share of every group, played with the newest weights at its start. The games are
               those of `SelfPlayGroups`, bit for bit, for any number of workers and regardless of failures.
    otherwise: a group continues at once with the weights that were published last, also while the learner trains
               (`Actor` runs `play` in a separate thread). An iteration ends when the number of returned shares is the
               number of groups. Shares with weights more than `max_staleness` iterations old are not accepted later:
               the learner waits for them first. With a gate, weights may stay for many iterations; then the iterations
               since they were last published are counted.

The lead of the workers over a slow learner is bounded: a worker holds at most two shares, and an iteration takes at
most twice as many shares as there are groups.
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import jax
import numpy as np

from boardai.cluster import Answer, Piece, Pool, Shared, Worker
from boardai.game import Game, load
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Leaves, Network
from boardai.learn.network.packing import PackedPlanes
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.replay import new_replay
from boardai.learn.self_play.self_play import Played, new_self_play, play_group, together

_CHECKED_POSITIONS = 1000  # of the buffer that replays returned games, whose content is not used
_CHECKED_BYTES = 1 << 20


@dataclass(frozen=True)
class GroupSettings:
    """The settings of a run for its workers.

    Attributes:
        game: spec of the game.
        config: settings of self-play.
        seed: seed of the run.
    """

    game: str
    config: SelfPlayConfig
    seed: int

    def worker(self) -> Worker:
        """Creates the player of groups in one process."""
        return _GroupWorker(self)


@dataclass(frozen=True)
class _Begun:
    """A group as sent to a worker.

    Attributes:
        open_games: open games of the group.
        iteration: the iteration that it plays.
        network: settings of the network in training.
    """

    open_games: bytes
    iteration: int
    network: NetworkConfig


@dataclass(frozen=True)
class _Back:
    """A group as returned by a worker."""

    played: Played
    open_games: bytes


class _GroupWorker:
    """Plays groups, and caches compiled networks and the newest weights' evaluator."""

    def __init__(self, settings: GroupSettings) -> None:
        self._settings, self._game = settings, load(settings.game)
        self._networks: dict[NetworkConfig, Network] = {}
        self._newest: tuple[str, Evaluator] | None = None
        self.device = jax.devices()[0].device_kind

    def work(self, piece: Piece, stop: Callable[[], None]) -> _Back:
        """Plays a group's share."""
        begun, settings = piece.payload, self._settings
        assert piece.shared is not None
        group = new_self_play(self._game, settings.config, settings.seed, piece.number)
        group.restore_open_games(begun.open_games)

        def goes_on() -> bool:
            stop()
            return True

        evaluator = self._evaluator(begun.network, piece.shared)
        played = play_group(group, settings.config, piece.number, evaluator, begun.iteration, goes_on)
        return _Back(played, bytes(group.save_open_games()))

    def close(self) -> None:
        """Does nothing."""

    def _evaluator(self, config: NetworkConfig, weights: Shared) -> Evaluator:
        if self._newest is None or self._newest[0] != weights.digest:
            game = self._game
            if config not in self._networks:
                cells = game.policy_cells
                network = Network(game.observation_shape, game.policy_size, config, 0, policy_cells=cells)
                self._networks[config] = network if self._settings.config.packed else network.at_play()
            network = self._networks[config]
            packing = PackedPlanes.of(network, game) if self._settings.config.packed else None
            leaves, rows = _unpacked(network, weights.data), self._settings.config.batch_rows
            self._newest = weights.digest, Evaluator(network, *leaves, rows, packing=packing)
        return self._newest[1]


@dataclass(frozen=True)
class PlayWeights:
    """The weights that games are played with, packed for the workers.

    Attributes:
        network: settings of the network in training.
        packed: the weights as bytes, which are equal for equal weights.
        learned_from: number of iterations whose games they have learned from.
        counts_from: the iteration from which `max_staleness` counts. Equal to `learned_from`, except for weights that
            stay because no newer ones have passed a gate: then the last iteration that was finished when they were
            published.
    """

    network: NetworkConfig
    packed: Shared
    learned_from: int
    counts_from: int

    @staticmethod
    def of(
        network: Network, parameters: Leaves, statistics: Leaves, learned_from: int, counts_from: int | None = None
    ) -> PlayWeights:
        """Copies a network's present weights; training may continue afterwards."""
        file = io.BytesIO()
        np.savez(file, **jax.device_get(network.named(parameters, statistics)))  # type: ignore[arg-type]
        counts_from = learned_from if counts_from is None else counts_from
        return PlayWeights(network.config, Shared(file.getvalue()), learned_from, counts_from)


def _unpacked(network: Network, packed: bytes) -> tuple[Leaves, Leaves]:
    with np.load(io.BytesIO(packed), allow_pickle=False) as arrays:
        return network.leaves({name: jax.numpy.asarray(arrays[name]) for name in arrays.files})


def replayed(game: Game, part: bytes) -> int:
    """The number of games in a part of a game file, all of which are replayed by the rules.

    Raises:
        ValueError: damaged, or a game breaks the rules.
    """
    return int(new_replay(game, _CHECKED_POSITIONS, max(_CHECKED_BYTES, 4 * len(part))).add_games(part))


class GroupsOnWorkers:
    """All games in progress, like `SelfPlayGroups`, but workers play them.

    Args:
        game: the game.
        config: settings of self-play.
        seed: seed of the run.
        pool: pool of workers for `GroupSettings`.
        ordered: whether results must depend only on settings and seed.
        max_staleness: if not ordered, the maximum age of a share's weights, in iterations since the one from which
            they count.

    Raises:
        ValueError: as in `SelfPlayGroups`.
    """

    def __init__(
        self, game: Game, config: SelfPlayConfig, seed: int, pool: Pool, ordered: bool, max_staleness: int
    ) -> None:
        self.config, self._game, self._pool = config, game, pool
        self._ordered, self._max_staleness = ordered, max_staleness
        groups = [new_self_play(game, config, seed, group) for group in range(config.groups)]
        self._open = [bytes(group.save_open_games()) for group in groups]
        self._restored = groups[0]  # used to check open games by restoring them
        self._idle = deque(range(config.groups))
        self._weights: PlayWeights | None = None  # weights for groups that begin now
        self._began: dict[int, PlayWeights] = {}  # group in progress -> the weights it plays with
        self._lag, self._lost, self._done = 0, 0, dict[str, list[float]]()

    def publish(self, weights: PlayWeights) -> None:
        """Makes groups begin with these weights from now on; may be called while another thread is in `play`."""
        self._weights = weights

    def play(
        self,
        iteration: int,
        stop: Callable[[], None] = lambda: None,
        progress: Callable[[int], None] = lambda games: None,
    ) -> Played:
        """Plays an iteration with the published weights; arguments as in `SelfPlayGroups`.

        Raises:
            WorkError: a group crashes every worker that plays it, or workers do not start.
        """
        back: list[tuple[int, Played]] = []
        self._lag, self._lost, self._done = 0, self._pool.tally.lost, {}
        while not self._is_over(len(back), iteration):
            self._hand_out(iteration, len(back))
            progress(sum(one.counts["games"] for _, one in back))
            for answer in self._pool.answers(stop):
                if self._is_right(answer):
                    self._take(answer, iteration)
                    back.append((answer.number, answer.value.played))
        if self._ordered:
            back.sort(key=lambda one: one[0])
            self._idle = deque(range(self.config.groups))
        played = together([played for _, played in back])
        # A worker is one loop that plays several shares in sequence.
        return replace(played, stages={name: mean * len(back) / self.at_work for name, mean in played.stages.items()})

    def metrics(self) -> dict[str, Any]:
        """Metrics of the last iteration: losses, waiting shares, games per second by worker; see docs/metrics.md."""
        return {
            "lost_pieces": self._pool.tally.lost - self._lost,
            "queued_pieces": self._pool.queue,
            "worker_rates": {name: games / max(seconds, 1e-9) for name, (games, seconds) in self._done.items()},
        }

    @property
    def at_work(self) -> int:
        """The number of workers that played the last iteration's games."""
        return max(1, len(self._done))

    @property
    def lag(self) -> int:
        """Number of finished iterations that the oldest weights of the last iteration's games had not learned from."""
        return self._lag

    def save(self) -> list[bytes]:
        """The open games, one part per group; for a group at a worker those it was sent with."""
        return list(self._open)

    def restore(self, parts: list[bytes]) -> None:
        """Restores saved games.

        Raises:
            ValueError: damaged, or saved with other settings.
        """
        if len(parts) != len(self._open):
            raise ValueError(f"open games of {len(parts)} groups, but selfplay.groups is {len(self._open)}")
        for part in parts:
            self._restored.restore_open_games(part)
        self._open = list(parts)

    def close(self) -> None:
        """Ends the workers."""
        self._pool.close()

    def _hand_out(self, iteration: int, shares: int) -> None:
        """Sends groups to workers, as many as are allowed when this many shares have returned."""
        while self._idle and self._pool.room():
            weights = self._weights  # copied, because another thread may publish newer ones meanwhile
            assert weights is not None
            most = self.config.groups
            if self._may_end_later(weights, iteration):
                most *= 2
            if shares + len(self._began) >= most:
                return
            group = self._idle.popleft()
            self._began[group] = weights
            begun = _Begun(self._open[group], iteration, weights.network)
            self._pool.give(Piece(group, begun, weights.packed))

    def _may_end_later(self, weights: PlayWeights, iteration: int) -> bool:
        """Whether a share with such weights can still be accepted in the next iteration."""
        return not self._ordered and iteration - weights.counts_from <= self._max_staleness

    def _is_over(self, shares: int, iteration: int) -> bool:
        if shares < self.config.groups:
            return False
        return self._ordered or all(self._may_end_later(weights, iteration) for weights in self._began.values())

    def _is_right(self, answer: Answer) -> bool:
        """Whether the games follow the rules; if not, another worker replays the share."""
        back = answer.value
        try:
            (part,) = back.played.parts
            games = replayed(self._game, part)
            if games != back.played.counts["games"]:
                raise ValueError(f"{games} games, where {back.played.counts['games']} were counted")
            self._restored.restore_open_games(back.open_games)
        except ValueError as error:
            self._pool.refuse(answer, f"its games of group {answer.number} are refused: {error}")
            return False
        return True

    def _take(self, answer: Answer, iteration: int) -> None:
        group, back = answer.number, answer.value
        self._open[group] = back.open_games
        self._lag = max(self._lag, iteration - 1 - self._began.pop(group).learned_from)
        if not self._ordered:
            self._idle.append(group)
        done = self._done.setdefault(answer.worker, [0.0, 0.0])
        done[0] += back.played.counts["games"]
        done[1] += answer.seconds
