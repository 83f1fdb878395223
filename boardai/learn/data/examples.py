"""Positions of labelled games and of game files, split into training and held-out positions.

They are stored in a native replay buffer (native/boardai/search/records/replay.hpp): a position is restored with its
history by replaying its game, which takes microseconds, so a million positions need only tens of megabytes.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from boardai.basics.quoting import utf8
from boardai.game import Game
from boardai.learn.data.config import ExamplesConfig
from boardai.learn.data.datasets import Dataset, Label, LabelledGame
from boardai.learn.data.game_records import game_record
from boardai.learn.self_play.replay import new_replay
from boardai.learn.training.batch import TrainingBatch
from boardai.records.formats import is_same_game
from boardai.records.game_files import read_games
from boardai.records.recorded_game import RecordedGame

_GAMES_AT_ONCE = 1024


class Examples:
    """Positions of games with their targets, in the order in which they were added.

    Args:
        game: the game of all positions.

    Attributes:
        games: number of their games.
        with_policy: number of positions that have a policy target.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.games = 0
        self.with_policy = 0
        self._count = 0
        self._without_result = 0
        self._records: list[bytes] = []  # until the buffer is built
        self._native: Any = None
        self._digest = hashlib.blake2b(digest_size=16)

    def __len__(self) -> int:
        return self._count

    def add(self, game: RecordedGame, labels: Sequence[Label]) -> None:
        """Adds the labelled positions of a game.

        Args:
            game: the game as it was played.
            labels: target values for the players to move, and policies, which may be empty.

        Raises:
            ValueError: a label is not possible in the game.
            RuntimeError: the positions have already been used.
        """
        if self._native is not None:
            raise RuntimeError("examples must be added before the first is read")
        record, _, by_rules = game_record(game, {label.ply: label for label in labels}, self.games)
        self._digest.update(record)
        self._records.append(record)
        self.games += 1
        self._without_result += game.result is None and not by_rules
        self._count += len(labels)
        self.with_policy += sum(bool(label.policy) for label in labels)

    def digest(self) -> str:
        """A digest of the games, positions, values and policies."""
        return self._digest.copy().hexdigest()

    def state(self, row: int) -> Any:
        """The position with this number, with its history."""
        return self._buffer().state(row)

    def fill(self, batch: TrainingBatch, rows: Sequence[int] | np.ndarray, seed: int | None = None) -> None:
        """Writes positions into a batch, by their numbers.

        The batch's outcome is the target value. A position without a policy gets zeros, which contribute nothing to the
        policy loss.

        Args:
            batch: a batch with this game's shapes.
            rows: numbers of the positions, one per row of the batch.
            seed: chooses a random symmetry for each; None: the positions as they are.

        Raises:
            ValueError: the number of rows is not the batch's; or the batch has values ahead, which need the games'
                results, and some games have none.
        """
        if self._without_result and "values_ahead" in batch.auxiliary:
            raise ValueError(
                f"learn.loss.values_ahead: {self._without_result:,} of {self.games:,} games do not say how they ended"
            )
        numbers = np.asarray(rows, np.int64)
        if len(numbers) != len(batch):
            raise ValueError(f"{len(numbers)} positions for a batch of {len(batch)}")
        self._buffer().gather(numbers, seed or 0, seed is not None, len(batch), batch.to_native())
        batch.outcome[:] = batch.search_value

    def _buffer(self) -> Any:
        if self._native is None:
            # In the buffer's packed form, a game is smaller than its record, up to a few words.
            memory = sum(len(record) + 64 for record in self._records) * 2
            self._native = new_replay(self.game, max(1, self._count), memory)
            while self._records:
                self._native.add_games(b"".join(self._records[:_GAMES_AT_ONCE]))
                del self._records[:_GAMES_AT_ONCE]
            assert self._native.size() == self._count
        return self._native


def value_to_learn(label: float, result: float | None, result_share: float) -> float:
    """A mixture of label and result, both for the player to move; NaN if neither is known."""
    if result is None:
        return label
    if math.isnan(label):
        return result
    return max(-1.0, min(1.0, (1 - result_share) * label + result_share * result))


def load_examples(
    paths: Iterable[str],
    game: Game,
    config: ExamplesConfig,
    seed: int,
    warn: Callable[[str], None] = lambda text: None,
    note: Callable[[str], None] = lambda text: None,
    *,
    taught: bool = False,
) -> tuple[Examples, Examples]:
    """Loads positions, split into training and held-out ones.

    All positions of a game are in the same part: neighbouring positions are so similar that the network would know the
    held-out answers. The part depends on the seed and the game's moves, so both copies of a repeated game are in the
    same part as well.

    Args:
        paths: folders of labelled positions, or game files.
        game: the game of all of them.
        config: settings of the targets.
        seed: seed of the split.
        warn: called with each game that is left out.
        note: called with each oddity of a game that is used.
        taught: a teacher network will provide the values: values are the games' results, and positions without a
            label are included.

    Raises:
        ValueError: a file of another game, damaged or of an unknown format; or no training positions.
    """
    learned, held_out = Examples(game), Examples(game)
    names = tuple(paths)
    if not names:
        raise ValueError("data: name at least one folder of labelled positions or file of games (--data)")
    for name in names:
        for labelled in _labelled_games(Path(name), game, taught, warn, note):
            side = held_out if is_held_out(labelled.game, config.validation, seed) else learned
            try:
                _add(side, labelled, config, taught)
            except ValueError as error:
                raise ValueError(f"{labelled.game.place}: {error}") from None
    for side, what in ((learned, "to learn from"), (held_out, "held out")):
        if not len(side):
            raise ValueError(
                f"data: no position is {what} ({len(learned):,} and {len(held_out):,} of {', '.join(names)}); "
                "more games are needed, or another examples.validation"
            )
    return learned, held_out


def _labelled_games(
    path: Path, game: Game, taught: bool, warn: Callable[[str], None], note: Callable[[str], None]
) -> Iterable[LabelledGame]:
    if path.is_dir():
        dataset = Dataset.open(path)
        if not is_same_game(dataset.header["game"], game):
            raise ValueError(f"{path}: positions of {dataset.header['game']}, this run is about {game.spec}")
        return dataset.games(game)

    def every_position(number: int, one: RecordedGame) -> LabelledGame:
        return LabelledGame(number, one, [Label(ply) for ply in range(len(one.actions) + taught)])

    games = read_games(path, game, on_error=lambda error: warn(str(error)), note=note)
    return (every_position(number, one) for number, one in enumerate(games))


def is_held_out(game: RecordedGame, share: float, seed: int) -> bool:
    """Whether a game is held out; depends on the seed and the game's moves."""
    text = f"{seed}/{game.start.to_string()}/{game.actions}"
    return _is_in_share(utf8(text, f"{game.game.spec}: to_string()"), share)


def is_number_held_out(number: int, share: float) -> bool:
    """Whether the game with this number is held out, in every folder of games."""
    return _is_in_share(str(number).encode(), share)


def _is_in_share(text: bytes, share: float) -> bool:
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little") < share * 2**64


def _add(side: Examples, labelled: LabelledGame, config: ExamplesConfig, taught: bool) -> None:
    one = labelled.game
    state, ply = one.start.clone(), 0
    examples: list[Label] = []
    for label in labelled.labels:
        for action in one.actions[ply : label.ply]:
            if state.is_terminal():
                break  # the game was played by less strict rules
            state.apply(action)
        ply = label.ply
        if state.is_terminal():
            break
        result = None if one.result is None else float(one.result if state.current_player() == 0 else -one.result)
        if not taught:
            value = value_to_learn(label.value, result, config.result_share)
        elif result is None and config.result_share > 0:
            raise ValueError("examples.result_share: the game does not say how it ended")
        else:
            value = result or 0.0
        if math.isnan(value):
            continue
        played = {one.actions[ply]: 1.0} if ply < len(one.actions) else {}
        policy = played if config.policy == "played" or not label.policy else label.policy
        examples.append(replace(label, value=value, policy=policy))
    if examples:
        side.add(one, examples)
