"""Proof-number search: the native search against its twin and an independent solver; limits, memory, errors."""

from __future__ import annotations

import signal
import threading
from dataclasses import asdict, fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds_of_game import SPECS, load
from solver_positions import SMALL_GAMES, outcome, random_state, small_game

import boardai
from boardai import native
from boardai.search import PnsOptions, pns
from boardai.search.reference.pns import pns as reference_pns

PLIES = {"tic-tac-toe": 0, "hex": 0, "reversi": 4, "connect four": 5}  # played before plain Python can solve the rest


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_equals_its_plain_python_twin(name):
    game = small_game(name)
    for seed in range(4):
        state = random_state(game, PLIES[name] + seed % 2, seed)
        result = pns(state)
        assert (result.value, result.nodes) == reference_pns(state)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(SMALL_GAMES),
    st.integers(0, 8),
    st.integers(0, 10**6),
    st.sampled_from(["outcome", "win", "draw"]),
    st.booleans(),
    st.sampled_from([None, "", "hash"]),
)
def test_answers_are_those_of_plain_minimax(name, more, seed, question, mobility, evaluator):
    game = small_game(name)
    state = random_state(game, PLIES[name] + more, seed)
    before = state.to_string()
    result = pns(state, question=question, mobility=mobility, evaluator=evaluator, seed=seed)
    assert state.to_string() == before
    expected = outcome(state)
    can_win, can_draw = result.notes["can win"], result.notes["can draw"]
    assert can_win in (None, expected > 0)
    assert can_draw in (None, expected >= 0)
    assert result.value in (None, expected)
    if question == "outcome":
        assert result.value == result.outcome == expected
        # The move keeps what was proven.
        child = state.child(result.action)
        value = child.outcome(state.current_player()) if child.is_terminal() else outcome(child)
        if not child.is_terminal() and child.current_player() != state.current_player():
            value = -value
        assert value == expected
    elif question == "win":
        assert can_win is not None
    else:
        assert can_draw is not None
    assert result.action == result.pv[0]
    walked = state.clone()
    for action in result.pv:
        walked.apply(action)
    if result.value is not None:
        assert walked.is_terminal()
        assert walked.outcome(state.current_player()) == expected
        assert len(result.pv) <= result.notes["plies of the proof"] <= result.depth + 1
    again = pns(state, question=question, mobility=mobility, evaluator=evaluator)
    assert (again.nodes, again.pv, again.notes) == (result.nodes, result.pv, result.notes)


@pytest.mark.parametrize("name", SPECS)
def test_runs_on_every_kind_of_game(name):
    state = load(name).initial_state()
    result = pns(state, nodes=2000)
    assert result.method == "pns" and result.player == 0
    assert result.action in state.legal_actions()
    assert sum(result.policy.values()) == 1 and result.policy[result.action] == 1
    assert result.nodes <= 2000
    least = pns(state, nodes=1)
    assert least.action == state.legal_actions()[0] and least.nodes == 1
    if name == "tic-tac-toe":
        assert result.nodes > 100
    else:
        assert result.value is None and result.nodes == 2000


def test_a_depth_asks_for_a_win_within_so_many_plies():
    # White mates in two by the queen's sacrifice on f7; nothing else does, and nothing in one.
    chess = boardai.load("chess")
    state = chess.from_string("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1")
    for depth, found in ((1, False), (2, False), (3, True)):
        result = pns(state, depth=depth, question="win")
        assert result.notes["can win"] is found
        assert result.value == (1 if found else None)
    assert [state.action_to_string(result.pv[0]), len(result.pv)] == ["f3f7", 3]


def test_options_are_those_of_cpp():
    native_options = native.namespace("boardai/search/pns").PnsOptions()
    for field in fields(PnsOptions):
        value = getattr(native_options, field.name)
        default = getattr(PnsOptions(), field.name)
        assert (["outcome", "win", "draw"][int(value)] if field.name == "question" else value) == default
    assert set(asdict(PnsOptions())) == {name for name in dir(native_options) if not name.startswith("_")}


def test_bad_input_is_refused():
    state = load("tic-tac-toe").initial_state()
    with pytest.raises(ValueError, match="question must be one of outcome, win, draw, not 'loss'"):
        pns(state, question="loss")
    with pytest.raises(ValueError, match="megabytes must be 1 to 65536, not 0"):
        pns(state, megabytes=0)
    with pytest.raises(ValueError, match="unit must be 0 to 1000000, not -1"):
        pns(state, unit=-1)
    with pytest.raises(ValueError, match="unknown evaluator 'nonsense'"):
        pns(state, evaluator="nonsense")
    with pytest.raises(TypeError):
        pns(state, megabyte=1)
    with pytest.raises(ValueError, match="depth must be a whole number above 0"):
        pns(state, depth=0)
    for action in (0, 3, 1, 4, 2):
        state.apply(action)
    with pytest.raises(ValueError, match="the game is over"):
        pns(state)


def test_progress_and_its_exceptions():
    state = boardai.load("hex", size=7).initial_state()
    seen = []
    result = pns(state, seconds=0.5, megabytes=256, progress=seen.append)
    assert seen and all(1 <= part.nodes <= result.nodes for part in seen)

    def end(part):
        raise LookupError(str(part.nodes))

    with pytest.raises(LookupError):
        pns(state, seconds=5, megabytes=256, progress=end)


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
    timer = threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    result = pns(state, seconds=60, tree=50)
    timer.join()
    assert result.interrupted and result.tree is not None and len(result.tree) == 50
