"""Accumulator networks: searches calculate what NumPy does, files, and what is refused."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.players import load_agent
from boardai.search import alphabeta, mcts, minimax, pvs
from boardai.search.evaluations.accumulator import AccumulatorInputs, AccumulatorNetwork
from boardai.search.evaluations.naming import load_evaluation

CHESS = boardai.load("chess")
POSITIONS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  # castling on both sides, en passant next
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",  # promotions
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",  # kings that cross the middle
)


def network(inputs: str = "pieces", width: int = 32, buckets: int = 8, seed: int = 0) -> AccumulatorNetwork:
    rng = np.random.default_rng(seed)
    size = AccumulatorInputs(inputs, CHESS.initial_state()).size
    return AccumulatorNetwork(
        inputs=inputs,
        feature_weights=rng.integers(-120, 121, (size, width)).astype(np.int16),
        feature_bias=rng.integers(-200, 201, width).astype(np.int16),
        output_weights=rng.integers(-60, 61, (buckets, 2 * width)).astype(np.int8),
        output_bias=rng.integers(-9000, 9001, buckets).astype(np.int32),
        card={"about": "random"},
    )


def positions(count: int, spec: str = "chess", seed: int = 1) -> list[Any]:
    rng, found = np.random.default_rng(seed), []
    while len(found) < count:
        state = boardai.load(spec).initial_state()
        for _ in range(int(rng.integers(0, 90))):
            if not state.is_terminal():
                state.apply(int(rng.choice(state.legal_actions())))
        if not state.is_terminal():
            found.append(state)
    return found


@pytest.mark.parametrize(
    "inputs", ["pieces", "pieces:mirrored=0,buckets=32", "pieces:buckets=8", "pieces_without_kings:buckets=32"]
)
@pytest.mark.parametrize("width", [16, 32, 144, 256])
def test_searches_calculate_what_numpy_does(inputs: str, width: int) -> None:
    net = network(inputs, width)
    values = [(net(state), net.reference_value(state)) for state in positions(30)]
    assert [here for here, _ in values] == [there for _, there in values]
    assert len({here for here, _ in values}) > 25


def test_won_endings_without_pawns_are_valued_by_the_way_to_the_mate() -> None:
    net = network()
    right = CHESS.initial_state().from_string("7k/8/5K2/5N2/5B2/8/8/8 w - - 0 1")  # a corner of the bishop's colour
    wrong = CHESS.initial_state().from_string("k7/8/2K5/2B5/2N5/8/8/8 w - - 0 1")
    assert net(right) == net.reference_value(right) == right.evaluate("pesto") > 500
    assert net(wrong) == net.reference_value(wrong) == wrong.evaluate("pesto") < net(right) - 200
    drawn = CHESS.initial_state().from_string("7k/8/5K2/5N2/5N2/8/8/8 w - - 0 1")
    assert AccumulatorInputs("pieces", drawn).known(drawn) is None


def test_a_value_is_less_where_material_is_drawish() -> None:
    net = network()
    drawish = CHESS.initial_state().from_string("8/8/1k1b4/8/5K2/8/8/7R w - - 0 1")
    assert AccumulatorInputs("pieces", drawish).tempered(drawish, -640) == -80
    assert net(drawish) == net.reference_value(drawish)
    start = CHESS.initial_state()
    assert AccumulatorInputs("pieces", start).tempered(start, -640) == -640


@pytest.mark.parametrize("buckets", [1, 4])
def test_values_along_the_lines_of_a_search_are_those_from_scratch(buckets: int) -> None:
    net = network(f"pieces:buckets={buckets}")
    for text in POSITIONS:
        state = CHESS.initial_state().from_string(text)
        # The same tree with a function of the state, which is evaluated afresh.
        assert minimax(state, depth=2, evaluator=net).value == minimax(state, depth=2, evaluator=net.__call__).value
        assert alphabeta(state, depth=3, evaluator=net).value == minimax(state, depth=3, evaluator=net).value


def test_both_colours_and_both_wings_have_the_same_value() -> None:
    net = network()
    for state in positions(20, seed=2):
        assert net(state) == net(state.mirrored())
    left = CHESS.initial_state().from_string("6k1/5ppp/8/8/8/8/1R3PPP/6K1 w - - 0 1")
    right = CHESS.initial_state().from_string("1k6/ppp5/8/8/8/8/PPP3R1/1K6 w - - 0 1")
    assert net(left) == net(right)
    unmirrored = network("pieces:mirrored=0")
    assert unmirrored(left) != unmirrored(right)


def test_every_search_and_agent_takes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    net = network()
    net.save(file)
    state = CHESS.initial_state()
    by_object = pvs(state, depth=4, evaluator=net)
    assert pvs(state, depth=4, evaluator=file).value == by_object.value
    assert load_agent(f"pvs:depth=4,evaluator={file}", CHESS).choose(state) == by_object.action
    assert pvs(state, depth=4, evaluator=net, threads=2).value is not None
    assert sum(mcts(state, simulations=30, evaluator=net).visits.values()) == 30
    fresh = boardai.load("chess:chess960=true,position=0").initial_state()
    assert net(fresh) == net.reference_value(fresh)


def test_files_give_the_same_network(tmp_path: Path) -> None:
    net = replace(network("pieces:buckets=2"), points=321.0, unit=90, scale=300.0)
    net.save(tmp_path / "net.npz")
    again = load_evaluation(tmp_path / "net.npz", AccumulatorNetwork)
    assert (again.inputs, again.points, again.unit, again.scale) == ("pieces:buckets=2", 321.0, 90, 300.0)
    assert again.card == {"about": "random"} and (again.width, again.buckets) == (32, 8)
    for state in positions(5):
        assert again(state) == net(state) == pickle.loads(pickle.dumps(net))(state)


DAMAGE: dict[str, Any] = {
    "width": lambda net: replace(net, feature_bias=net.feature_bias[:-1]),
    "inputs": lambda net: replace(net, feature_weights=net.feature_weights[:-1]),
    "outputs": lambda net: replace(net, output_weights=net.output_weights[:, :-2]),
    "no buckets": lambda net: replace(net, output_bias=net.output_bias[:0], output_weights=net.output_weights[:0]),
    "accumulators overflow": lambda net: replace(net, feature_weights=20 * net.feature_weights),
    "outputs overflow": lambda net: replace(
        net, feature_weights=np.zeros((768, 1024), np.int16), feature_bias=np.zeros(1024, np.int16),
        output_weights=np.full((8, 2048), 127, np.int8)),
    "other inputs": lambda net: replace(net, inputs="halfkp"),
    "other option": lambda net: replace(net, inputs="pieces:rings=2"),
    "odd buckets": lambda net: replace(net, inputs="pieces:buckets=3"),
    "points": lambda net: replace(net, points=float("nan")),
    "scale": lambda net: replace(net, scale=0.0),
    "scale is negative": lambda net: replace(net, scale=-350.0),  # would turn the values of tree searches round
    "unit": lambda net: replace(net, unit=-1),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_does_not_fit_is_refused(damage: str, tmp_path: Path) -> None:
    damaged = DAMAGE[damage](network())
    assert damaged.why_not(CHESS.initial_state())
    place = damage.split()[0] if damage.split()[0] in ("points", "scale", "unit") else ""
    with refused(place):
        pvs(CHESS.initial_state(), depth=2, evaluator=damaged)


def test_a_network_without_neurons_is_refused_by_its_width() -> None:
    net = network()
    empty = replace(
        net, feature_weights=net.feature_weights[:, :0], feature_bias=net.feature_bias[:0],
        output_weights=net.output_weights[:, :0],
    )  # fmt: skip
    with refused("width", 0):
        pvs(CHESS.initial_state(), depth=2, evaluator=empty)


@pytest.mark.parametrize(
    ("name", "value"),
    [("inputs", 5), ("inputs", None), ("points", True), ("points", {}), ("unit", 1.5), ("unit", "9"), ("scale", [1])],
)
def test_cards_that_say_something_else_are_refused(name: str, value: Any, tmp_path: Path) -> None:
    replace(network(width=16, buckets=1), **{name: value}).save(tmp_path / "net.npz")
    with refused("net.npz", name):
        load_evaluation(tmp_path / "net.npz")


def test_other_games_and_other_types_are_refused(tmp_path: Path) -> None:
    with refused("inputs"):
        network()(boardai.load("reversi").initial_state())
    arrays, _ = network().to_arrays()
    arrays["feature_weights"] = arrays["feature_weights"].astype(np.float32)
    made = network()
    object.__setattr__(made, "feature_weights", arrays["feature_weights"])
    made.save(tmp_path / "net.npz")
    with refused("feature_weights"):
        load_evaluation(tmp_path / "net.npz")
