// UCT: selection by upper confidence bounds (mcts_tree.hpp has the formula), with the game's priors if chosen.

#include <algorithm>
#include <cmath>

#include "boardai/search/trees/highest.hpp"
#include "boardai/search/trees/uct/mcts_nodes.hpp"

namespace boardai {

/// Updates the numbers that selection reads from the counts.
template <bool shared>
void MctsNodes::refresh(const Slots& slots, std::size_t slot) const {
    const std::int32_t pending = shared ? slots.pending[slot] : 0;
    const auto [sum, visits] = observed(slots.w[slot], slots.n[slot], pending);
    const auto all = static_cast<double>(slots.n[slot] + pending);
    double mean = INFINITY;  // no simulation has returned from here: it is tried first
    if (options_.solver && slots.proof[slot] != Proof::unknown) {
        mean = -INFINITY;  // its outcome is known
    } else if (visits > 0) {
        mean = sum / visits;
    } else if (pending > 0) {
        // Its first simulation is under way: it gets the value of the action tried before it.
        mean = slot > 0 && std::isfinite(slots.q[slot - 1]) ? slots.q[slot - 1] : 0.0;
    }
    slots.q[slot] = mean;
    slots.u[slot] = all > 0 ? 1 / std::sqrt(all) : 0.0;
}
template void MctsNodes::refresh<false>(const Slots&, std::size_t) const;
template void MctsNodes::refresh<true>(const Slots&, std::size_t) const;

/// The unvisited edge to try next.
std::uint32_t MctsNodes::untried_edge(const Node& node, Walk& walk) const {
    const std::uint32_t count = node.slot_count, left = node.edge_count - count;
    if (options_.prior > 0) return count + static_cast<std::uint32_t>(index_of_highest(priors_of(node) + count, left));
    return options_.shuffle ? count + walk.rng.below(left) : count;
}

/// The child slot to continue with; -1: the node has none, and there is no memory for one.
std::int32_t MctsNodes::select_by_ucb(Place place, Walk& walk) {
    const Node& node = at(place);
    const std::uint32_t count = node.slot_count;
    if (count < node.edge_count) {
        // A child from which no simulation has returned is selected first.
        const bool abandoned = count > 0 && slots_of(node).q[count - 1] == INFINITY;
        const std::uint32_t next = untried_edge(node, walk);
        if (!abandoned && open(place, next, walk)) {
            return static_cast<std::int32_t>(count);
        }
        if (count == 0) return -1;
    }
    const Slots slots = slots_of(node);
    const double exploration = exploration_ * std::sqrt(std::log(static_cast<double>(node.started())));
    if (options_.prior == 0) {
        const std::size_t best = highest_score(slots.q, slots.u, 1, exploration, count).place;
        return best < count ? static_cast<std::int32_t>(best) : 0;  // all are decided
    }
    double* scores = walk.scores.data();
    const float* priors = priors_of(node);
    for (std::uint32_t i = 0; i < count; ++i) scores[i] = slots.q[i] + exploration * slots.u[i];
    for (std::uint32_t i = 0; i < count; ++i) scores[i] += static_cast<double>(priors[i]) * slots.u[i];
    return static_cast<std::int32_t>(index_of_highest(scores, count));
}

}  // namespace boardai
