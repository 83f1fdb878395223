"""Hex against OpenSpiel: the rows of `python -m boardai.bench`."""

from __future__ import annotations

from boardai.bench import (
    device,
    device_search,
    device_self_play,
    device_steps,
    network,
    openspiel,
    pgx_mctx,
    tables,
    training,
    workloads,
)
from boardai.bench.measure import Benchmark, Peer

SIGNATURE_SPECS = ("hex:size=5", "hex:size=11", "hex:size=13,swap=true", "hex:rows=6,cols=9", "hex:size=19")

_OURS, _THEIRS = "hex:size=11", "hex(board_size=11)"


def benchmarks() -> list[Benchmark]:
    """The rows."""
    return [
        Benchmark(
            "hex/perft",
            lambda quick: "11x11, perft 3 from the start",
            "nodes/s",
            lambda quick: workloads.count_moves(_OURS, 3),
            (Peer("OpenSpiel C++", lambda quick: openspiel.count_moves(_THEIRS, 3)),),
        ),
        *workloads.random_rows("hex", _OURS, _THEIRS, 30, 100),
        *workloads.tree_rows("hex", _OURS, _THEIRS, 10_000, 20, 40),
        network.benchmark("hex/self-play", _OURS),
        *pgx_mctx.benchmarks("hex/self-play-peer", "hex:size=11,swap=true", "hex", proofs=True),
        device.benchmark("hex/device", "hex:size=11,swap=true", "hex"),
        device_search.benchmark("hex/device-search", "hex:size=11"),
        *device_self_play.benchmarks("hex/device-self-play", {"5x5": "hex:size=5", "7x7": "hex:size=7"}),
        device_steps.benchmark("hex/device-steps", "hex:size=7"),
        tables.features("hex/features-tuples", "hex:size=7", "tuples:straight=4,snakes=40,length=7,stages=3"),
        *training.benchmarks("hex", _OURS),
    ]
