#pragma once
// Scout: measure the first move, then only test whether another one is better.
//
// Idea: a yes-or-no question is cheaper than a number. EVAL values the first child in full; TEST asks of every other
// one whether it exceeds the best so far, and only a yes is valued in full.
//
//   EVAL(s) = EVAL of the first child, then of each child c for which TEST(c > best)
//   TEST(s > v): is some child's value above v? One such child is enough.
//
// Paper: Pearl 1980, SCOUT: a simple game-searching algorithm with proven optimal properties (AAAI 1980, pages
// 143-145). Complexity: the asymptotically best branching factor, as alpha-beta; EVAL hands no window down, so with bad
// ordering it may visit more. Principal variation search (pvs.hpp) is Scout with alpha-beta's window and a memory.

#include "boardai/search/plain/depth_first.hpp"
#include "boardai/search/plain/options.hpp"

namespace boardai {

template <GameState S>
class Scout final : public DepthFirst<S> {
  public:
    /// Throws std::invalid_argument on an unknown evaluator, or where the game lacks what the options need.
    Scout(const ScoutOptions& options, const EvaluationSpec& evaluator)
        : DepthFirst<S>(evaluator, options.ordering, options.points) {}

  protected:
    double search_root(int depth) override { return value(depth); }
    std::optional<Window> root_window() const override { return Window{}; }

  private:
    int value(int depth);
    bool exceeds(int depth, int bound);
};

}  // namespace boardai
