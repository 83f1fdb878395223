"""A network as a pure function of its variables, either the residual tower (residual.py) or a user's own module.

    planes [B, H, W, C] -> logits [B, A], value [B], and the outputs of auxiliary heads

In inference the running statistics are used, so a row's result does not depend on the other rows of its batch; for
play, normalisation is folded into the convolutions (layers.py). A small board may be placed on a larger canvas, so that
one network can play several sizes.
"""

import dataclasses
import importlib
import importlib.util
import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import chex
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx
from flax.traverse_util import flatten_dict, unflatten_dict

from boardai.basics.quoting import quoted
from boardai.learn.network import native_convolution
from boardai.learn.network.canvas import canvas_layout
from boardai.learn.network.config import WHOLE_BITS, NetworkConfig, given_architecture
from boardai.learn.network.devices import check_process
from boardai.learn.network.heads import Outputs
from boardai.learn.network.layers import ConvBlock
from boardai.learn.network.muzero import MuZeroNetwork
from boardai.learn.network.residual import PolicyValueNetwork, Shape, initial_value
from boardai.learn.targets import TARGETS

Leaves = tuple[jax.Array, ...]
PARAMETERS, STATISTICS = "parameters", "statistics"
"""First parts of the weights' names."""

_OWN: dict[str, Any] = {"residual": PolicyValueNetwork, "muzero": MuZeroNetwork}


class Network:
    """A network as a pure function of its variables, so that they can be trained, stored and swapped.

    Args:
        shape: observation shape (height, width, channels) of the game.
        policy_size: number of logits of the game.
        config: architecture, tower and heads.
        seed: seed of the initial weights.
        native: whether inference may use C++ (native_convolution.py); False: only JAX operations.
        policy_cells: `Game.policy_cells`.

    Attributes:
        parameters: trainable leaves, in a fixed order.
        statistics: the running means and variances of batch normalisation.
        heads: shapes of its outputs for two positions.
        unrolls: whether it has dynamics (muzero.py).

    Raises:
        ValueError: settings that are incompatible with the game, or an architecture that cannot be used.
        RuntimeError: this process was forked from one that had used a network.
    """

    def __init__(
        self,
        shape: Shape,
        policy_size: int,
        config: NetworkConfig,
        seed: int,
        *,
        native: bool = True,
        policy_cells: tuple[int, ...] | None = None,
    ):
        check_process()
        self.policy_cells = policy_cells
        self.shape, self.policy_size, self.config, self._native = shape, policy_size, config, native
        whole = config.precision in WHOLE_BITS
        if whole and not native_convolution.offered_in_whole_numbers(config.channels):
            raise ValueError(
                f"network.precision: {config.precision} needs a CPU, and network.channels that are a multiple of 16"
            )
        self._margins, self._indices, canvas, canvas_policy = canvas_layout(shape, policy_size, config, policy_cells)
        own = _OWN.get(str(config.architecture))
        if own is not None:
            # Only shapes: drawing the weights in JAX would take seconds to compile.
            model = nnx.eval_shape(lambda: own(canvas, canvas_policy, config, nnx.Rngs(0)))
        else:
            model = _load(str(config.architecture))(canvas, canvas_policy, config, rngs=nnx.Rngs(seed))
        self.unrolls = all(hasattr(model, name) for name in ("represent", "dynamics", "heads"))
        try:
            parts: Any = nnx.split(model, nnx.Param, nnx.BatchStat)
        except ValueError as error:
            raise ValueError(
                f"network.architecture: {config.architecture} holds variables besides nnx.Param and nnx.BatchStat "
                f"(dropout?): {error}"
            ) from None
        self._graph, parameters, statistics = parts
        # Flat states: merging nested ones leaves reference cycles, which keep all weights alive until collected.
        parameter_leaves, self._parameter_tree = _flat(nnx.to_flat_state(parameters))
        statistic_leaves, self._statistic_tree = _flat(nnx.to_flat_state(statistics))
        self.parameter_names, self.statistic_names = _names(parameters), _names(statistics)
        if own is not None:
            rng = np.random.default_rng(seed)
            named = zip(self.parameter_names, parameter_leaves, strict=True)
            self.parameters = tuple(initial_value(name, leaf, rng) for name, leaf in named)
            named = zip(self.statistic_names, statistic_leaves, strict=True)
            self.statistics = tuple(initial_value(name, leaf, rng) for name, leaf in named)
        else:
            self.parameters, self.statistics = parameter_leaves, statistic_leaves
        self.heads = self._shapes()
        # One compilation per batch size, shared by all weights.
        self.jitted_apply = jax.jit(self.apply)
        self._folded = self._fold(self.parameters, self.statistics)[:2]
        self.jitted_folded = jax.jit(self.apply_folded, static_argnames=("piece", "forecasts"))

    def at_play(self) -> "Network":
        """The same network as self-play computes it: with integers of 16 bits if these are faster.

        Returns itself if `network.precision` is set, or if it is a user's own module.
        """
        config = self.config
        is_open = config.precision == "auto" and config.architecture == "residual" and self._native
        if not is_open or not native_convolution.faster_in_whole_numbers(config.channels):
            return self
        whole = dataclasses.replace(config, precision="int16")
        return Network(self.shape, self.policy_size, whole, 0, policy_cells=self.policy_cells)

    @property
    def parameter_count(self) -> int:
        """Number of trainable parameters."""
        return sum(int(np.prod(leaf.shape)) for leaf in self.parameters)

    def named(self, parameters: Leaves, statistics: Leaves) -> dict[str, jax.Array]:
        """All weights by name, as in checkpoints and exported files: `parameters/stem/conv/kernel`."""
        names = [f"{PARAMETERS}/{name}" for name in self.parameter_names]
        names += [f"{STATISTICS}/{name}" for name in self.statistic_names]
        return dict(zip(names, parameters + statistics, strict=True))

    def leaves(self, named: Mapping[str, Any]) -> tuple[Leaves, Leaves]:
        """The inverse of `named`.

        Raises:
            KeyError: a weight is missing.
        """
        return (
            tuple(named[f"{PARAMETERS}/{name}"] for name in self.parameter_names),
            tuple(named[f"{STATISTICS}/{name}"] for name in self.statistic_names),
        )

    def apply(self, parameters: Leaves, statistics: Leaves, planes: jax.Array) -> tuple[jax.Array, jax.Array]:
        """Inference: logits [B, A] and values [B], by the running statistics."""
        return self.outputs(parameters, statistics, planes)[:2]

    def outputs(self, parameters: Leaves, statistics: Leaves, planes: jax.Array) -> Outputs:
        """Inference: every head, by the running statistics."""
        model = self._merge(parameters, statistics)
        model.eval()
        return self._call(model, planes)

    def apply_training(
        self, parameters: Leaves, statistics: Leaves, planes: jax.Array, actions: jax.Array | None = None
    ) -> tuple[Outputs, Leaves]:
        """Training: every head by the batch's own statistics, and the new running statistics.

        Args:
            parameters: trainable leaves.
            statistics: batch normalisation's leaves.
            planes: `[B, H, W, C]`.
            actions: policy indices `[B, K]`, whose latent states are computed as well (muzero.py); None: none.
        """
        model = self._merge(parameters, statistics)
        model.train()
        outputs = self._call(model, planes, actions)
        return outputs, _flat(nnx.state(model, nnx.BatchStat))[0]

    def fold(self, parameters: Leaves, statistics: Leaves) -> Leaves:
        """Weights for `apply_folded`: batch normalisation goes into the convolutions, see layers.ConvBlock."""
        return self._fold(parameters, statistics)[2]

    def apply_folded(
        self,
        folded: Leaves,
        planes: jax.Array,
        rows: jax.Array | int | None = None,
        piece: int | None = None,
        forecasts: bool = False,
        asked: jax.Array | None = None,
    ) -> tuple[jax.Array, jax.Array]:
        """`apply` up to rounding, at lower cost.

        Args:
            folded: the result of `fold`.
            planes: `[B, H, W, C]`.
            rows: number of rows that are needed, from the first; pieces after them are not computed and are 0. None:
                all.
            piece: rows that are computed together, a divisor of B, fixed when traced; None: the whole batch. The last
                digits of a row depend on it, but not on the number of pieces computed.
            forecasts: instead of values `[B]`, returns the value, the probability of a draw and the plies left,
                `[B, 3]`; 0 for a missing head.
            asked: policy indices `[B, K]`: only their logits `[B, K]` are returned. None: all.
        """
        logits, values = self._in_pieces(folded, planes, rows, piece, forecasts)
        return logits if asked is None else jnp.take_along_axis(logits, asked, axis=1), values

    def _in_pieces(
        self, folded: Leaves, planes: jax.Array, rows: jax.Array | int | None, piece: int | None, forecasts: bool
    ) -> tuple[jax.Array, jax.Array]:
        model = self.folded_module(folded)
        size = planes.shape[0]

        def run(some: jax.Array) -> tuple[jax.Array, jax.Array]:
            outputs = self._call(model, some)
            return outputs.policy, outputs.forecasts() if forecasts else outputs.value

        if piece is None or piece == size:
            return run(planes)
        pieces = planes.reshape(size // piece, piece, *self.shape)

        def compute(number: jax.Array, results: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
            logits, values = run(pieces[number])
            return results[0].at[number].set(logits), results[1].at[number].set(values)

        columns = (3,) if forecasts else ()
        nothing = (jnp.zeros((size // piece, piece, self.policy_size)), jnp.zeros((size // piece, piece, *columns)))
        count = -(-(size if rows is None else rows) // piece)
        logits, values = jax.lax.fori_loop(0, count, compute, nothing)
        return logits.reshape(size, self.policy_size), values.reshape(size, *columns)

    def folded_module(self, folded: Leaves) -> Any:
        """The module itself, for its other methods; it uses the canvas's policy indices.

        Args:
            folded: the result of `fold`.
        """
        graph, tree = self._folded
        return nnx.merge(graph, jax.tree.unflatten(tree, folded))

    def on_canvas(self, actions: jax.Array) -> jax.Array:
        """The canvas's policy indices for the game's own."""
        return actions if self._indices is None else jnp.asarray(self._indices)[actions]

    def of_canvas(self, outputs: Outputs) -> Outputs:
        """The canvas's outputs, reduced to the game's own board and policy indices."""
        if self._indices is None:
            return outputs
        return outputs._replace(
            policy=outputs.policy[:, self._indices],
            auxiliary={name: self._on_board(name, output) for name, output in outputs.auxiliary.items()},
            unrolled=tuple(self.of_canvas(one) for one in outputs.unrolled),
        )

    def _fold(self, parameters: Leaves, statistics: Leaves) -> tuple[Any, Any, Leaves]:
        model = self._merge(parameters, statistics)
        model.eval()
        height, width = self.shape[0] + self._margins[0], self.shape[1] + self._margins[1]
        for _, module in list(nnx.iter_modules(model)):
            if isinstance(module, ConvBlock):
                module.fold(height, width, native=self._native, whole_bits=WHOLE_BITS.get(self.config.precision, 0))
        graph, state = nnx.split(model)
        leaves, tree = _flat(state)
        return graph, tree, leaves

    def _call(self, model: Any, planes: jax.Array, actions: jax.Array | None = None) -> Outputs:
        """Runs a module on the canvas and takes the game's own logits from it."""
        chex.assert_shape(planes, (None, *self.shape))
        if any(self._margins):
            planes = jnp.pad(planes, ((0, 0), (0, self._margins[0]), (0, self._margins[1]), (0, 0)))
        result = model(planes) if actions is None else model(planes, self.on_canvas(actions.astype(jnp.int32)))
        outputs = result if isinstance(result, Outputs) else Outputs(*result)
        if not isinstance(outputs.auxiliary, dict):
            raise TypeError("Outputs.auxiliary must be a dictionary: the output of each auxiliary head by its name")
        outputs = self.of_canvas(outputs)
        chex.assert_shape(outputs.policy, (planes.shape[0], self.policy_size))
        chex.assert_shape(outputs.value, (planes.shape[0],))
        return outputs

    def _on_board(self, target: str, output: jax.Array) -> jax.Array:
        """An auxiliary head's output for the canvas, reduced to the board."""
        head = TARGETS[target].head if target in TARGETS else None
        if head == "policy":
            return output[:, self._indices]
        return output[:, : self.shape[0], : self.shape[1]] if head == "cells" else output

    def _shapes(self) -> Outputs:
        """Runs the module on shapes alone, so that a mismatch is reported before anything is compiled."""
        planes = jax.ShapeDtypeStruct((2, *self.shape), jnp.float32)
        try:
            return jax.eval_shape(self.outputs, self.parameters, self.statistics, planes)
        except (AssertionError, TypeError, ValueError) as error:
            raise ValueError(
                f"network.architecture: {self.config.architecture} does not turn planes "
                f"{list(planes.shape)} into logits [2, {self.policy_size}] and values [2]: {error}"
            ) from error

    def _merge(self, parameters: Leaves, statistics: Leaves) -> Any:
        return nnx.merge(
            self._graph,
            jax.tree.unflatten(self._parameter_tree, parameters),
            jax.tree.unflatten(self._statistic_tree, statistics),
        )


def _load(architecture: str) -> Any:
    """The class named by module:Class or file.py:Class.

    Raises:
        ValueError: no such class.
    """
    given = given_architecture(architecture)
    place, _, name = architecture.rpartition(":")
    if given is not None:
        return _checked_class(given, place, name)
    try:
        if place.endswith(".py"):
            spec = importlib.util.spec_from_file_location(Path(place).stem, place)
            if spec is None or spec.loader is None:
                raise ImportError(f"{place} is not a Python file")
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        else:
            module = importlib.import_module(place)
    except (ImportError, OSError, ValueError) as error:
        # ValueError: the name refers to __main__ of another program, which has no file to import.
        raise ValueError(
            f"network.architecture: {quoted(architecture)}: {error}; a class of a notebook or a function must be given "
            "again"
        ) from error
    return _checked_class(getattr(module, name, None), place, name)


def _checked_class(found: Any, place: str, name: str) -> Any:
    if not (inspect.isclass(found) and issubclass(found, nnx.Module)):
        raise ValueError(f"network.architecture: {place} has no nnx.Module named {quoted(name)}")
    return found


def nested(names: Sequence[str], leaves: Leaves) -> dict[str, Any]:
    """Leaves as dictionaries of dictionaries: `stem/conv/kernel` is `["stem"]["conv"]["kernel"]`."""
    tree: dict[str, Any] = unflatten_dict(dict(zip(names, leaves, strict=True)), sep="/")
    return tree


def flat(names: Sequence[str], tree: Mapping[str, Any]) -> Leaves:
    """The inverse of `nested`.

    Raises:
        KeyError: a leaf is missing.
    """
    leaves = flatten_dict(tree, sep="/")
    return tuple(leaves[name] for name in names)


def _flat(state: Any) -> tuple[Leaves, Any]:
    # Tuples of arrays: JAX flattens them in C++, while an nnx.State costs a Python loop at each call.
    leaves, tree = jax.tree.flatten(state)
    return tuple(leaves), tree


def _names(state: Any) -> tuple[str, ...]:
    paths = jax.tree_util.tree_flatten_with_path(state)[0]
    names = ("/".join(str(getattr(key, "key", getattr(key, "name", key))) for key in path) for path, _ in paths)
    return tuple(name.removesuffix("/value") for name in names)
