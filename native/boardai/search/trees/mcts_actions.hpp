#pragma once
// What UCT knows about the actions of its root, and which one it plays.

#include <cstdint>
#include <vector>

#include "boardai/core/action.hpp"
#include "boardai/search/trees/options.hpp"
#include "boardai/search/trees/proof.hpp"

namespace boardai {

/// One action at the root, as the search left it.
struct MctsAction {
    Action action = -1;
    std::int64_t visits = 0;
    double value_sum = 0;  ///< for the player to move at the root
    Proof proof = Proof::unknown;
    double ucb = 0;  ///< the bound that selection compares, in the unit of the utilities; infinite where unvisited

    /// The proven outcome, else the mean; 0 where unvisited.
    double value() const {
        if (proof != Proof::unknown) return outcome_of(proof);
        return visits > 0 ? value_sum / static_cast<double>(visits) : 0.0;
    }
};

/// The action to play: a win, if one is proven, and no proven loss, if there is another; else by `choice`. Action -1
/// where none has been visited.
MctsAction best_of(const std::vector<MctsAction>& actions, MctsChoice choice);

/// Adds what another tree with the same root knows.
void merge(std::vector<MctsAction>& into, const std::vector<MctsAction>& from);

}  // namespace boardai
