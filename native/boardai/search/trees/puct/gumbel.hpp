#pragma once
// Gumbel search: policy improvement by planning with few simulations. This header has what it adds to the tree of
// puct_tree.hpp.
//
// Idea: with 16 simulations for 100 actions, PUCT can only visit some of them, and its result may be worse than the
// network's policy alone. Gumbel search instead samples as many root actions as it can afford, without replacement and
// in proportion to the policy (those with the highest sum of Gumbel noise and logit: the Gumbel-top-k trick). They
// compete in rounds, and the better half continues (sequential halving). In expectation the winning action improves on
// the policy.
//
//   1. Draw noise: g(a) = -log(-log(u)), u uniform, one for each root action.
//   2. Complete the values of a position: q(a) where visited, else the mixed value
//        v_mix = (v + sum of n(b) * (sum over visited P(b) q(b)) / (sum over visited P(b))) / (1 + sum of n(b)),
//      v being the position's own evaluation; rescale them to [0, 1], and weigh them against logits:
//        sigma(q) = (maxvisit_init + max over b of n(b)) * value_scale * q.
//   3. Root: of the actions with the visit count that sequential halving has reached, select the one with the highest
//      g(a) + logit(a) + sigma(q(a)).
//   4. Interior: improved policy pi'(a) = softmax(logit(a) + sigma(q(a))); choose the highest pi'(a) - n(a) /
//      (1 + sum of n(b)), so that visits follow pi' without any noise.
//   5. Play the best of the most visited actions by the score of 3; the policy target is the root's pi'.
//
// Paper: Danihelka, Guez, Schrittwieser, Silver 2022, Policy improvement by planning with Gumbel (ICLR); sequential
// halving: Karnin, Koren, Somekh 2013 (ICML). Checked against mctx's gumbel_muzero_policy.
// Complexity: as PUCT, and an exponential for each visited action at each position on the path.
// With `solver`, actions that are proven losses are excluded from 3 to 5, unless all are; their visits go to the
// others.
// Not handled: early stop (the rounds are planned beforehand).

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/core/rng.hpp"
#include "boardai/search/trees/options.hpp"

namespace boardai {

/// One sample of the standard Gumbel distribution.
inline double sample_gumbel(Rng& rng) {
    const double u = (static_cast<double>(rng.next() >> 11) + 0.5) * 0x1.0p-53;  // in (0, 1)
    return -std::log(-std::log(u));
}

/// Sequential halving: visits_at() is the visit count of the actions among which the next simulation chooses. In each
/// round every considered action gets the same number of visits; then the worse half is dropped, down to two.
///
/// The rounds share the simulations equally. Under a time limit a round also ends when its share of the time is used
/// up, whichever comes first. A round ends only when its actions have equal visit counts. The exception is the first
/// round: if there is no time to visit every action, it ends with the visited ones.
class SequentialHalving {
  public:
    SequentialHalving() = default;
    /// `considered` actions, at least 1.
    SequentialHalving(int considered, std::int64_t simulations);
    /// The visit count of the actions among which simulation number `simulation` (from 0) chooses. Calls are in
    /// ascending order, except for simulations that were taken back. `time_share`: the used share of the time limit; 0
    /// without one.
    std::int64_t visits_at(std::int64_t simulation, double time_share);

  private:
    struct Round {
        std::int64_t start;   ///< its first simulation
        std::int64_t visits;  ///< visits of its actions before it
        int actions;
    };
    bool is_over(const Round& round, std::int64_t done, double time_share) const;

    std::int64_t simulations_ = 0;
    int considered_ = 1;
    int round_count_ = 0;
    std::vector<Round> rounds_;  ///< started so far
};

/// sigma(q) of a position's actions (step 2), as a line: sigma = slope * (q - origin).
struct CompletedValues {
    double unvisited;  ///< q of every action without visits
    double origin;
    double slope;
    double sigma(double q) const { return slope * (q - origin); }
};

/// `q`, `visits` and `prior(i)` are of the first `count` actions, which may have been visited; `unvisited_exist`: there
/// are more actions. `own_value`: the position's own evaluation.
template <class Prior>
CompletedValues complete_values(const GumbelOptions& options, const double* q, const std::int64_t* visits,
                                const Prior& prior, std::size_t count, bool unvisited_exist, double own_value) {
    double visit_sum = 0, prior_sum = 0, weighted = 0;
    std::int64_t most = 0;
    double lowest = INFINITY, highest = -INFINITY;
    for (std::size_t i = 0; i < count; ++i) {
        if (visits[i] == 0) {
            unvisited_exist = true;
            continue;
        }
        const double p = std::max(prior(i), 1e-38);  // all visited actions may have prior 0
        visit_sum += static_cast<double>(visits[i]);
        prior_sum += p;
        weighted += p * q[i];
        most = std::max(most, visits[i]);
        lowest = std::min(lowest, q[i]);
        highest = std::max(highest, q[i]);
    }
    const bool mix = options.mixed_value && prior_sum > 0;
    const double unvisited = mix ? (own_value + visit_sum * (weighted / prior_sum)) / (visit_sum + 1) : own_value;
    if (unvisited_exist) {
        lowest = std::min(lowest, unvisited);
        highest = std::max(highest, unvisited);
    }
    const double slope = (options.maxvisit_init + static_cast<double>(most)) * options.value_scale;
    if (!options.rescale_values) return {unvisited, 0, slope};
    return {unvisited, lowest, slope / std::max(highest - lowest, 1e-8)};
}

}  // namespace boardai
