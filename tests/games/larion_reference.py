"""The larion features in plain Python, by what games/reversi/evaluation/larion_scale.hpp says.

Slow, and its code is not used.
"""

from __future__ import annotations

import math
from typing import Any

from reversi_reference import EIGHT, Reference

from boardai.game import Game
from boardai.games.reversi.analysis import CLASSES, cell_classes, sides

STEPS = [(0, 1), (1, -1), (1, 0), (1, 1)]
PAIRS = [
    ("mobility", 19), ("potential", 19), ("stable", 17), ("A", 9), ("B", 17), ("C", 9), ("E", 17), ("P", 17),
    ("W", 7), ("X", 7), ("Y", 7), ("Z", 7), ("discs", 13), ("sides", 9),
]  # fmt: skip
STAGE = 2668


class Position:
    """A position as a dictionary of cells: 0 empty, 1 the mover's, 2 the opponent's."""

    def __init__(self, game: Game, state: Any) -> None:
        height, self.width, _ = game.observation_shape
        self.player = state.current_player()
        text = state.to_string()[: height * self.width]
        marks = {divmod(cell, self.width): mark for cell, mark in enumerate(text) if mark != "#"}
        self.reference = Reference(height, self.width, marks, "XO"[self.player])
        codes = {"-": 0, self.reference.mover: 1, self.reference.other: 2}
        self.cells = {place: codes[mark] for place, mark in marks.items()}

    def placements(self, colour: int) -> set[tuple[int, int]]:
        return set(self.reference.placements(self.reference.mover if colour == 1 else self.reference.other))

    def potential(self, colour: int) -> int:
        """Empty cells next to a disc of the other colour."""
        return sum(
            any(self.cells.get((row + down, column + right)) == 3 - colour for down, right in EIGHT)
            for (row, column), held in self.cells.items()
            if held == 0
        )

    def stable(self, colour: int) -> int:
        """By the three rules, applied until nothing changes."""
        found: set[tuple[int, int]] = set()
        while True:
            more = {
                place
                for place, held in self.cells.items()
                if held == colour and all(self._safe(place, step, found) for step in STEPS)
            }
            if more == found:
                return len(found)
            found = more

    def _safe(self, place: tuple[int, int], step: tuple[int, int], stable: set[tuple[int, int]]) -> bool:
        full = True
        for sign in (1, -1):
            row, column = place[0] + sign * step[0], place[1] + sign * step[1]
            if (row, column) not in self.cells or (row, column) in stable:
                return True
            while (row, column) in self.cells:
                full &= self.cells[row, column] != 0
                row, column = row + sign * step[0], column + sign * step[1]
        return full


def features(game: Game, state: Any, stages: int) -> list[tuple[int, float]]:
    """A position's features, and how much each counts."""
    position = Position(game, state)
    cells = len(position.cells)
    classes = cell_classes(game)
    borders = sides(game)
    discs = {colour: sum(held == colour for held in position.cells.values()) for colour in (1, 2)}
    placements = {colour: position.placements(colour) for colour in (1, 2)}
    corners = {place for place in position.cells if classes[place[0]][place[1]] in "AB"}
    threatened = {
        (row + down, column + right)
        for row, column in corners
        if not position.cells[row, column]
        for down, right in EIGHT
    }
    counts: dict[str, tuple[int, int, int]] = {
        "mobility": (len(placements[1]), len(placements[2]), 0),
        "potential": (position.potential(1), position.potential(2), 0),
        "stable": (position.stable(1), position.stable(2), 0),
        "discs": (discs[1], discs[2], cells),
    }
    for kind in CLASSES:
        inside = [place for place in position.cells if classes[place[0]][place[1]] == kind]
        total = len(inside)
        if kind in "WXYZ":
            inside = [place for place in inside if place in threatened]
        own, other = (sum(position.cells[place] == colour for place in inside) for colour in (1, 2))
        if kind in "AB":
            own, other = (2 * held + any(place in placements[colour] for place in inside) for held, colour in
                          ((own, 1), (other, 2)))  # fmt: skip
            total *= 2
        counts[kind] = own, other, total
    held = [{position.cells[divmod(cell, position.width)] for cell in side} - {0} for side in borders]
    counts["sides"] = held.count({1}), held.count({2}), len(borders)

    filled = discs[1] + discs[2]
    base = STAGE * min(filled * stages * (65536 // cells) // 65536, stages - 1)
    found: list[tuple[int, float]] = []
    offset = base
    for name, levels in PAIRS:
        own, other, total = counts[name]
        factor, most = {"mobility": (64, cells), "potential": (48, cells), "stable": (32, cells)}.get(
            name, (levels - 1, total)
        )
        scale = factor * 65536 // most + 1 if most else 0
        places = [min(count * scale, (levels - 1) * 65536) for count in (own, other)]
        if scale:
            # Above 100 cells, counts between two levels have a share in both.
            shares = [(place // 256 % 256) / 256 if cells > 100 else 0.0 for place in places]
            for more in ((0, 0), (0, 1), (1, 0), (1, 1)):
                count = math.prod(share if up else 1 - share for share, up in zip(shares, more, strict=True))
                if count:
                    level = [place // 65536 + up for place, up in zip(places, more, strict=True)]
                    found.append((offset + level[0] * levels + level[1], count))
        offset += levels * levels
    for side in borders:
        marks = [position.cells[divmod(cell, position.width)] for cell in side]
        one, two = 3 * marks[0] + marks[1], 3 * marks[-1] + marks[-2]
        high, low = max(one, two), min(one, two)
        between = set(marks[2:-2]) - {0}
        number = 4 * (high * (high + 1) // 2 + low) + (1 in between) + 2 * (2 in between)
        found.append((offset + number, 1.0))
    found.append((offset + 180 + position.player, 1.0))
    return found
