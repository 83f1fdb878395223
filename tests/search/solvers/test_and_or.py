"""AND/OR search: outcomes are those of minimax, strategies hold against every reply, wrong ones are found out."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds_of_game import SPECS, load
from positions import random_positions
from refusals import refused

import boardai
from boardai.search import Strategy, alphabeta, and_or
from boardai.search.reference.solvers.and_or import and_or as reference

SMALL = {SPECS["tic-tac-toe"]: 5, "hex:size=3": 4, "hex:size=3,swap=True": 4, "reversi:board=4x4": 9}


def small_positions(count: int, seed: int):
    """Positions that plain Python can solve."""
    for spec, least in SMALL.items():
        for state in random_positions(boardai.load(spec), count, seed, plies=9):
            if sum(state.to_string().count(empty) for empty in ".-") <= 16 - least:
                yield state


def as_moves(strategy) -> list[tuple[int, int]]:
    """The reference's strategy as (ply, action), each move after the one it follows."""

    def walk(below, ply):
        for action, further in below.items():
            yield ply, action
            yield from walk(further, ply + 1)

    return list(walk(strategy, 1))


def test_outcomes_strategies_and_counts_equal_the_references():
    compared = 0
    for state in small_positions(12, seed=1):
        found, expected = and_or(state, ordering="number"), reference(state)
        assert (found.outcome, found.nodes) == (expected.outcome, expected.nodes), state.to_string()
        moves = list(zip(found.strategy.plies.tolist(), found.strategy.actions.tolist(), strict=True))
        assert found.strategy.player == expected.player and moves == as_moves(expected.strategy)
        compared += 1
    assert compared >= 20


def test_outcomes_are_those_of_alphabeta_and_strategies_hold():
    seen = set()
    for state in small_positions(25, seed=2):
        found = and_or(state)
        assert found.outcome == found.value == alphabeta(state).outcome, state.to_string()
        strategy = found.strategy
        assert strategy.goal == (0 if found.outcome == 0 else 1)
        assert strategy.player == (found.player if found.outcome >= 0 else 1 - found.player)
        assert strategy.check() >= 1
        # The move it plays keeps the outcome.
        child = state.child(found.action)
        after = child.outcome(found.player) if child.is_terminal() else None
        if after is None:
            reply = alphabeta(child)
            after = reply.outcome if child.current_player() == found.player else -reply.outcome
        assert after == found.outcome
        seen.add(found.outcome)
    assert seen == {-1, 0, 1}


def test_tic_tac_toe_is_a_draw(tic_tac_toe):
    found = and_or(boardai.load(tic_tac_toe).initial_state())
    assert found.outcome == 0 and found.strategy.goal == 0 and found.strategy.player == 0
    assert found.strategy.check() > 50


@pytest.mark.parametrize("size, wins", [(3, 5), (4, 4)])
def test_openings_of_hex(size, wins):
    """5 of 9 first moves win on 3x3, 4 of 16 on 4x4; each is proven by a strategy that holds."""
    start = boardai.load(f"hex:size={size}").initial_state()
    winning = 0
    for action in start.legal_actions():
        found = and_or(start.child(action), ordering="evaluation", evaluator="shortest_path")
        winning += found.outcome == -1
        if size == 3 or action < 2:
            assert found.strategy.check() > 1
    assert winning == wins


def test_hex_4x4_can_be_played_by_the_strategy():
    """The first player wins every one of many random games."""
    start = boardai.load("hex:size=4").initial_state()
    strategy = and_or(start, ordering="evaluation", evaluator="shortest_path").strategy
    rng = np.random.default_rng(3)
    for _ in range(30):
        state, line = start.clone(), []
        while not state.is_terminal():
            legal = state.legal_actions()
            own = state.current_player() == strategy.player
            line.append(strategy.reply(line) if own else int(rng.choice(legal)))
            state.apply(line[-1])
        assert state.outcome(0) == 1 and len(line) <= strategy.depth()


@pytest.mark.parametrize("name", SPECS)
def test_every_kind_of_game(name):
    state = load(name).initial_state()
    found = and_or(state, depth=2, tree=True)
    assert found.outcome is None and found.value is None and found.strategy is None and found.depth == 2
    assert found.method == "and_or" and state.is_legal(found.action) and found.pv == [found.action]
    assert len(found.tree) > 1 and str(found)
    limited = and_or(state, nodes=500)
    assert limited.nodes <= 500


def test_a_mate_with_its_strategy():
    game = boardai.load("chess")
    state = game.from_string("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")  # mate in two: Ra6, whatever Black plays
    for found in (and_or(state, depth=3), and_or(state, nodes=100_000)):
        assert found.outcome == 1 and state.action_to_string(found.action) == "a1a6"
        assert found.strategy.check() == len([ply for ply in found.strategy.plies if ply == 3])
        assert found.strategy.depth() == 3 and len(found.pv) == 3
    # Within fewer plies nothing is known, which is not the same as no win.
    assert and_or(state, depth=2).outcome is None


def test_who_has_lost_gets_the_opponents_strategy():
    state = boardai.load(SPECS["connect four"]).from_string("oo//x/x/x//")  # o to move; x threatens b and f
    found = and_or(state, depth=2)
    assert found.outcome == -1 and found.strategy.player == 0 and found.strategy.check() == 7
    assert state.is_legal(found.action)


def test_trees_of_strategies_and_of_searches(tic_tac_toe):
    state = boardai.load(tic_tac_toe).from_string("x...o...x")
    found = and_or(state, tree=True)
    assert found.outcome == 0 and found.tree.visits[0] < found.nodes  # three questions, one tree
    tree = found.strategy.to_tree()
    assert len(tree) == len(found.strategy) + 1 and tree.visits[0] == len(tree)
    assert tree.depth() == found.strategy.depth()
    for row in range(len(tree)):
        if tree.players[row] == found.strategy.player:
            assert len(tree.children(row)) <= 1
    won = and_or(state.from_string("xx.oo...."), tree=True)
    assert won.tree.values[0] == 1 and won.tree.kinds[0] == 3  # proven
    assert "c1!" in won.strategy.to_text() and "win for player 0" in won.strategy.to_text()
    assert tree.to_svg().startswith("<svg") and "proven" in won.strategy.to_tree().to_json()
    assert len(found.strategy.to_text(depth=1).splitlines()) == 2
    assert len(found.strategy.to_text(lines=3).splitlines()) == 5


def test_longest_lines_are_lines_of_the_strategy(tic_tac_toe):
    start = boardai.load(tic_tac_toe).initial_state()
    strategy = and_or(start).strategy
    line = strategy.longest_line()
    assert len(line) == strategy.depth()
    for ply, action in enumerate(line):
        if ply % 2 == 0:
            assert strategy.reply(line[:ply]) == action


@settings(max_examples=60)
@given(row=st.integers(0, 10**6), change=st.sampled_from(["action", "ply", "drop", "repeat"]), action=st.integers(0, 8))
def test_damaged_strategies_are_found_out(row, change, action):
    """Any single damage to a strategy is noticed, unless what is left is a strategy too."""
    strategy = _drawn()
    plies, actions = strategy.plies.copy(), strategy.actions.copy()
    row %= len(strategy)
    if change == "action":
        if actions[row] == action:
            return
        actions[row] = action
    elif change == "ply":
        plies[row] += 1
    elif change == "drop":
        plies, actions = np.delete(plies, row), np.delete(actions, row)
    else:
        plies, actions = np.insert(plies, row, plies[row]), np.insert(actions, row, actions[row])
    damaged = dataclasses.replace(strategy, plies=plies, actions=actions)
    if _holds(damaged):
        damaged.check()
    else:
        with pytest.raises(ValueError):
            damaged.check()


def _drawn() -> Strategy:
    state = boardai.load(SPECS["tic-tac-toe"]).from_string("x...o....")
    found = and_or(state).strategy
    assert found.goal == 0
    return found


def _holds(strategy: Strategy) -> bool:
    """Is it a strategy? Checked by building its tree and playing that: another way than check()'s."""
    tree: dict = {}
    path = [tree]
    for ply, action in zip(strategy.plies.tolist(), strategy.actions.tolist(), strict=True):
        if ply > len(path):
            return False
        del path[ply:]
        if action in path[-1]:
            return False
        path[-1][action] = {}
        path.append(path[-1][action])

    def holds(state, below) -> bool:
        if state.is_terminal():
            return not below and state.outcome(strategy.player) >= strategy.goal
        legal = set(state.legal_actions())
        if not set(below) <= legal:
            return False
        if len(below) != (1 if state.current_player() == strategy.player else len(legal)):
            return False
        return all(holds(state.child(action), further) for action, further in below.items())

    return holds(strategy.state, tree)


def test_what_a_strategy_does_not_cover_is_reported(tic_tac_toe):
    state = boardai.load(tic_tac_toe).from_string("x...o....")
    strategy = and_or(state).strategy
    own = strategy.reply([])
    with refused("move 1"):
        strategy.reply([next(action for action in state.legal_actions() if action != own)])
    with refused("player"):
        strategy.reply([own])
    claims_too_much = dataclasses.replace(strategy, goal=1)
    with refused("strategy", "ends"):
        claims_too_much.check()


def test_full_depth_alphabeta_agrees_on_reversi_4x4():
    game = boardai.load("reversi:board=4x4")
    state = game.initial_state()
    found = and_or(state)
    assert found.outcome == alphabeta(state).outcome == -1 and found.strategy.check() > 10


def test_in_a_lost_position_the_move_is_the_first_of_the_longest_line():
    state = boardai.load(SPECS["tic-tac-toe"]).from_string("o.x...x..")
    result = and_or(state)
    assert result.value == -1 and result.action == result.pv[0] and result.policy[result.action] == 1
