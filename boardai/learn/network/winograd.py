"""3x3 convolutions with few multiplications, for CPUs.

Idea: m x m results of a 3x3 convolution take m*m*9 multiplications if computed one by one, but only (m+2)^2 if the
(m+2) x (m+2) inputs of a tile and the kernel are first transformed, then multiplied element by element and transformed
back. The element-wise products over all channels are (m+2)^2 plain matrix products, which CPUs compute very
efficiently.

    one dimension, F(m, 3):   y = A^T [ (G g) * (B^T d) ]      d: m+2 inputs, g: 3 weights, y: m results
    two dimensions:           Y = A^T [ (G g G^T) * (B^T d B) ] A

G, B^T and A^T evaluate polynomials at m+1 points and at infinity and interpolate between them (Toom and Cook).
Lavin and Gray, "Fast algorithms for convolutional neural networks" (2016).

Rounding: about 5e-6 of the largest result in float32 for m <= 6. Not for bfloat16, other kernels or strides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import jax
import jax.numpy as jnp
import numpy as np

# Small numbers and their inverses keep the transforms' entries, and so the rounding errors, small. Tiles of 4 have
# their own points, with half the error of 0, +-1, +-2 when the factors are rounded to 8 bits.
_POINTS = (0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5)
_POINTS_OF_4 = (0.0, 0.75, -0.75, 1.5, -1.5)
LARGEST_TILE, INT8_TILE = 6, 4
# With fewer channels the transforms cost more than the products save; in training they also take longer to compile.
FEWEST_CHANNELS, FEWEST_CHANNELS_TRAINING = 16, 48


@cache
def transforms(tile: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A^T `[m, m+2]`, G `[m+2, 3]` and B^T `[m+2, m+2]` of F(m, 3), in float64.

    Args:
        tile: m, 2 to 6.

    Raises:
        ValueError: a tile outside this range.
    """
    if not 2 <= tile <= LARGEST_TILE:
        raise ValueError(f"tile: 2 to {LARGEST_TILE}, got {tile}")
    size = tile + 2
    points = _POINTS_OF_4 if tile == 4 else _POINTS[: size - 1]
    output, kernel, data = np.zeros((tile, size)), np.zeros((size, 3)), np.zeros((size, size))
    for row, point in enumerate(points):
        others = [other for other in points if other != point]
        output[:, row] = point ** np.arange(tile)
        # Lagrange's basis polynomial: its coefficients transform the data, its denominator the kernel.
        data[row, : size - 1] = np.poly(others)[::-1]
        kernel[row] = point ** np.arange(3) / np.prod([point - other for other in others])
    # The point at infinity: the leading coefficient.
    output[-1, -1] = kernel[-1, -1] = 1.0
    data[-1] = np.poly(points)[::-1]
    return output, kernel, data


def best_tile(height: int, width: int) -> int:
    """The tile that covers a board with the fewest multiplications."""

    def multiplications(tile: int) -> int:
        return (tile + 2) ** 2 * -(-height // tile) * -(-width // tile)

    return min(range(2, LARGEST_TILE + 1), key=multiplications)


def transform_kernel(kernel: np.ndarray, tile: int) -> np.ndarray:
    """G g G^T for every pair of channels: `[3, 3, C, D]` to float32 `[(m+2)^2, C, D]`."""
    _, transform, _ = transforms(tile)
    size = tile + 2
    rows = np.tensordot(transform, kernel.astype(np.float64), axes=(1, 0))
    both = np.tensordot(transform, rows, axes=(1, 1))  # [columns, rows, C, D]
    return both.reshape(size * size, *kernel.shape[2:]).astype(np.float32)


def round_kernel(transformed: np.ndarray, bits: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Integers that replace a transformed kernel: weight = scale * integer.

    Args:
        transformed: the result of `transform_kernel`, `[(m+2)^2, C, D]`; for 8 bits with `INT8_TILE`.
        bits: 8, or 16, of which about 12 are used so that 32-bit sums do not overflow.

    Returns:
        The integers, int8 `[(m+2)^2, ceil(C / 4), D, 4]` or int16 `[(m+2)^2, ceil(C / 2), D, 2]`, with zeros after the
        last input; float32 scales `[(m+2)^2, D]`; and the initial sums, int32 of that shape: zeros, or with 8 bits -128
        times the sums over the inputs, for instructions that add 128 to planes.
        times the sums over the inputs, for instructions that add 128 to planes.
    """
    cells, inputs, outputs = transformed.shape
    kind, group = (np.int8, 4) if bits == 8 else (np.int16, 2)
    most = largest_whole(bits, inputs)
    largest = np.abs(transformed).max(axis=1)
    scales = np.where(largest > 0, largest / most, 1.0)
    numbers = np.zeros((cells, -(-inputs // group) * group, outputs), kind)
    numbers[:, :inputs] = np.rint(transformed / scales[:, None])
    offsets = (-128 if bits == 8 else 0) * numbers.sum(axis=1, dtype=np.int32)
    grouped = np.ascontiguousarray(numbers.reshape(cells, -1, group, outputs).swapaxes(2, 3))
    return grouped, scales.astype(np.float32), offsets


def largest_whole(bits: int, inputs: int) -> int:
    """The scaled maximum of a row and of a column; with 16 bits chosen so that no 32-bit sum overflows."""
    return 127 if bits == 8 else min(32767, math.isqrt((2**31 - 1) // (-(-inputs // 16) * 16)))


def transform_traced_kernel(kernel: jax.Array, tile: int) -> jax.Array:
    """The same inside a traced function, in float32, for kernels that are being learned."""
    transform = jnp.asarray(transforms(tile)[1], jnp.float32)
    both = jnp.einsum("ai,bj,ijcd->bacd", transform, transform, kernel, precision=jax.lax.Precision.HIGHEST)
    return both.reshape(-1, *kernel.shape[2:])


def convolve(x: jax.Array, transformed: jax.Array, tile: int) -> jax.Array:
    """The convolution with padding SAME: `[B, H, W, C]` to `[B, H, W, D]`.

    Args:
        x: float32 planes.
        transformed: the result of `transform_kernel`, `[(m+2)^2, C, D]`.
        tile: m.
    """
    output, _, data = transforms(tile)
    size = tile + 2
    batch, height, width, channels = x.shape
    down, across = -(-height // tile), -(-width // tile)
    x = jnp.pad(x, ((0, 0), (1, down * tile + 1 - height), (1, across * tile + 1 - width), (0, 0)))
    # 1. B^T d B. Tiles overlap by two cells; the i-th rows of all of them are a strided slice.
    x = jnp.stack(_combine(data, [_every(x, i, down, tile, 1) for i in range(size)]))  # [row, B, down, W, C]
    x = jnp.stack(_combine(data, [_every(x, i, across, tile, 3) for i in range(size)]))
    # 2. The products: one matrix product for each cell of the transformed tile.
    x = x.reshape(size * size, batch * down * across, channels)
    y = jnp.einsum("pnc,pcd->pnd", x, transformed, precision=jax.lax.Precision.HIGHEST)
    # 3. A^T Y A, along columns, then rows.
    y = y.reshape(size, size, batch, down, across, -1)
    y = jnp.stack(_combine(output, list(y)), axis=4)  # [row, B, down, across, m, D]
    y = jnp.stack(_combine(output, list(y)), axis=2)  # [B, down, m, across, m, D]
    return y.reshape(batch, down * tile, across * tile, -1)[:, :height, :width]


def _every(x: jax.Array, first: int, count: int, step: int, axis: int) -> jax.Array:
    return jax.lax.slice_in_dim(x, first, first + (count - 1) * step + 1, step, axis)


def _combine(matrix: np.ndarray, parts: Sequence[jax.Array]) -> list[jax.Array]:
    """The product matrix @ parts, as additions of whole arrays, so that XLA fuses them; zeros and ones cost nothing."""
    rows = []
    for row in matrix:
        terms = [
            part if factor == 1 else float(factor) * part for factor, part in zip(row, parts, strict=True) if factor
        ]
        rows.append(sum(terms[1:], start=terms[0]))
    return rows
