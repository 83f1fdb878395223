// How options of a search go together: what their ranges, which options_check.cpp knows, cannot say.

#include <stdexcept>
#include <string>

#include "boardai/search/plain/options.hpp"
#include "boardai/search/pvs/options.hpp"
#include "boardai/search/trees/options.hpp"

namespace boardai {

void check_rules(const AlphaBetaOptions& options) {
    if (options.alpha >= options.beta) {
        throw std::invalid_argument("alpha must be below beta, not " + std::to_string(options.alpha) + " and " +
                                    std::to_string(options.beta));
    }
}

void check_rules(const PvsOptions& options) {
    if (options.threads > 1 && options.parallel != PvsParallel::lazy && options.multi_pv > 1) {
        throw std::invalid_argument("multi_pv above 1 with several threads needs parallel = lazy");
    }
}

void check_rules(const PuctOptions& options) {
    if (options.knowledge > 0 && !options.solver) {
        throw std::invalid_argument("knowledge needs solver: what it proves would be forgotten");
    }
    if (options.gumbel.considered == 0) return;
    if (options.forced_playouts > 0) {
        throw std::invalid_argument("forced_playouts: a Gumbel search has its own way to explore the root");
    }
    if (options.early_stop) {
        throw std::invalid_argument("early_stop: a Gumbel search lays out its rounds beforehand");
    }
}

void check_rules(const MctsOptions& options) {
    if (options.highest <= options.lowest) throw std::invalid_argument("highest must be above lowest");
    // What selection adds up must stay a number.
    if (const double range = options.highest - options.lowest;
        !(range < 1e100 && options.c / range < 1e100 && options.rave_c / range < 1e100)) {
        throw std::invalid_argument("highest - lowest, and c and rave_c in its unit, must be below 1e100");
    }
    if (options.megabytes < options.threads) {
        throw std::invalid_argument("megabytes must be at least 1 a thread, not " + std::to_string(options.megabytes) +
                                    " for " + std::to_string(options.threads));
    }
    if (options.rave && options.parallel == MctsParallel::children) {
        throw std::invalid_argument("rave does not go with parallel = children, which keeps no games");
    }
    if (options.playouts != MctsPlayouts::random && options.rollout_plies > 0) {
        throw std::invalid_argument("rollout_plies goes with playouts = random alone");
    }
    if (options.knowledge > 0 && (!options.solver || options.parallel == MctsParallel::children)) {
        throw std::invalid_argument("knowledge needs solver, and a parallel other than children");
    }
    if (options.prior > 0 && options.parallel == MctsParallel::children) {
        throw std::invalid_argument("prior does not go with parallel = children, which values all actions at once");
    }
}

}  // namespace boardai
