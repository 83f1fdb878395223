"""df-pn with what Hex knows: openings, plain df-pn, swaps, rectangles, strategies."""

from __future__ import annotations

import json
import random

import pytest
from refusals import refused

import boardai
from boardai.games.hex.connections.virtual_connections import connections
from boardai.games.hex.solving.inferior_cells import inferior_cells
from boardai.search import dfpn

# Rows from the top; + wins.
OPENINGS = {
    4: "---+ --+- -+-- +---",
    5: "----+ -++++ -+++- ++++- +----",
    6: "-----+ -+++++ ++++++ ++++++ +++++- +-----",
    # R. Hayward and others, Solving 7x7 Hex (Advances in Computer Games, 2003).
    7: "------+ --+-+++ -+++++- +++++++ -+++++- +++-+-- +------",
}


@pytest.mark.parametrize("size", [4, 5, 6, pytest.param(7, marks=pytest.mark.slow)])
def test_openings(size):
    start = boardai.load("hex", size=size).initial_state()
    expected = OPENINGS[size].replace(" ", "")
    for action in range((size * size + 1) // 2):  # the others by the half turn
        opening = start.child(action)
        result = dfpn(opening)
        assert result.value == (-1 if expected[action] == "+" else 1), opening.action_to_string(action)
        assert expected[action] == expected[size * size - 1 - action]


@pytest.mark.slow
@pytest.mark.parametrize("cell", ["d5", "e4"])
def test_the_centre_of_8x8_wins(cell):
    """P. Henderson, B. Arneson, R. Hayward, Solving 8x8 Hex (IJCAI 2009). The two are each other's half turn."""
    start = boardai.load("hex", size=8).initial_state()
    assert dfpn(start.child(start.action_from_string(cell)), megabytes=512).value == -1


def position(game, rng, stones):
    while True:
        state = game.initial_state()
        while not state.is_terminal() and state.stones_played() < stones:
            state.apply(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            return state


def test_the_proof_set_of_a_win_is_reported():
    """Native tests give the loser everything else."""
    game, rng = boardai.load("hex", size=5), random.Random(4)
    shares = []
    for _ in range(8):
        state = position(game, rng, 6)
        result, empty = dfpn(state), set(state.legal_actions())
        assert set(result.proof_set) <= empty and result.proof_set == sorted(result.proof_set)
        shares.append(len(result.proof_set) / len(empty))
        assert json.loads(result.to_json())["proof_set"] == [state.action_to_string(cell) for cell in result.proof_set]
        if result.value == 1:
            assert result.action in result.proof_set
    assert min(shares) > 0 and sum(shares) / len(shares) < 0.8  # 0.63 here
    assert dfpn(state, threads=2).proof_set
    assert dfpn(state, nodes=1).value is not None or dfpn(state, nodes=1).proof_set == []
    assert dfpn(position(game, rng, 15), knowledge=False).proof_set == []


@pytest.mark.parametrize(
    "params", [{"size": 4}, {"rows": 3, "cols": 5}, {"rows": 5, "cols": 3}, {"size": 3, "swap": True}]
)
def test_answers_are_those_of_plain_df_pn(params):
    game = boardai.load("hex", **params)
    rng = random.Random(str(params))
    for stones in (0, 1, 2, 3, 4, 5) * 2:
        state = position(game, rng, stones)
        knowing, plain = dfpn(state), dfpn(state, knowledge=False)
        assert knowing.value == plain.value and knowing.nodes <= plain.nodes, state.to_string()
        if plain.value == 1:
            child = state.child(knowing.action)
            assert child.is_terminal() or dfpn(child, knowledge=False).value == (
                -1 if child.current_player() != state.current_player() else 1
            )


def test_the_share_of_moves_that_is_tried_changes_no_answer():
    game = boardai.load("hex", size=5)
    rng = random.Random(1)
    for _ in range(5):
        state = position(game, rng, 2)
        values = {dfpn(state, widening=widening).value for widening in (0, 0.1, 0.6, 1)}
        assert len(values) == 1 and None not in values


def test_strategies_hold_against_every_reply():
    rng = random.Random(2)
    for size, stones in ((3, 0), (3, 1), (4, 5), (4, 6), (5, 12), (5, 13)):
        state = position(boardai.load("hex", size=size), rng, stones)
        result = dfpn(state, strategy=True)
        assert result.strategy.check() > 0
        assert (result.strategy.player == state.current_player()) == (result.value == 1)
        assert result.strategy.goal == 1
        assert dfpn(state, strategy=1).strategy is None


def test_a_strategy_is_written_within_the_limits():
    """Solving takes milliseconds here, writing all answers down takes seconds."""
    opening = boardai.load("hex", size=5).initial_state().child(12)
    assert dfpn(opening, seconds=0.2, strategy=4_000_000).strategy is None

    class EnoughError(Exception):
        pass

    def reported(_: object) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        dfpn(opening, strategy=4_000_000, progress=reported)

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    result = dfpn(opening, strategy=4_000_000, progress=interrupted, on_interrupt="return")
    assert result.strategy is None  # not the part that was written


def test_strategies_of_games_that_know_nothing():
    state = boardai.load("reversi", board="4x4").initial_state()
    result = dfpn(state, strategy=True)
    assert result.value == -1 and result.strategy.player == 1 and result.strategy.check() > 0
    with refused("strategy", "True", "False"):
        dfpn(state, strategy=-1)
    with refused("strategy", "depth", "checks_only"):
        dfpn(state, strategy=True, depth=3)


def test_a_win_within_a_depth_is_asked_of_the_rules_alone():
    state = boardai.load("hex", size=3).from_string("3/1b1/3 w no-swap")
    assert dfpn(state, depth=2).notes["can win"] is False
    assert dfpn(boardai.load("hex", size=3).initial_state(), depth=3).value is None
    assert dfpn(boardai.load("hex", size=3).initial_state(), depth=5).value == 1


def test_cells_that_need_not_be_played():
    """What is left has a winning move if there is any, in positions that connections alone do not decide."""
    game = boardai.load("hex", size=6)
    rng = random.Random(8)
    seen = {"dead": 0, "captured": 0, "dominated": 0}
    undecided = 0
    while undecided < 12:
        state = position(game, rng, rng.randint(3, 8))
        colour = state.colour_to_move()
        if connections(state, colour).wins_first or connections(state, 1 - colour).wins_second:
            continue
        undecided += 1
        found = inferior_cells(state)
        captured = {*found.captured[0], *found.captured[1]}
        left = set(state.legal_actions()) - {*found.dead, *captured, *found.dominated}
        assert left and not {*found.dominated} & {*found.dead, *captured}
        if dfpn(state).value == 1:
            assert any(dfpn(state.child(cell)).value == -1 for cell in left), state.to_string()
        for name, cells in (("dead", found.dead), ("captured", captured), ("dominated", found.dominated)):
            seen[name] += len(cells)
    assert min(seen.values()) >= 5, seen
    svg = inferior_cells(game.initial_state().child(5)).svg()
    assert svg.count('class="mark"') == len(inferior_cells(game.initial_state().child(5)).dominated) > 0
    for wrong in (boardai.load("chess").initial_state(), None):
        with refused("Hex"):
            inferior_cells(wrong)
    over = boardai.load("hex", rows=1, cols=1).initial_state().child(0)
    with refused("over"):
        inferior_cells(over)
