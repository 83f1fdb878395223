#pragma once
// Rules that replace UCB's in a UCT tree, built in or written by users: how an action is selected, which value is
// backed up, and which root action is played (docs/search/mcts.md, "Rules of your own in C++").
//
// A rule is a struct of static functions, with those that it replaces:
//
//     struct Tuned {
//         static constexpr int numbers = 1;  // kept for each visited action, 0 at first
//         static double score(const RulePosition& position, std::size_t action);
//         static double backup(RulePosition& position, std::size_t action, double value);
//     };
//
//   score       1. Select: the visited, undecided action with the highest score is followed. Every action is tried once
//               first.
//   select      `std::size_t select(const RulePosition&, Rng&)`, instead of `score`: returns the index of the action to
//               follow, among all actions; the untried ones come after the visited ones.
//   backup      4. Back up: called with a value in [-1, 1] of an action, for the player to move; the visit is already
//               counted. The rule stores it, by average() or set_mean(), and returns the value of the position.
//   root_score  `double root_score(const RootAction&, std::int64_t all_visits)`: the root's visited action with the
//               highest score is played, after proven wins and before proven losses.
//
// Each search looks its rules up once, as function pointers; the loop over the actions is compiled together with
// `score`. In a tree that several threads share, any of them may call a rule; it then holds the position's lock.

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "boardai/core/rng.hpp"
#include "boardai/search/trees/options.hpp"
#include "boardai/search/trees/proof.hpp"
#include "boardai/search/trees/root_rule.hpp"

namespace boardai {

/// A position of the tree as its rules see it. The visited actions come first, in the order of their first visits; all
/// values are mean outcomes in [-1, 1] for the player to move there.
class RulePosition {
  public:
    /// The number of visited actions.
    std::size_t visited() const { return visited_; }
    /// The number of actions that `select` may choose, including the untried ones; equal to visited() if the memory is
    /// full.
    std::size_t actions() const { return actions_; }
    /// N: simulations through the position, including those under way.
    std::int64_t visits() const { return all_visits_; }
    /// ln N.
    double log_visits() const { return log_visits_; }
    /// n of a visited action, including simulations under way.
    std::int64_t visits(std::size_t action) const { return n_[action] + (pending_ ? pending_[action] : 0); }
    /// V of a visited action; for a decided one, its outcome.
    double mean(std::size_t action) const {
        if (!is_decided(action)) return std::isfinite(q_[action]) ? q_[action] : 0.0;
        if (proof_[action] <= Proof::win) return outcome_of(proof_[action]);
        return n_[action] > 0 ? w_[action] / static_cast<double>(n_[action]) : 0.0;
    }
    /// The action's outcome is proven, or known by the game; it need not be selected.
    bool is_decided(std::size_t action) const { return is_solver_ && proof_[action] != Proof::unknown; }
    /// The game's prior of an action, times the option `prior`; 0 without this option.
    double prior(std::size_t action) const { return priors_ ? static_cast<double>(priors_[action]) : 0.0; }
    /// The rule's own numbers of a visited action; `index` below `numbers`.
    double& number(std::size_t action, std::size_t index = 0) const { return numbers_[action * stride_ + index]; }
    /// Scratch space for one number per action; for `select`.
    double* scratch() const { return scratch_; }
    /// The search's options. `c` is in the unit of utilities, exploration() in that of outcomes.
    const MctsOptions& options() const { return *options_; }
    double exploration() const { return exploration_; }

    // For `backup`; each returns its argument.
    /// V becomes the mean of all values backed up, as without a rule.
    double average(std::size_t action, double value) {
        w_[action] += value;
        q_[action] = w_[action] / static_cast<double>(n_[action]);
        return value;
    }
    /// V becomes `value`.
    double set_mean(std::size_t action, double value) {
        w_[action] = value * static_cast<double>(n_[action]);
        q_[action] = value;
        return value;
    }

  private:
    friend class MctsNodes;

    std::size_t visited_ = 0;
    std::size_t actions_ = 0;
    std::int64_t all_visits_ = 0;
    double log_visits_ = 0;
    double* scratch_ = nullptr;
    double* q_ = nullptr;
    double* w_ = nullptr;
    const std::int64_t* n_ = nullptr;
    const std::int32_t* pending_ = nullptr;
    const Proof* proof_ = nullptr;
    const float* priors_ = nullptr;
    double* numbers_ = nullptr;
    std::size_t stride_ = 0;
    const MctsOptions* options_ = nullptr;
    double exploration_ = 0;
    bool is_solver_ = true;
};

/// The functions that a search calls; null: UCB, the mean, the option `choice`.
struct MctsRules {
    int numbers = 0;
    double (*score)(const RulePosition&, std::size_t) = nullptr;
    std::size_t (*select)(const RulePosition&, Rng&) = nullptr;
    bool selects_untried = false;  ///< `select` chooses among all actions; otherwise every action is tried once first
    double (*backup)(RulePosition&, std::size_t, double) = nullptr;
    RootScore root_score = nullptr;

    bool has_selection() const { return select || backup; }
    bool has_choice() const { return root_score; }
};

/// The undecided visited action with the highest score is followed. Every action is tried once first.
template <class R>
concept ScoresActions = requires(const RulePosition& position) {
    { R::score(position, std::size_t{}) } -> std::convertible_to<double>;
};
/// Returns the index of the action to follow, among all actions(); the unvisited ones come last.
template <class R>
concept SelectsActions = requires(const RulePosition& position, Rng& rng) {
    { R::select(position, rng) } -> std::convertible_to<std::size_t>;
};
/// Stores a backed-up value of an action, by average() or set_mean(), and returns the value of the position, from -1 to
/// 1.
template <class R>
concept BacksUp = requires(RulePosition& position) {
    { R::backup(position, std::size_t{}, double{}) } -> std::convertible_to<double>;
};

/// The undecided visited action with the highest score; the number of visited actions if a score is NaN.
template <ScoresActions R>
std::size_t highest_by_rule(const RulePosition& position) {
    std::size_t best = 0;
    double highest = 0;
    bool is_first = true;
    for (std::size_t i = 0; i < position.visited(); ++i) {
        if (position.is_decided(i)) continue;
        const double score = R::score(position, i);
        if (std::isnan(score)) return position.visited();
        if (is_first || score > highest) {
            highest = score;
            best = i;
        }
        is_first = false;
    }
    return best;
}

/// The rules that a struct has.
template <class R>
MctsRules rules_of() {
    MctsRules rules;
    if constexpr (requires { R::numbers; }) rules.numbers = R::numbers;
    if constexpr (ScoresActions<R>) {
        rules.score = [](const RulePosition& position, std::size_t action) -> double {
            return R::score(position, action);
        };
        rules.select = [](const RulePosition& position, Rng&) { return highest_by_rule<R>(position); };
    }
    if constexpr (SelectsActions<R>) {
        rules.select = [](const RulePosition& position, Rng& rng) -> std::size_t { return R::select(position, rng); };
        rules.selects_untried = true;
    }
    if constexpr (BacksUp<R>) {
        rules.backup = [](RulePosition& position, std::size_t action, double value) -> double {
            return R::backup(position, action, value);
        };
    }
    rules.root_score = root_score_of<R>();
    return rules;
}

/// The rules of these options; `written` are the user's rules, for options that name them.
MctsRules rules_for(const MctsOptions& options, const MctsRules& written);

}  // namespace boardai
