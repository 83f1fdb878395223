"""Reversi evaluations against slow ones written from their definitions, on every shape."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reversi_reference import EIGHT, Reference, random_boards

import boardai
from boardai.games import reversi

BOARDS = reversi.available_boards()
AXES = [(0, 1), (1, -1), (1, 0), (1, 1)]
Cell = tuple[int, int]
OWN = ("positional", "discs", "mobility", "corners", "weights")  # in the order in which they are listed


def board_text(name: str) -> str:
    return (reversi._BOARDS / f"{name}.txt").read_text()


class Regions:
    """Corners, edges and the cells next to corners, cell by cell."""

    def __init__(self, cells: dict[Cell, str]) -> None:
        self.cells = cells
        self.safe = {cell: [axis for axis in AXES if self.is_safe(cell, axis)] for cell in cells}
        self.corners = {cell for cell in cells if len(self.safe[cell]) == 4}
        self.edges = {cell for cell in cells if len(self.safe[cell]) == 3}
        risky = set()
        for row, column in self.corners:
            for down, right in EIGHT:
                beside, behind = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if beside in cells and behind in cells:
                    risky.add(beside)
        self.flank = risky & self.edges
        self.steep = risky - self.edges

    def is_safe(self, cell: Cell, axis: Cell) -> bool:
        (row, column), (down, right) = cell, axis
        return (row + down, column + right) not in self.cells or (row - down, column - right) not in self.cells

    def beside(self, cells: set[Cell]) -> set[Cell]:
        around = {(row + down, column + right) for row, column in cells for down, right in EIGHT}
        return around & set(self.cells)

    def stable(self, own: set[Cell]) -> set[Cell]:
        found: set[Cell] = set()
        while True:
            more = set()
            for row, column in own - found:
                backed = (
                    axis in self.safe[row, column]
                    or (row + axis[0], column + axis[1]) in found
                    or (row - axis[0], column - axis[1]) in found
                    for axis in AXES
                )
                if all(backed):
                    more.add((row, column))
            if not more:
                return found
            found |= more


def positional_weights() -> list[tuple[int, int]]:
    header = Path(__file__).parents[3] / "games" / "reversi" / "evaluation" / "evaluators-inl.hpp"
    found = re.findall(r"Weight \w+\{(-?\d+), (-?\d+)\};", header.read_text())
    assert len(found) == 9
    return [(int(end), int(start)) for end, start in found]


WEIGHTS = positional_weights()


def towards_zero(numerator: int, denominator: int) -> int:
    return numerator // denominator if numerator >= 0 else -(-numerator // denominator)


def slow_values(reference: Reference, regions: Regions) -> dict[str, int]:
    sets = {mark: {cell for cell, held in reference.cells.items() if held == mark} for mark in "-XO"}
    empty, sides = sets["-"], (reference.mover, reference.other)
    danger = regions.beside(regions.corners & empty)

    def balance(cells: set[Cell]) -> int:
        return len(sets[sides[0]] & cells) - len(sets[sides[1]] & cells)

    everything = set(reference.cells)
    placements = len(reference.placements(sides[0])) - len(reference.placements(sides[1]))
    frontier = len(regions.beside(sets[sides[1]]) & empty) - len(regions.beside(sets[sides[0]]) & empty)
    stable = len(regions.stable(sets[sides[0]])) - len(regions.stable(sets[sides[1]]))
    steep, flank = balance(regions.steep & danger), balance(regions.flank & danger)
    corners, edges = balance(regions.corners), balance(regions.edges - (regions.flank & danger))
    plain = everything - regions.corners - regions.edges - regions.steep
    features = [placements, frontier, stable, corners, steep, flank, edges, balance(everything), 1]
    total = sum(
        feature * (end * (len(everything) - len(empty)) + start * len(empty))
        for feature, (end, start) in zip(features, WEIGHTS, strict=True)
    )
    most = min(20_000, 100 * len(everything))  # the largest margin, in hundredths
    return {
        "discs": balance(everything),
        "mobility": 10 * placements + 4 * frontier,
        "corners": 100 * corners - 40 * steep - 15 * flank,
        "weights": 100 * corners
        + 10 * balance(regions.edges - regions.flank)
        - 20 * balance(regions.flank)
        - 50 * balance(regions.steep)
        - balance(plain),
        "positional": max(-most, min(most, towards_zero(total, len(everything)))),
    }


def compare(text: str, rng: random.Random, every: int) -> None:
    reference = Reference.from_board_file(text)
    regions = Regions(reference.cells)
    state = boardai.load("reversi", board=text).initial_state()
    for ply in range(300):
        if ply % every == 0 and not state.is_terminal():
            assert {name: state.evaluate(name) for name in OWN} == slow_values(reference, regions)
        moves = reference.legal_moves()
        if not moves:
            break
        move = rng.choice(moves)
        state.apply(state.action_from_string(move))
        reference.play(move)


@pytest.mark.parametrize("board", BOARDS)
def test_evaluations_are_what_they_say(board: str) -> None:
    for seed in range(2):
        compare(board_text(board), random.Random(seed), every=5)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(text=random_boards(), seed=st.integers(0, 2**32))
def test_evaluations_are_what_they_say_on_any_shape(text: str, seed: int) -> None:
    if Reference.from_board_file(text).legal_moves():
        compare(text, random.Random(seed), every=3)


def test_regions_of_the_standard_board() -> None:
    regions = Regions(Reference.from_board_file(board_text("8x8")).cells)
    assert regions.corners == {(0, 0), (0, 7), (7, 0), (7, 7)}
    assert regions.steep == {(1, 1), (1, 6), (6, 1), (6, 6)}
    assert regions.flank == {(0, 1), (1, 0), (0, 6), (1, 7), (6, 0), (7, 1), (6, 7), (7, 6)}
    assert len(regions.edges) == 24


@pytest.mark.parametrize("board", BOARDS)
def test_symmetries_and_colours_change_no_value(board: str) -> None:
    rng = random.Random(3)
    state = boardai.load("reversi", board=board).initial_state()
    exchange = str.maketrans("XO", "OX")
    while not state.is_terminal():
        other = state.from_string(state.to_string().translate(exchange))
        for name in OWN:
            value = state.evaluate(name)
            assert abs(value) <= 20_000
            assert other.evaluate(name) == value
            for symmetry in range(state.symmetry_count()):
                assert state.transformed(symmetry).evaluate(name) == value
        state.apply(rng.choice(state.legal_actions()))


def test_names() -> None:
    state = boardai.load("reversi").initial_state()
    assert state.evaluators() == [*OWN, "none", "hash", "rollouts"]
    assert state.evaluate() == state.evaluate("positional")
