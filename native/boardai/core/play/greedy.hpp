#pragma once
// The one-ply player: the weakest opponent that punishes blunders, and a fixed yardstick for learners.
//
//   value(a) = win, draw or loss if a ends the game, else the evaluation of the position after a
//
// A winning move is always taken, a losing one only when nothing else is left, a draw counts as 0. Equal best
// moves are drawn uniformly from the seed. Complexity: one evaluation per legal move. It does not see replies.

#include <cstdint>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

/// A move, and what it is worth to the player who makes it: an evaluation, or GreedyChoice::win, 0 or -win where it
/// ends the game.
struct GreedyChoice {
    static constexpr int win = 1'000'000;  // beyond every evaluation (|value| < 30,000)
    Action action = 0;
    int value = 0;
};

template <GameState S>
struct Greedy {
    /// By the evaluation that is named or given, else by what people would count. Throws std::invalid_argument if the
    /// game is over, or as Evaluations::find().
    static GreedyChoice choose(const EvaluationSpec& evaluator, const S& state, std::uint64_t seed);
};

}  // namespace boardai
