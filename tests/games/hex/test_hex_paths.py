"""Hex: shortest connections and their evaluation, against networkx."""

import itertools
import random

import networkx
import pytest

import boardai

NEIGHBOURS = ((0, 1), (1, 0), (1, -1))


def shortest_by_networkx(state, player):
    """The thesis's graph: an edge into an empty cell costs 1, into an own stone 0; enemy cells are left out."""
    colour, rows, columns = state.colour_of(player), state.rows(), state.columns()
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    cost = {cell: 0 if state.stone_at(*cell) == colour else 1 for cell in cells if state.stone_at(*cell) != 1 - colour}
    graph = networkx.DiGraph()
    graph.add_nodes_from(["first edge", "second edge"])
    for row, column in cost:
        for down, right in NEIGHBOURS:
            beside = row + down, column + right
            if beside in cost:
                graph.add_edge((row, column), beside, weight=cost[beside])
                graph.add_edge(beside, (row, column), weight=cost[row, column])
        position, last = (row, rows - 1) if colour == 0 else (column, columns - 1)
        if position == 0:
            graph.add_edge("first edge", (row, column), weight=cost[row, column])
        if position == last:
            graph.add_edge((row, column), "second edge", weight=0)
    try:
        return networkx.dijkstra_path_length(graph, "first edge", "second edge")
    except networkx.NetworkXNoPath:
        return None


def check_path(state, player):
    path, colour, columns = state.shortest_path(player), state.colour_of(player), state.columns()
    length = state.shortest_connection(player)
    if length is None:
        assert path == []
        return
    cells = [divmod(cell, columns) for cell in path]
    stones = [state.stone_at(*cell) for cell in cells]
    assert 1 - colour not in stones and stones.count(-1) == length
    for (row, column), (next_row, next_column) in itertools.pairwise(cells):
        step = next_row - row, next_column - column
        assert step in NEIGHBOURS or (-step[0], -step[1]) in NEIGHBOURS
    axis, last = (0, state.rows() - 1) if colour == 0 else (1, columns - 1)
    assert cells[0][axis] == 0 and cells[-1][axis] == last


@pytest.mark.parametrize("extent", [(1, 1), (1, 6), (6, 1), (5, 5), (3, 8), (8, 3), (11, 11), (9, 15), (19, 19)])
def test_shortest_connection_is_exact(extent):
    rng = random.Random(sum(extent))
    game = boardai.load("hex", rows=extent[0], cols=extent[1], swap=True)
    for _ in range(6 if extent[0] * extent[1] < 130 else 1):
        state = game.initial_state()
        while True:
            for player in (0, 1):
                assert state.shortest_connection(player) == shortest_by_networkx(state, player)
                check_path(state, player)
            if state.is_terminal():
                break
            mover = state.current_player()
            difference = state.shortest_connection(1 - mover) - state.shortest_connection(mover)
            assert state.evaluate("shortest_path") == difference and abs(difference) <= extent[0] * extent[1]
            for _ in range(1 if rng.random() < 0.6 else 5):
                if not state.is_terminal():
                    state.apply(rng.choice(state.legal_actions()))


def test_ends_of_the_scale():
    state = boardai.load("hex", size=4).initial_state()
    assert state.shortest_connection(0) == state.shortest_connection(1) == 4 and state.evaluate("shortest_path") == 0
    for move in ("a1", "b1", "a2", "b2", "a3", "b3"):
        state.apply(state.action_from_string(move))
    assert (state.shortest_connection(0), state.shortest_connection(1), state.evaluate("shortest_path")) == (1, 3, 2)
    state.apply(state.action_from_string("a4"))
    assert (state.shortest_connection(0), state.shortest_connection(1)) == (0, None)
    assert state.shortest_path(0) == [0, 4, 8, 12] and state.shortest_path(1) == []
    assert -30_000 < state.evaluate("shortest_path") == -10_000  # the side to move has lost


def test_one_move_helps_and_hinders():
    """The thesis's point (Ószi 2021, figure 10): one stone takes the difference from one after to one ahead."""
    state = boardai.load("hex", size=4).from_string("b2w/b3/4/4 w no-swap")
    assert (state.shortest_connection(0), state.shortest_connection(1), state.evaluate("shortest_path")) == (2, 3, -1)
    state.apply(state.action_from_string("a3"))
    assert (state.shortest_connection(0), state.shortest_connection(1), state.evaluate("shortest_path")) == (3, 2, -1)
