"""Linear evaluations: a feature set with a weight for each feature.

    evaluation = load_evaluation("runs/mouse")                    # learned by `train --learner mouse`
    pvs(state, depth=6, evaluator=evaluation)                     # usable in any search
    pvs(state, depth=6, evaluator="larion")                       # weights included with the game, by name

Feature sets are in C++ (native/boardai/core/features/features.hpp); `FeatureSet` is their Python API.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from boardai import native
from boardai.search.evaluations.archives import ArchiveEvaluation, taken, taken_units

STANDARD_CELLS = 64  # margins on boards of several sizes are learned as if every board had this many cells
USUAL_MARGIN = 16  # points for tanh(1) of a win: usual_margin in native/boardai/core/evaluation/evaluations.hpp
PROBCUT_COLUMNS = 6  # of the native ProbCutTable: stage, depth, shallow depth, slope, offset, deviation


class FeatureSet(native.NotCopyable):
    """Numbered features of positions.

    Args:
        spec: name and options, such as `larion:stages=20`, `patterns` or `tuples:straight=3,snakes=20`.
        state: a position of its board (`larion` is for every Reversi board).

    Attributes:
        spec: the text with every option written out.
        size: number of weights, in `stages` equal parts.
        stages: number of stages of the game.
        groups: the weights of one stage in order, as names and shapes: `("mobility", (19, 19))`.

    Raises:
        ValueError: the game has no such set (the message lists the existing ones), or the set has no such options.
    """

    def __init__(self, spec: str, state: Any) -> None:
        self.native = native.template("Tables", state)(spec, native.native_state(state))
        self.spec = str(self.native.spec())
        self.size = int(self.native.size())
        self.stages = int(self.native.stages())
        self.groups = [
            (str(self.native.group_name(group)), tuple(int(n) for n in self.native.group_shape(group)))
            for group in range(self.native.group_count())
        ]

    def __call__(self, state: Any) -> tuple[np.ndarray, np.ndarray]:
        """A position's features: indices int32 `[n]` and counts float32 `[n]`; an index may occur more than once.

        Raises:
            ValueError: the set is for another board.
        """
        size = self.native.extract(native.native_state(state))
        # cppyy rejects empty arrays, hence at least one element.
        index, count = np.empty(max(1, size), np.int32), np.empty(max(1, size), np.float32)
        self.native.columns(index, count)
        return index[:size], count[:size]

    def cells(self, state: Any) -> int:
        """Number of cells of a position's board; 0 if the game has no grid."""
        return board_cells(state)

    def value(self, state: Any, weights: np.ndarray) -> float:
        """The sum of weight times count, for the side to move.

        Raises:
            ValueError: the set is for another board, or the number of weights is not `size`.
        """
        row = np.ascontiguousarray(weights, np.float32)
        return float(self.native.value(native.native_state(state), row, len(row)))


def board_cells(state: Any) -> int:
    """The number of cells of a state's board; 0 if the game has no grid."""
    return int(native.template("Tables", state).cells(native.native_state(state)))


def feature_sets(state: Any) -> list[str]:
    """Names of a game's feature sets."""
    names = str(native.template("Tables", state).names())
    return names.split(", ") if names else []


@dataclass(frozen=True, eq=False)
class LinearEvaluation(ArchiveEvaluation):
    """A sum of learned weights.

    Attributes:
        features: the feature set.
        weights: float32, one for each feature.
        points: integer score of a sum of 1.
        unit: integer score of a clear advantage.
        scale: integer score of tanh(1) = 0.76 of a win.
        card: description of the weights' origin: any JSON values. Its entry `probcut` has rows of stage, depth, shallow
            depth, slope, offset and deviation, which searches use to cut off (`python -m
            boardai.learn.linear_evaluation.probcut`).
    """

    features: str
    weights: np.ndarray
    points: float = 100.0
    unit: int = 100
    scale: float = 1000.0
    card: Mapping[str, Any] = field(default_factory=dict)
    _native: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    layout: ClassVar = {"weights": (np.float32, 1)}

    def why_not(self, state: Any) -> str | None:
        """The reason why the weights cannot evaluate a state; None if they can."""
        if not native.is_native(state):
            return super().why_not(state)
        try:
            for (cls, _), (tables, _) in self._native.items():
                if cls is type(state):
                    tables.extract(native.native_state(state))
                    return None
            size = FeatureSet(self.features, state).size
        except ValueError as error:
            return str(error)
        if size != self.weights.size:
            board = self.card.get("game", "another board")
            return f"{self.weights.size:,} weights for {board}; here {self.features} has {size:,}"
        return None

    def point_on(self, state: Any) -> float:
        """One point of the final margin in integer scores, on a state's board.

        For an evaluation that learned margins, it follows from these; for one that learned outcomes, from its scale.
        """
        target = self.card.get("target")
        if target == "margin" and "boards" in self.card:  # learned on several boards, scaled to the standard size
            cells = board_cells(state)
            return self.points * STANDARD_CELLS / (cells or STANDARD_CELLS)
        return self.points if target == "margin" else self.scale / USUAL_MARGIN

    def by_group(self) -> list[tuple[str, np.ndarray]]:
        """The weights of each group of the feature set, `[stages, *shape]`, in order.

        Raises:
            ValueError: the card does not describe the groups of weights.
        """
        if not {"stages", "groups"} <= set(self.card):
            raise ValueError("the card of these weights does not name their stages and groups")
        stages, begin = int(self.card["stages"]), 0
        weights = self.weights.reshape(stages, -1)
        found = []
        for name, shape in self.card["groups"]:
            end = begin + math.prod(shape)
            found.append((name, weights[:, begin:end].reshape(stages, *shape)))
            begin = end
        return found

    def made_for(self, state: Any) -> Any:
        """The native evaluator for searches of this state's class.

        Raises:
            ValueError: the weights are for another game or board.
        """
        point = self.point_on(state)
        key = (type(state), point)
        if key not in self._native:
            tables = FeatureSet(self.features, state).native
            units = self.native_units(point=point)
            weights = np.ascontiguousarray(self.weights, np.float32)
            lines = self.card.get("probcut")
            if lines:
                rows = np.ascontiguousarray(lines, np.float64)
                if rows.ndim != 2 or rows.shape[1] != PROBCUT_COLUMNS:
                    raise ValueError(f"probcut: expected rows of {PROBCUT_COLUMNS} numbers, not {rows.shape}")
                evaluator = tables.evaluator_with_probcut(weights, len(weights), units, rows, len(rows))
            else:
                evaluator = tables.evaluator(weights, len(weights), units)
            self._native[key] = (tables, evaluator)
        return self._native[key][1]

    def parts(self, state: Any) -> list[dict[str, Any]]:
        """The contribution of each group of features to the value."""
        features = FeatureSet(self.features, state)
        index, count = features(state)
        worth = self.weights[index] * count * self.points
        within = index % (features.size // features.stages)
        found, begin = [], 0
        for name, shape in features.groups:
            end = begin + math.prod(shape)
            value = round(float(np.sum(worth[(begin <= within) & (within < end)])), 1)
            if value:
                found.append({"name": name, "value": value})
            begin = end
        return sorted(found, key=lambda part: abs(part["value"]), reverse=True)

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, np.ndarray], card: dict[str, Any]) -> LinearEvaluation:
        """The evaluation of these weights."""
        return cls(taken(card, "features", str), arrays["weights"], **taken_units(card), card=card)

    def to_arrays(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Weights and card in the form of the file."""
        return {"weights": self.weights}, {"features": self.features, **self.units(), **self.card}
