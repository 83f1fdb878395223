"""What chess offers searches beyond the rules: repetition, checks, null moves, exchange values."""

import random

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
