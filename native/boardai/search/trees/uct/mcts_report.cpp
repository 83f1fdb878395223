// Reports of a UCT tree: the root's actions, lines, the most visited part.

#include <algorithm>
#include <cmath>
#include <limits>

#include "boardai/search/trees/uct/mcts_nodes.hpp"

namespace boardai {

double MctsNodes::ucb(const Node& node, const Slots& slots, std::size_t slot) const {
    if (slots.n[slot] == 0) return INFINITY;
    if (rules_.score) return scaled(rules_.score(seen_by_rules(node, false), slot));
    const double mean = slots.w[slot] / static_cast<double>(slots.n[slot]);
    return scaled(mean) +
           options_.c * std::sqrt(std::log(std::max(1.0, static_cast<double>(node.started())))) * slots.u[slot];
}

std::vector<RootAction> MctsNodes::root_actions() const {
    if (root_ == nowhere) return {};
    const SpinLock lock(at(root_).locked, is_shared_);
    return actions_at(at(root_));
}

/// The caller holds the lock.
std::vector<RootAction> MctsNodes::actions_at(const Node& node) const {
    std::vector<RootAction> found;
    const Slots slots = slots_of(node);
    for (std::size_t i = 0; i < node.edge_count; ++i) {
        found.push_back(action_at(node, i));
        found.back().ucb = i < node.slot_count ? ucb(node, slots, i) : INFINITY;
    }
    return found;
}

TreeLine MctsNodes::line(Action first) const {
    const auto best = [&](const Node& node, std::size_t ply) -> std::size_t {
        const Action next = ply == 0 ? first : best_of(actions_at(node), MctsChoice::visits).action;
        const std::size_t slot = slot_of(node, next);
        return slot < node.slot_count ? slot : node.edge_count;
    };
    TreeLine line = Tree::line(best, [this](const Node& node, std::size_t slot) { return action_at(node, slot); });
    if (line.actions.empty()) line.actions.push_back(first);
    return line;
}

TreeRecord MctsNodes::record(std::size_t rows) const {
    TreeRecord record(rows, {"V", "UCB"});
    if (root_ == nowhere) return record;
    double sum = 0;
    std::int64_t visits = 0;
    for (const RootAction& row : root_actions()) {
        sum += row.value_sum;
        visits += row.visits;
    }
    const Proof proof = known();
    const double mean = visits > 0 ? sum / static_cast<double>(visits) : 0.0;
    add_rows(record, {proof != Proof::unknown ? outcome_of(proof) : mean, visits, proof},
             [this](TreeRecord& to, std::int32_t row, const Node& node, std::size_t slot) {
                 const Slots slots = slots_of(node);
                 const double value = slots.w[slot] / static_cast<double>(slots.n[slot]);
                 to.set_terms(row, {scaled(value), ucb(node, slots, slot)});
             });
    return record;
}

}  // namespace boardai
