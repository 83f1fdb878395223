#pragma once
// Static evaluations of Reversi positions.

#include "boardai/core/evaluator.hpp"
#include "games/reversi/state.hpp"

namespace boardai::reversi {

/// The mover's discs minus the opponent's: what the game is decided by, though a poor guide before its end.
struct Discs {
    static constexpr const char* name = "discs";
    template <int Words>
    int evaluate(const State<Words>& state) const {
        return state.own_discs().count() - state.opponent_discs().count();
    }
};

}  // namespace boardai::reversi

namespace boardai {

template <int Words>
struct DefaultEvaluator<reversi::State<Words>> {
    using type = reversi::Discs;
};

}  // namespace boardai
