"""Advice on each move: by an evaluation, a network, both together, a policy, and a solver."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from pages import page

import boardai
from boardai.players.combined import combined, heuristic_of
from boardai.web.analysis import analyse
from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers


@pytest.fixture(scope="module")
def offers() -> Offers:
    return Offers(["chess", "hex", "reversi"])


def asked(visitor: Any, by: str, node: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = visitor.ask("analysis", "analyse", node=node, slot=1, by=by)
    assert found["done"] and found["by"] == by
    return found


def test_a_heuristic_says_how_good_each_cell_is(offers: Offers) -> None:
    game = boardai.load("hex", size=3)
    with page(make_app(Lobby(offers))) as visitor:
        assert {"alphabeta", "heuristic", "dfpn"} == {
            one["by"] for one in visitor.new("hex", parameters={"size": 3})["offered"]["advisers"]
        }
        visitor.move("b1")
        found = asked(visitor, "heuristic", node=1)
        state, heuristic = game.initial_state().child(1), heuristic_of(game, "shortest_path")
        expected = {str(action): -heuristic(state.child(action), 1) for action in state.legal_actions()}
        assert len(set(expected.values())) > 1, "the test needs moves that differ"
        assert {key: float(words.replace("\u2212", "-")) for key, (words, _) in found["values"].items()} == expected
        best = max(expected.values())
        assert {key for key, (_, weight) in found["values"].items() if weight == 1} == {
            key for key, value in expected.items() if value == best
        }
        assert len(found["rows"]) == 3


def test_a_solver_proves_the_outcome(offers: Offers) -> None:
    with page(make_app(Lobby(offers))) as visitor:
        visitor.new("hex", parameters={"size": 3})
        found = asked(visitor, "dfpn")
        assert found["rows"][0]["words"] == "proven win" and found["words"] == "100 %" and found["chance"] == 1
        visitor.move("a1")
        found = asked(visitor, "dfpn", node=1)
        assert found["rows"][0]["words"] == "proven win" and found["chance"] == -1, "of the second player"


def test_chess_s_heuristic_is_in_pawns(offers: Offers) -> None:
    with page(make_app(Lobby(offers))) as visitor:
        visitor.new("chess", position="4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
        found = asked(visitor, "heuristic")
        assert found["rows"][0]["moves"] == ["exd5"] and found["rows"][0]["words"] == "+1"


@pytest.mark.thorough
def test_a_network_and_a_heuristic_judge_each_cell(offers: Offers) -> None:
    game = boardai.load("hex", size=11)
    with page(make_app(Lobby(offers))) as visitor:
        visitor.new("hex")
        network = asked(visitor, "network")
        both = asked(visitor, "combined")
        assert len(network["values"]) == len(both["values"]) == 121
        state, heuristic = game.initial_state(), heuristic_of(game, "shortest_path")
        for action in (0, 60):
            chance = float(network["values"][str(action)][0].split()[0]) / 100
            expected = combined(chance, heuristic(state.child(action), 0), 0.01)
            assert float(both["values"][str(action)][0]) == pytest.approx(expected, abs=0.02)
        policy = asked(visitor, "policy")
        assert sum(policy["shares"].values()) == pytest.approx(1, abs=0.01) and not policy["values"]


def margin(state: Any, player: int) -> int:
    """What a player is ahead by in the end, by a search without any extras; empty squares are the winner's."""
    if state.is_terminal():
        discs = state.to_string().split()[0]
        own, other = discs.count("XO"[player]), discs.count("OX"[player])
        return own - other + discs.count("-") * ((own > other) - (own < other))
    values = [margin(state.child(action), player) for action in state.legal_actions()]
    return max(values) if state.current_player() == player else min(values)


def test_alpha_beta_judges_every_move(offers: Offers) -> None:
    game, generator = offers.game("reversi"), random.Random(3)
    state = game.initial_state()
    while state.to_string().count("-") > 7 or len(state.legal_actions()) < 3:
        state.apply(generator.choice(state.legal_actions()))
    with page(make_app(Lobby(offers))) as visitor:
        visitor.new("reversi", position=state.to_string())
        found = visitor.ask("analysis", "analyse", node=0, slot=0, by="alphabeta", lines=1)
        while not found["done"]:
            found = visitor.hear("analysis")
        assert len(found["rows"]) == 1 and set(found["values"]) == {str(action) for action in state.legal_actions()}
        for action, (words, _) in found["values"].items():
            number = re.search("([+\u2212][0-9]+) disc", words)
            ahead = 0 if number is None else int(number[1].replace("\u2212", "-"))
            assert ahead == margin(state.child(int(action)), int(state.current_player())), words
        best = max(found["values"].items(), key=lambda one: one[1][1])[0]
        assert int(best) == found["rows"][0]["action"]


def test_alpha_beta_judges_every_cell_of_a_large_board(offers: Offers) -> None:
    game = boardai.load("hex", size=11)
    reports: list[dict[str, Any]] = []
    analyse("pvs", game, game.initial_state(), 3, lambda: len(reports) > 2, reports.append, seconds=30, every=True)
    assert len(reports[-1]["values"]) == 121 and len(reports[-1]["rows"]) == 3
