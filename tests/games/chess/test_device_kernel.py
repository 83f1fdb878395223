"""Alpha-beta as a kernel, a program for each search: equal to the loop that takes all searches a step at a time."""

from __future__ import annotations

import random

import jax
import numpy as np
import pytest
from refusals import refused

from boardai.bench.accelerator.study import fens
from boardai.games.chess.device import kernel
from boardai.games.chess.device.alpha_beta import search
from boardai.games.chess.device.mailbox import as_boards

FENS = [
    "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1",
    "3n4/2P1k1P1/8/8/8/8/2p3p1/1N2K3 w - - 0 1",  # promotions, by taking to the left as well
    "3n4/2P1k1P1/8/8/8/8/2p3p1/1N1K3B b - - 0 1",
    "8/8/8/8/8/8/2P1R3/4K3 w - - 0 1",  # a king has been taken
    "k7/p7/P7/8/8/8/8/K7 b - - 0 1",  # blocked pawns
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  # 218 moves
]


@pytest.mark.thorough
def test_the_kernel_finds_what_the_loop_finds() -> None:
    boards, white = as_boards(FENS + fens(4, seed=7))
    rng = random.Random(1)
    low = np.array([rng.choice((-1000.0, -4.5, -0.5)) for _ in boards], np.float32)
    high = np.array([rng.choice((1000.0, 0.5, 5.5)) for _ in boards], np.float32)
    programs, lanes = (searched(boards, white, 3, low, high) for searched in (kernel.search, search))
    for name, one, other in zip(lanes._fields, programs, lanes, strict=True):
        np.testing.assert_array_equal(one, other, name)


def test_the_kernel_is_lowered_for_a_card() -> None:
    shapes = [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in (((4, 64), np.int8), ((4,), np.bool_))]
    bound = jax.ShapeDtypeStruct((4,), np.float32)
    traced = kernel.search.trace(*shapes, 3, bound, bound, interpreted=False)
    assert "triton" in traced.lower(lowering_platforms=("cuda",)).as_text()


def test_a_depth_below_one_is_refused() -> None:
    boards, white = as_boards(FENS[:1])
    bound = np.ones(1, np.float32)
    with refused("depth", "0"):
        kernel.search(boards, white, 0, -bound, bound)
