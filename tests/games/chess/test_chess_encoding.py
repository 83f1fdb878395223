"""Chess planes and policy indices, against a plain construction from the `chess` package's boards."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import chess
import numpy as np
import pytest
from refusals import refused

import boardai

KNIGHT_LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
DETOUR = ["g1f3", "g8f6", "f3g1", "f6g8"]
QUEEN_STEPS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]


def slow_planes(boards: list[chess.Board], repeated: list[bool]) -> np.ndarray:
    """The card's table in NumPy: `boards` and `repeated`, latest last."""
    planes = np.zeros((8, 8, 119), np.float32)
    now = boards[-1]
    us = now.turn

    def mark(square: int, channel: int) -> None:
        row = chess.square_rank(square) if us == chess.WHITE else 7 - chess.square_rank(square)
        planes[row, chess.square_file(square), channel] = 1

    for step, (board, again) in enumerate(zip(boards[-8:][::-1], repeated[-8:][::-1], strict=True)):
        for square, piece in board.piece_map().items():
            mark(square, step * 14 + piece.piece_type - 1 + (0 if piece.color == us else 6))
        if board.has_legal_en_passant():
            mark(board.ep_square, step * 14 + 12)
        if again:
            planes[:, :, step * 14 + 13] = 1
    planes[:, :, 112] = us == chess.BLACK
    planes[:, :, 113] = min(now.fullmove_number, 200) / 100
    planes[:, :, 114] = now.has_kingside_castling_rights(us)
    planes[:, :, 115] = now.has_queenside_castling_rights(us)
    planes[:, :, 116] = now.has_kingside_castling_rights(not us)
    planes[:, :, 117] = now.has_queenside_castling_rights(not us)
    planes[:, :, 118] = now.halfmove_clock / 100
    return planes


def slow_policy_index(board: chess.Board, move: chess.Move) -> int:
    flip = 0 if board.turn == chess.WHITE else 56
    start, end = move.from_square ^ flip, move.to_square ^ flip
    files = chess.square_file(end) - chess.square_file(start)
    ranks = chess.square_rank(end) - chess.square_rank(start)
    if move.promotion in (chess.KNIGHT, chess.BISHOP, chess.ROOK):
        plane = 64 + (files + 1) * 3 + move.promotion - chess.KNIGHT
    elif (files, ranks) in KNIGHT_LEAPS:
        plane = 56 + KNIGHT_LEAPS.index((files, ranks))
    else:
        distance = max(abs(files), abs(ranks))
        plane = QUEEN_STEPS.index((files // distance, ranks // distance)) * 7 + distance - 1
    return plane * 64 + start


def walked(state: boardai.State, board: chess.Board, rng: random.Random, detour: bool) -> Iterator[tuple[list, list]]:
    """A random game on both; before each move the boards so far, and which of them had stood there before.

    Random games hardly ever repeat a position: with a detour they begin with one, back to the start.
    """
    boards, repeated, keys = [], [], []
    while not state.is_terminal():
        boards.append(board.copy(stack=False))
        repeated.append(board._transposition_key() in keys)
        keys.append(board._transposition_key())
        yield boards, repeated
        on_detour = detour and len(boards) <= len(DETOUR)
        action = state.action_from_string(DETOUR[len(boards) - 1]) if on_detour else rng.choice(state.legal_actions())
        board.push(board.parse_uci(state.action_to_string(action)))
        state.apply(action)


@pytest.mark.parametrize("seed", range(12))
def test_planes_and_policy_of_random_games(seed: int) -> None:
    rng = random.Random(seed)
    chess960 = seed % 3 == 2
    position = rng.randrange(960) if chess960 else None
    state = boardai.load("chess", chess960=chess960, position=position).initial_state()
    board = chess.Board.from_chess960_pos(position) if chess960 else chess.Board()
    for boards, repeated in walked(state, board, rng, detour=not chess960):
        if rng.random() < 0.3 or len(boards) < 12 or repeated[-1]:
            np.testing.assert_array_equal(state.observation(), slow_planes(boards, repeated), err_msg=board.fen())
        for action in state.legal_actions():
            move = chess.Move.from_uci(state.action_to_string(action))
            assert state.policy_index(action) == slow_policy_index(board, move), (board.fen(), move)
    assert any(repeated) or chess960


def test_shapes() -> None:
    game = boardai.load("chess")
    assert game.observation_shape == (8, 8, 119)
    assert game.policy_size == 4672


def test_a_policy_index_off_the_board_is_refused() -> None:
    state = boardai.load("chess").initial_state()
    with refused(6 * 64 + 63):
        state.action_from_policy(6 * 64 + 63)  # seven ranks ahead from h8
    with refused("4672"):
        state.action_from_policy(4672)


def test_mirrored_positions_look_alike_but_for_the_colour_plane() -> None:
    game = boardai.load("chess")
    rng = random.Random(1)
    board = chess.Board()
    for _ in range(60):
        board.push(rng.choice(list(board.legal_moves)))
        if board.is_game_over():
            break
        one = game.from_string(board.fen(en_passant="legal"))
        other = game.from_string(board.mirror().fen(en_passant="legal"))
        differing = np.flatnonzero((one.observation() != other.observation()).any(axis=(0, 1)))
        assert differing.tolist() == [112]
        same = [one.policy_index(action) for action in one.legal_actions()]
        assert sorted(same) == sorted(other.policy_index(action) for action in other.legal_actions())


def test_observation_key_sees_history_and_counters() -> None:
    game = boardai.load("chess")
    fen = "4k3/8/8/8/8/8/4P3/4K2R w K - {} {}"
    keys = {game.from_string(fen.format(half, full)).observation_key() for half in (0, 7) for full in (10, 11)}
    assert len(keys) == 4
    # The same position by two orders of moves: other history, other key; equal hash.
    one, other = game.initial_state(), game.initial_state()
    for text in ("g1f3", "g8f6", "b1c3"):
        one.apply(one.action_from_string(text))
    for text in ("b1c3", "g8f6", "g1f3"):
        other.apply(other.action_from_string(text))
    assert one.hash() == other.hash()
    assert one.observation_key() != other.observation_key()
    assert one != other


@pytest.mark.parametrize("history", [0, 1, 3, 6])
def test_less_history_leaves_out_its_planes_and_nothing_else(history: int) -> None:
    rng = random.Random(history)
    for _ in range(3):
        full = boardai.load("chess").initial_state()
        short = boardai.load("chess", history=history).initial_state()
        for _ in range(60):
            if full.is_terminal():
                break
            planes, seen = full.observation(), short.observation()
            assert seen.shape == (8, 8, 14 * (history + 1) + 7)
            np.testing.assert_array_equal(seen[:, :, :-7], planes[:, :, : 14 * (history + 1)])
            np.testing.assert_array_equal(seen[:, :, -7:], planes[:, :, -7:])
            assert pickle.loads(pickle.dumps(short)) == short != full
            action = rng.choice(full.legal_actions())
            full.apply(action)
            short.apply(action)
        assert short.from_string(short.to_string()).history() == history


@pytest.mark.parametrize("seed", range(3))
def test_attack_planes_are_what_each_kind_of_piece_attacks(seed: int) -> None:
    rng = random.Random(seed)
    plain = boardai.load("chess", history=seed).initial_state()
    state = boardai.load("chess", history=seed, attacks=True).initial_state()
    first = 14 * (seed + 1)
    while not state.is_terminal():
        planes, without = state.observation(), plain.observation()
        np.testing.assert_array_equal(planes[:, :, :first], without[:, :, :first])
        np.testing.assert_array_equal(planes[:, :, first + 12 :], without[:, :, first:])
        board = chess.Board(state.to_string())
        flip = 0 if board.turn else 56
        expected = np.zeros((8, 8, 12), np.float32)
        for square, piece in board.piece_map().items():
            for attacked in board.attacks(square):
                channel = piece.piece_type - 1 + (0 if piece.color == board.turn else 6)
                expected[(attacked ^ flip) // 8, attacked % 8, channel] = 1
        np.testing.assert_array_equal(planes[:, :, first : first + 12], expected, err_msg=board.fen())
        action = rng.choice(state.legal_actions())
        state.apply(action)
        plain.apply(action)
    again = pickle.loads(pickle.dumps(state))
    for other in (again, state.from_string(state.to_string()), state.mirrored(), state.reversible_moves()[0]):
        assert other.shows_attacks() and other.history() == seed
    assert again == state != plain
    state.show_attacks(False)
    assert state == plain


@pytest.mark.parametrize("attacks", [1, "yes", None])
def test_attacks_are_shown_or_not(attacks: object) -> None:
    with refused("attacks"):
        boardai.load("chess", attacks=attacks)
    with refused("attacks"):
        boardai.load("chess").initial_state().show_attacks(attacks)


def test_without_history_move_orders_share_a_key() -> None:
    def after(moves: str, **params: int) -> int:
        state = boardai.load("chess", **params).initial_state()
        for move in moves.split():
            state.apply(state.action_from_string(move))
        return state.observation_key()

    lines = ("g1f3 g8f6 b1c3 b8c6", "b1c3 b8c6 g1f3 g8f6")
    assert after(lines[0], history=0) == after(lines[1], history=0)
    assert after(lines[0]) != after(lines[1])


@pytest.mark.parametrize("history", [-1, 8, 1.0, True])
def test_history_out_of_range(history: object) -> None:
    with pytest.raises(ValueError, match="history"):
        boardai.load("chess", history=history)


def slow_lc0_planes(boards: list[chess.Board], repeated: list[bool]) -> np.ndarray:
    """The card's table of Lc0's planes, written channel by channel."""
    channels: list[np.ndarray] = []
    now = boards[-1]
    us, empty = now.turn, np.zeros((8, 8), np.float32)

    def squares(board: chess.Board, kind: int, colour: bool) -> np.ndarray:
        plane = np.array([[square in board.pieces(kind, colour) for square in row] for row in chess_rows], np.float32)
        return plane if us == chess.WHITE else plane[::-1]

    chess_rows = np.arange(64).reshape(8, 8)
    for step in range(8):
        if step >= len(boards):
            channels += [empty] * 13
            continue
        board = boards[-1 - step]
        channels += [squares(board, kind, colour) for colour in (us, not us) for kind in chess.PIECE_TYPES]
        channels.append(empty + repeated[-1 - step])
    for colour in (us, not us):
        channels += [
            empty + now.has_queenside_castling_rights(colour),
            empty + now.has_kingside_castling_rights(colour),
        ]
    channels += [empty + (us == chess.BLACK), empty + np.float32(now.halfmove_clock) / np.float32(99), empty, empty + 1]
    return np.stack(channels, axis=-1)


def lc0_moves() -> list[str]:
    """All moves of Lc0's policy as text, in their order: what a queen or a knight does, then promotions."""
    found = []
    for start in chess.SQUARES:
        board = chess.BaseBoard.empty()
        for kind in (chess.QUEEN, chess.KNIGHT):
            board.set_piece_at(start, chess.Piece(kind, chess.WHITE))
            found += [(start, end) for end in board.attacks(start)]
    plain = [chess.Move(*move).uci() for move in sorted(found)]
    files = [(one, other) for one in range(8) for other in range(8) if abs(one - other) <= 1]
    names = chess.FILE_NAMES
    return plain + [f"{names[one]}7{names[other]}8{piece}" for one, other in files for piece in "qrb"]


def lc0_text(board: chess.Board, move: chess.Move) -> str:
    """A move as Lc0's policy names it: from the mover's side, king takes rook, a knight left out."""
    end = move.to_square
    if board.is_castling(move) and not board.chess960:
        end = chess.square(7 if chess.square_file(end) == 6 else 0, chess.square_rank(end))
    flip = 0 if board.turn == chess.WHITE else 56
    promotion = None if move.promotion == chess.KNIGHT else move.promotion
    return chess.Move(move.from_square ^ flip, end ^ flip, promotion).uci()


PROMOTING = "1n1qkb2/P1P1P1P1/8/8/8/8/p1p1p1p1/1N1QKB2 {} - - 0 1"


@pytest.mark.parametrize("seed", range(8))
def test_lc0_planes_and_policy_of_random_games(seed: int) -> None:
    rng, moves = random.Random(seed), lc0_moves()
    assert len(moves) == len(set(moves)) == 1858
    chess960 = seed % 3 == 2
    position = rng.randrange(960) if chess960 else None
    fen = PROMOTING.format("wb"[seed % 2]) if seed > 5 else None
    game = boardai.load("chess", chess960=chess960, position=None if fen else position, fen=fen, encoding="lc0")
    assert game.observation_shape == (8, 8, 112)
    assert game.policy_size == 1858
    state = game.initial_state()
    board = chess.Board.from_chess960_pos(position) if chess960 else chess.Board(fen or chess.STARTING_FEN)
    for boards, repeated in walked(state, board, rng, detour=not chess960 and fen is None):
        if rng.random() < 0.3 or len(boards) < 12 or repeated[-1]:
            np.testing.assert_array_equal(state.observation(), slow_lc0_planes(boards, repeated), err_msg=board.fen())
        indices = [state.policy_index(action) for action in state.legal_actions()]
        assert len(set(indices)) == len(indices)
        for action, index in zip(state.legal_actions(), indices, strict=True):
            move = chess.Move.from_uci(state.action_to_string(action))
            assert moves[index] == lc0_text(board, move), (board.fen(), move)
            assert state.action_from_policy(index) == action
    assert any(repeated) or chess960 or fen


def test_lc0_castles_onto_the_rook_and_knights_are_the_plain_promotion() -> None:
    moves = lc0_moves()
    for chess960 in (False, True):
        state = boardai.load("chess", chess960=chess960, encoding="lc0").from_string(
            "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1"
        )
        message = {
            moves[state.policy_index(action)]: state.action_to_string(action) for action in state.legal_actions()
        }
        assert message["e1h1"] == ("e1h1" if chess960 else "e1g1")
        assert message["e1a1"] == ("e1a1" if chess960 else "e1c1")
        assert [message[text] for text in ("a7a8", "a7a8q", "a7a8r", "a7a8b")] == ["a7a8n", "a7a8q", "a7a8r", "a7a8b"]
        assert "e1g1" not in message


def test_an_encoding_stays_with_its_state_and_makes_no_other_game() -> None:
    game, lc0 = boardai.load("chess"), boardai.load("chess", encoding="lc0", history=2, attacks=True)
    assert lc0.observation_shape == (8, 8, 13 * 3 + 12 + 8)
    assert lc0.spec == "chess:history=2,attacks=true,encoding=lc0"
    state = lc0.initial_state()
    for other in (
        pickle.loads(pickle.dumps(state)),
        state.clone(),
        state.from_string(state.to_string()),
        state.mirrored(),
    ):
        assert (other.encoding(), other.history(), other.shows_attacks()) == ("lc0", 2, True)
    assert state != game.initial_state()
    assert lc0.to_network_view(game.initial_state()) == state
    state.show_as("alphazero")
    assert state.observation().shape == (8, 8, 14 * 3 + 12 + 7)
    with refused("1858"):
        lc0.initial_state().action_from_policy(1858)
    for wrong in ("Lc0", 1, None):
        with refused("encoding"):
            boardai.load("chess", encoding=wrong)


def test_lc0_moves_stand_in_planes_where_alphazero_has_them() -> None:
    lc0, alphazero = boardai.load("chess", encoding="lc0"), boardai.load("chess")
    cells = lc0.policy_cells
    assert alphazero.policy_cells is None
    assert len(cells) == len(set(cells)) == 1858
    assert max(cells) < 73 * 64
    state = alphazero.from_string("1r2k3/P7/8/3Q1N2/8/8/8/R3K2R w KQ - 0 1")
    seen = lc0.to_network_view(state)
    for action in state.legal_actions():
        cell = cells[seen.policy_index(action)]
        text = state.action_to_string(action)
        assert cell % 64 == state.policy_index(action) % 64
        if text[:2] != "a7" and text not in ("e1g1", "e1c1"):
            assert cell == state.policy_index(action), text
