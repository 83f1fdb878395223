"""PUCT on a graph: equal to its reference implementation; what is shared and what may not be."""

from __future__ import annotations

import random

import numpy as np
import pytest
from fake_network import FakeNetwork
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds_of_game import SPECS, load
from positions import early_positions

import boardai
from boardai import native
from boardai.search import Network, Outcome, Puct, gumbel, puct
from boardai.search.reference.trees.puct_graph import puct_graph


@pytest.mark.parametrize("name", ["hex", "reversi", "connect four", "tic-tac-toe"])
def test_equals_its_plain_python_reference(name):
    game = load(name)
    shared = 0
    for state in early_positions(game, 4, seed=3):
        network = FakeNetwork(game.policy_size)
        result = puct(state, simulations=200, evaluator=Network(network), graph=True)
        root, evaluated = puct_graph(state, network, 200)
        assert {a: n for a, n in result.visits.items() if n} == root.visits
        assert result.nodes == evaluated
        assert result.value == pytest.approx(root.value, abs=1e-12)
        assert result.action_values == pytest.approx({a: root.q(a) for a in root.visits}, abs=1e-12)
        shared += puct(state, simulations=200, evaluator=Network(network)).visits != result.visits
    if name == "tic-tac-toe":
        assert shared > 0


def test_transpositions_are_evaluated_once():
    # A network that likes few moves makes lines meet: all orders of the same moves are one position.
    game = boardai.load("hex:size=4")
    asked = []

    def network(planes):
        asked.extend(row.tobytes() for row in planes)
        logits = np.zeros((len(planes), 16), np.float32)
        logits[:, :5] = 9
        return logits, np.zeros(len(planes), np.float32)

    tree = puct(game.initial_state(), simulations=300, evaluator=Network(network))
    assert tree.nodes == len(asked) == 301 and len(set(asked)) < 250
    asked.clear()
    graph = puct(game.initial_state(), simulations=300, evaluator=Network(network), graph=True)
    assert graph.nodes == len(asked) == len(set(asked)) == 301
    assert sum(graph.visits.values()) == sum(tree.visits.values()) == 300


def chess_after(*moves, **params):
    state = boardai.load("chess", **params).initial_state()
    for move in moves:
        state.apply(state.action_from_string(move))
    return state


def test_chess_histories_are_distinguished_where_the_rules_do():
    def key(*moves):
        return chess_after(*moves).history_key()

    # After a pawn move nothing can recur, whatever the order before was.
    first = chess_after("g1f3", "g8f6", "b1c3", "e7e5")
    second = chess_after("b1c3", "g8f6", "g1f3", "e7e5")
    assert first.hash() == second.hash() and first.history_key() == second.history_key()
    # Before it, other positions have occurred.
    assert chess_after("g1f3", "g8f6", "b1c3").hash() == chess_after("b1c3", "g8f6", "g1f3").hash()
    assert key("g1f3", "g8f6", "b1c3") != key("b1c3", "g8f6", "g1f3")
    # The same position once more, and the same with another move count.
    assert chess_after().hash() == chess_after("g1f3", "g8f6", "f3g1", "f6g8").hash()
    assert key() != key("g1f3", "g8f6", "f3g1", "f6g8")
    assert key("e2e4", "e7e5", "g1f3") != key("g1f3", "e7e5", "e2e4")


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1))
def test_chess_positions_with_one_key_have_one_future(seed):
    """Equal keys: the same legal actions, and the same end of the game now and after any move."""
    rng = random.Random(seed)
    met = {}
    for _ in range(12):
        # Short walks among few moves, so that they meet.
        state = chess_after()
        for _ in range(rng.randrange(1, 9)):
            wanted = [a for a in state.legal_actions() if state.action_to_string(a) in WALK]
            if not wanted:
                break
            state.apply(rng.choice(wanted))
        key = (state.hash(), state.history_key())
        future = [
            (action, state.child(action).is_terminal(), state.child(action).occurrences())
            for action in state.legal_actions()
        ]
        assert met.setdefault(key, (state.occurrences(), state.halfmove_clock(), future)) == (
            state.occurrences(),
            state.halfmove_clock(),
            future,
        )


WALK = {"g1f3", "f3g1", "g8f6", "f6g8", "b1c3", "c3b1", "b8c6", "c6b8", "e2e3", "e7e6"}


@pytest.mark.parametrize("graph", [False, True])
def test_a_repetition_is_a_draw_on_its_own_path_only(graph):
    """White is a queen ahead; black can only shuffle. The third occurrence is a draw, the position itself is not."""
    game = boardai.load("chess")
    state = game.from_string("7k/8/8/8/8/8/Q7/K7 w - - 0 1")

    def network(planes):
        # White to move is winning: the planes do not show that, so by the side with the queen.
        logits = np.zeros((len(planes), game.policy_size), np.float32)
        queens = planes[:, :, :, 4].sum(axis=(1, 2))
        return logits, np.where(queens > 0, 0.9, -0.9).astype(np.float32)

    start = state.clone()
    for move in ("a2b2", "h8g8", "b2a2", "g8h8", "a2b2", "h8g8", "b2a2"):
        state.apply(state.action_from_string(move))
    assert state.occurrences() == 1 + 1  # black to move, g8: once more and it is a draw
    result = puct(state, simulations=400, evaluator=Network(network), graph=graph)
    draw = state.action_from_string("g8h8")
    assert state.child(draw).is_terminal() and result.action == draw
    assert result.action_values[draw] == 0
    # Without the history the same move loses like the others.
    fresh = game.from_string(state.to_string())
    other = puct(fresh, simulations=400, evaluator=Network(network), graph=graph)
    assert other.action_values[draw] < -0.5
    # White sees the repetition coming and avoids it.
    before = start.clone()
    for move in ("a2b2", "h8g8", "b2a2", "g8h8", "a2b2", "h8g8"):
        before.apply(before.action_from_string(move))
    result = puct(before, simulations=1500, evaluator=Network(network), graph=graph)
    assert result.action != before.action_from_string("b2a2")
    assert result.value > 0.5


class Tokens(boardai.BaseState):
    """Two tokens on a line, each moved one step to either side; the player who reaches the other end first has won."""

    observation_shape, policy_size, last = (1, 7, 3), 2, 6

    def __init__(self, places=(2, 4), player=0):
        self.places, self.player = list(places), player

    def current_player(self):
        return self.player

    def is_terminal(self):
        return self.places[0] == self.last or self.places[1] == 0

    def outcome(self, player):
        winner = 0 if self.places[0] == self.last else 1
        return 1 if player == winner else -1

    def legal_actions(self):
        place = self.places[self.player]
        return [] if self.is_terminal() else [a for a in (0, 1) if 0 <= place + 2 * a - 1 <= self.last]

    def apply(self, action):
        self.places[self.player] += 2 * action - 1
        self.player = 1 - self.player

    def clone(self):
        return Tokens(self.places, self.player)

    def to_string(self):
        return f"{self.places[0]} {self.places[1]} {self.player}"

    @classmethod
    def from_string(cls, text):
        first, second, player = map(int, text.split())
        return cls((first, second), player)

    def action_to_string(self, action):
        return ["left", "right"][action]

    def observation(self):
        planes = np.zeros((1, 7, 3), np.float32)
        planes[0, self.places[0], 0] = planes[0, self.places[1], 1] = 1
        planes[0, :, 2] = self.player
        return planes

    def policy_index(self, action):
        return action

    def action_from_policy(self, index):
        return index


TOKENS_IN_CPP = """
#include <string>
struct Tokens {
    int places[2] = {200, 201}, player = 0;
    int current_player() const { return player; }
    bool is_terminal() const { return false; }
    int outcome(int) const { return 0; }
    void legal_actions(ActionList& out) const {
        out.clear();
        if (places[player] > 0) out.push_back(0);
        if (places[player] < 400) out.push_back(1);
    }
    void apply(Action action) { places[player] += 2 * action - 1; player = 1 - player; }
    std::uint64_t hash() const { return mix64(places[0] * 1000 + 2 * places[1] + player); }
    bool operator==(const Tokens&) const = default;
    std::string to_string() const { return std::to_string(places[0]); }
    Tokens from_string(const std::string&) const { return {}; }
    std::string action_to_string(Action action) const { return std::to_string(action); }
    Action action_from_string(const std::string& text) const { return text[0] - '0'; }
};
BOARDAI_GAME(Tokens)
"""


@pytest.mark.parametrize("search", [puct, gumbel])
def test_positions_that_recur_end_a_simulation(search):
    # A game that never ends, among a few positions at first; and one that can be won.
    endless = native.define(TOKENS_IN_CPP, "tokens")()
    for options in ({}, {"leaves_per_tree": 5}):
        asked = search(endless, simulations=2000, graph=True, evaluator=Outcome(lambda _: 0.5), **options)
        assert sum(asked.visits.values()) == asked.simulations == 2000 and abs(asked.value) <= 0.5
        assert len(asked.pv) <= asked.nodes
    result = search(endless, simulations=20_000, graph=True, rollouts=0)
    assert result.simulations == 20_000 and result.nodes < 20_000 and result.value == 0
    start = Tokens()
    won = search(start, simulations=3000, graph=True, solver=True, rollouts=0)
    assert won.action == 1 and won.value > 0.9
    if search is puct:  # a Gumbel search does not look at every reply
        assert won.outcome == negamax_tokens(start) == 1


def negamax_tokens(state):
    """The player who needs fewer moves wins: going back helps neither."""
    mine, other = (state.last - state.places[0], state.places[1])[:: 1 if state.player == 0 else -1]
    return 1 if mine <= other else -1


def test_a_graph_with_cycles_equals_its_plain_python_reference():
    for simulations in (50, 300):
        for places, player in (((2, 4), 0), ((3, 3), 1), ((0, 6), 0)):
            state, network = Tokens(places, player), FakeNetwork(2)
            result = puct(state, simulations=simulations, evaluator=Network(network), graph=True)
            root, evaluated = puct_graph(state, network, simulations)
            assert {a: n for a, n in result.visits.items() if n} == root.visits
            assert result.nodes == evaluated < simulations
            assert result.value == pytest.approx(root.value, abs=1e-12)
            assert result.action_values == pytest.approx({a: root.q(a) for a in root.visits}, abs=1e-12)


def test_a_kept_part_of_a_graph_may_contain_its_root_again():
    state, network = Tokens(), FakeNetwork(2)
    search = Puct(evaluator=Network(network), graph=True)
    for action in (1, 0, 0, 1, 1):
        before = search.search(state, simulations=40)
        assert search.advance(action)
        state = state.child(action)
        after = search.search(state, simulations=40)
        assert after.nodes <= before.nodes + 40 and sum(after.visits.values()) >= 40


@pytest.mark.parametrize("name", SPECS)
def test_batches_of_leaves_and_gumbel_on_graphs(name):
    game = load(name)
    network = FakeNetwork(game.policy_size)
    state = game.initial_state()
    for search in (puct, gumbel):
        result = search(state, simulations=150, evaluator=Network(network), graph=True, leaves_per_tree=6)
        assert sum(result.visits.values()) == 150 and abs(result.value) <= 1
        assert result.notes["evaluations"] >= result.nodes
