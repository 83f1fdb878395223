#pragma once
// Finds the next position to be searched in a tree that is reused, by playing the tree's moves.

#include <vector>

#include "boardai/core/game_state.hpp"
#include "boardai/search/trees/tree.hpp"

namespace boardai {

/// Whether a position equal to `wanted` is `from`, whose state is `state`, or at most `plies` below it in the tree;
/// then the moves to it are appended to `way`.
template <GameState S>
bool find_way_below(const Tree& tree, Tree::Place from, const S& state, const S& wanted, int plies,
                    std::vector<Action>& way) {
    if (state == wanted) return true;
    if (plies == 0) return false;
    for (const Tree::Expanded& child : tree.expanded_children(from)) {
        S next = state;
        next.apply(child.action);
        way.push_back(child.action);
        if (find_way_below(tree, child.node, next, wanted, plies - 1, way)) return true;
        way.pop_back();
    }
    return false;
}

}  // namespace boardai
