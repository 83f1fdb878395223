"""Settings: TOML over defaults, and errors that help."""

import dataclasses
from pathlib import Path

import pytest

from boardai.learn.learners.config import TrainConfig
from boardai.learn.learners.first_settings import generic_config
from boardai.learn.settings import merged, read_toml, to_table


def test_a_table_wins_over_the_defaults() -> None:
    config = merged(TrainConfig(), {"seed": 5, "selfplay": {"simulations": 9, "temperature": {"start": 1}}}, "x.toml")
    assert (config.seed, config.selfplay.simulations) == (5, 9)
    assert isinstance(config.selfplay.temperature.start, float)
    assert config.learn == TrainConfig().learn


def test_round_trip() -> None:
    config = dataclasses.replace(TrainConfig(), seed=3, minutes=2.5)
    assert merged(TrainConfig(), to_table(config), "run.json") == config


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"selfplay": {"simulation": 9}}, ["unknown setting 'selfplay.simulation'", "selfplay.simulations"]),
        ({"simulations": 9}, ["unknown setting 'simulations'", "selfplay.simulations", "arena.simulations"]),
        ({"sede": 9}, ["'sede'", "did you mean seed?"]),
        ({"selfplay": {"simulations": "many"}}, ["selfplay.simulations", "not 'many'"]),
        ({"selfplay": {"simulations": True}}, ["selfplay.simulations", "not True"]),
        ({"selfplay": {"simulations": 0}}, ["selfplay.simulations", "at least 1"]),
        ({"selfplay": 3}, ["selfplay", "expected a table"]),
        ({"selfplay": {"dirichlet_alpha": 1.0}}, ["selfplay.dirichlet_alpha", "selfplay.puct.dirichlet_alpha"]),
        ({"selfplay": {"puct": {"dirichlet_fraction": 1.5}}}, ["selfplay.puct.dirichlet_fraction", "from 0 to 1"]),
        ({"learn": {"optimizer": "adam"}}, ["learn.optimizer", "sgd, adamw"]),
        ({"learn": {"momentum": 1.0}}, ["learn.momentum"]),
        ({"arena": {"games": 7}}, ["arena.games", "even"]),
        ({"iterations": 0}, ["iterations", "no limit in minutes"]),
    ],
)
def test_errors_name_place_and_reason(table: dict, words: list[str]) -> None:
    with pytest.raises(ValueError) as error:
        merged(TrainConfig(), table, "my.toml")
    for word in ["my.toml", *words]:
        assert word in str(error.value)


def test_bad_toml_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("seed = 1\nnot toml\n")
    with pytest.raises(ValueError, match=r"bad\.toml.*line 2"):
        read_toml(path)


def test_generic_settings_follow_the_board() -> None:
    small, large = generic_config(3, 3, 5.0, 7.5, 9), generic_config(13, 13, 120.0, 150.0, 400)
    assert small.selfplay.puct.dirichlet_alpha > large.selfplay.puct.dirichlet_alpha
    assert small.network.channels < large.network.channels
    assert (small.arena.opening_plies, large.selfplay.max_plies) == (1, 400)
