"""The host's data about games on the device: their plies until they end, and then their records.

The device uses policy indices. They are converted to actions when a game is over: the native rules play it again, and
must allow every move and end the game where the device has ended it.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boardai import native
from boardai.game import Game


@dataclass(frozen=True)
class PlyColumns:
    """A ply of N games, as the device returns it; columns of `boardai.device.PlayedPlies`.

    Attributes:
        actions: int32 `[N]`, policy indices.
        action_weights: float32 `[N, A]`, the policy target.
        values: float32 `[N]`, the search's value for the player that moved.
        random: bool `[N]`, random moves of an opening.
        full: bool `[N]`, whether the search was a full one, which is learned from.
        ended: bool `[N]`, whether the game was over or stopped after the move.
        agreed: bool `[N]`, whether search and network prefer the same action.
        evaluations: int32 `[N]`, number of network outputs that the search has used.
    """

    actions: np.ndarray
    action_weights: np.ndarray
    values: np.ndarray
    random: np.ndarray
    full: np.ndarray
    ended: np.ndarray
    agreed: np.ndarray
    evaluations: np.ndarray


@dataclass(frozen=True)
class Ply:
    """A ply of one game.

    Attributes:
        index: policy index of the move played.
        value: the search's value; None in an opening.
        indices: int32 `[K]`, policy indices of the policy target; empty in an opening and after a quick search.
        shares: float32 `[K]`, their shares, above 0.
    """

    index: int
    value: float | None
    indices: np.ndarray
    shares: np.ndarray


_NOTHING = np.zeros(0, np.int32), np.zeros(0, np.float32)


@dataclass
class Finished:
    """Finished games, and the counts since the last call.

    Attributes:
        records: bytes of the games (native/boardai/search/records/game_record.hpp).
        lengths: plies of each game.
        counts: sums by name, a subset of `boardai.learn.self_play.self_play.COUNTERS`.
        target_entropy: sum of the entropies of the policy targets, in nats.
    """

    records: bytearray = field(default_factory=bytearray)
    lengths: list[int] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    target_entropy: float = 0.0

    def count(self, name: str, number: Any = 1) -> None:
        """Adds to a sum."""
        self.counts[name] = self.counts.get(name, 0) + int(number)


class DeviceRows:
    """The games of one group, one per row of its arrays.

    Args:
        game: the game.
        rows: N, number of parallel games.
        first: number of the first game.
        step: difference between numbers of consecutive games.
        simulations: simulations of a full search, and of a quick one.
        max_plies: length at which a game is stopped; a game that the native rules do not end must not end earlier.
    """

    def __init__(
        self, game: Game, rows: int, first: int, step: int, simulations: tuple[int, int], max_plies: int
    ) -> None:
        self._game, self._step, self._simulations, self._max_plies = game, step, simulations, max_plies
        self._numbers = [first + row * step for row in range(rows)]
        self._next = first + rows * step
        self._plies: list[list[Ply]] = [[] for _ in range(rows)]
        self._finished = Finished()

    def add(self, ply: PlyColumns) -> None:
        """Adds the next ply of every game; finished games become records, and new ones begin.

        Raises:
            RuntimeError: the native rules do not allow a move, or do not end a game that the device has ended.
        """
        searched, learned = ~ply.random, ply.full & ~ply.random
        weights = np.where(learned[:, None], ply.action_weights, 0)
        rows, columns = np.nonzero(weights)
        shares, indices = weights[rows, columns], columns.astype(np.int32)
        ends = np.searchsorted(rows, np.arange(len(searched) + 1))
        for row, plies in enumerate(self._plies):
            if searched[row]:
                part = slice(ends[row], ends[row + 1])
                value = min(1.0, max(-1.0, float(ply.values[row])))  # rounding may put a mean of ones above 1
                plies.append(Ply(int(ply.actions[row]), value, indices[part], shares[part]))
            else:
                plies.append(Ply(int(ply.actions[row]), None, *_NOTHING))
        finished, full = self._finished, np.count_nonzero(learned)
        quick = np.count_nonzero(searched) - full
        finished.count("moves", full + quick)
        finished.count("full_searches", full)
        finished.count("quick_searches", quick)
        finished.count("simulations", full * self._simulations[0] + quick * self._simulations[1])
        finished.count("evaluations", np.sum(ply.evaluations[searched], dtype=np.int64))
        finished.count("agreements", np.count_nonzero(ply.agreed & learned))
        finished.target_entropy -= float(np.sum(shares * np.log(shares), dtype=np.float64))
        for row in np.flatnonzero(ply.ended).tolist():
            self._finish(row)

    def _finish(self, row: int) -> None:
        number, plies = self._numbers[row], self._plies[row]
        writer = native.template("GameWriter", self._game.initial_state())
        initial = self._game.initial_state()
        game, state = writer(native.native_state(initial), number), initial.clone()
        for place, ply in enumerate(plies):
            actions = _legal(state, f"game {number}", place)
            try:
                action = actions[ply.index]
                if ply.value is None:
                    game.play(action)
                elif len(ply.indices) == 0:
                    game.play_searched(action, ply.value)
                else:
                    policy = np.array([actions[int(index)] for index in ply.indices], np.int32)
                    game.play_to_learn_from(action, ply.value, policy, ply.shares.copy(), len(policy))
            except KeyError as error:
                raise _differ(f"game {number}, ply {place + 1}: policy index {error} is illegal there") from None
            state.apply(action)
        if not state.is_terminal() and len(plies) < self._max_plies:
            raise _differ(
                f"game {number}: it ended on the device after {len(plies)} plies, but by the native rules it continues"
            )
        outcome = int(state.outcome(0)) if state.is_terminal() else stopped_outcome(state)
        finished = self._finished
        finished.records += bytes(game.record(outcome))
        finished.lengths.append(len(plies))
        finished.count("games")
        finished.count("plies", len(plies))
        finished.count(("draws", "wins0", "wins1")[outcome])
        finished.count("by_rules" if state.is_terminal() else "capped")
        self._plies[row], self._numbers[row], self._next = [], self._next, self._next + self._step

    def take(self) -> Finished:
        """The finished games and counts since the last call."""
        taken, self._finished = self._finished, Finished()
        return taken

    def played(self) -> tuple[np.ndarray, np.ndarray]:
        """The moves of the open games: policy indices int32 `[N, T]`, padded with 0, and their numbers, int32 `[N]`."""
        lengths = np.array([len(plies) for plies in self._plies], np.int32)
        moves = np.zeros((len(lengths), max(1, int(lengths.max()))), np.int32)
        for row, plies in enumerate(self._plies):
            moves[row, : len(plies)] = [ply.index for ply in plies]
        return moves, lengths

    def save(self, openings: np.ndarray) -> bytes:
        """The open games, as an `.npz` file's bytes.

        Args:
            openings: int32 `[N]`, number of random plies at the start of each game.
        """
        plies = [ply for row in self._plies for ply in row]
        file = io.BytesIO()
        np.savez(
            file,
            next=np.int64(self._next),
            numbers=np.array(self._numbers, np.int64),
            openings=openings.astype(np.int32),
            lengths=np.array([len(row) for row in self._plies], np.int32),
            actions=np.array([ply.index for ply in plies], np.int32),
            values=np.array([np.nan if ply.value is None else ply.value for ply in plies], np.float64),
            counts=np.array([len(ply.indices) for ply in plies], np.int32),
            indices=np.concatenate([ply.indices for ply in plies] or [_NOTHING[0]]),
            shares=np.concatenate([ply.shares for ply in plies] or [_NOTHING[1]]),
        )
        return file.getvalue()

    def restore(self, saved: bytes) -> np.ndarray:
        """Restores saved games.

        Returns:
            The `openings` that were saved with them.

        Raises:
            ValueError: damaged, saved with another number of games, or moves that the rules do not allow; nothing has
                been changed.
        """
        try:
            with np.load(io.BytesIO(saved), allow_pickle=False) as archive:
                arrays = {name: archive[name] for name in archive.files}
            plies = _read(arrays, len(self._plies))
        except (KeyError, ValueError, TypeError, OSError, EOFError, zipfile.BadZipFile) as error:
            raise ValueError(f"open games on the device: damaged, or saved with other settings: {error}") from None
        for number, row in zip(arrays["numbers"], plies, strict=True):
            self._check(int(number), row)
        self._numbers, self._next = [int(number) for number in arrays["numbers"]], int(arrays["next"])
        self._plies, self._finished = plies, Finished()
        openings: np.ndarray = arrays["openings"]
        return openings

    def _check(self, number: int, plies: list[Ply]) -> None:
        """Plays through an open game to check it."""
        state, named = self._game.initial_state(), f"open games on the device: game {number}"
        for place, ply in enumerate(plies):
            if state.is_terminal():
                raise ValueError(f"{named}: over before ply {place + 1}")
            actions = _legal(state, named, place)
            for index in (ply.index, *ply.indices):
                if int(index) not in actions:
                    raise ValueError(f"{named}, ply {place + 1}: policy index {index} is illegal there")
            state.apply(actions[ply.index])
        if state.is_terminal():
            raise ValueError(f"{named}: over")


def _legal(state: Any, named: str, place: int) -> dict[int, int]:
    """The legal actions by policy index.

    Raises:
        RuntimeError: the game is over, but the device has continued it.
    """
    if state.is_terminal():
        raise _differ(f"{named}: over before ply {place + 1}")
    return {state.policy_index(action): action for action in state.legal_actions()}


def _differ(what: str) -> RuntimeError:
    return RuntimeError(f"the rules on the device are not the native ones: {what}; please report it")


def stopped_outcome(state: Any) -> int:
    """The outcome of a stopped game for player 0: by points if the game has them, else a draw."""
    points = state.score(0) if hasattr(state, "score") else 0
    return (points > 0) - (points < 0)


_COLUMNS = {
    "next": ("<i8", 0), "numbers": ("<i8", 1), "openings": ("<i4", 1), "lengths": ("<i4", 1), "actions": ("<i4", 1),
    "values": ("<f8", 1), "counts": ("<i4", 1), "indices": ("<i4", 1), "shares": ("<f4", 1),
}  # fmt: skip


def _read(arrays: dict[str, np.ndarray], rows: int) -> list[list[Ply]]:
    """The plies of each game.

    Raises:
        ValueError: the arrays are inconsistent.
        KeyError: an array is missing.
    """
    for name, (kind, extents) in _COLUMNS.items():
        if arrays[name].dtype != np.dtype(kind) or arrays[name].ndim != extents:
            raise ValueError(f"{name} is {arrays[name].dtype} of {arrays[name].ndim} extents")
    lengths, counts, values = arrays["lengths"], arrays["counts"], arrays["values"]
    for name in ("numbers", "openings", "lengths"):
        if len(arrays[name]) != rows:
            raise ValueError(f"{name} of {len(arrays[name])} games, but selfplay.games is {rows}")
    negative = (lengths < 0).any() or (counts < 0).any() or (arrays["openings"] < 0).any()
    fits = lengths.sum() == len(arrays["actions"]) == len(values) == len(counts)
    if negative or not fits or not counts.sum() == len(arrays["indices"]) == len(arrays["shares"]):
        raise ValueError("columns of different lengths")
    random, shares = np.isnan(values), arrays["shares"]
    if (random & (counts > 0)).any() or (np.abs(values[~random]) > 1).any() or not (shares > 0).all():
        raise ValueError("an opening with a policy, or a search whose value or shares are out of range")
    ends = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    found = [
        Ply(
            int(arrays["actions"][ply]),
            None if random[ply] else float(values[ply]),
            arrays["indices"][ends[ply] : ends[ply + 1]],
            shares[ends[ply] : ends[ply + 1]],
        )
        for ply in range(len(counts))
    ]
    games = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    return [found[games[row] : games[row + 1]] for row in range(rows)]
