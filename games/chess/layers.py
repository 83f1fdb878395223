"""What chess knows of a position, for the board: found by the C++ of its move generation and its evaluation."""

from __future__ import annotations

from typing import Any

from boardai import native
from boardai.drawing.layers import Drawn, Layer, Mark

_HEADER = "games/chess/board/sights"
_SIDES = (("first", "White"), ("second", "Black"))


def _sights(state: Any) -> Any:
    return native.namespace(_HEADER).chess.sights_of(state)


def _cells(squares: int) -> tuple[int, ...]:
    """The board's cells, from the top, of a set of squares, from a1."""
    return tuple(sorted(square ^ 56 for square in range(64) if squares >> square & 1))


def _attacks(state: Any) -> Drawn:
    sights = _sights(state)
    counts = [[int(count) for count in sights.attackers[colour]] for colour in (0, 1)]
    marks = []
    for square in range(64):
        white, black = counts[0][square], counts[1][square]
        if white or black:
            kind = "both" if white == black else "first" if white > black else "second"
            marks.append(Mark(kind, (square ^ 56,), text=f"{white}:{black}"))
    attacked = [sum(bool(count) for count in one) for one in counts]
    return Drawn(
        f"White attacks {attacked[0]} squares, Black {attacked[1]}. "
        "On each square: the number of White's attackers and of Black's.",
        tuple(marks),
    )


def _pins(state: Any) -> Drawn:
    sights = _sights(state)
    pinned = [_cells(int(sights.pinned[colour])) for colour in (0, 1)]
    words = [f"{name} {len(cells)}" for (_, name), cells in zip(_SIDES, pinned, strict=True)]
    marks = tuple(Mark(kind, cells) for (kind, _), cells in zip(_SIDES, pinned, strict=True) if cells)
    return Drawn(f"Pieces pinned to their king: {', '.join(words)}.", marks)


def _passed(state: Any) -> Drawn:
    text = state.board_cells().replace("\n", "")
    cells = _cells(int(_sights(state).passed))
    own = [tuple(cell for cell in cells if text[cell].isupper() == (kind == "first")) for kind, _ in _SIDES]
    words = [f"{name} {len(one)}" for (_, name), one in zip(_SIDES, own, strict=True)]
    marks = tuple(Mark(kind, one) for (kind, _), one in zip(_SIDES, own, strict=True) if one)
    return Drawn(f"Passed pawns: {', '.join(words)}.", marks)


def evaluation_parts(state: Any) -> dict[str, list[dict[str, Any]]]:
    """The non-zero terms of the positional evaluation for the player to move, in centipawns.

    >>> from boardai.games.chess.layers import evaluation_parts
    >>> state = boardai.load("chess").from_string("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    >>> parts = {one["name"]: one["value"] for one in evaluation_parts(state)["positional"]}
    >>> abs(sum(parts.values()) - state.evaluate("positional")) < 5
    True
    """
    found, layout = _sights(state), native.namespace(_HEADER).chess.positional
    sign = 1 if int(state.current_player()) == 0 else -1
    named = zip(layout.groups, found.terms, strict=True)
    terms = [(str(group.name), round(sign * float(value))) for group, value in named]
    return {"positional": [{"name": name, "value": value} for name, value in terms if value]}


LAYERS = (
    Layer("attacks", "Attacked squares", _attacks),
    Layer("pins", "Pins", _pins),
    Layer("passed", "Passed pawns", _passed),
)
