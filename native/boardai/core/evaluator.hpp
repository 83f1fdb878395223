#pragma once
// Which static evaluation a game's one-ply player and searches use when none is named.

#include "boardai/core/game_state.hpp"

namespace boardai {

/// Knows nothing but the rules: 0 everywhere. The default of a game that names no evaluator.
struct NoEvaluation {
    template <class S>
    int evaluate(const S&) const {
        return 0;
    }
};

/// Specialise beside the game's evaluators: `template <> struct DefaultEvaluator<hex::State<2>> { using type = ...; };`
template <class S>
struct DefaultEvaluator {
    using type = NoEvaluation;
};

}  // namespace boardai
