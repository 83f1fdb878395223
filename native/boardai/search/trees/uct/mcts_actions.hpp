#pragma once
// Which of the root's actions UCT plays, and what several trees know of them together.

#include <vector>

#include "boardai/search/trees/options.hpp"
#include "boardai/search/trees/root_action.hpp"
#include "boardai/search/trees/uct/mcts_rules.hpp"

namespace boardai {

/// Which action is the best, among those of the same proof.
struct RootRule {
    RootRule(MctsChoice by) : choice(by) {}  // NOLINT(google-explicit-constructor)
    /// With what the option `choice` says, and the user's rule where it says that there is one.
    RootRule(const MctsOptions& options, const MctsRules& rules)
        : choice(options.choice), deviations(options.lcb_deviations), root_score(rules.root_score) {}
    MctsChoice choice;
    double deviations = 0;
    RootScore root_score = nullptr;
};

/// Where the mean outcome of an action truly lies above, with `deviations` standard deviations to spare: the lower end
/// of Wilson's interval for a share of games won (Wilson 1927), in [-1, 1]. Exact for games that are won or lost;
/// values between vary less. It needs no least number of visits: what has few is far below its mean.
double lower_bound(const RootAction& action, double deviations);

/// The action to play: a win, if one is proven, and no proven loss, if there is another; else by the rule. Action -1
/// where none has been visited.
RootAction best_of(const std::vector<RootAction>& actions, const RootRule& rule);

/// What to learn from the search: shares of the visits, in the order of `actions`. A proven win shares with other wins
/// alone, a proven loss has none, unless nothing else was visited. All 0 where nothing was.
std::vector<double> policy_of(const std::vector<RootAction>& actions);

/// Adds what another tree with the same root knows.
void merge(std::vector<RootAction>& into, const std::vector<RootAction>& from);

}  // namespace boardai
