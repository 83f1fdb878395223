"""python tools/cluster_saturation.py: what limits a cluster, where the limit is known."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cluster_saturation import Cluster, Load, Measured, simulated, table_of

FAST = Measured([9.0, 10.0, 11.0], [1e-6], [1e-6], [1e-6], 1e5, 2000.0, 4.0)
WIDE = Cluster(32, bandwidth=1e12, call=0.0)


def test_workers_are_the_limit_where_all_else_is_free() -> None:
    one, many = simulated(FAST, replace(WIDE, workers=1)), simulated(FAST, WIDE)
    assert one.games == pytest.approx(1 / sum(1 / rate for rate in FAST.rates) * 3, rel=0.05)
    assert many.games == pytest.approx(32 * one.games, rel=0.1)
    assert many.workers == pytest.approx(1, abs=0.1) and many.limit == "workers"


@pytest.mark.parametrize(
    ("measured", "cluster", "most", "limit"),
    [
        (replace(FAST, learning=[0.02]), WIDE, 50, "training"),
        (replace(FAST, checking=[0.02]), WIDE, 50, "checking"),
        (FAST, replace(WIDE, bandwidth=1e5), 50, "network in"),
        (
            replace(FAST, game_bytes=1.0, weights_bytes=1e6),
            replace(WIDE, bandwidth=1e5, per_machine=1),
            1.6,
            "network out",
        ),
        (FAST, replace(WIDE, call=0.1), 40, "checking"),
    ],
)
def test_a_limit_holds_and_has_its_name(measured: Measured, cluster: Cluster, most: float, limit: str) -> None:
    found = simulated(measured, cluster)
    assert found.games == pytest.approx(most, rel=0.1) and found.limit == limit
    assert found.staleness <= cluster.max_staleness


def test_in_turns_the_learner_gives_nothing_out_while_it_trains() -> None:
    measured, cluster = replace(FAST, rates=[10.0], learning=[0.1]), replace(WIDE, workers=1, in_turns=True)
    # Four pieces of 0.4 s and 1.6 s of training, in which the worker only plays the one piece that it still holds.
    assert simulated(measured, cluster).games == pytest.approx(16 / 2.8, rel=0.02)


@pytest.mark.parametrize(("rate", "learning", "games"), [(10, 0.08, 10), (10, 0.2, 5), (10, 0.1, 10)])
def test_side_by_side_the_slower_of_play_and_training_is_the_limit(rate: float, learning: float, games: float) -> None:
    measured, cluster = replace(FAST, rates=[rate], learning=[learning]), replace(WIDE, workers=1)
    found = simulated(measured, cluster)
    assert found.games == pytest.approx(games, rel=0.02) and found.staleness <= 2
    assert simulated(measured, replace(cluster, in_turns=True)).games < 0.8 * found.games


def test_while_the_learner_writes_workers_have_what_they_hold() -> None:
    measured, cluster = replace(FAST, rates=[10.0], writing=[0.1]), replace(WIDE, workers=1)
    assert simulated(measured, cluster).games == pytest.approx(16 / 2.8, rel=0.02)


def test_the_table_has_a_row_for_each_number_of_workers() -> None:
    table = table_of(FAST, [replace(WIDE, workers=workers) for workers in (1, 8)])
    assert table.row_count == 2 and isinstance(simulated(FAST, WIDE), Load)
