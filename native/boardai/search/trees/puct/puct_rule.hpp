#pragma once
// A rule of selection that users write, in place of PUCT's formula (docs/search/puct.md, "A formula of your own in
// C++").
//
//     struct Shaped {
//         static double score(const PuctPosition& position, std::size_t action);
//     };
//
// 1. Select: the action with the highest score is followed. Of the unvisited actions of a position only the likeliest
// is scored, after the visited ones, so among actions without a visit a higher prior must not lower the score. Proven
// losses are not scored unless nothing else is left.

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace boardai {

/// A position of a PUCT tree as a rule sees it. The visited actions come first; all values are mean outcomes in [-1, 1]
/// for the player to move there.
class PuctPosition {
  public:
    /// Actions that have been visited.
    std::size_t visited() const { return visited_; }
    /// Those, and the likeliest unvisited one where there is one and memory for it.
    std::size_t actions() const { return actions_; }
    /// N: simulations that went through the position, its own evaluation and those under way included.
    std::int64_t visits() const { return all_visits_; }
    /// n of an action, likewise; 0 of the unvisited one.
    std::int64_t visits(std::size_t action) const {
        return action < visited_ ? n_[action] + (pending_ ? pending_[action] : 0) : 0;
    }
    /// Q of an action. One without a value has that of the position less `fpu_reduction` (first_value()). With several
    /// leaves per tree, the simulations under way count as `virtual_loss` says.
    double mean(std::size_t action) const {
        const bool is_known =
            action < visited_ && (n_[action] > 0 || (counts_pending_ && pending_ && pending_[action] > 0));
        return is_known ? q_[action] : first_;
    }
    /// P, the network's prior; at the root with its noise.
    double prior(std::size_t action) const { return static_cast<double>(priors_ ? priors_[action] : even_prior_); }
    /// V of the position itself, the mean of all that came back.
    double value() const { return value_; }
    /// What an action without a value counts as.
    double first_value() const { return first_; }
    /// c(N) * sqrt(N): PUCT's score is mean + exploration * prior / (1 + visits).
    double exploration() const { return exploration_; }

  private:
    friend class PuctNodes;

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
    double exploration_ = 0;
    bool counts_pending_ = false;
};

/// What a search calls; null: PUCT's formula. It is called by every thread that searches.
struct PuctRule {
    double (*score)(const PuctPosition&, std::size_t) = nullptr;

    bool is_written() const { return score != nullptr; }
};

/// The action with the highest score is followed. The last action may be unvisited: the one with the highest prior
/// among the unvisited ones.
template <class R>
concept ScoresPuctActions = requires(const PuctPosition& position) {
    { R::score(position, std::size_t{}) } -> std::convertible_to<double>;
};

/// The rule that a struct has; null: none.
template <class R>
PuctRule puct_rule_of() {
    PuctRule rule;
    if constexpr (ScoresPuctActions<R>) {
        rule.score = [](const PuctPosition& position, std::size_t action) -> double {
            return R::score(position, action);
        };
    }
    return rule;
}

}  // namespace boardai
