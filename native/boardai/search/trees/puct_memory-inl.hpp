#pragma once
// PUCT and Gumbel trees: how positions, actions and visited actions lie in the pool, and what advance() keeps.

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "boardai/search/trees/puct_tree.hpp"

namespace boardai {

template <GameState S>
std::size_t PuctTree<S>::slot_words(std::size_t capacity) const {
    const std::size_t bytes = 3 * sizeof(double) + (with_pending_ ? 3 : 2) * sizeof(std::int32_t);
    return (capacity * bytes + TreePool::word - 1) / TreePool::word;
}

template <GameState S>
typename PuctTree<S>::Slots PuctTree<S>::slots_of(const Node& node) const {
    const std::size_t capacity = node.slot_capacity;
    double* q = const_cast<TreePool&>(pool_).at<double>(node.slots);
    auto* n = reinterpret_cast<std::int32_t*>(q + 3 * capacity);
    return {q, q + capacity, q + 2 * capacity, n, n + capacity, with_pending_ ? n + 2 * capacity : nullptr};
}

/// A position without actions, evaluated once; 0 where there is no room.
template <GameState S>
PoolPlace PuctTree<S>::new_node(int player, double value, std::uint64_t key) {
    const PoolPlace place = pool_.allocate(node_words());
    if (place == 0) return 0;
    node_at(place) = Node{value, 1, 0, 0, 0, static_cast<float>(value), 0, 0, 0, static_cast<std::uint8_t>(player), 0};
    ++position_count_;
    if (options_.graph) {
        *pool_.template at<Shared>(place + sizeof(Node) / TreePool::word) = Shared{key, 0, 0};
        share(place);
    }
    return place;
}

/// False where there is no room. `priors` null: all as likely, in the game's own order.
template <GameState S>
bool PuctTree<S>::give_actions(PoolPlace place, const Action* actions, std::size_t count, const double* priors) {
    const std::size_t bytes = count * (sizeof(Action) + (priors ? sizeof(float) : 0));
    const PoolPlace edges = pool_.allocate((bytes + TreePool::word - 1) / TreePool::word);
    if (edges == 0) {
        full_ = true;
        return false;
    }
    Node& node = node_at(place);
    node.edges = edges;
    node.edge_count = static_cast<std::uint16_t>(count);
    std::copy_n(actions, count, actions_of(node));
    if (priors) {
        float* prior = priors_of(node);
        for (std::size_t i = 0; i < count; ++i) prior[i] = static_cast<float>(priors[i]);
    } else {
        node.flags |= uniform | in_order;
    }
    return true;
}

/// Room for one more slot and the position it leads to, with as many actions as there can be.
template <GameState S>
bool PuctTree<S>::room_for_child(const Node& node) const {
    std::size_t words = node_words() + ActionList::capacity;
    if (node.slot_count == node.slot_capacity) words += slot_words(2u * node.slot_capacity + 2);
    return pool_.has_room(words);
}

/// Gives the likeliest unvisited action of a node a slot and returns its number. There is room.
template <GameState S>
std::int32_t PuctTree<S>::open_slot(PoolPlace place, std::int32_t leads_to) {
    if (node_at(place).slot_count == node_at(place).slot_capacity) {
        // Slots of a node stand together: move them to a larger piece, and keep theirs for another node.
        const std::size_t old_capacity = node_at(place).slot_capacity;
        const std::size_t capacity = std::max<std::size_t>(2, 2 * old_capacity);
        const int order = std::countr_zero(capacity);
        PoolPlace larger = pool_.take_outgrown(order);
        if (larger == 0) larger = pool_.allocate(slot_words(capacity));
        if (larger == 0) throw std::logic_error("PUCT: an action was opened without room for it");
        Node& node = node_at(place);
        const Slots before = slots_of(node);
        const PoolPlace outgrown = node.slots;
        node.slots = larger;
        node.slot_capacity = static_cast<std::uint16_t>(capacity);
        const Slots after = slots_of(node);
        if (old_capacity > 0) {
            const auto move = [&](auto* from, auto* to) { std::copy_n(from, old_capacity, to); };
            move(before.q, after.q);
            move(before.u, after.u);
            move(before.w, after.w);
            move(before.n, after.n);
            move(before.leads_to, after.leads_to);
            if (with_pending_) move(before.pending, after.pending);
            pool_.give_outgrown(std::countr_zero(old_capacity), outgrown);
        }
    }
    Node& node = node_at(place);
    const std::int32_t slot = node.slot_count++;
    const Slots slots = slots_of(node);
    slots.q[slot] = 0;
    slots.u[slot] = prior_of(node, slot);
    slots.w[slot] = 0;
    slots.n[slot] = 0;
    slots.leads_to[slot] = leads_to;
    if (with_pending_) slots.pending[slot] = 0;
    bring_likeliest_forward(node);
    return slot;
}

/// Takes back open_slot(). The last slot takes its place: one that was settled at once and is on no waiting path, or
/// the same one, because leaves are taken back in the reverse order of their selection. The closed action is at least
/// as likely as those that were not opened, so that their order holds.
template <GameState S>
void PuctTree<S>::close_slot(const Step& step) {
    Node& node = node_at(step.node);
    const Slots slots = slots_of(node);
    const std::int32_t last = --node.slot_count;
    std::swap(slots.q[step.slot], slots.q[last]);
    std::swap(slots.u[step.slot], slots.u[last]);
    std::swap(slots.w[step.slot], slots.w[last]);
    std::swap(slots.n[step.slot], slots.n[last]);
    std::swap(slots.leads_to[step.slot], slots.leads_to[last]);
    if (with_pending_) std::swap(slots.pending[step.slot], slots.pending[last]);
    swap_edges(node, step.slot, last);
    if (step.node == root_node_) swap_root_numbers(step.slot, last);
    bring_likeliest_forward(node);
}

/// Puts the likeliest unvisited action behind the visited ones.
template <GameState S>
void PuctTree<S>::bring_likeliest_forward(const Node& node) {
    if ((node.flags & in_order) || node.slot_count == node.edge_count) return;
    const float* prior = priors_of(node);
    // In two passes, which the compiler makes vectors, as a search for the place of the largest is not.
    float lanes[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
    std::size_t i = node.slot_count;
    for (; i + 8 <= node.edge_count; i += 8) {
        for (std::size_t lane = 0; lane < 8; ++lane) {
            lanes[lane] = prior[i + lane] > lanes[lane] ? prior[i + lane] : lanes[lane];
        }
    }
    for (; i < node.edge_count; ++i) lanes[0] = std::max(lanes[0], prior[i]);
    const float largest = *std::max_element(lanes, lanes + 8);
    const float* best = std::find(prior + node.slot_count, prior + node.edge_count, largest);
    if (best == prior + node.edge_count) return;
    swap_edges(node, node.slot_count, static_cast<std::int32_t>(best - prior));
}

template <GameState S>
void PuctTree<S>::swap_edges(const Node& node, std::int32_t left, std::int32_t right) {
    std::swap(actions_of(node)[left], actions_of(node)[right]);
    if (!(node.flags & uniform)) std::swap(priors_of(node)[left], priors_of(node)[right]);
}

template <GameState S>
void PuctTree<S>::swap_root_numbers(std::int32_t left, std::int32_t right) {
    if (root_gumbel_.empty()) return;
    std::swap(root_gumbel_[static_cast<std::size_t>(left)], root_gumbel_[static_cast<std::size_t>(right)]);
    std::swap(root_selected_[static_cast<std::size_t>(left)], root_selected_[static_cast<std::size_t>(right)]);
}

/// What makes two positions one, with graph.
template <GameState S>
std::uint64_t PuctTree<S>::graph_key(const S& state) const {
    std::uint64_t key = state.hash();
    if constexpr (RemembersHistory<S>) key = mix64(key) + state.history_key();
    return key;
}

template <GameState S>
PoolPlace PuctTree<S>::find_shared(std::uint64_t key) const {
    if (graph_.empty()) return 0;
    for (PoolPlace place = graph_[key & (graph_.size() - 1)]; place != 0;) {
        const Shared& shared = *pool_.template at<Shared>(place + sizeof(Node) / TreePool::word);
        if (shared.key == key) return place;
        place = shared.next;
    }
    return 0;
}

/// Makes a new node one that can be found.
template <GameState S>
void PuctTree<S>::share(PoolPlace place) {
    const auto shared = [&](PoolPlace at) -> Shared& {
        return *pool_.template at<Shared>(at + sizeof(Node) / TreePool::word);
    };
    const auto put = [&](std::vector<PoolPlace>& buckets, PoolPlace at) {
        PoolPlace& first = buckets[shared(at).key & (buckets.size() - 1)];
        shared(at).next = first;
        first = at;
    };
    if (graph_.size() < position_count_) {
        std::vector<PoolPlace> buckets(std::max<std::size_t>(64, 2 * graph_.size()), 0);
        for (PoolPlace first : graph_) {
            for (PoolPlace at = first; at != 0;) {
                const PoolPlace next = shared(at).next;
                put(buckets, at);
                at = next;
            }
        }
        graph_ = std::move(buckets);
    }
    put(graph_, place);
}

/// Everything but the options, the root's state and the random stream.
template <GameState S>
void PuctTree<S>::forget() {
    simulations_ = options_.simulations;
    simulations_started_ = simulations_done_ = depth_ = 0;
    full_ = false;
    pool_.clear();
    root_node_ = 0;
    position_count_ = 0;
    std::fill(graph_.begin(), graph_.end(), PoolPlace{0});
    root_gumbel_.clear();
    waiting_first_ = waiting_count_ = 0;
}

template <GameState S>
bool PuctTree<S>::advance(Action action) {
    // 1. The position after the action, before anything changes: the game may throw.
    S next = *root_;
    next.apply(action);
    const bool terminal = next.is_terminal();
    abandon();
    // 2. Where it stands in the tree, if it does. A proven one is searched anew, so that its moves are seen.
    PoolPlace below = 0;
    if (root_node_ != 0 && !terminal) {
        const Node& node = node_at(root_node_);
        const Action* actions = actions_of(node);
        const std::int32_t slot =
            static_cast<std::int32_t>(std::find(actions, actions + node.slot_count, action) - actions);
        if (slot < node.slot_count && slots_of(node).leads_to[slot] > 0) {
            below = static_cast<PoolPlace>(slots_of(node).leads_to[slot]);
        }
    }
    if (below != 0 && proven_outcome(node_at(below)) != unproven) below = 0;
    if (below == 0) {
        root_ = std::move(next);
        root_terminal_ = terminal;
        forget();
        return false;
    }
    // 3. Copy it to the beginning of another pool, position by position from the top; then drop this one.
    TreePool target(pool_.limit_bytes());
    const PoolPlace place = copy_part(below, target);
    root_ = std::move(next);
    root_terminal_ = false;
    const std::size_t positions = position_count_;
    const int depth = depth_;
    std::vector<PoolPlace> graph = std::move(graph_);
    forget();
    pool_ = std::move(target);
    graph_ = std::move(graph);
    root_node_ = place;
    position_count_ = positions;
    depth_ = depth;
    // 4. A root has its actions, which positions that random games reached get late, and its noise.
    if (node_at(root_node_).edge_count == 0) {
        ActionList actions;
        fill_with_actions(*root_, actions);
        if (!give_actions(root_node_, actions.begin(), actions.size(), nullptr)) {
            forget();
            return false;
        }
    }
    prepare_root();
    if (options_.graph) refresh_values(node_at(root_node_));
    return true;
}

/// Copies the part of the tree from `place` on, and counts its positions and depth; returns its place in `target`.
/// What was copied of the old pool is destroyed.
template <GameState S>
PoolPlace PuctTree<S>::copy_part(PoolPlace place, TreePool& target) {
    struct Copied {
        PoolPlace place;  ///< in `target`; its edges and slots are still those of the old pool
        int depth;
    };
    std::vector<Copied> queue;
    std::size_t buckets = graph_.size();
    graph_.assign(buckets, 0);
    depth_ = 0;
    const auto words_of = [&](PoolPlace from, PoolPlace to, std::size_t words) {
        std::memcpy(target.at<std::uint64_t>(to), pool_.template at<std::uint64_t>(from), words * TreePool::word);
    };
    // A node that was copied says where to; with graph it may be met again.
    const auto copy_node = [&](PoolPlace old, int depth) {
        Node& from = node_at(old);
        if (from.flags & moved) return static_cast<PoolPlace>(from.visits);
        const PoolPlace to = target.allocate(node_words());
        words_of(old, to, node_words());
        if (options_.graph) {
            Shared& shared = *target.at<Shared>(to + sizeof(Node) / TreePool::word);
            PoolPlace& first = graph_[shared.key & (buckets - 1)];
            shared.next = first;
            first = to;
        }
        from.flags |= moved;
        from.visits = static_cast<std::int32_t>(to);
        queue.push_back({to, depth});
        return to;
    };
    const PoolPlace copy = copy_node(place, 0);
    for (std::size_t done = 0; done < queue.size(); ++done) {
        const Copied item = queue[done];
        const Node node = *target.at<Node>(item.place);
        depth_ = std::max(depth_, item.depth);
        if (node.edge_count == 0) continue;
        const std::size_t edge_bytes = node.edge_count * (node.flags & uniform ? 1u : 2u) * sizeof(Action);
        const std::size_t edge_words = (edge_bytes + TreePool::word - 1) / TreePool::word;
        const PoolPlace edges = target.allocate(edge_words);
        words_of(node.edges, edges, edge_words);
        PoolPlace slots = 0;
        if (node.slot_capacity > 0) {
            slots = target.allocate(slot_words(node.slot_capacity));
            words_of(node.slots, slots, slot_words(node.slot_capacity));
        }
        if (node.slot_count > 0) depth_ = std::max(depth_, item.depth + 1);
        for (std::int32_t i = 0; i < node.slot_count; ++i) {
            const std::int32_t leads_to = slots_of(node).leads_to[i];
            if (leads_to <= 0) continue;
            const PoolPlace child = copy_node(static_cast<PoolPlace>(leads_to), item.depth + 1);
            // Behind q, u, w and n, as in slots_of().
            auto* links =
                reinterpret_cast<std::int32_t*>(target.at<double>(slots) + 3 * node.slot_capacity) + node.slot_capacity;
            links[i] = static_cast<std::int32_t>(child);
        }
        target.at<Node>(item.place)->edges = edges;
        target.at<Node>(item.place)->slots = slots;
    }
    position_count_ = queue.size();
    return copy;
}

}  // namespace boardai
