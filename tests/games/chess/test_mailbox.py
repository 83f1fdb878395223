"""Kála's engine of 2015 on JAX's device and in C++: the same lists, values, moves and numbers of positions."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import jax
import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.games.chess import mailbox as reference
from boardai.games.chess.device import accumulator
from boardai.games.chess.device.alpha_beta import WINDOWS, aspirate, search
from boardai.games.chess.device.mailbox import Moves, as_boards, evaluate, generate, make, misses_king, pesto
from boardai.search.evaluations.accumulator import AccumulatorInputs

SPECIAL = [
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  # 218 moves
    "1n1n4/P1P1P3/8/2k5/8/8/p1p1p3/1N1NK3 b - - 0 1",
    "1n1n4/P1P1P3/8/2k5/8/8/p1p1p3/1N1NK3 w - - 0 1",
    "8/8/8/3k4/8/3K4/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",  # a king that can be taken
    "8/8/8/8/8/8/4R3/4K3 w - - 0 1",  # one that has been
]


@pytest.fixture(scope="module")
def positions() -> list[str]:
    game, rng, found = boardai.load("chess"), random.Random(1), list(SPECIAL)
    while len(found) < 60:
        state = game.initial_state()
        for _ in range(rng.randrange(4, 120)):
            if not state.is_terminal():
                state.apply(rng.choice(state.legal_actions()))
        found.append(state.to_string())
    return found


@pytest.fixture(scope="module")
def moves(positions: list[str]) -> Moves:
    return Moves(*map(np.asarray, jax.jit(generate)(*as_boards(positions))))  # type: ignore[arg-type]


@pytest.mark.thorough
def test_lists_equal_the_reference_in_order_and_priority(positions: list[str], moves: Moves) -> None:
    boards, white = as_boards(positions)
    words, priority, count = moves
    assert count[0] == 218
    for number, board in enumerate(boards):
        listed = zip(words[number, : count[number]].tolist(), priority[number, : count[number]].tolist(), strict=True)
        assert list(listed) == reference.moves(board, bool(white[number])), positions[number]


def test_priorities_and_moves_are_those_of_the_rules(positions: list[str]) -> None:
    game = boardai.load("chess")
    for fen, board, white in zip(positions, *as_boards(positions), strict=True):
        if misses_king(board[None])[0] or fen in SPECIAL:  # not every one of these is a position of chess
            continue
        state = game.from_string(" ".join([*fen.split()[:2], "- -", *fen.split()[4:]]))
        listed = {
            (word & 63, word >> 6 & 63, word >> 12): priority for word, priority in reference.moves(board, bool(white))
        }
        for action in state.legal_actions():
            begin, end, promotion = (action & 63) ^ 56, (action >> 6 & 63) ^ 56, action >> 12
            after = promotion + 1 + (0 if white else 7) if promotion else int(board[begin])
            assert listed[begin, end, after] == state.threat_order(action), (fen, action)


def test_make_and_material(positions: list[str], moves: Moves) -> None:
    boards, _ = as_boards(positions)
    after = np.asarray(make(boards, moves.words[:, 0]))
    material = np.array([0, 1, 3, 3, 5, 9, 200, 0, -1, -3, -3, -5, -9, -200])
    for number, board in enumerate(boards):
        word = int(moves.words[number, 0])
        wanted = board.copy()
        wanted[word >> 6 & 63], wanted[word & 63] = word >> 12, 0
        np.testing.assert_array_equal(after[number], wanted)
    np.testing.assert_array_equal(evaluate(after), material[after].sum(1))
    np.testing.assert_array_equal(misses_king(after), ~((after == 6).any(1) & (after == 13).any(1)))


def test_many_positions_are_worth_what_one_is(positions: list[str]) -> None:
    boards, _ = as_boards(positions)
    np.testing.assert_array_equal(reference.evaluate_all(boards), evaluate(boards))
    values = reference.evaluate_all(boards, pesto=True)
    np.testing.assert_array_equal(values, pesto(boards))
    game = boardai.load("chess")
    for fen, value in zip(positions[len(SPECIAL) :], values[len(SPECIAL) :].tolist(), strict=True):
        state = game.from_string(fen)
        native = state.evaluate("pesto") * (1 if state.current_player() == 0 else -1)
        assert abs(value / 24 - native) < 1, fen  # whole centipawns there
    assert reference.evaluate_all(boards[:0]).tolist() == []
    with refused("64"):
        reference.evaluate_all(boards[0])
    for bad in (
        np.full((1, 64), 7, np.int8),
        np.full((1, 64), -1, np.int8),
        np.full((1, 64), 262),
        np.full((1, 64), 1.5),
    ):
        for tapered in (False, True):
            with refused("code"):
                reference.evaluate_all(bad, pesto=tapered)


def test_inputs_on_the_device_are_those_of_accumulator_networks(positions: list[str]) -> None:
    game = boardai.load("chess")
    texts = positions[len(SPECIAL) :]
    boards, white = as_boards(texts)
    columns, buckets = np.asarray(jax.jit(accumulator.columns)(boards, white)), accumulator.bucket(boards, 8)
    inputs = AccumulatorInputs("pieces", game.initial_state())
    for number, fen in enumerate(texts):
        state = game.from_string(fen)
        assert buckets[number] == inputs.bucket(state, 8)
        for place, player in enumerate((state.current_player(), 1 - state.current_player())):
            seen = columns[number, place]
            assert sorted(inputs(state, player)) == seen[seen < accumulator.INPUTS].tolist(), fen
    last_king = np.zeros((1, 64), np.int8)  # in the study's rules a king can be taken
    last_king[0, 4] = 6
    assert accumulator.bucket(last_king, 8).tolist() == [0]


@pytest.mark.thorough
@pytest.mark.parametrize("depth", [pytest.param(1, marks=pytest.mark.slow), 2, 3])
def test_searches_equal_the_reference(positions: list[str], depth: int) -> None:
    boards, white = as_boards(positions)
    rng = np.random.default_rng(depth)
    middle = rng.integers(-8, 9, len(boards)) + 0.5
    half = rng.choice([1.0, 3.0, 1000.0], len(boards))
    alpha, beta = (middle - half).astype(np.float32), (middle + half).astype(np.float32)
    found = search(boards, white, depth, alpha, beta)
    for number, board in enumerate(boards):
        one = reference.search(board, bool(white[number]), depth, float(alpha[number]), float(beta[number]))
        assert one == (found.value[number], found.move[number], found.positions[number]), positions[number]
    assert found.move[5] == -1 and found.positions[5] == 1


@pytest.mark.thorough
def test_disjoint_windows_find_the_value_and_those_of_the_thesis_lose_it(positions: list[str]) -> None:
    for fen in positions[6:14]:
        (board,), (white,) = as_boards([fen])
        whole = reference.search(board, bool(white), 3)
        assert aspirate(board, bool(white), 3).value == whole.value
    (board,), (white,) = as_boards([boardai.load("chess").initial_state().to_string()])
    assert reference.search(board, bool(white), 3).value == 0
    with refused("window"):
        aspirate(board, bool(white), 3, ((-1000, -2), (-2, 0), (0, 2), (2, 1000)))
    assert aspirate(board, bool(white), 3, WINDOWS).value == 0


def test_what_is_no_board_or_depth_is_refused() -> None:
    (board,), _ = as_boards(SPECIAL[3:4])
    for bad, named in ((np.full(64, 7), "code 7"), (np.full(64, -1), "code"), (board[:63], "63")):
        with refused(named):
            reference.search(bad, True, 2)
    for depth in (0, 33):
        with refused("depth"):
            reference.search(board, True, depth)
    with refused("alpha"):
        reference.search(board, True, 2, 1.0, 1.0)
    with refused("depth"):
        search(board[None], np.array([True]), 0, np.zeros(1), np.ones(1))


def test_searches_of_several_threads_do_not_share_their_boards(positions: list[str]) -> None:
    boards, white = as_boards(positions[:24])
    searches = [(board, bool(side), 2) for board, side in zip(boards, white, strict=True)] * 8
    alone = [reference.search(*one) for one in searches]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda one: reference.search(*one), searches)) == alone
