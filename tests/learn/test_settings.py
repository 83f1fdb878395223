"""Settings: TOML over defaults, and errors that help."""

import dataclasses
from pathlib import Path

import pytest
from refusals import refused

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
        ({"selfplay": {"simulation": 9}}, ["'selfplay.simulation'", "selfplay.simulations"]),
        ({"simulations": 9}, ["'simulations'", "selfplay.simulations", "arena.simulations"]),
        ({"sede": 9}, ["'sede'", "seed"]),
        ({"selfplay": {"simulations": "many"}}, ["selfplay.simulations", "'many'"]),
        ({"selfplay": {"simulations": True}}, ["selfplay.simulations", "True"]),
        ({"selfplay": {"simulations": 0}}, ["selfplay.simulations", "0"]),
        ({"selfplay": 3}, ["selfplay", "table"]),
        ({"selfplay": {"dirichlet_alpha": 1.0}}, ["selfplay.dirichlet_alpha", "selfplay.puct.dirichlet_alpha"]),
        ({"selfplay": {"puct": {"dirichlet_fraction": 1.5}}}, ["selfplay.puct.dirichlet_fraction", "1.5"]),
        ({"learn": {"optimizer": "adam"}}, ["learn.optimizer", "sgd, adamw"]),
        ({"learn": {"momentum": 1.0}}, ["learn.momentum"]),
        ({"arena": {"games": 7}}, ["arena.games", "even"]),
        ({"iterations": 0}, ["iterations", "minutes"]),
    ],
)
def test_errors_name_place_and_reason(table: dict, words: list[str]) -> None:
    with refused("my.toml", *words):
        merged(TrainConfig(), table, "my.toml")


def test_bad_toml_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("seed = 1\nnot toml\n")
    with refused("bad.toml", "line 2"):
        read_toml(path)


def test_generic_settings_follow_the_board() -> None:
    small, large = generic_config(3, 3, 5.0, 7.5, 9), generic_config(13, 13, 120.0, 150.0, 400)
    assert small.selfplay.puct.dirichlet_alpha > large.selfplay.puct.dirichlet_alpha
    assert small.network.channels < large.network.channels
    assert (small.arena.opening_plies, large.selfplay.max_plies) == (1, 400)
