// PUCT: selection by Q + U (puct_tree.hpp has the formulas), and forced playouts at the root.

#include <algorithm>
#include <cmath>

#include "boardai/search/trees/highest.hpp"
#include "boardai/search/trees/puct/puct_nodes.hpp"

namespace boardai {

double PuctNodes::exploration_formula(double visits) const {
    return options_.c_scale * (std::log((visits + options_.c_base + 1) / options_.c_base) + options_.c_init) *
           std::sqrt(visits);
}

double PuctNodes::exploration(std::int64_t visits) {
    const auto at = static_cast<std::size_t>(visits);
    return at < exploration_.size() ? exploration_[at] : further_exploration(at);
}

double PuctNodes::further_exploration(std::size_t visits) {
    constexpr std::size_t most = 1 << 14;
    if (visits >= most) return exploration_formula(static_cast<double>(visits));
    while (exploration_.size() <= visits) {
        exploration_.push_back(exploration_formula(static_cast<double>(exploration_.size())));
    }
    return exploration_[visits];
}

/// The number of forced visits of a root action: sqrt(k P(a) N).
double PuctNodes::forced_visits(const Node& node, std::int32_t index) const {
    const auto visits = static_cast<double>(node.visits - 1 + node.pending);
    return std::sqrt(options_.forced_playouts * prior_of(node, index) * visits);
}

/// Of the root's visited actions with fewer visits than forced_visits(), the one with the highest prior; if there is
/// none, selects as inside the tree.
std::int32_t PuctNodes::select_with_forced_playouts(const Node& node, bool may_open) {
    if (!exploring_) return (this->*select_inside_)(node, may_open);
    const Slots slots = slots_of(node);
    std::int32_t forced = -1;
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        const std::int64_t n = slots.n[i] + (layout_.pending ? slots.pending[i] : 0);
        if (slots.n[i] == 0 || static_cast<double>(n) >= forced_visits(node, i) || is_proven_loss(node, i)) continue;
        if (forced < 0 || prior_of(node, i) > prior_of(node, forced)) forced = i;
    }
    return forced >= 0 ? forced : (this->*select_inside_)(node, may_open);
}

/// The scale of Q among the actions of a node whose value is `mean`.
PuctNodes::QScale PuctNodes::q_scale(const Node& node, double mean) const {
    if (options_.q_transform == QTransform::none) return {1, mean};
    if (options_.q_transform == QTransform::min_max) return {0.5, -1};
    const Slots slots = slots_of(node);
    double lowest = mean, highest = mean;
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        if (slots.n[i] == 0) continue;
        lowest = std::min(lowest, slots.q[i]);
        highest = std::max(highest, slots.q[i]);
    }
    return {1 / std::max(highest - lowest, 1e-8), lowest};
}

/// The term added to the score of an action of a position with `moves_left` plies left (puct_tree.hpp).
double PuctNodes::moves_left_utility(const Slots& slots, std::size_t slot, double moves_left) const {
    if (slots.n[slot] == 0) return 0;
    constexpr double linear = 1.6521, square = -0.6521;  // Lc0's defaults of its two factors
    const double q = slots.q[slot], threshold = options_.moves_left_threshold;
    const double sure = std::max(0.0, std::abs(q) - threshold) / (1 - threshold);
    const double longer = slots.forecasts[slot].moves_left / static_cast<double>(slots.n[slot]) - moves_left;
    const double most = options_.moves_left_effect;
    const double worth = std::clamp(options_.moves_left_slope * longer, -most, most);
    return (q > 0 ? -worth : worth) * (linear * sure + square * sure * sure);
}

/// How far below its position's value an action without a value of its own starts (FPU reduction).
double PuctNodes::first_play_reduction(const Node& node) const {
    if (options_.fpu_reduction <= 0) return 0;
    double visited_prior = 0;
    for (std::int32_t i = 0; i < node.slot_count; ++i) visited_prior += prior_of(node, i);
    return options_.fpu_reduction * std::sqrt(visited_prior);
}

std::int32_t PuctNodes::select_by_puct(const Node& node, bool may_open) {
    const auto count = static_cast<std::size_t>(node.slot_count);
    const Slots slots = slots_of(node);
    const std::int64_t visits = node.visits + node.pending;
    const double weight = exploration(visits);
    const Observed seen = observed_at(node);
    auto [scale, first] = q_scale(node, seen.sum / seen.visits);
    first -= first_play_reduction(node);
    HighestScore best{-INFINITY, count};
    const bool won_or_lost =
        options_.moves_left_effect > 0 && std::abs(seen.sum / seen.visits) > options_.moves_left_threshold;
    if (won_or_lost || options_.graph || (options_.virtual_loss == 0 && node.pending > 0)) {
        const double moves_left = won_or_lost ? mean_forecasts(node).moves_left : 0;
        // An action whose only visits are still waiting has no value of its own; nor has one without any.
        for (std::size_t i = 0; i < count; ++i) {
            const bool observed =
                slots.n[i] > 0 || (layout_.pending && slots.pending[i] > 0 && options_.virtual_loss > 0);
            double score = scale * (observed ? slots.q[i] : first) + weight * slots.u[i];
            if (won_or_lost) score += scale * moves_left_utility(slots, i, moves_left);
            if (score > best.score) best = {score, i};
        }
    } else {
        best = highest_score(slots.q, slots.u, scale, weight, count);
    }
    if (may_open && scale * first + weight * prior_of(node, node.slot_count) > best.score) best.place = count;
    // Options near the limits of a double can make every score NaN, and then none is the highest; keep within the
    // slots.
    return std::min(static_cast<std::int32_t>(best.place), may_open ? node.slot_count : node.slot_count - 1);
}

}  // namespace boardai
