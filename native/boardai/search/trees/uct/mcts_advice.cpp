// What a game's guide tells of a node: actions that are left out, and proofs.

#include "boardai/search/trees/uct/mcts_nodes.hpp"

namespace boardai {

void MctsNodes::learn_proof(Place place, Proof proof) {
    const SpinLock lock(at(place).locked, is_shared_);
    prove(at(place), proof);
}

bool MctsNodes::learn_winning_root(Action action, Walk& walk) {
    const SpinLock lock(at(root_).locked, is_shared_);
    const Action* const actions = actions_of(at(root_));
    std::size_t slot = 0;
    while (slot < at(root_).edge_count && actions[slot] != action) ++slot;
    if (slot == at(root_).edge_count) return false;
    if (slot >= at(root_).slot_count) {
        if (!open(root_, slot, walk)) return false;
        slot = at(root_).slot_count - 1u;
    }
    Node& node = at(root_);
    const Slots slots = slots_of(node);
    // What has no visits is not played.
    ++node.visits;
    ++slots.n[slot];
    slots.w[slot] += 1;
    prove(node, slots, slot, Proof::win);
    refresh<false>(slots, slot);
    root_proof_.store(Proof::win, std::memory_order_relaxed);
    return true;
}

}  // namespace boardai
