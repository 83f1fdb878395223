#pragma once
// Minimax: the value of a position if both sides play as well as the evaluation can judge.
//
// Idea: at the own levels take the largest value of the children, at the opponent's the smallest; positions at depth L
// and finished games are evaluated.
//
//   value(s) = f(s)                       at a leaf
//              max over children          where the player to move at the root moves
//              min over children          where the opponent moves
//
// Two refinements of the same walk, both off by default:
// - Averaging (smooths errors of f): the mean of the m largest children at own levels, of the n smallest at the
//   opponent's. m = n = 1 is plain minimax. Values are then fractions.
// - Variable depth: between `shallower` plies before the depth and `deeper` plies after it, a line ends where it is
//   quiet: where the last move changed f by no more than the threshold.
//
// Papers: Shannon 1950, Programming a computer for playing chess (Philosophical Magazine 41); averaging and variable
// depth: Ószi 2021, MSc thesis, ELTE, sections 4.3.1 and 4.3.2. Complexity: b^L positions for b moves per position; one
// line in memory. It skips nothing (alphabeta.hpp does) and remembers nothing (pvs.hpp does).

#include "boardai/search/plain/depth_first.hpp"
#include "boardai/search/plain/options.hpp"

namespace boardai {

template <GameState S>
class Minimax final : public DepthFirst<S> {
  public:
    /// Throws std::invalid_argument on an unknown evaluator.
    Minimax(const MinimaxOptions& options, const EvaluationSpec& evaluator);

  protected:
    double search_root(int depth) override;
    bool wins_are_proofs() const override { return !averages(); }
    bool whole_values() const override { return !averages(); }

  private:
    using Node = typename DepthFirst<S>::Node;

    bool averages() const { return options_.average_best > 1 || options_.average_worst > 1; }
    double value(int depth);
    double largest(const Node& node, int depth);
    double smallest(const Node& node, int depth);
    double mean(const Node& node, int depth, bool own);
    double child_value(const Node& node, std::size_t i, int depth);
    bool ends_here(int depth);

    MinimaxOptions options_;
    bool varies_ = false;         ///< the depth does
    std::vector<double> values_;  ///< averaging: of the children on the line
    std::vector<int> static_;     ///< variable depth: f along the line, for the player to move at the root
};

}  // namespace boardai
