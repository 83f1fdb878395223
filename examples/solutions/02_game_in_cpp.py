"""Solutions to example 2's exercises: Nim in fifty lines of C++, and Connect Four on small boards, solved.

    python examples/solutions/02_game_in_cpp.py

Both are compiled when they are loaded; the compiler takes most of the time.
"""

import re
from pathlib import Path

import boardai

# --- 1. Nim with one heap: take one, two or three; the player who takes the last one wins. ---

nim = boardai.define_game(
    """
#include "boardai/runtime.hpp"
#include <stdexcept>
#include <string>

struct Nim {
    static constexpr int max_length = 100;
    int sticks = 21, moves = 0;

    int current_player() const { return moves % 2; }
    bool is_terminal() const { return sticks == 0; }
    // The player who moved last took the last one.
    int outcome(int player) const { return player == 1 - current_player() ? 1 : -1; }
    void legal_actions(boardai::ActionList& out) const {
        out.clear();
        for (int taken = 1; taken <= 3 && taken <= sticks; ++taken) out.push_back(taken);
    }
    void apply(boardai::Action taken) { sticks -= taken; ++moves; }
    std::string action_to_string(boardai::Action taken) const { return std::to_string(taken); }
    boardai::Action action_from_string(const std::string& text) const {
        for (int taken = 1; taken <= 3 && taken <= sticks; ++taken) {
            if (action_to_string(taken) == text) return taken;
        }
        throw std::invalid_argument("Nim: not one, two or three of what is there: " + text);
    }
    std::uint64_t hash() const { return boardai::mix64(static_cast<std::uint64_t>(2 * sticks + current_player())); }
    bool operator==(const Nim&) const = default;
    // The moves made count too: they say whose turn it is.
    std::string to_string() const { return std::to_string(sticks) + " after " + std::to_string(moves); }
    static Nim from_string(const std::string& text) {
        Nim nim;
        const auto place = text.find(" after ");
        if (place == std::string::npos) throw std::invalid_argument("Nim: expected STICKS after MOVES");
        nim.sticks = std::stoi(text.substr(0, place));
        nim.moves = std::stoi(text.substr(place + 7));
        if (nim.sticks < 0 || nim.moves < 0 || nim.sticks + nim.moves > 100 || nim.to_string() != text) {
            throw std::invalid_argument("Nim: no position: " + text);
        }
        return nim;
    }
};
BOARDAI_GAME(Nim)
""",
    name="nim",
)
print(str(boardai.check_game(nim)).splitlines()[0])
lost = [
    sticks
    for sticks in range(1, 22)
    if boardai.search.dfpn(nim.from_string(f"{sticks} after 0")).value == -1  # for the player to move
]
print("lost for the player to move, up to 21:", *lost)
assert lost == [4, 8, 12, 16, 20]
print("Whatever you take of four, the opponent takes the rest of the four.\n")

# --- 2. Connect Four on small boards: two numbers in the header. A column keeps its seven bits, which is enough. ---

header = (Path(__file__).parents[1] / "02_connect_four.hpp").read_text()
WORDS = {1: "the first player wins", 0: "a draw", -1: "the second player wins"}
print("Connect Four, columns x rows:")
for columns, rows in ((4, 4), (4, 5)):
    small = re.sub(r"columns = 7, rows = 6", f"columns = {columns}, rows = {rows}", header)
    assert small != header
    game = boardai.define_game(small, name=f"connect_four_{columns}x{rows}")
    boardai.check_game(game, games=3)
    result = boardai.search.dfpn(game.initial_state())
    print(f"  {columns}x{rows}: {WORDS[result.value]} ({result.nodes:,} nodes)")
    if columns == 4:  # small enough to check the result by another search
        assert boardai.search.alphabeta(game.initial_state(), evaluator="none").outcome == result.value
