"""Boards of python-chess to states and back: positions, moves, repetitions, ends, and what is refused."""

import pickle
import random
import subprocess
import sys

import chess
import chess.variant
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused

import boardai
from boardai import interop
from boardai.interop import action_from_move, action_to_move, from_board, to_board


def random_board(rng: random.Random, plies: int, *, chess960: bool = False, fen: str | None = None) -> chess.Board:
    """A board after random moves, half of them by pieces to and fro, so that positions recur."""
    board = chess.Board(fen) if fen else chess.Board()
    if chess960:
        board = chess.Board.from_chess960_pos(rng.randrange(960))
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves or board.is_game_over():
            break
        quiet = [move for move in moves if not board.is_zeroing(move)]
        back = [m for m in quiet if len(board.move_stack) > 1 and m.to_square == board.move_stack[-2].from_square]
        board.push(rng.choice(back or quiet if rng.random() < 0.6 and quiet else moves))
    return board


def bare(state):
    """The state with planes of the present position alone."""
    other = state.clone()
    other.show_history(0)
    return other


def assert_same(board: chess.Board, state) -> None:
    """The same position, moves, counters, repetitions and end."""
    assert state.fen().split()[:2] == board.fen().split()[:2]
    assert chess.Board(state.shredder_fen(), chess960=True).epd() == chess.Board(board.fen(), chess960=True).epd()
    assert (state.halfmove_clock(), state.fullmove_number()) == (board.halfmove_clock, board.fullmove_number)
    assert state.is_terminal() == board.is_game_over()
    for count in (2, 3, 4, 5):
        assert (state.occurrences() >= count) == board.is_repetition(count)
    if not state.is_terminal():
        theirs = {board.uci(move) for move in board.legal_moves}
        assert {state.action_to_string(action) for action in state.legal_actions()} == theirs


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(0, 90), st.booleans())
def test_random_boards_become_states_and_boards_again(seed, plies, chess960):
    board = random_board(random.Random(seed), plies, chess960=chess960)
    state = from_board(board, claim_draws=False)
    assert state.is_chess960() == chess960 and not state.claims_draws() and state.history() == 7
    assert_same(board, state)
    again = to_board(state)
    assert again == board and again.chess960 == chess960 and again.is_valid()
    assert_same(again, state)
    # Its moves are the board's last ones, as many as can matter.
    assert again.move_stack == board.move_stack[len(board.move_stack) - len(again.move_stack) :]
    matter = next((i for i, move in enumerate(back_through(board)) if move), len(board.move_stack))
    assert len(again.move_stack) == matter
    assert from_board(again, claim_draws=False, history=0) == bare(state)


def back_through(board: chess.Board):
    """For each move of a board, the last one first: whether it was irreversible."""
    board = board.copy()
    while board.move_stack:
        rights, move = board.clean_castling_rights(), board.pop()
        yield board.is_zeroing(move) or board.clean_castling_rights() != rights


def test_random_games_of_states_become_boards():
    rng = random.Random(4)
    for number in range(12):
        chess960 = number % 2 == 1
        game = boardai.load("chess", chess960=chess960, position=rng.randrange(960) if chess960 else None)
        state = game.initial_state()
        actions = []
        while not state.is_terminal():
            actions.append(rng.choice(state.legal_actions()))
            state.apply(actions[-1])
            if state.is_terminal() or rng.random() < 0.05:
                board = to_board(state)
                assert from_board(board, history=0) == bare(state)
                over = board.is_checkmate() or board.is_stalemate() or board.is_insufficient_material()
                assert state.is_terminal() == (over or board.is_repetition(3) or board.is_fifty_moves())


def test_the_moves_before_count_as_repetitions_and_show_in_the_planes():
    board, state = chess.Board(), boardai.load("chess").initial_state()
    for text in ("g1f3", "g8f6", "f3g1", "f6g8") * 2:
        board.push_uci(text)
        state.apply(state.action_from_string(text))
    assert from_board(board) == state and state.is_terminal() and state.occurrences() == 3
    assert (from_board(board).observation() == state.observation()).all()
    with refused("to_board", "chess", "HexState", error=TypeError):
        to_board(boardai.load("hex").initial_state())
    assert len(to_board(state).move_stack) == 8 and to_board(state).can_claim_threefold_repetition()


def test_a_first_position_with_en_passant_is_another_than_the_same_without():
    board = chess.Board("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1")
    for text in ("d2d4", "e8e7", "e1f1", "e7e8", "f1e1"):
        board.push_uci(text)
    state = from_board(board)
    assert state.occurrences() == 1 and not board.is_repetition(2)
    again = to_board(state)
    assert again.root().ep_square == chess.D3 and len(again.move_stack) == 4 and again == board
    assert not again.is_repetition(2)
    for text in ("e8e7", "e1f1", "e7e8", "f1e1"):
        again.push_uci(text)
    assert from_board(again).occurrences() == 2 and again.is_repetition(2)


def test_a_board_set_up_from_a_position_keeps_it():
    board = chess.Board("8/P6k/8/8/8/8/7K/8 w - - 12 70")
    board.push_uci("a7a8q")
    board.push_uci("h7g7")
    state = from_board(board)
    assert state.fen() == board.fen() == "Q7/6k1/8/8/8/8/7K/8 w - - 1 71"
    assert board.promoted and not to_board(state).promoted and to_board(state) == board
    assert to_board(from_board(chess.Board("8/P6k/8/8/8/8/7K/8 b - - 12 70"))).fullmove_number == 70


@pytest.mark.parametrize(
    ("fen", "castles"),
    [
        ("1r2k1rr/8/8/8/8/8/8/1R2K1RR w KQkq - 0 1", {"e1h1", "e1b1"}),
        ("1r2k1rr/8/8/8/8/8/8/1R2K1RR w GQgq - 3 9", {"e1g1", "e1b1"}),
        ("rr2k3/8/8/8/8/8/8/RR2K3 w Bb - 0 1", {"e1b1"}),
    ],
)
def test_castling_rights_of_either_rook_are_kept(fen, castles):
    """X-FEN's letters: K is the outermost rook, G the one on that file."""
    board = chess.Board(fen, chess960=True)
    state = from_board(board)
    legal = {state.action_to_string(action) for action in state.legal_actions()}
    assert legal == {move.uci() for move in board.legal_moves}
    assert legal & {"e1h1", "e1g1", "e1b1", "e1a1"} - castles == set() and to_board(state) == board
    for text in castles & legal:
        moved = board.copy()
        moved.push_uci(text)
        assert_same(moved, from_board(moved, claim_draws=False))


def test_moves_are_translated_both_ways():
    for chess960, castling in ((False, "e1g1"), (True, "e1h1")):
        board = chess.Board("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", chess960=chess960)
        state = from_board(board)
        moves = {action_to_move(state, action): action for action in state.legal_actions()}
        assert set(moves) == set(board.legal_moves) and chess.Move.from_uci(castling) in moves
        for move, action in moves.items():
            assert action_from_move(state, move) == action
        with pytest.raises(ValueError, match="e1e5"):
            action_from_move(state, chess.Move.from_uci("e1e5"))
        with refused("action 0"):
            action_to_move(state, 0)


def test_an_end_by_claim_is_reported():
    board = chess.Board()
    for text in ("g1f3", "g8f6", "f3g1", "f6g8") * 2 + ("e2e4",):
        board.push_uci(text)
    with refused("move 9 of 9", "e2e4", "claim_draws=False"):
        from_board(board)
    assert_same(board, from_board(board, claim_draws=False))
    board = chess.Board("6k1/8/8/8/8/8/8/K6R w - - 99 80")
    board.push_uci("h1h2")
    assert from_board(board).is_terminal() and not from_board(board, claim_draws=False).is_terminal()
    assert board.is_fifty_moves() and not board.is_game_over()


def test_moves_after_the_end_are_refused_for_both_claims():
    board = chess.Board("7k/8/8/8/8/8/8/K5b1 w - - 0 1")
    board.push_uci("a1a2")
    with refused("move 1 of 1", "a1a2"):
        from_board(board, claim_draws=True)


@pytest.mark.parametrize("variant", [chess.variant.AtomicBoard, chess.variant.CrazyhouseBoard])
def test_variants_are_refused(variant):
    with refused(variant.uci_variant):
        from_board(variant())


def test_illegal_boards_are_refused_with_the_reason():
    empty = chess.Board(None)
    with refused("FEN field 1"):
        from_board(empty)
    in_check = chess.Board("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1")
    with refused("board"):
        from_board(in_check)
    no_rook = chess.Board()
    no_rook.remove_piece_at(chess.H1)
    with refused("BAD_CASTLING_RIGHTS"):
        from_board(no_rook)
    en_passant = chess.Board()
    en_passant.ep_square = chess.E3
    with refused("INVALID_EP_SQUARE"):
        from_board(en_passant)
    passing = chess.Board()
    passing.push(chess.Move.null())
    with refused("move 1 of 1", "null move"):
        from_board(passing)
    illegal = chess.Board()
    illegal.push(chess.Move.from_uci("e2e5"))
    with refused("move 1 of 1", "e2e5"):
        from_board(illegal)
    changed = chess.Board()
    changed.push_uci("e2e4")
    changed.turn = chess.WHITE
    with refused("moves"):
        from_board(changed)
    with refused("chess.Board", "str", error=TypeError):
        from_board("startpos")


def test_bytes_that_no_game_makes_are_refused():
    state = boardai.load("chess").initial_state()
    for text in ("g1f3", "g8f6", "f3g1"):
        state.apply(state.action_from_string(text))
    packed = bytearray(state.pack())
    for place in (-1, -9, -17):  # a byte of each position's key
        broken = packed[:]
        broken[place] ^= 0x40
        unpacked = type(state).unpack(bytes(broken))
        with refused("position"):
            to_board(unpacked)
    assert to_board(pickle.loads(pickle.dumps(state))) == to_board(state)


def test_nothing_of_it_is_imported_before_it_is_asked_for():
    code = (
        "import sys, boardai, boardai.interop\n"
        "assert not {'chess', 'pyspiel', 'pettingzoo', 'gymnasium'} & set(sys.modules)\n"
        "assert {'from_board', 'to_openspiel', 'gymnasium'} <= set(dir(boardai.interop))\n"
        "sys.modules['chess'] = None\n"
        "try: boardai.interop.from_board(None)\n"
        "except ImportError as error: assert \"pip install 'boardai[chess]'\" in str(error)\n"
        "else: raise AssertionError\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    with refused("from_bord", error=AttributeError):
        _ = interop.from_bord
