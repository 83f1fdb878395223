"""A game's knowledge of a position, drawn on its board: layers that are switched on separately."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Mark:
    """Cells that mean the same.

    >>> from boardai.drawing.layers import Mark
    >>> Mark("first", (3, 4), text="2").to_dict()
    {'kind': 'first', 'cells': [3, 4], 'text': '2'}

    Attributes:
        kind: owner of the cells: the `first` or `second` player, `both` or none; or `key`: the subject of the layer, or
            `danger`: cells that are better left alone.
        cells: by number.
        text: text on each of them.
    """

    kind: str
    cells: tuple[int, ...]
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"kind": self.kind, "cells": list(self.cells), "text": self.text}


@dataclass(frozen=True)
class Drawn:
    """A layer of one position.

    Attributes:
        words: description in a sentence or two.
        marks: on the board.
    """

    words: str
    marks: tuple[Mark, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"words": self.words, "marks": [mark.to_dict() for mark in self.marks]}


@dataclass(frozen=True)
class Layer:
    """One layer of a game.

    Attributes:
        key: its name in messages.
        title: its name for people.
        draw: finds it in a position; the game may be over there.
    """

    key: str
    title: str
    draw: Callable[[Any], Drawn]
