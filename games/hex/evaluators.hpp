#pragma once
// Static evaluations of Hex positions.

#include "boardai/core/evaluator.hpp"
#include "games/hex/state.hpp"

namespace boardai::hex {

/// How many stones more the opponent needs for a connection than the side to move: larger is better for the side
/// to move. Both are counted as if the other player only looked on (Ószi 2021, section 4.1, whose sign is the
/// opposite one). Between -cells and +cells while the game goes on; +-unreachable once it is decided.
struct ShortestPath {
    static constexpr const char* name = "shortest_path";
    template <int Words>
    int evaluate(const State<Words>& state) const {
        const int mover = state.current_player();
        if (state.is_terminal()) return state.outcome(mover) * unreachable;
        return state.shortest_connection(1 - mover) - state.shortest_connection(mover);
    }
};

}  // namespace boardai::hex

namespace boardai {

template <int Words>
struct DefaultEvaluator<hex::State<Words>> {
    using type = hex::ShortestPath;
};

}  // namespace boardai
