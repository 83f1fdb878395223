"""Reversi's rules: published perft counts, OpenSpiel on 8x8, the slow reference on every shape, and the contract."""

import itertools
import pickle
import random

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings
from refusals import refused
from reversi_reference import Reference, random_boards

import boardai
from boardai.games import reversi
from boardai.search.perft import count

# Published counts of the standard board (Aart J. C. Bik, Othello perft): a pass is a ply, a finished game one leaf.
PERFT = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800, 1939886636]

BOARDS = reversi.available_boards()


def board_file(name):
    return (reversi._BOARDS / f"{name}.txt").read_text()


def compare_with_reference(game, reference, rng):
    """One random game on both; every position must agree in text, moves, end and score."""
    state = game.initial_state()
    for _ in itertools.count():
        assert state.to_string() == reference.text()
        assert [state.action_to_string(action) for action in state.legal_actions()] == reference.legal_moves()
        assert state.current_player() == "XO".index(reference.mover)
        difference = reference.count("X") - reference.count("O")
        if state.is_terminal() and difference:  # the empty cells are the winner's
            difference += reference.count("-") if difference > 0 else -reference.count("-")
        assert state.score(0) == -state.score(1) == difference
        if not reference.legal_moves():
            break
        move = rng.choice(reference.legal_moves())
        state.apply(state.action_from_string(move))
        reference.play(move)
    difference = reference.count("X") - reference.count("O")
    assert state.is_terminal()
    assert state.outcome(0) == (difference > 0) - (difference < 0)


def test_all_boards_ship():
    assert set(BOARDS) == {"4x4", "6x6", "8x8", "14x14", "octagon", "diagonal"}
    extents = {name: boardai.load("reversi", board=name).observation_shape[:2] for name in BOARDS}
    assert extents == {
        "4x4": (4, 4), "6x6": (6, 6), "8x8": (8, 8), "14x14": (14, 14), "octagon": (10, 10), "diagonal": (13, 13)
    }  # fmt: skip


@pytest.mark.parametrize("depth", range(1, 11))
def test_perft_of_the_standard_board(depth):
    assert count(boardai.load("reversi").initial_state(), depth) == PERFT[depth]


@pytest.mark.slow
@pytest.mark.parametrize("depth", [11, 12])
def test_deep_perft_of_the_standard_board(depth):
    assert count(boardai.load("reversi").initial_state(), depth) == PERFT[depth]


def plain_count(state, depth):
    if depth == 0 or state.is_terminal():
        return 1
    return sum(plain_count(state.child(action), depth - 1) for action in state.legal_actions())


@pytest.mark.parametrize("board", BOARDS)
def test_perft_counts_what_the_contract_walks(board):
    state = boardai.load("reversi", board=board).initial_state()
    assert count(state, 4) == plain_count(state, 4)
    rng = random.Random(board)
    for _ in range(30):  # late positions, with passes and ends
        walk = state.clone()
        for _ in range(rng.randrange(120)):
            if not walk.is_terminal():
                walk.apply(rng.choice(walk.legal_actions()))
        assert count(walk, 3) == plain_count(walk, 3)


def compare_with_openspiel(seed):
    pyspiel = pytest.importorskip("pyspiel")
    rng = random.Random(seed)
    peer = pyspiel.load_game("othello").new_initial_state()
    state = boardai.load("reversi").initial_state()
    while not peer.is_terminal():
        assert not state.is_terminal()
        assert state.legal_actions() == peer.legal_actions()
        assert state.current_player() == peer.current_player()
        rows = str(peer).split("\n")[2:10]
        assert state.to_string()[:64] == "".join(row.split()[1:9][i] for row in rows for i in range(8)).upper()
        action = rng.choice(peer.legal_actions())
        peer.apply_action(action)
        state.apply(action)
    assert state.is_terminal()
    assert [state.outcome(0), state.outcome(1)] == peer.returns()


@pytest.mark.parametrize("block", range(4))
def test_random_games_agree_with_openspiel(block):
    for seed in range(50 * block, 50 * block + 50):
        compare_with_openspiel(seed)


@pytest.mark.slow
def test_many_random_games_agree_with_openspiel():
    for seed in range(1_000, 21_000):
        compare_with_openspiel(seed)


@pytest.mark.parametrize("board", BOARDS)
def test_random_games_agree_with_the_reference(board):
    rng = random.Random(board)
    for _ in range(3 if board == "14x14" else 8):
        compare_with_reference(boardai.load("reversi", board=board), Reference.from_board_file(board_file(board)), rng)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_many_random_games_agree_with_the_reference(board):
    rng = random.Random(f"{board} at length")
    for _ in range(200):
        compare_with_reference(boardai.load("reversi", board=board), Reference.from_board_file(board_file(board)), rng)


def check_random_board(text, rng):
    reference = Reference.from_board_file(text)
    if not reference.legal_moves():
        with refused("line 4, column 1"):
            boardai.load("reversi", board=text)
        return
    compare_with_reference(boardai.load("reversi", board=text), reference, rng)


@given(random_boards(), st.randoms(use_true_random=False))
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_random_shapes_agree_with_the_reference(text, rng):
    check_random_board(text, rng)


@pytest.mark.slow
@given(random_boards(), st.randoms(use_true_random=False))
@settings(max_examples=3000, suppress_health_check=[HealthCheck.too_slow])
def test_many_random_shapes_agree_with_the_reference(text, rng):
    check_random_board(text, rng)


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_passes_the_conformance_test(board):
    report = boardai.check_game(boardai.load("reversi", board=board), games=3)
    for name in ("random_playout has the distribution of uniformly random moves", "symmetries commute with moves"):
        assert name in report.properties


@pytest.mark.parametrize("board", ["4x4", "diagonal"])
def test_playouts_have_the_score_distribution_of_uniform_moves(board):
    """Chi-square over wins, draws and losses, with samples large enough to see a skewed choice of moves."""
    from scipy.stats import chi2_contingency

    rng = random.Random(1)
    state = boardai.load("reversi", board=board).initial_state()
    tables = [[0, 0, 0], [0, 0, 0]]
    for seed in range(3000):
        tables[0][state.random_playout(seed) + 1] += 1
        walk = state.clone()
        while not walk.is_terminal():
            walk.apply(rng.choice(walk.legal_actions()))
        tables[1][walk.outcome(0) + 1] += 1
    assert chi2_contingency(tables).pvalue > 1e-6


def test_symmetries_are_those_of_the_shape():
    counts = {name: boardai.load("reversi", board=name).initial_state().symmetry_count() for name in BOARDS}
    assert counts == {"4x4": 8, "6x6": 8, "8x8": 8, "14x14": 8, "octagon": 8, "diagonal": 4}


class TestPassesAndEnds:
    game = boardai.load("reversi")

    def test_a_pass_is_the_only_action_when_nothing_can_be_placed(self):
        state = self.game.from_string("OX" + "-" * 62 + " X")
        assert state.legal_actions() == [64]
        assert state.action_to_string(64) == "pass"
        with refused("action 2"):
            state.apply(2)
        state.apply(64)
        assert state.current_player() == 1
        assert state.legal_actions() == [2]

    def test_passing_is_refused_while_a_disc_can_be_placed(self):
        with refused("pass"):
            self.game.initial_state().action_from_string("pass")
        with refused("action 64"):
            self.game.initial_state().apply(64)

    def test_a_side_wiped_out_ends_the_game_early(self):
        state = self.game.from_string("OX" + "-" * 62 + " O").child(2)
        assert state.to_string() == "OOO" + "-" * 61 + " X"
        assert state.is_terminal() and state.legal_actions() == []
        assert state.outcome(1) == 1 and state.score(1) == 64

    def test_the_game_ends_with_empty_cells_when_neither_side_can_move(self):
        state = self.game.from_string("X" * 5 + "-" * 54 + "O" * 5 + " O")
        assert state.is_terminal()
        assert state.outcome(0) == state.outcome(1) == 0

    def test_a_line_of_discs_stops_at_a_hole(self):
        game = boardai.load("reversi", board="name: hole\n\nXO#-\nXO--\n")
        assert [game.initial_state().action_to_string(a) for a in game.initial_state().legal_actions()] == ["c2"]

    def test_lines_do_not_run_around_the_edge(self):
        # h1 is dark, a2 light: neighbours in memory, not on the board.
        state = self.game.from_string("-" * 7 + "XO" + "-" * 55 + " X")
        assert state.is_terminal()

    def test_players_other_than_0_and_1_are_refused(self):
        with refused("player", "2"):
            self.game.initial_state().score(2)


def test_light_moves_first_where_the_board_says_so():
    state = boardai.load("reversi", board="name: light first\nto move: light\n\n-XO\n").initial_state()
    assert state.current_player() == 1
    assert state.legal_actions() == [0]


def test_a_batch_plays_boards_of_several_parts():
    game = boardai.load("reversi", board="diagonal")
    batch = boardai.Batch(game, 8, seed=1, auto_reset=False)
    state = game.initial_state()
    mask = batch.legal_mask()
    assert (mask == state.legal_mask()).all()
    assert (batch.observations() == state.observation()).all()


def test_planes():
    state = boardai.load("reversi", board="octagon").initial_state()
    state.apply(state.legal_actions()[0])
    planes = state.observation()
    assert planes.shape == (10, 10, 4)
    text = state.to_string()
    for action in range(100):
        own, opponent, placement, cell = planes[action // 10, action % 10]
        assert own == (text[action] == "O") and opponent == (text[action] == "X")
        assert placement == (action in state.legal_actions())
        assert cell == (text[action] != "#")
    assert state.policy_size == 101


def test_planes_of_the_absolute_view():
    game = boardai.load("reversi", board="octagon", view="absolute")
    assert game.spec == "reversi:board=octagon,view=absolute"
    state = game.initial_state()
    for light_to_move in (False, True, False):
        planes, text = state.observation(), state.to_string()
        assert planes.shape == (10, 10, 5)
        for action in range(100):
            dark, light, placement, cell, colour = planes[action // 10, action % 10]
            assert dark == (text[action] == "X") and light == (text[action] == "O")
            assert placement == (action in state.legal_actions())
            assert cell == (text[action] != "#")
            assert colour == light_to_move == state.current_player()
        restored = game.from_string(text)
        assert restored == state == pickle.loads(pickle.dumps(state))
        exchanged = game.from_string(text.translate(str.maketrans("XO", "OX")))
        assert exchanged.observation_key() != state.observation_key() == restored.observation_key()
        assert state != boardai.load("reversi", board="octagon").from_string(text)
        state.apply(state.legal_actions()[0])
    boardai.check_game(boardai.load("reversi:board=4x4,view=absolute"), games=3)
    with refused("view"):
        boardai.load("reversi", view="dark")


def test_colours_exchanged_look_the_same_to_a_network():
    game = boardai.load("reversi")
    state = game.initial_state().child(37)
    exchanged = game.from_string(state.to_string().translate(str.maketrans("XO", "OX")))
    assert (exchanged.observation() == state.observation()).all()
    assert exchanged.observation_key() == state.observation_key()
    assert exchanged.hash() != state.hash()
