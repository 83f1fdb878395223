"""Hex: rules against an independent implementation, OpenSpiel and published facts."""

import copy
import functools
import pickle
import random

import pyspiel
import pytest
from hex_reference import ReferenceHex
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

import boardai
from boardai.games.hex.formats.notation import MoveText

EXTENTS = [(1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (2, 2), (3, 3), (2, 9), (9, 2), (4, 7), (7, 4), (8, 8), (5, 13)]
LARGE_EXTENTS = [(9, 8), (11, 11), (13, 13), (19, 6), (14, 14), (19, 19)]


def game_of(rows, columns, swap=False):
    return boardai.load("hex", rows=rows, cols=columns, swap=swap)


def play_beside_reference(rows, columns, swap, rng):
    state, reference = game_of(rows, columns, swap).initial_state(), ReferenceHex(rows, columns, swap)
    while not state.is_terminal():
        assert state.legal_actions() == reference.legal_actions()
        assert state.current_player() == reference.current_player()
        action = rng.choice(state.legal_actions())
        if state.swap_available() and rng.random() < 0.5:
            action = rows * columns
        state.apply(action)
        reference.apply(action)
        for (row, column), colour in reference.cells.items():
            assert state.stone_at(row, column) == colour
        assert [state.colour_of(player) for player in (0, 1)] == [int(reference.swapped), 1 - int(reference.swapped)]
    assert reference.legal_actions() == []
    assert [state.outcome(0), state.outcome(1)] == [reference.outcome(0), reference.outcome(1)]
    return state


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize(("rows", "columns"), EXTENTS + LARGE_EXTENTS)
def test_agrees_with_a_plain_reference(rows, columns, swap):
    rng = random.Random(rows * 100 + columns)
    for _ in range(5 if rows * columns < 70 else 2):
        play_beside_reference(rows, columns, swap, rng)


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize(("rows", "columns"), [*EXTENTS, (11, 11)])
def test_passes_the_conformance_test(rows, columns, swap):
    report = boardai.check_game(game_of(rows, columns, swap), games=3)
    assert "undo restores the state bit for bit" in report.properties
    if (rows, columns) != (1, 1):
        assert "symmetries commute with moves" in report.properties


@pytest.mark.parametrize("extent", [(13, 13), (19, 19), (17, 19)])
def test_large_boards_pass_the_conformance_test(extent):
    boardai.check_game(game_of(*extent, swap=True), games=1)


def agree_with_openspiel(rows, columns, swap, rng):
    """One random game. OpenSpiel's swap mirrors the stone where ours exchanges the players' colours."""
    parameters = f"num_rows={rows},num_cols={columns},swap={swap}"
    theirs = pyspiel.load_game(f"hex({parameters})").new_initial_state()
    ours = game_of(rows, columns, swap).initial_state()

    def their_action(action):
        if not ours.swapped() or action == rows * columns:
            return action
        row, column = divmod(action, columns)
        return column * columns + row

    while not ours.is_terminal():
        assert not theirs.is_terminal()
        # OpenSpiel offers the swap as playing on the first stone's cell or as one action more, by version.
        cells = [action for action in ours.legal_actions() if action < rows * columns]
        offered = theirs.legal_actions()
        assert [action for action in sorted(map(their_action, cells)) if action not in offered] == []
        assert len(offered) == len(ours.legal_actions())
        assert theirs.current_player() == ours.current_player()
        action = rng.choice(ours.legal_actions())
        if ours.swap_available() and rng.random() < 0.5:
            action = rows * columns
        if action == rows * columns:
            (swap_action,) = set(offered) - set(cells)
            theirs.apply_action(swap_action)
        else:
            theirs.apply_action(their_action(action))
        ours.apply(action)
    assert theirs.is_terminal()
    assert theirs.returns() == [ours.outcome(0), ours.outcome(1)]


@pytest.mark.parametrize(
    ("rows", "columns", "swap"), [(11, 11, False), (5, 5, False), (3, 7, False), (8, 4, False), (6, 6, True)]
)
def test_agrees_with_openspiel(rows, columns, swap):
    rng = random.Random(4)
    for _ in range(40):
        agree_with_openspiel(rows, columns, swap, rng)


@pytest.mark.slow
def test_agrees_with_openspiel_over_many_games():
    rng = random.Random(5)
    for number in range(5_000):
        if number % 2 == 0:
            agree_with_openspiel(rng.randint(2, 12), rng.randint(2, 12), False, rng)
        else:
            side = rng.randint(2, 11)
            agree_with_openspiel(side, side, True, rng)


@functools.cache
def first_mover_wins(state):
    """Whether the player to move wins, by looking at every game."""
    return any(
        child.outcome(state.current_player()) > 0 if child.is_terminal() else not first_mover_wins(child)
        for child in map(state.child, state.legal_actions())
    )


def winning_openings(size):
    start = game_of(size, size).initial_state()
    return {
        start.action_to_string(action)
        for action in start.legal_actions()
        if (child := start.child(action)).is_terminal() or not first_mover_wins(child)
    }


def test_solved_openings():
    """The winning first moves of small boards; a1, b1 and their half turns lose, b1 on 2x2 apart (HexWiki, 'Swap')."""
    assert winning_openings(1) == {"a1"}
    assert winning_openings(2) == {"b1", "a2"}
    assert winning_openings(3) == {"c1", "a2", "b2", "c2", "a3"}


def test_with_swap_the_second_player_wins():
    for size in (2, 3):
        assert not first_mover_wins(game_of(size, size, swap=True).initial_state())


def test_swap_exchanges_the_players():
    game = game_of(3, 3, swap=True)
    state = game.initial_state()
    assert not state.swap_available() and not state.is_legal(9)
    state.apply(state.action_from_string("b2"))
    assert state.swap_available() and state.legal_actions()[-1] == 9 and state.action_to_string(9) == "swap"
    alone = state.child(state.action_from_string("a1"))
    assert not alone.swap_available()
    state.apply(9)
    assert (state.current_player(), state.colour_of(0), state.colour_of(1)) == (0, 1, 0)
    assert state.stone_at(1, 1) == 0 and not state.swap_available()
    for move in ("a1", "b1", "a2"):
        state.apply(state.action_from_string(move))
    assert state.current_player() == 1  # who has black, and needs b3 or a3
    state.apply(state.action_from_string("b3"))
    assert state.is_terminal() and state.outcome(1) == 1 and state.outcome(0) == -1


def test_a_first_stone_that_wins_cannot_be_swapped():
    state = game_of(1, 4, swap=True).initial_state()
    state.apply(2)
    assert state.is_terminal() and state.outcome(0) == 1 and state.legal_actions() == []


@given(st.integers(1, 7), st.integers(1, 7), st.booleans(), st.randoms(use_true_random=False))
def test_properties_of_random_games(rows, columns, swap, rng):
    game = game_of(rows, columns, swap)
    state = game.initial_state()
    played = []
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        played.append(action)
        state.apply(action)
        assert game.from_string(state.to_string()) == state
        assert pickle.loads(pickle.dumps(state)) == state == copy.deepcopy(state)
        half_turn = state.transformed(1)
        assert half_turn.transformed(1) == state and half_turn.is_terminal() == state.is_terminal()
    assert len(played) <= game.max_length
    # The order of one colour's stones changes nothing while no player has won.
    again = game.initial_state()
    stones = [action for action in played if action < rows * columns]
    if len(stones) == len(played) and len(stones) >= 4 and len(stones) % 2 == 0:
        for action in [stones[2], stones[1], stones[0], *stones[3:]]:
            again.apply(action)
        assert again == state and again.hash() == state.hash()


@given(st.text(alphabet="bw/ 0123456789swap-noed", max_size=40))
def test_any_text_is_a_position_or_a_value_error(text):
    game = game_of(3, 4, swap=True)
    try:
        state = game.from_string(text)
    except ValueError:
        return
    assert state.to_string() == text


@given(st.text(max_size=6))
def test_any_text_is_a_move_or_a_value_error(text):
    state = game_of(4, 5).initial_state()
    try:
        action = state.action_from_string(text)
    except ValueError:
        return
    assert state.action_to_string(action) == text


def fuzz_positions(rounds):
    """Positions of random games, damaged: each is read back to the same text, or refused."""
    rng = random.Random(12)
    refused = 0
    for _ in range(rounds):
        game = game_of(rng.randint(1, 19), rng.randint(1, 19), swap=rng.random() < 0.5)
        state = game.initial_state()
        for _ in range(rng.randint(0, 12)):
            if not state.is_terminal():
                state.apply(rng.choice(state.legal_actions()))
        letters = list(state.to_string())
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(letters) + 1)
            letters[at : at + rng.randint(0, 2)] = rng.choices("bw/ 0123456789swaped-é\0", k=rng.randint(0, 2))
        text = "".join(letters)
        try:
            assert game.from_string(text).to_string() == text
        except ValueError as error:
            refused += 1
            assert str(error).startswith("Hex position")
    assert rounds // 2 < refused < rounds


def test_damaged_positions_are_refused_or_read():
    fuzz_positions(1000)


@pytest.mark.slow
def test_damaged_positions_at_length():
    fuzz_positions(100_000)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"size": 0}, "size .*not 0"),
        ({"size": 20}, "size .*20$"),
        ({"size": 5.0}, r"size .*5\.0"),
        ({"size": True}, "size .*True"),
        ({"size": 5, "rows": 5, "cols": 5}, "size.*rows.*cols"),
        ({"rows": 5}, "rows.*cols"),
        ({"rows": 5, "cols": 20}, "cols .*20"),
        ({"swap": 1}, "swap .*1$"),
        ({"columns": 3}, "'columns'"),
    ],
)
def test_bad_parameters(params, message):
    with pytest.raises(ValueError, match=message):
        boardai.load("hex", **params)


def test_parameters_and_spec():
    assert boardai.load("hex").spec == "hex:size=11"
    assert boardai.load("hex:size=5,swap=true").params == {"size": 5, "swap": True}
    assert boardai.load("hex", rows=4, cols=4).spec == "hex:size=4"
    game = boardai.load("hex:rows=3,cols=5")
    assert boardai.load(game.spec).initial_state() == game.initial_state()
    assert (game.max_length, game.policy_size, game.observation_shape) == (15, 25, (5, 5, 3))
    with refused("boardai::hex::State<4>"):
        boardai.games.hex.state_class("boardai::hex::State<4>")


def test_positions_of_another_game_are_refused():
    text = game_of(3, 3).initial_state().to_string()
    with refused("5", "3"):
        game_of(5, 5).from_string(text)
    with refused("swap"):
        game_of(3, 3, swap=True).from_string(text)
    assert game_of(3, 3).initial_state() != game_of(3, 3, swap=True).initial_state()


def test_checked_methods():
    state = game_of(3, 4).initial_state()
    for call in (state.colour_of, state.shortest_connection, state.shortest_path):
        with refused("player", "2"):
            call(2)
    with refused("row 3, column 0", "3x4"):
        state.stone_at(3, 0)


def test_moves_as_people_type_them():
    game = game_of(3, 4, swap=True)
    state = game.initial_state()
    assert game.parse_action(state, " D3 ") == game.parse_action(state, "d3") == 11
    state.apply(11)
    assert game.parse_action(state, "Swap") == game.parse_action(state, "swap-sides") == 12
    for bad, reason in (("D3", "move 'd3'"), ("swap-pieces", "move 'swap-pieces'")):
        with pytest.raises(ValueError, match=reason):
            game.parse_action(state, bad)


def test_move_text_follows_both_kinds_of_swap():
    for swap, reply, expected in (("swap-sides", "c1", "c1"), ("swap-pieces", "C1", "a3")):
        text, state = MoveText(), game_of(3, 3, swap=True).initial_state()
        for move in ("b1", swap):
            state.apply(text.read(state, move))
        assert text.colour_to_move(state) == (1 if swap == "swap-sides" else 0)
        action = text.read(state, reply)
        assert state.action_to_string(action) == expected
        assert text.write(state, action) == reply.lower()
    text = MoveText("swap-pieces")
    state = game_of(3, 3, swap=True).initial_state()
    state.apply(0)
    assert text.write(state, 9) == "swap-pieces" and text.mirrored
    with refused("swap"):
        MoveText("swap")
    state.apply(9)
    for bad in ("d1", "a0", "a4", "a", "11", "é1", "a1"):
        with refused(bad):
            text.read(state, bad)
