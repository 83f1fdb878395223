"""The interface of a game on the device, and the lookup of a game's implementation.

Everything is batched: the first axis of every array is the game. All functions are pure, can be compiled by `jax.jit`
and go into `jax.lax.scan`, `jax.vmap` and mctx; integers have no derivatives, so none of them has one either, while
what a network makes of `observe` is differentiable in the network's weights as ever.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

import jax
import jax.numpy as jnp
import numpy as np

from boardai.device.bitboards import BITS
from boardai.game import Game, as_game

StateT = TypeVar("StateT")
Network = Callable[[jax.Array], tuple[jax.Array, jax.Array]]
"""Planes `[N, H, W, C]` to logits `[N, A]` and values `[N]`."""


class DeviceRules(ABC, Generic[StateT]):
    """A game's rules as functions of arrays; `rules(game)` returns them.

    Moves are policy indices, as in `boardai.Batch`, whose games these equal. A state is a tuple of arrays, whose first
    axis is the game: `jax.tree.map(lambda array: array[rows], state)` selects some of them.

    >>> from boardai import device
    >>> rules = device.rules("hex:size=3")
    >>> rules.policy_size, rules.observation_shape
    (9, (3, 3, 3))

    Attributes:
        game: the game.
        policy_size: A, the number of policy indices.
        observation_shape: (H, W, C) of one observation.
        symmetries: number of symmetries of the board, including the identity, which is number 0.
        cell_images: int32 `[V, H * W]`, where each cell of an observation goes, by what `view` returns; games without
            symmetries have the identity.
    """

    symmetries: int = 1

    def __init__(self, game: Game) -> None:
        self.game = game
        self.policy_size: int = game.policy_size
        self.observation_shape: tuple[int, int, int] = game.observation_shape
        self.cell_images = np.arange(math.prod(self.observation_shape[:2]), dtype=np.int32)[None]

    @abstractmethod
    def init(self, n: int) -> StateT:
        """N games at the game's start."""

    @abstractmethod
    def legal_mask(self, state: StateT) -> jax.Array:
        """The legal policy indices: bool `[N, A]`; none in finished games."""

    def step(self, state: StateT, actions: jax.Array) -> StateT:
        """The states after one move in each game.

        Args:
            state: the states of N games.
            actions: policy indices, int `[N]`. They are not checked: an illegal one leads to a meaningless state.
                Finished games do not change.
        """
        # In few bits the numbers of cells would not find room, though those of the actions do.
        return self._step(state, actions.astype(jnp.int32))

    @abstractmethod
    def _step(self, state: StateT, actions: jax.Array) -> StateT:
        """`step` with actions of 32 bits."""

    @abstractmethod
    def observe(self, state: StateT) -> jax.Array:
        """The planes: float32 `[N, H, W, C]`."""

    @abstractmethod
    def is_over(self, state: StateT) -> jax.Array:
        """The finished games: bool `[N]`."""

    @abstractmethod
    def player(self, state: StateT) -> jax.Array:
        """The player to move: int32 `[N]`, 0 or 1."""

    @abstractmethod
    def outcome(self, state: StateT) -> jax.Array:
        """1 for the winner, -1 for the loser, 0 in drawn and in unfinished games: float32 `[N, 2]`."""

    def view(self, state: StateT, symmetry: jax.Array) -> jax.Array:
        """The row of `cell_images` for a symmetry in these positions: int32 `[N]`.

        Args:
            state: the states of N games.
            symmetry: numbers, int32 `[N]`, below `symmetries`.
        """
        return symmetry


def rules(game: str | Game) -> DeviceRules[Any]:
    """The rules of a game on the device.

    >>> from boardai import device
    >>> device.rules("chess:history=0").policy_size
    4672

    Args:
        game: an included game, with any parameters except those that the error names; or what `boardai.load` takes.

    Raises:
        ValueError: the device has no rules for this game, or not with these parameters.
    """
    game = as_game(game)
    module = game.plug_in("device")
    if module is None:
        raise ValueError(f"{game.spec} has no rules on the device: chess, Hex and Reversi have")
    # Functions are compiled once for each object, so equal games have one.
    key = module.__name__, game.spec, game.initial_state().to_string()
    found: DeviceRules[Any] | None = _RULES.get(key)
    if found is None:
        found = _RULES[key] = module.Rules(game)
    return found


_RULES: WeakValueDictionary[tuple[str, str, str], DeviceRules[Any]] = WeakValueDictionary()


def refuse_parameters(game: Game, unknown: tuple[str, ...]) -> None:
    """Rejects a game whose observation or moves are not implemented for the device.

    Raises:
        ValueError: one of these parameters is set.
    """
    for name in unknown:
        if name in game.params:
            raise ValueError(f"{game.spec}: no rules on the device with {name}={game.params[name]}")


def outcomes(first_player: jax.Array) -> jax.Array:
    """The outcomes of both players `[N, 2]`, from player 0's."""
    whole = first_player.astype(jnp.int32)  # integers have no -0
    return jnp.stack([whole, -whole], 1).astype(jnp.float32)


def kept(over: jax.Array, before: StateT, after: StateT) -> StateT:
    """The states before where games are over, else those after; any arrays whose first axis is the game."""

    def of(old: jax.Array, new: jax.Array) -> jax.Array:
        return jnp.where(over.reshape(-1, *[1] * (old.ndim - 1)), old, new.astype(old.dtype))

    found: StateT = jax.tree.map(of, before, after)
    return found


def settled(values: StateT) -> StateT:
    """The same values, computed once.

    XLA's compiler for CPUs computes what several operations need again for each of them, and that of what these need;
    it stops at a condition. Other backends are only asked not to.
    """
    if jax.default_backend() != "cpu":
        unchanged: StateT = jax.lax.optimization_barrier(values)
        return unchanged
    first = jax.tree.leaves(values)[0].ravel()[:1]
    always = jnp.all(jax.lax.population_count(first.astype(jnp.uint32)) <= BITS)  # which the compiler cannot know
    found: StateT = jax.lax.cond(always, lambda same: same, lambda same: jax.tree.map(jnp.zeros_like, same), values)
    return found
