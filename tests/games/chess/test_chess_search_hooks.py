"""What chess offers searches beyond the rules: repetition, checks, null moves, exchange values."""

import random

import chess
from refusals import refused

import boardai


def _random_game(rng, plies, *, shuffle=0.5):
    """States and hashes of a game in which pieces often go back where they came from."""
    state = boardai.load("chess", claim_draws=False).initial_state()
    states = [state.clone()]
    back = {}
    for _ in range(plies):
        actions = state.legal_actions()
        if not actions:
            break
        mover = state.current_player()
        action = rng.choice(actions)
        if back.get(mover) in actions and rng.random() < shuffle:
            action = back[mover]
        back[mover] = (action & 63) << 6 | action >> 6 & 63
        state.apply(action)
        states.append(state.clone())
    return states


def test_repetitions_within_a_number_of_plies_and_plies_until_the_move_count_draws():
    rng = random.Random(5)
    repeated = 0
    for _ in range(30):
        states = _random_game(rng, 80)
        for now, state in enumerate(states):
            if state.is_terminal():
                continue
            distances = [now - before for before in range(now) if states[before].hash() == state.hash()]
            nearest = min(distances, default=None)
            repeated += nearest is not None
            for plies in (0, 2, 3, 4, 5, 8, 20, 1000):
                assert state.repeats_within(plies) == (nearest is not None and nearest <= plies)
            assert state.plies_until_draw() == 150 - state.halfmove_clock()
    assert repeated > 100
    assert boardai.load("chess").initial_state().plies_until_draw() == 100


def _random_positions(rng, count):
    """States next to boards of the chess package, from random games."""
    while count > 0:
        state, board = boardai.load("chess").initial_state(), chess.Board()
        for _ in range(rng.randrange(100)):
            actions = state.legal_actions()
            if not actions:
                break
            action = rng.choice(actions)
            board.push_uci(state.action_to_string(action))
            state.apply(action)
        if not state.is_terminal():
            yield state, board
            count -= 1


WORTH = {1: 100, 2: 320, 3: 330, 4: 500, 5: 950, 6: 0}
KALA = {1: 1, 2: 3, 3: 3, 4: 5, 5: 9, 6: 200}


def _exchange(board, move):
    """Recursive static exchange evaluation on the chess package's attack sets: pins and promotions are not seen."""

    def taking(board, side, square, at_risk):
        attackers = [s for s in board.attackers(side, square) if s != square]
        if not attackers:
            return 0
        taker = min(attackers, key=lambda s: (board.piece_type_at(s), s))
        kind = board.piece_type_at(taker)
        after = board.copy(stack=False)
        after.remove_piece_at(taker)
        after.set_piece_at(square, chess.Piece(kind, side))
        if kind == chess.KING and after.attackers(not side, square):
            return 0
        return max(0, at_risk - taking(after, not side, square, WORTH[kind]))

    if board.is_castling(move):
        return 0
    side = board.turn
    gain = 0
    if board.is_en_passant(move):
        gain = WORTH[chess.PAWN]
    elif board.is_capture(move):
        gain = WORTH[board.piece_type_at(move.to_square)]
    kind = move.promotion or board.piece_type_at(move.from_square)
    gain += WORTH[kind] - WORTH[chess.PAWN] if move.promotion else 0
    after = board.copy(stack=False)
    if board.is_en_passant(move):
        after.remove_piece_at(chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square)))
    after.remove_piece_at(move.from_square)
    after.set_piece_at(move.to_square, chess.Piece(kind, side))
    return gain - taking(after, not side, move.to_square, WORTH[kind])


def test_exchange_values_checks_and_priorities_agree_with_the_chess_package():
    seen = {"check": 0, "exchange": 0, "promotion": 0, "en passant": 0}
    special = "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPP2PPP/RNBQKBNR w KQkq e6 0 4", "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1"
    known = [(boardai.load("chess").from_string(fen), chess.Board(fen)) for fen in special]
    for state, board in (*known, *_random_positions(random.Random(9), 150)):
        for action in state.legal_actions():
            move = chess.Move.from_uci(state.action_to_string(action))
            where = f"{state.to_string()} {move}"
            assert state.gives_check(action) == board.gives_check(move), where
            assert state.exchange_value(action) == _exchange(board, move), where
            seen["check"] += board.gives_check(move)
            seen["exchange"] += state.exchange_value(action) != 0
            seen["promotion"] += move.promotion is not None
            seen["en passant"] += board.is_en_passant(move)
            if board.is_castling(move):
                continue
            after = board.copy(stack=False)
            after.push(move)
            taken = 1 if board.is_en_passant(move) else KALA.get(board.piece_type_at(move.to_square), 0)
            attacked = [after.piece_at(s) for s in after.attacks(move.to_square)]
            threats = sum(KALA[p.piece_type] for p in attacked if p and p.color != board.turn)
            expected = 2 * taken + threats + (KALA[move.promotion] if move.promotion else 0)
            assert state.threat_order(action) == expected, where
    assert all(seen.values()), seen


def test_published_exchanges():
    """Positions with two well-known answers: a pawn is won, and a knight is lost for one."""
    won = boardai.load("chess").from_string("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1")
    lost = boardai.load("chess").from_string("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1")
    assert won.exchange_value(won.action_from_string("e1e5")) == 100
    assert lost.exchange_value(lost.action_from_string("d3e5")) == 100 - 320


def test_a_repetition_one_move_ahead_is_seen():
    rng = random.Random(6)
    found = 0
    for _ in range(60):
        states = _random_game(rng, 60)
        for now, state in enumerate(states):
            if state.is_terminal():
                continue
            earlier = {states[before].hash(): now - before for before in range(now)}
            backs = [earlier.get(state.child(action).hash(), 0) for action in state.legal_actions()]
            nearest = min((back for back in backs if back), default=0)
            for plies in (2, 3, 5, 9, 200):
                ahead = state.repetition_ahead(plies)
                assert bool(ahead) == (0 < nearest <= plies), (state.to_string(), plies)
                assert ahead in (0, *backs)
            found += nearest > 0
    assert found > 100


def test_turns_are_skipped_only_where_zugzwang_is_unlikely():
    game = boardai.load("chess")
    for fen, expected in {
        "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1": False,
        "4k3/pppp4/8/8/8/8/PPPP4/2B1K3 w - - 0 1": False,
        "4k3/pppp4/8/8/8/8/PPPP4/2B1KN2 w - - 0 1": True,
        "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1": True,
        "4k3/pppp4/8/8/8/8/PPPPr3/R3K3 w - - 0 1": False,
    }.items():
        assert game.from_string(fen).null_move_allowed() == expected, fen


def test_hooks_that_need_legal_actions_check_them():
    state = boardai.load("chess").initial_state()
    for hook in (state.gives_check, state.exchange_value, state.threat_order):
        with refused("12345678"):
            hook(12345678)
