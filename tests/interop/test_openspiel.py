"""OpenSpiel's states and actions to ours and back, and what one side cannot say."""

import random

import pyspiel
import pytest
from refusals import refused

import boardai
from boardai.interop import action_from_openspiel, action_to_openspiel, from_openspiel, to_openspiel

PAIRS = [
    ("chess", "chess"),
    ("chess:chess960=true,position=137", "chess(chess960=true)"),
    ("hex:size=5", "hex(board_size=5)"),
    ("hex:rows=3,cols=6", "hex(num_cols=6,num_rows=3)"),
    ("hex:size=4,swap=true", "hex(board_size=4,swap=true)"),
    ("reversi", "othello"),
]


def ordered(theirs, spec):
    """OpenSpiel's returns by our players: White is player 1 in its chess."""
    return theirs.returns()[::-1] if spec.startswith("chess") else theirs.returns()


@pytest.mark.parametrize(("spec", "name"), PAIRS)
def test_random_games_are_the_same_on_both_sides(spec, name):
    rng = random.Random(spec)
    for _ in range(2 if spec.startswith("chess") else 4):
        start = boardai.load(spec).initial_state()
        ours, theirs, actions = start.clone(), to_openspiel(start), []
        assert str(theirs.get_game()) == str(pyspiel.load_game(name))
        if "960" not in name:
            assert from_openspiel(pyspiel.load_game(name).new_initial_state()) == start
        while not ours.is_terminal():
            translated = {action: action_to_openspiel(ours, action) for action in ours.legal_actions()}
            assert sorted(translated.values()) == sorted(theirs.legal_actions())
            assert {action_from_openspiel(ours, number): number for number in theirs.legal_actions()} == translated
            action = rng.choice(ours.legal_actions())
            if spec.startswith("hex") and ours.swap_available() and rng.random() < 0.5:
                action = ours.rows() * ours.columns()
            theirs.apply_action(translated[action])
            ours.apply(action)
            actions.append(action)
        assert theirs.is_terminal() and ordered(theirs, spec) == [ours.outcome(0), ours.outcome(1)]
        assert from_openspiel(theirs) == ours
        again = to_openspiel(start, actions)
        assert str(again) == str(theirs) and again.history() == theirs.history()[-len(actions) :]


@pytest.mark.parametrize(("spec", "name"), [pair for pair in PAIRS if pair[0] != "reversi"])
def test_states_in_the_middle_of_a_game_are_the_same_on_both_sides(spec, name):
    rng = random.Random(name)
    for _ in range(12):
        ours = boardai.load(spec).initial_state()
        for _ in range(rng.randrange(40)):
            if not ours.is_terminal():
                ours.apply(rng.choice(ours.legal_actions()))
        theirs = to_openspiel(ours)
        back = from_openspiel(theirs)
        assert theirs.is_terminal() == ours.is_terminal()
        if spec.startswith("chess"):
            for state in (back, ours):
                state.show_history(0)  # what planes show goes farther back than what rules know
        assert back == ours


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("swap", [False, True])
def test_every_small_hex_position_has_an_order(size, swap):
    game = boardai.load("hex", size=size, swap=swap)
    seen, waiting = set(), [game.initial_state()]
    while waiting and len(seen) < 400:
        state = waiting.pop(0)
        if state.to_string() not in seen:
            seen.add(state.to_string())
            assert from_openspiel(to_openspiel(state)) == state
            waiting += [state.child(action) for action in state.legal_actions()]


def test_chess_takes_its_repetitions_and_its_start_along():
    theirs = pyspiel.load_game("chess").new_initial_state("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 30")
    for text in ("d2d4", "e8e7", "e1f1", "e7e8", "f1e1", "e8e7", "e1f1", "e7e8", "f1e1"):
        theirs.apply_action(theirs.parse_move_to_action(text))
    ours = from_openspiel(theirs)
    assert ours.occurrences() == 2 and ours.fullmove_number() == 34
    again = to_openspiel(ours)
    assert len(again.history()) == 8 and again.num_repetitions(again) == theirs.num_repetitions(theirs)
    # The en passant square made the first position another one, there as here: the first to recur twice is the next.
    assert not again.is_terminal()
    action = ours.action_from_string("e8e7")
    again.apply_action(action_to_openspiel(ours, action))
    ours.apply(action)
    assert ours.is_terminal() and again.is_terminal() and ours.occurrences() == 3


def test_a_chess960_start_that_is_not_drawn_yet():
    theirs = pyspiel.load_game("chess(chess960=true)").new_initial_state()
    with refused("drawn"):
        from_openspiel(theirs)
    theirs.apply_action(100)
    theirs.apply_action(theirs.legal_actions()[0])
    ours = from_openspiel(theirs)
    assert ours.is_chess960() and ours.current_player() == 1


def test_what_openspiel_cannot_say_is_refused():
    with refused("claim_draws=False"):
        to_openspiel(boardai.load("chess", claim_draws=False).initial_state())
    long = boardai.load("hex", rows=3, cols=5, swap=True).initial_state()
    for ask in (
        to_openspiel,
        lambda state: action_to_openspiel(state, 0),
        lambda state: action_from_openspiel(state, 0),
    ):
        with refused("rhombus"):
            ask(long)
    with refused("rhombus"):
        from_openspiel(pyspiel.load_game("hex(num_rows=3,num_cols=5,swap=true)").new_initial_state())
    reversi = boardai.load("reversi").initial_state()
    with refused("start", "actions"):
        to_openspiel(reversi.child(reversi.legal_actions()[0]))
    octagon = boardai.load("reversi", board="octagon").initial_state()
    with refused("start", "actions"):
        to_openspiel(octagon)
    with refused("8x8"):
        action_to_openspiel(octagon, octagon.legal_actions()[0])
    with refused("tic_tac_toe", "chess", "hex", "othello"):
        from_openspiel(pyspiel.load_game("tic_tac_toe").new_initial_state())


def test_a_game_without_counterpart(tic_tac_toe):
    with refused("counterpart"):
        to_openspiel(boardai.load(tic_tac_toe).initial_state())


@pytest.mark.parametrize("spec", ["chess", "hex:size=3", "reversi"])
def test_actions_that_are_not_legal(spec):
    state = boardai.load(spec).initial_state()
    for action in (-1, 10**6):
        with refused(action):
            action_to_openspiel(state, action)
        with refused(action):
            action_from_openspiel(state, action)
    with pytest.raises(TypeError):
        action_to_openspiel(state, "a1")
