#pragma once
// Which of the root's actions UCT plays, and what several trees know of them together.

#include <vector>

#include "boardai/search/trees/options.hpp"
#include "boardai/search/trees/root_action.hpp"

namespace boardai {

/// The action to play: a win, if one is proven, and no proven loss, if there is another; else by `choice`. Action -1
/// where none has been visited.
RootAction best_of(const std::vector<RootAction>& actions, MctsChoice choice);

/// What to learn from the search: shares of the visits, in the order of `actions`. A proven win shares with other wins
/// alone, a proven loss has none, unless nothing else was visited. All 0 where nothing was.
std::vector<double> policy_of(const std::vector<RootAction>& actions);

/// Adds what another tree with the same root knows.
void merge(std::vector<RootAction>& into, const std::vector<RootAction>& from);

}  // namespace boardai
