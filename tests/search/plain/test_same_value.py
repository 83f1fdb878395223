"""All searches of the minimax family find the same value, on thousands of random positions of every game.

A new search is one line in SEARCHES.
"""

import pytest
from kinds_of_game import SPECS
from positions import random_positions

import boardai
from boardai import search

# Name -> (state, depth, evaluator) -> result; `minimax` is what the others are compared with.
SEARCHES = {
    "negamax": lambda state, depth, evaluator: search.negamax(state, depth=depth, evaluator=evaluator),
    "fail-soft": lambda state, depth, evaluator: search.alphabeta(state, depth=depth, evaluator=evaluator),
    "fail-hard": lambda state, depth, evaluator: search.alphabeta(
        state, depth=depth, evaluator=evaluator, fail_soft=False
    ),
    "ordered": lambda state, depth, evaluator: search.alphabeta(
        state, depth=depth, evaluator=evaluator, ordering="evaluation"
    ),
    "mtdf": lambda state, depth, evaluator: search.mtdf(state, depth=depth, evaluator=evaluator),
    "scout": lambda state, depth, evaluator: search.scout(state, depth=depth, evaluator=evaluator),
    "pvs": lambda state, depth, evaluator: search.pvs(
        state, depth=depth, evaluator=evaluator, options=search.PvsOptions.sound()
    ),
}

# Game -> (depths, plies of the random openings). Hex and Reversi near the end of the game too.
GAMES = {
    "chess": ((1, 2, 3), 80),
    "hex:size=5": ((1, 2, 3), 24),
    "hex:size=4,swap=True": ((2, 4), 12),
    "reversi": ((2, 3, 4), 59),
    "reversi:board=6x6": ((3, 5), 31),
    SPECS["connect four"]: ((3, 5), 38),
    SPECS["tic-tac-toe"]: ((2, 4), 6),
}
SLOW_TO_SEARCH = SPECS["tic-tac-toe"]  # written in Python


def compare(spec: str, count: int, seed: int) -> None:
    game = boardai.load(spec)
    depths, plies = GAMES[spec]
    for number, state in enumerate(random_positions(game, count, seed, plies=plies)):
        depth = depths[number % len(depths)]
        # Every other position with an evaluation that has hardly two equal values.
        evaluator = ("", "hash")[number // len(depths) % 2]
        expected = search.minimax(state, depth=depth, evaluator=evaluator)
        for name, run in SEARCHES.items():
            result = run(state, depth, evaluator)
            where = f"{name}, depth {depth}, evaluator {evaluator!r}, {state.to_string()}"
            assert result.value == expected.value, where
            # The move played is one of those that are worth it.
            assert expected.action_values[result.action] == expected.value, where


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.split("/")[-1])
def test_all_searches_find_the_value_of_minimax(spec):
    compare(spec, 12 if spec == SLOW_TO_SEARCH else 120, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.split("/")[-1])
def test_all_searches_find_the_value_of_minimax_on_thousands_of_positions(spec):
    compare(spec, 100 if spec == SLOW_TO_SEARCH else 2000, seed=2)
