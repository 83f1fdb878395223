"""Learned evaluations: files, and searches that use them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.game import Game
from boardai.players import load_agent
from boardai.search import alphabeta, evaluators, mcts, minimax, mtdf, negamax, pvs, scout
from boardai.search.evaluations.linear import FeatureSet, LinearEvaluation, feature_sets
from boardai.search.evaluations.naming import find_evaluation, load_evaluation

GAMES = {"reversi:board=6x6": "larion", "hex:size=4": "tuples", "chess": "linear"}


def evaluation(game: Game, features: str, seed: int = 0) -> LinearEvaluation:
    size = FeatureSet(features, game.initial_state()).size
    weights = np.random.default_rng(seed).normal(size=size).astype(np.float32)
    return LinearEvaluation(features, weights, points=37.0, unit=40, scale=300.0, card={"about": "random"})


def some_positions(game: Game, count: int = 12) -> list[Any]:
    rng, found = np.random.default_rng(1), []
    while len(found) < count:
        state = game.initial_state()
        for _ in range(int(rng.integers(0, 12))):
            if not state.is_terminal():
                state.apply(int(rng.choice(state.legal_actions())))
        if not state.is_terminal():
            found.append(state)
    return found


@pytest.mark.parametrize("spec", GAMES)
def test_an_evaluation_is_the_sum_of_its_features(spec: str) -> None:
    game = boardai.load(spec)
    learned = evaluation(game, GAMES[spec])
    features = FeatureSet(learned.features, game.initial_state())
    for state in some_positions(game):
        index, count = features(state)
        total = float((learned.weights[index].astype(float) * count).sum())
        assert features.value(state, learned.weights) == pytest.approx(total, rel=1e-4, abs=1e-4)
        assert learned(state) == pytest.approx(37 * total, abs=0.51 + 1e-3 * abs(37 * total))


@pytest.mark.parametrize("spec", GAMES)
def test_searches_evaluate_by_it(spec: str) -> None:
    game = boardai.load(spec)
    learned = evaluation(game, GAMES[spec])
    for state in some_positions(game, 4):
        expected = minimax(state, depth=2, evaluator=learned).value
        for search in (negamax, alphabeta, scout, mtdf):
            assert search(state, depth=2, evaluator=learned).value == expected
        # In Python, slowly: the same function of the state.
        assert alphabeta(state, depth=2, evaluator=lambda s: learned(s)).value == expected
        assert pvs(state, depth=2, evaluator=learned).action in state.legal_actions()
        assert mcts(state, simulations=50, evaluator=learned, seed=1).action in state.legal_actions()


def test_files(tmp_path: Path) -> None:
    game = boardai.load("reversi", board="6x6")
    learned = evaluation(game, "larion:stages=3")
    learned.save(tmp_path / "a.npz")
    again = load_evaluation(tmp_path / "a.npz")
    np.testing.assert_array_equal(again.weights, learned.weights)
    assert (again.features, again.points, again.unit, again.scale) == ("larion:stages=3", 37.0, 40, 300.0)
    assert again.card == {"about": "random"}
    state = game.initial_state()
    assert (
        alphabeta(state, depth=3, evaluator=str(tmp_path / "a.npz")).value
        == alphabeta(state, depth=3, evaluator=learned).value
    )
    (tmp_path / "evaluation.npz").write_bytes((tmp_path / "a.npz").read_bytes())
    assert load_evaluation(tmp_path)(state) == learned(state)
    # Changed in place: the new weights count, not what was read before.
    LinearEvaluation("larion:stages=3", -learned.weights, 37.0, 40, 300.0).save(tmp_path / "a.npz")
    assert load_evaluation(tmp_path / "a.npz")(state) == -learned(state)
    agent = load_agent(f"pvs:depth=2,evaluator={tmp_path / 'a.npz'}", game)
    assert agent.choose(state) in state.legal_actions()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda path: path.write_bytes(b"nothing"), r"a\.npz: not a file"),
        (lambda path: path.write_bytes(path.read_bytes()[:200]), r"a\.npz: not a file"),
        (lambda path: np.savez(path, weights=np.zeros(3, np.float32)), r"a\.npz: not a file"),
        (lambda path: np.savez(path, weights=np.zeros(3), card=np.array("{}")), r"a\.npz: not a file"),
        (
            lambda path: np.savez(
                path,
                weights=np.array([np.nan], np.float32),
                card=np.array(json.dumps({"features": "larion", "points": 1, "unit": 1, "scale": 1})),
            ),
            r"a\.npz: .*float32",
        ),
        (lambda path: path.unlink(), r"a\.npz: .*read"),
    ],
)
def test_bad_files(tmp_path: Path, change: Any, words: str) -> None:
    path = tmp_path / "a.npz"
    evaluation(boardai.load("hex", size=3), "tuples").save(path)
    change(path)
    with pytest.raises(ValueError, match=words):
        load_evaluation(path)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf"), 1e35])
def test_weights_that_make_no_number_are_refused(bad: float) -> None:
    game = boardai.load("reversi:board=6x6")
    state = game.initial_state()
    good = evaluation(game, "larion")
    weights = good.weights.copy()
    weights[7] = bad
    with refused("weight 7"):
        pvs(state, depth=2, evaluator=replace(good, weights=weights))
    with refused("points"):
        pvs(state, depth=2, evaluator=replace(good, points=bad))
    with refused("scale"):
        pvs(state, depth=2, evaluator=replace(good, scale=-abs(bad)))


def test_what_does_not_fit_is_refused(tmp_path: Path, tic_tac_toe: str) -> None:
    reversi, hex4 = boardai.load("reversi").initial_state(), boardai.load("hex", size=4)
    learned = evaluation(hex4, "tuples")
    with refused("weights"):
        alphabeta(reversi, depth=1, evaluator=learned)
    with refused("weights"):
        alphabeta(boardai.load("hex", size=5).initial_state(), depth=1, evaluator=evaluation(hex4, "tuples"))
    spec = learned.for_searches(hex4.initial_state())
    with refused("tuples:straight=3,snakes=0,length=6,seed=0,stages=1"):
        boardai.load("hex", size=5).initial_state().evaluate(spec)
    with refused("game"):
        reversi.evaluate(spec)
    with refused("C++"):
        learned(boardai.load(tic_tac_toe).initial_state())
    with refused("nothing"):
        alphabeta(reversi, depth=1, evaluator="nothing")
    with refused(tmp_path, "run"):
        alphabeta(reversi, depth=1, evaluator=str(tmp_path))
    assert find_evaluation(reversi, "nothing") is None


@pytest.mark.parametrize(
    ("features", "words"),
    [
        ("larion:stages=0", "stages: .*0"),
        ("larion:stages=x", "'stages=x'"),
        ("larion:stages", "option=number.*'stages'"),
        ("larion:", "option=number.*''"),
        ("larion:stages=2,stages=3", "'stages=3'"),
        ("larion:width=2", "'width'.*stages"),
        ("lariat", "'lariat'.*larion, patterns, tuples"),
        ("tuples:straight=0", "features 'tuples:straight=0"),
        ("tuples:snakes=50,length=10,stages=60", "67108864"),
    ],
)
def test_feature_texts(features: str, words: str) -> None:
    state = boardai.load("reversi").initial_state()
    with pytest.raises(ValueError, match=words):
        FeatureSet(features, state)


def test_names() -> None:
    assert feature_sets(boardai.load("reversi").initial_state()) == ["larion", "patterns", "tuples"]
    assert feature_sets(boardai.load("hex").initial_state()) == ["tuples"]
    assert feature_sets(boardai.load("chess").initial_state()) == ["linear", "positional"]


def test_material_ships_with_chess() -> None:
    game = boardai.load("chess")
    assert evaluators(game.initial_state())[-2:] == ["linear-material", "neurons-32"]
    learned = find_evaluation(game.initial_state(), "linear-material")
    assert learned is not None
    for state in some_positions(game, 30):
        assert learned(state) == state.evaluate("material")
