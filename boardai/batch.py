"""Many games at once, stepped natively: the vectorised environment for learners that move all games together.

>>> batch = boardai.Batch(boardai.load("reversi"), 256, seed=1, auto_reset=True)
>>> rewards, terminated, truncated, _, _ = batch.step(batch.sample())
"""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

import numpy as np

from boardai import native
from boardai.basics.arguments import checked_seed, number_in
from boardai.basics.quoting import quoted
from boardai.game import Game, as_game
from boardai.native_calls import user_of


class Step(NamedTuple):
    """The results of one `Batch.step`.

    Attributes:
        rewards: outcomes of the games that the step ended, 0 elsewhere: float32 `[N, 2]`, one column per player.
        terminated: which games are over by their rules: bool `[N]`. With auto_reset: which of them this step ended.
        truncated: which games were stopped at `max_plies`: bool `[N]`. With auto_reset: which of them this step
            stopped.
        ended: the rows whose games this step ended, ascending: int64 `[K]`.
        final_observations: the planes of the final positions of these games, from the side that would move: float32
            `[K, H, W, C]`; empty unless requested.
    """

    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    ended: np.ndarray
    final_observations: np.ndarray


class Batch:
    """N games that are played in parallel; moves are policy indices. Row i is game i.

    >>> batch = boardai.Batch(boardai.load("hex", size=3), 4, seed=1)
    >>> batch.observations().shape, batch.legal_mask().shape
    ((4, 3, 3, 3), (4, 9))
    >>> while not batch.terminated.all():
    ...     step = batch.step(batch.sample())
    >>> step.rewards.shape
    (4, 2)

    Results depend neither on `threads` nor on the other rows. Batches can be copied (`copy()`) and pickled; a copy
    continues as the original would. Only one thread at a time may use a batch: a call raises RuntimeError while another
    call is running.

    Attributes:
        game: the game.
        policy_size: A, the number of policy indices.
        observation_shape: (H, W, C) of one observation.
    """

    def __init__(
        self,
        game: str | Game,
        n: int,
        seed: int = 0,
        *,
        auto_reset: bool = False,
        random_plies: int = 0,
        max_plies: int | None = None,
        threads: int = 1,
        start: Any = None,
    ) -> None:
        """Starts N games.

        Args:
            game: any game with a network encoding (native, compiled at run time, or written in Python), or what
                `boardai.load` takes.
            n: how many games.
            seed: of the random openings and of `sample()`.
            auto_reset: start a fresh game where one has ended, in the same `apply` that reports its rewards.
            random_plies: each game opens with 0 to this many uniformly random plies.
            max_plies: a game is cut (truncated, with reward 0 for both) after this many plies, those of its opening
                included;
                None: none is.
            threads: used inside the native calls; Python-written games always run on one.
            start: a state to begin from; the game's own start by default.

        Raises:
            ValueError: an option out of range, the start is over, or the game has no encoding.
        """
        game = as_game(game)
        state = game.initial_state() if start is None else start.clone()
        if max_plies is not None:
            max_plies = number_in("max_plies", max_plies, 1, 2**31 - 1)
        values: dict[str, Any] = {
            "size": n,
            "seed": seed,
            "auto_reset": auto_reset,
            "random_plies": random_plies,
            "max_plies": 0 if max_plies is None else max_plies,
            "threads": threads,
        }
        options = native.options("BatchOptions", "boardai/core/play/batch", values)
        self.game = game
        self._start = state
        self._options = {key: value for key, value in values.items() if key != "size"} | {"max_plies": max_plies}
        self.policy_size = game.policy_size
        self.observation_shape = game.observation_shape
        self._auto_reset = bool(auto_reset)
        self._is_native = native.is_native(state)
        self._batch = native.template("Batch", state)(native.native_state(state), options)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games of {self.game.spec}>"

    def __len__(self) -> int:
        """N."""
        return int(self._batch.size())

    def state(self, row: int) -> Any:
        """A copy of a row's state.

        Raises:
            IndexError: there is no such row.
        """
        number = operator.index(row)
        if not 0 <= number < len(self):
            raise IndexError(f"row {quoted(row)} of a batch of {len(self)}")
        with user_of(self._batch):
            return self._copy_of(number)

    def _copy_of(self, number: int) -> Any:
        state = self._batch.state(number)
        return state.clone() if self._is_native else state.object().clone()

    def set_state(self, row: int, state: Any) -> None:
        """Sets a row to a copy of a state; with `max_plies`, its plies count from here.

        Raises:
            IndexError: there is no such row.
            ValueError: the state is of another game or board, or it is finished and the batch has auto_reset.
        """
        number = operator.index(row)
        if not 0 <= number < len(self):
            raise IndexError(f"row {quoted(row)} of a batch of {len(self)}")
        if native.native_type(state) is not native.native_type(self._start):
            raise ValueError(f"row {number}: {quoted(state)} is not a state of {self.game.spec}")
        if self._is_native:  # boards of other sizes may have the same layout
            try:
                self._start.from_string(state.to_string())
            except ValueError as error:
                raise ValueError(f"row {number}: {quoted(state)} is not a state of {self.game.spec}: {error}") from None
        self._batch.set_state(number, native.native_state(state))

    def reset(self, seed: int | None = None, rows: Any = None) -> None:
        """Starts new games, with new openings.

        Args:
            seed: starts as a new batch with this seed would; only without `rows`.
            rows: which games are replaced, bool `[N]`; all by default.

        Raises:
            ValueError: a seed out of range, rows of another shape or type, or both given.
        """
        if rows is None:
            if seed is None:
                self._batch.reset()
            else:
                self._batch.reset_to_seed(checked_seed(seed))
            return
        if seed is not None:
            raise ValueError("a seed applies to all rows: give either seed or rows")
        mask = np.asarray(rows)
        if mask.shape != (len(self),) or mask.dtype != bool:
            raise ValueError(f"rows must be bool [{len(self)}], got {mask.dtype} {list(mask.shape)}")
        self._batch.reset_rows(np.ascontiguousarray(mask).view(np.uint8), mask.size)

    def apply(self, indices: Any) -> None:
        """Plays one action in every game that is not over.

        Args:
            indices: policy indices, integers `[N]`; those of finished games are ignored.

        Raises:
            ValueError: wrong shape or type, or an index that is not legal; the message names the row, and no game
                has moved.
        """
        self._apply(indices, False)

    def step(self, indices: Any, *, final_observations: bool = False) -> Step:
        """Plays one action in every game that is not over, and returns the results.

        Args:
            indices: as `apply` takes them.
            final_observations: also return the planes of the final positions of the games that end, which auto_reset
                replaces. Only their rows are computed.

        Raises:
            ValueError: as `apply` does.
        """
        over = self._over()
        self._apply(indices, final_observations)
        rewards, terminated, truncated = self.rewards, self.terminated, self.truncated
        ended = np.flatnonzero((terminated | truncated) & ~over)
        planes = np.empty((len(ended) if final_observations else 0, *self.observation_shape), np.float32)
        if planes.size:  # cppyy takes no empty array
            self._batch.final_observations(planes, planes.size)
        return Step(rewards, terminated, truncated, ended, planes)

    def _apply(self, indices: Any, keep_final: bool) -> None:
        given = np.asarray(indices)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise ValueError(f"indices must be integers [{len(self)}], got {given.dtype} {list(given.shape)}")
        beyond = np.flatnonzero((given < 0) | (given >= self.policy_size)) if given.dtype != np.int32 else ()
        if len(beyond):
            running = beyond[~self._over()[beyond]]
            if len(running):
                row = running[0]
                raise ValueError(f"row {row}: index {given[row]} is outside [0, {self.policy_size})")
        converted = np.ascontiguousarray(given, np.int32)
        self._batch.apply(converted, converted.size, keep_final)

    def _over(self) -> np.ndarray:
        """Which games ignore the played actions: bool `[N]`."""
        return np.zeros(len(self), bool) if self._auto_reset else self.terminated | self.truncated

    def sample(self, seed: int | None = None) -> np.ndarray:
        """Uniformly random legal policy indices: int32 `[N]`; -1 in finished games, where `apply` ignores it.

        Args:
            seed: the seed of this call; equal states then give equal indices. By default, each call draws new indices
                from the batch's own seed.

        Raises:
            ValueError: a seed out of range.
        """
        indices = np.empty(len(self), np.int32)
        if seed is None:
            self._batch.sample(indices, indices.size)
        else:
            self._batch.sample_with_seed(checked_seed(seed), indices, indices.size)
        return indices

    def legal_mask(self) -> np.ndarray:
        """The legal indices of each game: bool `[N, A]`; all False in a finished game."""
        mask = np.empty((len(self), self.policy_size), np.uint8)
        self._batch.legal_mask(mask, mask.size)
        return mask.view(bool)

    def observations(self, out: np.ndarray | None = None) -> np.ndarray:
        """The planes of each game, from its side to move: float32 `[N, H, W, C]`.

        Args:
            out: an array of that shape to fill; a new one by default.

        Raises:
            ValueError: `out` has another shape or type, or is not C-contiguous and writeable.
        """
        shape = (len(self), *self.observation_shape)
        if out is None:
            out = np.empty(shape, np.float32)
        elif out.shape != shape or out.dtype != np.float32 or not (out.flags.c_contiguous and out.flags.writeable):
            raise ValueError(
                f"out must be a writeable C-contiguous float32 {list(shape)}, got {out.dtype} {list(out.shape)}"
            )
        self._batch.observations(out, out.size)
        return out

    @property
    def rewards(self) -> np.ndarray:
        """Outcomes of the games that the last `apply` ended, 0 elsewhere: float32 `[N, 2]`, one column per player."""
        rewards = np.empty((len(self), 2), np.float32)
        with user_of(self._batch):
            self._batch.rewards(rewards, rewards.size)
        return rewards

    @property
    def terminated(self) -> np.ndarray:
        """Which games are over by their rules: bool `[N]`. With auto_reset: which of them the last `apply` ended."""
        flags = np.empty(len(self), np.uint8)
        with user_of(self._batch):
            self._batch.terminated(flags, flags.size)
        return flags.view(bool)

    @property
    def truncated(self) -> np.ndarray:
        """Which games were stopped at `max_plies`: bool `[N]`. With auto_reset: by the last `apply`."""
        flags = np.empty(len(self), np.uint8)
        with user_of(self._batch):
            self._batch.truncated(flags, flags.size)
        return flags.view(bool)

    @property
    def current_players(self) -> np.ndarray:
        """The player to move in each game: int32 `[N]`, 0 or 1."""
        players = np.empty(len(self), np.int32)
        with user_of(self._batch):
            self._batch.current_players(players, players.size)
        return players

    def copy(self) -> Batch:
        """An independent batch that continues as this one would, with the same openings and samples."""
        other = Batch.__new__(Batch)
        other.__dict__.update(self.__dict__)
        with user_of(self._batch):
            other._batch = self._batch.copy()
        return other

    def __copy__(self) -> Batch:
        return self.copy()

    def __deepcopy__(self, memo: dict) -> Batch:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        progress = np.empty(_WORDS_A_ROW * len(self) + 2, np.uint64)
        with user_of(self._batch):
            self._batch.save_progress(progress, progress.size)
            states = [self._copy_of(row) for row in range(len(self))]
        return _restore, (self.game, self._options, self._start, states, progress)


_WORDS_A_ROW = 5


def _restore(game: Game, options: dict[str, Any], start: Any, states: list[Any], progress: np.ndarray) -> Batch:
    """Unpickles a batch."""
    batch = Batch(game, len(states), **options, start=start)
    for row, state in enumerate(states):
        batch.set_state(row, state)
    batch._batch.restore_progress(progress, progress.size)
    return batch
