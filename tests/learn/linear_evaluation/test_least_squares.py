"""Evaluations from labelled games by least squares, and ProbCut's lines: what is known is found again, and plays."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.arena.match import play_match
from boardai.command_line import InputError
from boardai.learn.data.datasets import Dataset
from boardai.learn.data.labelling import LabelSettings, make_dataset
from boardai.learn.linear_evaluation import least_squares, probcut
from boardai.learn.linear_evaluation.least_squares import MarginRows, evaluate_rows, fit_margins, margin_rows
from boardai.players import load_agent
from boardai.search import PvsOptions, pvs
from boardai.search.evaluations.linear import FeatureSet
from boardai.search.evaluations.naming import load_evaluation

GAME = "reversi:board=6x6"


@pytest.fixture(scope="module")
def labelled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four hundred games by three plies of `positional`."""
    folder = tmp_path_factory.mktemp("margins") / "data"
    settings = LabelSettings(
        game=GAME, by="play", play="pvs:depth=3", games=400, random_plies=12, random_share=0.05, per_game=0
    )
    make_dataset(settings, folder)
    return folder


@pytest.fixture(scope="module")
def fitted(labelled: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("weights") / "patterns.npz"
    least_squares.main(
        [str(labelled), "--features", "patterns:stages=3", "--search-share", "0.5", "--output", str(file)]
    )
    return file


def test_known_weights_are_found_again() -> None:
    features = FeatureSet("tuples:straight=2,stages=3", boardai.load(GAME).initial_state())
    size, rng = features.size // 3, np.random.default_rng(0)
    stage = rng.integers(0, 3, 4000)
    index = (stage[:, None] * size + rng.integers(0, 40, (4000, 6))).astype(np.int32)
    truth = np.zeros((3, size))
    truth[:, :40] = rng.normal(size=(3, 40))
    target = truth.ravel()[index].sum(axis=1)
    rows = MarginRows(
        index.ravel(), None, np.arange(6, 24_001, 6), stage.astype(np.int16), target.astype(np.float32), stage < 0
    )
    found = fit_margins(rows, features, pull=1e-3, steps=300).reshape(3, size)
    assert evaluate_rows(rows, found.ravel(), features) == pytest.approx(target, abs=0.02)
    assert (found[:, 40:] == 0).all()
    # Pulled hard, stages do not differ.
    pulled = fit_margins(rows, features, pull=1e9, steps=50).reshape(3, size)
    assert pulled == pytest.approx(np.zeros_like(pulled), abs=1e-3)


@pytest.mark.thorough
def test_rows_are_what_features_and_games_say(labelled: Path) -> None:
    game = boardai.load(GAME)
    features = FeatureSet("patterns:stages=3", game.initial_state())
    dataset = Dataset.open(labelled)
    rows = margin_rows(features, [(dataset, 0.25)], game, held_out=0.1)
    assert 0.05 < rows.held_out.mean() < 0.15
    weights = np.random.default_rng(1).normal(size=features.size).astype(np.float32)
    values, number = evaluate_rows(rows, weights, features), 0
    for one, _ in zip(dataset.games(game), range(20), strict=False):
        state, ply = one.game.start.clone(), 0
        end = one.game.start.clone()
        for action in one.game.actions:
            end.apply(action)
        for label in one.labels:
            for action in one.game.actions[ply : label.ply]:
                state.apply(action)
            ply = label.ply
            assert values[number] == pytest.approx(features.value(state, weights), rel=1e-4, abs=1e-3)
            margin = end.score(state.current_player())
            expected = margin if math.isnan(label.score) else 0.25 * label.score / 100 + 0.75 * margin
            assert rows.target[number] == pytest.approx(expected, abs=1e-3)
            number += 1


def test_what_was_fitted_plays(fitted: Path) -> None:
    evaluation = load_evaluation(fitted)
    assert evaluation.card["target"] == "margin" and evaluation.card["players"] == ["pvs:depth=3"]
    game = boardai.load(GAME)
    agents = [load_agent(f"pvs:depth=2,evaluator={name}", game, 1) for name in (fitted, "weights")]
    assert play_match(game, *agents, games=60, opening_plies=6, max_plies=100, seed=5).score > 0.6


def test_searches_cut_by_lines_that_were_measured(fitted: Path, tmp_path: Path) -> None:
    file = tmp_path / "cut.npz"
    probcut.main([GAME, "--evaluator", str(fitted), "--positions", "200", "--depth", "5", "--output", str(file)])
    cutting, plain = load_evaluation(file), load_evaluation(fitted)
    lines = np.array(cutting.card["probcut"])
    assert set(lines[:, 1]) == set(range(3, 21)) and (lines[:, 3] > 0).all() and (lines[:, 5] > 0).all()
    assert all(probcut.shallow_depth(int(line[1])) == line[2] for line in lines)
    states = [state for _, state in probcut.positions_of_games(boardai.load(GAME), "positional", 40, 3)]
    early = [state for state in states if state.to_string().count("-") > 16]
    assert early
    # Alongside no other pruning; the others leave it little to cut.
    options = replace(PvsOptions.sound(), probcut=True)
    nodes = {
        name: sum(pvs(state, depth=8, evaluator=one, options=options).nodes for state in early)
        for name, one in (("plain", plain), ("cutting", cutting))
    }
    assert nodes["cutting"] < 0.9 * nodes["plain"]
    assert [cutting(state) for state in early] == [plain(state) for state in early]


@pytest.mark.thorough
def test_lines_of_several_boards_are_one_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, boards = tmp_path / "cut.npz", ["reversi:board=octagon", "reversi:board=6x6"]
    given = ["--evaluator", "larion", "--positions", "100", "--depth", "4", "--output", str(file)]
    probcut.main([*boards, *given])
    reported = capsys.readouterr().out
    assert "depth  4 by 2" in reported
    both = np.array(load_evaluation(file).card["probcut"])
    for board in boards:
        probcut.main([board, *given, "--overwrite"])
        one = np.array(load_evaluation(file).card["probcut"])
        assert set(both[:, 0]) >= set(one[:, 0]) and not np.array_equal(both, one)
    for wrong in (["reversi", "reversi:board=6x6", "--evaluator", "patterns"], ["reversi:board=6x6", "hex", *given]):
        with pytest.raises((InputError, SystemExit)):
            probcut.main(wrong)


def test_known_lines_are_found_again() -> None:
    rng = np.random.default_rng(0)
    stages = rng.integers(0, 2, 2000)
    values = np.full((2000, 5), np.nan)
    values[:, 1] = rng.normal(0, 500, 2000)
    values[:, 2] = rng.normal(0, 500, 2000)
    values[:, 3] = 0.8 * values[:, 1] + 20 + rng.normal(0, 100, 2000) * (1 + stages)
    values[:, 4] = values[:, 2]
    lines = {(line[0], line[1]): line for line in probcut.fitted_lines(values, stages, 2)}
    for stage in (0, 1):
        assert lines[stage, 3][2:] == pytest.approx([1, 0.8, 20, 100 * (1 + stage)], rel=0.2)
        assert lines[stage, 4][2:] == pytest.approx([2, 1, 0, 0], abs=1e-3)
        assert lines[stage, 19][3:] == lines[stage, 3][3:] and lines[stage, 19][2] == 9


def test_what_does_not_fit_is_refused(labelled: Path, fitted: Path, tmp_path: Path) -> None:
    hex5 = boardai.load("hex", size=5)
    features = FeatureSet("tuples", hex5.initial_state())
    with refused("points"):
        margin_rows(features, [], hex5)
    game = boardai.load("reversi")
    with refused("reversi:board=6x6", "reversi"):
        margin_rows(FeatureSet("patterns", game.initial_state()), [(Dataset.open(labelled), 1.0)], game)
    with pytest.raises((InputError, SystemExit)):
        probcut.main([GAME, "--evaluator", "positional", "--output", str(tmp_path / "x.npz")])
    with np.load(fitted) as arrays:
        card = json.loads(str(arrays["card"]))
        bad = tmp_path / "bad.npz"
        np.savez(bad, weights=arrays["weights"], card=np.array(json.dumps({**card, "probcut": [[0, 3, 1, -1, 0, 9]]})))
    with refused("probcut", "row 0"):
        load_evaluation(bad)(boardai.load(GAME).initial_state())
