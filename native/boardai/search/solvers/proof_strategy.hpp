#pragma once
// The strategy that a solver found.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/core/action.hpp"

namespace boardai {

/// Its moves, each after the one that it follows: one where the strategy's player moves, all where the opponent moves.
struct ProofStrategy {
    struct Step {
        std::int32_t ply;  ///< 1: from the root
        Action action;
    };

    std::size_t size() const { return steps.size(); }  ///< 0: none was found
    void columns(std::int32_t* plies, std::int32_t* actions) const;
    /// The line on which the other player holds out longest; the first of equals.
    std::vector<Action> longest_line() const;

    int player = 0;  ///< the player who has the strategy
    int goal = 0;    ///< the least outcome it reaches: 1 win, 0 draw
    std::vector<Step> steps;
};

}  // namespace boardai
