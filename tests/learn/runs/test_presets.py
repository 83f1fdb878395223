"""Presets: every shipped one is valid and says what to expect; how they build on each other."""

import re
from pathlib import Path

import pytest

import boardai
from boardai.commands.train import main
from boardai.learn.runs.config import RunConfig
from boardai.learn.runs.presets import load_preset, preset_names
from boardai.learn.runs.registry import learner_entry
from boardai.learn.settings import merged

SHIPPED = [(game, name) for game in ("chess", "hex", "reversi") for name in preset_names(game)]


@pytest.mark.parametrize(("game", "name"), SHIPPED, ids="-".join)
def test_every_shipped_preset_is_valid(game: str, name: str) -> None:
    preset = load_preset(game, name)
    boardai.load(game, **preset.game)
    config = merged(learner_entry(preset.learner or "alphazero").config(), preset.table, preset.source)
    assert isinstance(config, RunConfig)
    # What to expect: time, games and result, or plainly that nobody knows yet.
    said = " ".join(preset.about.split()).lower()
    is_measured = all(re.search(words, said) for words in (r"hour|minute", r"[\d,]+ games", r"\d %"))
    assert is_measured or "not run by us" in said or "not yet run by us" in said, said
    assert not preset.measured_games or f"{preset.measured_games:,}" in said, said


@pytest.mark.parametrize("name", ["laptop", "self-play"])
def test_nobody_tells_chess_s_presets_what_men_are_worth(name: str) -> None:
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
    """The presets folder beside a game's file."""
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


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, r"mygame\.py: .*'a'.*sere"),
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
    said = capsys.readouterr().out
    for name in preset_names("hex"):
        assert f"{name}   (" in said
