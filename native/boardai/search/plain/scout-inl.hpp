#pragma once

#include "boardai/search/plain/depth_first-inl.hpp"
#include "boardai/search/plain/scout.hpp"

namespace boardai {

/// EVAL
template <GameState S>
int Scout<S>::value(int depth) {
    // 1. Leaf: its value for the player to move.
    const auto node = this->open(depth == 0, depth);
    if (node.is_leaf) return node.value;
    int best = -infinite_score;
    for (std::size_t i = node.begin; i < node.end; ++i) {
        // 2. Every child but the first is tested: is it better than the best so far?
        if (i > node.begin) {
            this->down(node, i, {best, best + 1});
            // -value > best is value < -best: not value > -best - 1, as scores are whole numbers.
            const bool better = this->same_player(node) ? exceeds(depth - 1, best) : !exceeds(depth - 1, -best - 1);
            this->up(node, i, better ? best + 1 : best, better ? RowKind::lower_bound : RowKind::upper_bound);
            if (this->stopped()) return 0;
            if (!better) continue;
        }
        // 3. The first child, and every better one, is valued in full.
        this->down(node, i);
        const int child = this->same_player(node) ? value(depth - 1) : -value(depth - 1);
        this->up(node, i, child);
        if (this->stopped()) return 0;
        best = child;
        this->take_line(node, i);
    }
    return best;
}

/// TEST: is the position worth more than `bound` to the player who moves in it?
template <GameState S>
bool Scout<S>::exceeds(int depth, int bound) {
    const auto node = this->open(depth == 0, depth);
    if (node.is_leaf) return node.value > bound;
    for (std::size_t i = node.begin; i < node.end; ++i) {
        this->down(node, i, {bound, bound + 1});
        const bool better = this->same_player(node) ? exceeds(depth - 1, bound) : !exceeds(depth - 1, -bound - 1);
        this->up(node, i, better ? bound + 1 : bound, better ? RowKind::lower_bound : RowKind::upper_bound);
        if (this->stopped()) return false;
        // 4. One child is enough for a yes.
        if (better) {
            this->cut(node, i + 1);
            return true;
        }
    }
    return false;
}

}  // namespace boardai
