"""Clocks, at times that the tests choose."""

import pytest
from refusals import refused

from boardai.clocks import Clock, Time, TimeControl


def test_increments_are_added_after_each_move():
    clock = Clock(TimeControl(60, increment=5))
    clock.start(0, 10.0)
    clock.press(30.0)
    assert clock.times(30.0) == (Time(45.0, 0), Time(60.0, 0)) and clock.running == 1
    assert clock.left(1, 50.0) == Time(40.0, 0)
    clock.stop(50.0)
    assert clock.times(99.0) == (Time(45.0, 0), Time(40.0, 0)) and clock.until_flag(99.0) is None


def test_a_flag_falls_when_nothing_is_left():
    clock = Clock(TimeControl(60))
    clock.start(1, 0.0)
    assert (clock.until_flag(59.0), clock.flagged(59.0)) == (1.0, None)
    assert (clock.left(1, 61.0), clock.flagged(61.0)) == (Time(0.0, 0), 1)


def test_byo_yomi_begins_when_the_base_is_used_up():
    clock = Clock(TimeControl(60, periods=3, period=20))
    clock.start(0, 0.0)
    assert clock.until_flag(10.0) == 50.0 + 3 * 20
    assert clock.left(0, 70.0) == Time(10.0, 3, in_byo_yomi=True)
    clock.press(70.0)  # within a period: it is whole again
    assert clock.left(0, 70.0) == Time(20.0, 3, in_byo_yomi=True)
    clock.start(0, 100.0)
    assert clock.left(0, 145.0) == Time(15.0, 1, in_byo_yomi=True) and clock.until_flag(145.0) == 15.0
    clock.press(145.0)
    clock.start(0, 200.0)
    assert clock.left(0, 219.0) == Time(1.0, 1, in_byo_yomi=True) and clock.flagged(220.0) == 0


def test_byo_yomi_alone_and_times_that_were_kept():
    clock = Clock(TimeControl(0, periods=2, period=30))
    assert clock.left(1, 0.0) == Time(30.0, 2, in_byo_yomi=True)
    clock.set_times((Time(7.0, 1, True), Time(3.0, 2, True)))
    clock.start(1, 0.0)
    assert clock.left(1, 4.0) == Time(29.0, 1, True)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"base": -1}, r"clock\.base"),
        ({"base": float("nan")}, "base .*nan"),
        ({"base": 60, "periods": 101, "period": 1}, r"clock\.periods"),
        ({"base": 60, "periods": 3}, "periods.*period"),
        ({"base": 0}, "clock: .*time"),
    ],
)
def test_what_is_no_time_control(given, reason):
    with pytest.raises(ValueError, match=reason):
        TimeControl(**given)


def test_time_controls_as_people_write_them():
    assert TimeControl.from_text("5") == TimeControl(300)
    assert TimeControl.from_text(" 0.5+3 ") == TimeControl(30, increment=3)
    assert TimeControl.from_text("0+3x10") == TimeControl(0, periods=3, period=10)
    for text in ("", "5 minutes", "+3", "-1", "5+", "5+3x", "1e3", "nan", "٣", "5+3+2"):
        with refused("minutes", "seconds"):
            TimeControl.from_text(text)
    for text, reason in {
        "0": "clock: .*time",
        "1441": "base .*86460",
        "0+5": "clock: .*time",
        "5+3x0": "periods.*period",
    }.items():
        with pytest.raises(ValueError, match=reason):
            TimeControl.from_text(text)
