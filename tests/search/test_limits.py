"""Limits of a search: one object for searches, players, engines and matches."""

import math

import pytest
from refusals import refused

import boardai
from boardai.clocks.management import ClockState
from boardai.search import UNTIL_STOPPED, Limits


@pytest.mark.parametrize(
    ("name", "values"),
    {
        "depth": (0, -1, 2**31, 1.5, True, "3"),
        "nodes": (0, 2**63, 2.0),
        "simulations": (-1, 2**63, "7"),
        "seconds": (0, -1, math.inf, math.nan, 1e10, "1", False),
        "clock": (5.0,),
    }.items(),
)
def test_a_limit_out_of_range_is_refused(name, values):
    for value in values:
        with refused(name):
            Limits(**{name: value})


def test_root_actions_are_sorted_and_each_once():
    assert Limits(root_actions=[3, 1, 1]).root_actions == (1, 3)
    with refused("root_actions"):
        Limits(root_actions=[])
    with refused("root_actions", error=TypeError):
        Limits(root_actions=["a1"])


def test_within_takes_the_smaller_of_each():
    clock = (ClockState(30.0), ClockState(20.0))
    found = Limits(seconds=2, depth=4, clock=clock).within(Limits(seconds=1, nodes=100, root_actions=(1,)))
    assert found == Limits(seconds=1, depth=4, nodes=100, clock=clock, root_actions=(1,))
    assert UNTIL_STOPPED.within(Limits(depth=2)).only(["depth"]) == Limits(depth=2)


def test_root_actions_alone_do_not_end_a_search():
    assert (
        not Limits(root_actions=(1,))
        and not Limits()
        and Limits(depth=1)
        and Limits(clock=(ClockState(1.0), ClockState(1.0)))
    )


def test_root_actions_must_be_legal():
    state = boardai.load("hex", size=3).initial_state()
    assert Limits(root_actions=range(9)).root_actions_of(state) is None
    assert Limits(root_actions=(2, 0)).root_actions_of(state).tolist() == [0, 2]
    with refused("root_actions", "9"):
        Limits(root_actions=(9,)).root_actions_of(state)
