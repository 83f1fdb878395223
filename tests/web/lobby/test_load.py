"""Two hundred connections held: nothing is lost, everybody hears of every move, and hostile visitors end no visit."""

import asyncio

import pytest
from load import BUDGET, SEVERAL, disturbed, served, under_load


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_nothing_is_lost_under_load():
    with served("hex") as server:
        load = asyncio.run(under_load(server.address, "hex", connections=200, games=50, seconds=5))
    assert len(load.answers) > 100 and load.heard == load.expected > 300


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_hostile_visitors_end_no_honest_visit():
    """How fast the others are answered is measured by hand, on a quiet machine: `load.py --hostile 20`."""
    with served("chess", "--memory", str(BUDGET), has_limit=SEVERAL) as server:
        found = asyncio.run(disturbed(server, connections=60, hostile=12, seconds=10))
    assert found.lost == 0 and all(len(answers) > 20 for answers in found.answers)
    assert max(found.memory) < BUDGET
