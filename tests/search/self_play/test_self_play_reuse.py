"""Visits that a search continues with may count among its simulations."""

from __future__ import annotations

import dataclasses
import struct

import numpy as np
import pytest
from fake_network import FakeNetwork

import boardai
from boardai.game import Game
from boardai.learn.self_play.config import PlayoutCapConfig, SelfPlayConfig, StartsConfig, TemperatureConfig
from boardai.learn.self_play.self_play import new_self_play

CONFIG = SelfPlayConfig(
    search="puct",
    simulations=20,
    games=6,
    groups=1,
    games_per_iteration=6,
    cache_mb=0,
    endings=False,  # what is proven is not searched on
    starts=StartsConfig(random_plies=2),
    temperature=TemperatureConfig(plies=6),
)


def played(game: Game, config: SelfPlayConfig, rounds: int = 700) -> tuple[object, bytes]:
    """Counters and records after this many rounds."""
    group = new_self_play(game, config, 3, 0)
    group.begin_iteration(1)
    network, planes = FakeNetwork(game.policy_size), np.zeros((6, *game.observation_shape), np.float32)
    for _ in range(rounds):
        rows = group.select(planes, planes.size)
        logits, values = network(planes[:rows])
        group.backup(logits, logits.size, values, values.size)
    return group.counters(), bytes(group.take_games())


def policies(data: bytes) -> list[list[float]]:
    """The shares of every policy in some records (native/boardai/search/records/game_record.hpp)."""
    found, place = [], 0
    while place < len(data):
        (length,) = struct.unpack_from("<I", data, place + 8)
        payload, place = data[place + 20 : place + 20 + length], place + 20 + length
        (start,) = struct.unpack_from("<I", payload, 9)
        at = 13 + start + 2
        (plies,) = struct.unpack_from("<I", payload, at)
        at += 4
        for _ in range(plies):
            search = payload[at + 4]
            at += 5 + 4 * (search > 0)
            if search == 2:
                at += 4  # the surprise
                (count,) = struct.unpack_from("<I", payload, at)
                found.append([struct.unpack_from("<if", payload, at + 4 + 8 * i)[1] for i in range(count)])
                at += 4 + 8 * count
    return found


def whole(shares: list[float], visits: int) -> bool:
    """Whether all are so-many-th parts."""
    parts = np.asarray(shares) * visits
    return bool(np.allclose(parts, np.round(parts), atol=1e-3))


@pytest.fixture(scope="module")
def reversi() -> Game:
    return boardai.load("reversi:board=6x6")


def test_every_search_has_as_many_visits_as_asked_for(reversi: Game) -> None:
    counters, data = played(reversi, dataclasses.replace(CONFIG, reuse_counts=True))
    found = policies(data)
    assert len(found) > 100
    # A search that inherited more visits than its limit still makes one; few inherit that many.
    exact = sum(whole(shares, 20) for shares in found)
    assert exact > 0.9 * len(found)
    assert 5 * counters.moves < counters.simulations < 19 * counters.moves


def test_otherwise_they_come_on_top(reversi: Game) -> None:
    counters, data = played(reversi, CONFIG)
    assert counters.simulations == 20 * counters.moves
    assert sum(whole(shares, 20) for shares in policies(data)) < 0.5 * len(policies(data))
    counted, _ = played(reversi, dataclasses.replace(CONFIG, reuse_counts=True))
    assert counted.moves > 1.1 * counters.moves  # in as many rounds of the network


def test_nothing_counts_without_reuse_or_with_gumbel(reversi: Game) -> None:
    for changes in ({"reuse_subtree": False}, {"search": "gumbel"}):
        config = dataclasses.replace(CONFIG, **changes)
        plain, data = played(reversi, config, rounds=300)
        counts, again = played(reversi, dataclasses.replace(config, reuse_counts=True), rounds=300)
        assert data == again and plain.simulations == counts.simulations


def test_quick_searches_count_it_too(reversi: Game) -> None:
    cap = PlayoutCapConfig(full_share=0.5, quick_simulations=4)
    config = dataclasses.replace(CONFIG, playout_cap=cap, reuse_counts=True)
    counters, _ = played(reversi, config)
    least = counters.full_searches + counters.quick_searches
    assert least < counters.simulations < 0.9 * (20 * counters.full_searches + 4 * counters.quick_searches)
    again, _ = played(reversi, config)
    assert again == counters
