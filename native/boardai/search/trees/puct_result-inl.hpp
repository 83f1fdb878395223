#pragma once
// PUCT and Gumbel trees: what a search found.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <string>
#include <tuple>

#include "boardai/search/records/tree_record.hpp"
#include "boardai/search/trees/puct_select-inl.hpp"

namespace boardai {

template <GameState S>
int PuctTree<S>::root_outcome() const {
    if (root_terminal_) return root_->outcome(root_->current_player());
    return root_node_ == 0 ? unproven : proven_outcome(node_at(root_node_));
}

template <GameState S>
double PuctTree<S>::root_value() const {
    if (const int outcome = root_outcome(); outcome != unproven) return outcome;
    return root_node_ == 0 ? 0.0 : node_at(root_node_).value_sum / node_at(root_node_).visits;
}

template <GameState S>
RootAction PuctTree<S>::root_action(std::size_t index) const {
    if (index >= root_action_count()) throw std::out_of_range("PUCT: root action " + std::to_string(index));
    const Node& node = node_at(root_node_);
    const auto at = static_cast<std::int32_t>(index);
    const std::int32_t visits = visits_of(node, at);
    return {actions_of(node)[index], visits, static_cast<float>(prior_of(node, at)),
            visits > 0 ? slots_of(node).w[at] / visits : 0.0};
}

template <GameState S>
void PuctTree<S>::policy(double* shares) const {
    if (root_node_ == 0) return;
    const Node& node = node_at(root_node_);
    double total = 0;
    if (options_.gumbel.considered > 0) {
        const CompletedValues values = completed_values(node);
        double largest = -INFINITY;
        for (std::int32_t i = 0; i < node.edge_count; ++i) {
            const double q = visits_of(node, i) > 0 ? slots_of(node).q[i] : values.unvisited;
            largest = std::max(largest, shares[i] = root_logit(i) + values.sigma(q));
        }
        for (std::int32_t i = 0; i < node.edge_count; ++i) total += shares[i] = std::exp(shares[i] - largest);
    } else {
        for (std::int32_t i = 0; i < node.edge_count; ++i) total += shares[i] = visits_of(node, i);
        if (options_.forced_playouts > 0 && exploring_) {
            take_back_forced(node, shares);
            total = std::accumulate(shares, shares + node.edge_count, 0.0);
        }
        if (total == 0) {
            for (std::int32_t i = 0; i < node.edge_count; ++i) total += shares[i] = prior_of(node, i);
        }
    }
    for (std::int32_t i = 0; i < node.edge_count; ++i) shares[i] /= total;
}

/// Takes from every action but the most visited as many of its forced visits as leave its score below that one's, and
/// all where only one is left: those visits were the noise's, not the search's.
template <GameState S>
void PuctTree<S>::take_back_forced(const Node& node, double* visits) const {
    const std::int32_t best = most_visited(node);
    if (visits_of(node, best) == 0) return;
    const Slots slots = slots_of(node);
    const double weight = exploration_formula(node.visits);
    const double scale = q_scale(node, node.value_sum / node.visits).scale;
    const auto score = [&](std::int32_t i, double n) {
        return scale * slots.q[i] + weight * prior_of(node, i) / (1 + n);
    };
    const double highest = score(best, slots.n[best]);
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        if (i == best || slots.n[i] == 0) continue;
        const double least = std::max(0.0, slots.n[i] - std::floor(owed_visits(node, i)));
        double kept = slots.n[i];
        while (kept > least && score(i, kept - 1) < highest) --kept;
        visits[i] = kept < slots.n[i] && kept <= 1 ? 0 : kept;
    }
}

/// Most visits, then higher prior, then first; proven losses last, proven wins first.
template <GameState S>
std::int32_t PuctTree<S>::most_visited(const Node& node) const {
    const Slots slots = slots_of(node);
    const auto proven = [&](std::int32_t i) {
        if (!options_.solver || i >= node.slot_count || !is_finished_game(slots.leads_to[i])) return 0;
        return slots.leads_to[i] - finished_draw;
    };
    std::int32_t best = 0;
    for (std::int32_t i = 1; i < node.edge_count; ++i) {
        std::int32_t more = proven(i) - proven(best);
        if (more == 0) more = visits_of(node, i) - visits_of(node, best);
        if (more > 0 || (more == 0 && prior_of(node, i) > prior_of(node, best))) best = i;
    }
    return best;
}

/// The root action to play.
template <GameState S>
std::int32_t PuctTree<S>::best_index() const {
    const Node& node = node_at(root_node_);
    if (options_.gumbel.considered == 0 || proven_outcome(node) != unproven) return most_visited(node);
    // gumbel.hpp, step 5.
    return best_selected(node, node.edge_count, *std::max_element(root_selected_.begin(), root_selected_.end()));
}

template <GameState S>
Action PuctTree<S>::best_action() const {
    if (root_node_ == 0) throw std::logic_error("PUCT: no action yet, the root has not been evaluated");
    return actions_of(node_at(root_node_))[best_index()];
}

/// Draws an index of a root action in proportion to weight(index).
template <GameState S>
template <class Weight>
std::size_t PuctTree<S>::sample(const Weight& weight) {
    double total = 0;
    for (std::size_t i = 0; i < root_action_count(); ++i) total += weight(i);
    double left = rng_.uniform() * total;
    std::size_t last = 0;
    for (std::size_t i = 0; i < root_action_count(); ++i) {
        const double share = weight(i);
        if (share <= 0) continue;
        last = i;  // rounding may leave a crumb beyond the end
        left -= share;
        if (left < 0) break;
    }
    return last;
}

template <GameState S>
Action PuctTree<S>::sample_action(double temperature) {
    if (!(temperature >= 0)) {
        throw std::invalid_argument("PUCT: temperature must be at least 0, got " + std::to_string(temperature));
    }
    const Action best = best_action();
    if (temperature == 0) return best;
    const Node& node = node_at(root_node_);
    const std::size_t count = node.edge_count;
    // Weights relative to the largest, so that a small temperature does not overflow.
    double largest = 0;
    bool visited = false;
    for (std::int32_t i = 0; i < node.slot_count; ++i) visited = visited || visits_of(node, i) > 0;
    const auto base = [&](std::size_t i) {
        const auto index = static_cast<std::int32_t>(i);
        return visited ? static_cast<double>(visits_of(node, index)) : prior_of(node, index);
    };
    for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, base(i));
    return actions_of(node)[sample([&](std::size_t i) { return std::pow(base(i) / largest, 1 / temperature); })];
}

template <GameState S>
std::vector<Action> PuctTree<S>::principal_variation() const {
    std::vector<Action> line;
    for (PoolPlace place = root_node_; place != 0;) {
        const Node& node = node_at(place);
        if (node.edge_count == 0) break;
        const std::int32_t index = place == root_node_ ? best_index() : most_visited(node);
        if (visits_of(node, index) == 0 && place != root_node_) break;
        line.push_back(actions_of(node)[index]);
        const std::int32_t leads_to = index < node.slot_count ? slots_of(node).leads_to[index] : 0;
        place = leads_to > 0 ? static_cast<PoolPlace>(leads_to) : 0;
    }
    return line;
}

template <GameState S>
void PuctTree<S>::record(TreeRecord& tree) const {
    if (root_node_ == 0) return;
    const Node& root = node_at(root_node_);
    const std::int32_t top = tree.add(-1, -1);
    tree.set(top, root_value(), root.visits, root_outcome() == unproven ? RowKind::exact : RowKind::proven);
    // The most visited first, so that the limit cuts off the least visited; equals in the order they were met.
    using Item = std::tuple<std::int32_t, std::int64_t, std::int32_t, PoolPlace, std::int32_t>;
    std::priority_queue<Item> open;
    std::int64_t met = 0;
    const auto add_children = [&](std::int32_t row, PoolPlace place) {
        const Node& node = node_at(place);
        for (std::int32_t i = 0; i < node.slot_count; ++i) {
            if (slots_of(node).n[i] > 0) open.push({slots_of(node).n[i], --met, row, place, i});
        }
    };
    add_children(top, root_node_);
    while (!open.empty()) {
        const auto [visits, order, parent, place, slot] = open.top();
        open.pop();
        const Node& node = node_at(place);
        const Slots slots = slots_of(node);
        const std::int32_t row = tree.add(parent, actions_of(node)[slot]);
        if (row < 0) return;
        const double q = slots.w[slot] / visits;
        tree.set(row, node.player == root.player ? q : -q, visits,
                 is_finished_game(slots.leads_to[slot]) ? RowKind::proven : RowKind::exact);
        if (slots.leads_to[slot] > 0) add_children(row, static_cast<PoolPlace>(slots.leads_to[slot]));
    }
}

}  // namespace boardai
