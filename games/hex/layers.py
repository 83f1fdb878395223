"""What Hex knows of a position, for the board: all of it by the C++ that searches use."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy as np

from boardai.drawing.layers import Drawn, Layer, Mark
from boardai.game import load
from boardai.games.hex.connections.virtual_connections import EDGES, Connections, connections
from boardai.games.hex.patterns.named_patterns import NAMES, NamedPattern, named_patterns
from boardai.games.hex.solving.inferior_cells import inferior_cells

_MOST = 24  # connections that are drawn of each colour
_LARGEST = 256  # cells; beyond, dead and captured ones take more than two seconds to find
_OVER = Drawn("The game is over.")
_KINDS = ("first", "second")
_COLOURS = ("Black", "White")


def _players(state: Any) -> list[tuple[str, int]]:
    """Each player's kind of marks, and the colour of the stones."""
    return [(_KINDS[player], int(state.colour_of(player))) for player in (0, 1)]


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _stones(count: int) -> str:
    return "1 stone" if count == 1 else f"{count} stones"


def _paths(state: Any) -> Drawn:
    marks, words = [], []
    for player, (kind, colour) in enumerate(_players(state)):
        needed = state.shortest_connection(player)
        if needed is None:
            words.append(f"{_COLOURS[colour]} can no longer connect")
        else:
            words.append(f"{_COLOURS[colour]} needs {_stones(needed)}")
            marks.append(Mark(kind, tuple(state.shortest_path(player))))
    return Drawn(f"If the opponent never moves, {'; '.join(words)}.", tuple(marks))


@functools.lru_cache(maxsize=32)
def _with_edge_planes(rows: int, columns: int, swap: bool) -> Any:
    """The same game for networks that see two-distance, which the C++ computes for their planes."""
    return load("hex", rows=rows, cols=columns, swap=swap, view="absolute", edges=True)


def _two_distance(state: Any) -> Drawn:
    if state.is_terminal():
        return _OVER
    columns, empty = int(state.columns()), state.board_cells().replace("\n", "")
    game = _with_edge_planes(int(state.rows()), columns, bool(state.swap_rule()))
    # Black's two edges, then white's; the last plane says who is to move.
    planes = np.moveaxis(np.asarray(game.from_string(state.to_string()).observation()), -1, 0)[-5:-1]
    marks, words = [], []
    for kind, colour in _players(state):
        near = [plane.reshape(-1) for plane in planes[2 * colour : 2 * colour + 2]]
        sums = {
            cell: round(1 / near[0][cell] - 1) + round(1 / near[1][cell] - 1)
            for cell in range(len(empty))
            if empty[cell] == "." and near[0][cell] > 0 and near[1][cell] > 0
        }
        least = min(sums.values(), default=0)
        best = tuple(cell for cell in sums if sums[cell] == least)
        marks.append(Mark(kind, best, text=str(least)))
        found = f"potential {least} on {_cells(len(best))}" if best else "no cell reaches both edges"
        words.append(f"{_COLOURS[colour]}: {found}")
    return Drawn(f"{'; '.join(words)}.", tuple(mark for mark in marks if mark.cells))


def _must_play(state: Any) -> Drawn:
    if state.is_terminal():
        return _OVER
    mover = int(state.colour_to_move())
    own, other = _COLOURS[mover], _COLOURS[1 - mover]
    if connections(state, mover).wins_first:
        return Drawn(f"{own}, to move, wins by virtual connections.")
    found = connections(state, 1 - mover)
    if found.wins_second:
        return Drawn(f"{own}, to move, has lost: {other}'s edges are connected against any play.")
    cells, empty = found.must_play(), state.board_cells().count(".")
    if len(cells) == empty:
        return Drawn(f"{other} has no known threat: {own} may play every cell.")
    words = f"{own} must play one of {_cells(len(cells))} of the {empty} empty ones."
    return Drawn(words, (Mark("key", tuple(cells)),))


def _chains(found: Connections) -> list[str | int]:
    """Points of a colour: its edges, and one stone of each chain that touches none of them."""
    text = found.state.board_cells().replace("\n", "")
    return [point for point in found.points() if isinstance(point, str) or text[point] != "."]


def _connections(state: Any) -> Drawn:
    if state.is_terminal():
        return _OVER
    marks, words = [], []
    for kind, colour in _players(state):
        found = connections(state, colour)
        points, known = _chains(found), []
        for first, second in itertools.combinations(points, 2):
            one = found.smallest(first, second)
            known += [one.carrier] if one is not None else []
        known.sort(key=len)
        marks += [Mark(kind, carrier) for carrier in known[:_MOST]]
        joined = " and ".join(EDGES[colour])
        state_of_it = "connected" if found.wins_second else "connected after a move" if found.wins_first else "open"
        counted = "1 connection" if len(known) == 1 else f"{len(known)} connections"
        words.append(f"{_COLOURS[colour]}: {counted}, {joined} {state_of_it}")
    return Drawn(f"{'; '.join(words)}.", tuple(marks))


def _inferior(state: Any) -> Drawn:
    if state.is_terminal():
        return _OVER
    if int(state.rows()) * int(state.columns()) > _LARGEST:
        return Drawn(f"Dead and captured cells are only computed on boards of up to {_LARGEST} cells.")
    found = inferior_cells(state)
    marks = [Mark("both", found.dead, text="×")]
    marks += [Mark(kind, found.captured[colour], text="•") for kind, colour in _players(state)]
    marks.append(Mark("key", found.dominated, text="−"))
    captured = sum(len(cells) for cells in found.captured)
    words = f"{len(found.dead)} dead (×), {captured} captured (•), {len(found.dominated)} dominated (−)."
    return Drawn(words, tuple(mark for mark in marks if mark.cells))


@functools.lru_cache(maxsize=8)
def _patterns_of(position: Any) -> dict[int, list[NamedPattern]]:
    """The patterns of a position by colour, for the nine layers that are often drawn together."""
    return {colour: named_patterns(position, colour) for colour in (0, 1)}


def _pattern(state: Any, number: int) -> Drawn:
    if state.is_terminal():
        return _OVER
    marks, keys, words = [], set[int](), []
    found = _patterns_of(state.clone())
    for kind, colour in _players(state):
        own = [one for one in found[colour] if one.number == number]
        for one in own[:_MOST]:
            marks.append(Mark(kind, (*one.stones, *one.cells)))
            keys |= set() if one.key is None else {one.key}
        words.append(f"{_COLOURS[colour]}: {len(own)}")
    if keys:
        marks.append(Mark("key", tuple(sorted(keys)), text="+"))
    return Drawn(f"{NAMES[number - 1].capitalize()}, {', '.join(words)}. {_MEANINGS[number - 1]}", tuple(marks))


# What each pattern is, in the order of `NAMES`.
_MEANINGS = (
    "Stones that touch.",
    "Two chains with one cell between them that joins them.",
    "Two chains with two such cells: whichever is taken, the other is left.",
    "A wall between an opponent's stone and its edge, with one nearest stone.",
    "Such a wall with a bottom of two stones or more.",
    "A cell (+) with two-bridges to two chains.",
    "Corners, cells next to them, and cells that join chains of both players.",
    "A chain that is joined to its edge against any play.",
    "A cell (+) of an opponent's two-bridge: taking it forces the answer.",
)


LAYERS = (
    Layer("paths", "Shortest paths", _paths),
    Layer("two-distance", "Two-distance", _two_distance),
    Layer("must-play", "Must-play region", _must_play),
    Layer("connections", "Virtual connections", _connections),
    Layer("inferior", "Dead and captured cells", _inferior),
    *(
        Layer(f"pattern-{number}", f"Pattern: {name}", functools.partial(_pattern, number=number))
        for number, name in enumerate(NAMES, 1)
    ),
)
