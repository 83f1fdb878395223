"""The size of a network and the cost of evaluating a position."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp

from boardai.learn.network.config import MUZERO
from boardai.learn.network.network import Network


def parameter_table(network: Network) -> dict[str, int]:
    """Number of trainable parameters in each part of the network (stem, blocks, policy, value...), largest first.

    Their sum is `network.parameter_count`.
    """
    table: dict[str, int] = {}
    for name, leaf in zip(network.parameter_names, network.parameters, strict=True):
        part = name.split("/")[0]
        table[part] = table.get(part, 0) + math.prod(leaf.shape)
    return dict(sorted(table.items(), key=lambda item: -item[1]))


def flops(network: Network) -> int:
    """Floating-point operations to evaluate one position: two for each multiplication of a convolution or dense layer.

    Counted layer by layer in `network.apply`, including padding, as is usual; additions of biases, normalisation and
    activations (about 1 %) are left out. Winograd's form of a convolution needs fewer, but counts as the convolution it
    replaces.
    """
    planes = jax.ShapeDtypeStruct((1, *network.shape), jnp.float32)
    program = jax.make_jaxpr(network.apply)(network.parameters, network.statistics, planes)
    return sum(_operations(equation) for equation in _equations(program.jaxpr, _needed(program.jaxpr)))


def describe(network: Network) -> str:
    """Size and cost, as a text for the user."""
    parts = ", ".join(f"{part} {count:,}" for part, count in parameter_table(network).items())
    config = network.config
    kind = config.architecture
    if kind in ("residual", MUZERO):
        kind = f"{config.blocks} blocks of {config.channels} channels"
        kind += ", and as many of dynamics" if config.architecture == MUZERO else ""
    cost = f"{flops(network) / 1e6:.1f} MFLOP per position"
    return f"{kind}, {network.parameter_count:,} parameters ({parts}), {cost}"


def _needed(jaxpr: Any) -> set[int]:
    """Numbers of the equations that the results depend on: `apply` drops heads that only training needs."""
    wanted = {variable for variable in jaxpr.outvars if not hasattr(variable, "val")}
    numbers = set()
    for number, equation in reversed(list(enumerate(jaxpr.eqns))):
        if any(variable in wanted for variable in equation.outvars):
            numbers.add(number)
            wanted.update(variable for variable in equation.invars if not hasattr(variable, "val"))
    return numbers


def _equations(jaxpr: Any, numbers: set[int] | None = None) -> Iterator[Any]:
    """All primitive operations, including those of nested programs."""
    for number, equation in enumerate(jaxpr.eqns):
        if numbers is not None and number not in numbers:
            continue
        nested = [value for value in equation.params.values() if hasattr(value, "jaxpr") or hasattr(value, "eqns")]
        if nested:
            for value in nested:
                yield from _equations(getattr(value, "jaxpr", value))
        else:
            yield equation


def _operations(equation: Any) -> int:
    name, parameters = equation.primitive.name, equation.params
    if name == "conv_general_dilated":
        kernel = equation.invars[1].aval.shape
        output_channels = kernel[parameters["dimension_numbers"].rhs_spec[0]]
        return 2 * equation.outvars[0].aval.size * math.prod(kernel) // output_channels
    if name == "dot_general":
        (contracted, _), _ = parameters["dimension_numbers"]
        left = equation.invars[0].aval.shape
        return 2 * equation.outvars[0].aval.size * math.prod(left[axis] for axis in contracted)
    return 0
