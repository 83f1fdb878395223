"""What all faces of `boardai.search` say to mistakes that people make."""

import pytest

import boardai
from boardai import search

FACES = ["minimax", "negamax", "alphabeta", "scout", "and_or", "pvs", "mtdf", "pns", "dfpn", "mcts", "puct", "gumbel"]


@pytest.fixture(scope="module")
def game():
    return boardai.load("hex", size=3)


@pytest.mark.parametrize("name", FACES)
def test_a_misspelt_keyword_is_answered_with_the_nearest_and_all(game, name):
    with pytest.raises(TypeError, match=rf"^{name} has no option 'second'; did you mean seconds\? it takes .*\bseed\b"):
        getattr(search, name)(game.initial_state(), second=1)


def test_options_are_suggested_beside_limits(game):
    with pytest.raises(TypeError, match=r"mcts has no option .rav.; did you mean rave"):
        search.mcts(game.initial_state(), rav=True)
    with pytest.raises(TypeError, match=r"pvs has no option .null_mov.; did you mean null_move"):
        search.Pvs(null_mov=False)


@pytest.mark.parametrize("name", FACES)
def test_a_game_is_no_state(game, name):
    with pytest.raises(TypeError, match=r"needs a state of a game, not a Game: search game.initial_state\(\)"):
        getattr(search, name)(game, seconds=1)


@pytest.mark.parametrize("answer", [3, float("nan"), (None, "good"), (0.5, None), ({}, 0, 0)])
def test_an_evaluation_for_puct_is_priors_and_a_value(game, answer):
    with pytest.raises(ValueError, match=r"must give an outcome in .*, or priors .* and an outcome, not "):
        search.puct(game.initial_state(), simulations=4, evaluator=search.Outcome(lambda state: answer))
