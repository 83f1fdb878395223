"""Every search equals its reference in plain Python, in values and counts; the rest is compared by its own tests.

A new search is found by its name, and its reference as boardai/search/reference/<room>/<name>.py. `MATCHING` there are
the options with which the search is its reference.
"""

from __future__ import annotations

import importlib
import inspect
import itertools
from typing import Any

import pytest
from kinds_of_game import SPECS
from positions import own_evaluator, random_positions
from solver_positions import SMALL_GAMES, random_state, small_game

import boardai
from boardai.search.kind import SEARCHES
from boardai.search.reference.plain.leaves import own_evaluation

# Games small enough for plain Python; depths, None being to the end.
GAMES = {
    SPECS["tic-tac-toe"]: (1, 2, 4, 5),
    SPECS["connect four"]: (1, 3),
    "hex:size=3": (2, 3, 4, None),
    "hex:size=3,swap=True": (3, 4),
    "hex:size=5": (1, 3),
    "reversi:board=4x4": (3, 5, None),
    SPECS["reversi"]: (1, 3, 4),
    "chess": (1, 2, 3),
}
PLIES = {"tic-tac-toe": 0, "hex": 0, "reversi": 4, "connect four": 5}  # played before plain Python can solve the rest
# They visit every position, so that the order of moves changes no count: chess has an order of its own, references
# go by number.
WHATEVER_ORDER = ("minimax", "negamax")
TREES = [name for name, one in SEARCHES.items() if "simulations" in one.limits]  # their tests compare visits


def reference(name: str) -> tuple[Any, dict[str, Any]]:
    """A search in plain Python, and the options of the other with which they are the same."""
    room = getattr(boardai.search, name).__module__.split(".")[2]
    module = importlib.import_module(f"boardai.search.reference.{room}.{name}")
    return getattr(module, name), getattr(module, "MATCHING", {})


def scattered(state: Any) -> int:
    """An evaluation that has hardly two equal values."""
    return state.hash() % 201 - 100


def compare_to_a_depth(name: str, spec: str) -> None:
    plain, options = reference(name)
    parameters = inspect.signature(plain).parameters
    plain_options = {}
    if spec == "chess" and name not in WHATEVER_ORDER:
        table = SEARCHES[name].defaults.table
        if "ordering" not in table or "megabytes" in table:
            pytest.skip("it goes by chess's own order of moves, or its memory is not the reference's")
        options, plain_options = {**options, "ordering": "number"}, {"by_evaluation": False}
    positions = random_positions(boardai.load(spec), 4, seed=1, plies=40 if spec == "chess" else 8)
    for state, depth in zip(positions, itertools.cycle(GAMES[spec]), strict=False):
        if depth is None and (len(state.legal_actions()) > 6 or "None" not in str(parameters["depth"].annotation)):
            depth = 3
        for evaluator, evaluate in ((own_evaluator(state), own_evaluation), (scattered, scattered)):
            found = getattr(boardai.search, name)(state, depth=depth, evaluator=evaluator, **options)
            # Who deepens step by step may end sooner, where the game does or a win is found.
            expected = plain(state, depth if depth is None else min(depth, found.depth), evaluate, **plain_options)
            where = (state.to_string(), depth, evaluator)
            assert (found.value, found.nodes) == (expected.value, expected.nodes), where
            assert found.notes.get("leaves", expected.leaves) == expected.leaves, where
            assert found.action == expected.action or found.action_values[expected.action] == found.value, where


def compare_proofs(name: str, game: str) -> None:
    plain, options = reference(name)
    for seed in range(4):
        # AND/OR search remembers no position.
        state = random_state(small_game(game), PLIES[game] + seed % 2 + 4 * (name == "and_or"), seed)
        found, expected = getattr(boardai.search, name)(state, **options), plain(state)
        reported = expected if isinstance(expected, tuple) else (expected.outcome, expected.nodes)
        assert (found.value, found.nodes) == reported, (state.to_string(), seed)


CASES = [
    *((name, spec) for name, one in SEARCHES.items() if name not in TREES and not one.solver for spec in GAMES),
    *((name, game) for name, one in SEARCHES.items() if one.solver for game in SMALL_GAMES),
]


@pytest.mark.parametrize(("name", "game"), CASES, ids=lambda case: case.rsplit("/", 1)[-1])
def test_a_search_equals_its_reference(name: str, game: str) -> None:
    (compare_proofs if SEARCHES[name].solver else compare_to_a_depth)(name, game)


@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_has_a_reference(name: str) -> None:
    assert "state" in inspect.signature(reference(name)[0]).parameters
