"""Settings of the replay buffer: the window's growth, the steps that are due, what is refused."""

import dataclasses

import pytest

from boardai.learn.config import ReplayConfig, TrainConfig, merged

GROWING = ReplayConfig(capacity=2_000_000, minimum=1, window_start=250_000, window_exponent=0.75, window_slope=0.4)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"capacity": 0}, ["replay.capacity", "at least 1"]),
        ({"memory_mb": -1}, ["replay.memory_mb", "negative"]),
        ({"samples_per_new_position": 0}, ["replay.samples_per_new_position", "positive"]),
        ({"window_exponent": 1.5}, ["replay.window_exponent", "at most 1"]),
        ({"window_slope": 0.0}, ["replay.window_slope", "positive"]),
        ({"capacity": 5000, "window_start": 6000}, ["replay.window_start", "replay.capacity (5000)"]),
        ({"capacity": 500}, ["replay.minimum", "training would never begin"]),
    ],
)
def test_what_is_out_of_range_is_named(table: dict, words: list[str]) -> None:
    with pytest.raises(ValueError) as error:
        merged(TrainConfig(), {"replay": table}, "my.toml")
    for word in ["my.toml", *words]:
        assert word in str(error.value)


def test_without_a_start_the_window_is_all_that_is_kept() -> None:
    config = ReplayConfig(capacity=2000)
    assert [config.window(n) for n in (0, 7, 2000, 10**9)] == [0, 7, 2000, 2000]


def test_the_window_grows_as_published() -> None:
    """Wu 2019, with the settings it names: 250,000 at first, then ever more slowly; it never shrinks."""
    windows = [GROWING.window(n) for n in range(0, 20_000_000, 10_000)]
    assert windows == sorted(windows)
    assert GROWING.window(100_000) == 100_000 and GROWING.window(250_000) == 250_000
    # By the slope where it begins: 0.4 for each new position.
    assert GROWING.window(251_000) - 250_000 == pytest.approx(400, abs=2)
    by_hand = 250_000 * (1 + 0.4 * (4.0**0.75 - 1) / 0.75)
    assert GROWING.window(1_000_000) == int(by_hand)
    assert GROWING.window(10**9) == 2_000_000


def test_steps_follow_positions_or_games() -> None:
    config = ReplayConfig(minimum=100, samples_per_new_position=4)
    assert [config.steps(16, n, 1) for n in (99, 100, 1000)] == [0, 25, 250]
    by_games = dataclasses.replace(config, samples_per_new_game=32)
    assert [by_games.steps(16, 1000, games) for games in (0, 1, 100)] == [0, 2, 200]
