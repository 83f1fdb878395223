// PUCT and Gumbel trees: how positions, actions and visited actions lie in the store, and what a new root keeps.

#include <algorithm>
#include <bit>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "boardai/search/trees/puct/puct_nodes.hpp"

namespace boardai {

/// A position without actions, evaluated once; 0 where there is no room.
PuctNodes::Place PuctNodes::new_node(int player, double value, std::uint64_t key) {
    const Place place = store_.allocate(node_words());
    if (place == TreeStore::nowhere) return 0;
    node_at(place) = Node{value, 1, 0, 0, 0, static_cast<float>(value), 0, 0, 0, static_cast<std::uint8_t>(player), 0};
    ++position_count_;
    if (options_.graph) {
        shared_at(place) = Shared{key, 0, 0};
        share(place);
    }
    return place;
}

/// False where there is no room. `priors` null: all as likely, in the game's own order.
bool PuctNodes::give_actions(Place place, const Action* actions, std::size_t count, const double* priors) {
    const Place edges = store_.allocate(TreeStore::words_for(count * (sizeof(Action) + (priors ? sizeof(float) : 0))));
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
bool PuctNodes::room_for_child(const Node& node) const {
    std::size_t words = node_words() + ActionList::capacity;
    if (node.slot_count == node.slot_capacity) words += slot_words(2u * node.slot_capacity + 2);
    return store_.has_room(words);
}

/// Gives the likeliest unvisited action of a node a slot and returns its number. There is room.
std::int32_t PuctNodes::open_slot(Place place, std::int32_t leads_to) {
    if (node_at(place).slot_count == node_at(place).slot_capacity) {
        // Slots of a node stand together: move them to a larger piece, and keep theirs for another node.
        const std::size_t old_capacity = node_at(place).slot_capacity;
        const std::size_t capacity = std::max<std::size_t>(2, 2 * old_capacity);
        const int order = std::countr_zero(capacity);
        Place larger = store_.take_outgrown(order);
        if (larger == 0) larger = store_.allocate(slot_words(capacity));
        if (larger == 0) throw std::logic_error("PUCT: an action was opened without room for it");
        Node& node = node_at(place);
        const Slots before = slots_of(node);
        const Place outgrown = node.slots;
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
            store_.give_outgrown(std::countr_zero(old_capacity), outgrown);
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
void PuctNodes::close_slot(const Step& step) {
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
void PuctNodes::bring_likeliest_forward(const Node& node) {
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

void PuctNodes::swap_edges(const Node& node, std::int32_t left, std::int32_t right) {
    std::swap(actions_of(node)[left], actions_of(node)[right]);
    if (!(node.flags & uniform)) std::swap(priors_of(node)[left], priors_of(node)[right]);
}

void PuctNodes::swap_root_numbers(std::int32_t left, std::int32_t right) {
    if (root_gumbel_.empty()) return;
    std::swap(root_gumbel_[static_cast<std::size_t>(left)], root_gumbel_[static_cast<std::size_t>(right)]);
    std::swap(root_selected_[static_cast<std::size_t>(left)], root_selected_[static_cast<std::size_t>(right)]);
}

PuctNodes::Place PuctNodes::find_shared(std::uint64_t key) const {
    if (graph_.empty()) return 0;
    for (Place place = graph_[key & (graph_.size() - 1)]; place != 0; place = shared_at(place).next) {
        if (shared_at(place).key == key) return place;
    }
    return 0;
}

void PuctNodes::put_in_bucket(Place place) {
    Place& first = graph_[shared_at(place).key & (graph_.size() - 1)];
    shared_at(place).next = first;
    first = place;
}

/// Makes a new node one that can be found.
void PuctNodes::share(Place place) {
    if (graph_.size() < position_count_) {
        const std::vector<Place> buckets = std::move(graph_);
        graph_.assign(std::max<std::size_t>(64, 2 * buckets.size()), 0);
        for (const Place first : buckets) {
            for (Place at = first; at != 0;) {
                const Place next = shared_at(at).next;
                put_in_bucket(at);
                at = next;
            }
        }
    }
    put_in_bucket(place);
}

/// A new search: nothing is counted yet.
void PuctNodes::begin_counting() {
    simulations_ = options_.simulations;
    simulations_started_ = simulations_done_ = rounds_start_ = 0;
    time_share_ = 0;
    full_ = false;
    root_gumbel_.clear();
    root_selected_.clear();
    root_fates_ = nullptr;
    root_known_lost_ = false;
    waiting_first_ = waiting_count_ = 0;
    collided_.clear();
    collisions_ = 0;
}

/// Everything but the options and the random stream.
void PuctNodes::forget() {
    begin_counting();
    depth_ = 0;
    store_.clear();
    root_node_ = 0;
    position_count_ = 0;
    std::fill(graph_.begin(), graph_.end(), Place{0});
}

bool PuctNodes::keep_below(Action action, const std::function<void(Place, Place)>& moved) {
    // 1. Where the position stands in the tree, if it does. A proven one is searched anew, so that its moves are seen.
    if (root_node_ == 0) return false;
    const Node& root = node_at(root_node_);
    const Action* actions = actions_of(root);
    const auto slot = static_cast<std::int32_t>(std::find(actions, actions + root.slot_count, action) - actions);
    if (slot == root.slot_count || slots_of(root).leads_to[slot] <= 0) return false;
    const auto below = static_cast<Place>(slots_of(root).leads_to[slot]);
    if (proof_of_node(node_at(below)) != Proof::unknown) return false;
    // 2. Mark what is below it, level by level.
    std::vector<Place> kept;
    store_.begin_packing();
    const auto keep = [&](Place place) {
        if (store_.mark(place, node_words())) kept.push_back(place);
    };
    keep(below);
    int depth = 0;
    for (std::size_t at = 0, level_end = 1; at < kept.size(); level_end = kept.size()) {
        bool goes_on = false;
        for (; at < level_end; ++at) {
            const Node& node = node_at(kept[at]);
            if (node.edges != 0) store_.mark(node.edges, edge_words(node));
            if (node.slot_capacity > 0) store_.mark(node.slots, slot_words(node.slot_capacity));
            goes_on = goes_on || node.slot_count > 0;
            for (std::int32_t i = 0; i < node.slot_count; ++i) {
                const std::int32_t leads_to = slots_of(node).leads_to[i];
                if (leads_to > 0) keep(static_cast<Place>(leads_to));
            }
        }
        depth += static_cast<int>(goes_on);
    }
    // 3. Slide it to the store's beginning. From here on nothing throws.
    store_.plan();
    for (Place& place : kept) {
        Node& node = node_at(place);
        std::int32_t* const leads_to = slots_of(node).leads_to;
        for (std::int32_t i = 0; i < node.slot_count; ++i) {
            if (leads_to[i] > 0)
                leads_to[i] = static_cast<std::int32_t>(store_.planned(static_cast<Place>(leads_to[i])));
        }
        node.edges = node.edges == 0 ? 0 : store_.planned(node.edges);
        node.slots = node.slot_capacity == 0 ? 0 : store_.planned(node.slots);
        const Place before = std::exchange(place, store_.planned(place));
        if ((node.flags & looked) != 0) moved(before, place);
    }
    store_.pack();
    begin_counting();
    root_node_ = kept.front();
    position_count_ = kept.size();
    depth_ = depth;
    std::fill(graph_.begin(), graph_.end(), Place{0});
    if (options_.graph) {
        for (const Place place : kept) put_in_bucket(place);
    }
    return true;
}

bool PuctNodes::prepare_kept_root(const Action* actions, std::size_t count) {
    if (!has_actions(root_node_) && !give_actions(root_node_, actions, count, nullptr)) {
        forget();
        return false;
    }
    prepare_root(actions, count);
    if (options_.graph) refresh_values(node_at(root_node_));
    return true;
}

}  // namespace boardai
