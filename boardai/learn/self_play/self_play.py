"""Self-play with one thread per group of games.

On a CPU each thread runs its own network call, which keeps all cores busy. On an accelerator the same code overlaps
C++ and the device: while one thread waits for its batch, another selects the next.

A group's games depend only on the weights: not on other groups, and not on timing. A group stops at the first round in
which it has finished its share of the iteration. The open games continue in the next iteration, where their searches
start again with the new weights, in an uninterrupted run exactly as in a resumed one.

A worker needs nothing else: weights come in as an evaluator, games go out as the parts of a game file. It shares
nothing with the learner, so another process that gets a checkpoint's weights and open games returns the same bytes
(`group_workers.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from boardai import native
from boardai.game import Game
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.openings import opening_book
from boardai.learn.self_play.watched_games import WatchedGames
from boardai.learn.settings import require
from boardai.learn.stages import Stopwatch, mean_seconds
from boardai.search.batches import BatchEvaluator
from boardai.search.evaluated import with_evaluator

COUNTERS = (
    *("games", "plies", "wins0", "draws", "wins1", "by_rules", "capped", "resigned", "adjudicated"),
    *("never_resign_games", "would_resign", "false_resigns", "mirrored_games", "book_games", "openings_rejected"),
    *("moves", "full_searches", "quick_searches", "agreements", "simulations", "evaluations"),
    *("cache_lookups", "cache_hits"),
)
_AS_COUNTED = (
    *("resigned", "adjudicated", "never_resign_games", "would_resign", "false_resigns", "book_games"),
    *("mirrored_games", "openings_rejected", "moves", "full_searches", "simulations", "evaluations"),
)
LENGTH_BINS = 40


@dataclass(frozen=True)
class Played:
    """One iteration of self-play, or a share of one.

    Attributes:
        parts: finished games of each group.
        counts: increments of the native counters (native/boardai/search/self_play/self_play_options.hpp).
        rows: number of rows the network computed, including unused ones.
        lengths: plies of each finished game, by group.
        target_entropy: sum of the entropies of the policy targets, in nats.
        stages: seconds of select, network and backup, means over the groups; empty if not measured.
    """

    parts: list[bytes]
    counts: dict[str, int]
    rows: int
    lengths: list[int]
    target_entropy: float
    stages: dict[str, float] = field(default_factory=dict)

    def metrics(self, max_plies: int) -> dict[str, Any]:
        """A row of metrics.jsonl, see docs/metrics.md.

        Args:
            max_plies: maximum length of a game, and the end of the histogram of lengths.
        """
        counts = self.counts
        width = -(-max_plies // LENGTH_BINS)
        lengths = np.bincount((np.asarray(self.lengths, int) - 1) // width, minlength=-(-max_plies // width))
        return {
            "games": counts["games"],
            "plies": counts["plies"],
            "mean_length": counts["plies"] / max(1, counts["games"]),
            "game_lengths": lengths.tolist(),
            "game_length_bin": width,
            "first_player_wins": counts["wins0"],
            "draws": counts["draws"],
            "second_player_wins": counts["wins1"],
            "ended_by_rules": counts["by_rules"],
            "capped": counts["capped"],
            **{name: counts[name] for name in _AS_COUNTED},
            "batch_fill": counts["evaluations"] / max(1, self.rows),
            "cache_hit_rate": counts["cache_hits"] / max(1, counts["cache_lookups"]),
            "search_agreement": counts["agreements"] / max(1, counts["full_searches"]),
            "search_entropy": self.target_entropy / max(1, counts["full_searches"]),
        }


def together(shares: Sequence[Played]) -> Played:
    """An iteration combined from its shares, such as those of the groups."""
    return Played(
        [part for one in shares for part in one.parts],
        {name: sum(one.counts[name] for one in shares) for name in COUNTERS},
        sum(one.rows for one in shares),
        [length for one in shares for length in one.lengths],
        sum(one.target_entropy for one in shares),
        mean_seconds([one.stages for one in shares]),
    )


def play_group(
    group: Any,
    config: SelfPlayConfig,
    number: int,
    evaluator: BatchEvaluator,
    iteration: int,
    goes_on: Callable[[], bool],
    progress: Callable[[int], None] = lambda games: None,
    games: int | None = None,
    watched: WatchedGames | None = None,
) -> Played:
    """Plays a group until it has finished its share of the iteration's games.

    Args:
        group: the result of `new_self_play`.
        config: settings of self-play.
        number: number of the group.
        evaluator: the network.
        iteration: as in `SelfPlayGroups.play`.
        goes_on: called before each round; False: stop, and the games are not used.
        progress: receives the number of finished games.
        games: number of games of the iteration, over all groups; None: `games_per_iteration`.
        watched: shows the games while they are played.
    """
    before, before_entropy = _counts(group)
    start, target, finished, rows = group.games_finished(), config.games_of(number, games), 0, 0
    planes = evaluator.planes()
    group.begin_iteration(iteration)
    stopwatch = Stopwatch()
    while finished < target and goes_on():
        rows += play_round(group, planes, evaluator, stopwatch, legal_logits=config.legal_logits)
        finished = group.games_finished() - start
        progress(finished)
        if watched is not None:
            watched.look(group, iteration)
    after, after_entropy = _counts(group)
    lengths = np.empty(group.games_waiting(), np.int32)
    group.game_lengths(lengths, lengths.size)
    part = bytes(group.take_games())
    group.restart_searches()
    counts = {name: after[name] - before[name] for name in COUNTERS}
    return Played([part], counts, rows, lengths.tolist(), after_entropy - before_entropy, stopwatch.seconds)


def _counts(group: Any) -> tuple[dict[str, int], float]:
    """The counters, and the sum of the entropies of the policy targets."""
    counters: Any = group.counters()
    return {name: int(getattr(counters, name)) for name in COUNTERS}, float(counters.target_entropy)


class SelfPlayGroups:
    """All games in progress.

    Args:
        game: the game.
        config: settings of self-play.
        seed: seed of the run.
        groups: numbers of the groups that are played here; all of `config.groups` unless other processes play some.

    Raises:
        ValueError: settings that the game does not support, or an error in the file of openings.
    """

    def __init__(self, game: Game, config: SelfPlayConfig, seed: int, groups: Sequence[int] | None = None):
        require(not config.boards, "selfplay.boards", "these games are of one board: leave it empty")
        self.config = config
        self._numbers = range(config.groups) if groups is None else groups
        self._groups = [new_self_play(game, config, seed, group) for group in self._numbers]
        self._watched: WatchedGames | None = None

    def watch(self, run: Path, board: str = "") -> None:
        """Shows games in progress to spectators of the run's folder; arguments as in `WatchedGames`."""
        self._watched = WatchedGames(run, board)

    def play(
        self,
        evaluator: BatchEvaluator,
        iteration: int,
        stop: Callable[[], None] = lambda: None,
        progress: Callable[[int], None] = lambda games: None,
        games: int | None = None,
    ) -> Played:
        """Plays until every group has finished its share of the iteration's games.

        Args:
            evaluator: the network.
            iteration: its number, from 1; some settings depend on it.
            stop: called about ten times per second; may raise, after which the open games are unusable.
            progress: called as often with the number of finished games.
            games: number of games of the iteration, over all groups; None: `games_per_iteration`.
        """
        finished = [0] * len(self._groups)
        played: dict[int, Played] = {}

        def drive(number: int, halt: threading.Event) -> None:
            def count(done: int) -> None:
                finished[number] = done

            group, whole = self._groups[number], self._numbers[number]
            watched = self._watched if number == 0 else None
            played[number] = play_group(
                group, self.config, whole, evaluator, iteration, lambda: not halt.is_set(), count, games, watched
            )

        def report() -> None:
            progress(sum(finished))
            if self._watched is not None:
                self._watched.write()

        drive_groups(len(self._groups), drive, stop, report)
        return together([played[number] for number in range(len(self._groups))])

    def save(self) -> list[bytes]:
        """The open games, one part per group."""
        return [bytes(group.save_open_games()) for group in self._groups]

    def restore(self, parts: list[bytes]) -> None:
        """Restores saved games, one part for each group.

        Raises:
            ValueError: damaged, or saved with other settings.
        """
        if len(parts) != self.config.groups:
            raise ValueError(f"open games of {len(parts)} groups, but selfplay.groups is {self.config.groups}")
        for number, group in zip(self._numbers, self._groups, strict=True):
            group.restore_open_games(parts[number])


def play_round(
    group: Any, planes: np.ndarray, evaluator: BatchEvaluator, stopwatch: Stopwatch, *, legal_logits: bool = False
) -> int:
    """One round of a group: it selects positions, the network evaluates them, and the outputs go back into the trees.

    Args:
        group: the result of `new_self_play`.
        planes: the evaluator's buffer, which the group fills.
        evaluator: the network.
        stopwatch: receives the stages select, network and backup.
        legal_logits: whether only the legal actions' logits are copied from the device.

    Returns:
        Number of rows the network computed, including unused ones; 0 if all outputs were in the cache.
    """
    count = group.select(planes, planes.size)
    stopwatch.end("select")
    if count == 0:
        return 0
    asked = legal_indices(group, count, evaluator) if legal_logits else None
    logits, values = evaluator(planes, count) if asked is None else evaluator(planes, count, asked)
    stopwatch.end("network")
    if asked is None:
        group.backup(logits, logits.size, values, values.size)
    else:
        group.backup_asked(logits, logits.size, logits.shape[1], values, values.size)
    stopwatch.end("backup")
    return evaluator.computed_rows(count)


def legal_indices(group: Any, rows: int, evaluator: BatchEvaluator) -> np.ndarray | None:
    """The logits that a group's selected rows need, in the form for `BatchEvaluator`; None: all.

    Widths are rounded up to powers of two, because the network is compiled for each one.
    """
    width = max(32, 1 << (int(group.most_asked()) - 1).bit_length())
    if width >= evaluator.policy_size:
        return None
    indices = np.zeros((evaluator.batch_size, width), np.int32)
    group.asked(indices, rows * width, width)
    return indices


def drive_groups(
    groups: int,
    drive: Callable[[int, threading.Event], None],
    stop: Callable[[], None],
    report: Callable[[], None],
) -> None:
    """Runs every group's part of an iteration, each in its own thread.

    Args:
        groups: number of groups.
        drive: plays a group's part, by its number; must end soon once the event is set, because another group has
            failed or the iteration was stopped.
        stop: called about ten times per second; may raise, which ends all groups.
        report: called as often, to report progress.
    """
    halt = threading.Event()

    def guarded(group: int) -> None:
        try:
            drive(group, halt)
        except BaseException:
            halt.set()  # the other groups need not finish
            raise

    with ThreadPoolExecutor(groups) as pool:
        futures = [pool.submit(guarded, group) for group in range(groups)]
        try:
            while wait(futures, timeout=0.1).not_done:
                stop()
                report()
        finally:
            halt.set()
        for future in futures:
            future.result()


def new_self_play(game: Game, config: SelfPlayConfig, seed: int, group: int) -> Any:
    """One group of self-play games.

    Args:
        game: the game.
        config: settings of self-play.
        seed: seed of the run.
        group: its number; it plays games group, group + groups, group + 2 * groups...; game g has the random
            stream (seed, g), in any group.

    Raises:
        ValueError: an option is out of range or not supported by the game, or an error in the file of openings.
    """
    initial = game.initial_state()
    book = opening_book(game, config.starts.openings) if config.starts.openings else ""
    values = self_play_options(config, book) | {"seed": seed, "first_game": group, "game_step": config.groups}
    options = native.options("SelfPlayOptions", "boardai/search/self_play/self_play", values)
    _, evaluator = with_evaluator(initial, config.adjudication.evaluator)
    return native.template("SelfPlay", initial)(native.native_state(initial), options, evaluator)


def self_play_options(config: SelfPlayConfig, book: str) -> dict[str, Any]:
    """The settings by their C++ names (native/boardai/search/self_play/self_play_options.hpp).

    Args:
        config: settings of self-play.
        book: one opening per line, as action numbers.
    """
    starts = asdict(config.starts) | {"book": book}
    share = starts.pop("openings_share")
    starts |= {"book_share": share if starts.pop("openings") else 0.0}
    adjudication = asdict(config.adjudication)
    kind, by, _ = adjudication.pop("kind"), adjudication.pop("by"), adjudication.pop("evaluator")
    if kind == "none":
        adjudication["threshold"] = 0.0
    if kind != "progressive":
        adjudication["iterations"] = 0
    return {
        "games": config.games,
        "threads": config.threads,
        "puct": config.search_options.native_values()[1],
        "reuse_subtree": config.reuse_subtree,
        "reuse_counts": config.reuse_counts,
        "symmetries": config.symmetries,
        "max_plies": config.max_plies,
        "starts": starts,
        "temperature": asdict(config.temperature),
        "playout_cap": asdict(config.playout_cap),
        "resignation": asdict(config.resignation),
        "adjudication": adjudication | {"by_evaluation": by == "evaluation"},
    }
