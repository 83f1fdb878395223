#pragma once
// Gumbel search: a policy that is improved by planning, with few simulations. What it adds to the tree of
// puct_tree.hpp.
//
// Idea: PUCT with 16 simulations on 100 actions visits some at random and may come out worse than the network's policy
// alone. Instead: draw as many root actions as can be afforded, without replacement, in proportion to the policy (the
// largest of Gumbel noise plus logit, the Gumbel-top-k trick), and let them compete in rounds, the better half going on
// (sequential halving). The action that wins is an improvement over the policy in expectation.
//
//   1. Draw noise: g(a) = -log(-log(u)), u uniform, one for each root action.
//   2. Complete the values of a position: q(a) where visited, else the mixed value
//        v_mix = (v + sum of n(b) * (sum over visited P(b) q(b)) / (sum over visited P(b))) / (1 + sum of n(b)),
//      v being the position's own evaluation; stretch them to [0, 1], and weigh them against logits:
//        sigma(q) = (maxvisit_init + max over b of n(b)) * value_scale * q.
//   3. Root: of the actions with the visit count that sequential halving is at, the one with the highest
//      g(a) + logit(a) + sigma(q(a)).
//   4. Interior: improved policy pi'(a) = softmax(logit(a) + sigma(q(a))); choose the highest pi'(a) - n(a) /
//      (1 + sum of n(b)), so that visits follow pi' without any noise.
//   5. Play the best by 3 among the most visited; train on the root's pi'.
//
// Paper: Danihelka, Guez, Schrittwieser, Silver 2022, Policy improvement by planning with Gumbel (ICLR); sequential
// halving: Karnin, Koren, Somekh 2013 (ICML). Checked against mctx's gumbel_muzero_policy.
// Complexity: as PUCT; an exponential for each visited action at each position on the way.
// Not handled: early stop (the rounds are laid out beforehand).

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "boardai/core/rng.hpp"
#include "boardai/search/trees/options.hpp"

namespace boardai {

/// The rounds are laid out beforehand.
inline constexpr int most_gumbel_simulations = 10'000'000;

/// One sample of the standard Gumbel distribution.
inline double sample_gumbel(Rng& rng) {
    const double u = (static_cast<double>(rng.next() >> 11) + 0.5) * 0x1.0p-53;  // in (0, 1)
    return -std::log(-std::log(u));
}

/// Sequential halving: simulation i goes to an action with exactly sequence[i] visits. In each round every considered
/// action gets equally many visits; then the worse half is dropped, down to two.
inline std::vector<int> considered_visits(int considered, int simulations) {
    std::vector<int> sequence;
    sequence.reserve(static_cast<std::size_t>(std::max(simulations, 0)));
    const auto full = [&] { return static_cast<int>(sequence.size()) >= simulations; };
    if (considered <= 1) {
        for (int i = 0; i < simulations; ++i) sequence.push_back(i);
        return sequence;
    }
    int rounds = 0;  // ceil(log2(considered))
    while ((1 << rounds) < considered) ++rounds;
    std::vector<int> visits(static_cast<std::size_t>(considered), 0);
    for (int left = considered; !full(); left = std::max(2, left / 2)) {
        const int extra = std::max(1, static_cast<int>(static_cast<double>(simulations) /
                                                       (static_cast<double>(rounds) * static_cast<double>(left))));
        for (int again = 0; again < extra && !full(); ++again) {
            for (int i = 0; i < left && !full(); ++i) sequence.push_back(visits[static_cast<std::size_t>(i)]++);
        }
    }
    return sequence;
}

/// sigma(q) of a position's actions (step 2), as a line: sigma = slope * (q - origin).
struct CompletedValues {
    double unvisited;  ///< q of every action without visits
    double origin;
    double slope;
    double sigma(double q) const { return slope * (q - origin); }
};

/// `q`, `visits`, `prior(i)`: of the first `count` actions, those that may have been visited; `unvisited_exist`: there
/// are more. `own_value`: the position's own evaluation.
template <class Prior>
CompletedValues complete_values(const GumbelOptions& options, const double* q, const std::int32_t* visits,
                                const Prior& prior, std::size_t count, bool unvisited_exist, double own_value) {
    double visit_sum = 0, prior_sum = 0, weighted = 0;
    int most = 0;
    double lowest = INFINITY, highest = -INFINITY;
    for (std::size_t i = 0; i < count; ++i) {
        if (visits[i] == 0) {
            unvisited_exist = true;
            continue;
        }
        const double p = std::max(prior(i), 1e-38);  // all visited may have none
        visit_sum += visits[i];
        prior_sum += p;
        weighted += p * q[i];
        most = std::max(most, static_cast<int>(visits[i]));
        lowest = std::min(lowest, q[i]);
        highest = std::max(highest, q[i]);
    }
    const bool mix = options.mixed_value && prior_sum > 0;
    const double unvisited = mix ? (own_value + visit_sum * (weighted / prior_sum)) / (visit_sum + 1) : own_value;
    if (unvisited_exist) {
        lowest = std::min(lowest, unvisited);
        highest = std::max(highest, unvisited);
    }
    const double slope = (options.maxvisit_init + most) * options.value_scale;
    if (!options.rescale_values) return {unvisited, 0, slope};
    return {unvisited, lowest, slope / std::max(highest - lowest, 1e-8)};
}

}  // namespace boardai
