#pragma once
// Two evaluations: a plain one where one side is clearly ahead, and a careful one everywhere else.
//
// Idea: where the plain evaluation finds more than a limit for either side, its value stands and the careful one is not
// asked. That saves its time where the game is decided, if the plain one is cheaper.
// Origin: Stockfish 12 to 14 (2020, 2021), which asked its network where the material was nearly even.
// Complexity: the plain evaluation at every position, the careful one at some.
// Does not handle: knowledge and ProbCut of the plain one; both are the careful one's.

#include "boardai/core/evaluation/evaluation.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

template <GameState S>
struct MixedEvaluations {
    /// `limit`: in the plain one's numbers. Its values are brought to the careful one's unit, where both name one.
    /// Throws std::invalid_argument as Evaluations::find().
    static EvaluationSpec make(const EvaluationSpec& careful, const EvaluationSpec& plain, int limit);
};

}  // namespace boardai
