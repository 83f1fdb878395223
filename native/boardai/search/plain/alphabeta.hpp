#pragma once
// Alpha-beta: minimax's value, without searching moves that cannot affect it.
//
// Idea: only values inside the window (alpha, beta) can change the result. Alpha is the value that the player to move
// can already guarantee, beta the value to which the opponent can limit that player. A child that reaches beta refutes
// the opponent's last move, so its siblings need not be searched (a cutoff: the node fails high).
//
//   value(s, alpha, beta) = max over children c of -value(c, -beta, -alpha), alpha rising with the best child,
//                           ended as soon as a child reaches beta
//
// Fail-hard returns values inside [alpha, beta]; fail-soft returns the best value found, a better bound: an upper bound
// below alpha (fail low), a lower bound above beta (fail high). Both visit the same positions. With one window both
// give minimax's value.
//
// Papers: Knuth and Moore 1975, An analysis of alpha-beta pruning (Artificial Intelligence 6); fail-soft: Fishburn
// 1983, Another optimization of alpha-beta search (SIGART Newsletter 84). Complexity: b^ceil(L/2) + b^floor(L/2) - 1
// leaves when the best move comes first, b^L when it comes last: hence the orderings. It remembers no position
// (pvs.hpp does).

#include "boardai/search/plain/depth_first.hpp"
#include "boardai/search/plain/options.hpp"

namespace boardai {

template <GameState S>
class AlphaBeta final : public DepthFirst<S> {
  public:
    /// Throws std::invalid_argument on an empty window, an unknown evaluator, or where the game lacks what the
    /// options need.
    AlphaBeta(const AlphaBetaOptions& options, const EvaluationSpec& evaluator);

  protected:
    double search_root(int depth) override { return value(depth, options_.alpha, options_.beta); }
    std::optional<Window> root_window() const override { return Window{options_.alpha, options_.beta}; }
    RowKind kind_of_root(double value) const override { return kind_in_window(value, options_.alpha, options_.beta); }

  private:
    static RowKind kind_in_window(double value, int alpha, int beta);
    int value(int depth, int alpha, int beta);

    AlphaBetaOptions options_;
};

}  // namespace boardai
