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
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export

from boardai.basics.files import write_atomically
from boardai.learn.network.weights_file import WEIGHTS_FORMAT, leaves_by_name, optional_package
from boardai.learn.runs.trained_network import Trained
from boardai.learn.settings import to_table

# The backends a StableHLO artifact is lowered for; one file runs on all of them.
PLATFORMS = ("cpu", "cuda", "rocm", "tpu")


def named_weights(trained: Trained) -> dict[str, np.ndarray]:
    """Every array of the network by its name, in the network's order."""
    named = leaves_by_name(trained.network, trained.parameters, trained.statistics)
    return {name: np.asarray(leaf) for name, leaf in named.items()}


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
    safetensors = optional_package("safetensors.numpy", "safetensors", "safetensors")
    # safetensors keeps the bytes of an array as they lie: views in another order would be written wrongly.
    arrays = {name: np.ascontiguousarray(array) for name, array in named_weights(trained).items()}
    write_atomically(path, safetensors.save(arrays, metadata=metadata(trained)))


def write_npz(trained: Trained, path: Path) -> None:
    """Writes the weights as NumPy's npz; the metadata is the array `metadata`, a text of JSON."""
    buffer = io.BytesIO()
    arrays: dict[str, Any] = named_weights(trained)
    np.savez(buffer, metadata=np.array(json.dumps(metadata(trained))), **arrays)
    write_atomically(path, buffer.getvalue())


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
        optional_package("flatbuffers", "flatbuffers", "stablehlo")
    data = exported.mlir_module_serialized if path.suffix == ".mlir" else exported.serialize()
    write_atomically(path, bytes(data))


def write_onnx(trained: Trained, path: Path) -> None:
    """Writes the forward pass as an ONNX graph with input `planes` and outputs `logits` and `value`.

    Raises:
        ValueError: jax2onnx is not installed, or cannot translate a layer of the network.
    """
    jax2onnx = optional_package("jax2onnx", "jax2onnx", "onnx")
    onnx = optional_package("onnx", "onnx", "onnx")
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
