"""Evaluations in files of arrays (`.npz`): weights, and a card in JSON that describes their origin."""

from __future__ import annotations

import functools
import io
import json
from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar, cast

import numpy as np

from boardai import native
from boardai.basics.arrays import BAD_ARCHIVE, Head, read_arrays
from boardai.basics.checksums import opened_arrays, sealed_arrays
from boardai.basics.files import parse_json, write_atomically
from boardai.basics.quoting import LONGEST_PATH, quoted, shortened
from boardai.search.evaluations.evaluation import Evaluation, import_kinds

_CARD = "card"
_KINDS: dict[type, str] = {str: "text", float: "number", int: "whole number"}
Taken = TypeVar("Taken", str, float, int)


class ArchiveEvaluation(Evaluation):
    """An evaluation in an `.npz` file. The names of its arrays determine its kind.

    Attributes:
        layout: type and number of dimensions of each array, by name. No other kind has all of these names.
        points: integer score of a value of 1.
        unit: integer score of a clear advantage.
        scale: integer score of tanh(1) = 0.76 of a win.
        card: description of the weights' origin: any JSON values.
    """

    points: float
    unit: int
    scale: float
    card: Mapping[str, Any]
    _native: dict[Any, Any]

    suffixes = (".npz",)
    layout: ClassVar[Mapping[str, tuple[Any, int]]] = {}

    @classmethod
    @abstractmethod
    def from_arrays(cls, arrays: Mapping[str, np.ndarray], card: dict[str, Any]) -> Self:
        """The evaluation of these arrays, which have the layout.

        Raises:
            ValueError: a number is out of range.
            KeyError: the card lacks an entry.
        """

    @abstractmethod
    def to_arrays(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """The arrays and the card from which `from_arrays` restores it."""

    @classmethod
    def read(cls, path: Path) -> Evaluation:
        """The evaluation in a file; a file is read again only if it has changed.

        Raises:
            ValueError: the file cannot be read, or is damaged.
        """
        try:
            stamp = path.stat().st_mtime_ns
        except OSError as error:
            raise ValueError(f"{shortened(str(path), LONGEST_PATH)}: cannot be read: {error.strerror}") from None
        return _read(path, stamp)

    def units(self) -> dict[str, Any]:
        """The conversion from values to scores, as in the card."""
        return {"points": self.points, "unit": self.unit, "scale": self.scale}

    def native_units(self, **more: float) -> Any:
        """The same for C++."""
        return native.options("TableUnits", "boardai/core/features/table_weights", {**self.units(), **more})

    def __getstate__(self) -> dict[str, Any]:
        # Native evaluators cannot be copied; they are made again when needed.
        return {**self.__dict__, "_native": {}}

    def save(self, path: Path) -> None:
        """Writes the file atomically.

        Raises:
            OSError: the file cannot be written.
        """
        arrays, card = self.to_arrays()
        file = io.BytesIO()
        held: dict[str, Any] = sealed_arrays({**arrays, _CARD: np.array(json.dumps(card))})
        np.savez_compressed(file, **held)
        write_atomically(path, file.getvalue())


def taken(card: dict[str, Any], name: str, kind: type[Taken]) -> Taken:
    """Removes an entry of a card and returns it.

    Raises:
        KeyError: no such entry.
        ValueError: the entry is of another type.
    """
    value = card.pop(name)
    good = isinstance(value, int | float) and not isinstance(value, bool) if kind is float else type(value) is kind
    if not good:
        raise ValueError(f"{name} in the card is {quoted(value)}, and must be a {_KINDS[kind]}")
    return cast(Taken, value)


def taken_units(card: dict[str, Any]) -> dict[str, Any]:
    """Removes `ArchiveEvaluation.units` from a card and returns them.

    Raises:
        KeyError, ValueError: as in `taken`.
    """
    return {
        "points": taken(card, "points", float),
        "unit": taken(card, "unit", int),
        "scale": taken(card, "scale", float),
    }


def _kind_of(heads: Mapping[str, Head]) -> type[ArchiveEvaluation]:
    """The kind with the layout of a file's arrays, of which nothing has been unpacked yet.

    Raises:
        ValueError: no kind has this layout.
    """
    import_kinds()
    known = [kind for kind in ArchiveEvaluation.__subclasses__() if kind.layout.keys() <= heads.keys()]
    if not known or _CARD not in heads:
        raise ValueError(f"its arrays are {quoted(sorted(heads))}, which belong to no kind of evaluation")
    (kind,) = known
    for name, (dtype, dimensions) in kind.layout.items():
        head = heads[name]
        if head.dtype != dtype or len(head.shape) != dimensions:
            raise ValueError(f"{name} must be {np.dtype(dtype)} in {dimensions} dimensions, not {head}")
    return kind


@functools.lru_cache(maxsize=32)
def _read(file: Path, stamp: int) -> Evaluation:
    kinds: list[type[ArchiveEvaluation]] = []
    try:
        held = opened_arrays(read_arrays(file, lambda heads: kinds.append(_kind_of(heads))), "arrays")
        arrays = {name: held[name] for name in kinds[0].layout}
        for name, array in arrays.items():
            if not np.isfinite(array).all():
                raise ValueError(f"{name} must be finite {array.dtype}")
            array.flags.writeable = False
        return kinds[0].from_arrays(arrays, parse_json(str(held[_CARD]), _CARD))
    except (*BAD_ARCHIVE, AttributeError, TypeError) as error:
        reason = shortened(str(error), LONGEST_PATH)
        raise ValueError(f"{file}: not a file of an evaluation: {reason}") from None
