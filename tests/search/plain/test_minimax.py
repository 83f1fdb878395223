"""Minimax, negamax, averaging, variable depth: equal to the reference implementations, sound in every option."""

import itertools

import numpy as np
import pytest
from ctrl_c import ctrl_c
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kinds_of_game import SPECS, load
from positions import own_evaluator, random_positions
from refusals import refused
from sampled import sampled

import boardai
from boardai import native
from boardai.search import (
    alphabeta,
    and_or,
    minimax,
    negamax,
    scout,
)
from boardai.search.reference.plain import leaves
from boardai.search.reference.plain.averaging import averaging

PLAIN = {"minimax": minimax, "negamax": negamax, "alphabeta": alphabeta, "scout": scout}
# Game, depths: small enough for plain Python.
SMALL = {
    SPECS["tic-tac-toe"]: (1, 2, 3),
    SPECS["connect four"]: (2, 4),
    "hex:size=3": (2, 3, None),
    "reversi:board=4x4": (3, 5),
    "chess": (1, 2),
}


def evaluation(name: str):
    """The static evaluation of that name, as the reference implementations take it."""
    return lambda state: state.evaluate(name)


def reference_cases(seed: int, count: int):
    """States, depths, evaluators' names and the reference implementations' functions for them."""
    for spec, depths in SMALL.items():
        game = boardai.load(spec)
        native_game = native.is_native(game.initial_state())
        for state, depth in zip(random_positions(game, count, seed, plies=8), itertools.cycle(depths), strict=False):
            if depth is None and len(state.legal_actions()) > 6:
                depth = 3
            yield state, depth, own_evaluator(state), leaves.own_evaluation
            if native_game:
                yield state, depth, "hash", evaluation("hash")


@pytest.mark.thorough
def test_negamax_is_minimax():
    for state, depth, name, _ in reference_cases(2, 5):
        found = negamax(state, depth=depth, evaluator=name)
        same = minimax(state, depth=depth, evaluator=name)
        assert (found.value, found.nodes, found.action, found.pv) == (same.value, same.nodes, same.action, same.pv)
        assert found.action_values == same.action_values


@pytest.mark.parametrize("best, worst", [(1, 1), (2, 1), (1, 3), (3, 2), (100, 100)])
def test_averaging_equals_its_reference(best, worst):
    for state, depth, name, evaluate in reference_cases(3, 3):
        if depth is None:
            continue
        found = minimax(state, depth=depth, evaluator=name, average_best=best, average_worst=worst)
        expected = averaging(state, depth, evaluate, average_best=best, average_worst=worst)
        # The sums are made in the same order: not even the last bit differs.
        assert (found.value, found.nodes) == (expected.value, expected.nodes), (state.to_string(), depth)
        if best == worst == 1:
            assert found.value == minimax(state, depth=depth, evaluator=name).value


@pytest.mark.parametrize("threshold, deeper, shallower", [(0, 1, 0), (5, 2, 0), (5, 0, 1), (30, 1, 2), (10**6, 3, 0)])
def test_variable_depth_equals_its_reference(threshold, deeper, shallower):
    options = {"change_threshold": threshold, "deeper": deeper, "shallower": shallower}
    for state, _, name, evaluate in reference_cases(4, 2):
        depth = 1 if len(state.legal_actions()) > 9 else 2
        found = minimax(state, depth=depth, evaluator=name, **options)
        expected = averaging(state, depth, evaluate, **options)
        assert (found.value, found.nodes) == (expected.value, expected.nodes), (state.to_string(), depth)


def test_variable_depth_sees_the_recapture():
    # Pawn takes knight looks good at depth 1; the change of evaluation asks for one more ply, and there the rook falls
    # for nothing: the rook takes a protected pawn.
    state = boardai.load("chess").from_string("4k3/8/2p5/3p4/8/8/3R4/4K3 w - - 0 1")
    take = state.action_from_string("d2d5")
    blind = minimax(state, depth=1, evaluator="material")
    seeing = minimax(state, depth=1, evaluator="material", change_threshold=50, deeper=1)
    assert blind.action == take and blind.value == 400
    assert seeing.action != take and seeing.action_values[take] == -100


def test_values_of_a_hand_made_tree():
    # Leaf values 3 12 8 | 2 4 6 | 14 5 2 (Russell and Norvig's figure): minimax 3, best of 3, 2, 2.
    leaves = [3, 12, 8, 2, 4, 6, 14, 5, 2]
    game = boardai.Game(_Tree(leaves))
    found = minimax(game.initial_state(), depth=2)
    assert (found.value, found.action, found.pv, found.leaf_value) == (3, 0, [0, 0], 3)
    assert found.action_values == {0: 3, 1: 2, 2: 2}
    assert (found.nodes, found.notes["leaves"], found.depth) == (13, 9, 2)
    # Mean of the 2 worst of each, then of the 2 best of these: 5.5, 3, 3.5 -> 4.5.
    mean = minimax(game.initial_state(), depth=2, average_best=2, average_worst=2)
    assert mean.value == 4.5 and mean.action_values == {0: 5.5, 1: 3.0, 2: 3.5} and mean.action == 0


class _Tree(boardai.BaseState):
    """Three moves, three replies, and a value for the first player at each of the nine ends."""

    def __init__(self, leaves, line=()):
        self.leaves, self.line = leaves, line

    def current_player(self):
        return len(self.line) % 2

    def is_terminal(self):
        return len(self.line) == 3

    def outcome(self, player):
        return 0

    def legal_actions(self):
        return [] if self.is_terminal() else [0, 1, 2]

    def apply(self, action):
        self.line = (*self.line, action)

    def clone(self):
        return _Tree(self.leaves, self.line)

    def to_string(self):
        return "".join(map(str, self.line))

    def from_string(self, text):
        return _Tree(self.leaves, tuple(map(int, text)))

    def evaluate(self):
        return self.leaves[3 * self.line[0] + self.line[1]] if len(self.line) == 2 else 0


@pytest.mark.parametrize("name", PLAIN)
def test_tic_tac_toe_is_a_draw(name, tic_tac_toe):
    state = boardai.load(tic_tac_toe).initial_state()
    if name in ("minimax", "negamax"):  # 549,946 positions from the start
        state = state.child(0).child(4)
    found = PLAIN[name](state)
    assert found.value == 0 and found.outcome == 0 and found.plies_to_end is None
    assert PLAIN[name](state.from_string("xx.oo....")).action == 2


@pytest.mark.slow
def test_the_whole_tree_of_tic_tac_toe(tic_tac_toe):
    found = minimax(boardai.load(tic_tac_toe).initial_state())
    assert (found.nodes, found.notes["leaves"], found.value, found.depth) == (549_946, 255_168, 0, 9)


def test_quicker_wins_are_worth_more(connect_four):
    game = boardai.load(connect_four)
    state = game.from_string("ooo/x/xxx////")
    found = minimax(state, depth=4)
    assert (found.value, found.plies_to_end, found.outcome) == (31_999, 1, 1)
    lost = minimax(game.from_string("oo//x/x/x//"), depth=4)  # x threatens b and f
    assert (lost.value, lost.plies_to_end, lost.outcome) == (-31_998, 2, -1)


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("method", PLAIN)
def test_results_say_everything(method, name):
    state = load(name).initial_state()
    depth = 2
    found = PLAIN[method](state, depth=depth, evaluator=own_evaluator(state))
    assert found.method == method and found.player == 0 and found.depth == depth
    assert found.state == state and found.state is not state
    assert found.action == found.pv[0] and len(found.pv) == depth and found.policy[found.action] == 1
    assert sum(found.policy.values()) == 1 and set(found.policy) == set(state.legal_actions())
    assert found.leaf_value == found.value and found.value == found.action_values[found.action]
    assert found.action not in found.bounds and found.value == max(found.action_values.values())
    end = state.clone()
    for action in found.pv:
        end.apply(action)
    assert end.current_player() == 0 and (not hasattr(end, "evaluate") or end.evaluate() == found.leaf_value)
    assert str(found)


@pytest.mark.parametrize("method", PLAIN)
def test_trees_hold_every_position(method, tic_tac_toe):
    state = boardai.load(tic_tac_toe).from_string("x...o....")
    found = PLAIN[method](state, depth=3, tree=True)
    tree, exact = found.tree, minimax(state, depth=3, tree=True)
    assert tree.complete and tree.visits[0] == found.nodes and tree.values[0] == found.value
    assert (tree.kinds != 4).sum() == found.nodes  # all but the pruned
    # Counts add up: a row's visits are its own and its children's.
    below = np.bincount(tree.parents[1:], weights=tree.visits[1:], minlength=len(tree))
    searched = tree.kinds != 4
    assert np.array_equal(below[searched] + 1, tree.visits[searched])
    # Leaves have their own value, whatever a search wanted to know of them.
    for row in np.flatnonzero(tree.visits == 1).tolist():
        assert tree.kinds[row] == 0 and tree.values[row] == exact.tree.values[_same_row(tree, row, exact.tree)]
    # Exact rows are the largest, or smallest, of their children.
    for row in range(len(tree)):
        children = [child for child in tree.children(row) if tree.kinds[child] != 4]
        if tree.kinds[row] == 0 and children:
            best = max if tree.players[row] == found.player else min
            assert tree.values[row] == best(tree.values[child] for child in children)
    assert (method in ("alphabeta", "scout")) == bool((tree.kinds == 4).any())
    assert [int(tree.actions[row]) for row in tree.variation] == found.pv
    few = PLAIN[method](state, depth=3, tree=5).tree
    assert len(few) == 5 and not few.complete


@pytest.mark.parametrize("method", PLAIN)
def test_a_tree_is_that_of_the_last_complete_depth(method, connect_four):
    state = boardai.load(connect_four).initial_state()
    for nodes in (500, 1000, 3000):
        found = PLAIN[method](state, nodes=nodes, tree=True)
        tree = found.tree
        assert found.depth >= 2 and tree.depth() == found.depth and tree.values[0] == found.value
        assert (tree.kinds != 4).sum() == tree.visits[0] <= nodes
    # Stopped in the first depth: what was not searched to its end is not given a value.
    tree = PLAIN[method](state, nodes=3, tree=True).tree
    assert tree.kinds.tolist() == [1, 0, 4] and tree.visits.tolist() == [3, 1, 0]


def _same_row(tree, row: int, other) -> int:
    """The row of another tree that the same moves lead to."""
    line = []
    while row:
        line.append(tree.actions[row])
        row = tree.parents[row]
    for action in reversed(line):
        row = next(child for child in other.children(row) if other.actions[child] == action)
    return row


@pytest.mark.parametrize("method", PLAIN)
def test_limits_of_nodes_and_time(method, connect_four):
    state = boardai.load(connect_four).initial_state()
    search = PLAIN[method]
    whole = [search(state, depth=depth) for depth in (1, 2, 3, 4)]
    spent = sum(result.nodes for result in whole[:3])
    # Alpha-beta orders the root's moves from depth to depth, so its count differs from that of single searches.
    stopped = search(state, nodes=spent + 60)
    assert stopped.nodes == spent + 60 or stopped.nodes <= spent + 60
    assert stopped.depth >= 3 and stopped.value == whole[stopped.depth - 1].value
    assert search(state, nodes=10**9, depth=2).depth == 2
    for nodes in (1, 2, 5):
        tiny = search(state, nodes=nodes)
        assert tiny.nodes == nodes and state.is_legal(tiny.action) and tiny.depth == 0
    timed = search(state, seconds=0.05)
    assert timed.depth >= 3 and state.is_legal(timed.action)


def test_a_finished_game_or_a_wrong_option_is_refused(tic_tac_toe):
    game = boardai.load(tic_tac_toe)
    for search in (*PLAIN.values(), and_or):
        with refused("over"):
            search(game.from_string("xxxoo...."))
        for limits in ({"depth": 0}, {"nodes": -1}, {"seconds": 0}, {"depth": 1.5}, {"depth": True}):
            with refused(next(iter(limits))):
                search(game.initial_state(), **limits)
        with pytest.raises(TypeError, match="nonsense"):
            search(game.initial_state(), depth=1, nonsense=1)
        for name, value in (("evaluator", "nonsense"), ("tree", -1)):
            with refused(name, value):
                search(game.initial_state(), depth=1, **{name: value})
    state = game.initial_state()
    for name, value in (("average_best", 0), ("deeper", -1), ("change_threshold", 0.5)):
        with refused(name, value):
            minimax(state, depth=1, **{name: value})
    for search in PLAIN.values():
        with refused("points"):
            search(state, depth=1, points=True)


def test_ctrl_c_gives_the_best_so_far(connect_four):
    state = boardai.load(connect_four).initial_state()
    minimax(state, depth=2)
    for search in (negamax, alphabeta, scout):
        with ctrl_c():
            found = search(state, seconds=60, on_interrupt="return")
        assert found.interrupted and found.depth >= 3 and state.is_legal(found.action)


ENDLESS = """
struct Endless {
    int plies = 0;
    int current_player() const { return plies % 2; }
    bool is_terminal() const { return false; }
    int outcome(int) const { return 0; }
    void legal_actions(ActionList& out) const { out.clear(); out.push_back(0); out.push_back(1); }
    void apply(Action) { ++plies; }
    std::uint64_t hash() const { return static_cast<std::uint64_t>(plies); }
    bool operator==(const Endless&) const = default;
    std::string to_string() const { return std::to_string(plies); }
    static Endless from_string(const std::string& text) { return {std::stoi(text)}; }
    std::string action_to_string(Action action) const { return std::to_string(action); }
    Action action_from_string(const std::string& text) const { return std::stoi(text); }
};
BOARDAI_GAME(Endless)
"""


@pytest.mark.thorough
@pytest.mark.parametrize("name", sampled([*PLAIN, "and_or"], ["alphabeta", "and_or"], rest="slow"))
def test_a_game_without_an_end_fits_the_stack_and_can_be_interrupted(name):
    search = {**PLAIN, "and_or": and_or}[name]
    state = boardai.define_game(ENDLESS, name="endless").initial_state()
    assert search(state, nodes=1000).nodes == 1000
    # To the end of the game, which never comes: the line is cut at 6,000 plies.
    with ctrl_c(0.2):
        try:
            found = search(state, on_interrupt="return")
        except KeyboardInterrupt:  # not one move is searched to its end
            assert search is not and_or
        else:
            assert found.interrupted and found.outcome is None
    assert search(state, depth=5).nodes > 5


def test_progress_is_reported(connect_four):
    state = boardai.load(connect_four).initial_state()
    seen = []
    found = alphabeta(state, seconds=0.5, progress=seen.append)
    assert seen and all(state.is_legal(result.action) for result in seen)
    assert [result.nodes for result in seen] == sorted(result.nodes for result in seen)
    assert seen[-1].nodes <= found.nodes

    class Enough(Exception):
        pass

    def stop(result):
        raise Enough

    with pytest.raises(Enough):
        alphabeta(state, seconds=10, progress=stop)
    assert alphabeta(state, depth=3).depth == 3


def test_an_error_of_a_python_game_comes_through(tic_tac_toe):
    base = type(boardai.load(tic_tac_toe).initial_state())

    class Broken(base):
        def clone(self):
            return Broken(self.cells)

        def legal_actions(self):
            if self.cells.count(0) < 7:
                raise KeyError("on purpose")
            return super().legal_actions()

    for search in (*PLAIN.values(), and_or):
        with pytest.raises(KeyError, match="on purpose"):
            search(Broken(), depth=5)


def test_a_python_function_as_evaluation():
    state = boardai.load("reversi").initial_state()
    expected = minimax(state, depth=3)
    found = minimax(state, depth=3, evaluator=lambda position: position.evaluate())
    assert (found.value, found.nodes, found.pv) == (expected.value, expected.nodes, expected.pv)
    assert found.state == state


GAMES_FOR_OPTIONS = {name: boardai.load(spec) for name, spec in {**SPECS, "hex": "hex:size=4"}.items()}


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_position_and_any_options_give_a_legal_move_and_a_bounded_value(data):
    name = data.draw(st.sampled_from(sorted(GAMES_FOR_OPTIONS)))
    game = GAMES_FOR_OPTIONS[name]
    state = next(random_positions(game, 1, data.draw(st.integers(0, 10**6)), plies=30))
    native_game = name != "tic-tac-toe"
    method = data.draw(st.sampled_from([*PLAIN, "and_or"]))
    options = {
        "depth": data.draw(st.integers(1, 2 if name in ("chess", "tic-tac-toe") else 3)),
        "evaluator": data.draw(st.sampled_from(["", "hash", "none"])),
        "nodes": data.draw(st.none() | st.integers(1, 2000)),
        "seed": data.draw(st.integers(0, 9)),
    }
    if method != "and_or" and name == "reversi":
        options["points"] = data.draw(st.booleans())
    if method == "minimax":
        options["average_best"] = data.draw(st.integers(1, 4))
        options["average_worst"] = data.draw(st.integers(1, 4))
        options["change_threshold"] = data.draw(st.integers(0, 200))
        options["deeper"] = data.draw(st.integers(0, 1))
        options["shallower"] = data.draw(st.integers(0, 2))
    if method in ("alphabeta", "scout", "and_or"):
        orders = ["game", "number", "evaluation"] + (["captures"] if name == "chess" else [])
        options["ordering"] = data.draw(st.sampled_from(orders))
    if method == "alphabeta":
        options["fail_soft"] = data.draw(st.booleans())
        options["alpha"] = data.draw(st.integers(-500, 500))
        options["beta"] = options["alpha"] + data.draw(st.integers(1, 500))
    search = {**PLAIN, "and_or": and_or}[method]
    before = state.to_string()
    found = search(state, **options)
    assert state.to_string() == before and state.is_legal(found.action)
    assert found.value is None or -32_000 <= found.value <= 32_000
    assert found.pv and found.pv[0] == found.action
    line = state.clone()
    for action in found.pv:
        line.apply(action)
    again = search(state, **options)
    for part in ("action", "value", "nodes", "depth", "pv", "action_values", "bounds", "outcome", "leaf_value"):
        assert getattr(again, part) == getattr(found, part), part
    if native_game and options["nodes"] is not None:
        assert found.nodes <= options["nodes"]
