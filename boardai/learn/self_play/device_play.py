"""Self-play on the device (`selfplay.device`): rules, search and network are one program there.

The program plays one ply of every game of a group. This module has the same interface as `SelfPlayGroups`
(self_play.py), with the same results: the parts of a game file, counts, and the open games for a checkpoint. A group's
games are on one device, groups use the local devices in turn, and each is driven by a thread. While a ply is played,
the host records the one before (device_rows.py).

A group's random numbers of an iteration depend only on the seed, its number and the iteration, so the games depend only
on the weights: not on other groups, and not on the number of devices.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boardai import device
from boardai.basics.seeds import seed_of
from boardai.device.rules import kept
from boardai.game import Game
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.device_rows import DeviceRows, Finished, PlyColumns
from boardai.learn.self_play.self_play import COUNTERS, Played, drive_groups
from boardai.learn.stages import Stopwatch, mean_seconds


class _Group(NamedTuple):
    """One group: its games on the device, and the host's data about them."""

    number: int
    device: jax.Device
    rows: DeviceRows


class DeviceSelfPlay:
    """All games in progress; arguments as in `SelfPlayGroups`.

    Raises:
        ValueError: the game has no rules on the device, or not for its parameters.
    """

    def __init__(self, game: Game, config: SelfPlayConfig, seed: int, groups: Sequence[int] | None = None) -> None:
        try:
            self._rules = device.rules(game)
        except ValueError as error:
            raise ValueError(f"selfplay.device: {error}") from None
        self.config, self._seed = config, seed
        self._symmetry_seed = seed_of(seed, "symmetries on the device") if config.symmetries else None
        self._simulations = config.simulations, config.playout_cap.quick_simulations
        devices = jax.local_devices()
        self._groups = [
            _Group(
                group,
                devices[place % len(devices)],
                DeviceRows(game, config.games, group, config.groups, self._simulations, config.max_plies),
            )
            for place, group in enumerate(range(config.groups) if groups is None else groups)
        ]
        self._games = [jax.device_put(self._begun(group.number), group.device) for group in self._groups]
        # Each is compiled only once; other groups wait for it.
        self._programs: dict[tuple[Network, jax.Device], Any] = {}
        self._compiling = {one: threading.Lock() for one in devices}

    def play(
        self,
        evaluator: Evaluator,
        iteration: int,
        stop: Callable[[], None] = lambda: None,
        progress: Callable[[int], None] = lambda games: None,
    ) -> Played:
        """Plays until every group has finished its share of `games_per_iteration`; arguments as in `SelfPlayGroups`.

        Raises:
            RuntimeError: the rules on the device differ from the native ones.
        """
        finished = [0] * len(self._groups)
        rows = [0] * len(self._groups)
        stages: list[dict[str, float]] = [{} for _ in self._groups]

        def drive(number: int, halt: threading.Event) -> None:
            target, stopwatch = self.config.games_of(self._groups[number].number), Stopwatch()
            at_once = evaluator.computed_rows(self.config.games)
            ply = self._player(number, evaluator, iteration)
            columns = ply()
            while columns is not None:
                here = PlyColumns(*jax.device_get(columns))
                stopwatch.end("device")
                rows[number] += at_once * (1 + self._simulations[0 if here.full[0] else 1])
                finished[number] += int(np.count_nonzero(here.ended))
                # The next ply is computed while this one is recorded.
                columns = ply() if finished[number] < target and not halt.is_set() else None
                self._groups[number].rows.add(here)
                stopwatch.end("record")
            stages[number] = stopwatch.seconds

        drive_groups(len(self._groups), drive, stop, lambda: progress(sum(finished)))
        taken = [group.rows.take() for group in self._groups]
        return Played(
            [bytes(one.records) for one in taken],
            _summed(taken),
            sum(rows),
            [length for one in taken for length in one.lengths],
            sum(one.target_entropy for one in taken),
            mean_seconds(stages),
        )

    def save(self) -> list[bytes]:
        """The open games, one part per group."""
        return [
            group.rows.save(np.asarray(games.opening)) for group, games in zip(self._groups, self._games, strict=True)
        ]

    def restore(self, parts: list[bytes]) -> None:
        """Restores saved games, one part for each group: their moves are played again on the device.

        Raises:
            ValueError: damaged, or saved with other settings.
        """
        if len(parts) != self.config.groups:
            raise ValueError(f"open games of {len(parts)} groups, but selfplay.groups is {self.config.groups}")
        for place, group in enumerate(self._groups):
            openings = group.rows.restore(parts[group.number])
            moves, lengths = group.rows.played()
            begun = self._begun(group.number)
            state = _replayed(self._rules, begun.state, jnp.asarray(moves.T), jnp.asarray(lengths))
            games = begun._replace(state=state, plies=jnp.asarray(lengths), opening=jnp.asarray(openings))
            self._games[place] = jax.device_put(games, group.device)

    def _begun(self, group: int) -> device.OpenGames:
        """The group's first games; they are the same in every process."""
        return device.open_games(
            self._rules, self.config.games, self._key(group, 0), opening_plies=self.config.starts.random_plies
        )

    def _key(self, group: int, iteration: int) -> jax.Array:
        return jax.random.key(seed_of(self._seed, "self-play on the device", group, iteration))

    def _player(self, number: int, evaluator: Evaluator, iteration: int) -> Callable[[], Any]:
        """A function that starts a ply of a group's games and returns its result, which may still be computed."""
        group, place, _ = self._groups[number]
        weights = evaluator.weights_on(place)
        games = self._games[number]._replace(key=self._key(group, iteration))
        if self.config.reuse_subtree:  # with new weights all searches start again
            games = device.keep_trees(games, self.config.simulations, self._rules.policy_size)
        self._games[number] = jax.device_put(games, place)
        with self._compiling[place]:
            program = self._programs.get((evaluator.network, place))
            if program is None:
                jitted = jax.jit(partial(self._ply, evaluator.answers), donate_argnums=1)
                program = jitted.lower(weights, self._games[number]).compile()
                self._programs[evaluator.network, place] = program

        def ply() -> Any:
            self._games[number], columns = program(weights, self._games[number])
            return columns

        return ply

    def _ply(self, answers: Any, weights: Any, games: device.OpenGames) -> tuple[device.OpenGames, tuple[Any, ...]]:
        """A ply of N games, and the columns of `PlyColumns`."""
        config = self.config
        games, played = device.self_play(
            self._rules,
            games,
            lambda planes: answers(weights, planes),
            1,
            config.simulations,
            config.gumbel,
            opening_plies=config.starts.random_plies,
            max_plies=config.max_plies,
            symmetry_seed=self._symmetry_seed,
            full_share=config.playout_cap.full_share,
            quick_simulations=config.playout_cap.quick_simulations,
        )
        one = jax.tree.map(lambda column: column[0], played)
        agreed = jnp.argmax(one.action_weights, 1) == jnp.argmax(one.priors, 1)
        columns = (
            one.actions,
            one.action_weights,
            one.values,
            one.random,
            one.full,
            one.ended,
            agreed,
            one.evaluations,
        )
        return games, columns


@partial(jax.jit, static_argnums=0)
def _replayed(rules: Any, state: Any, moves: jax.Array, lengths: jax.Array) -> Any:
    """The states after playing moves `[T, N]` in N games, in each as many as `lengths` says."""

    def ply(state: Any, row: tuple[jax.Array, jax.Array]) -> tuple[Any, None]:
        number, actions = row
        return kept(number >= lengths, state, rules.step(state, actions)), None

    return jax.lax.scan(ply, state, (jnp.arange(len(moves)), moves))[0]


def _summed(taken: list[Finished]) -> dict[str, int]:
    """The sum of the groups' counts; counts that do not apply to the device are 0."""
    return {name: sum(one.counts.get(name, 0) for one in taken) for name in COUNTERS}
