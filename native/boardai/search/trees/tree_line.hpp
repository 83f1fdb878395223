#pragma once
// The principal variation of a tree search, and the value at its end.

#include <optional>
#include <vector>

#include "boardai/core/action.hpp"

namespace boardai {

struct TreeLine {
    std::vector<Action> actions;  ///< from the root on
    /// Of the position after them, for the player to move at the root: the proven outcome, else the mean of the
    /// simulations that reached it; absent if there were none.
    std::optional<double> value;
};

}  // namespace boardai
