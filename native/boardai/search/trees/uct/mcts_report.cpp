// What a tree of nodes tells others: the root's actions, lines, its most visited part.

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "boardai/search/trees/uct/mcts_nodes.hpp"

namespace boardai {

double MctsNodes::ucb(const Node& node, const Children& children, std::size_t slot) const {
    if (children.visits[slot] == 0) return INFINITY;
    const double mean = children.value_sum[slot] / static_cast<double>(children.visits[slot]);
    return scaled(mean) +
           options_.c * std::sqrt(std::log(std::max(1.0, static_cast<double>(node.visits)))) * children.spread[slot];
}

std::vector<RootAction> MctsNodes::root_actions() const {
    if (root_ == nowhere) return {};
    Node& node = at(root_);
    const SpinLock lock(node.locked);
    return actions_at(node);
}

/// Hold the lock.
std::vector<RootAction> MctsNodes::actions_at(Node& node) const {
    std::vector<RootAction> found(node.action_count);
    const Children children = children_of(node);
    for (std::size_t i = 0; i < found.size(); ++i) {
        found[i].action = actions_of(node)[i];
        found[i].ucb = INFINITY;
        if (i >= node.child_count || children.visits[i] == 0) continue;
        found[i].visits = children.visits[i];
        found[i].value_sum = children.value_sum[i];
        found[i].proof = shown(children.proof[i]);
        found[i].ucb = ucb(node, children, i);
    }
    return found;
}

TreeLine MctsNodes::line(Action first) const {
    TreeLine line;
    line.actions.push_back(first);
    Place place = root_;
    const int player = place == nowhere ? 0 : at(place).player;
    for (std::size_t ply = 0; place != nowhere; ++ply) {
        Node& node = at(place);
        const SpinLock lock(node.locked);
        std::size_t slot = 0;
        if (ply > 0) {
            first = best_of(actions_at(node), MctsChoice::visits).action;
            if (first >= 0) line.actions.push_back(first);
        }
        while (slot < node.child_count && actions_of(node)[slot] != first) ++slot;
        if (slot == node.child_count) break;
        const Children children = children_of(node);
        const Proof proof = shown(children.proof[slot]);
        if (proof != Proof::unknown || children.visits[slot] > 0) {
            const double value = proof != Proof::unknown
                                     ? outcome_of(proof)
                                     : children.value_sum[slot] / static_cast<double>(children.visits[slot]);
            line.value = node.player == player ? value : -value;
        }
        place = children.node[slot];
    }
    return line;
}

TreeRecord MctsNodes::record(std::size_t rows) const {
    TreeRecord record(rows, {"V", "UCB"});
    if (root_ == nowhere) return record;
    struct Open {
        std::int64_t visits;
        std::int64_t number;  ///< of equals, the one found first
        std::int32_t parent;
        Action action;
        double value;  ///< for the player to move at the root
        double mean;   ///< for the player who moved here, in the options' scale, as `ucb` is
        double ucb;
        Proof proof;
        Place node;
        bool operator<(const Open& other) const {
            return visits != other.visits ? visits < other.visits : number > other.number;
        }
    };
    const int player = at(root_).player;
    std::priority_queue<Open> queue;
    std::int64_t number = 0;
    double sum = 0;
    std::int64_t visits = 0;
    for (const RootAction& row : root_actions()) {
        sum += row.value_sum;
        visits += row.visits;
    }
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const double value = visits > 0 ? sum / static_cast<double>(visits) : 0.0;
    queue.push({visits, number++, -1, -1, value, none, none, known(), root_});
    while (!queue.empty()) {
        const Open open = queue.top();
        queue.pop();
        const std::int32_t row = record.add(open.parent, open.action);
        if (row < 0) break;
        const bool proven = open.proof != Proof::unknown;
        record.set(row, proven ? outcome_of(open.proof) : open.value, open.visits,
                   proven ? RowKind::proven : RowKind::exact);
        record.set_terms(row, {open.mean, open.ucb});
        if (open.node == nowhere) continue;
        Node& node = at(open.node);
        const SpinLock lock(node.locked);
        if (node.child_count == 0) continue;
        const Children children = children_of(node);
        const bool same = node.player == player;
        for (std::size_t i = 0; i < node.child_count; ++i) {
            if (children.visits[i] == 0) continue;
            const double mean = children.value_sum[i] / static_cast<double>(children.visits[i]);
            queue.push({children.visits[i], number++, row, actions_of(node)[i], same ? mean : -mean, scaled(mean),
                        ucb(node, children, i), seen_by(shown(children.proof[i]), same), children.node[i]});
        }
    }
    return record;
}

}  // namespace boardai
