"""Two hundred connections held and fifty games at once: nothing is lost, and everybody hears of every move."""

import asyncio

import pytest
from load import served, under_load


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_nothing_is_lost_under_load():
    with served("hex") as server:
        load = asyncio.run(under_load(server.address, "hex", connections=200, games=50, seconds=5))
    assert len(load.answers) > 100 and load.heard == load.expected > 300
