"""The weights that ship with Reversi: where they come from, that every board has them, and that they play."""

import datetime

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.arena.match import play_match
from boardai.game import Game
from boardai.games.reversi import available_boards, solve_endgame
from boardai.players import load_agent
from boardai.players.hints import default_opponent
from boardai.search import evaluators, pvs
from boardai.search.evaluations.linear import FeatureSet, LinearEvaluation
from boardai.search.evaluations.naming import find_evaluation, shipped_evaluations

CROSS = "name: cross\nto move: dark\n\n##----##\n##----##\n--------\n---OX---\n---XO---\n--------\n##----##\n##----##\n"


@pytest.fixture(scope="module")
def larion() -> LinearEvaluation:
    found = find_evaluation(boardai.load("reversi").initial_state(), "larion")
    assert found is not None
    return found


def test_they_say_where_they_come_from(larion: LinearEvaluation) -> None:
    state = boardai.load("reversi").initial_state()
    shipped = shipped_evaluations(state)
    assert list(shipped) == ["larion", "patterns"] and {"larion", "patterns"} <= set(evaluators(state))
    assert shipped["larion"].stat().st_size < 300_000
    card = larion.card
    assert card["command"].startswith("python -m boardai.train reversi") and "--seed" in card["command"]
    assert datetime.date.fromisoformat(card["date"]) >= datetime.date(2026, 11, 22)
    assert card["games"] > 1_000_000
    page = shipped["larion"].with_suffix(".md").read_text()
    for fact in (card["command"], card["date"], f"{card['games']:,}"):
        assert fact in page


@pytest.mark.parametrize("board", [*available_boards(), CROSS])
def test_every_board_has_them(board: str, larion: LinearEvaluation) -> None:
    game = boardai.load("reversi", board=board)
    state = game.initial_state()
    assert FeatureSet(larion.features, state).size == larion.weights.size == 53_360
    assert pvs(state, depth=4, evaluator="larion").action in state.legal_actions()
    assert default_opponent(game).startswith("pvs:nodes=200000,evaluator=")


BEATEN = [*(board for board in available_boards() if board != "4x4"), CROSS]


@pytest.mark.parametrize(
    "board", [pytest.param(board, marks=[pytest.mark.slow] * (board == "14x14")) for board in BEATEN]
)
def test_they_beat_static_weights(board: str) -> None:
    """On boards that no training saw as well: 14x14, and a cross drawn here."""
    game = boardai.load("reversi", board=board)
    agents = [load_agent(f"pvs:depth=4,evaluator={name}", game, 1) for name in ("larion", "weights")]
    assert play_match(game, *agents, games=60, opening_plies=6, max_plies=400, seed=5).score > 0.6


def test_they_know_who_wins(larion: LinearEvaluation) -> None:
    """Ten cells from the end, against the solved result."""
    game: Game = boardai.load("reversi")
    rng = np.random.default_rng(1)
    known = []
    for _ in range(60):
        state = game.initial_state()
        while not state.is_terminal() and state.to_string().count("-") > 10:
            state.apply(int(rng.choice(state.legal_actions())))
        if not state.is_terminal():
            exact = pvs(state, depth=20).value
            if exact:
                known.append((larion(state) > 0) == (exact > 0))
    assert len(known) > 50 and np.mean(known) > 0.75


def test_patterns_say_where_they_come_from_and_are_for_8x8() -> None:
    state = boardai.load("reversi").initial_state()
    found = find_evaluation(state, "patterns")
    assert found is not None and found.card["target"] == "margin" and found.card["positions"] > 5_000_000
    file = shipped_evaluations(state)["patterns"]
    assert file.stat().st_size < 4_000_000
    page = file.with_suffix(".md").read_text()
    for fact in (f"{found.card['positions']:,}", *found.card["players"]):
        assert fact in page
    for board in ("6x6", "octagon", "14x14"):
        other = boardai.load("reversi", board=board).initial_state()
        assert "patterns" not in shipped_evaluations(other) and "patterns" not in evaluators(other)
        with refused("patterns"):
            pvs(other, depth=2, evaluator="patterns")
        assert "patterns" in shipped_evaluations(state), "another board of the class was asked in between"


def test_patterns_beat_what_was_there() -> None:
    game = boardai.load("reversi")
    for name in ("larion", "positional"):
        agents = [load_agent(f"pvs:depth=3,evaluator={one}", game, 1) for one in ("patterns", name)]
        assert play_match(game, *agents, games=60, opening_plies=8, max_plies=200, seed=5).score > 0.6, name


def test_patterns_know_the_margin() -> None:
    """Of endings with ten empty cells the error is some discs; equal values for positions that symmetries map."""
    game = boardai.load("reversi")
    patterns = find_evaluation(game.initial_state(), "patterns")
    assert patterns is not None
    rng = np.random.default_rng(2)
    missed = []
    while len(missed) < 60:
        state = game.initial_state()
        while not state.is_terminal() and state.to_string().count("-") > 10:
            by_search = len(missed) % 2 and state.to_string().count("-") < 52
            legal = state.legal_actions()
            state.apply(pvs(state, depth=2, evaluator="patterns").action if by_search else int(rng.choice(legal)))
        if not state.is_terminal():
            missed.append(patterns(state) / 100 - solve_endgame(state).value)
            for symmetry in range(state.symmetry_count()):
                assert patterns(state.transformed(symmetry)) == patterns(state)
    assert np.sqrt(np.mean(np.square(missed))) < 14
