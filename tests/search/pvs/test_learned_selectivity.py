"""What principal variation search learns on its way, and the depths it chooses by that: still the right moves."""

from __future__ import annotations

from typing import Any

import pytest
from positions import random_positions

import boardai
from boardai.search import Pvs, PvsOptions, pvs

TECHNIQUES = (
    "singular_extensions",
    "correction_history",
    "capture_history",
    "far_continuation",
    "internal_reduction",
)
ALONE = pytest.mark.parametrize("name", TECHNIQUES)
ALL = dict.fromkeys(TECHNIQUES, True)
NONE = dict.fromkeys(TECHNIQUES, False)
MATES = [
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5),
    ("6k1/ppp2ppp/8/2n2K1P/2P2P1P/2Bpr3/PP4r1/4RR2 b - - 0 1", 5),
]
MIDDLE_GAME = "r1bq1rk1/pp2b1pp/n1pp1n2/3P1p2/2P1p3/2N1P2N/PP2BPPP/R1BQ1RK1 b - - 2 10"


def chess(fen: str) -> Any:
    return boardai.load("chess").from_string(fen)


@pytest.mark.parametrize("options", [*({**NONE, name: True} for name in TECHNIQUES), ALL], ids=[*TECHNIQUES, "all"])
@pytest.mark.parametrize(("fen", "plies"), MATES)
def test_forced_mates_are_found_with_a_cold_and_a_warm_table(options: dict[str, bool], fen: str, plies: int) -> None:
    """And along the line of the mate: a value of a position without its best move would be remembered as its own."""
    search = Pvs(options=PvsOptions(**options))
    state = chess(fen)
    for left in range(plies, 0, -1):
        for _ in range(2):
            found = search.search(state, depth=14)
            assert found.value == (32_000 - left if left % 2 else left - 32_000), (left, found)
        state.apply(found.action)
    assert state.is_checkmate()


@pytest.mark.parametrize("changes", [{"singular_extensions": True}, {"table_megabytes": 1, **ALL}], ids=["one", "all"])
def test_a_value_without_the_best_move_is_not_remembered(changes: dict[str, Any]) -> None:
    """One move takes the queen, all others lose: after deep searches a shallow one finds it too."""
    for fen in (
        "4k3/ppp2ppp/8/3q4/4P3/8/PPP2PPP/4K3 w - - 0 1",
        "4k3/8/2n5/3p4/4B3/8/PP3PPP/1q2KR2 w - - 0 1",
    ):
        search = Pvs(**changes)
        deep = search.search(chess(fen), depth=10)
        for depth in (1, 2, 3, 10):
            assert search.search(chess(fen), depth=depth).action == deep.action, (fen, depth)
        # The opponent's view of it comes from the table as well.
        after = chess(fen).child(deep.action)
        assert abs(search.search(after, depth=1).value + deep.value) < 400, fen


def test_draws_by_repetition_are_seen() -> None:
    """A rook down, a perpetual check; and the queen's return that allows a third occurrence."""
    perpetual = chess("6k1/5p1p/5Qp1/1r2P3/8/7K/2q5/8 w - - 0 1")
    search = Pvs(**ALL)
    for _ in range(2):
        assert search.search(perpetual, depth=10).value == 0
    state = chess("6k1/8/8/8/8/8/8/K2Q4 w - - 0 1")
    search = Pvs(multi_pv=40, **ALL)
    for move in ["d1c1", "g8h8", "c1d1", "h8g8", "d1c1", "g8h8"]:
        search.search(state, depth=6)
        state.apply(state.action_from_string(move))
    careless = state.action_from_string("c1d1")
    found = search.search(state, depth=7)
    assert found.action != careless and found.action_values[careless] == 0


@ALONE
def test_a_technique_alone_has_an_effect_in_chess(name: str) -> None:
    state = chess(MIDDLE_GAME)
    nodes = {pvs(state, depth=8, options=PvsOptions(**{**NONE, name: on})).nodes for on in (False, True)}
    assert len(nodes) == 2


@pytest.mark.parametrize("game", ["reversi", "hex:size=5"])
def test_what_needs_a_game_s_word_does_nothing_without_it(game: str) -> None:
    """Neither Reversi nor Hex names features of positions or kinds of captures."""
    for state in random_positions(boardai.load(game), 3, seed=4, plies=12):
        usual, other = (pvs(state, depth=4, correction_history=on, capture_history=on).nodes for on in (False, True))
        assert usual == other


def test_a_search_that_is_stopped_anywhere_goes_on_as_one_that_was_not() -> None:
    """Nothing but the table and what was learned is left of it: no move stays excluded."""
    state = chess(MIDDLE_GAME)
    stopped = Pvs(**ALL)
    for nodes in range(200, 6000, 290):
        found = stopped.search(state, nodes=nodes)
        assert found.nodes == nodes and state.is_legal(found.action)
    mate = chess(MATES[1][0])
    for nodes in range(20, 2000, 90):
        stopped.search(mate, nodes=nodes)
    assert stopped.search(mate, depth=14).plies_to_end == MATES[1][1]


@pytest.mark.parametrize("parallel", ["lazy", "root", "aspiration"])
def test_several_threads_find_the_mate(parallel: str) -> None:
    for fen, plies in MATES[1:]:
        assert pvs(chess(fen), depth=14, threads=2, parallel=parallel, **ALL).plies_to_end == plies


def test_equal_searches_give_equal_results_and_forgetting_forgets_what_was_learned() -> None:
    state = chess(MIDDLE_GAME)
    search = Pvs(**ALL)
    first = search.search(state, depth=8)
    search.search(state, depth=9)
    search.forget()
    again = search.search(state, depth=8)
    assert (again.nodes, again.value, again.pv) == (first.nodes, first.value, first.pv)


def test_corrected_values_stay_evaluations() -> None:
    """Nothing that is learned makes a win or a loss of an evaluation, and an evaluator without a unit is left alone."""
    for state in random_positions(boardai.load("chess"), 4, seed=9, plies=50):
        search = Pvs(correction_history=True)
        for _ in range(3):
            found = search.search(state, depth=5)
            assert (found.outcome is not None) == (abs(found.value) >= 30_000)
        on, off = (pvs(state, depth=4, evaluator="hash", correction_history=on).nodes for on in (True, False))
        assert on == off
