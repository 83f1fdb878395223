#pragma once
// The knowledge of Reversi for searches: results of endings, proven by the endgame solver (root.hpp).

#include <memory>

#include "boardai/core/knowledge.hpp"
#include "games/reversi/state.hpp"

namespace boardai {

namespace reversi::endgame {
template <int Words>
class Root;
}

template <int Words>
struct Knowledge<reversi::State<Words>> : PositionKnowledge<reversi::State<Words>> {
    using Facts = typename PositionKnowledge<reversi::State<Words>>::Facts;

    /// Throws std::bad_alloc if there is no memory for the table.
    explicit Knowledge(const KnowledgeOptions& options);

    static int cost(const reversi::State<Words>& state);
    Facts analyse(const reversi::State<Words>& state);
    SolvedEnding solve(const reversi::State<Words>& state, int exact_moves, SearchControl& control);

  private:
    std::shared_ptr<reversi::endgame::Root<Words>> root_;
};

extern template struct Knowledge<reversi::State<1>>;
extern template struct Knowledge<reversi::State<2>>;
extern template struct Knowledge<reversi::State<4>>;

}  // namespace boardai
