"""Folded convolutions by our own C++ where the processor has AVX2 or AVX-512: `native/boardai/network/winograd.hpp`.

The network stays a program of JAX; its wide 3x3 convolutions become calls of one function, which JAX's programs make
without Python. Elsewhere, and where JAX has several devices, `winograd.convolve` does the same in operations of JAX.
"""

from __future__ import annotations

import ctypes
import functools
import logging

import jax
import jax.numpy as jnp
import numpy as np

from boardai import native
from boardai.learn.network.devices import computes_in_threads

_LOG = logging.getLogger("boardai")
_NAME = "boardai_winograd"
_CHANNELS = 16


def offered(outputs: int) -> bool:
    """Whether `convolve` works here for so many output channels: a multiple of 16."""
    return outputs % _CHANNELS == 0 and computes_in_threads() and _registered()


def convolve(
    x: jax.Array, transformed: jax.Array, bias: jax.Array, skip: jax.Array | None = None, relu: bool = False
) -> jax.Array:
    """The convolution with padding SAME and what follows it: `[B, H, W, C]` to `[B, H, W, D]`, float32.

    Args:
        x: planes.
        transformed: of `winograd.transform_kernel`, `[(m+2)^2, C, D]`.
        bias: `[D]`.
        skip: added to the result, `[B, H, W, D]`.
        relu: whether negative results become 0 then.
    """
    result = jax.ShapeDtypeStruct((*x.shape[:3], transformed.shape[2]), jnp.float32)
    call = jax.ffi.ffi_call(_NAME, result, vmap_method="sequential")
    return call(x, transformed, bias, *(() if skip is None else (skip,)), relu=np.int32(relu))  # type: ignore[return-value]


@functools.cache
def _registered() -> bool:
    """Makes the function known to JAX, once; False where it cannot be."""
    if not hasattr(jax, "ffi"):  # before 0.5
        return False
    native.add_headers(jax.ffi.include_dir())
    try:
        network = native.namespace("boardai/network/xla_call").network
    except SyntaxError as error:
        _LOG.warning("convolutions are left to XLA: its interface is not the one we know (%s)", error)
        return False
    if not network.convolves():
        return False
    function = ctypes.c_void_p(network.winograd_address())
    jax.ffi.register_ffi_target(_NAME, jax.ffi.pycapsule(function), platform="cpu")
    return True
