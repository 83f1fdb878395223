"""The device's own peaks, and the network on it: inference by batch size and precision, and training steps.

Operations of a position are counted layer by layer (boardai/learn/network/size.py); a share of the peak compares them
with the largest rate of a matrix product measured on the same device.
"""

from __future__ import annotations

import dataclasses
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import boardai
from boardai.game import load
from boardai.learn.network.config import NetworkConfig, Precision
from boardai.learn.network.inference import Evaluator, inference_rate, piece_size
from boardai.learn.network.network import Network
from boardai.learn.network.size import flops
from boardai.learn.runs.presets import load_preset
from boardai.learn.settings import merged
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LearnConfig
from boardai.learn.training.descent import Descent, Weights
from boardai.learn.training.learner import Learner
from boardai.learn.training.losses import losses

GAME = "chess"
_PRESET = {name: merged(NetworkConfig(), load_preset(GAME, name).table["network"], name) for name in ("sere", "gpu")}
SIZES = {
    "4x64": NetworkConfig(blocks=4, channels=64, policy_head="conv"),
    "6x96": _PRESET["sere"],
    "10x128": _PRESET["gpu"],
    "20x256": dataclasses.replace(_PRESET["gpu"], blocks=20, channels=256, squeeze_excitation=64),
}
"""By name: small, that of `sere`, that of the `gpu` presets, and a large one."""
BATCHES: dict[Precision, tuple[int, ...]] = {"bfloat16": (1, 8, 64, 512, 2048, 8192), "float32": (64, 512, 8192)}
TRAINING_BATCHES = (1024, 4096)
_SAMPLE = 0.15  # seconds
_REPEATS = 5


def where() -> dict[str, Any]:
    """The device and versions that the results depend on."""
    device = jax.devices()[0]
    return {
        "device": device.device_kind,
        "platform": device.platform,
        "jax": jax.__version__,
        "boardai": boardai.__version__,
    }


def card(quick: bool) -> dict[str, Any]:
    """Peaks: matrix products, copies on the device, transfers from and to the host."""
    side, mega = (512, 1) if quick else (8192, 256)
    table: dict[str, Any] = {}
    for name, precision in (("bfloat16", "default"), ("float32", "highest"), ("tensorfloat32", "default")):
        kind = jnp.bfloat16 if name == "bfloat16" else jnp.float32
        left, right = (jax.random.normal(jax.random.key(seed), (side, side), kind) for seed in (0, 1))
        product = partial(jax.jit(jnp.dot, static_argnames="precision"), left, right, precision=precision)
        table[f"product_{name}_tflops"] = 2 * side**3 / _seconds(product) / 1e12
    data = jnp.ones((mega * 2**20 // 4,), jnp.float32)
    copy = jax.jit(lambda x: x + 1)
    table["copy_gb_per_second"] = 2 * data.nbytes / _seconds(lambda: copy(data)) / 1e9
    host = np.ones(data.shape, np.float32)
    table["to_device_gb_per_second"] = host.nbytes / _seconds(lambda: jax.device_put(host)) / 1e9
    start = time.perf_counter()
    for number in range(_REPEATS):
        np.asarray(copy(data + number))
    table["from_device_gb_per_second"] = _REPEATS * host.nbytes / (time.perf_counter() - start) / 1e9
    return table


def network_of(size: str, precision: Precision = "auto", game: str = GAME) -> Network:
    """One of SIZES for a game, with initial weights."""
    loaded = load(game)
    config = dataclasses.replace(SIZES[size], precision=precision)
    return Network(loaded.observation_shape, loaded.policy_size, config, 0, policy_cells=loaded.policy_cells)


def inference_step(size: str) -> Callable[[bool], dict[str, Any]]:
    """Evaluations a second of one network, by precision and batch size.

    Twice: with planes that are on the device, and as self-play asks, from NumPy planes to NumPy answers by one caller
    and by as many as do most.
    """

    def measure(quick: bool) -> dict[str, Any]:
        rows: list[dict[str, Any]] = []
        for precision, batches in BATCHES.items():
            network = network_of(size, precision)
            weights = network.fold(network.parameters, network.statistics)
            planes = {batch: _planes(network.shape, batch) for batch in (batches[:2] if quick else batches)}

            def call(batch: int, planes: Any, network: Network = network, weights: Any = weights) -> Any:
                return network.jitted_folded(weights, planes, np.int32(batch), piece=piece_size(batch))

            # Compiled side by side: choosing among a convolution's kernels takes seconds each.
            with ThreadPoolExecutor(6) as pool:
                list(pool.map(lambda item: jax.block_until_ready(call(*item)), planes.items()))
            for batch in planes:
                resident = resident_rate(network, batch)
                evaluator = Evaluator(network, network.parameters, network.statistics, batch)
                rate = inference_rate(evaluator, 0.3 if quick else 1.0)
                rows.append(
                    {"precision": precision, "batch": batch, "resident": resident, "from_host": rate}
                    | {"tflops": resident * flops(network) / 1e12}
                )
        return {"size": size, "game": GAME, "mflop": flops(network_of(size)) / 1e6, "rows": rows}

    return measure


def resident_rate(network: Network, batch: int) -> float:
    """Rows a second of a network whose planes are on the device and whose answers stay there."""
    weights = network.fold(network.parameters, network.statistics)
    planes, piece = jnp.asarray(_planes(network.shape, batch)), piece_size(batch)
    return batch / _seconds(lambda: network.jitted_folded(weights, planes, np.int32(batch), piece=piece))


def training_step(size: str) -> Callable[[bool], dict[str, Any]]:
    """Training steps per second of one network, by batch size.

    Twice: on a batch that is on the device, and as a run makes them, each batch brought from the host.
    """

    def measure(quick: bool) -> dict[str, Any]:
        network, steps = network_of(size), 4 if quick else 40
        works = [_Steps(network, batch_size) for batch_size in ((64,) if quick else TRAINING_BATCHES)]
        rows: list[dict[str, Any]] = []
        for work in works:
            for run in (work.resident, work.from_host):
                run(2)  # compiles
            resident, from_host = work.resident(steps), work.from_host(steps)
            # Forward, and twice as much back.
            tflops = 3 * flops(network) * work.batch_size * resident / 1e12
            rows.append({"batch": work.batch_size, "resident": resident, "from_host": from_host, "tflops": tflops})
        return {"size": size, "game": GAME, "rows": rows}

    return measure


class _Steps:
    """Training steps of a network on one batch, made up; each method returns steps per second."""

    def __init__(self, network: Network, batch_size: int):
        config = LearnConfig(batch_size=batch_size)
        self.batch_size, self._learner = batch_size, Learner(network, config)
        self._descent = Descent(network, config, losses)
        self._batch = TrainingBatch(network.shape, network.policy_size, batch_size)
        _fill(self._batch)
        self._step = jax.jit(self._stepped, donate_argnums=0)
        self._filled: set[int] = set()

    def resident(self, steps: int) -> float:
        """With a batch that is on the device."""
        weights = jax.tree.map(jnp.copy, self._descent.initial())
        batch, rates = jax.device_put(self._batch.arrays()), self._descent.rates(1000, 0.0)
        jax.block_until_ready((weights, batch))
        start = time.perf_counter()
        for _ in range(steps):
            weights, _ = self._step(weights, batch, rates)
        jax.block_until_ready(weights)
        return steps / (time.perf_counter() - start)

    def from_host(self, steps: int) -> float:
        """As a run makes them, each batch brought from the host; sampling it from the replay buffer is left out."""

        def fill(step: int, batch: TrainingBatch) -> None:
            if id(batch) not in self._filled:  # two, which take turns
                self._filled.add(id(batch))
                _fill(batch)

        start = time.perf_counter()
        self._learner.train(steps, 0.0, fill)
        return steps / (time.perf_counter() - start)

    def _stepped(self, weights: Weights, batch: Any, rates: Any) -> tuple[Weights, Any]:
        return self._descent.updated(weights, self._descent.gradients(*weights[:2], batch), rates)


def _planes(shape: tuple[int, int, int], batch: int) -> np.ndarray:
    return np.random.default_rng(0).integers(0, 2, (batch, *shape)).astype(np.float32)


def _fill(batch: TrainingBatch) -> None:
    """Anything that a loss can be computed of."""
    rng = np.random.default_rng(0)
    arrays = batch.arrays()
    rows, actions = arrays["policy"].shape
    arrays["planes"][:] = rng.integers(0, 2, arrays["planes"].shape)
    arrays["policy"][np.arange(rows), rng.integers(0, actions, rows)] = 1
    arrays["legal"][:] = 1
    arrays["outcome"][:] = rng.integers(-1, 2, rows)
    arrays["search_value"][:] = rng.uniform(-1, 1, rows)
    arrays["moves_left"][:] = rng.integers(1, 60, rows)


def _seconds(call: Callable[[], Any]) -> float:
    """Of one call, the median of a few samples; calls are sent one after the other and the last is waited for."""
    jax.block_until_ready(call())
    start = time.perf_counter()
    jax.block_until_ready(call())
    times = max(1, round(_SAMPLE / max(time.perf_counter() - start, 1e-6)))

    def once() -> float:
        start = time.perf_counter()
        for _ in range(times - 1):
            call()
        jax.block_until_ready(call())
        return (time.perf_counter() - start) / times

    return statistics.median(once() for _ in range(_REPEATS))
