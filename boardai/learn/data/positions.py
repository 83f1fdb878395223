"""Positions to learn from, as rows that are restored when a batch is filled.

A row is a game, a ply, the value to be learned and, where there is one, a policy. The position is restored with its
history by playing the game up to there; that costs microseconds, where a training step costs milliseconds, and keeps
a million positions in tens of megabytes.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from boardai.game import Game
from boardai.learn.data.datasets import Dataset, Label, LabelledGame
from boardai.learn.settings import require
from boardai.learn.training.batch import TrainingBatch
from boardai.records.formats import is_same_game
from boardai.records.game_files import read_games
from boardai.records.recorded_game import RecordedGame, played_out

__all__ = ["ExamplesConfig"]


@dataclass(frozen=True)
class ExamplesConfig:
    """What is learned from each position, and which are held out.

    >>> from boardai.learn.data.positions import ExamplesConfig
    >>> ExamplesConfig(result_share=0.5, policy="played").validation
    0.1
    """

    result_share: float = 0.0
    """Share of the game's result in the value to be learned, the rest being the label; where one of both is not known
    the other counts alone."""
    policy: Literal["label", "played"] = "label"
    """label: the labeller's move or shares, where it told any; played: always the move of the game."""
    validation: float = 0.1
    """Share of the games held out: their positions are measured, never learned from."""
    validation_positions: int = 2048
    """Held-out positions measured in each iteration, at most."""
    symmetries: bool = True
    """Train on a random symmetry of each position, where the game has any."""

    def __post_init__(self) -> None:
        require(0 <= self.result_share <= 1, "examples.result_share", f"not in 0..1: {self.result_share}")
        require(0 < self.validation < 1, "examples.validation", f"not between 0 and 1: {self.validation}")
        least = self.validation_positions
        require(least >= 1, "examples.validation_positions", f"must be at least 1, got {least}")


class Positions:
    """Rows, in the order they were added.

    Args:
        game: of all positions.

    Attributes:
        games: the games rows refer to.
        values: of each row, for the player to move; -1..1.
        has_policy: whether a row has a policy to be learned.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.games: list[RecordedGame] = []
        self.values: list[float] = []
        self.has_policy: list[bool] = []
        self._rows: list[tuple[int, int]] = []  # game, ply
        self._policies: list[dict[int, float]] = []
        self._endings: list[_Ending] = []

    def __len__(self) -> int:
        return len(self._rows)

    def add_game(self, game: RecordedGame) -> int:
        """Takes a game up as it was played; its number."""
        self.games.append(game)
        self._endings.append(_ending(game))
        return len(self.games) - 1

    def add(self, game: int, ply: int, value: float, policy: dict[int, float] | None = None) -> None:
        """Adds a row.

        Args:
            game: number of its game.
            ply: actions played before it.
            value: to be learned, for the player to move.
            policy: shares by action, to be learned; None or empty: there is none.
        """
        self._rows.append((game, ply))
        self.values.append(value)
        self._policies.append(policy or {})
        self.has_policy.append(bool(policy))

    def drop_games(self, count: int) -> None:
        """Forgets the first games and their rows."""
        rows = next((row for row, (game, _) in enumerate(self._rows) if game >= count), len(self))
        for column in (self.values, self.has_policy, self._policies):
            del column[:rows]
        self._rows = [(game - count, ply) for game, ply in self._rows[rows:]]
        del self.games[:count], self._endings[:count]

    def game_of(self, row: int) -> int:
        """The number of a row's game."""
        return self._rows[row][0]

    def digest(self) -> str:
        """A text that is another one if a game, a row, a value or a policy is."""
        found = hashlib.blake2b(digest_size=16)
        for game, ending in zip(self.games, self._endings, strict=True):
            score = ending.score if ending.finished else 0.0
            found.update(repr((game.start.to_string(), list(game.actions), game.result, score)).encode())
        found.update(np.array(self._rows, np.int64).tobytes() + np.array(self.values, np.float64).tobytes())
        for policy in self._policies:
            found.update(repr(sorted(policy.items())).encode())
        return found.hexdigest()

    def state(self, row: int) -> Any:
        """The position of a row."""
        game, ply = self._rows[row]
        source = self.games[game]
        state = source.start.clone()
        for action in source.actions[:ply]:
            state.apply(action)
        return state

    def fill(self, batch: TrainingBatch, rows: Sequence[int], rng: np.random.Generator | None = None) -> None:
        """Writes rows into a batch, from its first line on; the lines behind them stay as they are.

        A row without a policy gets zeros, and teaches the policy nothing.

        Args:
            batch: of this game's shapes.
            rows: not more than the batch has lines.
            rng: draws a symmetry for each row; None: the positions as they are.

        Raises:
            ValueError: the batch has further columns.
        """
        for name in batch.further:
            raise ValueError(f"learn.loss.{name}: these positions do not say what follows; only self-play's do")
        for line, row in enumerate(rows):
            self._fill_line(batch, line, int(row), rng)

    def _fill_line(self, batch: TrainingBatch, line: int, row: int, rng: np.random.Generator | None) -> None:
        game, ply = self._rows[row]
        state = self.state(row)
        player = state.current_player()
        policy = self._policies[row]
        symmetry = 0
        if rng is not None and (count := _symmetries(state)) > 1:
            symmetry = int(rng.integers(count))
        seen = state.transformed(symmetry) if symmetry else state

        def index(action: int) -> int:
            return seen.policy_index(state.transform_action(action, symmetry) if symmetry else action)

        batch.planes[line] = seen.observation()
        batch.policy[line] = 0
        for action, share in policy.items():
            batch.policy[line, index(action)] = share
        batch.legal[line] = seen.legal_mask()
        batch.outcome[line] = batch.search_value[line] = self.values[row]
        ending = self._endings[game]
        batch.plies_ahead[line] = ending.plies - ply
        batch.moves_left[line] = ending.plies - ply if ending.finished else math.nan
        batch.score[line] = ending.score if player == 0 else -ending.score


def _symmetries(state: Any) -> int:
    return int(state.symmetry_count()) if hasattr(state, "symmetry_count") else 1


@dataclass(frozen=True)
class _Ending:
    """How a game ended.

    Attributes:
        plies: played, at most up to where the rules ended it.
        finished: by the rules.
        score: for player 0 in points; 0 in a game without, NaN where it was stopped before its end.
    """

    plies: int
    finished: bool
    score: float


def _ending(game: RecordedGame) -> _Ending:
    played, state = played_out(game.start, game.actions)
    finished = bool(state.is_terminal())
    if not hasattr(state, "score"):
        return _Ending(len(played), finished, 0.0)
    return _Ending(len(played), finished, float(state.score(0)) if finished else math.nan)


def value_to_learn(label: float, result: float | None, result_share: float) -> float:
    """A label and a result mixed, both for the player to move; NaN where neither is known."""
    if result is None:
        return label
    if math.isnan(label):
        return result
    return (1 - result_share) * label + result_share * result


def load_positions(
    paths: Iterable[str], game: Game, config: ExamplesConfig, seed: int, warn: Callable[[str], None] = lambda text: None
) -> tuple[Positions, Positions]:
    """Positions to learn from, and those held out.

    All positions of a game are on one side: neighbours are so alike that a network would know the answers. Which
    side depends on the seed and the game's moves, so that a game that occurs twice is on one side too.

    Args:
        paths: folders of labelled positions, or files of games.
        game: of all of them.
        config: what is learned.
        seed: of the split.
        warn: told of what is left out.

    Raises:
        ValueError: a file of another game, damaged or of a kind that is not known; or nothing to learn from.
    """
    learned, held_out = Positions(game), Positions(game)
    names = tuple(paths)
    if not names:
        raise ValueError("data: name at least one folder of labelled positions or file of games (--data)")
    for name in names:
        for labelled in _labelled_games(Path(name), game, warn):
            side = held_out if is_held_out(labelled.game, config.validation, seed) else learned
            try:
                _add(side, labelled, config)
            except ValueError as error:
                raise ValueError(f"{labelled.game.place}: {error}") from None
    for side, what in ((learned, "to learn from"), (held_out, "held out")):
        if not len(side):
            raise ValueError(
                f"data: no position is {what} ({len(learned):,} and {len(held_out):,} of {', '.join(names)}); "
                "more games are needed, or another examples.validation"
            )
    return learned, held_out


def _labelled_games(path: Path, game: Game, warn: Callable[[str], None]) -> Iterable[LabelledGame]:
    if path.is_dir():
        dataset = Dataset.open(path)
        if not is_same_game(dataset.header["game"], game):
            raise ValueError(f"{path}: positions of {dataset.header['game']}, this run is about {game.spec}")
        return dataset.games(game)

    def every_position(number: int, one: RecordedGame) -> LabelledGame:
        return LabelledGame(number, one, [Label(ply) for ply in range(len(one.actions))])

    games = read_games(path, game, on_error=lambda error: warn(str(error)))
    return (every_position(number, one) for number, one in enumerate(games))


def is_held_out(game: RecordedGame, share: float, seed: int) -> bool:
    """Whether a game is one of those held out: it hangs on the seed and the game's moves."""
    text = f"{seed}/{game.start.to_string()}/{game.actions}"
    number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")
    return number < share * 2**64


def _add(side: Positions, labelled: LabelledGame, config: ExamplesConfig) -> None:
    one = labelled.game
    state, ply = one.start.clone(), 0
    number: int | None = None
    for label in labelled.labels:
        for action in one.actions[ply : label.ply]:
            if state.is_terminal():
                return  # by rules stricter than those it was played by
            state.apply(action)
        ply = label.ply
        if state.is_terminal():
            return
        result = None if one.result is None else float(one.result if state.current_player() == 0 else -one.result)
        value = value_to_learn(label.value, result, config.result_share)
        if math.isnan(value):
            continue
        played = {one.actions[ply]: 1.0} if ply < len(one.actions) else {}
        policy = played if config.policy == "played" or not label.policy else label.policy
        if number is None:
            number = side.add_game(one)
        side.add(number, ply, value, policy)
