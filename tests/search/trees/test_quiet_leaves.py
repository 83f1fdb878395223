"""Leaves judged by the position after their winning exchanges (`quiet_plies`)."""

from __future__ import annotations

import numpy as np
import pytest
from fake_network import FakeNetwork
from refusals import refused

import boardai
from boardai import native
from boardai.search import Forest, GumbelOptions, Network, Outcome, PuctOptions, puct

HANGING = "4k3/8/8/3q4/4B3/8/P7/4K3 w - - 0 1"  # the bishop captures the queen and is not recaptured
IN_CHECK = "k7/8/2p5/3q4/4B3/8/6R1/K5r1 w - - 0 1"  # the bishop could take the queen
TAKEN_BACK = "4k3/8/2p5/3q4/4B3/8/8/4K3 w - - 0 1"  # it takes the queen, and a pawn takes it
BLACKS_MOVE = "4k3/8/2p5/3p4/4B3/8/8/4K3 b - - 0 1"


def position(fen):
    return boardai.load("chess", fen=fen).initial_state()


def after(state, *moves):
    for move in moves:
        state = state.child(state.action_from_string(move))
    return state


def judged(state, **options):
    """The root's value by its evaluation alone, and how many rows that took."""
    network = FakeNetwork(state.policy_size)
    result = puct(state, simulations=0, evaluator=Network(network), **options)
    return result.value, sum(network.rows)


def value_of(state):
    return float(FakeNetwork(state.policy_size)(state.observation()[None])[1][0])


@pytest.mark.parametrize(
    ("fen", "plies", "line"),
    [
        (HANGING, 8, ["e4d5"]),
        (TAKEN_BACK, 8, ["e4d5", "c6d5"]),
        (TAKEN_BACK, 1, ["e4d5"]),
        (BLACKS_MOVE, 8, ["d5e4"]),
        ("4k3/8/2p5/3n4/4B3/8/8/4K3 w - - 0 1", 8, []),  # an even exchange wins nothing
        (IN_CHECK, 8, []),  # a check comes first
        ("4k3/P7/8/3q4/4B3/8/8/4K3 w - - 0 1", 1, ["e4d5"]),  # what takes most
        ("8/P7/8/8/8/8/5k2/7K w - - 0 1", 8, ["a7a8q"]),
        ("8/8/8/8/5k2/6p1/6KP/8 w - - 0 1", 8, ["h2g3"]),  # a check ends it
    ],
)
def test_a_leaf_is_worth_what_its_exchanges_lead_to(fen, plies, line):
    state = position(fen)
    sign = -1 if len(line) % 2 else 1
    value, rows = judged(state, quiet_plies=plies)
    assert value == pytest.approx(sign * value_of(after(state, *line)))
    assert rows == (2 if line else 1)


def test_a_game_that_ends_on_the_way_is_worth_its_outcome():
    state = position("7k/5K2/8/8/8/8/8/6Qr w - - 0 1")  # the queen takes the rook: mate
    assert judged(state, quiet_plies=8) == (1.0, 1)


def test_priors_stay_those_of_the_leaf():
    state = position(TAKEN_BACK)
    network = Network(FakeNetwork(state.policy_size))
    plain, quiet = (puct(state, simulations=0, evaluator=network, quiet_plies=plies) for plies in (0, 8))
    assert plain.priors == quiet.priors and plain.value != quiet.value


@pytest.mark.parametrize("options", [{}, {"leaves_per_tree": 4}, {"graph": True}, {"solver": True}], ids=str)
def test_what_is_remembered_is_not_asked_again(options):
    state = position("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
    network = FakeNetwork(state.policy_size)
    with_cache, without = (
        puct(state, simulations=200, evaluator=Network(network), quiet_plies=6, cache_mb=size, **options)
        for size in (1, 0)
    )
    if "leaves_per_tree" not in options:  # else what the cache knows at once changes which leaves wait together
        assert with_cache.visits == without.visits and with_cache.value == without.value
    plain = puct(state, simulations=200, evaluator=Network(network), **options)
    assert plain.visits != without.visits
    assert 200 < without.notes["evaluations"] <= 402
    assert with_cache.notes["evaluations"] < without.notes["evaluations"]


def test_an_evaluator_of_the_game_is_asked_there_too():
    state = position(TAKEN_BACK)
    scale = {"simulations": 0, "evaluator": "material"}
    expected = puct(after(state, "e4d5", "c6d5"), **scale).value
    assert puct(state, quiet_plies=8, **scale).value == pytest.approx(expected)
    assert puct(state, **scale).value != pytest.approx(expected)


def test_many_trees_at_once():
    states = [position(fen) for fen in (HANGING, TAKEN_BACK, BLACKS_MOVE, IN_CHECK)]
    network = FakeNetwork(states[0].policy_size)
    for options in (PuctOptions(quiet_plies=8), GumbelOptions(quiet_plies=8, scale=0)):
        found = Forest(states, Network(network), options).run(16)
        alone = [Forest([state], Network(network), options).run(16) for state in states]
        assert [row.tolist() for row in found.visits] == [one.visits[0].tolist() for one in alone]


def test_rows_that_have_no_room_are_refused():
    state = position(HANGING)
    forest = native.template("Puct", state)(1, PuctOptions(quiet_plies=8).to_native(), 0, True)
    forest.set_root(0, native.native_state(state))
    row = np.zeros(state.observation_shape, np.float32)
    with refused("2", "rows"):
        forest.select(row, row.size)


def test_self_play_follows_them_whatever_shares_a_batch():
    game = boardai.load("chess", history=0)
    settings = {"simulations": 8, "quiet_plies": 6, "max_plies": 24, "seed": 3, "games": 6}

    def played(**changes):
        return boardai.learn.self_play_games(game, Network(FakeNetwork(game.policy_size)), **settings | changes)

    alone, together = played(at_once=1), played(at_once=6)
    assert np.array_equal(played(at_once=6, threads=2).policies, together.policies)
    assert len(alone) == len(together)
    assert not np.array_equal(played(at_once=6, quiet_plies=0).policies, together.policies)


def test_games_and_evaluators_that_cannot_are_refused():
    network = Network(FakeNetwork(9))
    with refused("quiet_plies", "exchanges"):
        puct(boardai.load("hex", size=3).initial_state(), evaluator=network, quiet_plies=2)
    with refused("quiet_plies", "evaluator"):
        puct(position(BLACKS_MOVE), evaluator=Outcome(lambda state: 0.0), quiet_plies=2)
    with refused("quiet_plies"):
        PuctOptions(quiet_plies=-1)
    with refused("exchanges"):
        boardai.learn.self_play_games(boardai.load("hex", size=3), network, games=1, quiet_plies=2)
