"""Hex positions as rows of numbers."""

import random

import pytest

import boardai
from boardai.games.hex.cells import numbers_of_state, state_of_numbers


@pytest.mark.parametrize("params", [{"size": 13}, {"rows": 3, "cols": 5}, {"size": 4, "swap": True}])
def test_numbers_are_read_as_they_are_written(params: dict) -> None:
    game, rng = boardai.load("hex", **params), random.Random(1)
    for _ in range(20):
        state = game.initial_state()
        while not state.is_terminal():
            state.apply(
                rng.choice([action for action in state.legal_actions() if state.action_to_string(action) != "swap"])
            )
            numbers = numbers_of_state(state)
            for phase in ([], [0], [1], [2]):
                assert state_of_numbers(game, numbers + phase).to_string() == state.to_string()
    assert numbers_of_state(game.initial_state()) == [0] * (state.rows() * state.columns())


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ([0] * 3, "4 .*5 .*3$"),
        ([0] * 6, "4 .*5 .*6$"),
        ([0, 3, 0, 0], "cell 1 .*3$"),
        ([0, 0, 0, 0, 3], "phase.*3$"),
        ([0, 1.0, 0, 0], r"cell 1 .*1\.0"),
        ([True, 0, 0, 0], "cell 0 .*True"),
        ([1, 1, 0, 0], "black.*white"),
        ([2, 0, 0, 0], "black.*white"),
    ],
)
def test_what_is_no_position_is_named(numbers: list, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        state_of_numbers(boardai.load("hex", size=2), numbers)
