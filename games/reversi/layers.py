"""What Reversi knows of a position, for the board: found by the C++ of its evaluations and its endgame solver."""

from __future__ import annotations

import re
from typing import Any

from boardai import native
from boardai.drawing.layers import Drawn, Layer, Mark
from boardai.games.reversi.analysis import CLASSES

_HEADER = "games/reversi/board/sights"
_KINDS = ("first", "second")


def _sights(state: Any) -> Any:
    (words,) = re.findall(r"State<(\d)>", type(state).__cpp_name__)
    return native.namespace(_HEADER).reversi.sights_of[int(words)](state)


def _of_both(state: Any, name: str, what: str) -> Drawn:
    sights = _sights(state)
    found = getattr(sights, name)
    cells = [tuple(int(cell) for cell in found[player]) for player in (0, 1)]
    words = f"{what}: dark {len(cells[0])}, light {len(cells[1])}."
    return Drawn(words, tuple(Mark(kind, one) for kind, one in zip(_KINDS, cells, strict=True) if one))


def _holes(state: Any) -> Drawn:
    found = _sights(state)
    odd, even = ([tuple(int(cell) for cell in hole) for hole in holes] for holes in (found.odd, found.even))
    marks = [Mark("key", hole, text=str(len(hole))) for hole in odd]
    marks += [Mark("both", hole, text=str(len(hole))) for hole in even]
    words = f"{len(odd)} regions with an odd number of empty cells, in which the player who moves first also moves last"
    return Drawn(f"{words}; {len(even)} with an even number.", tuple(marks))


# What classes are called, and the kind of their marks; plain cells have none.
_CLASSES = (("A", "corners", "key"), ("B", "corners of less value", "key"), ("WXYZ", "", "danger"))
_CLASSES += (("E", "other edge cells", "both"), ("C", "central cells", "both"))


def _classes(state: Any) -> Drawn:
    found = _sights(state).classes
    cells = {name: tuple(int(cell) for cell in found[place]) for place, name in enumerate(CLASSES)}
    words, marks = [], []
    for names, about, kind in _CLASSES:
        there = [name for name in names if cells[name]]
        marks += [Mark(kind, cells[name], text=name) for name in there]
        if there:
            worst = f", {there[-1]} the more dangerous" if len(there) > 1 else ""
            words.append(f"{', '.join(there)}: {about or f'cells that give a corner away{worst}'}")
    return Drawn(f"What larion knows of the cells. {'; '.join(words)}; the others are plain.", tuple(marks))


LAYERS = (
    Layer("stable", "Stable discs", lambda state: _of_both(state, "stable", "Discs that are never flipped again")),
    Layer("frontier", "Frontier", lambda state: _of_both(state, "frontier", "Discs next to an empty cell")),
    Layer("regions", "Empty regions and parity", _holes),
    Layer("classes", "Classes of cells", _classes),
)
