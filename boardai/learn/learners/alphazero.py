"""AlphaZero: learning from self-play guided by the network.

    1. Self-play: batched games with the newest network; each move's search result is recorded. With a teacher, its
       games come first (`boardai.learn.data.teacher`).
    2. The games go into the replay buffer and, if configured, older positions get new targets
       (`boardai.learn.self_play.reanalyse`); both are written to a file.
    3. Training: steps in proportion to the new positions, on random positions of the buffer.

Actor (1) and learner (3) are two loops that alternate, or run concurrently with `overlap`: then an iteration trains on
the games of earlier iterations while its own are being played. Which weights play and which games are learned from does
not depend on the speed of either loop, so such a run, too, can be resumed bit for bit. Workers that are not `ordered`
also play while the learner trains, but use the new weights as soon as they are available.

Silver et al., "A general reinforcement learning algorithm that masters chess, shogi and Go through self-play" (2018).
Self-play always uses the newest network, unless there is a gate (`arena.gate`):
    4. New weights play against those used in self-play, and replace them if they score enough.
The run around these steps is runs/run.py.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax

from boardai.cluster import open_pool
from boardai.game import Game
from boardai.learn import hosts
from boardai.learn.data.teacher import Teacher
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.evaluation.matches import POLICY
from boardai.learn.learners.config import TrainConfig
from boardai.learn.learners.network_learner import GameLearner, GameTotals
from boardai.learn.linear_evaluation.from_replay import ReplayEvaluation
from boardai.learn.network.config import Size
from boardai.learn.network.growth import of_size, size_of
from boardai.learn.network.inference import Evaluator, inference_rate
from boardai.learn.network.network import Leaves, Network
from boardai.learn.network.packing import PackedPlanes
from boardai.learn.network.size import describe
from boardai.learn.runs.checkpoint import Saved, checkpoint_path, size_in
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.progress import FEW_DIFFERENT
from boardai.learn.self_play.actor import Actor, Play
from boardai.learn.self_play.all_hosts import played_by_all
from boardai.learn.self_play.device_play import DeviceSelfPlay
from boardai.learn.self_play.game_files import Contents, write_games
from boardai.learn.self_play.group_workers import GroupSettings, GroupsOnWorkers, PlayWeights
from boardai.learn.self_play.reanalyse import Reanalysis
from boardai.learn.self_play.self_play import Played, SelfPlayGroups
from boardai.learn.settings import require
from boardai.learn.stages import Stopwatch, rates, with_waits
from boardai.learn.training.losses import searches_calibrated
from boardai.players import Player
from boardai.players.searches import NetworkSearch, network_search

# Columns of the replay buffer: the searches' values of positions and the results of the games.
_VALUE_COLUMNS = ("search_value", "outcome", "moves_left", "plies_ahead")
# In a run's folder: the teacher's newest evaluation, usable in any search (`pvs:evaluator=runs/chess/teacher.npz`).
TEACHER_FILE = "teacher.npz"
# Metrics that do not apply to a teacher's games.
_OF_THE_NETWORK_AT_PLAY = ("batch_fill", "cache_hit_rate", "search_agreement", "network_utilisation", "weights_lag")

# Games with at most this many plies, such as tic-tac-toe, have few positions: repetition is no problem there.
_TINY = 12

# Matches reach this share of the rate of full batches: their games end one by one.
_MATCH_RATE = 0.5

Shown = Callable[[int], None]


@dataclass
class SearchTotals(GameTotals):
    """Sums over a run, stored in its checkpoints.

    Attributes:
        rows_per_second: rate of the network in the last iteration's self-play.
        mean_plies: mean length of the games of that iteration.
        size: blocks and channels of a growing network.
        boards: for a run on several boards, a table by board name (several_boards.py).
    """

    rows_per_second: float = 0.0
    mean_plies: float = 0.0
    size: tuple[int, int] | None = None
    boards: dict[str, dict[str, Any]] | None = None


class AlphaZero(GameLearner):
    """The method `alphazero` of a run; arguments as in `NetworkLearner`."""

    kinds = ("search", POLICY)
    gate_player = "search"
    takes_hosts = True
    make_totals = SearchTotals
    config: TrainConfig
    totals: SearchTotals

    def __init__(self, game: Game, config: TrainConfig, *given: Any) -> None:
        _check_discount(config)
        self._search = match_search(config.arena)
        self.players = (
            f"search: {config.arena.search}, {config.arena.simulations} simulations per move; "
            "policy: the network's most likely move, without search"
        )
        super().__init__(game, config, *given)
        require(
            not config.growth.stages or self.learner.given.optimizer is None,
            "growth.stages",
            "the state of an optimizer that is given does not grow",
        )
        self.match_rows = config.selfplay.games
        # On a CPU both loops need the same cores: concurrently they are no faster (docs/benchmarks/training-costs.md).
        self._overlaps_itself = config.overlap == "on" or (config.overlap == "auto" and jax.default_backend() != "cpu")
        self._overlaps = self._overlaps_with_workers() if config.has_workers else self._overlaps_itself
        self._behind = int(self._overlaps)  # finished iterations that the newest weights have not learned from
        self._packing = PackedPlanes.of(self.network, game) if config.selfplay.packed else None
        self._first_size = size_of(self.network)
        self._networks = {self._first_size: self.network}  # by size: each is compiled only once
        self._at_play: dict[Size, Network] = {}
        self._warned_of_memory = self._warned_of_repetition = False
        self._reanalysis = Reanalysis(game, config.reanalyse, config.selfplay, config.seed)
        self._self_play = self._new_self_play()
        self._teacher = _teacher(game, config)
        self._teacher_evaluation = _teacher_evaluation(game, config)
        self._teacher_loss: float | None = None  # loss of the teacher's newest evaluation
        self._inference_rate = 0.0  # rows per second, measured before the first iteration

    def _overlaps_with_workers(self) -> bool:
        """Whether workers play while the learner trains."""
        config = self.config
        if config.ordered:
            return self._overlaps_itself
        return config.overlap != "off" and config.max_staleness > 0  # else the weights would be one iteration too old

    def _new_self_play(self) -> SelfPlayGroups | DeviceSelfPlay | GroupsOnWorkers:
        config, game = self.config, self.game
        if not config.has_workers:
            groups = DeviceSelfPlay if config.selfplay.device else SelfPlayGroups
            groups_needed = f"{config.selfplay.groups} for {hosts.count()} hosts, each of which plays one at least"
            require(config.selfplay.groups >= hosts.count(), "selfplay.groups", groups_needed)
            shares = hosts.own_share(range(config.selfplay.groups))
            return groups(game, config.selfplay, config.seed, shares)
        require(
            hosts.count() == 1, "workers", "several hosts (--hosts) play their games themselves: set 0, and no cluster"
        )
        pool = open_pool(
            GroupSettings(game.spec, config.selfplay, config.seed),
            config.workers,
            cluster=config.cluster,
            gpus=config.worker_gpus,
            same_processor=config.ordered,
            timeout=config.piece_timeout or None,
            apart=True,
            warn=self._reporter.message,
        )
        return GroupsOnWorkers(game, config.selfplay, config.seed, pool, config.ordered, config.max_staleness)

    def describe(self) -> list[str]:
        """A description of the training."""
        loops = "overlapping" if self._overlaps else "alternating"
        return [f"network: {describe(self.network)}", self.replay.describe(), f"self-play and training: {loops}"]

    def close(self) -> None:
        """Ends the workers."""
        if isinstance(self._self_play, GroupsOnWorkers):
            self._self_play.close()

    def open(self, folder: RunFolder) -> None:
        """Sets the folder into which games are written."""
        super().open(folder)
        # With workers or on a device, the games in progress are elsewhere.
        if hosts.index() == 0 and isinstance(self._self_play, SelfPlayGroups):
            self._self_play.watch(folder.path)
        if not folder.is_new() and folder.goes_on_from is not None:
            self._grow_to(size_in(checkpoint_path(folder.checkpoint_folder, folder.goes_on_from)))

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """Self-play, writing the games to file and buffer, training."""
        if self._grow_to(self.config.growth.size_at(share)):
            self._reporter.message(f"the network grows: {describe(self.network)}")
        self._measure_inference_rate()
        stopwatch = Stopwatch()
        # 1. Self-play, or the teacher's games; 3. training at the same time if the loops overlap.
        taught = self._teacher is not None and share < self.config.teacher.share
        play, shown = self._taught(number) if taught else self._self_played(number)
        learned = None
        # The teacher plays in this process even if workers play the other games.
        overlaps = self._overlaps_itself if taught else self._overlaps
        if overlaps:
            with Actor(play) as actor:
                learned = self.train(share, actor.check)
                if self.gate.is_open and not (taught or self.config.ordered):
                    self._publish(number - 1)
                played = actor.played(self._stop, shown)
        else:
            played = play(self._stop, shown)
        if not taught:
            played = played_by_all(played)
        stopwatch.end("self_play")
        # 2. The games.
        added = self.replay.add_games(played.parts, number)
        stopwatch.end("replay")
        reanalysed, targets = self._reanalysed(added, number)
        if reanalysed:
            stopwatch.end("reanalyse")
        self._write_games(number, played, added, targets)
        self._report_memory()
        stopwatch.end("replay")
        # 3. Training.
        if learned is None:
            learned = self.train(share)
        stopwatch.end("learn")
        # 4. The gate.
        lag = self._weights_lag(number)
        self._behind = int(overlaps)
        best, gate = self.gate.judge(number, self.totals.best, self.learner.match_weights())
        if not self.gate.is_open:
            stopwatch.end("gate")
        seconds = stopwatch.seconds
        whole = sum(seconds.values())
        if overlaps:  # phases must not overlap: "learn" is the time that training took beyond self-play
            seconds["self_play"], seconds["learn"] = actor.seconds, seconds["self_play"] - actor.seconds
        # Workers that are not ordered also play before `play` begins and after it has ended.
        out_of_order = isinstance(self._self_play, GroupsOnWorkers) and not (taught or self.config.ordered)
        playing = max(whole if out_of_order else seconds["self_play"], 1e-9)
        totals = self.totals
        self.totals = dataclasses.replace(
            totals,
            steps=self.learner.steps,
            games=totals.games + played.counts["games"],
            positions=self.replay.positions_added,
            rows_per_second=self._inference_rate if taught else played.rows / playing,
            mean_plies=played.counts["plies"] / max(1, played.counts["games"]),
            best=best,
            size=(self.network.config.blocks, self.network.config.channels) if self.config.growth.stages else None,
        )
        metrics = self._metrics(number, played, added.positions, reanalysed, learned, seconds, playing)
        metrics["weights_lag"] = lag
        if isinstance(self._self_play, GroupsOnWorkers):
            metrics |= self._self_play.metrics() | {"network_utilisation": None}  # the workers' network
        if taught:
            metrics |= dict.fromkeys(_OF_THE_NETWORK_AT_PLAY)
        self._warn_of_repetition(metrics["different_positions"])
        reports = self.replay.newest(added.positions, _VALUE_COLUMNS)
        metrics |= searches_calibrated(reports, self.config.learn.loss)
        teaching = {"taught": int(taught), "teacher_loss": self._teacher_loss if taught else None}
        return {**teaching, "reanalysed": reanalysed, **metrics, **gate}

    def _reanalysed(self, added: Contents, number: int) -> tuple[int, bytes]:
        """Gives older positions new targets; returns their number, and the record of them for the iteration's file."""
        return self._reanalysis.run(
            self.replay, added.positions, number,
            lambda: self._evaluator(*self.learner.play_weights()), self._stop,
            lambda done, total: self._reporter.phase("reanalyse", done, total),
        )  # fmt: skip

    def _write_games(self, number: int, played: Played, added: Contents, targets: bytes) -> None:
        """Writes the file of an iteration's games."""
        write_games(self._folder.games_path(number), number, played.parts, added, targets)

    def _measure_inference_rate(self) -> None:
        if not self._inference_rate and self.config.inference_rate_seconds:
            self._inference_rate = inference_rate(
                self._evaluator(*self.learner.play_weights()), self.config.inference_rate_seconds
            )
            self._reporter.message(f"the network alone: {self._inference_rate:,.0f} evaluations/s")

    def _self_played(self, number: int) -> tuple[Play, Shown]:
        """A function that plays an iteration's games with the current weights, and one that shows the progress."""
        quota, groups = self.config.selfplay.games_per_iteration, self._self_play

        def shown(games: int) -> None:
            self._reporter.phase("self-play", games, quota)

        if isinstance(groups, GroupsOnWorkers):
            learned_from = self._learned_from(number)
            self._publish(learned_from, learned_from if self.gate.is_open else number - 1)
            return lambda stop, progress: groups.play(number, stop, progress), shown
        evaluator = self._evaluator(*self.play_weights())
        return lambda stop, progress: groups.play(evaluator, number, stop, progress), shown

    def _publish(self, learned_from: int, counts_from: int | None = None) -> None:
        """Makes workers start games with the current weights; numbers as in `PlayWeights`."""
        if isinstance(self._self_play, GroupsOnWorkers):
            self._self_play.publish(PlayWeights.of(self.network, *self.play_weights(), learned_from, counts_from))

    def _taught(self, number: int) -> tuple[Play, Shown]:
        """The same for the teacher's games."""
        teacher, quota, evaluation = self._teacher, self.config.teacher.games_per_iteration, None
        assert teacher is not None
        if self._teacher_evaluation is not None:
            self._reporter.phase("the teacher learns", 0, 1)
            evaluation = self._teacher_evaluation.fitted(self.replay, self._stop)
        if evaluation is not None:
            evaluation.save(self._folder.path / TEACHER_FILE)
            self._teacher_loss = evaluation.card["loss"]
        return (
            lambda stop, progress: teacher.play(number, stop, progress, evaluation),
            lambda games: self._reporter.phase("the teacher's games", games, quota),
        )

    def _learned_from(self, number: int) -> int:
        """The number of iterations whose games the playing weights have learned from when this iteration begins."""
        if self.gate.is_open:
            return max(0, number - 1 - self._behind)
        return max(0, self.totals.best - self._overlaps)

    def _weights_lag(self, number: int) -> int:
        """The number of finished iterations whose games the playing weights had not learned from."""
        if isinstance(self._self_play, GroupsOnWorkers):
            return self._self_play.lag
        return number - 1 - self._learned_from(number)

    def open_games(self) -> list[bytes]:
        """The open games of self-play on all hosts."""
        return hosts.dealt(hosts.gathered(self._self_play.save()))

    def restore(self, saved: Saved, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Restores a checkpoint with its open games, and the buffer from the game files."""
        super().restore(saved, iteration, reading)
        self._self_play.restore(saved.parts)

    def final_seconds(self) -> float:
        """Estimates the final matches' time: from the last short ones; before the first, from the network's rate."""
        arena, totals = self.config.arena, self.totals
        if totals.match_seconds or not totals.rows_per_second:
            return super().final_seconds()
        moves = arena.final_games * min(totals.mean_plies, arena.max_plies) / 2
        rate = _MATCH_RATE * totals.rows_per_second
        return self.run_matches.sides() * moves * arena.simulations / rate

    def _evaluator(self, parameters: Leaves, statistics: Leaves) -> Evaluator:
        """Weights in the form for self-play."""
        size, rows = size_of(self.network), self.config.selfplay.batch_rows
        if size not in self._at_play:
            self._at_play[size] = self.network.at_play() if self._packing is None else self.network
        return Evaluator(self._at_play[size], parameters, statistics, rows, packing=self._packing)

    def match_evaluator(self, parameters: Leaves, statistics: Leaves, network: Network | None = None) -> Evaluator:
        """Weights in the form for matches, whose requests shrink as games end."""
        return Evaluator(network or self.network, parameters, statistics, self.match_rows, seldom_full=True)

    def player(self, kind: str, game: Game, weights: Evaluator, seed: int) -> Player:
        """The search with the network, or its policy alone."""
        if kind == POLICY:
            return super().player(kind, game, weights, seed)
        arena = self.config.arena
        return self._search.player(game, weights, seed, f"{arena.search} {arena.simulations}")

    def _grow_to(self, size: Size | None) -> bool:
        """Continues with a tower of this size; returns whether the size has changed."""
        if size is None or size == size_of(self.network):
            return False
        self.network = self._of_size(size)
        self.learner.grow(self.network)
        if self._packing is not None:
            self._packing = PackedPlanes(self.network, self._packing.numbers, self._packing.fields)
        self._inference_rate = 0.0
        return True

    def _of_size(self, size: Size) -> Network:
        if size not in self._networks:
            self._networks[size] = of_size(self.network, size, self.config.seed)
        return self._networks[size]

    def network_of(self, size: Size | None) -> Network:
        """The network at a checkpoint's size, if it grows."""
        return self._of_size(size or self._first_size)

    def _report_memory(self) -> None:
        if self.replay.crowded_out and not self._warned_of_memory:
            self._warned_of_memory = True
            self._reporter.message(
                f"the replay buffer's memory is full at {self.replay.size:,} positions, "
                f"{self.replay.crowded_out:,} fewer than it may hold: --replay.memory-mb gives it more"
            )

    def _warn_of_repetition(self, different: float) -> None:
        """Warns once, with a remedy, if games repeat each other."""
        is_full_enough = self.replay.size >= self.config.replay.minimum
        is_tiny = self.config.selfplay.max_plies <= _TINY
        if different >= FEW_DIFFERENT or self._warned_of_repetition or not is_full_enough or is_tiny:
            return
        self._warned_of_repetition = True
        plies = self.config.selfplay.starts.random_plies
        self._reporter.message(
            f"only {different:.0%} of the newest positions are different: self-play repeats itself; longer random "
            f"openings (--selfplay.starts.random-plies, now {plies}) or a higher --selfplay.temperature.start vary it"
        )

    def _metrics(
        self,
        number: int,
        played: Played,
        positions: int,
        reanalysed: int,
        learned: dict[str, Any],
        seconds: dict[str, float],
        playing: float,
    ) -> dict[str, Any]:
        counts = played.counts
        evaluated = counts["evaluations"] / playing
        samples = self.samples.drawn
        return {
            **played.metrics(self.config.selfplay.max_plies),
            "positions": positions,
            **self.replay.statistics(number),
            "steps": self.learner.steps,
            "replay_ratio": samples / max(1, self.replay.positions_added),
            "samples_per_game": samples / max(1, self.replay.games_added),
            **learned,
            **self._stages(played, positions, reanalysed, learned, seconds),
            "evaluations_per_second": evaluated,
            "network_utilisation": evaluated / self._inference_rate if self._inference_rate else None,
            "games_per_second": counts["games"] / playing,
            "seconds": seconds,
        }

    def _stages(
        self, played: Played, positions: int, reanalysed: int, learned: dict[str, Any], seconds: dict[str, float]
    ) -> dict[str, Any]:
        """The stages' shares of each loop's time, and the rate of each stage in positions per second."""
        groups = self._self_play
        loops = groups.at_work if isinstance(groups, GroupsOnWorkers) else self.config.selfplay.groups
        rows = played.counts["evaluations"] / loops
        work = {**dict.fromkeys(played.stages, rows), "write": positions}
        busy = {**played.stages, "write": seconds["replay"]}
        if reanalysed:
            work["reanalyse"], busy["reanalyse"] = reanalysed, seconds["reanalyse"]
        whole = sum(seconds.get(phase, 0.0) for phase in ("self_play", "replay", "reanalyse", "learn"))
        return {
            "stages": with_waits({**busy, **learned.get("stages", {})}, whole),
            "stage_rates": {**rates(work, busy), **learned.get("stage_rates", {})},
        }


def match_search(arena: ArenaConfig) -> NetworkSearch:
    """The search that plays in a run's matches.

    ValueError: no such search, or options that it does not accept.
    """
    try:
        search = network_search(arena.search)
    except ValueError as error:
        raise ValueError(f"arena.search: {error}") from None
    options = dataclasses.replace(search.options, simulations=arena.simulations)
    return dataclasses.replace(search, options=options, reuse=False)


def _teacher(game: Game, config: TrainConfig) -> Teacher | None:
    if not config.teacher.agent:
        return None
    return Teacher(game, config.teacher, config.selfplay.groups, config.selfplay.max_plies, config.seed)


def _teacher_evaluation(game: Game, config: TrainConfig) -> ReplayEvaluation | None:
    if not config.teacher.features:
        return None
    # Search values are read only once, when they are new in the buffer.
    require(config.reanalyse.positions_per_new == 0, "teacher.features", "learns from targets that reanalyse changes")
    try:
        return ReplayEvaluation(game, config.teacher.features, config.teacher.result_share)
    except ValueError as error:
        raise ValueError(f"teacher.features: {error}") from None


def _check_discount(config: TrainConfig) -> None:
    """Checks that stopped games and finished games use the same scale of values."""
    played, loss = config.selfplay, config.learn.loss
    stopped = {
        "resignation.threshold": played.resignation.threshold > 0,
        "adjudication.kind": played.adjudication.kind != "none",
        "adjudication.cap_margin": played.adjudication.cap_margin > 0,
    }
    if loss.discount < 1 and loss.unplayed_plies == 0:
        for name, may_stop in stopped.items():
            require(
                not may_stop,
                "learn.loss.unplayed_plies",
                f"0, but learn.loss.discount is {loss.discount} and selfplay.{name} stops games early: how many plies "
                "would they have continued, on average?",
            )
