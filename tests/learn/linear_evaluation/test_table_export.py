"""Learned weights leave their run: of any checkpoint, with a card that names their source and works."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from refusals import refused
from run_helpers import iterate_to

import boardai
from boardai.commands.export import main
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.linear_evaluation.config import MouseConfig, MouseRuleConfig, TablePlayConfig, TableReturnsConfig
from boardai.learn.reports.evaluation_cards import load_weights
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.trained_run import open_run
from boardai.search.evaluations.naming import load_evaluation

CONFIG = MouseConfig(
    iterations=3, keep_checkpoints=3, features="larion:stages=4",
    play=TablePlayConfig(games_per_update=8, updates_per_iteration=2, boards=("board=4x4", "board=6x6"), threads=2),
    returns=TableReturnsConfig(target="margin"), mouse=MouseRuleConfig(alpha=0.05, min_count=4),
    arena=ArenaConfig(every=0, search="alphabeta:depth=1", final_games=4, opponents=("random",), policy_opponents=(),
                      opening_plies=2, final_initial=False),
)  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export") / "run"
    game = boardai.load("reversi", board="6x6")
    iterate_to(2, folder, game, CONFIG, "mouse")
    # What an earlier checkpoint must give back, whatever comes later.
    (folder.parent / "second.npz").write_bytes((folder / "evaluation.npz").read_bytes())
    iterate_to(None, folder, game, CONFIG, "mouse")
    return folder


@pytest.mark.thorough
def test_the_newest_weights_and_earlier_ones(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(run), "--output", str(tmp_path / "newest.npz")])
    reported = capsys.readouterr().out
    assert (
        "reversi:board=6x6, iteration 3, 48 games" in reported
        and "newest.npz.md: what it is and how to load it" in reported
    )
    newest = load_evaluation(tmp_path / "newest.npz")
    np.testing.assert_array_equal(newest.weights, load_evaluation(run).weights)
    second = load_weights(run, 2)
    np.testing.assert_array_equal(second.weights, load_evaluation(run.parent / "second.npz").weights)
    assert (newest.weights != second.weights).any()
    assert (second.card["games"], second.card["iteration"]) == (32, 2)
    assert (newest.points, newest.unit, newest.scale) == (second.points, second.unit, second.scale)
    with pytest.raises(ValueError, match=r"checkpoint.*\b0*7\b"):
        load_weights(run, 7)
    # So does the run itself.
    opened = open_run(run)
    states = [opened.game.initial_state().child(action) for action in opened.game.initial_state().legal_actions()[:2]]
    before, now = opened.evaluate(states, 2).values, opened.evaluate(states).values
    assert (before != now).any() and (opened.evaluate(states, 3).values == now).all()
    np.testing.assert_allclose(before, np.tanh([second(state) / second.scale for state in states]), rtol=1e-6)
    with pytest.raises(ValueError, match=r"checkpoint.*\b0*7\b"):
        opened.predict(states, 7)
    with refused("checkpoint"):
        opened.agent("pvs:depth=1", checkpoint=2)


def test_the_card_names_the_source_of_weights(run: Path, tmp_path: Path) -> None:
    main([str(run), "--output", str(tmp_path / "mouse.npz")])
    card = load_evaluation(tmp_path / "mouse.npz").card
    assert card["seed"] == 0 and card["learner"] == "mouse" and card["date"][:2] == "20" and card["command"]
    text = (tmp_path / "mouse.npz.md").read_text()
    error = read_metrics(run)[-1]["error"]
    for words in (
        "`reversi:board=6x6`", "`board=4x4`, `board=6x6`", "| games of self-play | 48 |", "seed 0",
        "| mobility | 19 x 19 | 361 |", f"| `error` | {error:.4g} |", "| search vs random |", "discs of a board",
    ):  # fmt: skip
        assert words in text, words
    code = text.split("```python\n")[1].split("```")[0]
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "pvs" in done.stdout, done.stderr


def test_networks_formats_are_refused(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([str(run), "--output", str(tmp_path / "mouse.onnx")])
    assert "written as npz, not onnx" in capsys.readouterr().err
