"""Hex evaluations against slow ones written from their papers, with networkx and dense linear algebra."""

from __future__ import annotations

import math
import random
from typing import Any

import networkx
import numpy as np
import pytest

import boardai

NEIGHBOURS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
FAR = 60
Cell = tuple[int, int]


class Side:
    """The board as one player sees it: `ours` cells, and which of them are on the two edges to be joined."""

    def __init__(self, state: Any, player: int) -> None:
        self.colour = state.colour_of(player)
        held = {(r, c): state.stone_at(r, c) for r in range(state.rows()) for c in range(state.columns())}
        self.own = {cell for cell, stone in held.items() if stone == self.colour}
        self.empty = {cell for cell, stone in held.items() if stone == -1}
        self.graph = networkx.Graph()
        self.graph.add_nodes_from(self.own | self.empty)
        for row, column in self.graph.nodes:
            for down, right in NEIGHBOURS:
                if (row + down, column + right) in self.own | self.empty:
                    self.graph.add_edge((row, column), (row + down, column + right))
        last = (state.rows() if self.colour == 0 else state.columns()) - 1
        self.first_edge = {cell for cell in self.graph if cell[self.colour] == 0}
        self.second_edge = {cell for cell in self.graph if cell[self.colour] == last}
        self.chains = [frozenset(chain) for chain in networkx.connected_components(self.graph.subgraph(self.own))]


def two_distances(side: Side, edge: set[Cell]) -> dict[Cell, float]:
    """Repeats the definition until nothing changes; the graph has an edge through every chain."""
    beside: dict[Cell, set[Cell]] = {cell: set(side.graph[cell]) & side.empty for cell in side.empty}
    touching = edge & side.empty
    for chain in side.chains:
        around = {cell for stone in chain for cell in side.graph[stone]} & side.empty
        for cell in around:
            beside[cell] |= around - {cell}
        if chain & edge:
            touching |= around
    distances = {cell: 1.0 if cell in touching else math.inf for cell in side.empty}
    while True:
        new = {
            cell: min(old, 1 + ([*sorted(distances[other] for other in beside[cell]), math.inf, math.inf])[1])
            for cell, old in distances.items()
        }
        if new == distances:
            return distances
        distances = new


def potential(state: Any, player: int) -> tuple[int, int]:
    side = Side(state, player)
    first, second = two_distances(side, side.first_edge), two_distances(side, side.second_edge)
    sums = [first[cell] + second[cell] for cell in side.empty]
    best = min([*sums, FAR])
    return int(min(best, FAR)), sums.count(best) if best < FAR else 0


def two_distance(state: Any) -> int:
    mover = state.current_player()
    (own, own_mobility), (other, other_mobility) = potential(state, mover), potential(state, 1 - mover)
    return 400 * (other - own) + max(-199, min(199, own_mobility - other_mobility))


def resistance(state: Any, player: int) -> float:
    """Kirchhoff's equations as a dense matrix; chains and edges become single nodes."""
    side = Side(state, player)
    live = networkx.node_connected_component(side.graph, next(iter(side.first_edge)))
    for cell in side.first_edge:
        live = live | networkx.node_connected_component(side.graph, cell)
    names: dict[Any, Any] = {cell: cell for cell in side.empty}
    for chain in side.chains:
        name = "source" if chain & side.first_edge else "ground" if chain & side.second_edge else chain
        names |= dict.fromkeys(chain, name)
    links = []
    for one, other in side.graph.edges:
        ohms = (one in side.empty) + (other in side.empty)
        if ohms:
            links.append((names[one], names[other], 1 / ohms))
    links += [("source", cell, 1.0) for cell in side.first_edge & side.empty]
    links += [("ground", cell, 1.0) for cell in side.second_edge & side.empty]
    inner = sorted({names[cell] for cell in live} - {"source", "ground"}, key=str)
    number = {"source": 0, "ground": 1} | {name: 2 + index for index, name in enumerate(inner)}
    matrix = np.zeros((len(number), len(number)))
    for one, other, conductance in links:
        if one in number and other in number and one != other:
            i, j = number[one], number[other]
            matrix[[i, j], [i, j]] += conductance
            matrix[[i, j], [j, i]] -= conductance
    potentials = np.concatenate([[1.0, 0.0], np.linalg.solve(matrix[2:, 2:], -matrix[2:, 0])])
    return 1 / float(matrix[0] @ potentials)


def random_positions(rows: int, columns: int, games: int, swap: bool = False) -> list[Any]:
    rng = random.Random(rows * 100 + columns)
    found = []
    for _ in range(games):
        state = boardai.load("hex", rows=rows, cols=columns, swap=swap).initial_state()
        while not state.is_terminal():
            found.append(state.clone())
            state.apply(rng.choice(state.legal_actions()))
    return found


EXTENTS = [(1, 4), (4, 1), (2, 2), (5, 5), (3, 7), (7, 3), (8, 8), (11, 11), (12, 15), (19, 19)]


def sample(rows: int, columns: int) -> list[Any]:
    positions = random_positions(rows, columns, 3, swap=True)
    return random.Random(1).sample(positions, min(len(positions), max(3, 1200 // (rows * columns))))


@pytest.mark.parametrize("extent", EXTENTS)
def test_two_distance_is_what_the_paper_defines(extent: tuple[int, int]) -> None:
    for state in sample(*extent):
        assert state.evaluate("two_distance") == two_distance(state)


@pytest.mark.parametrize("extent", EXTENTS)
def test_resistance_solves_kirchhoffs_equations(extent: tuple[int, int]) -> None:
    for state in sample(*extent):
        mover = state.current_player()
        exact = 1000 * math.log(resistance(state, 1 - mover) / resistance(state, mover))
        assert abs(state.evaluate("resistance") - exact) < 0.51  # rounded


def test_a_single_column_by_hand() -> None:
    """Three cells below each other: black needs all of them in a row (1 + 2 + 2 + 1 ohms), white any (2 / 3 ohms)."""
    state = boardai.load("hex", rows=3, cols=1).initial_state()
    assert state.evaluate("resistance") == round(1000 * math.log((2 / 3) / 6))
    # No cell of the column has two ways on for black; for white each touches both edges.
    assert state.evaluate("two_distance") == 400 * (2 - FAR) + (0 - 3)


@pytest.mark.parametrize("name", ["shortest_path", "two_distance", "resistance"])
@pytest.mark.parametrize("extent", [(6, 6), (4, 7)])
def test_the_transposed_board_with_colours_exchanged_is_worth_the_opposite(name: str, extent: tuple[int, int]) -> None:
    """With equally many stones black moves in both, so the mover of one is the other player of the other."""
    rows, columns = extent
    tall = boardai.load("hex", rows=columns, cols=rows)
    for state in random_positions(rows, columns, 8):
        if state.colour_to_move() == 1:
            continue
        exchanged = {-1: "-", 0: "w", 1: "b"}
        lines = [[exchanged[state.stone_at(row, column)] for row in range(rows)] for column in range(columns)]
        mirror = tall.from_string("/".join(compressed(line) for line in lines) + " b no-swap")
        assert abs(mirror.evaluate(name) + state.evaluate(name)) <= (name == "resistance")  # which is rounded
        turned = state.transformed(1)
        assert abs(turned.evaluate(name) - state.evaluate(name)) <= (name == "resistance")


def compressed(line: list[str]) -> str:
    """Runs of empty cells as numbers."""
    out, run = "", 0
    for character in [*line, ""]:
        if character == "-":
            run += 1
            continue
        out, run = out + (str(run) if run else "") + character, 0
    return out


@pytest.mark.parametrize("name", ["shortest_path", "two_distance", "resistance"])
def test_an_own_stone_never_hurts(name: str) -> None:
    """After any move the value for the mover is no lower; of two-distance its potentials (units of 400)."""
    for state in random_positions(5, 5, 2) + random_positions(4, 7, 1):
        before = state.evaluate(name)
        for action in state.legal_actions():
            child = state.child(action)
            if child.is_terminal():
                continue
            after = -child.evaluate(name)
            if name == "two_distance":
                assert round(after / 400) >= round(before / 400)
            else:
                assert after >= before - (1 if name == "resistance" else 0)


@pytest.mark.parametrize(
    "extent",
    [(1, 1), (1, 19), (19, 1), (3, 3), pytest.param((19, 19), marks=pytest.mark.thorough)],
)
def test_values_stay_inside_the_limit(extent: tuple[int, int]) -> None:
    for state in random_positions(*extent, games=2)[:: 1 if extent[0] < 19 or extent[1] < 19 else 20]:
        for name in state.evaluators():
            assert abs(state.evaluate(name)) < 25_000


def test_terminal_positions_have_the_winners_sign() -> None:
    state = boardai.load("hex", size=2).initial_state()
    for action in (0, 1, 2):
        state.apply(action)
    assert state.is_terminal() and state.outcome(state.current_player()) == -1
    for name in state.evaluators()[:6]:
        assert -25_000 < state.evaluate(name) < 0


def test_names() -> None:
    state = boardai.load("hex", size=4).initial_state()
    own = ["two_distance", "shortest_path", "resistance"]
    connected = ["connected_two_distance", "connected_shortest_path", "connected_resistance"]
    assert state.evaluators() == [*own, *connected, "none", "hash", "rollouts"]
    assert state.evaluate() == state.evaluate("two_distance")
