"""A trained network as files that can be used without boardai: weights, the forward pass, and a card about them.

    safetensors, npz   the weights by name, float32 or rounded to 16 or 8 bits; the metadata describe their use
    stablehlo          the forward pass, including weights, as a `jax.export` artifact (one file, any batch size);
                       with suffix .mlir portable StableHLO bytecode instead, for other compilers
    onnx               the forward pass as an ONNX graph (onnx_graph.py), compared with the network before it is written

Weights are named as in checkpoints, `parameters/stem/conv/kernel` and `statistics/stem/norm/mean`, in ONNX graphs too.
Reading unrounded weights restores the exact bits. The forward pass maps planes float32 [B, H, W, C] to logits [B, A]
and values [B] for the side to move.
"""

from __future__ import annotations

import dataclasses
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export

from boardai.basics.checksums import SEAL
from boardai.basics.files import write_atomically
from boardai.basics.optional import optional_package
from boardai.game import Game
from boardai.learn.network.network import Network
from boardai.learn.network.residual import compute_dtype
from boardai.learn.network.weights_file import (
    ROUNDED_FORMAT,
    WEIGHTS_FORMAT,
    rounded_weights,
    weights_digest,
)
from boardai.learn.reports.onnx_graph import onnx_model
from boardai.learn.runs.trained_network import Trained
from boardai.learn.settings import to_table
from boardai.learn.targets import NEVER

# The backends of a StableHLO artifact; one file runs on all of them.
PLATFORMS = ("cpu", "cuda", "rocm", "tpu")
# An ONNX file is compared with its network on this many positions, with this tolerance relative to the largest number.
_COMPARED, _TOLERANCE = 16, 1e-4


def named_weights(trained: Trained) -> dict[str, np.ndarray]:
    """Every array of the network by its name, in the network's order."""
    named = trained.network.named(trained.parameters, trained.statistics)
    return {name: np.asarray(leaf) for name, leaf in named.items()}


def metadata(trained: Trained) -> dict[str, str]:
    """The metadata of a weights file; only texts, as safetensors requires."""
    return {
        "format": WEIGHTS_FORMAT,
        "game": str(trained.description["game"]),
        "planes": json.dumps(list(trained.game.observation_shape)),
        "policy_size": str(trained.game.policy_size),
        "network": json.dumps(to_table(trained.network.config)),
        "checkpoint": str(trained.checkpoint),
        **({"learner": learner} if (learner := str(trained.description.get("learner", ""))) else {}),
    }


def write_safetensors(trained: Trained, path: Path, bits: int = 32) -> None:
    """Writes the weights as safetensors.

    Args:
        trained: the network.
        path: the file.
        bits: bits per number of a kernel: 32, or rounded to 16 or 8.

    Raises:
        ValueError: the package safetensors is not installed.
    """
    safetensors = optional_package("safetensors.numpy", "safetensors", "safetensors")
    # safetensors writes an array's memory as it is, which is wrong for views in another order.
    arrays, about = _written(trained, bits)
    arrays = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    write_atomically(path, safetensors.save(arrays, metadata=about))


def write_npz(trained: Trained, path: Path, bits: int = 32) -> None:
    """Writes the weights as NumPy's npz, compressed; the array `metadata` holds the metadata as JSON text.

    Args:
        trained: the network.
        path: the file.
        bits: bits per number of a kernel: 32, or rounded to 16 or 8.
    """
    buffer = io.BytesIO()
    arrays, about = _written(trained, bits)
    packed: dict[str, Any] = {"metadata": np.array(json.dumps(about)), **arrays}
    np.savez_compressed(buffer, **packed)
    write_atomically(path, buffer.getvalue())


def _written(trained: Trained, bits: int) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """The arrays and the metadata of a weights file, including the checksum of both."""
    arrays, about = named_weights(trained), metadata(trained)
    if bits != 32:
        arrays, about["format"] = rounded_weights(arrays, bits), ROUNDED_FORMAT
    return arrays, {**about, SEAL: weights_digest(arrays, about)}


def forward(trained: Trained) -> Callable[[Any], tuple[Any, Any]]:
    """The network as a function of planes only, with its weights as constants."""
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
    """Writes the forward pass as a `jax.export` artifact, or with suffix .mlir as portable StableHLO bytecode.

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

    Before the file is written, onnxruntime loads it and must compute the network's outputs for positions of a game.

    Raises:
        ValueError: onnx or onnxruntime is not installed, a layer of the network has no translation, or the outputs
            differ. No file is written then.
    """
    onnx = optional_package("onnx", "onnx", "onnx")
    onnxruntime = optional_package("onnxruntime", "onnxruntime", "onnx")
    network, shape = _in_float32(trained.network), trained.game.observation_shape
    evaluate = forward(dataclasses.replace(trained, network=network))

    def of_weights(planes: Any, weights: dict[str, Any]) -> tuple[Any, Any]:
        return network.apply(*network.leaves(weights), planes)

    name = f"boardai {trained.description['game']}"
    model = onnx_model(of_weights, shape, name, "planes", ["logits", "value"], named_weights(trained))
    onnx.helper.set_model_props(model, metadata(trained))
    data = model.SerializeToString()
    try:
        session = onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own classes
        raise ValueError(f"ONNX: onnxruntime cannot read the exported network: {error}") from None
    planes = _positions_of_a_game(trained.game)
    with jax.default_matmul_precision("highest"):
        wanted = [np.asarray(one) for one in jax.jit(evaluate)(planes)]
    for rows in (1, len(planes)):
        outputs = session.run(None, {"planes": planes[:rows]})
        for name, found, whole in zip(("logits", "value"), outputs, wanted, strict=True):
            if not agrees(found, whole[:rows]):
                raise ValueError(f"ONNX: onnxruntime's {name} for {rows} positions differs from the network's")
    write_atomically(path, data)


def agrees(found: np.ndarray, wanted: np.ndarray) -> bool:
    """Whether an exported network's outputs equal the network's, up to rounding.

    Logits of moves off the board (`NEVER`) count as infinite, so they do not affect the tolerance of the others.

    Args:
        found: outputs of the exported network.
        wanted: outputs of the network.
    """
    if found.shape != wanted.shape:
        return False
    found, wanted = (np.where(one <= NEVER / 2, -np.inf, one) for one in (found, wanted))
    largest = float(np.abs(wanted, where=np.isfinite(wanted), out=np.zeros_like(wanted)).max())
    return np.allclose(found, wanted, rtol=0, atol=_TOLERANCE * max(1.0, largest))


def _in_float32(network: Network) -> Network:
    """The same network, computed in the number type of the file."""
    if compute_dtype(network.config) == jnp.float32:
        return network
    config = dataclasses.replace(network.config, precision="float32")
    cells = network.policy_cells
    return Network(network.shape, network.policy_size, config, seed=0, native=False, policy_cells=cells)


def _positions_of_a_game(game: Game) -> np.ndarray:
    """Planes of the first positions of a random game."""
    rng, state = np.random.default_rng(0), game.initial_state()
    planes: list[np.ndarray] = []
    while len(planes) < _COMPARED and not state.is_terminal():
        planes.append(np.asarray(state.observation(), np.float32))
        state.apply(int(rng.choice(state.legal_actions())))
    return np.stack(planes)


WEIGHTS_WRITERS: dict[str, Callable[[Trained, Path, int], None]] = {"safetensors": write_safetensors, "npz": write_npz}
FORWARD_WRITERS: dict[str, Callable[[Trained, Path], None]] = {
    "stablehlo": write_stablehlo,
    "onnx": write_onnx,
}
