"""What becomes of a game when a flag falls, whatever game it is."""

from typing import Any

import pytest
from search.kinds_of_game import SPECS, load

import boardai
from boardai.clocks import Ending, fallen_flag

LONE = "time, against a player who cannot win"
TOWER = """
struct Tower {  // one column of three; the player who fills it last wins, which the second player never does
    int filled = 0;
    int current_player() const { return filled % 2; }
    bool is_terminal() const { return filled == 3; }
    int outcome(int player) const { return player == 0 ? 1 : -1; }
    void legal_actions(ActionList& out) const { out.clear(); if (filled < 3) out.push_back(0); }
    void apply(Action) { ++filled; }
    std::uint64_t hash() const { return filled; }
    bool operator==(const Tower&) const = default;
    std::string to_string() const { return std::to_string(filled); }
    static Tower from_string(const std::string& text) { return {std::stoi(text)}; }
    std::string action_to_string(Action) const { return "drop"; }
    Action action_from_string(const std::string& text) const {
        if (text != "drop" || is_terminal()) throw std::invalid_argument("no such action");
        return 0;
    }
    bool can_win(int player) const { return player == 0; }
};
BOARDAI_GAME(Tower)
"""


@pytest.mark.parametrize(
    ("fen", "late", "ending"),
    [
        # A lone king; and the same with the flag on the other side.
        ("8/8/8/4k3/8/4K3/4R3/8 w - - 0 80", 0, Ending(0, LONE)),
        ("8/8/8/4k3/8/4K3/4R3/8 w - - 0 80", 1, Ending(1, "time")),
        # A knight mates with the help of a rook that stands in the way, not of a queen.
        ("8/8/8/4k3/2n5/4K3/4R3/8 w - - 0 80", 0, Ending(-1, "time")),
        ("8/8/8/4k3/2n5/4K3/4Q3/8 w - - 0 80", 0, Ending(0, LONE)),
        ("8/8/8/4k3/2n5/4K3/4P3/8 w - - 0 80", 0, Ending(-1, "time")),
    ],
)
def test_of_chess(fen: str, late: int, ending: Ending) -> None:
    assert fallen_flag(boardai.load("chess").from_string(fen), late) == ending


@pytest.mark.parametrize("name", list(SPECS))
def test_a_player_can_win_where_the_game_does_not_say_otherwise(name: str) -> None:
    state = load(name).initial_state()
    assert state.can_win(0) and state.can_win(1)
    assert [fallen_flag(state, player) for player in (0, 1)] == [Ending(-1, "time"), Ending(1, "time")]


@pytest.mark.thorough
def test_games_of_ones_own_say_it() -> None:
    """In C++; in Python; and what has no such method at all, as a foreign state."""
    tower = boardai.define_game(TOWER, name="tower")
    state = tower.initial_state()
    assert (state.can_win(0), state.can_win(1)) == (True, False)
    assert fallen_flag(state, 0) == Ending(0, LONE) and fallen_flag(state, 1) == Ending(1, "time")
    assert "who cannot win never wins" in boardai.check_game(tower, games=2).properties

    class Lone:
        def can_win(self, player: int) -> bool:
            return player == 1

    assert fallen_flag(Lone(), 1) == Ending(0, LONE) and fallen_flag(object(), 1) == Ending(1, "time")


@pytest.mark.parametrize("player", [2, -1, 0.5, "0", None])
def test_there_are_two_players(player: Any) -> None:
    with pytest.raises((ValueError, TypeError), match="player"):
        boardai.load("chess").initial_state().can_win(player)
