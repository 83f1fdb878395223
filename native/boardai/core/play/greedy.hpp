#pragma once
// The one-ply player: the weakest opponent that punishes blunders, and a fixed yardstick for learners.
//
//   value(a) = win, draw or loss if a ends the game, else the evaluation of the position after a
//
// A winning move is always taken, a losing one only when nothing else is left, a draw counts as 0. Equal best
// moves are drawn uniformly from the seed. Complexity: one evaluation per legal move. It does not see replies.

#include <cstdint>

#include "boardai/core/evaluation/evaluator.hpp"
#include "boardai/core/evaluation/evaluator_spec.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

template <GameState S, class E = typename DefaultEvaluator<S>::type>
    requires Evaluator<E, S>
struct Greedy {
    /// Throws std::invalid_argument if the game is over.
    static Action choose(const S& state, std::uint64_t seed);
    /// The same by an evaluation of the searches'; throws on an unknown one too.
    static Action choose_by(const EvaluatorSpec& evaluator, const S& state, std::uint64_t seed);

  private:
    /// evaluate(child): for the side to move there.
    template <class Evaluate>
    static Action best(const S& state, std::uint64_t seed, const Evaluate& evaluate);
};

}  // namespace boardai
