"""Layers of board networks, with masks for boards smaller than the canvas.

Activations are `[B, H, W, C]`. A mask is bool `[B, H, W, 1]`, true on the board, or None if every cell belongs to it.
Every layer outputs zeros off the board, as the padding of a convolution would on a canvas of the board's size. So a
network gives the same result on any canvas.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

from boardai.learn.network import native_convolution, winograd

EPSILON = 1e-4  # added to the variance in batch normalisation


class ConvBlock(nnx.Module):
    """Convolution without bias, then batch normalisation over the cells of the board.

    In inference, normalisation is a fixed scale and shift of each channel, so `fold` merges it into the convolution. On
    a CPU, wide 3x3 convolutions are computed in Winograd's form, both in training and folded.

    Args:
        inputs: number of input channels.
        outputs: number of output channels.
        kernel: side of the kernel.
        rngs: random streams of the initial weights.
        dtype: type of the arithmetic; normalisation is computed in float32.
        of_planes: the inputs are a game's planes, whose ranges differ too much to be rounded with a common scale.
    """

    def __init__(
        self,
        inputs: int,
        outputs: int,
        kernel: int,
        rngs: nnx.Rngs,
        dtype: Any = jnp.float32,
        *,
        of_planes: bool = False,
    ):
        self.dtype, self.of_planes = dtype, of_planes
        self.conv = nnx.Conv(inputs, outputs, (kernel, kernel), padding="SAME", use_bias=False, dtype=dtype, rngs=rngs)
        self.norm = nnx.BatchNorm(outputs, momentum=0.95, epsilon=EPSILON, dtype=jnp.float32, rngs=rngs)
        self.folded: FoldedConv | RoundedConv | None = nnx.data(None)

    def __call__(
        self, x: jax.Array, mask: jax.Array | None = None, *, skip: jax.Array | None = None, relu: bool = False
    ) -> jax.Array:
        """The normalised convolution.

        Args:
            x: `[B, H, W, inputs]`.
            mask: the board's cells.
            skip: added to the result, `[B, H, W, outputs]`.
            relu: whether negative results then become 0.
        """
        if self.folded and mask is None:
            return self.folded(x, skip, relu)
        y = self.folded(x) if self.folded else self.norm(self._convolve(x), mask=mask).astype(self.dtype)
        return _followed(y if mask is None else y * mask, skip, relu)

    def _convolve(self, x: jax.Array) -> jax.Array:
        kernel = self.conv.kernel.get_value()
        tile = winograd.best_tile(x.shape[1], x.shape[2])
        if self.norm.use_running_average or not self._winograd(kernel.shape, 1):
            return self.conv(x)
        if native_convolution.offered(kernel.shape[3]):
            return native_convolution.convolve_and_learn(x, kernel, tile)
        if min(kernel.shape[2:]) < winograd.FEWEST_CHANNELS_TRAINING:
            return self.conv(x)
        return winograd.convolve(x, winograd.transform_traced_kernel(kernel, tile), tile)

    def _winograd(self, kernel: tuple[int, ...], fewest_channels: int) -> bool:
        fits = kernel[:2] == (3, 3) and min(kernel[2:]) >= fewest_channels and self.dtype == jnp.float32
        return fits and jax.default_backend() == "cpu"

    def fold(self, height: int, width: int, *, native: bool = False, whole_bits: int = 0) -> None:
        """Replaces both by one convolution with bias: k * s and b - mean * s, where s = scale / sqrt(var + epsilon).

        Args:
            height: height of the board.
            width: width of the board.
            native: whether C++ may be used.
            whole_bits: 8 or 16: a 3x3 convolution multiplies integers of this many bits, unless it is `of_planes`.
        """
        norm: Any = self.norm
        leaves = (norm.scale, norm.bias, norm.mean, norm.var)
        scale, bias, mean, variance = (np.asarray(leaf.get_value(), np.float64) for leaf in leaves)
        factor = scale / np.sqrt(variance + norm.epsilon)
        kernel = np.asarray(self.conv.kernel.get_value(), np.float64) * factor
        in_whole_numbers = whole_bits and not self.of_planes and self._winograd(kernel.shape, 1)
        if in_whole_numbers and native_convolution.offered_in_whole_numbers(kernel.shape[3]):
            tile = winograd.INT8_TILE if whole_bits == 8 else winograd.best_tile(height, width)
            self.folded = RoundedConv(kernel, bias - mean * factor, tile, whole_bits)
            del self.conv, self.norm
            return
        native = native and self._winograd(kernel.shape, 1) and native_convolution.offered(kernel.shape[3])
        fast = native or self._winograd(kernel.shape, winograd.FEWEST_CHANNELS)
        tile = winograd.best_tile(height, width) if fast else 0
        self.folded = FoldedConv(kernel, bias - mean * factor, tile, self.dtype, native=native)
        del self.conv, self.norm


def _followed(y: jax.Array, skip: jax.Array | None, relu: bool) -> jax.Array:
    y = y if skip is None else skip + y
    return nnx.relu(y) if relu else y


class FoldedConv(nnx.Module):
    """Convolution with bias, then ConvBlock's operations; in Winograd's form if `tile` is not 0, optionally in C++."""

    def __init__(self, kernel: np.ndarray, bias: np.ndarray, tile: int, dtype: Any, native: bool = False):
        self.tile, self.native = tile, native
        kernel = winograd.transform_kernel(kernel, tile) if tile else kernel
        self.kernel = nnx.Param(jax.device_put(kernel.astype(dtype)))
        self.bias = nnx.Param(jax.device_put(bias.astype(dtype)))

    def __call__(self, x: jax.Array, skip: jax.Array | None = None, relu: bool = False) -> jax.Array:
        kernel, bias = self.kernel.get_value(), self.bias.get_value()
        if self.native:
            return native_convolution.convolve(x, kernel, bias, skip, relu)
        if self.tile:
            y = winograd.convolve(x, kernel, self.tile)
        else:
            layout = ("NHWC", "HWIO", "NHWC")
            y = jax.lax.conv_general_dilated(x.astype(kernel.dtype), kernel, (1, 1), "SAME", dimension_numbers=layout)
        return _followed(y + bias, skip, relu)


class RoundedConv(nnx.Module):
    """A folded 3x3 convolution that multiplies integers (native_convolution.py)."""

    def __init__(self, kernel: np.ndarray, bias: np.ndarray, tile: int, bits: int):
        rounded = winograd.round_kernel(winograd.transform_kernel(kernel, tile), bits)
        self.weights, self.scales, self.offsets = (nnx.Param(jax.device_put(part)) for part in rounded)
        self.bias = nnx.Param(jax.device_put(bias.astype(np.float32)))

    def __call__(self, x: jax.Array, skip: jax.Array | None = None, relu: bool = False) -> jax.Array:
        rounded = (self.weights.get_value(), self.scales.get_value(), self.offsets.get_value())
        return native_convolution.convolve_in_whole_numbers(x, rounded, self.bias.get_value(), skip, relu)


def pooled(x: jax.Array, mask: jax.Array | None) -> jax.Array:
    """Features of the whole board, float32 `[B, 3 C]`: means, means scaled by the board's size, maxima (KataGo)."""
    x = x.astype(jnp.float32)
    if mask is None:
        cells = jnp.full((x.shape[0], 1), float(x.shape[1] * x.shape[2]))
        mean, largest = x.mean((1, 2)), x.max((1, 2))
    else:
        cells = jnp.maximum(1.0, mask.sum((1, 2), dtype=jnp.float32))
        mean = (x * mask).sum((1, 2)) / cells
        largest = jnp.where(mask, x, -jnp.inf).max((1, 2))
        largest = jnp.where(jnp.isfinite(largest), largest, 0.0)  # a row of padding has no cells
    # Sums grow with the board, means do not: a linear layer can express either from these two.
    return jnp.concatenate([mean, mean * (jnp.sqrt(cells) - 8.0) / 8.0, largest], axis=1)


class SqueezeExcitation(nnx.Module):
    """Scales channels by features of the whole board: x * sigmoid(dense(relu(dense(mean of x)))).

    Hu et al., "Squeeze-and-Excitation Networks" (2018).
    """

    def __init__(self, channels: int, hidden: int, rngs: nnx.Rngs, dtype: Any):
        self.squeeze = nnx.Linear(3 * channels, hidden, dtype=dtype, rngs=rngs)
        self.excite = nnx.Linear(hidden, channels, dtype=dtype, rngs=rngs)

    def __call__(self, x: jax.Array, mask: jax.Array | None) -> jax.Array:
        weights = nnx.sigmoid(self.excite(nnx.relu(self.squeeze(pooled(x, mask)))))
        return x * weights[:, None, None, :]


class PoolingBias(nnx.Module):
    """A few channels pooled over the whole board and added to every cell.

    Wu, "Accelerating self-play learning in Go" (2019), section 3.3.
    """

    def __init__(self, channels: int, rngs: nnx.Rngs, dtype: Any):
        features = max(8, channels // 4)
        self.conv = ConvBlock(channels, features, 3, rngs, dtype)
        self.dense = nnx.Linear(3 * features, channels, dtype=dtype, rngs=rngs)

    def __call__(self, x: jax.Array, mask: jax.Array | None) -> jax.Array:
        bias = self.dense(pooled(self.conv(x, mask, relu=True), mask))[:, None, None, :]
        return bias if mask is None else bias * mask


class ResidualBlock(nnx.Module):
    """relu(x + conv(relu(conv(x)))), with optional layers between and after the convolutions."""

    def __init__(
        self, channels: int, rngs: nnx.Rngs, *, squeeze: int = 0, pooling: bool = False, dtype: Any = jnp.float32
    ):
        self.first = ConvBlock(channels, channels, 3, rngs, dtype)
        self.second = ConvBlock(channels, channels, 3, rngs, dtype)
        self.pooling = PoolingBias(channels, rngs, dtype) if pooling else None
        self.weigh = SqueezeExcitation(channels, squeeze, rngs, dtype) if squeeze else None

    def __call__(self, x: jax.Array, mask: jax.Array | None = None) -> jax.Array:
        if self.pooling is None:
            y = self.first(x, mask, relu=True)
        else:
            y = nnx.relu(self.first(x, mask) + self.pooling(x, mask))
        if self.weigh is None:
            return self.second(y, mask, skip=x, relu=True)
        return nnx.relu(x + self.weigh(self.second(y, mask), mask))
