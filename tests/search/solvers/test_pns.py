"""Proof-number search: its tree and its pool. What it shares with df-pn is in test_proof_numbers.py."""

from __future__ import annotations

from ctrl_c import ctrl_c
from kinds_of_game import load
from solver_positions import random_state

import boardai
from boardai.search import pns


def test_the_tree_holds_what_was_searched():
    state = load("tic-tac-toe").initial_state()
    result = pns(state, question="win", tree=True)
    assert result.tree is not None
    assert len(result.tree) == result.nodes


def test_a_full_pool_is_swept_and_a_hopeless_one_says_so():
    # The 4x4 board takes about 4 million nodes with mobility: 24 bytes each do not fit into 64 MiB at once.
    state = boardai.load("hex", size=4).initial_state()
    result = pns(state, megabytes=64, mobility=True)
    assert result.value == 1 and result.notes["memory swept"] >= 1
    small = pns(state, megabytes=1)
    assert small.value is None and small.notes["memory full"] is True
    assert small.action in state.legal_actions()
    assert small.hash_use is not None and 0.5 < small.hash_use <= 1


def test_pruned_memory_changes_no_answer():
    """Sweeping keeps proofs: the same answer, and a line to the end, whether the tree was swept or not."""
    game = boardai.load("hex", size=4)
    swept = 0
    for seed in range(6):
        state = random_state(game, 2, seed)
        large, small = pns(state, megabytes=256), pns(state, megabytes=8)
        swept += small.notes.get("memory swept", 0)
        if small.value is not None:
            assert (small.value, small.nodes) == (large.value, large.nodes)
    assert swept > 0


def test_ctrl_c_gives_the_tree_so_far():
    state = load("chess").initial_state()
    pns(state, nodes=2)
    with ctrl_c():
        result = pns(
            state, seconds=60, tree=50, megabytes=4096, on_interrupt="return"
        )  # a smaller pool is full in less than Ctrl-C's 0.3 s
    assert result.interrupted and result.tree is not None and len(result.tree) == 50
