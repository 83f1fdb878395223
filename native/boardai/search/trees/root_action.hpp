#pragma once
// One action at the root, with the results of a Monte-Carlo search.

#include <cstdint>

#include "boardai/core/action.hpp"
#include "boardai/search/trees/proof.hpp"

namespace boardai {

struct RootAction {
    Action action = -1;
    std::int64_t visits = 0;
    double value_sum = 0;          ///< for the player to move at the root
    Proof proof = Proof::unknown;  ///< of searches that look for proofs
    double prior = 0;              ///< of searches that have priors; with noise, if any
    double ucb =
        0;  ///< of UCT: the bound that selection compares, in the unit of the utilities; infinite where unvisited

    /// The proven outcome, else the mean; 0 where unvisited.
    double value() const {
        if (proof != Proof::unknown) return outcome_of(proof);
        return visits > 0 ? value_sum / static_cast<double>(visits) : 0.0;
    }
};

}  // namespace boardai
