"""What PUCT and Gumbel search share: limits, ways to evaluate, reuse between moves, cache, pool, proofs, trees."""

from __future__ import annotations

import random

import numpy as np
import pytest
from ctrl_c import ctrl_c
from fake_network import FakeNetwork
from kinds_of_game import SPECS, load
from positions import early_positions
from refusals import refused

import boardai
from boardai import native
from boardai.search import Gumbel, Network, Outcome, Puct, PuctOptions, gumbel, negamax, puct
from boardai.search.trees.tree_session import ask_and_tell

FACES = {"puct": puct, "gumbel": gumbel}


class Nim(boardai.BaseState):
    """One pile; take one to three; who takes the last wins. A game without planes."""

    def __init__(self, pile=10, player=0):
        self.pile, self.player = pile, player

    def current_player(self):
        return self.player

    def is_terminal(self):
        return self.pile == 0

    def outcome(self, player):
        return -1 if player == self.player else 1

    def legal_actions(self):
        return list(range(1, min(3, self.pile) + 1))

    def apply(self, action):
        self.pile -= action
        self.player = 1 - self.player

    def clone(self):
        return Nim(self.pile, self.player)

    def to_string(self):
        return f"{self.pile} {self.player}"

    @classmethod
    def from_string(cls, text):
        return cls(*map(int, text.split()))

    def action_to_string(self, action):
        return str(action)


NIM_IN_CPP = """
#include <string>
struct Nim {
    int pile = 10, player = 0;
    int current_player() const { return player; }
    bool is_terminal() const { return pile == 0; }
    int outcome(int who) const { return who == player ? -1 : 1; }
    void legal_actions(ActionList& out) const {
        out.clear();
        for (Action take = 1; take <= 3 && take <= pile; ++take) out.push_back(take);
    }
    void apply(Action take) { pile -= take; player = 1 - player; }
    std::uint64_t hash() const { return mix64(2 * pile + player); }
    bool operator==(const Nim&) const = default;
    std::string to_string() const { return std::to_string(pile) + " " + std::to_string(player); }
    Nim from_string(const std::string&) const { return {}; }
    std::string action_to_string(Action take) const { return std::to_string(take); }
    Action action_from_string(const std::string& text) const { return text[0] - '0'; }
};
BOARDAI_GAME(Nim)
"""


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("kind", ["python", "c++"])
def test_games_without_planes(face, kind):
    state = Nim() if kind == "python" else native.define(NIM_IN_CPP, "nim")()
    assert not native.encodable(state)
    search = FACES[face]
    result = search(state, simulations=400, seed=1, solver=True)
    assert result.outcome == 1 and result.action == 2  # 10 - 2 = 8, a multiple of 4
    asked = []

    def evaluate(position):
        asked.append(position.to_string())
        return {take: 2.0 if (int(position.to_string().split()[0]) - take) % 4 == 0 else 0.5 for take in (1, 2, 3)}, 0.0

    result = search(state, simulations=60, evaluator=Outcome(evaluate))
    assert result.action == 2 and result.notes["evaluations"] == len(asked) > 10
    with refused("planes"):
        search(state, simulations=4, evaluator=Network(lambda planes: (planes, planes)))


@pytest.mark.parametrize("name", SPECS)
def test_a_function_of_the_state_is_as_good_as_a_network(name):
    game = load(name)
    network = FakeNetwork(game.policy_size)

    def evaluate(state):
        logits, values = network(state.observation()[None])
        return {a: float(np.exp(logits[0, state.policy_index(a)])) for a in state.legal_actions()}, float(values[0])

    for state in early_positions(game, 2):
        by_network = puct(state, simulations=80, evaluator=Network(network))
        by_function = puct(state, simulations=80, evaluator=Outcome(evaluate))
        assert by_function.visits == by_network.visits
        assert by_function.value == pytest.approx(by_network.value, abs=1e-9)


def test_bad_answers_of_a_function_are_refused():
    state = load("hex").initial_state()
    for answer, message in (
        (({}, 0.0), "priors.* 0, .*5/5/5/5/5 b"),
        (({1: -1.0}, 0.0), "at least 0"),
        (({1: float("nan")}, 0.0), "at least 0"),
        ((None, 1.5), r"Outcome: .*1\.5\)"),
    ):
        with pytest.raises(ValueError, match=message):
            puct(state, evaluator=Outcome(lambda _, answer=answer: answer))
    with refused("evaluator", "7"):
        puct(state, evaluator=7)


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("options", [{}, {"graph": True}, {"solver": True, "leaves_per_tree": 3}], ids=str)
def test_advancing_keeps_what_the_subtree_had(name, options):
    game = load(name)
    network = FakeNetwork(game.policy_size)
    state = early_positions(game, 2)[1]
    search = Puct(evaluator=Network(network), **options)
    before = search.search(state, simulations=150, tree=100_000)
    assert before.tree.complete
    row = next(child for child in before.tree.children(0) if before.tree.actions[child] == before.action)
    kept = {int(before.tree.actions[child]): child for child in before.tree.children(row)}
    assert search.advance(before.action)
    assert search.state.to_string() == state.child(before.action).to_string()
    after = search.search(search.state, simulations=0, tree=100_000)
    sign = 1 if after.player == before.player else -1
    assert {action: n for action, n in after.visits.items() if n} == {
        action: int(before.tree.visits[child]) for action, child in kept.items()
    }
    for action, child in kept.items():
        assert after.action_values[action] == pytest.approx(sign * before.tree.values[child], abs=1e-12)
    assert after.nodes < before.nodes and after.notes["bytes"] < before.notes["bytes"]
    assert after.simulations == 0

    def below(tree, top):
        """Path, visits and value (for the player at the search's root) of every row below."""
        rows, paths = [], {top: ()}
        for child in range(top + 1, len(tree)):
            if tree.parents[child] in paths:
                paths[child] = (*paths[tree.parents[child]], int(tree.actions[child]))
                rows.append((paths[child], int(tree.visits[child]), round(float(tree.values[child]), 9)))
        return sorted(rows)

    theirs = below(after.tree, 0)
    assert theirs == [(path, n, sign * value) for path, n, value in below(before.tree, row)]
    # The search continues from there.
    more = search.search(search.state, simulations=50)
    assert sum(more.visits.values()) == sum(after.visits.values()) + 50 or more.outcome is not None


def test_advancing_where_nothing_is_known():
    state = load("connect four").initial_state()
    search = Puct(rollouts=0)
    with refused("search"):
        search.advance(3)
    search.search(state, simulations=0)
    assert not search.advance(3)  # never visited
    assert search.search(state.child(3), simulations=20).visits.keys() == set(state.child(3).legal_actions())
    with pytest.raises(ValueError, match="99"):
        search.advance(99)
    # Random games leave positions without actions: the new root gets them, and noise.
    for face in (Puct, Gumbel):
        search = face(**({"dirichlet_fraction": 0.25} if face is Puct else {}))
        result = search.search(state, simulations=9)
        for action, n in result.visits.items():
            if n == 1:
                assert search.advance(action)
                assert sum(search.search(state.child(action), simulations=30).visits.values()) == 30
                break
        else:
            raise AssertionError("no action was visited once")
    # To the end of the game.
    state = load("tic-tac-toe").from_string("xx.oo....")
    search = Puct()
    result = search.search(state, simulations=100)
    search.advance(result.action)
    with refused("over"):
        search.search(search.state)


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("name", SPECS)
def test_the_cache_changes_no_result(face, name):
    game = load(name)
    network = FakeNetwork(game.policy_size)
    state = early_positions(game, 1)[0]
    plain = FACES[face](state, simulations=150, evaluator=Network(network))
    cached = FACES[face](state, simulations=150, evaluator=Network(network), cache_mb=1)
    assert cached.visits == plain.visits and cached.value == plain.value and cached.policy == plain.policy
    assert cached.notes["evaluations"] <= plain.notes["evaluations"]
    if name == "tic-tac-toe":
        assert cached.notes["cache hits"] > 0 and cached.notes["evaluations"] < plain.notes["evaluations"]


def test_trees_share_the_cache_and_it_is_emptied_on_demand():
    game = load("hex")
    network = FakeNetwork(game.policy_size)
    state = game.initial_state()
    forest = native.template("Puct", state)(2, PuctOptions(simulations=60, cache_mb=2).to_native(), 1)
    planes = np.empty((1, *state.observation_shape), np.float32)  # one row: the trees take turns
    asked = []
    for round in range(3):
        for tree in range(2):
            forest.set_root(tree, native.native_state(state))
        before = forest.evaluations()
        ask_and_tell(forest, network, planes)
        asked.append(forest.evaluations() - before)
        if round == 1:
            forest.clear_cache()
    # The second tree finds most answers of the first, the second round all; then it begins again.
    assert asked[0] == asked[2] < 100 and asked[1] == 0
    with refused("evaluator=Network"):
        puct(state, cache_mb=1)


def test_a_full_pool_goes_on_and_says_so():
    state = boardai.load("hex:size=11").initial_state()
    search = Puct(rollouts=0, tree_mb=1)
    result = search.search(state, simulations=60_000)
    assert result.notes["pool full"] is True
    assert 900_000 < result.notes["bytes"] <= 2**20
    assert sum(result.visits.values()) == result.simulations == 60_000
    assert result.nodes < 20_000
    # Reuse frees the dead branches: there is room again.
    assert search.advance(result.action)
    following = search.search(search.state, simulations=1000)
    assert "pool full" not in following.notes and following.notes["bytes"] < 2**19
    game = load("chess")
    network = FakeNetwork(game.policy_size)
    for graph in (False, True):
        result = puct(game.initial_state(), simulations=5000, evaluator=Network(network), tree_mb=1, graph=graph)
        assert result.notes["pool full"] and result.notes["bytes"] <= 2**20
        assert sum(result.visits.values()) == 5000 and abs(result.value) <= 1
        assert result.notes["evaluations"] == result.nodes < 4500


@pytest.mark.parametrize("graph", [False, True])
@pytest.mark.parametrize("mode", ["rollouts", "network"])
@pytest.mark.parametrize(("spec", "simulations"), [("hex:size=3", 3000), ("reversi:board=6x6", 600)])
def test_proofs_are_right(spec, simulations, mode, graph):
    game = boardai.load(spec)
    evaluator = Network(FakeNetwork(game.policy_size)) if mode == "network" else ""
    rng = random.Random(5)
    proven = 0
    for _ in range(12):
        state = game.initial_state()
        for _ in range(rng.randrange(4) if spec.startswith("hex") else 27):
            following = state.child(rng.choice(state.legal_actions()))
            if following.is_terminal():
                break
            state = following
        result = puct(state, simulations=simulations, evaluator=evaluator, solver=True, graph=graph)
        if result.outcome is None:
            continue
        proven += 1
        assert result.outcome == negamax(state).outcome == result.value
        following = state.child(result.action)
        left = following.outcome(1 - state.current_player()) if following.is_terminal() else negamax(following).outcome
        if following.current_player() == state.current_player():
            left = -left
        assert -left == result.outcome, state.to_string()
        assert result.simulations < simulations
    assert proven >= 9


def test_proven_losses_are_not_played():
    # Every move but c1 loses at once, and the prior does not like c1.
    state = load("tic-tac-toe").from_string("oo.x....x")
    assert all(negamax(state.child(action)).outcome == 1 for action in state.legal_actions() if action != 2)

    def evaluate(position):
        unlikely = 2 if position.to_string() == state.to_string() else -1
        return {action: 0.001 if action == unlikely else 1.0 for action in position.legal_actions()}, 0.0

    result = puct(state, simulations=600, solver=True, evaluator=Outcome(evaluate))
    assert result.action == 2 and result.outcome == negamax(state).outcome


def test_early_stop_changes_no_move():
    for name in ("hex", "connect four"):
        game = load(name)
        fewer = 0
        for state in early_positions(game, 8, seed=2):
            whole = puct(state, simulations=300, evaluator=Network(FakeNetwork(game.policy_size)))
            early = puct(state, simulations=300, evaluator=Network(FakeNetwork(game.policy_size)), early_stop=True)
            assert early.action == whole.action
            assert early.simulations <= whole.simulations
            fewer += early.simulations < whole.simulations
        assert fewer > 0


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_a_position_met_again_can_count_as_a_draw(face):
    game = boardai.load("chess", fen="6k1/8/8/8/8/8/1R6/K7 w - - 0 1")
    state = game.initial_state()
    for move in ("b2b3", "g8h8", "b3b2"):
        state.apply(state.action_from_string(move))
    back = state.action_from_string("h8g8")  # the first position again, for the second time
    assert not state.child(back).is_terminal()

    def lost(position):  # for the side with the king alone
        return None, 0.9 if position.current_player() == 0 else -0.9

    options = {"simulations": 64, "evaluator": Outcome(lost)} | ({"scale": 0} if face is gumbel else {})
    plain, drawn = face(state, **options), face(state, repetition_draws=True, **options)
    assert plain.action_values[back] < -0.8 and drawn.action_values[back] == 0
    assert drawn.action == back and drawn.visits[back] > plain.visits[back]
    # The other side goes into no repetition, and what was on the board is searched as a root.
    state.apply(back)
    again = state.action_from_string("b2b3")
    assert face(state, repetition_draws=True, **options).action != again
    with_values = face(state, repetition_draws=True, **options).action_values
    assert with_values.get(again, 0) == 0 and max(with_values.values()) > 0.8
    # A tree that lives on begins again there.
    child = state.child(again)
    search = (Puct if face is puct else Gumbel)(repetition_draws=True, evaluator=Outcome(lost))
    search.search(child, simulations=32)
    search.advance(child.action_from_string("g8h8"))
    assert search.search(search.state, simulations=32).simulations == 32


def test_every_tree_may_have_its_own_number_of_simulations():
    state = load("hex").initial_state()
    forest = native.template("Puct", state)(3, PuctOptions(simulations=10).to_native(), 1)
    for tree, simulations in enumerate((10, 25, 0)):
        forest.set_root(tree, native.native_state(state))
        if tree:
            forest.set_simulations(tree, simulations)
    ask_and_tell(forest, FakeNetwork(25), np.empty((3, 5, 5, 3), np.float32))
    assert [forest.simulations_done(tree) for tree in range(3)] == [10, 25, 0]
    with refused("-1"):
        forest.set_simulations(0, -1)


@pytest.mark.parametrize("mode", ["rollouts", "network", "function"])
def test_seconds(mode):
    # A game that is soon searched to its ends, without a limit on simulations: only the clock stops it.
    game = load("tic-tac-toe")
    ways = {
        "rollouts": {},
        "network": {"evaluator": Network(FakeNetwork(9)), "cache_mb": 1},
        "function": {"evaluator": Outcome(lambda state: 0.0)},
    }
    result = puct(game.initial_state(), seconds=0.05, **ways[mode])
    assert result.simulations > 0 and not result.interrupted
    assert puct(game.initial_state(), seconds=30, simulations=20, **ways[mode]).simulations == 20
    with refused("seconds"):
        puct(game.initial_state(), seconds=0, **ways[mode])


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_more_random_games_than_time(face):
    state = boardai.load("hex:size=11").initial_state()
    assert face(state, rollouts=2**31 - 1, seconds=0.1, simulations=5).simulations <= 5
    # The games from the root itself are not over: there is nothing to return yet.
    with ctrl_c(), pytest.raises(KeyboardInterrupt):
        face(state, rollouts=2**31 - 1, seconds=60, on_interrupt="return")


@pytest.mark.parametrize("mode", ["rollouts", "network"])
def test_progress_and_ctrl_c(mode):
    game = load("hex")
    evaluator = Network(FakeNetwork(game.policy_size)) if mode == "network" else ""
    seen = []
    puct(game.initial_state(), seconds=0.5, evaluator=evaluator, progress=seen.append)
    assert 1 <= len(seen) <= 6
    assert all(result.action in range(25) and result.method == "puct" for result in seen)
    assert [result.simulations for result in seen] == sorted(result.simulations for result in seen)

    class Enough(Exception):
        pass

    def stop(result):
        raise Enough

    with pytest.raises(Enough):
        puct(game.initial_state(), seconds=20, evaluator=evaluator, progress=stop)
    search = Puct(evaluator=evaluator)
    with ctrl_c():
        result = search.search(game.initial_state(), seconds=60, on_interrupt="return")
    assert result.interrupted and result.simulations > 0 and result.action in range(25)
    # And the tree can be used on.
    again = search.search(game.initial_state(), simulations=10)
    assert not again.interrupted and sum(again.visits.values()) >= result.simulations + 10


@pytest.mark.parametrize("face", FACES)
def test_tree_and_result_agree(face):
    game = load("reversi")
    state = early_positions(game, 3)[2]
    result = FACES[face](state, simulations=120, evaluator=Network(FakeNetwork(game.policy_size)), tree=True)
    tree = result.tree
    assert tree.complete
    visits = {int(tree.actions[row]): int(tree.visits[row]) for row in tree.children(0)}
    assert visits == {action: n for action, n in result.visits.items() if n}
    for row in tree.children(0):
        assert tree.values[row] == pytest.approx(result.action_values[int(tree.actions[row])])
    for row in range(1, len(tree)):
        children = tree.children(row)
        # A position's own evaluation is one of its visits; a finished game has no position.
        if children:
            assert sum(int(tree.visits[child]) for child in children) == tree.visits[row] - 1
    small = FACES[face](state, simulations=120, evaluator=Network(FakeNetwork(game.policy_size)), tree=7).tree
    assert len(small) == 7 and not small.complete
    # The most visited rows are kept.
    assert sorted(small.visits, reverse=True) == sorted(tree.visits, reverse=True)[:7]


def test_without_virtual_loss_waiting_leaves_leave_values_alone():
    game = load("hex")
    network = FakeNetwork(game.policy_size)
    state = game.initial_state()
    options = {"simulations": 200, "evaluator": Network(network), "leaves_per_tree": 8}
    classic, unobserved = puct(state, **options), puct(state, **options, virtual_loss=0)
    assert sum(classic.visits.values()) == sum(unobserved.visits.values()) == 200
    assert classic.visits != unobserved.visits
    single = puct(state, simulations=200, evaluator=Network(network))
    assert puct(state, simulations=200, evaluator=Network(network), virtual_loss=0).visits == single.visits


def test_given_noise_is_used():
    state = load("hex").initial_state()
    noise = np.zeros(25)
    noise[7] = 1
    result = puct(state, simulations=0, dirichlet_fraction=0.5, noise=noise, evaluator=Network(FakeNetwork(25)))
    plain = puct(state, simulations=0, evaluator=Network(FakeNetwork(25)))
    for action, prior in result.priors.items():
        assert prior == pytest.approx(plain.priors[action] / 2 + (0.5 if action == 7 else 0), abs=1e-7)
    with refused("25"):
        puct(state, noise=[1.0])
