"""Positions whose value is known: small boards solved long ago, endings against independent solvers, chess mates."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from kinds_of_game import connect_four, load
from positions import random_positions

import boardai
from boardai.search import alphabeta, dfpn, mtdf, pns

MATES = Path(__file__).parents[3] / "games" / "chess" / "golden" / "mates.epd"

# --- Hex: openings won by the first player -----------------------------------------------------------------------


def opening_wins(size, solve, openings=None):
    """The first moves after which the first player still wins."""
    start = boardai.load("hex", size=size).initial_state()
    wins = set()
    for action in start.legal_actions() if openings is None else openings:
        value = solve(start.child(action)).value
        assert value in (1, -1)
        if value == -1:  # for the second player, who moves there
            wins.add(start.action_to_string(action))
    return wins


def strong(state):
    return dfpn(state, evaluator="two_distance", megabytes=256)


class Outcome:
    """MTD(f)'s score as a solver's value."""

    def __init__(self, state):
        self.value = mtdf(state, evaluator="none").outcome


mtdf_outcome = Outcome


def test_every_opening_of_hex_3x3_and_4x4():
    for solve in (pns, dfpn, strong, mtdf_outcome):
        assert opening_wins(3, solve) == {"c1", "a2", "b2", "c2", "a3"}
    assert opening_wins(4, strong) == {"d1", "c2", "b3", "a4"}


def test_openings_of_hex_5x5():
    """One that wins, one that loses, by half turn symmetry two of each."""
    start = boardai.load("hex", size=5).initial_state()
    assert opening_wins(5, strong, [start.action_from_string("c3"), start.action_from_string("a1")]) == {"c3"}


@pytest.mark.slow
def test_every_opening_of_hex_4x4_by_other_searches():
    for solve in (dfpn, mtdf_outcome):
        assert opening_wins(4, solve) == {"d1", "c2", "b3", "a4"}


@pytest.mark.slow
def test_every_opening_of_hex_5x5():
    wins = opening_wins(5, strong)
    assert len(wins) == 13
    start = boardai.load("hex", size=5).initial_state()
    turned = {start.action_to_string(start.transform_action(start.action_from_string(name), 1)) for name in wins}
    assert turned == wins


# --- Reversi -----------------------------------------------------------------------------------------------------


def test_reversi_4x4_is_lost_by_ten_discs():
    state = boardai.load("reversi:board=4x4").initial_state()
    result = mtdf(state, points=True)
    assert result.value == -10 and result.outcome == -1
    end = state.clone()
    for action in result.pv:
        end.apply(action)
    assert end.is_terminal() and end.score(0) == -10
    assert pns(state).value == dfpn(state).value == -1


def margin(state, alpha, beta):
    """Disc difference for the player to move by plain alpha-beta: no code of a search."""
    if state.is_terminal():
        return state.score(state.current_player())
    for action in state.legal_actions():
        child = state.child(action)
        if child.current_player() == state.current_player():
            value = margin(child, alpha, beta)
        else:
            value = -margin(child, -beta, -alpha)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


def endings(board, empties, count, seed):
    """Positions of random games with this many empty cells."""
    game = boardai.load("reversi", board=board)
    cells = game.initial_state().to_string().count("-")
    found = []
    while len(found) < count:
        for state in random_positions(game, 50, seed, plies=cells):
            if empties[0] <= state.to_string().count("-") <= empties[1]:
                found.append(state)
        seed += 1
    return found[:count]


def check_ending(state, expected):
    result = mtdf(state, points=True, evaluator="none")
    assert result.value == expected, state.to_string()
    assert result.outcome == (expected > 0) - (expected < 0)
    # The same without a table: another search, in which every move of the line is followed to the end.
    assert alphabeta(state, points=True, evaluator="none").value == expected


def test_reversi_6x6_endings_against_plain_python():
    for state in endings("6x6", (5, 7), 20, 1):
        check_ending(state, margin(state, -100, 100))
        sign = (margin(state, -1, 1) > 0) - (margin(state, -1, 1) < 0)
        assert dfpn(state).value == pns(state).value == sign


@pytest.mark.thorough
def test_longer_reversi_6x6_endings():
    """50 positions with 10 to 12 empty cells; plain Python proves the value by two null windows around it."""
    for number, state in enumerate(endings("6x6", (10, 12), 50, 2)):
        value = mtdf(state, points=True, evaluator="none").value
        check_ending(state, value)
        if number % 5 == 0:
            assert margin(state, value - 1, value) >= value and margin(state, value, value + 1) <= value
        assert dfpn(state).value == (value > 0) - (value < 0)


def test_reversi_8x8_endings_against_openspiel():
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("othello")

    def best(state, alpha, beta):
        if state.is_terminal():
            text = str(state)
            return text.count("x") - text.count("o")
        maximising = state.current_player() == 0
        for action in state.legal_actions():
            value = best(state.child(action), alpha, beta)
            if maximising:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if maximising else beta

    ours = boardai.load("reversi").initial_state()
    for seed in range(30):
        rng = random.Random(seed)
        state, other = ours.clone(), game.new_initial_state()
        while not state.is_terminal() and state.to_string().count("-") > 7:
            action = rng.choice(state.legal_actions())
            state.apply(action)
            other.apply_action(action)
        if not state.is_terminal():
            value = mtdf(state, points=True).value_for(0)
            assert value == best(other, -65, 65)


# --- Connect Four and tic-tac-toe --------------------------------------------------------------------------------


def test_tic_tac_toe_is_a_draw():
    state = load("tic-tac-toe").initial_state()
    assert pns(state).value == dfpn(state).value == mtdf(state).value == 0


@pytest.mark.thorough
def test_connect_four_on_small_boards_is_a_draw():
    """4x4 and 4x5 are draws (Tromp's table of small boards)."""
    for columns, rows in ((4, 4), (4, 5)):
        state = connect_four(columns, rows).initial_state()
        assert dfpn(state, megabytes=128).value == mtdf(state, evaluator="none", megabytes=64).outcome == 0


@pytest.mark.thorough
def test_connect_four_second_player_holds_six_columns_of_even_height():
    """Allis 1988, A knowledge-based approach of Connect-Four: he can at least draw on any 6 x 2n board."""
    assert dfpn(connect_four(6, 2).initial_state(), question="win").notes["can win"] is False


@pytest.mark.slow
def test_connect_four_second_player_holds_six_columns_of_height_four():
    state = connect_four(6, 4).initial_state()
    assert mtdf(state, evaluator="none", megabytes=1024).outcome in (0, -1)


# --- chess mates -------------------------------------------------------------------------------------------------


def mates():
    """Positions, lengths and key moves of games/chess/golden/mates.epd."""
    chess = boardai.load("chess")
    found = []
    for line in MATES.read_text().splitlines():
        if line.startswith("#"):
            continue
        position, keys, length = line.split(" bm ")[0], line.split(" bm ")[1].split("; dm ")[0], line.split("; dm ")[1]
        state = chess.from_string(position + " 0 1")
        found.append((state, int(length.rstrip(";")), {state.action_from_san(key) for key in keys.split()}))
    return found


def check_mate(state, length, keys, *, whole):
    result = dfpn(state, depth=2 * length - 1)
    assert result.value == 1 and result.action in keys, state.to_string()
    end = state.clone()
    for action in result.pv:
        end.apply(action)
    assert end.is_checkmate() and len(result.pv) <= 2 * length - 1
    if whole:
        assert dfpn(state, depth=2 * length - 3, question="win").notes["can win"] is False
        searched = mtdf(state, depth=2 * length - 1, evaluator="none", ordering="captures")
        assert searched.plies_to_end == 2 * length - 1 and searched.outcome == 1 and searched.action in keys


def test_the_mate_suite_is_what_it_says():
    lengths = [length for _, length, _ in mates()]
    assert len(lengths) >= 100
    assert all(lengths.count(length) >= least for length, least in {2: 42, 3: 38, 4: 22, 5: 8}.items())
    assert len({state.to_string() for state, _, _ in mates()}) == len(lengths)
    assert {state.current_player() for state, _, _ in mates()} == {0, 1}


def test_mates_of_the_suite():
    for state, length, keys in mates()[::4]:
        check_mate(state, length, keys, whole=length == 2)


@pytest.mark.slow
def test_all_mates_of_the_suite():
    for state, length, keys in mates():
        check_mate(state, length, keys, whole=length <= 3)
        assert dfpn(state, depth=2 * length - 3, question="win", megabytes=256).notes["can win"] is False


@pytest.mark.slow
def test_stockfish_agrees_about_the_mates():
    engine_module = pytest.importorskip("chess.engine")
    import chess

    if shutil.which("stockfish") is None:
        pytest.skip("stockfish is not installed")
    # Its pruning hides the shortest mate now and then: it is asked in several ways. It must not find a shorter one.
    ways = [(depth, lines, shown) for depth in (20, 24, 28) for lines in (2, 1, 8) for shown in (False, True)]
    with engine_module.SimpleEngine.popen_uci("stockfish") as engine:
        for state, length, keys in mates():
            board = chess.Board(state.to_string())
            moves = [chess.Move.from_uci(state.action_to_string(key)) for key in keys]
            found = []
            for depth, lines, shown in ways:
                limit = engine_module.Limit(depth=depth)
                only = moves if shown else None
                best = engine.analyse(board, limit, multipv=lines, root_moves=only, game=object())[0]
                found.append(best["score"].pov(board.turn).mate() or 99)
                if found[-1] == length:
                    break
            assert min(found) == length, state.to_string()
