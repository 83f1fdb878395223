#pragma once

#include <algorithm>

#include "boardai/search/plain/alphabeta.hpp"
#include "boardai/search/plain/depth_first-inl.hpp"

namespace boardai {

template <GameState S>
AlphaBeta<S>::AlphaBeta(const AlphaBetaOptions& options, const EvaluationSpec& evaluator)
    : DepthFirst<S>(evaluator, options.ordering, options.points, options.knowledge), options_(options) {
    static_assert(AlphaBetaOptions().alpha == -infinite_score && AlphaBetaOptions().beta == infinite_score);
    options_.alpha = this->as_score(options_.alpha);
    options_.beta = this->as_score(options_.beta);
}

template <GameState S>
RowKind AlphaBeta<S>::kind_in_window(double value, int alpha, int beta) {
    return value <= alpha ? RowKind::upper_bound : value >= beta ? RowKind::lower_bound : RowKind::exact;
}

template <GameState S>
int AlphaBeta<S>::value(int depth, int alpha, int beta) {
    // 1. Leaf: its value for the player to move.
    const auto node = this->open(depth == 0, depth);
    if (node.is_leaf) return node.value;
    // 2. Each child in the window seen from its side. Fail-soft remembers the best child even below alpha.
    int best = options_.fail_soft ? -infinite_score : alpha;
    for (std::size_t i = node.begin; i < node.end; ++i) {
        this->down(node, i, {alpha, beta});
        const int child = this->same_player(node) ? value(depth - 1, alpha, beta) : -value(depth - 1, -beta, -alpha);
        this->up(node, i, child, kind_in_window(child, alpha, beta));
        if (this->stopped()) return 0;
        if (child > best) best = child;
        if (child <= alpha) continue;
        // 3. A better move: the window shrinks.
        alpha = child;
        this->take_line(node, i);
        // 4. Cut: the opponent will not let this position come about.
        if (child >= beta) {
            this->cut(node, i + 1);
            return options_.fail_soft ? child : beta;
        }
    }
    return best;
}

}  // namespace boardai
