"""FEN, UCI text and SAN of chess: forms understood, forms refused."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given, settings, strategies
from refusals import refused

import boardai

GAME = boardai.load("chess")
CHESS960 = boardai.load("chess", chess960=True)


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("", "FEN: .*''"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", r"field 1 \(piece placement\): White.*0"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "field 1 .*check"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "field 1 .*rank 1 or 8"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "field 2 .*'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", r"field 3 \(castling\): .*'K'"),
        ("3rk3/8/8/8/8/8/8/3RK3 w D - 0 1", "field 3 .*'D'"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "field 4 .*e6"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 200 1", "field 5 .*'200'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "field 6 .*'0'"),
    ],
)
def test_bad_fen_names_field_and_reason(fen: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        GAME.from_string(fen)
    with pytest.raises(ValueError, match=reason):
        boardai.load("chess", fen=fen)


def test_en_passant_is_written_only_when_it_can_be_played() -> None:
    opened = GAME.from_string("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    assert opened.to_string() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    pinned = "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1"
    assert GAME.from_string(pinned).to_string() == pinned.replace("c6", "-")
    playable = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
    assert GAME.from_string(playable).to_string() == playable


@pytest.mark.parametrize(
    ("text", "x_fen", "shredder"),
    [
        ("1r1rk3/8/8/8/8/8/8/1R1RK3 w Dd - 0 1", "Dd", "Dd"),
        ("1r1rk3/8/8/8/8/8/8/1R1RK3 w Qq - 0 1", "Qq", "Bb"),
        ("4k1r1/8/8/8/8/8/8/R3K1RR w GAg - 0 1", "GQk", "GAg"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "KQkq", "HAha"),
    ],
)
def test_castling_letters(text: str, x_fen: str, shredder: str) -> None:
    state = CHESS960.from_string(text)
    assert state.fen().split()[2] == x_fen
    assert state.shredder_fen().split()[2] == shredder
    assert CHESS960.from_string(state.shredder_fen()) == state
    board = chess.Board(text, chess960=True)
    assert state.fen() == board.fen(en_passant="legal")
    assert state.shredder_fen() == board.fen(shredder=True, en_passant="legal")


def test_castling_text_in_both_variants() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    classical, free = GAME.from_string(fen), CHESS960.from_string(fen)
    for castling in ("O-O", "O-O-O"):
        action = classical.action_from_san(castling)
        assert free.action_from_san(castling) == action
    assert classical.action_to_string(classical.action_from_san("O-O")) == "e1g1"
    assert classical.action_to_string(classical.action_from_san("0-0-0")) == "e1c1"
    assert free.action_to_string(free.action_from_san("O-O")) == "e1h1"
    with refused("e1g1"):
        free.action_from_string("e1g1")
    with refused("e1h1"):
        classical.action_from_string("e1h1")


@pytest.mark.parametrize("text", ["Nf3", "Nf3!?", "Ngf3", "Ng1f3", "N1f3", "Ng1-f3", "Nf3+", "g1f3"])
def test_ways_to_write_a_knight_move(text: str) -> None:
    assert GAME.parse_action(GAME.initial_state(), text) == GAME.initial_state().action_from_string("g1f3")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Nf6", "not legal"),
        ("Qh5", "not legal"),
        ("xyz", "expected a move such as"),
        ("", "expected a move such as"),
        ("--", "expected a move such as"),
        ("e4=Q", "not legal"),
        ("e9", "expected a move such as"),
    ],
)
def test_san_that_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        GAME.initial_state().action_from_san(text)


def test_ambiguous_san_names_the_candidates() -> None:
    state = GAME.from_string("4k3/8/8/8/1N3N2/8/8/4K3 w - - 0 1")
    with pytest.raises(ValueError, match=r"ambiguous, N[bf]d[35]\+? or N[bf]d[35]"):
        state.action_from_san("Nd3")


@pytest.mark.parametrize(
    ("fen", "text"),
    [
        ("rn1qkbnr/p1ppp1pp/bp6/5pN1/3PP3/8/PPP2PPP/RNBQKB1R b KQkq - 2 4", "b8c6"),
        ("rn1qkbnr/p1ppp1pp/bp6/5pN1/3PP3/8/PPP2PPP/RNBQKB1R b KQkq - 2 4", "a6xf1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-a8=R"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e8g8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1=Q"),
        ("4k3/8/8/8/8/8/8/R3K1R1 w Q - 0 1", "e1g1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8"),
        ("4k3/8/8/8/8/5n2/8/4K2R w - - 0 1", "e1e2"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "e1e2=Q"),
    ],
)
def test_both_squares_name_any_piece(fen: str, text: str) -> None:
    board, state = chess.Board(fen), GAME.from_string(fen)
    theirs, ours = understood(board.parse_san, text), understood(state.action_from_san, text)
    assert (theirs and board.uci(theirs)) == (ours if ours is None else state.action_to_string(ours))


def understood(parse, text: str) -> object | None:
    try:
        return parse(text)
    except ValueError:
        return None


@settings(max_examples=300)
@given(strategies.integers(0, 2**32), strategies.text(alphabet="NBRQKabcdefgh12345678xO0-=+#!? ", max_size=7))
def test_san_readers_agree_on_what_is_a_move(seed: int, text: str) -> None:
    """Whatever the `chess` package reads as a legal move, we read as the same move, and the reverse."""
    rng = random.Random(seed)
    board, state = chess.Board(), GAME.initial_state()
    for _ in range(rng.randrange(40)):
        if state.is_terminal():
            return
        action = rng.choice(state.legal_actions())
        board.push(board.parse_uci(state.action_to_string(action)))
        state.apply(action)
    if state.is_terminal():
        return
    letters = list(state.san(rng.choice(state.legal_actions())))
    for _ in range(rng.randrange(3)):
        letters[rng.randrange(len(letters))] = rng.choice("NBRQKabcdefgh12345678xO=+")
    for candidate in (text, "".join(letters)):
        ours = understood(state.action_from_san, candidate)
        theirs = understood(board.parse_san, candidate.rstrip("!?"))
        if theirs:
            assert ours is not None, (board.fen(), candidate)
            assert state.action_to_string(ours) == board.uci(theirs)
        elif ours is not None:
            # Suffixes we strip wherever they stand at the end.
            assert any(mark in candidate for mark in "+#!?"), (board.fen(), candidate)


@settings(max_examples=500)
@given(strategies.text(max_size=90))
def test_any_text_is_a_position_or_a_value_error(text: str) -> None:
    understood(GAME.from_string, text)
    understood(GAME.initial_state().action_from_string, text)
    understood(GAME.initial_state().action_from_san, text)


def test_illegal_actions_have_no_san() -> None:
    with refused("action 0"):
        GAME.initial_state().san(0)
