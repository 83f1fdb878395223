"""What all faces of `boardai.search` say to mistakes that people make."""

import inspect
from typing import Any, Unpack

import pytest
from refusals import refused

import boardai
from boardai import search
from boardai.clocks.management import ClockState
from boardai.search.function import DepthKeywords
from boardai.search.function import search as decorator
from boardai.search.kind import SEARCHES

FACES = ["minimax", "negamax", "alphabeta", "scout", "and_or", "pvs", "mtdf", "pns", "dfpn", "mcts", "puct", "gumbel"]


@pytest.fixture(scope="module")
def game():
    return boardai.load("hex", size=3)


@pytest.mark.parametrize("name", FACES)
def test_a_misspelt_keyword_is_answered_with_the_nearest_and_all(game, name):
    with refused(name, "second", "seconds", error=TypeError):
        getattr(search, name)(game.initial_state(), second=1)


def test_options_are_suggested_beside_limits(game):
    with refused("mcts", "rav", "rave", error=TypeError):
        search.mcts(game.initial_state(), rav=True)
    with refused("pvs", "null_mov", "null_move", error=TypeError):
        search.Pvs(null_mov=False)


@pytest.mark.parametrize("name", FACES)
def test_options_may_be_given_all_at_once(name):
    """By keywords besides, which win; those of another search are refused."""
    face, state = getattr(search, name), boardai.load("reversi", board="4x4").initial_state()
    kind = type(SEARCHES[name].defaults)
    limit = {"simulations": 20} if name in ("mcts", "puct", "gumbel") else {"nodes": 200}
    switches = {one.name: not one.default for one in kind.table.values() if one.kind is bool} or {"ordering": "number"}
    switched = dict([next(iter(switches.items()))])
    usual = {key: kind.table[key].default for key in switched}

    def reports(**options):
        found = face(state, **limit, **options)
        return found.action, found.nodes, found.policy

    assert reports(options=kind(**switched)) == reports(**switched)
    assert reports(options=kind(**switched), **usual) == reports()
    with refused(name, kind.__name__, error=TypeError):
        face(state, options=search.PvsOptions() if name != "pvs" else search.MctsOptions())


def test_an_evaluator_is_heard_beside_options_that_are_silent_on_it(game):
    state = game.initial_state()
    shares = [
        search.Mcts(evaluator="shortest_path", **options).options.evaluator_share
        for options in ({}, {"options": search.MctsOptions(c=2)}, {"options": search.MctsOptions(evaluator_share=0.5)})
    ]
    assert shares == [1, 1, 0.5]
    assert search.mcts(state, simulations=20, options=search.MctsOptions(c=2)).simulations == 20


@pytest.mark.parametrize("name", FACES)
def test_help_and_signature_know_every_keyword(name):
    face, keywords = getattr(search, name), SEARCHES[name].keywords
    assert list(inspect.signature(face).parameters) == ["state", *keywords]
    for keyword in keywords:
        assert f"\n    {keyword}: " in face.__doc__, keyword


@pytest.mark.parametrize("name", FACES)
def test_limits_may_be_given_in_one_object(name):
    face, state = getattr(search, name), boardai.load("reversi", board="4x4").initial_state()
    limit = {"simulations": 20} if name in ("mcts", "puct", "gumbel") else {"nodes": 200}
    one, other = face(state, limits=search.Limits(**limit)), face(state, **limit)
    assert (one.action, one.nodes, one.policy) == (other.action, other.nodes, other.policy)
    with refused(name, "clock"):
        face(state, limits=search.Limits(clock=(ClockState(5.0), ClockState(5.0))))


def test_keywords_that_are_not_those_of_the_options_are_refused():
    with refused("WrongKeywords", "points", error=TypeError):

        @decorator(search.NegamaxOptions, native="Negamax", summary="", usual=search.Limits(depth=1))
        def wrong(state: Any, **keywords: Unpack[WrongKeywords]):
            """Nothing."""


class WrongKeywords(DepthKeywords, total=False):
    options: search.NegamaxOptions | None
    point: bool


@pytest.mark.parametrize("name", FACES)
def test_a_game_is_no_state(game, name):
    with refused("game.initial_state()", error=TypeError):
        getattr(search, name)(game, seconds=1)


@pytest.mark.parametrize("answer", [3, float("nan"), (None, "good"), (0.5, None), ({}, 0, 0)])
def test_an_evaluation_for_puct_is_priors_and_a_value(game, answer):
    with refused("outcome", "priors"):
        search.puct(game.initial_state(), simulations=4, evaluator=search.Outcome(lambda state: answer))
