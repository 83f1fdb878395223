// What a game's guide tells of a node: actions that are left out, and proofs.

#include <algorithm>
#include <cmath>
#include <vector>

#include "boardai/search/trees/uct/mcts_nodes.hpp"

namespace boardai {

MctsNodes::Advice MctsNodes::advice(Place place, std::int64_t visits) {
    Node& node = at(place);
    const SpinLock lock(node.locked, is_shared_);
    if ((node.marks & asked) == 0 && node.visits >= visits) {
        node.marks |= asked;
        return Advice::due;
    }
    return (node.marks & noted) != 0 ? Advice::noted : Advice::none;
}

void MctsNodes::mark_noted(Place place) {
    const SpinLock lock(at(place).locked, is_shared_);
    at(place).marks |= noted;
}

/// A visited action is as good as decided. Hold the lock.
void MctsNodes::leave_out(Node& node, std::size_t slot, Proof proof) {
    const Children children = children_of(node);
    if (children.proof[slot] == Proof::unknown) ++node.proven_count;
    if (children.proof[slot] == Proof::unknown || proof == Proof::loss) children.proof[slot] = proof;
    if (proof == Proof::loss) node.best_proof = std::max(node.best_proof, proof);
    children.mean[slot] = -INFINITY;
}

/// Of the unvisited actions only those stay, told by their places. Hold the lock.
void MctsNodes::keep_unvisited(Node& node, const std::vector<std::size_t>& kept) {
    const std::size_t visited = node.child_count, count = visited + kept.size();
    if (count == node.action_count) return;
    // What lies behind the actions moves up: made anew from copies.
    const auto copy = [&](const auto* from) {
        std::vector to(from, from + visited);
        for (const std::size_t i : kept) to.push_back(from[i]);
        return to;
    };
    const std::vector<Action> actions = copy(actions_of(node));
    std::vector<float> visits, sums, priors;
    Amaf amaf{};
    if (options_.rave) {
        amaf = amaf_of(node);
        visits = copy(amaf_visits_of(node));
        sums = copy(amaf_sums_of(node));
    }
    if (options_.prior > 0) priors = copy(priors_of(node));
    node.action_count = static_cast<std::uint16_t>(count);
    std::copy(actions.begin(), actions.end(), actions_of(node));
    if (options_.rave) {
        amaf_of(node) = amaf;
        std::copy(visits.begin(), visits.end(), amaf_visits_of(node));
        std::copy(sums.begin(), sums.end(), amaf_sums_of(node));
    }
    if (options_.prior > 0) std::copy(priors.begin(), priors.end(), priors_of(node));
}

void MctsNodes::learn_proof(Place place, Proof proof) {
    const SpinLock lock(at(place).locked, is_shared_);
    Node& node = at(place);
    node.marks |= told;
    node.best_proof = proof;
    node.proven_count = node.action_count;
}

bool MctsNodes::learn_winning_root(Action action, Walk& walk) {
    const SpinLock lock(at(root_).locked, is_shared_);
    std::size_t slot = 0;
    while (slot < at(root_).action_count && actions_of(at(root_))[slot] != action) ++slot;
    if (slot == at(root_).action_count) return false;
    if (slot >= at(root_).child_count) {
        const auto index = static_cast<std::uint32_t>(slot);
        slot = at(root_).child_count;
        if (!open_slot(root_, index, walk)) return false;
    }
    Node& node = at(root_);
    const Children children = children_of(node);
    // What has no visits is not played.
    ++node.visits;
    ++children.visits[slot];
    children.value_sum[slot] += 1;
    if (children.proof[slot] == Proof::unknown) ++node.proven_count;
    children.proof[slot] = node.best_proof = Proof::win;
    refresh<false>(children, slot);
    root_proof_.store(Proof::win, std::memory_order_relaxed);
    return true;
}

/// Counts the proven actions anew.
void MctsNodes::count_proofs(Node& node) {
    const Children children = children_of(node);
    node.proven_count = 0;
    node.best_proof = Proof::unknown;
    for (std::size_t i = 0; i < node.child_count; ++i) {
        if (children.proof[i] == Proof::unknown) continue;
        ++node.proven_count;
        node.best_proof = std::max(node.best_proof, shown(children.proof[i]));
    }
}

}  // namespace boardai
