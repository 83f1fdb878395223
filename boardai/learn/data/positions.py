"""Positions of games, each with the game's winner: the training data of a classifier.

All positions after a move are used, including the final one; the start position, which all games share, is not. So
there are as many positions as moves. The target is the outcome for the player to move. Planes of zeros and ones, which
most games have, are stored as bits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from boardai.game import Game
from boardai.learn.data.config import PositionsConfig
from boardai.learn.data.examples import is_held_out
from boardai.learn.training.batch import TrainingBatch
from boardai.records.game_files import read_games
from boardai.records.recorded_game import RecordedGame

PHASES = ("opening", "middle", "ending")  # the thirds of a game by its moves (Ószi 2021, section 5.3)
_CHUNK = 4096  # positions that are read before their planes are packed


class Positions:
    """Positions with the outcomes of their games, for the player to move.

    Args:
        shape: shape of the planes of one position, (height, width, channels).
        planes: `[N, K, bytes]` bits of the K symmetries of each position (`np.packbits`), or float32
            `[N, K, H * W * C]` where they are not bits.
        outcomes: -1, 0 or 1 for the player to move, int8 `[N]`.
        numbers: number of the game of each position, int32 `[N]`.
        phases: phase of the game, an index of `PHASES`, int8 `[N]`.
        left_out: share of the cells that are emptied at random in training batches (those with a seed).

    Attributes:
        with_policy: always 0: there are no policies.
    """

    with_policy = 0

    def __init__(
        self,
        shape: tuple[int, int, int],
        planes: np.ndarray,
        outcomes: np.ndarray,
        numbers: np.ndarray,
        phases: np.ndarray,
        left_out: float = 0.0,
    ) -> None:
        self.left_out = left_out
        self.shape, self.outcomes, self.numbers, self.phases = shape, outcomes, numbers, phases
        self._planes = planes

    def __len__(self) -> int:
        return len(self.outcomes)

    @property
    def games(self) -> int:
        """The number of games of the positions."""
        return len(np.unique(self.numbers))

    def of_rows(self, rows: np.ndarray) -> Positions:
        """Some of the positions, by their numbers."""
        columns = (self.outcomes[rows], self.numbers[rows], self.phases[rows])
        return Positions(self.shape, self._planes[rows], *columns, self.left_out)

    def digest(self) -> str:
        """A digest of the positions and outcomes."""
        found = hashlib.blake2b(digest_size=16)
        for array in (self._planes, self.outcomes):
            found.update(np.ascontiguousarray(array).data)
        return found.hexdigest()

    def fill(self, batch: TrainingBatch, rows: Sequence[int] | np.ndarray, seed: int | None = None) -> None:
        """Writes positions into a batch, by their numbers; policies are zeros, which contribute nothing to the loss.

        Args:
            batch: a batch with this game's shapes.
            rows: numbers of the positions, one per row of the batch.
            seed: chooses a random symmetry and random empty cells for each; None: the positions as they are.

        Raises:
            ValueError: the number of rows is not the batch's.
        """
        numbers = np.asarray(rows, np.int64)
        if len(numbers) != len(batch):
            raise ValueError(f"{len(numbers)} positions for a batch of {len(batch)}")
        symmetries = self._planes.shape[1]
        rng = None if seed is None else np.random.default_rng(seed)
        drawn = 0 if rng is None else rng.integers(symmetries, size=len(numbers))
        planes = self._planes[numbers, drawn]
        if planes.dtype == np.uint8:
            planes = np.unpackbits(planes, axis=1, count=int(np.prod(self.shape)))
        batch.planes[:] = planes.reshape(batch.planes.shape)
        if rng is not None and self.left_out > 0:
            _leave_out(batch.planes, self.left_out, rng)
        batch.outcome[:] = batch.search_value[:] = self.outcomes[numbers]
        batch.moves_left[:] = np.nan
        for array in (batch.policy, batch.legal, batch.plies_ahead, batch.score):
            array[:] = 0


def _leave_out(planes: np.ndarray, share: float, rng: np.random.Generator) -> None:
    """Empties each cell of `[B, H, W, C]` with this probability, in place; constant planes stay as they are."""
    kept = rng.random(planes.shape[:3], np.float32) >= share
    same = (planes == planes[:, :1, :1]).all(axis=(1, 2), keepdims=True)
    planes *= kept[..., None] | same


class PositionReader:
    """Collects the positions of games.

    Args:
        game: the game of all of them.
        symmetries: also store each position in all symmetries of the board.
    """

    def __init__(self, game: Game, symmetries: bool = True) -> None:
        self._game = game
        self._symmetries = symmetries and hasattr(game.initial_state(), "symmetry_count")
        self._whole: list[np.ndarray] = []
        self._packed: list[np.ndarray] = []
        self._outcomes: list[int] = []
        self._phases: list[int] = []
        self._numbers: list[int] = []

    def add(self, one: RecordedGame, number: int) -> int:
        """Adds a game's positions and returns their number.

        Args:
            one: a game with its result.
            number: number of the game.

        Raises:
            ValueError: the result is unknown, or a move is not legal.
        """
        if one.result is None:
            raise ValueError("the winner is unknown")
        state, plies = one.start.clone(), len(one.actions)
        for ply, action in enumerate(one.actions):
            state.apply(action)
            self._whole.append(self._seen(state))
            self._outcomes.append(one.result if state.current_player() == 0 else -one.result)
            self._phases.append(len(PHASES) * ply // plies)
            self._numbers.append(number)
            if len(self._whole) == _CHUNK:
                self._pack()
        return plies

    def positions(self) -> Positions:
        """All positions added.

        Raises:
            ValueError: no position was added.
        """
        if not self._outcomes:
            raise ValueError("no position to learn from")
        self._pack()
        bits = all(chunk.dtype == np.uint8 for chunk in self._packed)
        size = int(np.prod(self._game.observation_shape))
        planes = np.concatenate(
            self._packed
            if bits
            else [
                np.unpackbits(chunk, axis=-1, count=size).astype(np.float32) if chunk.dtype == np.uint8 else chunk
                for chunk in self._packed
            ]
        )
        columns = (
            np.array(self._outcomes, np.int8),
            np.array(self._numbers, np.int32),
            np.array(self._phases, np.int8),
        )
        return Positions(self._game.observation_shape, planes, *columns)

    def _seen(self, state: Any) -> np.ndarray:
        """The planes of a state in each of its symmetries, `[K, H * W * C]`."""
        count = state.symmetry_count() if self._symmetries else 1
        seen = [state if number == 0 else state.transformed(number) for number in range(count)]
        return np.stack([one.observation().reshape(-1) for one in seen])

    def _pack(self) -> None:
        if self._whole:
            chunk = np.stack(self._whole)
            bits = bool(((chunk == 0) | (chunk == 1)).all())
            self._packed.append(np.packbits(chunk.astype(np.uint8), axis=-1) if bits else chunk)
            self._whole = []


def load_positions(
    paths: Iterable[str],
    game: Game,
    config: PositionsConfig,
    seed: int,
    warn: Callable[[str], None] = lambda text: None,
    note: Callable[[str], None] = lambda text: None,
) -> tuple[Positions, Positions]:
    """Loads positions of games, split into training and held-out ones.

    Args:
        paths: game files.
        game: the game of all of them.
        config: settings of the split.
        seed: seed of the split.
        warn: called with each game that is left out.
        note: called with each oddity of a game that is used.

    Raises:
        ValueError: a file of an unknown format; or no training or no held-out positions.
        OSError: a file cannot be opened.
    """
    names = tuple(paths)
    if not names:
        raise ValueError("data: name at least one file of games (--data)")
    reader, held_out, number = PositionReader(game, config.symmetries), list[bool](), 0
    for name in names:
        for one in read_games(name, game, on_error=lambda error: warn(str(error)), note=note):
            try:
                plies = reader.add(one, number)
            except ValueError as error:
                warn(f"{one.place}: {error}")
                continue
            held_out += [is_held_out(one, config.validation, seed)] * plies
            number += 1
    try:
        every = reader.positions()
    except ValueError as error:
        raise ValueError(f"data: {error} in {', '.join(names)}") from None
    if config.split == "position":
        chosen = np.random.default_rng((seed, 3)).random(len(every)) < config.validation
    else:
        chosen = np.array(held_out)
    if chosen.all() or not chosen.any():
        raise ValueError(
            f"data: of {len(every):,} positions in {', '.join(names)} {int(chosen.sum()):,} are held out; more games "
            "are needed, or another positions.validation"
        )
    every.left_out = config.left_out
    return every.of_rows(np.flatnonzero(~chosen)), every.of_rows(np.flatnonzero(chosen))
