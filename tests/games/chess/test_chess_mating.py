"""Won endings without pawns: what the evaluations prefer, and that a search with few nodes wins them."""

from __future__ import annotations

import pytest

import boardai
from boardai.players import load_agent
from boardai.search import pvs

GAME = boardai.load("chess")
EVALUATORS = ["positional", "pesto"]
NODES = 8000  # a hundredth of a second


def value(placement: str, evaluator: str) -> int:
    """For White, who is to move."""
    return int(GAME.from_string(f"{placement} w - - 0 1").evaluate(evaluator))


@pytest.mark.parametrize("evaluator", EVALUATORS)
@pytest.mark.parametrize(
    ("what", "better", "worse"),
    [
        ("a queen: the edge", "3k4/8/3K4/8/8/8/8/Q7", "8/8/3k4/8/3K4/8/8/Q7"),
        ("a rook: kings that are near", "3k4/8/3K4/8/8/8/8/7R", "3k4/8/8/8/8/3K4/8/7R"),
        ("two bishops: a corner", "k7/8/1K6/8/8/8/8/5BB1", "4k3/8/4K3/8/8/8/8/5BB1"),
        ("bishop and knight: a corner of the bishop's colour", "k7/8/1K6/2N5/8/3B4/8/8", "7k/8/6K1/2N5/8/3B4/8/8"),
        ("the same, in its other corner", "8/8/8/8/2N5/3B2K1/8/7k", "8/8/8/8/2N5/1K1B4/8/k7"),
        ("a dark bishop", "7k/8/6K1/2N5/8/8/3B4/8", "k7/8/1K6/2N5/8/8/3B4/8"),
        ("bishop and knight: on the way there", "8/1k6/3K4/8/8/3BN3/8/8", "8/6k1/4K3/8/8/3BN3/8/8"),
        ("a queen against a rook: the edge", "3k4/8/3K4/8/8/7r/8/Q7", "8/8/3k4/8/3K4/7r/8/Q7"),
    ],
)
def test_what_is_preferred(evaluator: str, what: str, better: str, worse: str) -> None:
    assert value(better, evaluator) > value(worse, evaluator) + 30, what


def test_two_knights_are_worth_little() -> None:
    assert 0 <= value("k7/8/1K6/2N5/2N5/8/8/8", "positional") < 80
    assert value("k7/8/1K6/2N5/2N5/2N5/8/8", "positional") > 700  # three of them mate
    # Nothing is known of two knights against a pawn, which can be lost or won.
    assert value("k7/8/1K6/2N5/2N5/8/6p1/8", "positional") != value("k7/8/1K6/2N5/2N5/8/8/8", "positional")


ENDINGS = {
    "bishop and knight": "8/8/8/4k3/8/8/8/2B1K1N1 w - - 0 1",
    "bishop and knight, Black's": "5b1n/8/8/3k4/8/3K4/8/8 b - - 0 1",
    "two bishops": "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1",
    "queen against rook": "8/8/3r4/4k3/8/8/8/3QK3 w - - 0 1",
    "rook": "8/8/8/4k3/8/8/8/4K2R w - - 0 1",
    "queen": "8/8/8/4k3/8/8/8/3QK3 w - - 0 1",
}


@pytest.mark.parametrize("evaluator", EVALUATORS)
@pytest.mark.parametrize("ending", list(ENDINGS))
def test_a_search_of_few_nodes_mates_in_time(ending: str, evaluator: str) -> None:
    """Before the move count ends the game, against a search that defends itself as well as it can."""
    state = GAME.from_string(ENDINGS[ending])
    winner = state.current_player()
    agents = [load_agent(f"pvs:nodes={nodes},evaluator={evaluator}", GAME, seed=1) for nodes in (NODES, NODES // 4)]
    while not state.is_terminal():
        state.apply(agents[state.current_player() != winner].choose(state))
    assert state.is_checkmate() and state.outcome(winner) == 1, state.fen()
    for agent in agents:
        agent.close()


def test_nothing_is_pruned_by_margins_there_alone() -> None:
    for text, is_won in ((ENDINGS["rook"], True), ("8/8/8/4k3/8/8/4P3/4K2R w - - 0 1", False)):
        state = GAME.from_string(text)
        on, off = (pvs(state, depth=8, mating_endings=switch) for switch in (True, False))
        unpruned = pvs(
            state, depth=8, razoring=False, reverse_futility=False, futility=False, late_move_pruning=False,
            exchange_pruning=False, delta_pruning=False, singular_extensions=False, correction_history=False,
            probcut=False, mating_endings=False,
        )  # fmt: skip
        assert (on.nodes == unpruned.nodes, on.nodes == off.nodes) == (is_won, not is_won)


KNOWN = {"bishop and knight": 33, "two bishops": 19, "queen against rook": 35, "rook": 16, "queen": 10}


@pytest.mark.thorough
@pytest.mark.parametrize("ending", list(KNOWN))
def test_a_search_of_a_tenth_of_a_second_needs_ten_moves_more_than_the_best_play(ending: str) -> None:
    """By the moves of the longest win; 200,000 nodes are a tenth of a second."""
    state = GAME.from_string(ENDINGS[ending])
    winner = state.current_player()
    agents = [load_agent(f"pvs:nodes={nodes}", GAME, seed=1) for nodes in (200_000, 100_000)]
    moves = 0
    while not state.is_terminal():
        moves += state.current_player() == winner
        state.apply(agents[state.current_player() != winner].choose(state))
    assert state.is_checkmate() and moves <= KNOWN[ending] + 10, state.fen()
    for agent in agents:
        agent.close()
