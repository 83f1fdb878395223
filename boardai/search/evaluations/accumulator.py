"""Accumulator networks ("NNUE"): a network small enough for every position of an alpha-beta search.

    network = load_evaluation("runs/nnue")              # learned by `train chess --learner accumulator`
    pvs(state, depth=8, evaluator=network)              # usable in any search, like learned tables

The first layer adds up one column of weights for each piece on the board, once from White's and once from Black's side,
and a move changes two or three columns of each sum. Both sums are clipped to [0, 1] and squared, the mover's first, and
the second layer combines them into one number: (inputs -> width) x 2 -> 1, with a row of output weights for each number
of pieces on the board. Searches calculate with integers (native/boardai/core/accumulator/), so that every processor
gives the same values; `reference_value` computes them in NumPy.

Yu Nasu 2018, "Efficiently updatable neural-network-based evaluation functions for computer shogi".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from boardai import native
from boardai.basics.quoting import quoted
from boardai.native_templates import TEMPLATES, Template
from boardai.search.evaluations.archives import ArchiveEvaluation, taken, taken_units

ACTIVATION_ONE = 255  # integer value of an activation of 1
OUTPUT_ONE = 64  # integer value of an output weight of 1
LIMIT = 20_000  # largest size of an evaluation

TEMPLATES["AccumulatorNetworks"] = Template("boardai/core/accumulator/networks", ())


class AccumulatorInputs(native.NotCopyable):
    """The inputs of a game's accumulator networks.

    >>> from boardai.search.evaluations.accumulator import AccumulatorInputs
    >>> state = boardai.load("chess").initial_state()
    >>> inputs = AccumulatorInputs("pieces:buckets=4", state)
    >>> inputs.spec, inputs.size, len(inputs(state, 0))
    ('pieces:mirrored=1,buckets=4', 3072, 32)

    Args:
        spec: name and options, such as `pieces`, `pieces:buckets=32` (chess, HalfKA on a mirrored board) or
            `pieces_without_kings:buckets=32` (HalfKP).
        state: a position of their board.

    Attributes:
        spec: the text with every option written out.
        size: number of inputs.
        bucket_size: number of inputs of each bucket of the option `buckets`; their order is the same in all buckets.
        groups: the boards of a bucket's inputs, in order: names, and number of cells.
        most_active: maximum number of active inputs in one position.

    Raises:
        ValueError: the game has no such inputs, or the inputs have no such options.
    """

    def __init__(self, spec: str, state: Any) -> None:
        self.native = native.template("AccumulatorNetworks", state)(spec, native.native_state(state))
        self.spec = str(self.native.spec())
        self.size = int(self.native.size())
        self.bucket_size = int(self.native.columns_of_bucket())
        names = str(self.native.groups()).split(",")
        self.groups = [(name, self.bucket_size // len(names)) for name in names]
        self.most_active = int(self.native.most_active())

    def __call__(self, state: Any, player: int) -> np.ndarray:
        """The active inputs of a position from a player's view: int32 `[n]`, in no order."""
        out = np.empty(self.most_active, np.int32)
        return out[: int(self.native.columns(native.native_state(state), player, out))]

    def known(self, state: Any) -> int | None:
        """The value for the side to move if the game knows it without the network, else None."""
        here = native.native_state(state)
        return int(self.native.known(here)) if self.native.knows(here) else None

    def tempered(self, state: Any, value: int) -> int:
        """A network's value for the side to move, after the game's reduction of drawish positions."""
        return int(self.native.tempered(native.native_state(state), value))

    def bucket(self, state: Any, buckets: int) -> int:
        """The row of output weights that a position uses, of `buckets` rows."""
        return int(self.native.bucket(native.native_state(state), buckets))


@dataclass(frozen=True, eq=False)
class AccumulatorNetwork(ArchiveEvaluation):
    """A network whose first layer is updated by searches with each move.

    Attributes:
        inputs: name and options of the inputs.
        feature_weights: int16 `[inputs, width]`; 255 represents 1.
        feature_bias: int16 `[width]`.
        output_weights: int8 `[buckets, 2 * width]`; 64 represents 1. The first half of a row is for the player to move.
        output_bias: int32 `[buckets]`; 255 * 64 represents 1.
        points: integer score of an output of 1.
        unit: integer score of a clear advantage.
        scale: integer score of tanh(1) = 0.76 of a win.
        card: description of the weights' origin: any JSON values.
    """

    inputs: str
    feature_weights: np.ndarray
    feature_bias: np.ndarray
    output_weights: np.ndarray
    output_bias: np.ndarray
    points: float = 400.0
    unit: int = 100
    scale: float = 350.0
    card: Mapping[str, Any] = field(default_factory=dict)
    _native: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    layout: ClassVar = {
        "feature_weights": (np.int16, 2),
        "feature_bias": (np.int16, 1),
        "output_weights": (np.int8, 2),
        "output_bias": (np.int32, 1),
    }

    @property
    def width(self) -> int:
        """Neurons of the first layer, per player's view."""
        return self.feature_bias.size

    @property
    def buckets(self) -> int:
        """Rows of output weights."""
        return self.output_bias.size

    def made_for(self, state: Any) -> Any:
        """The native evaluator for searches of this state's class.

        Raises:
            ValueError: the network is for another game, its arrays are inconsistent, or a sum could overflow.
        """
        if type(state) not in self._native:
            inputs = AccumulatorInputs(self.inputs, state)
            self._check_shapes(inputs.size)
            units = self.native_units()
            # int8 arrays cannot be passed to C++: the output weights are passed as int16.
            types = {"output_weights": np.int16}
            arrays = [
                np.ascontiguousarray(getattr(self, name), types.get(name, dtype))
                for name, (dtype, _) in self.layout.items()
            ]
            self._native[type(state)] = inputs.native.evaluator(self.width, self.buckets, *arrays, units)
        return self._native[type(state)]

    def _check_shapes(self, inputs: int) -> None:
        if not self.width or not self.buckets:
            raise ValueError(f"width {self.width}, buckets {self.buckets}: a network needs at least one of each")
        wanted = {
            "feature_weights": (inputs, self.width),
            "output_weights": (self.buckets, 2 * self.width),
        }
        for name, shape in wanted.items():
            found = getattr(self, name).shape
            if found != shape:
                raise ValueError(f"{name}: {quoted(self.inputs)} and {self.width} neurons need {shape}, not {found}")

    def reference_value(self, state: Any) -> int:
        """The value for the side to move, computed from scratch in NumPy; searches must compute the same.

        Raises:
            ValueError: the network is for another game.
        """
        inputs = AccumulatorInputs(self.inputs, state)
        self._check_shapes(inputs.size)
        known = inputs.known(state)
        if known is not None:
            return known
        row = self.output_weights[inputs.bucket(state, self.buckets)].astype(np.int64)
        total = 0
        for place, player in enumerate((state.current_player(), 1 - state.current_player())):
            columns = self.feature_weights[inputs(state, player)].astype(np.int64)
            clipped = np.clip(columns.sum(axis=0) + self.feature_bias, 0, ACTIVATION_ONE)
            total += int((clipped * clipped * row[place * self.width :][: self.width]).sum())
        # C++ integer division rounds towards zero.
        scaled = abs(total) // ACTIVATION_ONE * (1 if total >= 0 else -1)
        scaled += int(self.output_bias[inputs.bucket(state, self.buckets)])
        value = int(np.rint(np.clip(self.points * scaled / (ACTIVATION_ONE * OUTPUT_ONE), -LIMIT, LIMIT)))
        return inputs.tempered(state, value)

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, np.ndarray], card: dict[str, Any]) -> AccumulatorNetwork:
        """The network of these arrays."""
        known: dict[str, Any] = {"inputs": taken(card, "inputs", str), **taken_units(card), **arrays}
        return cls(**known, card=card)

    def to_arrays(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Arrays and card in the form of the file."""
        arrays = {name: getattr(self, name) for name in self.layout}
        return arrays, {"inputs": self.inputs, **self.units(), **self.card}
