"""What no search can work with is refused in words, by every face alike."""

import pytest
from refusals import refused

import boardai
from boardai import search


@pytest.mark.parametrize("name", ["mcts", "puct", "gumbel"])
@pytest.mark.parametrize("seed", [-1, 2**64, 0.5, "x"])
def test_a_seed_that_is_no_number_of_64_bits_is_refused(name, seed):
    with refused("seed"):
        getattr(search, name)(boardai.load("hex:size=3").initial_state(), simulations=2, seed=seed)


@pytest.mark.parametrize("game", ["chess", "hex:size=3"])
def test_points_need_a_game_decided_by_points(game):
    for face in (search.pvs, search.mtdf, search.alphabeta):
        with refused("points"):
            face(boardai.load(game).initial_state(), depth=1, points=True)
