"""PUCT with a network that predicts draws and plies left: equal to its reference; what each option is for; errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fake_network import FakeNetwork
from kinds_of_game import SPECS, load
from positions import early_positions
from refusals import refused

import boardai
from boardai.search import Forest, Network, Puct, PuctOptions, puct
from boardai.search.reference.trees.puct_forecasts import puct_forecasts

VARIANTS = (
    {"draw_score": -0.4},
    {"moves_left_effect": 0.3, "moves_left_threshold": 0.0, "moves_left_slope": 0.02},
    {"draw_score": 0.25, "moves_left_effect": 0.1, "moves_left_threshold": 0.3, "moves_left_slope": 0.01},
)


class Forecaster:
    """A stand-in for a network with forecasts, at random by the planes; plies are exact in any sum."""

    def __init__(self, policy_size: int) -> None:
        self._fake = FakeNetwork(policy_size)

    def __call__(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        logits, values = self._fake(planes)
        draws = (1 - np.abs(values)) * np.abs(logits[:, 0]) / 2
        plies = np.floor(np.abs(logits[:, -1]) * 100) / 4
        return logits, np.stack([values, draws, plies], axis=1)


@pytest.mark.parametrize("name", SPECS)
def test_equals_its_plain_python_reference(name: str) -> None:
    game = load(name)
    simulations = 60 if name == "chess" else 150
    changed = 0
    for state, options in zip(early_positions(game, len(VARIANTS)), VARIANTS, strict=True):
        network = Forecaster(game.policy_size)
        root = puct_forecasts(state, network, simulations, **options)
        wanted = {action: child.visits for action, child in root.children.items()}
        for more in ({}, {"cache_mb": 1}):
            result = puct(state, simulations=simulations, evaluator=Network(network), **options, **more)
            assert result.visits == wanted
            assert result.value == pytest.approx(root.value_sum / root.visits, abs=1e-12)
            assert result.notes["draws"] == pytest.approx(root.draw_sum / root.visits, abs=1e-9)
            assert result.notes["moves left"] == pytest.approx(root.plies_sum / root.visits, abs=1e-9)
        changed += puct(state, simulations=simulations, evaluator=Network(network)).visits != wanted
    assert changed >= 2


def hex3(tell: Any) -> tuple[Any, Network]:
    """Hex 3x3, and a network with uniform policies, whose values for each row of planes are `tell`'s."""
    state = boardai.load("hex", size=3).initial_state()

    def network(planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros((len(planes), 9)), np.array([tell(one) for one in planes])

    return state, Network(network)


def draws_at_a1(planes: np.ndarray) -> tuple[float, float, float]:
    return 0.0, float(planes[0, 0, :2].any()), 5.0


def test_who_does_not_want_a_draw_avoids_it_and_who_does_goes_for_it() -> None:
    state, network = hex3(draws_at_a1)
    corner = state.action_from_string("a1")
    shares = {
        score: puct(state, simulations=60, evaluator=network, draw_score=score).visits[corner] / 60
        for score in (-0.9, 0.0, 0.9)
    }
    assert shares[-0.9] < 0.09 < 0.5 < shares[0.9]


def test_draws_are_worth_to_the_next_who_moves_what_they_were_to_the_first() -> None:
    state, network = hex3(draws_at_a1)
    corner = state.action_from_string("a1")
    search = Puct(simulations=300, evaluator=network, draw_score=-0.9)
    search.search(state)
    middle = state.child(state.action_from_string("b2"))
    assert search.advance(state.action_from_string("b2"))
    first = search.search(middle, simulations=0).visits  # the opponent, to whom draws were welcome
    again = search.search(middle, simulations=300).visits
    gained = {action: again[action] - first[action] for action in again}
    assert first[corner] == max(first.values()) > 8
    assert gained[corner] == min(gained.values()) < 8


@pytest.mark.parametrize("value", [0.95, -0.95])
def test_of_wins_the_shorter_and_of_losses_the_longer(value: float) -> None:
    def tell(planes: np.ndarray) -> tuple[float, float, float]:
        stones = int(planes[:, :, :2].sum())
        sign = 1 if stones % 2 == 0 else -1  # for who moves
        return sign * value, 0.0, 40.0 + (-20.0 if planes[0, 0, :2].any() else 0.0) - stones

    state, network = hex3(tell)
    corner = state.action_from_string("a1")
    options = {"simulations": 60, "evaluator": network, "endings": False}
    plain = puct(state, **options).visits[corner]
    for effect, slope, factor in ((0.3, 0.02, 2), (0.05, 0.1, 1)):
        found = puct(state, moves_left_effect=effect, moves_left_slope=slope, **options).visits[corner]
        assert found > factor * plain if value > 0 else found < plain
    # Below the threshold the length does not matter.
    assert puct(state, moves_left_effect=0.3, moves_left_threshold=0.96, **options).visits[corner] == plain


def test_a_forest_and_leaves_that_wait_together_read_forecasts_too() -> None:
    game = boardai.load("reversi", board="4x4")
    network, state = Forecaster(game.policy_size), game.initial_state()
    options = PuctOptions(simulations=50, **VARIANTS[2])
    alone = puct(state, evaluator=Network(network), options=options)
    found = Forest([state] * 2, network, options).run(50)
    for row in found.visits:
        assert {action: row[state.policy_index(action)] for action in alone.visits} == alone.visits
    together = puct(state, simulations=50, evaluator=Network(network), leaves_per_tree=4, **VARIANTS[2])
    assert sum(together.visits.values()) == 50


def test_evaluators_with_forecasts_serve_searches_that_read_values() -> None:
    game = load("hex")
    state = game.initial_state()
    reported, plain = Network(Forecaster(game.policy_size)), Network(FakeNetwork(game.policy_size))
    for name in ("puct", "gumbel"):
        search = getattr(boardai.search, name)
        assert (
            search(state, simulations=32, evaluator=reported).visits
            == search(state, simulations=32, evaluator=plain).visits
        )
    assert boardai.search.mcts(state, simulations=8, evaluator=reported, evaluator_share=1.0, seed=1).simulations == 8


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"draw_score": 1.5}, "draw_score"),
        ({"moves_left_effect": -0.1}, "moves_left_effect"),
        ({"moves_left_threshold": 1.0}, "moves_left_threshold"),
        ({"moves_left_slope": -1.0}, "moves_left_slope"),
        ({"draw_score": 0.5, "graph": True}, "draw_score"),
        ({"moves_left_effect": 0.5, "graph": True}, "moves_left_effect"),
    ],
)
def test_options_out_of_range(options: dict[str, Any], place: str) -> None:
    with refused(place):
        PuctOptions(**options).to_native()


def test_an_evaluator_without_forecasts_is_refused() -> None:
    state, plain = hex3(lambda planes: 0.0)
    for evaluator in ("", boardai.search.Outcome(lambda state: 0.0)):
        with refused("draw_score"):
            puct(state, simulations=4, evaluator=evaluator, draw_score=0.5)
    with refused("moves_left_effect"):
        puct(state, simulations=4, evaluator=plain, moves_left_effect=0.5)
    for reported, place in (
        ((0.0, 1.5, 3.0), "draw"),
        ((0.0, 0.5, float("nan")), "moves left"),
        ((2.0, 0.5, 3.0), "value"),
    ):
        with refused(place):
            puct(state, simulations=4, evaluator=hex3(lambda planes, reported=reported: reported)[1], draw_score=0.5)
