#pragma once
// Negamax: minimax with one rule for both players.
//
// Idea: what is good for one player is as bad for the other, so every level takes the largest negated value of its
// children: max(a, b) = -min(-a, -b).
//
//   value(s) = f(s) for the player to move                     at a leaf
//              max over children c of -value(c)                otherwise
//              (+value(c) where the same player moves again)
//
// Paper: Knuth and Moore 1975, An analysis of alpha-beta pruning (Artificial Intelligence 6). Complexity: b^L
// positions, the very ones minimax visits. It skips nothing and remembers nothing.

#include "boardai/search/plain/depth_first.hpp"
#include "boardai/search/plain/options.hpp"

namespace boardai {

template <GameState S>
class Negamax final : public DepthFirst<S> {
  public:
    /// Throws std::invalid_argument on an unknown evaluator.
    Negamax(const NegamaxOptions& options, const EvaluationSpec& evaluator)
        : DepthFirst<S>(evaluator, MoveOrdering::game, options.points) {}

  protected:
    double search_root(int depth) override { return value(depth); }

  private:
    int value(int depth);
};

}  // namespace boardai
