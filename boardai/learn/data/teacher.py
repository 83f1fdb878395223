"""A teacher: another player, whose games a network learns from before it plays its own.

    1. Each group plays its share of the iteration's games, one after the other: the teacher against itself, with some
       random moves, so that the games contain mistakes and their refutations.
    2. For some of the positions that it searched, its value and its policy are stored as targets.
    3. The games become parts of a game file like those of self-play: buffer, training and resuming treat them alike.

A game depends only on (seed, its number), and on the teacher's evaluation if that is learned as well; the numbers
continue from iteration to iteration. A teacher is any search that returns values of positions: `pvs:nodes=1000` teaches
the knowledge of its evaluation, `mcts:simulations=200` that of random games. With `features`, it starts without
knowledge, and its evaluation is fitted to the games so far (`boardai.learn.linear_evaluation.from_replay`); the first
games are played by a beginner, and only their moves and results are learned from.
"""

from __future__ import annotations

import contextlib
import math
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from boardai.basics.quoting import LONGEST_SPEC, quoted
from boardai.basics.seeds import seed_of
from boardai.basics.worker_processes import Halted
from boardai.game import Game
from boardai.learn.data.config import TeacherConfig
from boardai.learn.data.datasets import Label
from boardai.learn.data.game_records import game_record, outcome_of
from boardai.learn.data.labellers import SearchLabeller, load_labeller
from boardai.learn.data.labelling import PlaySettings, play_game
from boardai.learn.self_play.self_play import COUNTERS, Played, drive_groups
from boardai.players import Thought
from boardai.records.recorded_game import RecordedGame
from boardai.search.evaluations.linear import LinearEvaluation

# For a learned evaluation: an advantage of 400 is an expected score of 10/11.
SCALE = 400.0


@dataclass
class _Share:
    """The games of a group: records, and the sums behind the metrics."""

    records: list[bytes] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTERS, 0))
    entropy: float = 0.0


class Teacher:
    """Plays iterations of games.

    Args:
        game: the game.
        config: settings of the teacher.
        groups: number of threads, each with its own agent; they affect the order of the games, not the games.
        max_plies: a game is stopped at this length: the side ahead in points wins if the game has points, else it is a
            draw.
        seed: seed of the run.

    Raises:
        ValueError: no such agent, or one that has no value for a position.
    """

    def __init__(self, game: Game, config: TeacherConfig, groups: int, max_plies: int, seed: int):
        self._game, self._config = game, config
        self._play = PlaySettings(
            seed=seed_of(seed, "teacher"),
            random_plies=config.random_plies,
            random_share=config.random_share,
            max_plies=max_plies,
        )
        self._beginners = []
        if config.features:
            self._beginners = [self._labeller("beginner", config.beginner) for _ in range(groups)]
        self._labellers = [self._labeller("agent", config.agent) for _ in range(groups)]

    def _labeller(self, setting: str, agent: str) -> SearchLabeller:
        # The scale of an evaluation that is yet to be learned is fixed; a beginner's values are not used.
        scale = self._config.scale or (SCALE if self._config.features else None)
        policy_scale = self._config.policy_scale if setting == "agent" else 0.0
        try:
            labeller = load_labeller(agent, self._game, scale=scale, policy_scale=policy_scale)
        except ValueError as error:
            raise ValueError(f"teacher.{setting}: {error}") from None
        if not isinstance(labeller, SearchLabeller):
            labeller.close()
            raise ValueError(f"teacher.{setting}: {quoted(agent, LONGEST_SPEC)} is not one of boardai's searches")
        return labeller

    def play(
        self,
        iteration: int,
        stop: Callable[[], None] = lambda: None,
        progress: Callable[[int], None] = lambda games: None,
        evaluation: LinearEvaluation | None = None,
    ) -> Played:
        """The games of an iteration.

        Args:
            iteration: its number, from 1.
            stop: called about ten times per second; may raise.
            progress: called as often with the number of finished games.
            evaluation: with `features`, the evaluation learned so far; None: none yet, a beginner plays.
        """
        labellers = self._labellers
        if evaluation is not None:
            for labeller in labellers:
                labeller.player.evaluate_by(evaluation)
        elif self._beginners:
            labellers = self._beginners
        groups, games = len(self._labellers), self._config.games_per_iteration
        first = (iteration - 1) * games
        shares = [_Share() for _ in range(groups)]

        def drive(group: int, halt: threading.Event) -> None:
            with contextlib.suppress(Halted):
                for number in range(first + group, first + games, groups):
                    self._one_game(shares[group], labellers[group], number, halt)

        drive_groups(groups, drive, stop, lambda: progress(sum(len(share.lengths) for share in shares)))
        return Played(
            parts=[b"".join(share.records) for share in shares],
            counts={name: sum(share.counts[name] for share in shares) for name in COUNTERS},
            rows=0,
            lengths=[length for share in shares for length in share.lengths],
            target_entropy=sum(share.entropy for share in shares),
        )

    def _one_game(self, share: _Share, labeller: SearchLabeller, number: int, halt: threading.Event) -> None:
        labels: dict[int, Label] = {}
        learned: set[int] = set()
        rng = random.Random(seed_of(self._play.seed, "learned", number))

        def wanted(ply: int) -> bool:
            if halt.is_set():
                raise Halted
            if rng.random() < self._config.learned_share:
                learned.add(ply)
            return ply in learned

        def chosen(ply: int, thought: Thought) -> None:
            if ply in learned and (label := labeller.label_of(ply, thought)).policy and not math.isnan(label.value):
                labels[ply] = label

        game = play_game(self._game, labeller.player, self._play, number, chosen, wanted)
        if labeller in self._beginners:
            labels = _judged_by_result(game, labels)
        record, outcome, by_rules = game_record(game, labels, number)
        share.records.append(record)
        share.lengths.append(len(game.actions))
        self._count(share, game, labels, outcome, by_rules)

    def _count(self, share: _Share, game: RecordedGame, labels: dict[int, Label], outcome: int, by_rules: bool) -> None:
        counts = share.counts
        counts["games"] += 1
        counts["plies"] += len(game.actions)
        counts["moves"] += len(labels)
        counts["full_searches"] += len(labels)
        counts[("draws", "wins0", "wins1")[outcome]] += 1
        counts["by_rules" if by_rules else "capped"] += 1
        for label in labels.values():
            share.entropy -= sum(part * math.log(part) for part in label.policy.values())


def _judged_by_result(game: RecordedGame, labels: dict[int, Label]) -> dict[int, Label]:
    """The labels of a game, with its result for the player to move as each value."""
    state, players = game.start.clone(), []
    for action in game.actions:
        players.append(state.current_player())
        state.apply(action)
    outcome = outcome_of(game, state)
    return {
        ply: replace(label, value=float(-outcome if players[ply] else outcome), score=math.nan)
        for ply, label in labels.items()
    }
