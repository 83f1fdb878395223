"""What Kála rejected for a graphics card: each variant of the search has the value of the search for one core."""

from __future__ import annotations

import numpy as np
import pytest
from refusals import refused

from boardai.games.chess import mailbox as reference
from boardai.games.chess.device import splits
from boardai.games.chess.device.alpha_beta import search
from boardai.games.chess.device.leaves import search_together
from boardai.games.chess.device.mailbox import as_boards
from boardai.games.chess.device.table import empty_table, hashed, known_value, stored

# Few moves each, so that few lanes are enough.
FENS = [
    "4k3/8/8/8/3q4/8/3R4/3RK3 w - - 0 1",
    "4k3/2p5/8/3p4/2P5/8/8/R3K3 b - - 0 1",
    "r3k3/8/8/8/8/5n2/4P3/4K2R w - - 0 1",
    "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1",
    "8/8/8/8/8/8/2P1R3/4K3 w - - 0 1",  # a king has been taken
    "k7/p7/P7/8/8/8/8/K7 b - - 0 1",  # blocked pawns
]
# Nodes that are looked up transpose from depth 5 on.
TRANSPOSING = [
    "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
    "8/5p2/8/3k4/8/3K4/3P4/8 b - - 0 1",
    "r3k3/8/8/8/8/5n2/4P3/4K2R w - - 0 1",
]
ALL = np.full(len(FENS), 1000, np.float32)


def attains(board: np.ndarray, white: bool, depth: int, move: int, value: float) -> bool:
    """Whether a move has that value by the search for one core."""
    after = board.copy()
    after[move >> 6 & 63], after[move & 63] = move >> 12, 0
    below = reference.search(after, not white, depth - 1).value if depth > 1 else reference.evaluate_all(after[None])[0]
    return below == value


@pytest.mark.slow
def test_deepening_on_the_device_with_a_table_finds_what_single_searches_find() -> None:
    boards, white = as_boards(FENS)
    limits = np.array([3, 3, 2, 3, 3, 1], np.int32)
    found = search(boards, white, 3, -ALL, ALL, limits, deepen=True, table=8)
    for number, board in enumerate(boards):
        side, plies = bool(white[number]), int(limits[number])
        one = reference.search(board, side, plies)
        assert found.value[number] == one.value, FENS[number]
        assert one.move == -1 or attains(board, side, plies, int(found.move[number]), one.value), FENS[number]
    assert found.positions[5] == reference.search(boards[5], False, 1).positions  # one iteration, to one ply
    assert found.positions[4] == 1 and found.move[4] == -1


@pytest.mark.slow
def test_root_moves_in_lanes_share_a_bound_and_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splits, "_SIZES", (32,))
    for fen in FENS[:4]:
        (board,), (white,) = as_boards([fen])
        one = reference.search(board, bool(white), 3)
        found = splits.root_split(board, bool(white), 3, shared=True, table=10)
        assert found.value == one.value and attains(board, bool(white), 3, found.move, one.value), fen


@pytest.mark.slow
def test_splits_have_the_value_of_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splits, "_SIZES", (32,))  # one program for all
    for fen in FENS[:4]:
        (board,), (white,) = as_boards([fen])
        side = bool(white)
        whole = splits.root_split(board, side, 3)
        assert (whole.value, whole.move) == reference.search(board, side, 3)[:2], fen
        for variant in (splits.scout, splits.pvs):
            one, found = reference.search(board, side, 2), variant(board, side, 2)
            assert found.value == one.value and attains(board, side, 2, found.move, one.value), (fen, variant)
            assert found.calls >= 2
    with refused("depth"):
        splits.scout(board, side, 0)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(FENS)))
def test_deeper_splits_and_deepening_by_the_host(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splits, "_SIZES", (32,))
    (board,), (white,) = as_boards(FENS[number : number + 1])
    side, depth = bool(white), 4
    one = reference.search(board, side, depth)
    by_host, on_device = (splits.deepening(board, side, depth, on_device=on) for on in (False, True))
    if number != 4:  # where nothing can be searched, each call counts the position once
        assert by_host[:3] == on_device[:3] and (by_host.calls, on_device.calls) == (depth, 1)
    variants = [by_host, splits.scout(board, side, depth), splits.pvs(board, side, depth)]
    variants += [
        splits.root_split(board, side, depth, shared=shared, table=table)
        for shared, table in ((False, 0), (True, 0), (False, 6), (True, 6))
    ]
    for found in variants:
        assert found.value == one.value
        assert one.move == -1 or attains(board, side, depth, found.move, one.value)


@pytest.mark.parametrize("depth", [1, 2])
def test_searches_with_common_batches_of_leaves_equal_the_reference(depth: int) -> None:
    boards, white = as_boards(FENS)
    found = search_together(boards, white, depth, lambda boards, white: reference.evaluate_all(boards))
    for number, board in enumerate(boards):
        one = reference.search(board, bool(white[number]), depth)
        assert one == (found.value[number], found.move[number], found.positions[number]), FENS[number]
    alone = [
        search_together(
            boards[n : n + 1], white[n : n + 1], depth, lambda boards, white: reference.evaluate_all(boards)
        )
        for n in range(len(FENS))
    ]
    assert sum(found.batches) == sum(sum(one.batches) for one in alone)
    assert len(found.batches) == max(len(one.batches) for one in alone)


def test_leaves_are_asked_with_the_side_that_moves_in_them() -> None:
    boards, white = as_boards([FENS[0], FENS[1]])
    asked: list[set[bool]] = []

    def values(boards: np.ndarray, white: np.ndarray) -> np.ndarray:
        asked.append(set(white.tolist()))
        return np.where(white, 0.5, -0.5)  # it is good to have the move

    found = search_together(boards, white, 1, values)
    assert asked == [{True, False}] and found.value.tolist() == [-0.5, 0.5]


def test_what_cannot_be_searched_is_refused() -> None:
    boards, white = as_boards(FENS)
    with refused("deepen"):
        search(boards, white, 2, -ALL, ALL, deepen=True, shared=True)
    with refused("table"):
        search(boards, white, 2, -ALL, ALL, table=-1)
    with refused("depth"):
        search_together(boards, white, 0, lambda boards, white: np.zeros(len(boards)))
    with refused("evaluated"):
        search_together(boards, white, 1, lambda boards, white: np.zeros(1))


@pytest.mark.thorough
def test_a_table_keeps_exact_values_and_bounds_of_one_depth() -> None:
    boards, white = as_boards(FENS[:4])
    key = hashed(boards, white)
    plies, nothing = np.full(4, 2, np.int32), np.zeros(4, np.float32)
    low, high = nothing - 1, nothing + 1
    new = np.array([True, True, True, False])
    table = stored(empty_table(12), new, key, plies, np.array([0.5, 1, -1, 0.5], np.float32), low, high)

    def known(plies: np.ndarray, low: np.ndarray, high: np.ndarray) -> list[float | None]:
        has, value = known_value(table, key, plies, low, high)
        return [reported if there else None for there, reported in zip(has.tolist(), value.tolist(), strict=True)]

    assert known(plies, low, high) == [0.5, 1, -1, None]  # exact, at least 1, at most -1, not there
    assert known(plies, low * 2, high * 2) == [0.5, None, None, None]  # bounds do not decide a wider window
    assert known(plies + 1, low, high) == [None] * 4
    other = hashed(boards, ~white)
    assert not known_value(table, other, plies, low, high)[0].any() and len({*map(tuple, key.tolist())}) == 4


@pytest.mark.slow
def test_a_table_with_hits_leaves_the_value_as_it_is() -> None:
    boards, white = as_boards(TRANSPOSING)
    bounds = (np.full(len(boards), bound, np.float32) for bound in (-1000, 1000))
    found = search(boards, white, 5, *bounds, table=12)
    alone = [reference.search(board, bool(side), 5) for board, side in zip(boards, white, strict=True)]
    assert found.value.tolist() == [one.value for one in alone]
    assert all(less < one.positions for less, one in zip(found.positions.tolist(), alone, strict=True))


@pytest.mark.slow
def test_a_shared_bound_and_a_table_with_hits_together_leave_the_value_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(splits, "_SIZES", (16,))
    for fen in TRANSPOSING[:2]:
        (board,), (white,) = as_boards([fen])
        side, one = bool(white), reference.search(board, bool(white), 5)
        without, found = (splits.root_split(board, side, 5, shared=True, table=table) for table in (0, 12))
        assert found.value == without.value == one.value
        assert attains(board, side, 5, found.move, one.value)
        assert found.positions < without.positions
