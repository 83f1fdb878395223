"""Principal variation search: minimax's values, forced wins, draws with a warm table, options, limits."""

import random
from dataclasses import fields

import pytest
from kinds_of_game import SPECS, load

from boardai import native
from boardai.search import PvsOptions, minimax, pvs
from boardai.search.pvs import PARALLEL

SOUND = PvsOptions.sound()


def random_position(game, rng, plies):
    state = game.initial_state()
    for _ in range(plies):
        child = state.child(rng.choice(state.legal_actions()))
        if child.is_terminal():
            break
        state = child
    return state


def test_options_are_those_of_the_native_search():
    struct = native.options("PvsOptions", "boardai/search/pvs_options", {})
    for field in fields(PvsOptions):
        value = getattr(PvsOptions(), field.name)
        number = PARALLEL.index(value) if field.name == "parallel" else value
        assert getattr(struct, field.name) == number, field.name
    text = (native._FOLDER / "include/boardai/search/pvs_options.hpp").read_text()
    assert sum("///<" in line for line in text.splitlines()) == len(fields(PvsOptions))


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("evaluator", ["", "hash"])
def test_sound_options_give_the_value_of_minimax(name, evaluator):
    game, rng = load(name), random.Random(name + evaluator)
    depths = {"chess": 3, "hex": 3, "reversi": 5, "connect four": 4, "tic-tac-toe": 3}
    for case in range(4 if name == "tic-tac-toe" else 12):
        state = random_position(game, rng, rng.randrange(24) if name != "tic-tac-toe" else case)
        depth = depths[name] - case % 2
        expected = minimax(state, depth=depth, evaluator=evaluator).value
        for changes in ({}, {"null_window": False}, {"cutoffs": False, "iterative_deepening": False}):
            found = pvs(state, depth=depth, evaluator=evaluator, options=PvsOptions.sound(**changes))
            assert found.value == expected, (state.to_string(), depth, changes)
