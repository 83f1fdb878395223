"""A user's Python objects for a learner, which no file can store: a loss, an optimiser, an augmentation of batches.

A run's folder stores their names, and the code that continues the run must pass them again.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import optax

from boardai.learn.training.losses import Loss

Arrays = dict[str, np.ndarray]
Augment = Callable[[Arrays, np.random.Generator], Mapping[str, np.ndarray]]

# Settings of `LearnConfig` that a user's optimiser replaces.
_OF_THE_OPTIMIZER = (
    "optimizer", "learning_rate", "schedule", "final_learning_rate", "warmup_steps", "momentum", "weight_decay",
    "gradient_clip",
)  # fmt: skip


@dataclass(frozen=True)
class Given:
    """Replacements for parts of a learner; None: the learner's own.

    >>> import optax
    >>> from boardai.learn.training.given import Given
    >>> Given(optimizer=optax.adam(0.001)).names()
    {'optimizer': 'optax.GradientTransformation'}

    Attributes:
        loss: the loss to minimise (`boardai.learn.training.losses`).
        optimizer: converts gradients to updates of the parameters, as in optax, including schedule, weight decay and
            clipping. It gets gradients and parameters as nested dictionaries, but not the loss.
        augment: changes a training batch: takes the arrays by name (those of `TrainingBatch` that the loss reads) and
            a random generator that depends only on seed and step; returns arrays of the same names and shapes, which
            are then copied.

    Raises:
        TypeError: an object of the wrong kind.
    """

    loss: Loss | None = None
    optimizer: optax.GradientTransformation | None = None
    augment: Augment | None = None

    def __post_init__(self) -> None:
        if self.optimizer is not None and not isinstance(self.optimizer, optax.GradientTransformation):
            raise TypeError(f"optimizer must be an optax.GradientTransformation, not {_kind(self.optimizer)}")
        if self.augment is not None and not callable(self.augment):
            raise TypeError(f"augment must be a function of arrays and a generator, not {_kind(self.augment)}")

    def names(self) -> dict[str, str]:
        """The replacements by kind, with the names stored in a run's folder."""
        functions = {"loss": self.loss, "augment": self.augment}
        found = {kind: _name(function) for kind, function in functions.items() if function is not None}
        return found if self.optimizer is None else {**found, "optimizer": "optax.GradientTransformation"}

    def with_usual_loss(self, loss: Loss) -> Given:
        """The same, with a learner's own loss if none was given."""
        return dataclasses.replace(self, loss=self.loss or loss)

    def refuse_unread(self, learn: Mapping[str, Any]) -> None:
        """Rejects settings that have no effect with these replacements.

        Args:
            learn: the user's own settings of `learn`.

        Raises:
            ValueError: naming the first one.
        """
        for name in _OF_THE_OPTIMIZER if self.optimizer is not None else ():
            if name in learn:
                raise ValueError(f"learn.{name}: not used with optimizer=, which replaces it")

    def augmented(self, arrays: Arrays, rng: np.random.Generator) -> Arrays:
        """A batch after augmentation.

        Raises:
            TypeError: `augment` does not return arrays by name.
            ValueError: it returns other names or shapes than it got.
        """
        if self.augment is None:
            return arrays
        found = self.augment(dict(arrays), rng)
        if not isinstance(found, Mapping):
            raise TypeError(f"augment must return the arrays by name, not {_kind(found)}")
        if found.keys() != arrays.keys():
            raise ValueError(f"augment: returned {', '.join(sorted(found))}, not {', '.join(sorted(arrays))}")
        for name, array in arrays.items():
            if np.shape(found[name]) != array.shape:
                raise ValueError(f"augment: {name} is {list(np.shape(found[name]))}, not {list(array.shape)}")
        # Copies, because the next call may change the arrays it has returned while a step still reads them.
        return {name: np.array(found[name], array.dtype) for name, array in arrays.items()}


USUAL = Given()
KINDS = tuple(vars(USUAL))


def _name(function: Any) -> str:
    """Module and name; for a `functools.partial`, those of its function with the bound arguments."""
    if isinstance(function, functools.partial):
        arguments = [_argument(value) for value in function.args]
        arguments += [f"{name}={_argument(value)}" for name, value in function.keywords.items()]
        return f"{_name(function.func)}({', '.join(arguments)})"
    return f"{function.__module__}:{getattr(function, '__qualname__', type(function).__qualname__)}"


def _argument(value: Any) -> str:
    """A text that is the same in every process: plain values, functions by name, other objects by their type."""
    if value is None or isinstance(value, bool | int | float | str):
        return repr(value)
    named = isinstance(value, functools.partial) or hasattr(value, "__qualname__")
    return _name(value) if named else type(value).__name__


def _kind(value: Any) -> str:
    return f"a {type(value).__name__}"
