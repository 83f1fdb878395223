"""Files of a network's weights: npz or safetensors, as written by `python -m boardai.export`.

Weights are named as in `Network.named`: `parameters/stem/conv/kernel`, `statistics/stem/norm/mean`. Reading a file
restores the exact bits, unless the weights were rounded: then each kernel consists of integers of 8 or 16 bits, and is
followed by their step size for each channel of its last axis.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np

from boardai.basics.arrays import BAD_ARCHIVE, read_arrays
from boardai.basics.checksums import SEAL, arrays_digest
from boardai.basics.files import parse_json
from boardai.basics.optional import optional_package
from boardai.basics.quoting import quoted
from boardai.learn.network.network import Leaves, Network

WEIGHTS_FORMAT = "boardai weights 1"
ROUNDED_FORMAT = "boardai weights 2"  # with kernels of integers
_STEP = "_step"  # suffix of a kernel's name: its step sizes, float32
_WHOLE: dict[int, type[np.signedinteger[Any]]] = {8: np.int8, 16: np.int16}
_LONGEST_HEAD = 4_000_000  # bytes; the header of a safetensors file


def weights_digest(arrays: Mapping[str, Any], about: Mapping[str, str]) -> str:
    """SHA-256 of a file's arrays and metadata; it is stored in the metadata."""
    rest = {key: value for key, value in about.items() if key != SEAL}
    return arrays_digest({**arrays, "metadata": np.array(json.dumps(rest, sort_keys=True))})


def rounded_weights(arrays: Mapping[str, np.ndarray], bits: int) -> dict[str, np.ndarray]:
    """The arrays, with each kernel replaced by integers and their step sizes.

    >>> import numpy as np
    >>> from boardai.learn.network.weights_file import rounded_weights
    >>> kernel = np.array([[1.0, -0.5], [0.2, 0.25]], np.float32)
    >>> rounded = rounded_weights({"kernel": kernel}, bits=8)
    >>> rounded["kernel"].tolist(), [round(127 * float(step), 3) for step in rounded["kernel_step"]]
    ([[127, -127], [25, 64]], [1.0, 0.5])

    Args:
        arrays: arrays by name, with finite numbers; all with more than one axis are kernels.
        bits: 8 or 16.
    """
    found: dict[str, np.ndarray] = {}
    for name, array in arrays.items():
        if array.ndim < 2:
            found[name] = array
            continue
        most = np.abs(array).max(axis=tuple(range(array.ndim - 1)))
        step = (most / np.iinfo(_WHOLE[bits]).max).astype(np.float32)
        found[name] = np.rint(array / np.where(step > 0, step, 1)).astype(_WHOLE[bits])
        found[name + _STEP] = step
    return found


def _restored(arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """All arrays as float32; rounded ones are multiplied by their steps.

    Raises:
        ValueError: the steps of an array are missing or have the wrong shape.
    """
    found = {}
    for name, array in arrays.items():
        if name.endswith(_STEP):
            continue
        if array.dtype in _WHOLE.values():
            step = arrays.get(name + _STEP)
            if step is None or step.dtype != np.float32 or array.ndim < 2 or step.shape != array.shape[-1:]:
                raise ValueError(f"{name}{_STEP}: expected what each step of {name} is worth, float32 for each channel")
            array = array * step
        found[name] = array
    return found


def read_weights(path: str | Path) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Reads the arrays and the metadata of an exported weights file, npz or safetensors; rounded kernels as float32.

    Raises:
        ValueError: not such a file; the message names it and the reason.
        OSError: the file cannot be read.
    """
    path = Path(path)
    with open(path, "rb") as file:
        is_zip = file.read(2) == b"PK"
    try:
        if is_zip:
            arrays = read_arrays(path)
            about = parse_json(str(arrays.pop("metadata")), "metadata")
        else:
            safetensors = optional_package("safetensors", "safetensors", "safetensors")
            _require_short_head(path)
            with safetensors.safe_open(path, "numpy") as opened:
                arrays = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
                about = opened.metadata() or {}
    except BAD_ARCHIVE as error:
        raise ValueError(f"{path}: not a file of exported weights: {error}") from None
    except Exception as error:  # safetensors' own errors, and NumPy's for types that it lacks
        if not isinstance(error, TypeError | AttributeError) and type(error).__name__ != "SafetensorError":
            raise
        raise ValueError(f"{path}: not a file of exported weights: {error}") from None
    if not isinstance(about, dict):
        raise ValueError(f"{path}: not a file of exported weights: its metadata are not an object")
    if about.get("format") not in (WEIGHTS_FORMAT, ROUNDED_FORMAT):
        raise ValueError(f"{path}: format {quoted(about.get('format'))}, expected {WEIGHTS_FORMAT!r}")
    if SEAL in about and about[SEAL] != weights_digest(arrays, about):
        raise ValueError(f"{path}: does not match its SHA-256: the file was altered")
    if about["format"] == WEIGHTS_FORMAT:
        return arrays, about
    try:
        return _restored(arrays), about
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _require_short_head(path: Path) -> None:
    """Rejects a header that would take too much memory; the arrays are not compressed and need no check.

    Format: https://huggingface.co/docs/safetensors, "Format".
    """
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(8), "little")
    if length > _LONGEST_HEAD:
        raise ValueError(f"a head of {length:,} bytes is longer than {_LONGEST_HEAD:,}")


def leaves_of(network: Network, arrays: dict[str, np.ndarray], source: str = "weights") -> tuple[Leaves, Leaves]:
    """Parameters and statistics for a network, from arrays by name.

    Args:
        network: the network that the arrays are for.
        arrays: the result of `read_weights`.
        source: name of the source in errors.

    Raises:
        ValueError: an array is missing, superfluous, or has another shape or type.
    """
    wanted = network.named(network.parameters, network.statistics)
    for name in arrays.keys() - wanted.keys():
        raise ValueError(f"{source}: {name} belongs to no layer of this network")
    for name, leaf in wanted.items():
        if name not in arrays:
            raise ValueError(f"{source}: {name} is missing")
        have = arrays[name]
        if have.shape != leaf.shape or have.dtype != leaf.dtype:
            raise ValueError(
                f"{source}: {name} is {have.dtype}{list(have.shape)}, this network has {leaf.dtype}{list(leaf.shape)}"
            )
    return network.leaves({name: jnp.asarray(array) for name, array in arrays.items()})
