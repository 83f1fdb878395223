"""Evaluations over virtual connections.

The same measures by dense algebra and plain loops over what Python's own `connections` finds; who wins by a solver; and
a search that asks for all that they know.
"""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

import boardai
from boardai.games.hex.connections.virtual_connections import connections
from boardai.games.hex.solving.inferior_cells import inferior_cells
from boardai.search import PvsOptions, dfpn, minimax, pvs

NAMES = ["connected_two_distance", "connected_shortest_path", "connected_resistance"]
DECIDED = {"connected_two_distance": 12_000, "connected_shortest_path": 5_000, "connected_resistance": 10_000}
FAR = 60


def positions(size: int, count: int, seed: int, plies: tuple[int, int], swap: bool = False) -> list[Any]:
    game, rng = boardai.load("hex", size=size, swap=swap), random.Random(seed)
    found = []
    while len(found) < count:
        state = game.initial_state()
        for _ in range(rng.randint(*plies)):
            if not state.is_terminal():
                state.apply(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            found.append(state)
    return found


class Graph:
    """A colour's points, and which of them have a full connection."""

    def __init__(self, state: Any, colour: int) -> None:
        found = connections(state, colour, full=6, semi=12, together=4)
        self.points = list(found.points())
        self.edges = [point for point in self.points if isinstance(point, str)]
        self.joined = {
            (x, y) for x in self.points for y in self.points
            if x != y and any(one.full for one in found.between(x, y))
        }  # fmt: skip
        self.empty = [p for p in self.points if isinstance(p, int) and state.stone_at(*divmod(p, state.columns())) < 0]
        self.chains = [p for p in self.points if isinstance(p, int) and p not in self.empty]

    def resistance(self) -> float:
        number = {point: i for i, point in enumerate(self.edges + self.chains + self.empty)}
        matrix = np.zeros((len(number), len(number)))
        for x, y in self.joined:
            ohms = max((x in self.empty) + (y in self.empty), 0.1)
            matrix[number[x], number[x]] += 1 / ohms
            matrix[number[x], number[y]] -= 1 / ohms
        potentials = np.concatenate([[1.0, 0.0], np.linalg.solve(matrix[2:, 2:], -matrix[2:, 0])])
        return 1 / float(matrix[0] @ potentials)

    def potential(self, second: bool) -> tuple[int, int]:
        beside = {x: {y for y in self.empty if (x, y) in self.joined} for x in self.empty}
        touching = [{x for x in self.empty if (x, edge) in self.joined} for edge in self.edges]
        for chain in self.chains:
            around = {x for x in self.empty if (x, chain) in self.joined}
            for x in around:
                beside[x] |= around - {x}
            for i, edge in enumerate(self.edges):
                if (chain, edge) in self.joined:
                    touching[i] |= around
        sums = dict.fromkeys(self.empty, 0.0)
        for near in touching:
            distances = {x: 1.0 if x in near else math.inf for x in self.empty}
            while True:
                new = {
                    x: min(old, 1 + ([*sorted(distances[y] for y in beside[x]), math.inf, math.inf])[int(second)])
                    for x, old in distances.items()
                }
                if new == distances:
                    break
                distances = new
            for x in self.empty:
                sums[x] += distances[x]
        best = min([*sums.values(), FAR])
        return int(min(best, FAR)), list(sums.values()).count(best) if best < FAR else 0


def expected(name: str, state: Any) -> float:
    own, other = (
        Graph(state, state.colour_of(player)) for player in (state.current_player(), 1 - state.current_player())
    )
    if name == "connected_resistance":
        return 1000 * math.log(other.resistance() / own.resistance())
    (near, ways), (far, others) = (graph.potential(name == "connected_two_distance") for graph in (own, other))
    if name == "connected_shortest_path":
        return far - near
    return 400 * (far - near) + max(-199, min(199, ways - others))


@pytest.mark.parametrize("name", NAMES)
def test_full_connections_are_steps(name: str) -> None:
    """Where no cell is filled in and the winner is unknown."""
    compared = 0
    for state in positions(6, 60, 1, (1, 7)):
        found = inferior_cells(state)
        value = state.evaluate(name)
        if found.dead or any(found.captured) or abs(value) > DECIDED[name]:
            continue
        assert abs(value - expected(name, state)) < 0.51  # rounded
        compared += 1
    assert compared > 10


@pytest.mark.parametrize("name", NAMES)
def test_a_reported_winner_wins(name: str) -> None:
    decided = 0
    for state in positions(5, 60, 2, (9, 15)):
        value = state.evaluate(name)
        if abs(value) > DECIDED[name]:
            decided += 1
            assert dfpn(state, knowledge=False).outcome == (1 if value > 0 else -1)
    assert decided > 30


@pytest.mark.parametrize("name", NAMES)
def test_a_search_follows_the_line(name: str) -> None:
    """The winners found stone by stone equal those found from scratch."""
    for state in positions(5, 8, 4, (3, 8)):
        reported = {}
        for action in state.legal_actions():
            child = state.child(action)
            reported[action] = -child.evaluate(name)
        result = minimax(state, depth=1, evaluator=name)
        best = max(reported.values())
        if abs(best) > DECIDED[name]:
            assert abs(result.value) > DECIDED[name] and (result.value > 0) == (best > 0)


def test_pvs_uses_known_winners() -> None:
    proven = 0
    for state in positions(5, 30, 5, (2, 8)):
        truth = dfpn(state).outcome
        result = pvs(state, depth=3, evaluator="connected_resistance")
        if abs(result.value) <= DECIDED["connected_resistance"]:
            continue
        proven += 1
        assert (result.value > 0) == (truth == 1)
        if truth == 1:
            child = state.child(result.action)
            assert child.is_terminal() or dfpn(child).outcome == -1
    assert proven > 20


@pytest.mark.thorough
def test_a_settled_root_ends_the_search() -> None:
    """Nothing is left to find: no second is spent on it."""
    signs = set()
    for state in positions(11, 40, 6, (30, 50)):
        if abs(state.evaluate("connected_resistance")) > DECIDED["connected_resistance"]:
            result = pvs(state, seconds=60, evaluator="connected_resistance")
            assert result.depth < 9 and abs(result.value) > DECIDED["connected_resistance"]
            signs.add(result.value > 0)
    assert signs == {True, False}


def test_without_unsound_options_it_is_minimax() -> None:
    for state in positions(4, 5, 7, (1, 4)):
        for name in NAMES:
            value = pvs(state, depth=2, evaluator=name, options=PvsOptions.sound()).value
            assert value == minimax(state, depth=2, evaluator=name).value


@pytest.mark.thorough
def test_pvs_looks_at_the_most_promising_moves_alone() -> None:
    state = boardai.load("hex:size=9").initial_state().child(40)
    wide, narrow = (
        pvs(state, depth=2, evaluator="connected_resistance", width=width, multi_pv=100) for width in (0, 6)
    )
    assert len(narrow.action_values) == 6 < len(wide.action_values)
    assert set(narrow.action_values) <= set(wide.action_values) and narrow.nodes < wide.nodes / 4
    # Others know no candidate moves: the first of the order are searched, and at the root all.
    for other in ("resistance", "two_distance"):
        first, every = (pvs(state, depth=4, evaluator=other, width=width) for width in (6, 0))
        assert first.nodes < every.nodes


def test_a_swap_is_thought_of() -> None:
    """The centre has won, and a player who may swap gets no cell as the winning move."""
    state = boardai.load("hex", size=5, swap=True).initial_state().child(12)
    for name in NAMES:
        assert abs(state.evaluate(name)) <= DECIDED[name]
    assert pvs(state, depth=2, evaluator="connected_resistance").action == 25
    whole = pvs(state.child(25), depth=2, evaluator="connected_resistance")
    assert whole.value < -DECIDED["connected_resistance"]


def test_a_game_to_its_end() -> None:
    state = boardai.load("hex", size=6, swap=True).initial_state()
    rng = random.Random(1)
    search = boardai.search.Pvs(evaluator="connected_resistance", width=8)
    while not state.is_terminal():
        mine = state.current_player() == 0
        state.apply(search.search(state, depth=2).action if mine else rng.choice(state.legal_actions()))
    assert state.outcome(0) == 1
