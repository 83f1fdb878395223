"""df-pn: the native search against its plain-Python twin and an independent solver; limits, memory, errors."""

from __future__ import annotations

import random
import re
from dataclasses import asdict, fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds_of_game import SPECS, load
from solver_positions import SMALL_GAMES, outcome, random_state, small_game

import boardai
from boardai import native
from boardai.search import DfPnOptions, alphabeta, dfpn
from boardai.search.reference.dfpn import dfpn as reference_dfpn

PLIES = {"tic-tac-toe": 0, "hex": 0, "reversi": 4, "connect four": 5}  # played before plain Python can solve the rest


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_equals_its_plain_python_twin(name):
    game = small_game(name)
    for seed in range(4):
        state = random_state(game, PLIES[name] + seed % 2, seed)
        result = dfpn(state)
        assert (result.value, result.nodes) == reference_dfpn(state)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(SMALL_GAMES),
    st.integers(0, 8),
    st.integers(0, 10**6),
    st.sampled_from(["outcome", "win", "draw"]),
    st.booleans(),
    st.sampled_from([None, "", "hash"]),
    st.sampled_from([0, 0.25, 2]),
)
def test_answers_are_those_of_plain_minimax(name, more, seed, question, mobility, evaluator, epsilon):
    game = small_game(name)
    state = random_state(game, PLIES[name] + more, seed)
    before = state.to_string()
    result = dfpn(state, question=question, mobility=mobility, evaluator=evaluator, seed=seed, epsilon=epsilon)
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
    again = dfpn(state, question=question, mobility=mobility, evaluator=evaluator, epsilon=epsilon)
    assert (again.nodes, again.pv, again.notes) == (result.nodes, result.pv, result.notes)


@pytest.mark.parametrize("name", SPECS)
def test_runs_on_every_kind_of_game(name):
    state = load(name).initial_state()
    result = dfpn(state, nodes=2000)
    assert result.method == "dfpn" and result.player == 0
    assert result.action in state.legal_actions()
    assert sum(result.policy.values()) == 1 and result.policy[result.action] == 1
    assert result.nodes <= 2000
    least = dfpn(state, nodes=1)
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
        result = dfpn(state, depth=depth, question="win")
        assert result.notes["can win"] is found
        assert result.value == (1 if found else None)
    assert [state.action_to_string(result.pv[0]), len(result.pv)] == ["f3f7", 3]


def test_options_are_those_of_cpp():
    native_options = native.namespace("boardai/search/dfpn").DfPnOptions()
    for field in fields(DfPnOptions):
        value = getattr(native_options, field.name)
        default = getattr(DfPnOptions(), field.name)
        assert (["outcome", "win", "draw"][int(value)] if field.name == "question" else value) == default
    assert set(asdict(DfPnOptions())) == {name for name in dir(native_options) if not name.startswith("_")}


def test_bad_input_is_refused():
    state = load("tic-tac-toe").initial_state()
    with pytest.raises(ValueError, match="question must be one of outcome, win, draw, not 'loss'"):
        dfpn(state, question="loss")
    with pytest.raises(ValueError, match="megabytes must be 1 to 65536, not 0"):
        dfpn(state, megabytes=0)
    with pytest.raises(ValueError, match="unit must be 0 to 1000000, not -1"):
        dfpn(state, unit=-1)
    with pytest.raises(ValueError, match="unknown evaluator 'nonsense'"):
        dfpn(state, evaluator="nonsense")
    with pytest.raises(TypeError):
        dfpn(state, megabyte=1)
    with pytest.raises(ValueError, match="depth must be a whole number above 0"):
        dfpn(state, depth=0)
    for action in (0, 3, 1, 4, 2):
        state.apply(action)
    with pytest.raises(ValueError, match="the game is over"):
        dfpn(state)


def test_progress_and_its_exceptions():
    state = boardai.load("hex", size=7).initial_state()
    seen = []
    result = dfpn(state, seconds=0.5, megabytes=256, progress=seen.append)
    assert seen and all(1 <= part.nodes <= result.nodes for part in seen)

    def end(part):
        raise LookupError(str(part.nodes))

    with pytest.raises(LookupError):
        dfpn(state, seconds=5, megabytes=256, progress=end)


def test_a_small_table_is_enough():
    """Forgetting costs work, not correctness: 1 MiB holds 14,000 of the positions this takes."""
    state = boardai.load("hex", size=4).initial_state()
    large, small = dfpn(state, megabytes=64), dfpn(state, megabytes=1)
    assert large.value == small.value == 1
    assert "memory swept" not in large.notes and small.notes["memory swept"] >= 1
    assert small.nodes > large.nodes


def test_checks_only():
    chess = boardai.load("chess")
    state = chess.from_string("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1")
    result = dfpn(state, checks_only=True)
    assert result.value == 1 and state.action_to_string(result.action) == "f3f7"
    # The rooks mate in two by a quiet move only. That no check does is no proof that there is no other way.
    state = chess.from_string("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1")
    assert dfpn(state, depth=3).value == 1
    result = dfpn(state, depth=3, checks_only=True)
    assert result.notes["can win"] is False and result.value is None and result.notes["can draw"] is None
    result = dfpn(chess.from_string("7k/8/8/8/8/8/P7/K7 w - - 0 1"), checks_only=True)
    assert result.notes["can win"] is False and result.value is None
    with pytest.raises(ValueError, match="checks_only: this game does not tell checks"):
        dfpn(load("hex").initial_state(), checks_only=True)
    with pytest.raises(ValueError, match="epsilon must be 0 to 10"):
        dfpn(state, epsilon=-1)


def endgame(rng, pieces, clock):
    """Black's king in a corner, White's near, the others anywhere; White to move; None where that is no position."""
    squares = [rng.choice((10, 16, 17, 18)), 0, *rng.sample(range(19, 64), len(pieces) - 2)]
    board = [["" for _ in range(8)] for _ in range(8)]
    for piece, square in zip(pieces, squares, strict=True):
        board[square // 8][square % 8] = piece
    rows = ["".join(piece or "." for piece in row) for row in board]
    text = "/".join(re.sub(r"\.+", lambda dots: str(len(dots.group())), row) for row in rows)
    try:
        state = boardai.load("chess").from_string(f"{text} w - - {clock} 80")
    except ValueError:
        return None
    return None if state.is_terminal() else state


@pytest.mark.parametrize("pieces", ["KkQ", "KkR", "KkRR", "KkQr"])
def test_repetitions_and_the_move_count_in_chess(pieces):
    """Few plies before the 50-move draw pieces walk in circles, and the table is full of histories that differ.

    Alpha-beta without a table, to the end of the count, knows what can be won in time.
    """
    rng = random.Random(pieces)
    wins = 0
    for number in range(16):
        left = 3 + number % 3  # plies until the draw
        state = endgame(rng, pieces, 100 - left)
        if state is None:
            continue
        expected = alphabeta(state, depth=left, evaluator="none", ordering="captures").value >= 30_000
        within = left if "r" in pieces else None  # a capture of the rook starts the count anew
        result = dfpn(state, question="win", depth=within)
        assert result.notes["can win"] is expected, state.to_string()
        wins += expected
    assert wins > 0


def test_a_win_is_found_among_repetitions():
    """King and rook against king, far from mate: lines go in circles for a while, the proof does not."""
    state = boardai.load("chess").from_string("8/8/8/8/8/2k5/7R/K7 w - - 0 1")
    near = boardai.load("chess").from_string("8/8/8/8/8/k7/7R/1K6 w - - 0 1")
    for position, depth in ((near, None), (state, 9)):
        result = dfpn(position, question="win", depth=depth, nodes=300_000)
        walked = position.clone()
        for action in result.pv:
            walked.apply(action)
        if result.value == 1:
            assert walked.is_checkmate() and walked.occurrences() == 1
    assert dfpn(near, question="win", nodes=300_000).value == 1
