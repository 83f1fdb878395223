// UCT with RAVE: selection by AMAF statistics (mcts_tree.hpp has the formulas), and how games are credited to them.

#include <algorithm>
#include <cmath>

#include "boardai/search/trees/highest.hpp"
#include "boardai/search/trees/uct/mcts_nodes.hpp"

namespace boardai {

namespace {

// The loops over AMAF statistics are separate and have no branches, so that the compiler vectorises them. An action
// that was never taken starts with a tiny visit count and a sum that makes its mean higher than any other. The first
// real visit outweighs both.
constexpr float amaf_no_visits = 1e-20f;
constexpr float amaf_no_sum = 1e-10f;
constexpr float amaf_seen = 0.5f;  ///< an action with more AMAF visits than this has been taken
// A float counts exactly only up to 2^24. Well before that, an action's visits and sum are halved: the mean stays the
// same, and later results get more weight.
constexpr float amaf_most = 1 << 20;
constexpr std::uint32_t amaf_look_every = 1 << 20;
/// With priors: the mean of actions that no game has taken yet. The priors decide which of them is tried first.
constexpr float unseen_mean = 1.0f;
/// Once per this many visits of a position, an action that only its own simulations have played challenges RAVE's
/// choice.
constexpr std::int64_t challenge_every = 16;

void add_amaf(float* __restrict visits, float* __restrict sums, const float* __restrict taken, std::size_t count,
              float value) {
    for (std::size_t i = 0; i < count; ++i) {
        visits[i] += taken[i];
        sums[i] += taken[i] * value;
    }
}

void amaf_means(float* __restrict means, const float* __restrict visits, const float* __restrict sums,
                std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) means[i] = sums[i] / visits[i];
}

}  // namespace

void MctsNodes::clear_amaf(const Node& node) const {
    amaf_of(node).credits = 0;
    std::fill_n(amaf_visits_of(node), node.edge_count, amaf_no_visits);
    std::fill_n(amaf_sums_of(node), node.edge_count, amaf_no_sum);
}

std::int32_t MctsNodes::select_by_rave(Place place, Walk& walk) {
    Node& node = at(place);
    const std::size_t count = node.slot_count;
    const std::size_t all = node.edge_count;
    const float* amaf_visits = amaf_visits_of(node);
    float* means = walk.amaf.data();
    amaf_means(means, amaf_visits, amaf_sums_of(node), all);
    const auto visits = static_cast<double>(node.started());
    const double exploration = exploration_ > 0 ? exploration_ * std::sqrt(std::log(std::max(1.0, visits))) : 0.0;
    double* scores = walk.scores.data();
    if (count > 0) {
        const Slots slots = slots_of(node);
        const double shared_weight = std::sqrt(options_.rave_k / (3 * visits + options_.rave_k));
        const double square_bias = 4 * options_.rave_bias * options_.rave_bias;
        for (std::size_t i = 0; i < count; ++i) {
            const double m = static_cast<double>(amaf_visits[i]);
            double weight = shared_weight;
            if (square_bias > 0) {
                const auto n = static_cast<double>(slots.started(i));
                weight = m / (n + m + square_bias * n * m);
            }
            const double mixed = (1 - weight) * slots.q[i] + weight * static_cast<double>(means[i]);
            scores[i] = (amaf_visits[i] > amaf_seen ? mixed : slots.q[i]) + exploration * slots.u[i];
        }
    }
    if (options_.prior > 0) {
        // The weight of the prior falls as the action gets visits.
        const float* priors = priors_of(node);
        const Slots slots = slots_of(node);
        for (std::size_t i = 0; i < count; ++i) scores[i] += static_cast<double>(priors[i]) * slots.u[i];
        for (std::size_t i = count; i < all; ++i) {
            means[i] = (amaf_visits[i] > amaf_seen ? means[i] : unseen_mean) + priors[i];
        }
    }
    // An unvisited action has its AMAF mean as value and is explored as if it had one visit; without a mean it comes
    // first.
    const std::size_t best = count > 0 ? index_of_highest(scores, count) : 0;
    const std::size_t first = count < all ? count + index_of_highest(means + count, all - count) : all;
    const double first_score = first < all ? static_cast<double>(means[first]) + exploration : -INFINITY;
    const bool opens = first < all && (count == 0 || first_score >= scores[best]);
    if (count > 0 && node.started() % challenge_every == 0) {
        const std::size_t challenger = challenger_of(node, opens ? all : best, opens ? first_score : scores[best]);
        if (challenger < count) return static_cast<std::int32_t>(challenger);
    }
    if (opens && open(place, first, walk)) return static_cast<std::int32_t>(count);
    return count == 0 ? -1 : static_cast<std::int32_t>(best);
}

/// With RAVE: considers the visited actions that were played in no games but those that selected them (m <= n *
/// credits), so that RAVE adds no information about them. Returns the one with the highest UCB bound if this is above
/// the bound of RAVE's choice `best`; otherwise the number of actions. `best` is not a slot if it is an unvisited
/// action.
std::size_t MctsNodes::challenger_of(const Node& node, std::size_t best, double score) const {
    const Slots slots = slots_of(node);
    const float* amaf_visits = amaf_visits_of(node);
    const double exploration =
        alone_exploration_ * std::sqrt(std::log(std::max(1.0, static_cast<double>(node.started()))));
    double highest = score + exploration * (best < node.slot_count ? slots.u[best] : 1.0);
    const double own_credits = own_credits_ * (1 + 1e-9);  // the product below is rounded
    std::size_t found = node.edge_count;
    for (std::size_t i = 0; i < node.slot_count; ++i) {
        const double spread = slots.u[i];
        if (static_cast<double>(amaf_visits[i]) * spread * spread > own_credits || i == best) continue;
        if (const double bound = slots.q[i] + exploration * spread; bound > highest) {
            highest = bound;
            found = i;
        }
    }
    return found;
}

/// Halves large counts, so that one more visit, or a value between -1 and 1, always changes the float.
void MctsNodes::keep_amaf_small(const Node& node) const {
    float* const visits = amaf_visits_of(node);
    float* const sums = amaf_sums_of(node);
    for (std::size_t i = 0; i < node.edge_count; ++i) {
        for (; visits[i] >= amaf_most; visits[i] /= 2) sums[i] /= 2;
    }
    amaf_of(node).credits = 0;
}

template <bool shared>
void MctsNodes::credit(Walk& walk, PlayedActions& played, double value, int player) {
    for (auto step = walk.path.rbegin(); step != walk.path.rend(); ++step) {
        Node& node = at(step->node);
        const SpinLock lock(node.locked, shared);
        const Action* actions = actions_of(node);
        played.add(node.player, actions[step->slot]);
        const float own = static_cast<float>(node.player == player ? value : -value);
        const float* yes = played.of(node.player, static_cast<std::size_t>(amaf_of(node).highest_action) + 1);
        for (std::size_t i = 0; i < node.edge_count; ++i) walk.amaf[i] = yes[actions[i]];
        add_amaf(amaf_visits_of(node), amaf_sums_of(node), walk.amaf.data(), node.edge_count, own);
        if (++amaf_of(node).credits >= amaf_look_every) keep_amaf_small(node);
    }
}
template void MctsNodes::credit<false>(Walk&, PlayedActions&, double, int);
template void MctsNodes::credit<true>(Walk&, PlayedActions&, double, int);

}  // namespace boardai
