"""What a run refuses: nothing is written before everything was accepted, and what is not read cannot be set."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from refusals import refused
from run_helpers import ALPHAZERO, DATA, SMALL, contents
from sampled import sampled

from boardai import learn
from boardai.game import Game
from boardai.learn.learners.first_settings import start_of
from boardai.learn.runs.presets import load_preset, preset_names
from boardai.learn.runs.registry import learners

NETWORKS = ("alphazero", "value", "q", "supervised", "classifier")
REFUSED = [
    *[(learner, {"learn.optimizer": "sgd" if learner in ("q", "classifier") else "adamw"}) for learner in NETWORKS],
    *[(learner, {"network.channels": 16}) for learner in NETWORKS],
    *[(learner, {"learn.batch_size": 3, "learn.shards": 2}) for learner in NETWORKS],
    *[(learner, {"arena.opponents": ("nobody",)}) for learner in ("value", "q", "td", "mouse")],
    *[(learner, {"features": "tuples:straight=2"}) for learner in ("td", "td-leaf", "mouse")],
    *[(learner, {"arena.gate.score": 0.5}) for learner in ("supervised", "classifier", "td", "td-leaf", "mouse")],
    ("td", {"step.kind": "plain"}),
    ("alphazero", {"selfplay.games": 16}),
]  # fmt: skip


# A run of each learner is made first: a learner of each kind by default.
SAMPLED = [case for case in REFUSED if case[0] in ("alphazero", "value", "supervised", "td")]


@pytest.mark.parametrize(("learner", "changes"), sampled(REFUSED, SAMPLED), ids=str)
def test_a_refused_resume_leaves_the_folder_as_it_was(run_of, learner: str, changes: dict) -> None:  # type: ignore[no-untyped-def]
    folder = run_of(learner)
    before = contents(folder)
    with pytest.raises(ValueError):
        learn.resume(folder, iterations=2, verbose=False, **changes)
    assert contents(folder) == before


def test_what_was_refused_goes_on_with_other_settings(run_of, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    shutil.copytree(run_of("value"), folder)
    with refused("optimizer.npz"):
        learn.resume(folder, iterations=2, verbose=False, **{"learn.optimizer": "adamw"})
    assert learn.resume(folder, iterations=2, verbose=False).checkpoints == [0, 1, 2]


def test_a_damaged_game_file_is_refused_before_anything_is_written(run_of, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    shutil.copytree(run_of("q"), folder)
    (folder / "lock").unlink()
    (folder / "games" / "000001.games").write_bytes(b"BGAM")
    before = contents(folder)
    with refused("000001.games"):
        learn.resume(folder, iterations=2, verbose=False)
    assert contents(folder) == before


@pytest.mark.parametrize("learner", NETWORKS)
def test_a_refused_start_makes_no_folder(learner: str, run_of, games: Path, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    settings = ALPHAZERO if learner == "alphazero" else SMALL
    if learner in ("supervised", "classifier"):
        settings = {**DATA, "data": (str(games),)}
    other = {**settings, "network.value_channels": 9}
    for start, words in ((run_of("value"), "this network has"), (tmp_path / "none", "not|no usable")):
        with pytest.raises(ValueError, match=rf"network\.start: .*({words})"):
            given = {**other, "preset": "demo", "network.start": str(start)}
            learn.train(
                "hex:size=3", learner=learner, run=tmp_path / "new" / "run", iterations=1, verbose=False, **given
            )
        assert list(tmp_path.iterdir()) == []
    # The place is free for a run that fits.
    if learner == "value":
        learn.train(
            "hex:size=3",
            learner=learner,
            preset="demo",
            run=tmp_path / "new" / "run",
            iterations=1,
            verbose=False,
            **other,
        )


UNREAD = [
    *[(learner, name) for learner in ("supervised", "classifier", "value", "q")
      for name in ("arena.search=puct", "arena.simulations=5", "inference_rate_seconds=2.0")],
    *[(learner, name) for learner in ("supervised", "classifier", "td", "td-leaf", "mouse")
      for name in ("arena.gate.score=0.5", "arena.gate.every=3", "keep_games=false")],
    *[(learner, name) for learner in ("td", "td-leaf", "mouse")
      for name in ("arena.simulations=5", "inference_rate_seconds=2.0")],
    ("value", 'arena.policy_opponents=["greedy"]'),
    ("classifier", "learn.loss.q_share=0.5"),
    *[("muzero", name) for name in ("arena.search=puct", "inference_rate_seconds=2.0", "replay.symmetries=false")],
]  # fmt: skip


@pytest.mark.parametrize(("learner", "setting"), UNREAD)
def test_a_setting_that_is_not_read_is_refused(learner: str, setting: str, tmp_path: Path) -> None:
    name, _, text = setting.partition("=")
    value = tomllib.loads(f"value = {text if text[0] in '[0123456789tf' else repr(text)}")["value"]
    value = tuple(value) if isinstance(value, list) else value
    with refused(name):
        learn.train("hex:size=3", learner=learner, run=tmp_path / "run", verbose=False, **{name: value})
    assert list(tmp_path.iterdir()) == []


def test_a_preset_that_sets_what_is_not_read(tmp_path: Path) -> None:
    preset = tmp_path / "mine.toml"
    preset.write_text('learner = "td"\n[arena.gate]\nscore = 0.55\n')
    with refused("mine.toml", "arena.gate.score"):
        start_of("hex:size=3", None, str(preset))
    # Of a preset for another learner what this one reads is taken.
    preset.write_text("[arena]\ngames = 6\nsimulations = 99\n[arena.gate]\nscore = 0.55\n")
    arena = start_of("hex:size=3", "supervised", str(preset)).settings.arena
    assert (arena.games, arena.gate.score) == (6, 0.0) and arena.simulations != 99


@pytest.mark.parametrize("game", ["hex", "reversi", "chess"])
def test_presets_that_ship_set_what_is_read(game: str) -> None:
    for name in preset_names(game):
        if load_preset(game, name).learner is not None:
            start_of(game, None, name)


@pytest.mark.parametrize("learner", sorted(learners()))
def test_what_is_not_read_is_a_setting(learner: str) -> None:
    config = learners()[learner].config()
    for name in config.unread:
        part = config
        for key in name.split("."):
            part = getattr(part, key)


@pytest.mark.parametrize("learner", sampled(["value", "q"], ["value"]))
def test_learners_without_a_tree_have_the_gate(learner: str, tmp_path: Path, hex3: Game) -> None:
    settings = {**SMALL, "arena.gate.score": 0.5, "arena.gate.games": 4, "keep_checkpoints": 1}
    learn.train("hex:size=3", learner=learner, run=tmp_path / "whole", iterations=4, verbose=False, **settings)
    learn.train("hex:size=3", learner=learner, run=tmp_path / "parts", iterations=2, verbose=False, **settings)
    learn.resume(tmp_path / "parts", iterations=4, verbose=False)
    whole, parts = (learn.open_run(tmp_path / name).metrics.lines for name in ("whole", "parts"))
    best = 0
    for line in whole:
        gate = line["gate"]
        assert gate["passed"] == (gate["score"] >= 0.5) and gate["games"] + gate.get("repeated", 0) == 4
        best = line["iteration"] if gate["passed"] else best
        assert line["best_iteration"] == best
    assert [line["gate"] for line in whole[:2]] == [line["gate"] for line in parts[:2]]
    played = [(tmp_path / name / "games" / "000003.games").read_bytes() for name in ("whole", "parts")]
    assert played[0] == played[1]  # with the weights of the gate, after a stop too


@pytest.mark.parametrize("platforms", sampled(["nonsense", "cpu,nonsense"], ["nonsense"], rest="slow"))
def test_a_platform_that_is_not_there_is_one_line(platforms: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "boardai.train", "hex:size=3", "--iterations", "1", "--run", str(tmp_path / "run")],
        capture_output=True, text=True, env={**os.environ, "JAX_PLATFORMS": platforms},
    )  # fmt: skip
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1 and f"JAX_PLATFORMS={platforms}: " in done.stderr
    assert list(tmp_path.iterdir()) == []
