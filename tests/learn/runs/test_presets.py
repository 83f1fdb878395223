"""Presets: every shipped one is valid and says what to expect; how they build on each other."""

import json
import re
from pathlib import Path

import pytest
from run_helpers import ALPHAZERO

import boardai
from boardai import learn
from boardai.commands.train import main
from boardai.learn.learners.first_settings import generic_config, start_of
from boardai.learn.network.network import Network
from boardai.learn.network.size import parameter_table
from boardai.learn.runs.config import RunConfig
from boardai.learn.runs.presets import load_preset, preset_names
from boardai.learn.runs.registry import learner_entry
from boardai.learn.runs.scales import SCALES
from boardai.learn.settings import merged

SHIPPED = [(game, name) for game in ("chess", "hex", "reversi") for name in preset_names(game) if name not in SCALES]
EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize(("game", "name"), SHIPPED, ids="-".join)
def test_every_shipped_preset_is_valid(game: str, name: str) -> None:
    preset = load_preset(game, name)
    boardai.load(game, **preset.game)
    config = merged(learner_entry(preset.learner or "alphazero").config(), preset.table, preset.source)
    assert isinstance(config, RunConfig)
    # What to expect: time, games and result, or plainly that it is not known yet.
    message = " ".join(preset.about.split()).lower()
    is_measured = all(re.search(words, message) for words in (r"hour|minute", r"[\d,]+ games", r"\d %"))
    assert is_measured or re.search(r"not (yet |been )?measured", message), message
    assert not preset.measured_games or f"{preset.measured_games:,}" in message, message


@pytest.mark.parametrize("name", ["laptop", "self-play"])
def test_chess_presets_are_given_no_piece_values(name: str) -> None:
    teacher = load_preset("chess", name).table["teacher"]
    agents = [teacher[key] for key in ("agent", "beginner") if key in teacher]
    assert all("capture_values=false" in agent for agent in agents)
    assert "features" in teacher or "evaluator=hash" in teacher["agent"]


@pytest.mark.parametrize("game", ["chess", "hex", "reversi"])
def test_every_game_has_the_usual_presets(game: str) -> None:
    scenarios = ("reference", "deep_search", "high_throughput", "high_entropy", "efficiency")
    assert {"demo", "laptop", "gpu", "sere", *(f"sere_{name}" for name in scenarios)} <= set(preset_names(game))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The presets folder next to a game's file."""
    folder = tmp_path / "presets"
    folder.mkdir()
    return folder


def game_path(own: Path) -> str:
    return str(own.parent / "mygame.py")


def test_a_preset_builds_on_another(own: Path) -> None:
    (own / "small.toml").write_text('about = "quick"\niterations = 3\n[network]\nblocks = 1\nchannels = 8\n')
    (own / "large.toml").write_text(
        'base = "small"\nlearner = "alphazero"\n[network]\nchannels = 64\n[game]\nsize = 4\n'
    )
    preset = load_preset(game_path(own), "large")
    assert preset.table == {"iterations": 3, "network": {"blocks": 1, "channels": 64}}
    assert (preset.game, preset.learner, preset.about) == ({"size": 4}, "alphazero", "")
    assert load_preset(game_path(own), "small").about == "quick"
    assert load_preset("hex", str(own / "small.toml")).table["iterations"] == 3


def test_no_key_of_a_file_names_a_scale(own: Path) -> None:
    (own / "a.toml").write_text('":scale" = "quick"\n')
    preset = load_preset(game_path(own), "a")
    assert preset.scale is None and ":scale" in preset.table, "a setting that is refused as any unknown one"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, r"mygame\.py: .*'a'.*quick"),
        ({"a": 'base = "b"'}, r"a\.toml: base: .*'b'"),
        ({"a": 'base = "b"', "b": 'base = "a"'}, r"a\.toml -> .*b\.toml -> .*a\.toml"),
        ({"a": "base = 3"}, r"a\.toml: base: .*3"),
        ({"a": "about = 3"}, r"a\.toml: about: .*3"),
        ({"a": "game = 3"}, r"a\.toml: game: .*3"),
        ({"a": "x ="}, r"a\.toml: .*document"),
    ],
)
def test_bad_presets(own: Path, files: dict[str, str], words: str) -> None:
    for name, text in files.items():
        (own / f"{name}.toml").write_text(text)
    with pytest.raises(ValueError, match=words):
        load_preset(game_path(own), "a")


def test_presets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["hex", "--presets"])
    message = capsys.readouterr().out
    for name in preset_names("hex"):
        assert f"{name}   (" in message
    assert f"muzero   (learner muzero, {load_preset('hex', 'muzero').source})" in message


def test_every_game_is_offered_three_presets_and_no_other_game_s(capsys: pytest.CaptureFixture[str]) -> None:
    game = str(EXAMPLES / "01_game_in_python.py")
    assert preset_names(game) == list(SCALES) == ["quick", "evening", "night"]
    assert set(SCALES) | {"demo", "sere"} <= set(preset_names("hex"))
    main([game, "--presets"])
    message = " ".join(capsys.readouterr().out.split())
    for words in (
        "5 minutes",
        "2 hours",
        "8 hours",
        "blocks of",
        "dense policy head for 9 policy indices",
        "simulations",
    ):
        assert words in message


@pytest.mark.parametrize("game", [str(EXAMPLES / "01_game_in_python.py"), "hex:size=3", "reversi:board=6x6"])
def test_presets_of_any_game_fit_the_game(game: str) -> None:
    loaded = boardai.load(game)
    last = None
    for name, scale in SCALES.items():
        start = start_of(game, None, name, loaded)
        config = start.settings
        assert (config.minutes, config.iterations) == (scale.minutes, 0)
        assert config.selfplay.simulations == config.arena.simulations == scale.simulations
        assert config.selfplay.starts.random_plies > 0  # as computed from the board, not as a preset's file leaves it
        assert config.selfplay.max_plies <= loaded.max_length
        if last is not None:
            assert config.network.blocks >= last.network.blocks and config.replay.capacity > last.replay.capacity
            # Short games end an iteration in larger numbers: about as many positions.
            assert config.selfplay.games_per_iteration > last.selfplay.games_per_iteration
        last = config


def test_a_policy_head_is_convolutional_where_a_dense_one_is_the_larger_part() -> None:
    # Amazons 6x6: a move is a queen's cell, where it goes and where its arrow goes.
    amazons = {"rows": 6, "columns": 6, "legal_actions": 200, "mean_length": 25, "max_length": 30}
    few, many = (generic_config(**amazons, policy_size=size).network for size in (36, 46_656))
    assert (few.policy_head, many.policy_head) == ("dense", "conv")
    shape = (6, 6, 4)
    parts = parameter_table(Network(shape, 46_656, many, 0))
    assert parts["policy"] < parts["blocks"]
    # Fewer indices than cells: there is no plane of logits, whatever the board's size.
    wide = generic_config(12, 12, 12, 60, 144, policy_size=12).network
    assert wide.policy_head == "dense"
    assert parameter_table(Network((12, 12, 2), 12, wide, 0))["policy"] < 100_000
    narrow = generic_config(4, 50, 150, 60, 144, policy_size=199).network
    parts = parameter_table(Network((4, 50, 2), 199, narrow, 0))
    assert narrow.policy_head == "dense" and narrow.policy_rank > 0 and parts["policy"] < parts["blocks"]


def test_a_preset_may_build_on_one_of_any_game(own: Path) -> None:
    (own / "mine.toml").write_text('base = "evening"\nabout = "longer"\nminutes = 240\n')
    (own / "night.toml").write_text("minutes = 600\n")
    game = own.parent / "mygame.py"
    game.write_text((EXAMPLES / "01_game_in_python.py").read_text())
    start = start_of(str(game), None, "mine")
    assert start.settings.minutes == 240 and start.settings.selfplay.simulations == SCALES["evening"].simulations
    assert start.settings.selfplay.starts.random_plies > 0 and start.preset.about == "longer"
    # A file of that name stands for itself.
    assert load_preset(str(game), "night").scale is None and load_preset(str(game), "night").table == {"minutes": 600}


@pytest.mark.thorough
def test_a_run_of_a_preset_of_any_game(tmp_path: Path) -> None:
    settings = {key: value for key, value in ALPHAZERO.items() if not key.startswith("network")}
    run = learn.train(
        str(EXAMPLES / "01_game_in_python.py"), preset="quick", run=tmp_path / "run", minutes=0, iterations=1,
        verbose=False, **settings,
    )  # fmt: skip
    assert run.checkpoints == [0, 1]
    assert json.loads((run.path / "run.json").read_text())["config"]["network"]["channels"] == 16
