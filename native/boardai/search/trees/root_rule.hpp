#pragma once
// A user's rule for the root: which of its actions is played (docs/search/mcts.md, "Rules of your own in C++"). All
// tree searches accept it: UCT, PUCT and self-play.

#include <cmath>
#include <concepts>
#include <cstdint>
#include <stdexcept>

#include "boardai/search/trees/root_action.hpp"

namespace boardai {

/// The visited root action with the highest score is played; proven wins are preferred to it, proven losses avoided.
template <class R>
concept ScoresRoot = requires(const RootAction& action) {
    { R::root_score(action, std::int64_t{}) } -> std::convertible_to<double>;
};

using RootScore = double (*)(const RootAction&, std::int64_t);

/// The rule that a struct has for the root; null: none.
template <class R>
RootScore root_score_of() {
    if constexpr (ScoresRoot<R>) {
        return [](const RootAction& action, std::int64_t visits) -> double { return R::root_score(action, visits); };
    }
    return nullptr;
}

/// A rule's score of an action. `visits`: of all actions. Throws std::invalid_argument if the score is NaN.
inline double checked_root_score(RootScore rule, const RootAction& action, std::int64_t visits) {
    const double found = rule(action, visits);
    if (std::isnan(found)) throw std::invalid_argument("choice: root_score() gave no number");
    return found;
}

/// The selection and backup of one struct with the choice of another.
template <class Rules>
Rules with_choice(Rules rules, const Rules& choice) {
    rules.root_score = choice.root_score;
    return rules;
}

}  // namespace boardai
