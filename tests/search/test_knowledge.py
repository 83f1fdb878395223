"""A game's knowledge, declared once, is used by every search: a user-written game, compiled at run time, and Hex."""

from __future__ import annotations

import itertools
from functools import reduce
from operator import xor
from typing import Any

import pytest

import boardai
from boardai.search import Mcts, dfpn, gumbel, mcts, puct, pvs

# Nim: three heaps of up to seven; action 8 * heap + stones takes them; the player who takes the last one wins.
NIM = """
struct NimKnowledge;

struct Nim {
    using Knowledge = NimKnowledge;
    static constexpr int max_length = 21;
    int heap[3] = {3, 4, 5}, taken = 0;

    int current_player() const { return taken % 2; }
    bool is_terminal() const { return heap[0] + heap[1] + heap[2] == 0; }
    int outcome(int player) const { return player == current_player() ? -1 : 1; }
    void legal_actions(ActionList& out) const {
        out.clear();
        for (int h = 0; h < 3; ++h) {
            for (int stones = 1; stones <= heap[h]; ++stones) out.push_back(8 * h + stones);
        }
    }
    void apply(Action action) {
        heap[action / 8] -= action % 8;
        ++taken;
    }
    std::uint64_t hash() const { return mix64(static_cast<std::uint64_t>(heap[0] + 8 * heap[1] + 64 * heap[2])); }
    bool operator==(const Nim& other) const { return hash() == other.hash() && taken == other.taken; }
    std::string to_string() const {
        std::string text;
        for (int stones : heap) text += static_cast<char>('0' + stones);
        return text + (taken % 2 ? "b" : "a");
    }
    Nim from_string(const std::string& text) const {
        Nim nim;
        for (int h = 0; h < 3; ++h) nim.heap[h] = text[h] - '0';
        nim.taken = text[3] == 'b';
        return nim;
    }
    std::string action_to_string(Action action) const { return std::to_string(action); }
    Action action_from_string(const std::string& text) const { return std::stoi(text); }
    Shape observation_shape() const { return {1, 3, 1}; }
    void encode(const Canvas& canvas) const {
        for (int h = 0; h < 3; ++h) canvas.at(0, h, 0) = static_cast<float>(heap[h]);
    }
    int policy_planes() const { return 0; }
    int policy_extras() const { return 24; }
    int policy_index(Action action) const { return action; }
    Action action_from_policy(int index) const { return index % 8 == 0 ? -1 : index; }
    std::uint64_t observation_key() const { return hash(); }
};

struct NimKnowledge : PositionKnowledge<Nim, ActionSet<24>> {
    Facts analyse(const Nim& nim) {
        Facts facts;
        ANALYSE
        return facts;
    }
};
BOARDAI_GAME(Nim)
"""
BY_THEORY = """
        const int sum = nim.heap[0] ^ nim.heap[1] ^ nim.heap[2];
        facts.winner = sum ? nim.current_player() : 1 - nim.current_player();
        for (int h = 0; h < 3; ++h) {
            const int left = nim.heap[h] ^ sum;
            if (left < nim.heap[h]) facts.winning_move = 8 * h + nim.heap[h] - left;
        }
"""
# Where the second player takes the last one, the game is drawn. The outcome is known, but no move.
HALF = """
        const int mover = nim.current_player(), sum = nim.heap[0] ^ nim.heap[1] ^ nim.heap[2];
        facts.winner = (sum ? mover : 1 - mover) == 0 ? 0 : Facts::draw;
"""
HALF_OUTCOME = "return taken % 2 == 0 ? 0 : player == current_player() ? -1 : 1;"
# A heap by itself is won, two equal ones are lost; and of equal heaps one is enough.
IN_PART = """
        const int a = nim.heap[0], b = nim.heap[1], c = nim.heap[2], mover = nim.current_player();
        if ((a == 0) + (b == 0) + (c == 0) == 2) {
            facts.winner = mover;
            facts.winning_move = a ? a : b ? 8 + b : 16 + c;
        } else if (a * b * c == 0 && (a == b || b == c || a == c)) {
            facts.winner = 1 - mover;
        } else {
            facts.restricted = true;
            ActionList legal;
            nim.legal_actions(legal);
            for (const Action action : legal) facts.candidates.set(action);
            for (int stones = 1; stones < 8; ++stones) {
                if (a == b && stones <= b) facts.dominated.set(8 + stones);
                if ((c == a || c == b) && stones <= c) facts.dominated.set(16 + stones);
            }
        }
"""


def nim(analyse: str) -> boardai.Game:
    return boardai.define_game(NIM.replace("ANALYSE", analyse), name="nim")


@pytest.fixture(scope="module")
def theory() -> boardai.Game:
    return nim(BY_THEORY)


@pytest.fixture(scope="module")
def partial() -> boardai.Game:
    return nim(IN_PART)


def position(game: boardai.Game, heaps: tuple[int, ...]) -> Any:
    return game.from_string("".join(map(str, heaps)) + "a")


@pytest.mark.thorough
def test_df_pn_asks_it_first(theory: boardai.Game, partial: boardai.Game) -> None:
    nodes = {True: 0, False: 0}
    for heaps in itertools.combinations_with_replacement(range(1, 5), 3):
        truth = 1 if reduce(xor, heaps) else -1
        known = dfpn(position(theory, heaps))
        assert (known.value, known.nodes) == (truth, 1)
        if truth == 1:
            assert reduce(xor, map(int, position(theory, heaps).child(known.action).to_string()[:3])) == 0
        for knowledge in (True, False):
            found = dfpn(position(partial, heaps), knowledge=knowledge)
            assert found.value == truth and found.proof_set == []
            nodes[knowledge] += found.nodes
    assert nodes[True] < nodes[False] / 2


@pytest.mark.thorough
def test_df_pn_finds_the_move_where_only_the_outcome_is_known() -> None:
    source = NIM.replace("ANALYSE", HALF).replace("return player == current_player() ? -1 : 1;", HALF_OUTCOME)
    game = boardai.define_game(source, name="half")
    for heaps in itertools.product(range(4), repeat=3):
        for player in (0, 1):
            state = game.from_string("".join(map(str, heaps)) + "ab"[player])
            if state.is_terminal():
                continue
            keeps = reduce(xor, heaps) != 0  # the player to move takes the last one
            outcome = (1 if player == 0 else 0) if keeps else (0 if player == 0 else -1)
            found = dfpn(state)
            assert found.outcome == outcome and found.nodes < 20
            if keeps:
                assert reduce(xor, map(int, state.child(found.action).to_string()[:3])) == 0, state


@pytest.mark.parametrize("search", [mcts, puct, gumbel])
def test_trees_prove_by_it(theory: boardai.Game, partial: boardai.Game, search: Any) -> None:
    extra = {} if search is mcts else {"solver": True}
    for heaps in ((3, 4, 5), (1, 2, 2), (2, 2, 4), (1, 2, 3)):
        truth = 1 if reduce(xor, heaps) else -1
        won = search(position(theory, heaps), simulations=100, knowledge=1, seed=1, **extra)
        assert won.outcome == truth and (truth < 0 or won.simulations <= 2)
        state = position(partial, heaps)
        found = search(state, simulations=2000, knowledge=1, seed=1, **extra)
        assert found.outcome in (truth, None)
        left_out = {action for h in range(3) for action in range(8 * h + 1, 8 * h + 8) if heaps[h] in heaps[:h]}
        assert set(found.visits) <= set(state.legal_actions()) - left_out


def test_a_tree_is_kept_from_move_to_move(partial: boardai.Game) -> None:
    state, search = partial.initial_state(), Mcts(seed=1, knowledge=1)
    while not state.is_terminal():
        wins = reduce(xor, map(int, state.to_string()[:3])) != 0
        found = search.search(state, simulations=2000)
        assert found.outcome in (1 if wins else -1, None)
        state = state.child(found.action)
        if found.outcome == 1:
            assert reduce(xor, map(int, state.to_string()[:3])) == 0


def test_an_evaluation_shares_it_with_pvs() -> None:
    """Written for Hex, from the game's knowledge alone: only the winner is distinguished."""
    game = boardai.load("hex", size=5)
    evaluator = boardai.define_evaluator(
        game,
        """
        struct Line {
            Knowledge<State> known;
            Knowledge<State>& knowledge() { return known; }
            void reset(const State& root) { known.reset(root); }
            void push(const State& before, Action action) { known.push(before, action); }
            void pop() { known.pop(); }
            int evaluate(const State& state) {
                const auto facts = known.analyse(state);
                return facts.decided() ? 1000 * facts.outcome(state.current_player()) : 0;
            }
        };
        """,
        name="known",
    )
    proven = 0
    for opening in game.initial_state().legal_actions():
        state = game.initial_state().child(opening)
        found = pvs(state, depth=2, evaluator=evaluator)
        if found.value != 0:
            proven += 1
            assert dfpn(state).outcome == (1 if found.value > 0 else -1)
        if abs(state.evaluate("connected_resistance")) <= 10_000:  # the winner is unknown
            narrow = pvs(state, depth=1, width=2, multi_pv=25, evaluator=evaluator)
            assert 1 <= len(narrow.action_values) <= 2
    assert proven > 5
