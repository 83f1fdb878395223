"""Positions to learn from, as rows that are restored when a batch is filled.

A row is a game, a ply, the value to be learned and, where there is one, a policy. The position is restored with its
history by playing the game up to there; that costs microseconds, where a training step costs milliseconds, and keeps
a million positions in tens of megabytes.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from boardai.game import Game
from boardai.learn.batch import TrainingBatch
from boardai.learn.config import ExamplesConfig
from boardai.learn.datasets import Dataset, Label, LabelledGame
from boardai.records.formats import is_same_game
from boardai.records.game_files import read_games
from boardai.records.recorded_game import RecordedGame, played_out


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
        self._results: list[tuple[int | None, float]] = []  # of a game: for player 0, in points for player 0

    def __len__(self) -> int:
        return len(self._rows)

    def add_game(self, game: RecordedGame, score: float = 0.0) -> int:
        """Takes a game up; its number.

        Args:
            game: as it was played.
            score: its final score for player 0 in points, where the game has points.
        """
        self.games.append(game)
        self._results.append((game.result, score))
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
        del self.games[:count], self._results[:count]

    def game_of(self, row: int) -> int:
        """The number of a row's game."""
        return self._rows[row][0]

    def digest(self) -> str:
        """A text that is another one if a game, a row, a value or a policy is."""
        found = hashlib.blake2b(digest_size=16)
        for game, (result, score) in zip(self.games, self._results, strict=True):
            found.update(repr((game.start.to_string(), list(game.actions), result, score)).encode())
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

        A row without a policy gets the uniform one over its legal actions: every row adds up to 1.

        Args:
            batch: of this game's shapes.
            rows: not more than the batch has lines.
            rng: draws a symmetry for each row; None: the positions as they are.
        """
        for line, row in enumerate(rows):
            self._fill_line(batch, line, int(row), rng)

    def _fill_line(self, batch: TrainingBatch, line: int, row: int, rng: np.random.Generator | None) -> None:
        game, ply = self._rows[row]
        state = self.state(row)
        player, legal = state.current_player(), state.legal_actions()
        policy = self._policies[row] or dict.fromkeys(legal, 1.0 / len(legal))
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
        result, score = self._results[game]
        batch.moves_left[line] = len(self.games[game].actions) - ply if result is not None else 0
        batch.score[line] = score if player == 0 else -score


def _symmetries(state: Any) -> int:
    return int(state.symmetry_count()) if hasattr(state, "symmetry_count") else 1


def final_score(state: Any) -> float:
    """Player 0's points at the end of a game; 0 where the game has none or goes on."""
    return float(state.score(0)) if state.is_terminal() and hasattr(state, "score") else 0.0


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
            number = side.add_game(one, _score_at_end(one))
        side.add(number, ply, value, policy)


def _score_at_end(game: RecordedGame) -> float:
    if not hasattr(game.start, "score"):
        return 0.0
    return final_score(played_out(game.start, game.actions)[1])
