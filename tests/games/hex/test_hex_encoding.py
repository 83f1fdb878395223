"""Hex: what a network sees and says, and the random playout."""

import pickle
import random

import numpy as np
import pytest
from refusals import refused
from scipy import stats

import boardai


def states_of(rows, columns, swap, seed, games=5, view="mover"):
    rng = random.Random(seed)
    for _ in range(games):
        state = boardai.load("hex", rows=rows, cols=columns, swap=swap, view=view).initial_state()
        while not state.is_terminal():
            yield state.clone()
            swapping = state.swap_available() and rng.random() < 0.5
            state.apply(rows * columns if swapping else rng.choice(state.legal_actions()))


@pytest.mark.parametrize(("rows", "columns"), [(1, 3), (4, 4), (3, 6), (6, 3)])
@pytest.mark.parametrize("swap", [False, True])
def test_planes_by_definition(rows, columns, swap):
    side = max(rows, columns)
    for state in states_of(rows, columns, swap, seed=1):
        planes, expected = state.observation(), np.zeros((side, side, 4 if swap else 3), np.float32)
        mover = state.colour_to_move()
        for row in range(rows):
            for column in range(columns):
                seen = (row, column) if mover == 0 else (column, row)
                expected[(*seen, 2)] = 1
                if state.stone_at(row, column) >= 0:
                    expected[(*seen, int(state.stone_at(row, column) != mover))] = 1
                if swap:
                    expected[(*seen, 3)] = state.swap_available()
        np.testing.assert_array_equal(planes, expected)
        assert state.policy_size == side * side + int(swap)
        for action in state.legal_actions():
            index = state.policy_index(action)
            if action == rows * columns:
                assert index == side * side
                continue
            row, column = divmod(action, columns)
            assert index == (row * side + column if mover == 0 else column * side + row)
        legal = {state.policy_index(action) for action in state.legal_actions()}
        for index in set(range(state.policy_size)) - legal:
            with refused(index):
                state.action_from_policy(index)


def test_both_colours_see_one_game():
    """White to move sees what black would see on the mirrored board with the colours exchanged."""
    for state in states_of(5, 4, False, seed=2):
        if state.colour_to_move() == 0:
            continue
        mirrored = boardai.load("hex", rows=4, cols=5)
        expected = np.zeros(mirrored.observation_shape, np.float32)
        expected[:4, :5, 2] = 1
        for row in range(5):
            for column in range(4):
                stone = state.stone_at(row, column)
                if stone >= 0:
                    expected[column, row, 1 - stone] = 1
        np.testing.assert_array_equal(state.observation(), expected)


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (3, 6), (6, 3)])
@pytest.mark.parametrize("swap", [False, True])
def test_the_absolute_view_by_definition(rows, columns, swap):
    side = max(rows, columns)
    for state in states_of(rows, columns, swap, seed=4, view="absolute"):
        expected = np.zeros((side, side, 5 if swap else 4), np.float32)
        expected[:rows, :columns, 2] = 1
        if state.swap_available():
            expected[:rows, :columns, 3] = 1
        if state.colour_to_move() == 1:
            expected[:rows, :columns, -1] = 1
        for row in range(rows):
            for column in range(columns):
                if state.stone_at(row, column) >= 0:
                    expected[row, column, state.stone_at(row, column)] = 1
        np.testing.assert_array_equal(state.observation(), expected)
        for action in state.legal_actions():
            row, column = divmod(action, columns)
            assert state.policy_index(action) == (side * side if action == rows * columns else row * side + column)
            assert state.action_from_policy(state.policy_index(action)) == action
        assert (
            pickle.loads(pickle.dumps(state))
            == state
            != boardai.load("hex", rows=rows, cols=columns, swap=swap).from_string(state.to_string())
        )


def two_distances(state, colour, edge):
    """By definition, chain after chain: closeness of each cell to an edge, "start" or "goal", of a colour."""
    rows, columns = state.rows(), state.columns()
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    stone = {cell: state.stone_at(*cell) for cell in cells}
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))

    def beside(cell):
        return [near for step in steps if (near := (cell[0] + step[0], cell[1] + step[1])) in stone]

    def at_edge(cell):
        place, last = (cell[0], rows - 1) if colour == 0 else (cell[1], columns - 1)
        return place == (0 if edge == "start" else last)

    def chain(cell):
        found, todo = {cell}, [cell]
        while todo:
            new = [near for near in beside(todo.pop()) if stone[near] == colour and near not in found]
            found.update(new)
            todo += new
        return found

    joined = {cell for cell in cells if stone[cell] == colour and any(at_edge(part) for part in chain(cell))}
    empty = [cell for cell in cells if stone[cell] < 0]
    around = {}
    for cell in empty:
        near = {other for other in beside(cell) if stone[other] < 0}
        for own in (other for other in beside(cell) if stone[other] == colour):
            near |= {other for part in chain(own) for other in beside(part) if stone[other] < 0}
        around[cell] = near - {cell}
    distance = {cell: 1 for cell in empty if at_edge(cell) or any(other in joined for other in beside(cell))}
    while True:
        changed = False
        for cell in empty:
            if distance.get(cell) == 1:
                continue
            reached = sorted(distance[near] for near in around[cell] if near in distance)
            if len(reached) >= 2 and distance.get(cell) != reached[1] + 1:
                distance[cell], changed = reached[1] + 1, True
        if not changed:
            return dict.fromkeys(joined, 1.0) | {cell: 1 / (1 + steps) for cell, steps in distance.items()}


@pytest.mark.parametrize(("rows", "columns"), [(1, 3), (5, 5), (3, 6), (6, 3), (9, 8)])
@pytest.mark.parametrize(("swap", "view"), [(False, "mover"), (True, "mover"), (False, "absolute"), (True, "absolute")])
def test_edge_planes_by_definition(rows, columns, swap, view):
    game = boardai.load("hex", rows=rows, cols=columns, swap=swap, view=view, edges=True)
    assert game.spec.endswith("edges=true")
    plain = boardai.load("hex", rows=rows, cols=columns, swap=swap, view=view)
    first = 4 if swap else 3
    for bare in states_of(rows, columns, swap, seed=5, games=2, view=view):
        state = game.to_view(bare)
        assert state.edge_planes() and not plain.to_view(state).edge_planes()
        planes = state.observation()
        np.testing.assert_array_equal(np.delete(planes, range(first, first + 4), axis=2), bare.observation())
        mirrored = view == "mover" and state.colour_to_move() == 1
        mover = 1 if mirrored else 0
        for number, (colour, edge) in enumerate((c, e) for c in (mover, 1 - mover) for e in ("start", "goal")):
            expected = np.zeros(planes.shape[:2], np.float32)
            for (row, column), closeness in two_distances(state, colour, edge).items():
                expected[(column, row) if mirrored else (row, column)] = closeness
            np.testing.assert_allclose(planes[:, :, first + number], expected, rtol=1e-6)
        assert pickle.loads(pickle.dumps(state)) == state
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(state)).observation(), planes)


def test_edge_planes_pass_the_conformance_test():
    report = boardai.check_game(boardai.load("hex:size=4,swap=true,edges=true"), games=3)
    assert "symmetries commute with moves" in report.properties
    with refused("edges", "1"):
        boardai.load("hex", edges=1)


def test_the_absolute_view_passes_the_conformance_test():
    report = boardai.check_game(boardai.load("hex:size=4,swap=true,view=absolute"), games=3)
    assert "symmetries commute with moves" in report.properties
    with refused("view", "both"):
        boardai.load("hex", view="both")


@pytest.mark.parametrize("view", ["mover", "absolute"])
def test_key_covers_the_planes_and_nothing_else(view):
    planes_by_key, key_by_planes = {}, {}
    for swap in (False, True):
        for state in states_of(3, 3, swap, seed=3, games=200, view=view):
            planes, key = state.observation().tobytes(), state.observation_key()
            assert planes_by_key.setdefault(key, planes) == planes
            assert key_by_planes.setdefault(planes, key) == key
    assert len(planes_by_key) > 500


def exact_chance(state, known):
    """Probability that player 0 wins under uniformly random legal actions."""
    if state.is_terminal():
        return float(state.outcome(0) > 0)
    if state not in known:
        children = [exact_chance(state.child(action), known) for action in state.legal_actions()]
        known[state] = sum(children) / len(children)
    return known[state]


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (4, 1), (2, 3), (3, 2), (3, 3)])
def test_playouts_have_the_exact_distribution(rows, columns, swap):
    """Chi-square against the exact chance: at the start, where swap can be played, after a swap and later."""
    game = boardai.load("hex", rows=rows, cols=columns, swap=swap)
    states = [game.initial_state()]
    for plies in (1, 2, 4):
        state = game.initial_state()
        for ply in range(plies):
            if not state.is_terminal():
                state.apply(rows * columns if ply == 1 and swap and plies == 2 else state.legal_actions()[ply % 2])
        states.append(state)
    known = {}
    for state in states:
        chance, games = exact_chance(state, known), 4000
        wins = sum(state.random_playout(seed) > 0 for seed in range(games))
        if chance in (0.0, 1.0):
            assert wins == games * chance
        else:
            observed, expected = [wins, games - wins], [games * chance, games * (1 - chance)]
            assert stats.chisquare(observed, expected).pvalue > 1e-6


@pytest.mark.slow
@pytest.mark.parametrize("extent", [(5, 5), (11, 11), (4, 9), (19, 19)])
@pytest.mark.parametrize("swap", [False, True])
def test_playouts_have_the_distribution_of_random_games(extent, swap):
    rng = random.Random(6)
    game = boardai.load("hex", rows=extent[0], cols=extent[1], swap=swap)
    for plies in (0, 1, 9):
        state = game.initial_state()
        for _ in range(plies):
            state.apply(rng.choice(state.legal_actions()))
        table = []
        native = boardai.native.template("RandomGames", state)
        for result in (native.playouts(state, 300_000, 1), native.play(state, 300_000, 2)):
            table.append([result.wins0, result.wins1])
        assert stats.chi2_contingency(table).pvalue > 1e-6
