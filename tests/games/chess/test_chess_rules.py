"""Chess against the `chess` package over random games: moves, SAN, FEN, game ends."""

from __future__ import annotations

import pickle
import random

import chess
import pytest
from refusals import refused

import boardai
from boardai.games.chess import state_class


def chess_move(state, action: int, board: chess.Board) -> chess.Move:
    return board.parse_uci(state.action_to_string(action))


def ended(board: chess.Board, claim: bool) -> bool:
    """The game end by the `chess` package's own tests."""
    if board.is_checkmate() or board.is_stalemate() or board.is_insufficient_material():
        return True
    return board.is_repetition(3 if claim else 5) or board.halfmove_clock >= (100 if claim else 150)


def compare_position(state, board: chess.Board, claim: bool, thorough: bool) -> None:
    fen = board.fen(en_passant="legal")
    assert state.to_string() == fen
    over = ended(board, claim)
    assert state.is_terminal() == over, fen
    assert state.is_check() == board.is_check(), fen
    assert state.is_checkmate() == board.is_checkmate(), fen
    assert state.is_stalemate() == board.is_stalemate(), fen
    assert state.is_insufficient_material() == board.is_insufficient_material(), fen
    if over:
        assert state.legal_actions() == []
        expected = 0 if not board.is_checkmate() else (-1 if board.turn == chess.WHITE else 1)
        assert state.outcome(0) == expected, fen
        return
    actions = state.legal_actions()
    texts = {state.action_to_string(action) for action in actions}
    assert texts == {board.uci(move) for move in board.legal_moves}, fen
    if thorough:
        for action in actions:
            san = board.san(chess_move(state, action, board))
            assert state.san(action) == san, fen
            assert state.action_from_san(san) == action, fen
            assert state.is_legal(action), fen


def play_random_game(seed: int, *, chess960: bool, claim: bool, thorough: float) -> None:
    rng = random.Random(seed)
    position = rng.randrange(960) if chess960 else None
    game = boardai.load("chess", chess960=chess960, position=position, claim_draws=claim)
    state = game.initial_state()
    board = chess.Board.from_chess960_pos(position) if chess960 else chess.Board()
    occurrences: dict[tuple, int] = {}
    while True:
        compare_position(state, board, claim, rng.random() < thorough)
        key = board._transposition_key()
        occurrences[key] = occurrences.get(key, 0) + 1
        assert state.occurrences() == occurrences[key]
        if state.is_terminal():
            return
        action = rng.choice(state.legal_actions())
        board.push(chess_move(state, action, board))
        state.apply(action)


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("claim", [pytest.param(True, marks=pytest.mark.thorough), False])
def test_random_games_agree_with_the_chess_package(chess960: bool, claim: bool) -> None:
    for seed in range(60 if claim else 15):
        play_random_game(seed, chess960=chess960, claim=claim, thorough=0.1)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("block", range(20))
def test_many_random_games_agree_with_the_chess_package(block: int) -> None:
    for number in range(1000):
        seed = 1_000_000 + block * 1000 + number
        play_random_game(seed, chess960=number % 2 == 1, claim=number % 10 != 0, thorough=0.05)


def test_every_scharnagl_number_gives_its_start_position() -> None:
    for number in range(960):
        state = boardai.load("chess", chess960=True, position=number).initial_state()
        assert state.to_string() == chess.Board.from_chess960_pos(number).fen(), number


def play(game, moves: str):
    state = game.initial_state()
    for text in moves.split():
        state.apply(state.action_from_string(text))
    return state


def test_third_occurrence_ends_a_game_with_claims_and_the_fifth_one_without() -> None:
    shuffle = "g1f3 g8f6 f3g1 f6g8 "
    assert not play(boardai.load("chess"), shuffle).is_terminal()
    ended = play(boardai.load("chess"), shuffle * 2)
    assert ended.is_terminal()
    assert ended.occurrences() == 3
    assert ended.outcome(0) == 0
    strict = boardai.load("chess", claim_draws=False)
    assert not play(strict, shuffle * 3).is_terminal()
    assert play(strict, shuffle * 4).is_terminal()


def test_a_repetition_needs_equal_castling_rights_and_en_passant_moves() -> None:
    # The first position allows en passant (the pawn on d5 is capturable), its repetitions do not.
    game = boardai.load("chess", fen="4k1n1/8/8/3pP3/8/8/8/4K1N1 w - d6 0 1")
    state = play(game, "g1f3 g8f6 f3g1 f6g8 " * 2)
    assert state.occurrences() == 2
    # The king's first move gives up castling: the position of move 1 never comes back.
    game = boardai.load("chess", fen="4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1")
    state = play(game, "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8")
    assert state.occurrences() == 2
    assert not state.is_terminal()


@pytest.mark.parametrize(("claim", "limit"), [(True, 100), (False, 150)])
def test_move_count_draws_come_after_mate(claim: bool, limit: int) -> None:
    game = boardai.load("chess", claim_draws=claim)
    mating = game.from_string(f"7k/8/6K1/8/8/8/8/R7 w - - {limit - 1} 90")
    mated = mating.child(mating.action_from_string("a1a8"))
    assert mated.halfmove_clock() == limit
    assert mated.is_terminal()
    assert mated.is_checkmate()
    assert mated.outcome(0) == 1
    waited = mating.child(mating.action_from_string("a1a2"))
    assert waited.is_terminal()
    assert waited.outcome(0) == 0
    assert not mating.is_terminal()


@pytest.mark.parametrize(
    ("placement", "insufficient"),
    [
        ("4k3/8/8/8/8/8/8/4K3", True),
        ("4k3/8/8/8/8/8/8/3NK3", True),
        ("4k3/8/8/8/8/8/8/3BK3", True),
        ("4kb2/8/8/8/8/8/8/2B1K3", True),  # bishops of one square colour
        ("4kb2/8/8/8/8/8/8/3BK3", False),
        ("2B1k3/8/8/8/8/8/4B3/4K3", True),
        ("4k3/8/8/8/8/8/8/2NNK3", False),
        ("3nk3/8/8/8/8/8/8/3NK3", False),
        ("3nk3/8/8/8/8/8/8/3BK3", False),
        ("4k3/8/8/8/8/8/4P3/4K3", False),
    ],
)
def test_insufficient_material(placement: str, insufficient: bool) -> None:
    state = boardai.load("chess").from_string(placement + " w - - 0 1")
    assert (
        state.is_insufficient_material()
        == insufficient
        == chess.Board(placement + " w - - 0 1").is_insufficient_material()
    )
    assert state.is_terminal() == insufficient


def test_noisy_and_quiet_material_values() -> None:
    game = boardai.load("chess")
    assert game.initial_state().evaluate("material") == 0
    assert game.from_string("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").evaluate("material") == 900
    assert game.from_string("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1").evaluate("material") == -900
    assert game.from_string("4k3/8/8/8/8/8/PR6/1NB1K3 b - - 0 1").evaluate("material") == -1200


def test_settings_travel_with_copies_and_pickles() -> None:
    game = boardai.load("chess", chess960=True, position=3, claim_draws=False)
    state = pickle.loads(pickle.dumps(game.initial_state()))
    assert state == game.initial_state()
    assert state.is_chess960()
    assert not state.claims_draws()
    assert state != boardai.load("chess", chess960=True, position=3).initial_state()


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"position": 0}, "position 0 .*chess960"),
        ({"chess960": True, "position": 960}, "0 to 959"),
        ({"chess960": True, "position": -1}, "0 to 959"),
        ({"chess960": 1}, "chess960.*1$"),
        ({"position": "x"}, "position.*'x'"),
        ({"fen": 3}, "fen.*3"),
        ({"fen": "x", "position": 518}, "position.*fen"),
        ({"rules": "none"}, "'rules'"),
    ],
)
def test_bad_parameters_are_refused(params: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        boardai.load("chess", **params)


def test_there_is_one_class_of_states() -> None:
    with refused("chess", "boardai::chess::Position"):
        state_class("boardai::chess::Position")


@pytest.mark.parametrize("spec", ["chess", "chess:claim_draws=false", "chess:chess960=true,position=692"])
def test_the_contract_holds(spec: str) -> None:
    boardai.check_game(boardai.load(spec), games=3, seed=5)


def test_a_game_that_ends_by_75_moves_says_so_though_positions_were_repeated():
    game = boardai.load("chess", claim_draws=False)
    state = game.from_string("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 142 80")
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        state.apply(state.action_from_string(move))
    assert state.occurrences() == 3 and state.is_terminal()
    assert game.describe_ending(state) == "75 moves without capture or pawn move"
