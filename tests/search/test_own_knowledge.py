"""Knowledge and move orders of a user-written game in C++ reach alpha-beta, PVS, df-pn and the trees."""

from __future__ import annotations

import random

import pytest
from kinds_of_game import EXAMPLES
from positions import after_random_moves
from refusals import refused

import boardai
from boardai.search import alphabeta, dfpn, mcts, pvs, scout

# What a player of Connect Four sees at once: a win, and what the opponent threatens.
KNOWLEDGE = """
struct FourKnowledge : boardai::PositionKnowledge<ConnectFour, boardai::ActionSet<ConnectFour::columns>> {
    static bool wins(const ConnectFour& state, boardai::Action action) {
        ConnectFour next = state;
        next.apply(action);
        return next.is_terminal() && next.outcome(state.current_player()) > 0;
    }
    Facts analyse(const ConnectFour& state) {
        Facts facts;
        boardai::ActionList actions, replies;
        state.legal_actions(actions);
        const int mover = state.current_player();
        for (const boardai::Action action : actions) {
            if (!wins(state, action)) continue;
            facts.winner = mover;
            facts.winning_move = action;
            return facts;
        }
        std::size_t lost = 0;
        for (const boardai::Action action : actions) {
            ConnectFour next = state;
            next.apply(action);
            next.legal_actions(replies);
            bool loses = false;
            for (const boardai::Action reply : replies) loses = loses || wins(next, reply);
            (loses ? facts.losing : facts.candidates).set(action);
            lost += loses;
        }
        if (lost == actions.size()) facts.winner = 1 - mover;
        facts.restricted = lost > 0 && lost < actions.size();
        return facts;
    }
};
"""


def knowing_connect_four() -> boardai.Game:
    """Example 2 on 5x4, with further hooks."""
    source = (EXAMPLES / "02_connect_four.hpp").read_text()
    order = "int quiet_order(boardai::Action column) const { return -std::abs(2 * column - (columns - 1)); }"
    for old, new in {
        "columns = 7, rows = 6": "columns = 5, rows = 4",
        "#include <bit>": "#include <bit>\n#include <cstdlib>",
        "class ConnectFour {\n  public:": f"struct FourKnowledge;\nclass ConnectFour {{\n  public:\n    {order}\n"
        "    using Knowledge = FourKnowledge;",
        "BOARDAI_GAME": f"{KNOWLEDGE}\nBOARDAI_GAME",
    }.items():
        assert source.count(old) == 1
        source = source.replace(old, new)
    return boardai.define_game(source, name="knowing four")


@pytest.fixture(scope="module")
def knowing() -> boardai.Game:
    """With knowledge and an order of quiet moves."""
    return knowing_connect_four()


@pytest.fixture(scope="module")
def positions(knowing: boardai.Game) -> list:
    """Some, with their outcomes for the player to move."""
    rng = random.Random(3)
    states = [after_random_moves(knowing, rng, 8 + number % 5) for number in range(20)]
    found = [(state, dfpn(state, knowledge=False).value) for state in states]
    assert {outcome for _, outcome in found} == {-1, 0, 1}
    return found


@pytest.mark.thorough
def test_every_search_has_the_outcome_with_the_games_knowledge_and_visits_less(positions: list) -> None:
    searches = {
        "pvs": lambda state, known: pvs(state, knowledge=known, depth=20),
        "pvs without a table": lambda state, known: pvs(state, knowledge=known, depth=20, table_megabytes=0),
        "alphabeta": lambda state, known: alphabeta(state, knowledge=known, ordering="quiet"),
        "dfpn": lambda state, known: dfpn(state, knowledge=known),
    }
    for name, search in searches.items():
        counts = {}
        for known in (False, True):
            results = [(search(state, known), outcome) for state, outcome in positions]
            found = [result.outcome for result, _ in results]
            assert found == [outcome for _, outcome in results], (name, known)
            counts[known] = sum(result.nodes for result, _ in results)
        assert counts[True] < counts[False], name


@pytest.mark.thorough
def test_a_tree_proves_more_with_the_games_knowledge(positions: list) -> None:
    proven = {}
    for known in (0, 1):
        results = [mcts(state, simulations=2000, knowledge=known, seed=1).outcome for state, _ in positions]
        assert all(result in (None, outcome) for result, (_, outcome) in zip(results, positions, strict=True))
        proven[known] = sum(result is not None for result in results)
    assert proven[1] > proven[0]


def test_the_move_of_a_position_whose_winner_is_known(positions: list) -> None:
    for state, outcome in positions:
        player = state.current_player()
        for search in (pvs, alphabeta):
            found = search(state, depth=2, knowledge=True)
            after = state.child(found.action)
            if any(
                child.is_terminal() and child.outcome(player) > 0 for child in map(state.child, state.legal_actions())
            ):
                assert (found.outcome, found.plies_to_end) == (1, 1) and after.is_terminal()
            elif found.outcome is not None:
                assert found.outcome == outcome
                assert dfpn(after).value_for(player) == outcome
                assert found.plies_to_end is None or found.plies_to_end <= 2
                assert "in 1" not in str(found)  # the length of a win known from the game's knowledge is unknown


def test_quiet_orders_come_first(knowing: boardai.Game, positions: list) -> None:
    for search, options, others in (
        (alphabeta, {"ordering": "quiet"}, {"ordering": "number"}),
        (scout, {"ordering": "quiet"}, {"ordering": "number"}),
        (dfpn, {"quiet_order": True}, {}),
    ):
        by_order, by_number = ([search(state, **given) for state, _ in positions] for given in (options, others))
        assert [one.outcome for one in by_order] == [outcome for _, outcome in positions]
        fewer, more = (sum(one.nodes for one in some) for some in (by_order, by_number))
        assert fewer != more and (fewer < more or search is dfpn)
    state = knowing.initial_state()
    tried = [{a for a, n in mcts(state, simulations=count, prior=100).visits.items() if n} for count in (1, 2, 3, 5)]
    assert tried[0] == {2} and tried[1] < {1, 2, 3} and tried[2] == {1, 2, 3} and len(tried[3]) == 5


def test_games_that_know_nothing_say_so() -> None:
    reversi, chess = (boardai.load(game).initial_state() for game in ("reversi", "chess"))
    for search in (pvs, alphabeta):
        with refused("knowledge", "this game knows nothing"):
            search(reversi, depth=2, knowledge=True)
    with refused("ordering", "quiet_order(action)"):
        alphabeta(chess, depth=2, ordering="quiet")
    with refused("prior", "quiet_order(action)"):
        mcts(chess, prior=1.0)
    for search in (pvs, alphabeta):
        with refused("knowledge cannot be combined with points"):
            search(reversi, depth=2, knowledge=True, points=True)


def test_hex_knows_for_pvs_and_alphabeta() -> None:
    state = boardai.load("hex", size=4).initial_state()
    for search in (pvs, alphabeta):
        assert search(state, depth=4, knowledge=True).outcome == 1
