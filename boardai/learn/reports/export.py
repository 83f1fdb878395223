"""A trained network as files that need no boardai: weights, the forward pass, and a card that explains them.

    safetensors, npz   the weights by name, float32, with what is needed to use them as metadata
    stablehlo          the forward pass, weights inside, as a `jax.export` artifact (one file, any batch size);
                       a name that ends in .mlir gives portable StableHLO bytecode instead, for other compilers
    onnx               the forward pass as an ONNX graph, by the package jax2onnx where it is installed

Weights are named as in the network's modules: `parameters/stem/conv/kernel`, `statistics/stem/norm/mean`.
Reading them back gives the same bits. The forward pass takes planes float32 [B, H, W, C] and gives logits [B, A] and
values [B] for the side to move.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export

from boardai.files import parse_json, write_atomically
from boardai.learn.network.network import Leaves, Network
from boardai.learn.runs.trained_network import Trained
from boardai.learn.settings import to_table
from boardai.quoting import quoted

WEIGHTS_FORMAT = "boardai weights 1"
# The backends a StableHLO artifact is lowered for; one file runs on all of them.
PLATFORMS = ("cpu", "cuda", "rocm", "tpu")


def named_weights(trained: Trained) -> dict[str, np.ndarray]:
    """Every array of the network by its name, in the network's order."""
    network = trained.network
    return {
        **{
            f"parameters/{name}": np.asarray(leaf) for name, leaf in _pairs(network.parameter_names, trained.parameters)
        },
        **{
            f"statistics/{name}": np.asarray(leaf) for name, leaf in _pairs(network.statistic_names, trained.statistics)
        },
    }


def metadata(trained: Trained) -> dict[str, str]:
    """What a file of weights says about itself; texts only, as safetensors wants it."""
    return {
        "format": WEIGHTS_FORMAT,
        "game": str(trained.description["game"]),
        "planes": json.dumps(list(trained.game.observation_shape)),
        "policy_size": str(trained.game.policy_size),
        "network": json.dumps(to_table(trained.network.config)),
        "checkpoint": str(trained.checkpoint),
    }


def write_safetensors(trained: Trained, path: Path) -> None:
    """Writes the weights as safetensors.

    Raises:
        ValueError: the package safetensors is not installed.
    """
    safetensors = _package("safetensors.numpy", "safetensors", "safetensors")
    # safetensors keeps the bytes of an array as they lie: views in another order would be written wrongly.
    arrays = {name: np.ascontiguousarray(array) for name, array in named_weights(trained).items()}
    write_atomically(path, safetensors.save(arrays, metadata=metadata(trained)))


def write_npz(trained: Trained, path: Path) -> None:
    """Writes the weights as NumPy's npz; the metadata is the array `metadata`, a text of JSON."""
    buffer = io.BytesIO()
    arrays: dict[str, Any] = named_weights(trained)
    np.savez(buffer, metadata=np.array(json.dumps(metadata(trained))), **arrays)
    write_atomically(path, buffer.getvalue())


def read_weights(path: str | Path) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """The arrays and the metadata of an exported file of weights, npz or safetensors.

    Raises:
        ValueError: not such a file; the message names it and the reason.
        OSError: it cannot be read.
    """
    path = Path(path)
    with open(path, "rb") as file:
        is_zip = file.read(2) == b"PK"
    try:
        if is_zip:
            with np.load(path, allow_pickle=False) as loaded:
                arrays = {name: loaded[name] for name in loaded.files if name != "metadata"}
                about = parse_json(str(loaded["metadata"]), "metadata")
        else:
            safetensors = _package("safetensors", "safetensors", "safetensors")
            with safetensors.safe_open(path, "numpy") as opened:
                arrays = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
                about = opened.metadata() or {}
    except (KeyError, ValueError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path}: not a file of exported weights: {error}") from None
    except Exception as error:  # safetensors has an exception of its own, which is no ValueError
        if type(error).__name__ != "SafetensorError":
            raise
        raise ValueError(f"{path}: not a file of exported weights: {error}") from None
    if about.get("format") != WEIGHTS_FORMAT:
        raise ValueError(f"{path}: format {quoted(about.get('format'))}, expected {WEIGHTS_FORMAT!r}")
    return arrays, about


def leaves_of(network: Network, arrays: dict[str, np.ndarray], source: str = "weights") -> tuple[Leaves, Leaves]:
    """Parameters and statistics for a network, from arrays by name.

    Args:
        network: what they are for.
        arrays: as `read_weights` gives them.
        source: named in errors.

    Raises:
        ValueError: an array is missing, superfluous, or has another shape or type.
    """
    wanted = {
        **{f"parameters/{name}": leaf for name, leaf in _pairs(network.parameter_names, network.parameters)},
        **{f"statistics/{name}": leaf for name, leaf in _pairs(network.statistic_names, network.statistics)},
    }
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
    parameters = tuple(jnp.asarray(arrays[f"parameters/{name}"]) for name in network.parameter_names)
    statistics = tuple(jnp.asarray(arrays[f"statistics/{name}"]) for name in network.statistic_names)
    return parameters, statistics


def forward(trained: Trained) -> Callable[[Any], tuple[Any, Any]]:
    """The network as a function of planes alone, its weights inside."""
    network, parameters, statistics = trained.network, trained.parameters, trained.statistics

    def evaluate(planes: Any) -> tuple[Any, Any]:
        return network.apply(parameters, statistics, planes)

    return evaluate


def exported_forward(trained: Trained) -> Any:
    """The forward pass as a `jax.export.Exported`, for any batch size and all of `PLATFORMS`."""
    (batch,) = export.symbolic_shape("batch")
    planes = jax.ShapeDtypeStruct((batch, *trained.game.observation_shape), jnp.float32)
    return export.export(jax.jit(forward(trained)), platforms=PLATFORMS)(planes)


def write_stablehlo(trained: Trained, path: Path) -> None:
    """Writes the forward pass: a `jax.export` artifact, or for a name in .mlir portable StableHLO bytecode.

    Raises:
        ValueError: the package flatbuffers, which artifacts need, is not installed.
    """
    exported = exported_forward(trained)
    if path.suffix != ".mlir":
        _package("flatbuffers", "flatbuffers", "stablehlo")
    data = exported.mlir_module_serialized if path.suffix == ".mlir" else exported.serialize()
    write_atomically(path, bytes(data))


def write_onnx(trained: Trained, path: Path) -> None:
    """Writes the forward pass as an ONNX graph with input `planes` and outputs `logits` and `value`.

    Raises:
        ValueError: jax2onnx is not installed, or cannot translate a layer of the network.
    """
    jax2onnx = _package("jax2onnx", "jax2onnx", "onnx")
    onnx = _package("onnx", "onnx", "onnx")
    try:
        # The converter prints what it does.
        with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
            model = jax2onnx.to_onnx(
                forward(trained),
                inputs=[("batch", *trained.game.observation_shape)],
                model_name=f"boardai {trained.description['game']}",
                input_names=["planes"],
                output_names=["logits", "value"],
            )
    except NotImplementedError as error:
        raise ValueError(f"jax2onnx cannot translate this network: {error}") from None
    onnx.helper.set_model_props(model, metadata(trained))
    write_atomically(path, model.SerializeToString())


WRITERS: dict[str, Callable[[Trained, Path], None]] = {
    "safetensors": write_safetensors,
    "npz": write_npz,
    "stablehlo": write_stablehlo,
    "onnx": write_onnx,
}


def _package(module: str, package: str, extra: str) -> Any:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != package:
            raise
        raise ValueError(f"this needs the package {package}: pip install 'boardai[{extra}]'") from None


def _pairs(names: tuple[str, ...], leaves: Leaves) -> Iterator[tuple[str, Any]]:
    return zip(names, leaves, strict=True)
