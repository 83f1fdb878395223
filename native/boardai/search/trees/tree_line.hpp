#pragma once
// The line that a tree search expects, and what it knows of its end.

#include <optional>
#include <vector>

#include "boardai/core/action.hpp"

namespace boardai {

struct TreeLine {
    std::vector<Action> actions;  ///< from the root on
    /// Of the position after them, for the player to move at the root: the proven outcome, else the mean of the
    /// simulations that came there; absent: none did.
    std::optional<double> value;
};

}  // namespace boardai
