"""UCT: equal to its reference implementation and the worked example; proofs, memory, threads, options."""

from __future__ import annotations

import contextlib
import math
import os
import random
import subprocess
import sys
import zlib

import pytest
from ctrl_c import ctrl_c
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds_of_game import SPECS, load
from positions import after_random_moves, early_positions
from refusals import refused

import boardai
from boardai.search import Mcts, Outcome, alphabeta, mcts
from boardai.search.reference.trees.mcts import mcts as reference_mcts
from boardai.search.trees.options import PARALLEL, MctsOptions


def opinion(state) -> float:
    """A value for the player to move that looks like chance and is the same on every machine."""
    return zlib.crc32(state.to_string().encode()) % 2001 / 1000 - 1


class Rows(boardai.BaseState):
    """Four plies of two choices each, for examples; player 1 moves at the plies named."""

    def __init__(self, moves="", second=(1, 3)):
        self.moves = moves
        self.second = second

    def current_player(self):
        return int(len(self.moves) in self.second)

    def is_terminal(self):
        return len(self.moves) == 4

    def outcome(self, player):
        return 1 if (self.moves.count("1") > 2) == (player == 0) else -1

    def legal_actions(self):
        return [] if self.is_terminal() else [0, 1]

    def apply(self, action):
        self.moves += str(action)

    def clone(self):
        return Rows(self.moves, self.second)

    def to_string(self):
        return self.moves

    def from_string(self, text):
        return Rows(text, self.second)


# --- the reference ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SPECS)
def test_equals_its_plain_python_reference(name):
    game = load(name)
    simulations = 150 if name == "chess" else 400
    variants = [{}, {"c": 0.3}, {"c": 2, "lowest": 0, "highest": 10}]
    for state, options in zip(early_positions(game, len(variants)), variants, strict=True):
        found = mcts(
            state,
            simulations=simulations,
            evaluator=Outcome(opinion),
            shuffle=False,
            solver=False,
            **options,
            tree=True,
        )
        low, high = options.get("lowest", -1), options.get("highest", 1)

        def utility(position, low=low, high=high):
            return low + (high - low) * (opinion(position) + 1) / 2

        root = reference_mcts(state, simulations, utility, **options)
        assert found.visits == {action: child.visits for action, child in root.children.items()}
        means = {a: 2 * (child.mean() - low) / (high - low) - 1 for a, child in root.children.items() if child.visits}
        assert found.action_values == pytest.approx(means, abs=1e-12)
        assert found.nodes == 1 + count_visited(root)
        assert found.tree.visits[0] == simulations


def count_visited(node) -> int:
    return sum(1 + count_visited(child) for child in (node.children or {}).values() if child.visits)


def test_the_reference_changes_signs_with_the_player():
    """Player 0 moves three times, then player 1: signs change with the player, not with the ply."""
    state = Rows(second=(3,))
    root = reference_mcts(state, 300, seed=1)
    found = mcts(state, simulations=300, seed=1, solver=False)
    for visits in ({action: child.visits for action, child in root.children.items()}, found.visits):
        assert visits[1] > 2 * visits[0]
    assert found.value > 0.5 and mcts(state, simulations=300).outcome == 1


# --- the worked example of Ószi 2021, section 4.5.1 --------------------------------------------------------------

WINS = {"0": 6, "1": 5, "00": 4, "10": 7}  # games of ten won by player 0, in the order they are asked for


def test_worked_example_by_the_reference():
    asked = []

    def wins(position):
        asked.append(position.to_string())
        count = WINS[position.to_string()]
        return count if position.current_player() == 0 else 10 - count

    expected = {1: (math.inf,) * 2, 2: (7.67, 6.67), 3: (6.48, 7.10)}
    for simulations in (1, 2, 3, 4):
        asked.clear()
        root = reference_mcts(Rows(), simulations, wins, c=2, lowest=0, highest=10)
        bounds = [child.ucb(root.visits, 2) for child in root.children.values()]
        if simulations == 1:
            assert bounds[1] == math.inf
        elif simulations in expected:
            assert [round(bound, 2) for bound in bounds] == list(expected[simulations])
    assert asked == ["0", "1", "00", "10"]


def test_worked_example_by_the_native_search():
    """S1 wins 6 of 10 and S2 5: bounds 7.67 and 6.67. S1's first child wins 4: 6.48 and 7.1, and S2's turn comes."""
    asked = []

    def value(position):
        asked.append(position.to_string())
        share = WINS[position.to_string()] / 10
        return 2 * share - 1 if position.current_player() == 0 else 1 - 2 * share

    search = Mcts(evaluator=Outcome(value), c=2, lowest=0, highest=10, rollouts=10, shuffle=False)
    state = Rows()
    search.search(state, simulations=1)
    assert search.upper_bounds()[1] == math.inf
    search.search(state, simulations=1)
    assert search.upper_bounds() == pytest.approx({0: 7.665, 1: 6.665}, abs=1e-3)
    found = search.search(state, simulations=1)
    assert search.upper_bounds() == pytest.approx({0: 6.482, 1: 7.096}, abs=1e-3)
    assert found.visits == {0: 2, 1: 1} and found.action_values[0] == pytest.approx(0)  # 5 of 10
    search.search(state, simulations=1)
    assert asked == ["0", "1", "00", "10"]


# --- results ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SPECS)
def test_result_fields(name):
    state = load(name).initial_state()
    before = state.to_string()
    found = mcts(state, simulations=300, seed=1, tree=50)
    assert state.to_string() == before
    assert sorted(found.visits) == state.legal_actions()
    assert sum(found.visits.values()) == found.simulations == 300
    assert sum(found.policy.values()) == pytest.approx(1)
    assert found.action == found.pv[0] == max(found.visits, key=found.visits.get)
    assert 1 <= len(found.pv) <= found.depth + 1
    for action in found.pv:
        assert state.is_legal(action)
        state = state.child(action)
    assert found.nodes <= 301 and -1 <= found.value <= 1
    assert found.method == "mcts" and found.state.to_string() == before
    assert found.notes["megabytes"] > 0 and not found.notes["pool_full"]
    mean = sum(found.visits[a] * found.action_values[a] for a in found.action_values) / 300
    assert found.value == pytest.approx(mean)
    assert len(found.tree.values) == 50 and found.tree.visits[0] == 300


SEEDED = [{}, {"rave": True}, {"rollout_plies": 4, "evaluator": "hash"}, {"parallel": "children"}]


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("options", SEEDED, ids=str)
def test_same_seed_same_result(name, options):
    state = load(name).initial_state()
    first, again, other = (mcts(state, simulations=150, seed=seed, **options) for seed in (1, 1, 2))
    assert first.visits == again.visits and first.value == again.value and first.pv == again.pv
    assert (first.visits, first.action_values, first.pv) != (other.visits, other.action_values, other.pv)


def test_leaves_valued_by_python_or_natively_give_the_same_tree():
    for name in ("hex", "tic-tac-toe"):
        state = load(name).initial_state()
        by_python = mcts(state, simulations=500, evaluator=Outcome(lambda leaf: 0), seed=3)
        natively = mcts(state, simulations=500, evaluator="none", seed=3)
        assert by_python.visits == natively.visits and by_python.value == natively.value


def test_a_position_is_better_by_what_its_evaluator_says():
    """The queen stands to be taken."""
    state = boardai.load("chess").from_string("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    take = state.action_from_string("e4d5")
    assert mcts(state, simulations=200, evaluator="material").action == take
    mixed = mcts(state, simulations=200, evaluator="material", evaluator_share=0.5, rollout_plies=10)
    assert mixed.action == take
    capped = mcts(state, simulations=400, evaluator="material", rollout_plies=2)
    assert capped.action == take
    by_function = mcts(state, simulations=100, evaluator=lambda leaf: leaf.evaluate("material"))
    assert by_function.action == take


def test_capped_games_without_an_evaluator_are_drawn():
    state = boardai.load("hex:size=7").initial_state()
    found = mcts(state, simulations=60, evaluator="none", rollout_plies=3)
    assert found.value == 0 and set(found.action_values.values()) == {0}


# --- proofs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "wins"), [(2, 2), (3, 5), (4, 4)])
def test_solver_proves_every_opening_of_small_hex(size, wins):
    game = boardai.load(f"hex:size={size}")
    start = game.initial_state()
    won = 0
    for action in start.legal_actions():
        state = start.child(action)
        found = mcts(state, simulations=2_000_000, seed=action)
        assert found.outcome in (1, -1) and found.value == found.outcome
        assert found.simulations < 2_000_000
        won += found.outcome == -1
        if size < 4:
            assert found.outcome == alphabeta(state).outcome
    assert won == wins
    whole = mcts(start, simulations=2_000_000)
    assert whole.outcome == 1 and mcts(start.child(whole.action), simulations=2_000_000).outcome == -1


def test_solver_proves_wins_losses_and_draws():
    start = load("tic-tac-toe").initial_state()
    seen = set()
    for seed in range(30):
        rng, state = random.Random(seed), start
        for _ in range(3 + seed % 2):
            state = state.child(rng.choice(state.legal_actions()))
        found = mcts(state, simulations=5000, seed=seed)
        assert found.outcome == alphabeta(state).outcome == found.value
        after = state.child(found.action)
        if not after.is_terminal():
            assert mcts(after, simulations=5000, seed=seed).outcome == -found.outcome
        seen.add(found.outcome)
    assert seen == {1, 0, -1}


@pytest.mark.parametrize(
    ("position", "plies"),
    [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1),
        ("k7/8/2K5/8/8/8/8/7R w - - 0 1", 3),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 1),
    ],
)
def test_solver_finds_mates_in_chess(position, plies):
    state = boardai.load("chess").from_string(position)
    found = mcts(state, simulations=300_000, seed=1)
    assert found.outcome == 1 and found.value == 1
    after = state.child(found.action)
    assert after.is_terminal() or plies > 1
    if plies > 1:
        assert mcts(after, simulations=300_000, seed=1).outcome == -1


def test_without_the_solver_nothing_is_proven():
    state = load("tic-tac-toe").from_string("xx.oo....")
    found = mcts(state, simulations=500, seed=1, solver=False)
    assert found.outcome is None and found.simulations == 500 and found.notes["proven_moves"] > 0
    assert state.action_to_string(found.action) == "c1" and found.value < 1


# --- keeping the tree -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rave", [False, True])
def test_the_tree_is_used_again(rave):
    search = Mcts(seed=1, rave=rave)
    state = boardai.load("hex:size=6").initial_state()
    for _ in range(4):
        found = search.search(state, simulations=3000)
        assert sum(found.visits.values()) == found.notes["reused"] + 3000
        own, reply = found.action, found.pv[1]
        before = found.notes["megabytes"]
        search.advance(own)
        state = state.child(own)
        known = found.visits[own] - 1  # all but the simulation that ended there
        again = search.search(state, simulations=1)
        assert again.notes["reused"] == known and again.notes["megabytes"] < before
        state = state.child(reply)  # found by itself, two plies below the last root that was searched
    assert search.search(boardai.load("hex:size=6").initial_state(), simulations=10).notes["reused"] == 0


def test_advance_checks_its_action():
    search = Mcts()
    with refused("search"):
        search.advance(0)
    with refused("search"):
        search.upper_bounds()
    state = load("hex").initial_state()
    search.search(state, simulations=10)
    with refused("99"):
        search.advance(99)
    search.advance(3)
    search.advance(4)  # never expanded: begins again
    assert search.search(state.child(3).child(4), simulations=10).notes["reused"] == 0


def test_memory_is_bounded_and_a_full_pool_searches_on():
    state = boardai.load("hex:size=11").initial_state()
    for options in ({}, {"rave": True}, {"threads": 2, "megabytes": 2}, {"parallel": "children"}):
        found = mcts(state, simulations=60_000, seed=1, **{"megabytes": 1, **options})
        assert found.notes["pool_full"] and found.notes["megabytes"] <= options.get("megabytes", 1)
        assert found.simulations == 60_000 == sum(found.visits.values())
        assert found.nodes < 60_000 and found.action in state.legal_actions()
    small = Mcts(megabytes=1, seed=1)
    assert small.search(state, simulations=60_000).notes["pool_full"]
    found = small.search(state.child(60), simulations=100)  # what died made room
    assert not found.notes["pool_full"] and found.notes["reused"] > 0


# --- threads ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parallel", PARALLEL.words)
@pytest.mark.parametrize("name", SPECS)
def test_threads_run_exactly_as_many_simulations_as_asked(name, parallel):
    state = load(name).initial_state()
    found = mcts(state, simulations=1001, threads=2, parallel=parallel, seed=1)
    assert sum(found.visits.values()) == found.simulations == 1001
    assert found.action in state.legal_actions()


def test_what_does_not_depend_on_timing():
    state = boardai.load("hex:size=5").initial_state()
    apart = [mcts(state, simulations=2000, threads=2, parallel="root", seed=4) for _ in range(2)]
    assert apart[0].visits == apart[1].visits
    children = [mcts(state, simulations=2000, threads=threads, parallel="children", seed=4) for threads in (1, 2, 3)]
    assert children[0].visits == children[1].visits == children[2].visits


@pytest.mark.parametrize(
    ("size", "options"),
    [(5, {"simulations": 20_000, "choice": "robust_max"}), (4, {"simulations": 400_000})],
    ids=["robust max", "proof"],
)
def test_trees_of_their_own_end_at_the_same_simulation(size, options):
    state = boardai.load("hex", size=size).initial_state()
    found = [mcts(state, threads=3, parallel="root", seed=4, **options) for _ in range(4)]
    assert len({(result.simulations, tuple(result.visits.items()), result.value) for result in found}) == 1
    assert found[0].simulations <= options["simulations"]
    assert (found[0].outcome == 1) == (size == 4)


def test_robust_max_of_several_trees_ends_in_the_last_fifth():
    start = boardai.load("hex:size=5").initial_state()
    for seed in range(6):
        found = mcts(start, simulations=2000, threads=2, parallel="root", seed=seed, choice="robust_max")
        assert 1600 <= found.simulations <= 2000
        if found.simulations < 2000:
            assert found.action == max(found.action_values, key=found.action_values.get)
    assert mcts(start, seconds=0.05, threads=2, parallel="root", choice="robust_max").seconds < 5


def swap_of(state) -> int:
    return state.action_from_string("swap")


def test_rave_goes_on_trying_what_no_random_game_takes():
    """`swap` is never taken later, so only its own games inform about it."""
    start = boardai.load("hex", size=5, swap=True).initial_state()
    centre = start.child(start.action_from_string("c3"))
    swap = swap_of(centre)
    for options in ({}, {"rollouts": 3}, {"rave_bias": 0.05}, {"rave_c": 0.1}):
        found = [mcts(centre, simulations=1000, seed=seed, rave=True, **options) for seed in range(10)]
        assert sum(result.action == swap for result in found) >= 9
    # Nor is it preferred: an opening at the edge is left to the opponent.
    start = boardai.load("hex", size=7, swap=True).initial_state()
    edge = start.child(start.action_from_string("a2"))
    found = [mcts(edge, simulations=3000, seed=seed, rave=True) for seed in range(10)]
    assert sum(result.action == swap_of(edge) for result in found) <= 3
    assert all(result.visits[swap_of(edge)] > 10 for result in found)


@pytest.mark.parametrize("virtual_loss", [0, 1])
def test_threads_prove_and_stop(virtual_loss):
    start = boardai.load("hex:size=3").initial_state()
    for parallel in PARALLEL.words:
        options = {"threads": 2, "parallel": parallel, "virtual_loss": virtual_loss}
        found = mcts(start, simulations=500_000, **options)
        assert found.outcome == 1 and found.simulations < 500_000
        assert alphabeta(start.child(found.action)).outcome == -1


def test_threads_with_rave_and_a_clock():
    state = boardai.load("hex:size=7").initial_state()
    found = mcts(state, seconds=0.05, threads=2, rave=True)
    assert found.simulations > 0 and sum(found.visits.values()) == found.simulations


NO_MORE_THREADS = """
import pathlib, resource
import boardai
from boardai.search import mcts

state = boardai.load("hex:size=5").initial_state()
mcts(state, simulations=100, threads=2)
pages = int(pathlib.Path("/proc/self/statm").read_text().split()[0])
soft = pages * resource.getpagesize() + 1500 * 2**20  # stacks of some 50 threads next to the tree
resource.setrlimit(resource.RLIMIT_AS, (soft, resource.RLIM_INFINITY))
try:
    mcts(state, simulations=4000, threads=1024, megabytes=1024)
except Exception as error:
    print(type(error).__name__, mcts(state, simulations=100, threads=2).simulations)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits its address space")
def test_threads_that_are_not_to_be_had_are_an_error():
    # One arena: each thread that allocates before the limit is met would keep 64 MiB of its own, which the second
    # search may lack.
    environment = {**os.environ, "MALLOC_ARENA_MAX": "1"}
    program = [sys.executable, "-c", NO_MORE_THREADS]
    done = subprocess.run(program, capture_output=True, text=True, timeout=120, env=environment)
    assert done.stdout.split() == ["RuntimeError", "100"], done.stdout + done.stderr


# --- Ctrl-C, progress, errors -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"threads": 2}, {"threads": 2, "parallel": "root"}], ids=str)
def test_ctrl_c_gives_the_best_so_far(options):
    state = boardai.load("hex:size=11").initial_state()
    mcts(state, simulations=10, **options)  # compiled and warm
    with ctrl_c():
        found = mcts(state, seconds=60, **options, on_interrupt="return")
    assert found.interrupted and found.simulations > 100 and found.seconds < 30


def test_limits_and_ctrl_c_come_between_the_games_from_a_leaf():
    """A million games of chess take half a minute."""
    state = boardai.load("chess").initial_state()
    for options in ({}, {"threads": 2}, {"parallel": "children"}, {"rave": True}):
        found = mcts(state, seconds=0.02, rollouts=1_000_000, **options)
        assert found.simulations >= 1 and found.action in state.legal_actions() and found.seconds < 10
    with ctrl_c(), contextlib.suppress(KeyboardInterrupt):
        mcts(state, seconds=60, rollouts=1_000_000)


def test_progress_is_reported_and_may_end_the_search():
    state = boardai.load("reversi").initial_state()
    seen = []
    mcts(state, seconds=0.5, progress=seen.append)
    assert seen and seen[0].simulations < seen[-1].simulations + 1 and seen[0].action in state.legal_actions()

    class Enough(Exception):
        pass

    def stop(found):
        raise Enough

    search = Mcts(threads=2)
    with pytest.raises(Enough):
        search.search(state, seconds=30, progress=stop)
    found = search.search(state, simulations=1000)  # usable, and knows what it knew
    assert found.notes["reused"] > 0 and sum(found.visits.values()) == found.notes["reused"] + 1000


def test_an_exception_in_a_leafs_value_comes_through():
    state = load("tic-tac-toe").initial_state()
    calls = []

    def value(leaf):
        calls.append(leaf)
        if len(calls) == 20:
            raise ArithmeticError("on purpose")
        return 0.5 if len(calls) != 40 else 7

    search = Mcts(evaluator=Outcome(value), seed=1)
    with pytest.raises(ArithmeticError, match="on purpose"):
        search.search(state, simulations=50)
    with refused("outcome", "7"):
        search.search(state, simulations=50)
    found = search.search(state, simulations=50)
    assert sum(found.visits.values()) == found.notes["reused"] + 50
    assert len({id(leaf) for leaf in calls}) == len(calls)  # each call got a state of its own
    with refused("threads", "1"):
        Mcts(evaluator=Outcome(value), threads=2)


def test_finished_games_are_refused():
    state = load("tic-tac-toe").from_string("xxxoo....")
    with refused("over"):
        mcts(state)


@pytest.mark.parametrize(("board", "best"), [("xx.oo....", 2), ("oo.x...x.", 2)])  # it wins; all else loses
def test_the_policy_uses_proofs(board, best):
    result = mcts(load("tic-tac-toe").from_string(board), simulations=300, seed=2)
    assert result.action == best and result.policy[best] == 1.0
    assert sum(result.policy.values()) == 1.0 and result.policy.keys() == result.visits.keys()


def test_the_policy_leaves_proven_losses_out():
    result = mcts(load("tic-tac-toe").from_string("xo..x...."), simulations=40, seed=1)  # all but one lose at once
    lost = {action for action, outcome in result.outcomes.items() if outcome == -1}
    assert lost and all((result.policy[action] == 0) == (action in lost) for action in result.visits)
    left = sum(visits for action, visits in result.visits.items() if action not in lost)
    assert result.policy == pytest.approx({a: (a not in lost) * n / left for a, n in result.visits.items()})


# --- options ----------------------------------------------------------------------------------------------------


def test_options():
    state = load("hex").initial_state()
    with pytest.raises(TypeError, match="rollout_count"):
        mcts(state, rollout_count=5)
    for name, value in {
        "c": -1,
        "rollouts": 0,
        "rollout_plies": -1,
        "evaluator_share": 1.5,
        "rave_k": 0,
        "threads": 0,
        "megabytes": 0.5,
        "highest": -2,
        "virtual_loss": math.nan,
    }.items():
        with pytest.raises(ValueError, match=name):
            mcts(state, **{name: value})
    for utilities in ({"lowest": 0, "highest": 1e-300}, {"lowest": -1e308, "highest": 1e308}, {"c": 1e300}):
        with refused("1e100"):
            mcts(state, **{"lowest": -1, "highest": 1, **utilities})
    for name, value in {"choice": "best", "evaluator": "nonsense", "tree": -1, "simulations": 0}.items():
        with refused(name, value):
            mcts(state, **{name: value})
    with refused("rave"):
        mcts(state, rave=True, parallel="children")


OPTION_SETS = st.fixed_dictionaries(
    {},
    optional={
        "c": st.floats(0, 5),
        "lowest": st.floats(-10, 0),
        "highest": st.floats(1, 10),
        "rollouts": st.integers(1, 4),
        "rollout_plies": st.integers(0, 5),
        "evaluator": st.sampled_from(["", "none", "hash"]),
        "evaluator_share": st.floats(0, 1),
        "shuffle": st.booleans(),
        "solver": st.booleans(),
        "rave": st.booleans(),
        "rave_k": st.floats(1, 5000),
        "rave_bias": st.floats(0, 1),
        "rave_c": st.floats(0, 1),
        "choice": st.sampled_from(MctsOptions.table["choice"].words),
        "megabytes": st.floats(1, 4),
    },
)


@settings(max_examples=60)
@given(name=st.sampled_from(list(SPECS)), seed=st.integers(0, 2**32), plies=st.integers(0, 12), options=OPTION_SETS)
def test_any_position_and_options(name, seed, plies, options):
    """A legal move, values within bounds, sums that add up; the same again with the same seed."""
    state = after_random_moves(load(name), random.Random(seed), plies)
    found = mcts(state, simulations=80, seed=seed, **options)
    assert state.is_legal(found.action) and found.pv[0] == found.action
    assert -1 <= found.value <= 1 and all(-1 <= value <= 1 for value in found.action_values.values())
    assert sum(found.visits.values()) == found.simulations <= 80
    if found.outcome is None:
        robust = options.get("choice") == "robust_max"
        assert found.simulations == 80 or (robust and found.simulations >= 64)
    again = mcts(state, simulations=80, seed=seed, **options)
    assert again.visits == found.visits and again.value == found.value and again.pv == found.pv


@pytest.mark.parametrize("choice", MctsOptions.table["choice"].words)
def test_choice(choice):
    state = boardai.load("hex:size=4").initial_state()
    found = mcts(state, simulations=800, seed=2, choice=choice)
    most = max(found.visits.values())
    best = max(found.action_values.values())
    if choice == "visits":
        assert found.visits[found.action] == most
    if choice == "value":
        assert found.action_values[found.action] == best
    if choice == "robust_max" and found.simulations < 800:
        assert found.visits[found.action] == most and found.action_values[found.action] == best


def test_rave_knows_moves_it_never_tried():
    """With fewer simulations than moves, plain UCT has tried none of them twice; RAVE has come back to some."""
    state = boardai.load("hex:size=11").initial_state()
    plain, rave = mcts(state, simulations=100, seed=1), mcts(state, simulations=100, seed=1, rave=True)
    assert max(plain.visits.values()) == 1 < max(rave.visits.values())
    for name in SPECS:  # also where games are played move by move
        found = mcts(load(name).initial_state(), simulations=200, seed=1, rave=True, rave_bias=0.1)
        assert sum(found.visits.values()) == 200
