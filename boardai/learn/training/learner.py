"""Gradient descent on the AlphaZero loss (losses.py), step by step (descent.py).

Alongside the weights an exponential moving average of them is kept, which plays better than any single step's weights
(Polyak and Juditsky 1992):

    average = decay * average + (1 - decay) * weights
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

import jax
import numpy as np

from boardai.basics.seeds import long_seed_of
from boardai.learn.network.growth import grown, grown_state
from boardai.learn.network.network import Leaves, Network
from boardai.learn.stages import Stopwatch, rates
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LearnConfig
from boardai.learn.training.descent import Descent, Steps, Weights, learning_rate, refuse_other_rates, steps_of
from boardai.learn.training.given import USUAL, Given
from boardai.learn.training.losses import auxiliary_columns, losses, with_usual_metrics

Fill = Callable[[int, TrainingBatch], None]
Trees = dict[str, dict[str, Any]]


class Learner:
    """The weights under training, their average and the optimiser's state.

    Args:
        network: the function; its initial weights are the start.
        config: optimiser, losses and averaging.
        given: the user's loss, optimiser and batch augmentation, which replace the usual ones.
        columns: additional columns of the replay buffer for the code that fills the batches, with the shape of one
            position's part; the loss does not get them.
        targets: the same, but for the loss. The network predicts the states after `actions` `[K]` (muzero.py).
        seed: seed of the generator for `given.augment`.

    Attributes:
        given: the user's replacements.
        parameters: trainable leaves after the last step.
        statistics: batch normalisation's leaves after the last step.
        average: both, averaged over steps; None if `learn.ema.decay` is 0.
        steps: training steps done.

    Raises:
        ValueError: a loss whose head the network lacks, or an optimiser that needs more than gradients, state and
            parameters.
    """

    average: tuple[Leaves, Leaves] | None
    optimizer_state: Any
    _descent: Descent
    _steps: Steps

    def __init__(
        self,
        network: Network,
        config: LearnConfig,
        given: Given = USUAL,
        columns: Mapping[str, tuple[int, ...]] | None = None,
        targets: Mapping[str, tuple[int, ...]] | None = None,
        seed: int = 0,
    ):
        self._targets = dict(targets or {})
        needed = auxiliary_columns(config.loss, network) | self._targets
        self._unread = {name: extents for name, extents in dict(columns or {}).items() if name not in needed}
        self.network, self.config, self.given, self._seed = network, config, given, seed
        self._loss = losses if given.loss is None else with_usual_metrics(given.loss)
        self._descend(network)
        self.parameters, self.statistics, self.average, self.optimizer_state = self._descent.initial()
        self.steps = 0
        # Two batches: the next one is sampled while JAX still reads the last one.
        self._batches = [self.new_batch() for _ in range(2)]
        self._canvases = {network.shape: (network, self._descent, self._steps, self._batches)}
        self._measure = jax.jit(self._measured, static_argnums=0)

    def new_batch(self) -> TrainingBatch:
        """An empty batch for the network's board, with the columns that the loss reads."""
        columns = auxiliary_columns(self.config.loss, self.network) | self._targets | self._unread
        return TrainingBatch(self.network.shape, self.network.policy_size, self.config.batch_size, columns)

    def begin(self, parameters: Leaves, statistics: Leaves) -> None:
        """Starts from these weights instead of the network's initial ones; before the first step."""
        self.parameters, self.statistics = parameters, statistics
        self.average = None if self.average is None else (parameters, statistics)

    def grow(self, network: Network) -> None:
        """Continues with a larger tower that gives the same output as the present one (`boardai.learn.network.growth`).

        Args:
            network: this learner's network with more blocks or channels.
        """
        old = self.network
        self._descend(network)
        new = self._descent.initial().optimizer_state
        self.optimizer_state = grown_state(old, network, self.optimizer_state, new)
        self.parameters, self.statistics = grown(old, network, (self.parameters, self.statistics))
        if self.average is not None:
            self.average = grown(old, network, self.average)
        self.network = network
        self._canvases = {network.shape: (network, self._descent, self._steps, self._batches)}

    def move_to(self, network: Network) -> None:
        """Continues with the same weights on a board of another size; each size is compiled once.

        Args:
            network: this learner's network for another board size; no weight may depend on the size.
        """
        if network.shape not in self._canvases:
            self.network = network
            self._descend(network)
            batches = [self.new_batch() for _ in range(2)]
            self._canvases[network.shape] = network, self._descent, self._steps, batches
        self.network, self._descent, self._steps, self._batches = self._canvases[network.shape]

    def measured(self, batch: TrainingBatch) -> dict[str, float]:
        """Loss and scalar metrics of positions, as in `train`, with the weights that play; does not learn."""
        read = {name: array for name, array in batch.arrays().items() if name not in self._unread}
        found = jax.device_get(self._measure(self.network, *self.match_weights(), read))
        return {name: float(value) for name, value in found.items() if value.ndim == 0}

    def _measured(self, network: Network, parameters: Leaves, statistics: Leaves, batch: Any) -> dict[str, jax.Array]:
        outputs = network.outputs(parameters, statistics, batch["planes"])
        metrics: dict[str, jax.Array] = losses(outputs, batch, self.config.loss)[1]
        return metrics

    def match_weights(self) -> tuple[Leaves, Leaves]:
        """Parameters and statistics for matches and for loading a checkpoint: the average if there is one."""
        return self.average or (self.parameters, self.statistics)

    def play_weights(self) -> tuple[Leaves, Leaves]:
        """Parameters and statistics for self-play: the average, or the last step's by `learn.ema.self_play`."""
        return self.match_weights() if self.config.ema.self_play else (self.parameters, self.statistics)

    def trees(self) -> Trees:
        """Everything a checkpoint stores, as named trees of named arrays: network, optimizer, and ema if averaged."""
        trees = {
            "network": self.network.named(self.parameters, self.statistics),
            "optimizer": numbered(self.optimizer_state),
        }
        if self.average is not None:
            trees["ema"] = self.network.named(*self.average)
        return trees

    def restore(self, trees: Trees, steps: int) -> None:
        """Restores the result of `trees()` after this number of training steps.

        Raises:
            KeyError: an array is missing.
            ValueError: the optimiser has other rates than the stored state of `optax.inject_hyperparams`.
        """
        stored = [trees["optimizer"][name] for name in numbered(self.optimizer_state)]
        refuse_other_rates(self.optimizer_state, stored)
        self.parameters, self.statistics = self.network.leaves(trees["network"])
        if self.average is not None:
            self.average = self.network.leaves(trees["ema"])
        self.optimizer_state = jax.tree.unflatten(jax.tree.structure(self.optimizer_state), stored)
        self.steps = steps

    def train(self, steps: int, progress: float, fill: Fill, stop: Callable[[], None] = lambda: None) -> dict[str, Any]:
        """Runs `steps` training steps.

        Args:
            steps: number of steps.
            progress: share of the whole run that is done, 0 to 1, for the schedule.
            fill: called as fill(step, batch) to write one batch; `step` counts over the whole run.
            stop: called before every step; may raise, and the weights then stay as before the call.

        Returns:
            Means over the steps: the loss and its parts (policy_loss, value_loss, and those of auxiliary heads),
            policy_entropy (of the network), target_entropy, top1 (share of positions where both policies name the same
            move), value_sign (share of decided games whose winner the value names), gradient_norm (before clipping).
            The last learning_rate, unless the optimiser was given. Over all positions, in ten bins of the predicted
            value from -1 to 1, as lists: calibration_count, calibration_prediction and calibration_outcome (means; None
            in an empty bin), and their mean distance calibration_error. The seconds of stages sample and step, and
            their rates. docs/metrics.md has them all.

        Raises:
            FloatingPointError: the loss is not finite.
        """
        if steps == 0:
            return {}
        stopwatch = Stopwatch()
        weights = Weights(self.parameters, self.statistics, self.average, self.optimizer_state)
        with self._steps(weights) as descending:
            for index in range(steps):
                stop()
                batch, number = self._batches[index % 2], self.steps + index
                fill(number, batch)
                stopwatch.end("sample")
                read = {name: array for name, array in batch.arrays().items() if name not in self._unread}
                if self.given.augment is not None:
                    rng = np.random.default_rng(long_seed_of(self._seed, f"augment {number}"))
                    read = self.given.augmented(read, rng)
                    stopwatch.end("sample")
                descending.step(read, self._descent.rates(number, progress))
                stopwatch.end("step")
            weights, results = descending.end()
            means = _summary(jax.device_get(results))
            stopwatch.end("step")
        if not math.isfinite(means["loss"]):
            usual = f"learn.learning_rate (now {self.config.learning_rate}) or learn.gradient_clip"
            remedy = usual if self.given.optimizer is None else "the rate of the optimizer that was given"
            raise FloatingPointError(f"learn: the loss is {means['loss']} at step {self.steps + steps}; lower {remedy}")
        self.parameters, self.statistics, self.average, self.optimizer_state = weights
        self.steps += steps
        work = dict.fromkeys(stopwatch.seconds, steps * self.config.batch_size)
        if self.given.optimizer is None:
            means["learning_rate"] = learning_rate(self.config, self.steps - 1, progress)
        return {
            **means,
            "stages": stopwatch.seconds,
            "stage_rates": rates(work, stopwatch.seconds),
        }

    def _descend(self, network: Network) -> None:
        """Uses this network for all further steps."""
        self._descent = Descent(network, self.config, self._loss, self.given.optimizer)
        self._steps = steps_of(self._descent, self.config.shards)


def _summary(results: list[dict[str, np.ndarray]]) -> dict[str, Any]:
    """Means of the steps' scalars; the calibration of all their positions together."""
    scalars = [name for name, value in results[0].items() if value.ndim == 0]
    means: dict[str, Any] = {
        name: float(np.mean([result[name] for result in results], dtype=np.float64)) for name in scalars
    }
    sums = {
        name: np.asarray(np.sum([result[name] for result in results], axis=0, dtype=np.float64))
        for name in results[0]
        if name not in scalars
    }
    count = sums["calibration_count"]
    by_bin = {name: sums[name] / np.maximum(count, 1) for name in ("calibration_prediction", "calibration_outcome")}
    distance = np.abs(by_bin["calibration_prediction"] - by_bin["calibration_outcome"])
    means["calibration_error"] = float(np.sum(distance * count) / max(1.0, np.sum(count)))
    means["calibration_count"] = [int(number) for number in count]
    for name, values in by_bin.items():
        means[name] = [float(value) if n else None for value, n in zip(values, count, strict=True)]
    return means


def numbered(tree: Any) -> dict[str, Any]:
    """A pytree's leaves by number, so that stored files do not depend on optax's class names."""
    return {f"{index:04d}": leaf for index, leaf in enumerate(jax.tree.leaves(tree))}
