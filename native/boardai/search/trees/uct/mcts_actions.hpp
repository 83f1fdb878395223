#pragma once
// The choice of the root action to play, and the sum of several trees' root actions.

#include <vector>

#include "boardai/search/trees/options.hpp"
#include "boardai/search/trees/root_action.hpp"
#include "boardai/search/trees/uct/mcts_rules.hpp"

namespace boardai {

/// How actions with the same proof are compared.
struct RootRule {
    RootRule(MctsChoice by) : choice(by) {}  // NOLINT(google-explicit-constructor)
    /// By the option `choice`, and by the user's rule if the option says so.
    RootRule(const MctsOptions& options, const MctsRules& rules)
        : choice(options.choice), deviations(options.lcb_deviations), root_score(rules.root_score) {}
    MctsChoice choice;
    double deviations = 0;
    RootScore root_score = nullptr;
};

/// A lower confidence bound of an action's mean outcome, at `deviations` standard deviations: the lower end of Wilson's
/// interval for a proportion (Wilson 1927), in [-1, 1]. Exact for outcomes that are wins or losses; values in between
/// vary less. No minimum number of visits is needed: with few visits the bound is far below the mean.
double lower_bound(const RootAction& action, double deviations);

/// The action to play: a proven win if there is one, a proven loss only if there is nothing else, otherwise by the
/// rule. Action -1 if none has been visited.
RootAction best_of(const std::vector<RootAction>& actions, const RootRule& rule);

/// The policy target: shares of the visits, in the order of `actions`. If there are proven wins, they share everything;
/// a proven loss gets nothing, unless nothing else was visited. All 0 if nothing was visited.
std::vector<double> policy_of(const std::vector<RootAction>& actions);

/// Adds the counts and proofs of another tree with the same root.
void merge(std::vector<RootAction>& into, const std::vector<RootAction>& from);

}  // namespace boardai
