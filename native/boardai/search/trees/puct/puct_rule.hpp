#pragma once
// Rules that users write, in place of PUCT's own (docs/search/puct.md, "Rules of your own in C++").
//
// A rule is a struct of static functions, with those that it replaces:
//
//     struct Shaped {
//         static constexpr int numbers = 1;  // kept for each visited action, 0 at first
//         static double score(const PuctPosition& position, std::size_t action);
//         static double backup(PuctPosition& position, std::size_t action, double value);
//         static double root_score(const RootAction& action, std::int64_t all_visits);
//     };
//
//   score       1. Select: the action with the highest score is followed. Of a position's unvisited actions only the
//               one with the highest prior is scored, after the visited ones, so among actions without a visit a higher
//               prior must not lower the score. Proven losses are not scored unless nothing else is left.
//   backup      3. Back up: called with a value in [-1, 1] of an action, for the player to move; the visit is already
//               counted. The rule stores it, by average() or set_mean(), and returns the value for the position above.
//               A proven action has its outcome as value, whatever the rule stores.
//   root_score  The root's visited action with the highest score is played, after proven wins and before proven losses
//               (../root_rule.hpp).
//
// Rules are called by every thread that searches; a tree belongs to one of them at a time.

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "boardai/search/trees/root_rule.hpp"

namespace boardai {

/// A position of a PUCT tree as its rules see it. The visited actions come first; all values are mean outcomes in
/// [-1, 1] for the player to move there.
class PuctPosition {
  public:
    /// Actions that have been visited.
    std::size_t visited() const { return visited_; }
    /// The visited ones, and the unvisited one with the highest prior, if there is one and memory for it. In `backup`
    /// only the visited ones.
    std::size_t actions() const { return actions_; }
    /// N: simulations through the position, including its own evaluation and simulations under way; in `backup` without
    /// the latter, whose values are not known yet.
    std::int64_t visits() const { return all_visits_; }
    /// n of an action, likewise; 0 of the unvisited one. In `backup` also 0 where all simulations are under way.
    std::int64_t visits(std::size_t action) const {
        return action < visited_ ? n_[action] + (pending_ ? pending_[action] : 0) : 0;
    }
    /// Q of an action. An action without a value has first_value(). With several leaves per tree, the simulations under
    /// way count as `virtual_loss` says, but not in `backup`, where Q of the action whose value came back is up to date
    /// after average() or set_mean().
    double mean(std::size_t action) const {
        if (w_) return n_[action] > 0 ? w_[action] / static_cast<double>(n_[action]) : first_;
        const bool is_known =
            action < visited_ && (n_[action] > 0 || (counts_pending_ && pending_ && pending_[action] > 0));
        return is_known ? q_[action] : first_;
    }
    /// P, the network's prior; at the root with its noise.
    double prior(std::size_t action) const { return static_cast<double>(priors_ ? priors_[action] : even_prior_); }
    /// V of the position: the mean of its own evaluation and of all values backed up, or the value of set_value().
    double value() const { return value_; }
    /// The position's own evaluation, without the values from below.
    double own_value() const { return own_value_; }
    /// Q of an action without a value: the position's value less `fpu_reduction` (first play urgency).
    double first_value() const { return first_; }
    /// c(N) * sqrt(N): PUCT's score is mean + exploration * prior / (1 + visits).
    double exploration() const { return exploration_; }
    /// The rules' own numbers for a visited action, 0 for the unvisited one; `index` below `numbers`.
    double number(std::size_t action, std::size_t index = 0) const {
        return action < visited_ ? numbers_[action * stride_ + index] : 0.0;
    }
    /// For `backup`: the same, to write to.
    double& number(std::size_t action, std::size_t index = 0) { return numbers_[action * stride_ + index]; }

    // For `backup`; each returns its argument.
    /// Q becomes the mean of all values backed up, and V includes this one, as without a rule.
    double average(std::size_t action, double value) {
        w_[action] += value;
        return count(value);
    }
    /// Q becomes `value`, and V counts it once for each visit.
    double set_mean(std::size_t action, double value) {
        const double sum = value * static_cast<double>(n_[action]);
        count(sum - w_[action]);
        w_[action] = sum;
        return value;
    }
    /// V becomes `value`, until the next one is backed up.
    double set_value(double value) {
        *value_sum_ = value * static_cast<double>(all_visits_);
        value_ = value;
        return value;
    }

  private:
    friend class PuctNodes;

    double count(double value) {
        *value_sum_ += value;
        value_ = *value_sum_ / static_cast<double>(all_visits_);
        return value;
    }

    std::size_t visited_ = 0;
    std::size_t actions_ = 0;
    std::int64_t all_visits_ = 0;
    const double* q_ = nullptr;
    const std::int64_t* n_ = nullptr;
    const std::int32_t* pending_ = nullptr;
    const float* priors_ = nullptr;
    float even_prior_ = 0;
    double first_ = 0;
    double value_ = 0;
    double own_value_ = 0;
    double exploration_ = 0;
    bool counts_pending_ = false;
    double* numbers_ = nullptr;
    std::size_t stride_ = 0;
    double* w_ = nullptr;          ///< in `backup`: the sums of the actions' values
    double* value_sum_ = nullptr;  ///< in `backup`: the position's
};

/// The functions that a search calls; null: PUCT's formula, the mean, the most visits.
struct PuctRule {
    int numbers = 0;
    double (*score)(const PuctPosition&, std::size_t) = nullptr;
    double (*backup)(PuctPosition&, std::size_t, double) = nullptr;
    RootScore root_score = nullptr;

    bool has_selection() const { return score || backup; }
    bool has_score() const { return score; }
    bool has_backup() const { return backup; }
    bool has_choice() const { return root_score; }
};

/// The action with the highest score is followed. The last action may be unvisited: the one with the highest prior
/// among the unvisited ones.
template <class R>
concept ScoresPuctActions = requires(const PuctPosition& position) {
    { R::score(position, std::size_t{}) } -> std::convertible_to<double>;
};
/// Stores a value that is backed up for an action, by average() or set_mean(), and returns the value for the position
/// above, from -1 to 1.
template <class R>
concept BacksUpPuctValues = requires(PuctPosition& position) {
    { R::backup(position, std::size_t{}, double{}) } -> std::convertible_to<double>;
};

/// The rules that a struct has.
template <class R>
PuctRule puct_rule_of() {
    PuctRule rule;
    if constexpr (requires { R::numbers; }) rule.numbers = R::numbers;
    if constexpr (ScoresPuctActions<R>) {
        rule.score = [](const PuctPosition& position, std::size_t action) -> double {
            return R::score(position, action);
        };
    }
    if constexpr (BacksUpPuctValues<R>) {
        rule.backup = [](PuctPosition& position, std::size_t action, double value) -> double {
            return R::backup(position, action, value);
        };
    }
    rule.root_score = root_score_of<R>();
    return rule;
}

}  // namespace boardai
