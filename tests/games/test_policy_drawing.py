"""Policies drawn on the board: `game.svg(state, shares=...)`."""

import xml.etree.ElementTree as ET

import pytest

import boardai
from boardai.game import Game
from boardai.search import mcts

SVG = "{http://www.w3.org/2000/svg}"


def shares_in(picture: str) -> list[ET.Element]:
    return [element for element in ET.fromstring(picture).iter() if element.get("class") == "share"]


@pytest.mark.parametrize("spec", ["hex:size=4", "reversi:board=6x6", "chess"])
def test_every_share_that_can_be_seen_is_drawn(spec: str) -> None:
    game = boardai.load(spec)
    state = game.initial_state()
    actions = state.legal_actions()[:3]
    shares = dict(zip(actions, (0.7, 0.299, 0.001), strict=True))
    picture = game.svg(state, shares=shares)
    drawn = shares_in(picture)
    assert len(drawn) == 2  # a thousandth is not seen
    texts = [text.text for text in ET.fromstring(picture).iter(f"{SVG}text")]
    assert "70" in texts and "30" in texts
    opacity = sorted(float(element.get("fill-opacity") or element.get("opacity") or 0) for element in drawn)
    assert 0 < opacity[0] < opacity[1] <= 1
    assert not shares_in(game.svg(state))


def test_an_arrow_goes_from_square_to_square() -> None:
    game = boardai.load("chess")
    state = game.initial_state()
    action = state.action_from_string("g1f3")
    (arrow,) = shares_in(game.svg(state, shares={action: 1.0}))
    line = arrow.find(f"{SVG}line")
    head = arrow.find(f"{SVG}polygon")
    assert line is not None and head is not None
    # Squares are 100 wide inside a frame of 30; the tip is the middle of f3.
    assert (line.get("x1"), line.get("y1")) == ("680", "780")
    assert head.get("points", "").split()[0] == "580.0,580.0"


def test_promotions_share_an_arrow() -> None:
    game = boardai.load("chess")
    state = game.from_string("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    promotions = [action for action in state.legal_actions() if state.action_to_string(action).startswith("a7a8")]
    assert len(promotions) == 4
    assert len(shares_in(game.svg(state, shares=dict.fromkeys(promotions, 0.25)))) == 1


def test_a_search_s_policy_can_be_drawn() -> None:
    game = boardai.load("hex", size=3)
    result = mcts(game.initial_state(), simulations=200)
    visible = [share for share in result.policy.values() if share >= 0.005]
    assert len(shares_in(game.svg(game.initial_state(), shares=result.policy))) == len(visible)


def test_a_game_that_draws_no_shares_says_so(tic_tac_toe: str) -> None:
    class Plain(type(boardai.load(tic_tac_toe).initial_state())):  # type: ignore[misc]
        def svg(self) -> str:
            return "<svg/>"

    state = Plain()
    game = Game(state)
    assert game.svg(state) == "<svg/>"
    with pytest.raises(ValueError, match="shares"):
        game.svg(state, shares={0: 1.0})
