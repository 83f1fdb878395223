"""3x3 convolutions in C++ for processors with AVX2 or AVX-512: `native/boardai/network/winograd.hpp`.

The network remains a JAX program; its convolutions become calls of one native function, which JAX programs call without
Python. In inference it includes the operations after the convolution, in training it has gradients. If it is not
available (another processor, several devices, JAX before 0.5) or not suitable, `layers.py` uses JAX operations instead.
"""

from __future__ import annotations

import ctypes
import functools
import logging
from typing import Any

import chex
import jax
import jax.numpy as jnp
import numpy as np

from boardai import native
from boardai.learn.network import winograd
from boardai.learn.network.devices import computes_in_threads

_LOG = logging.getLogger("boardai")
_CONVOLVE, _FIND_GRADIENT, _CONVOLVE_WHOLE = "boardai_winograd", "boardai_winograd_gradient", "boardai_winograd_whole"
_CHANNELS = 16


def offered(outputs: int) -> bool:
    """Whether the functions below work here: for a multiple of 16 output channels."""
    return outputs % _CHANNELS == 0 and computes_in_threads() and _registered() and _header().convolves()


def offered_in_whole_numbers(outputs: int) -> bool:
    """Whether `convolve_in_whole_numbers` works here: on any CPU, for a multiple of 16 output channels."""
    return outputs % _CHANNELS == 0 and computes_in_threads() and _registered()


def faster_in_whole_numbers(outputs: int) -> bool:
    """Whether `convolve_in_whole_numbers` with 16 bits is offered here and faster than `convolve`."""
    return offered_in_whole_numbers(outputs) and bool(_header().whole_numbers_are_faster())


def convolve(
    x: jax.Array, transformed: jax.Array, bias: jax.Array, skip: jax.Array | None = None, relu: bool = False
) -> jax.Array:
    """The convolution with padding SAME and the operations after it: `[B, H, W, C]` to `[B, H, W, D]`, float32.

    Args:
        x: planes.
        transformed: the result of `winograd.transform_kernel`, `[(m+2)^2, C, D]`.
        bias: `[D]`.
        skip: added to the result, `[B, H, W, D]`.
        relu: whether negative results then become 0.

    It has no gradient, and a program that calls it cannot be stored for other machines; `Network(native=False)` can.
    """
    return _call(_CONVOLVE, x, (transformed,), bias, skip, relu)


def convolve_in_whole_numbers(
    x: jax.Array,
    rounded: tuple[jax.Array, jax.Array, jax.Array],
    bias: jax.Array,
    skip: jax.Array | None = None,
    relu: bool = False,
) -> jax.Array:
    """As `convolve`, but multiplies integers of 8 or 16 bits; planes and results are float32.

    Args:
        x: planes.
        rounded: the result of `winograd.round_kernel`.
        bias: `[D]`.
        skip: added to the result, `[B, H, W, D]`.
        relu: whether negative results then become 0.
    """
    return _call(_CONVOLVE_WHOLE, x, rounded, bias, skip, relu)


def _call(
    target: str, x: jax.Array, kernel: tuple[jax.Array, ...], bias: jax.Array, skip: jax.Array | None, relu: bool
) -> jax.Array:
    shape = (*x.shape[:3], bias.shape[0])
    if skip is not None:
        chex.assert_shape(skip, shape)
    skips = () if skip is None else (skip.astype(jnp.float32),)
    call = jax.ffi.ffi_call(target, jax.ShapeDtypeStruct(shape, jnp.float32), vmap_method="sequential")
    return call(x.astype(jnp.float32), *kernel, bias, *skips, relu=np.int32(relu))  # type: ignore[return-value]


@functools.partial(jax.custom_vjp, nondiff_argnums=(2,))
def convolve_and_learn(x: jax.Array, kernel: jax.Array, tile: int) -> jax.Array:
    """Only the convolution, with a kernel that is being learned; it has a gradient.

    Args:
        x: float32 planes `[B, H, W, C]`.
        kernel: `[3, 3, C, D]`.
        tile: m, 2 to 6.
    """
    transformed = winograd.transform_traced_kernel(kernel, tile)
    return convolve(x, transformed, jnp.zeros(kernel.shape[3], jnp.float32))


def _forward(x: jax.Array, kernel: jax.Array, tile: int) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    return convolve_and_learn(x, kernel, tile), (x, kernel)


def _backward(tile: int, kept: tuple[jax.Array, jax.Array], gradient: jax.Array) -> tuple[jax.Array, jax.Array]:
    x, kernel = kept
    # A cell of x contributes to the results around it, with the weights of the mirrored kernel.
    mirrored = jnp.swapaxes(kernel[::-1, ::-1], 2, 3)
    if offered(kernel.shape[2]):
        of_x = convolve_and_learn(gradient, mirrored, tile)
    else:  # the inputs are planes, which are not learned: their gradient is only computed on request
        layout = ("NHWC", "HWIO", "NHWC")
        of_x = jax.lax.conv_general_dilated(gradient, mirrored, (1, 1), "SAME", dimension_numbers=layout)
    of_transformed = jax.ShapeDtypeStruct(((tile + 2) ** 2, *kernel.shape[2:]), jnp.float32)
    found = jax.ffi.ffi_call(_FIND_GRADIENT, of_transformed, vmap_method="sequential")(x, gradient)
    _, to_kernel = jax.vjp(lambda kernel: winograd.transform_traced_kernel(kernel, tile), kernel)
    return of_x, to_kernel(found)[0]


convolve_and_learn.defvjp(_forward, _backward)


@functools.cache
def _registered() -> bool:
    """Registers the functions with JAX, once; returns False if that fails."""
    if not hasattr(jax, "ffi"):  # before 0.5
        return False
    try:
        network = _header()
    except (OSError, SyntaxError) as error:
        _LOG.warning("convolutions are left to XLA: its interface's header cannot be read: %s", error)
        return False
    for name, address in (
        (_CONVOLVE, network.convolve_address()),
        (_FIND_GRADIENT, network.find_gradient_address()),
        (_CONVOLVE_WHOLE, network.convolve_in_whole_numbers_address()),
    ):
        jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(ctypes.c_void_p(address)), platform="cpu")
    return True


@functools.cache
def _header() -> Any:
    native.add_headers(jax.ffi.include_dir())
    return native.namespace("boardai/network/xla_call").network
