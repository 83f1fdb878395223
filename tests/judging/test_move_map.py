"""Every legal move searched by itself: the map of win chances."""

import pytest
from refusals import refused

import boardai
from boardai.judging import measure_moves
from boardai.judging.chances import score_scale
from boardai.search import alphabeta, dfpn, mcts, pvs


@pytest.mark.parametrize("size, wins", [(3, 5), (4, 4)])
def test_winning_first_moves_of_hex_are_found(size, wins):
    """5 of 9 first stones win on 3x3, 4 of 16 on 4x4."""
    game = boardai.load(f"hex:size={size}")
    state = game.initial_state()
    found = measure_moves(game, state, dfpn)
    assert set(found.chances.values()) == {0.0, 1.0} and sum(found.chances.values()) == wins
    assert list(found.chances) == list(state.legal_actions())
    assert f"{wins} of {size * size} moves" in found.to_text()
    names = found.to_data()["chances"]
    assert {name for name, chance in names.items() if chance == 1} == {
        state.action_to_string(action) for action in state.legal_actions() if dfpn(state.child(action)).outcome == -1
    }


def test_chances_of_every_kind_of_search():
    """Scores by their scale, expected outcomes as they are; finished games without a search."""
    game = boardai.load("reversi")
    state = game.initial_state()

    def scale():
        return score_scale(game, "")

    by_score = measure_moves(game, state, lambda child: pvs(child, depth=3), scale)
    best = alphabeta(state, depth=4, evaluator="positional")
    assert all(0 < chance < 1 for chance in by_score.chances.values())
    assert max(by_score.chances, key=by_score.chances.get) == best.action
    by_games = measure_moves(game, state, lambda child: mcts(child, simulations=50))
    for action, chance in by_games.chances.items():
        value = mcts(state.child(action), simulations=50).value
        assert chance == pytest.approx((1 - value) / 2)
    chess = boardai.load("chess")
    mate = chess.from_string("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    asked = []
    found = measure_moves(chess, mate, lambda child: asked.append(child) or pvs(child, depth=1), lambda: 400.0)
    assert found.chances[mate.action_from_string("d1d8")] == 1.0
    assert len(asked) == len(mate.legal_actions()) - 1


def test_margins_are_the_movers():
    """Reversi 4x4 is lost by ten discs, whatever dark plays first."""
    game = boardai.load("reversi:board=4x4")
    state = game.initial_state()
    found = measure_moves(game, state, lambda child: alphabeta(child, points=True), lambda: 4.0)
    assert set(found.margins.values()) == {-10.0} and max(found.chances.values()) < 0.5


def test_a_finished_game_has_no_map():
    chess = boardai.load("chess")
    with refused("the game is over"):
        measure_moves(chess, chess.from_string("3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"), pvs)
