"""Pruning: derives a smaller tower, a policy head of low rank or sparse kernels from a larger network.

A run starts from it with `network.start`, and its training repairs the loss, best with the large network as the teacher
(`--teacher`):

    blocks:   those that add most to their skip connections are kept;
    channels: of the tower, of each block and of each head, those are kept that are written and read with the largest
              weights, normalisation included;
    rank:     the dense policy layer becomes the closest product of two smaller ones (`network.policy_rank`);
    weights:  the smallest of each kernel become 0 and stay 0 in training (`network.sparsity`). A file of such weights
              compresses well; the speed is unchanged, because no kernel here skips zeros.

Han, Pool, Tran and Dally, "Learning both weights and connections for efficient neural networks" (2015), for single
weights by magnitude; Li, Kadav, Durdanovic, Samet and Graf, "Pruning filters for efficient convnets" (2017), for whole
filters by the size of their weights; Liu et al., "Learning efficient convolutional networks through network slimming"
(2017), for the scale of the normalisation; Denil et al., "Predicting parameters in deep learning" (2013), for low rank.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.growth import grown
from boardai.learn.network.layers import EPSILON
from boardai.learn.network.network import PARAMETERS, STATISTICS, Leaves, Network
from boardai.learn.targets import TARGETS

_TRUNK = "trunk"
_OF_CELLS = "|".join(("policy", *(name for name, target in TARGETS.items() if target.head != "numbers")))
_OF_NUMBERS = "|".join(("value", *(name for name, target in TARGETS.items() if target.head == "numbers")))
# Layers by name: the channels that each reads and writes. Layers after pooling read three groups of them.
_LAYERS = (
    (r"stem", None, _TRUNK),
    (r"(blocks/\d+)/first", _TRUNK, r"\1"),
    (r"(blocks/\d+)/second", r"\1", _TRUNK),
    (r"(blocks/\d+/pooling)/conv", _TRUNK, r"\1"),
    (r"(blocks/\d+)/pooling/dense", r"\1/pooling", r"\1"),
    (r"blocks/\d+/weigh/squeeze", _TRUNK, None),
    (r"blocks/\d+/weigh/excite", None, _TRUNK),
    (rf"(?:{_OF_NUMBERS})/conv", _TRUNK, None),
    (rf"({_OF_CELLS})/conv", _TRUNK, r"\1"),
    (rf"({_OF_CELLS})/(?:planes|extra|out)", r"\1", None),
)
_POOLED = re.compile(rf"blocks/\d+/pooling/dense|blocks/\d+/weigh/squeeze|(?:{_OF_CELLS})/extra")


def fitted(source: NetworkConfig, weights_for: Any, network: Network) -> tuple[Leaves, Leaves]:
    """A trained network's weights for a new network, whose tower may be smaller, larger or the same.

    Args:
        source: settings of the trained network.
        weights_for: returns the trained leaves for a network of the trained size.
        network: the new network.

    Returns:
        Parameters and statistics: unchanged, pruned, or grown (growth.py).

    Raises:
        ValueError: one tower has more blocks and the other more channels, the ranks of the policy heads differ, or a
            tower of attention has another size.
    """
    wanted = network.config
    if _measures(source) == _measures(wanted) or str(wanted.architecture) != "residual":
        return weights_for(network)
    if wanted.body != "convolution":
        raise ValueError(f"a tower of attention is neither pruned nor grown: it is {source.blocks}x{source.channels}")
    sizes = {"blocks": source.blocks, "channels": source.channels, "policy_rank": source.policy_rank}
    trained = Network(
        network.shape,
        network.policy_size,
        dataclasses.replace(wanted, **sizes),  # type: ignore[arg-type]
        0,
        policy_cells=network.policy_cells,
    )
    weights = weights_for(trained)
    if wanted.policy_rank != source.policy_rank and source.policy_rank:
        raise ValueError(
            f"policy_rank: {source.policy_rank} in the source and {wanted.policy_rank} here; "
            f"only a full policy head (0) can be reduced to a low rank"
        )
    if source.blocks >= wanted.blocks and source.channels >= wanted.channels:
        return pruned(trained, network, weights)
    if source.blocks <= wanted.blocks and source.channels <= wanted.channels:
        if wanted.policy_rank != source.policy_rank:
            raise ValueError("policy_rank: a network that grows keeps its policy head")
        if wanted.sparsity:
            raise ValueError(
                "sparsity: a network that grows begins with new weights of 0, which sparsity would keep at 0"
            )
        return grown(trained, network, weights)
    raise ValueError(
        f"its tower is {source.blocks}x{source.channels}, this one {wanted.blocks}x{wanted.channels}: "
        "one has more blocks, the other more channels"
    )


def _measures(config: NetworkConfig) -> tuple[int, int, int]:
    return config.blocks, config.channels, config.policy_rank


def pruned(large: Network, small: Network, weights: tuple[Leaves, Leaves]) -> tuple[Leaves, Leaves]:
    """Weights of the small network that approximate the output of those of the large one.

    Args:
        large: the network before.
        small: the same network with fewer blocks or channels, or with a policy head of low rank.
        weights: parameters and statistics of the large one.
    """
    named = {name: np.asarray(leaf) for name, leaf in large.named(*weights).items()}
    named = _with_fewer_blocks(named, large.config.blocks, small.config.blocks)
    wanted = {name: leaf.shape for name, leaf in small.named(small.parameters, small.statistics).items()}
    for narrow in wanted.keys() - named.keys():  # the new narrow layer of a policy head
        dense = narrow.replace("narrow", "dense")
        named[narrow], named[dense] = low_rank(named[dense], wanted[narrow][1])
    kept = _kept_channels(named, wanted)
    found = {name: _part(name, leaf, kept) for name, leaf in named.items()}
    return small.leaves({name: jnp.asarray(leaf) for name, leaf in found.items()})


def low_rank(matrix: np.ndarray, rank: int) -> tuple[np.ndarray, np.ndarray]:
    """Two matrices whose product is the closest matrix of this rank, by singular values (Eckart and Young, 1936).

    >>> import numpy as np
    >>> from boardai.learn.network.pruning import low_rank
    >>> matrix = np.outer([1.0, 2.0], [3.0, 4.0, 5.0]).astype(np.float32)
    >>> left, right = low_rank(matrix, 1)
    >>> left.shape, right.shape, bool(np.allclose(left @ right, matrix))
    ((2, 1), (1, 3), True)

    Args:
        matrix: `[n, m]`.
        rank: columns of the first and rows of the second; both are scaled alike.
    """
    left, values, right = np.linalg.svd(matrix.astype(np.float64), full_matrices=False)
    # Beyond the matrix's own rank, the remaining columns are zeros.
    left, values, right = left[:, :rank], values[:rank], right[:rank]
    roots = np.sqrt(values)
    missing = rank - len(values)
    first, second = np.pad(left * roots, ((0, 0), (0, missing))), np.pad(roots[:, None] * right, ((0, missing), (0, 0)))
    return first.astype(matrix.dtype), second.astype(matrix.dtype)


def sparse(parameters: Leaves, share: float) -> Leaves:
    """The parameters with a share of each kernel's weights, the smallest ones, set to 0; of equal ones the first.

    Args:
        parameters: leaves; those with more than one axis are kernels.
        share: 0 to below 1, rounded down to whole weights.
    """

    def thinned(leaf: Any) -> Any:
        kernel = np.array(leaf)
        if kernel.ndim < 2:
            return leaf
        smallest = np.argsort(np.abs(kernel), axis=None, kind="stable")[: int(share * kernel.size)]
        kernel.flat[smallest] = 0
        return jnp.asarray(kernel)

    return tuple(map(thinned, parameters))


@dataclass(frozen=True)
class _Layer:
    """The channels that a layer reads and writes.

    Attributes:
        reads: name of the channels of its kernel's rows; None: they are never pruned.
        writes: name of the channels of its kernel's columns and its other numbers; None: they are never pruned.
        groups: number of times that the channels are repeated in its rows.
    """

    reads: str | None
    writes: str | None
    groups: int


def _layer(name: str) -> _Layer | None:
    """The layer of a leaf's name; None: it is not pruned."""
    place = re.sub(r"/(?:conv/kernel|norm/\w+|kernel|bias)$", "", name.partition("/")[2])
    for pattern, reads, writes in _LAYERS:
        if found := re.fullmatch(pattern, place):
            groups = 3 if _POOLED.fullmatch(place) else 1
            return _Layer(reads and found.expand(reads), writes and found.expand(writes), groups)
    return None


def _with_fewer_blocks(named: Mapping[str, np.ndarray], count: int, wanted: int) -> dict[str, np.ndarray]:
    """Removes the blocks that contribute least, and renumbers the others."""
    added = [float(np.linalg.norm(named[f"{PARAMETERS}/blocks/{number}/second/norm/scale"])) for number in range(count)]
    kept = sorted(sorted(range(count), key=lambda number: -added[number])[:wanted])
    numbers = {old: new for new, old in enumerate(kept)}
    found = {}
    for name, leaf in named.items():
        block = re.match(r"(\w+/blocks)/(\d+)/", name)
        if block is None:
            found[name] = leaf
        elif int(block[2]) in numbers:
            found[f"{block[1]}/{numbers[int(block[2])]}/{name[block.end() :]}"] = leaf
    return found


def _kept_channels(named: Mapping[str, np.ndarray], wanted: Mapping[str, tuple[int, ...]]) -> dict[str, np.ndarray]:
    """The channels to keep, by name: the most important ones, in their old order."""
    written = _strengths(named)
    read: dict[str, np.ndarray] = {}
    counts: dict[str, int] = {}
    for name, strength in _readers(named):
        read[name] = read.get(name, np.zeros(1)) + strength
    for name, shape in wanted.items():
        layer = _layer(name)
        if layer is not None and layer.writes is not None:
            counts[layer.writes] = shape[-1]
    kept = {}
    for name, strength in written.items():
        important = strength * read.get(name, np.ones(1))
        kept[name] = np.sort(np.argsort(-important, kind="stable")[: counts[name]])
    return kept


def _strengths(named: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The output power of each channel: the mean square after normalisation, summed over the layers that write it."""
    found: dict[str, np.ndarray] = {}
    for name, scale in named.items():
        if name.endswith("norm/scale") and (layer := _layer(name)) is not None and layer.writes is not None:
            bias = named[f"{name.removesuffix('scale')}bias"]
            found[layer.writes] = found.get(layer.writes, np.zeros(1)) + np.square(scale) + np.square(bias)
    return found


def _readers(named: Mapping[str, np.ndarray]) -> Iterator[tuple[str, np.ndarray]]:
    """The squared weights with which each channel is read, scaled by the normalisation after them."""
    for name, kernel in named.items():
        layer = _layer(name)
        if not name.endswith("kernel") or layer is None or layer.reads is None:
            continue
        weights = kernel.astype(np.float64)
        norm = name.replace("conv/kernel", "norm/")
        if f"{norm}scale" in named:
            variance = named[norm.replace(PARAMETERS, STATISTICS, 1) + "var"]
            weights = weights * (named[f"{norm}scale"] / np.sqrt(variance + EPSILON))
        squares = np.square(weights).sum(axis=(*range(weights.ndim - 2), weights.ndim - 1))
        yield layer.reads, squares.reshape(layer.groups, -1).sum(axis=0)


def _part(name: str, leaf: np.ndarray, kept: Mapping[str, np.ndarray]) -> np.ndarray:
    """A leaf's rows and columns for the channels that are kept."""
    layer = _layer(name)
    if layer is None:
        return leaf
    if name.endswith("kernel") and layer.reads is not None:
        inputs = leaf.shape[-2] // layer.groups
        rows = [group * inputs + kept[layer.reads] for group in range(layer.groups)]
        leaf = np.take(leaf, np.concatenate(rows), axis=-2)
    return leaf if layer.writes is None else np.take(leaf, kept[layer.writes], axis=-1)
