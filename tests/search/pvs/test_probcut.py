"""ProbCut by an evaluator's own model of shallow and deep searches: Reversi's, and one of a game of one's own."""

from __future__ import annotations

import statistics
from dataclasses import replace

import pytest
from kinds_of_game import EXAMPLES
from positions import random_positions
from refusals import refused

import boardai
from boardai import native
from boardai.search import PvsOptions, pvs

DEVIATIONS = 1.5


@pytest.mark.parametrize("board", ["8x8", "octagon"])
def test_the_model_of_reversi_predicts_deeper_searches(board):
    """Few errors are beyond 1.5 deviations (of normal ones: 13 %), and the model's errors lean to no side."""
    model_of = native.namespace("games/reversi/evaluation/evaluators-inl").reversi.Positional().probcut
    errors = []
    for state in random_positions(boardai.load("reversi", board=board), 120, seed=8, plies=40):
        model = model_of(native.native_state(state), 8)
        if model.shallow == 0:
            continue
        shallow, deep = (pvs(state, depth=depth, probcut=False).value for depth in (model.shallow, 8))
        if max(abs(shallow), abs(deep)) < 20_000:
            errors.append((deep - model.slope * shallow - model.offset) / model.deviation)
    assert len(errors) > 80
    assert sum(abs(error) > DEVIATIONS for error in errors) / len(errors) < 0.2
    assert abs(statistics.mean(errors)) < 0.4


def test_depths_without_a_model_are_searched_as_ever():
    model_of = native.namespace("games/reversi/evaluation/evaluators-inl").reversi.Positional().probcut
    opening = native.native_state(boardai.load("reversi").initial_state())
    assert [model_of(opening, depth).shallow for depth in (1, 6, 7, 8, 12)] == [0, 0, 3, 4, 6]
    ending = boardai.load("reversi").from_string("-" * 9 + "OX" * 27 + "- X")
    assert model_of(native.native_state(ending), 10).shallow == 0


@pytest.mark.thorough
def test_less_is_searched_and_far_deviations_switch_it_off():
    """Alongside no other pruning; the others leave it little to cut."""
    states = list(random_positions(boardai.load("reversi"), 6, seed=3, plies=30))

    def nodes(**options):
        return sum(pvs(state, depth=10, options=replace(PvsOptions.sound(), **options)).nodes for state in states)

    off = nodes()
    assert nodes(probcut=True) < 0.75 * off < nodes(probcut=True, probcut_deviations=100)
    state = states[0]
    for bad in (-1, 101, float("nan")):
        with refused("probcut_deviations"):
            pvs(state, depth=1, probcut_deviations=bad)


@pytest.mark.parametrize(("evaluator", "own", "other"), [("positional", 1.5, 1), ("patterns", 1, 1.5)])
def test_how_sure_a_cut_must_be_is_the_evaluators_to_say(evaluator, own, other):
    states = list(random_positions(boardai.load("reversi"), 6, seed=3, plies=30))

    def nodes(**options):
        return sum(pvs(state, depth=9, evaluator=evaluator, **options).nodes for state in states)

    assert nodes() == nodes(probcut_deviations=own) != nodes(probcut_deviations=other)


METHODS = """
  public:
    int evaluate() const {
        return std::popcount(discs_[current_player()] & 0x1C1C1C000ull) * 10 -
               std::popcount(discs_[1 - current_player()] & 0x1C1C1C000ull) * 10;
    }
    boardai::ProbCutModel probcut(int depth) const {
        boardai::ProbCutModel model;
        if (depth >= 5) model.shallow = depth - 4;
        model.deviation = 10;
        model.deviations = 2;
        return model;
    }
"""


@pytest.mark.thorough
def test_a_game_compiled_at_run_time_may_have_a_model():
    source = (EXAMPLES / "02_connect_four.hpp").read_text()
    assert "  public:\n" in source
    game = boardai.define_game(source.replace("  public:\n", METHODS, 1), name="connect four with a model")
    state = game.initial_state()
    usual, off = pvs(state, depth=9), pvs(state, depth=9, probcut=False)
    assert usual.nodes < off.nodes
    assert usual.nodes == pvs(state, depth=9, probcut_deviations=2).nodes
    assert usual.nodes != pvs(state, depth=9, probcut_deviations=0.5).nodes
    assert state.is_legal(usual.action)
