#pragma once

#include "boardai/search/plain/depth_first-inl.hpp"
#include "boardai/search/plain/negamax.hpp"

namespace boardai {

template <GameState S>
int Negamax<S>::value(int depth) {
    // 1. Leaf: f for the player to move.
    const auto node = this->open(depth == 0);
    if (node.is_leaf) return node.value;
    // 2. The largest child, seen from here.
    int best = -infinite_score;
    for (std::size_t i = node.begin; i < node.end; ++i) {
        this->down(node, i);
        const int child = this->same_player(node) ? value(depth - 1) : -value(depth - 1);
        this->up(node, i, child);
        if (this->stopped()) return 0;
        if (child <= best) continue;
        best = child;
        this->take_line(node, i);
    }
    return best;
}

}  // namespace boardai
