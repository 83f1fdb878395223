#pragma once
// Perft: the number of move sequences of a given length; the standard proof of a rule core.
//
//   perft(s, 0) = 1        perft(s, d) = sum over legal actions a of perft(s . a, d - 1)
//
// A pass is a ply. A game that is already over counts once at its end, whatever depth is left (the Reversi
// convention). Chess counts such a position as 0 for d >= 1 and ignores draws by rule; a game with a convention
// or a bulk counter of its own offers `perft(depth)` (OwnPerft), which is then what is called.
//
// Complexity: one visit per sequence of length d - 1; the last ply is counted, not played. No hash table.

#include <cstdint>
#include <vector>

#include "boardai/core/game_state.hpp"

namespace boardai {

template <GameState S>
struct Perft {
    /// Throws std::invalid_argument if depth < 0.
    static std::uint64_t count(const S& state, int depth);

    /// The count below each legal action, in the order of legal_actions(); depth >= 1. The counts add up to
    /// count(state, depth), except that a finished game has no actions and so an empty list.
    static void divide(const S& state, int depth, ActionList& actions, std::vector<std::uint64_t>& counts);
};

}  // namespace boardai
