#include "boardai/search/trees/tree.hpp"

#include <algorithm>
#include <bit>
#include <queue>
#include <utility>

namespace boardai {

Tree::Tree(const Layout& layout) : layout_(layout), store_(layout.bytes, layout.users) {}

void Tree::clear() {
    root_ = nowhere;
    set_full(false);
    store_.clear();
}

// Growth.

std::size_t Tree::edge_words(std::size_t count, bool priors) const {
    std::size_t bytes = count * (sizeof(Action) + (priors ? sizeof(float) : 0));
    if (layout_.amaf) bytes += sizeof(Amaf) + count * 2 * sizeof(float);
    return TreeStore::words_for(bytes);
}

void Tree::set_edges(Node& node, Place edges, std::size_t count, bool priors) const {
    node.edges = edges;
    node.edge_count = static_cast<std::uint16_t>(count);
    if (priors) node.flags |= with_priors;
}

Tree::Place Tree::new_node(int player, std::size_t edge_count, bool priors) {
    const Place place = store_.allocate(node_words() + (edge_count > 0 ? edge_words(edge_count, priors) : 0));
    if (place == nowhere) {
        set_full(true);
        return nowhere;
    }
    Node& node = at(place);
    node = Node{};
    node.player = static_cast<std::uint8_t>(player);
    if (edge_count > 0) set_edges(node, place + static_cast<Place>(node_words()), edge_count, priors);
    return place;
}

bool Tree::give_edges(Place place, std::size_t edge_count, bool priors) {
    const Place edges = store_.allocate(edge_words(edge_count, priors));
    if (edges == nowhere) {
        set_full(true);
        return false;
    }
    set_edges(at(place), edges, edge_count, priors);
    return true;
}

/// If all slots of a node are in use, moves them to a larger block. Capacities are powers of two, except the largest,
/// which is the number of edges.
bool Tree::make_slots(Place place, std::uint32_t capacity) {
    Place block = nowhere;
    if (std::has_single_bit(capacity)) block = store_.take_outgrown(std::countr_zero(capacity));
    if (block == nowhere) block = store_.allocate(slot_words(capacity));
    if (block == nowhere) {
        set_full(true);
        return false;
    }
    Node& node = at(place);
    const Slots before = slots_of(node);
    const double* const numbers = numbers_of(node);
    const Place outgrown = std::exchange(node.slots, block);
    const std::uint32_t count = std::exchange(node.slot_capacity, static_cast<std::uint16_t>(capacity));
    if (count == 0) return true;
    const Slots after = slots_of(node);
    std::copy_n(before.q, count, after.q);
    std::copy_n(before.u, count, after.u);
    std::copy_n(before.w, count, after.w);
    std::copy_n(before.n, count, after.n);
    std::copy_n(before.node, count, after.node);
    std::copy_n(before.proof, count, after.proof);
    if (layout_.pending) std::copy_n(before.pending, count, after.pending);
    if (layout_.forecasts) std::copy_n(before.forecasts, count, after.forecasts);
    std::copy_n(numbers, count * layout_.numbers, numbers_of(node));
    store_.give_outgrown(std::countr_zero(count), outgrown);
    return true;
}

void Tree::close_slot(Node& node, std::size_t slot) {
    const Slots slots = slots_of(node);
    const std::size_t last = --node.slot_count;
    std::swap(slots.q[slot], slots.q[last]);
    std::swap(slots.u[slot], slots.u[last]);
    std::swap(slots.w[slot], slots.w[last]);
    std::swap(slots.n[slot], slots.n[last]);
    std::swap(slots.node[slot], slots.node[last]);
    std::swap(slots.proof[slot], slots.proof[last]);
    if (layout_.pending) std::swap(slots.pending[slot], slots.pending[last]);
    if (layout_.forecasts) std::swap(slots.forecasts[slot], slots.forecasts[last]);
    double* const numbers = numbers_of(node);
    for (std::size_t i = 0; i < layout_.numbers; ++i) {
        std::swap(numbers[slot * layout_.numbers + i], numbers[last * layout_.numbers + i]);
    }
    swap_edges(node, slot, last);
}

void Tree::swap_edges(const Node& node, std::size_t left, std::size_t right) {
    const auto exchange = [&](auto* numbers) { std::swap(numbers[left], numbers[right]); };
    exchange(actions_of(node));
    if ((node.flags & with_priors) != 0) exchange(priors_of(node));
    if (layout_.amaf) {
        exchange(amaf_visits_of(node));
        exchange(amaf_sums_of(node));
    }
}

void Tree::keep_unvisited(Node& node, const std::vector<std::size_t>& kept) {
    const std::size_t visited = node.slot_count, count = visited + kept.size();
    if (count == node.edge_count) return;
    // The arrays after the actions move forward, so they are rebuilt from copies.
    const auto copy = [&](const auto* from) {
        std::vector to(from, from + visited);
        for (const std::size_t i : kept) to.push_back(from[i]);
        return to;
    };
    const std::vector<Action> actions = copy(actions_of(node));
    std::vector<float> visits, sums, priors;
    Amaf amaf{};
    if (layout_.amaf) {
        amaf = amaf_of(node);
        visits = copy(amaf_visits_of(node));
        sums = copy(amaf_sums_of(node));
    }
    if ((node.flags & with_priors) != 0) priors = copy(priors_of(node));
    node.edge_count = static_cast<std::uint16_t>(count);
    std::copy(actions.begin(), actions.end(), actions_of(node));
    std::copy(priors.begin(), priors.end(), priors_of(node));
    if (!layout_.amaf) return;
    amaf_of(node) = amaf;
    std::copy(visits.begin(), visits.end(), amaf_visits_of(node));
    std::copy(sums.begin(), sums.end(), amaf_sums_of(node));
}

// Reuse.

std::size_t Tree::slot_of(const Node& node, Action action) const {
    const Action* const actions = actions_of(node);
    return static_cast<std::size_t>(std::find(actions, actions + node.slot_count, action) - actions);
}

Tree::Place Tree::below_root(Action action) const {
    if (root_ == nowhere) return nowhere;
    const Node& root = at(root_);
    const std::size_t slot = slot_of(root, action);
    if (slot == root.slot_count) return nowhere;
    const Place below = slots_of(root).node[slot];
    return is_node(below) ? below : nowhere;
}

Tree::Kept Tree::keep(Place place, const Moved& moved) {
    // 1. Mark the nodes below, level by level.
    Kept kept;
    store_.begin_packing();
    const auto mark = [&](Place found) {
        if (store_.mark(found, node_words())) kept.nodes.push_back(found);
    };
    mark(place);
    for (std::size_t i = 0, level_end = 1; i < kept.nodes.size(); level_end = kept.nodes.size()) {
        bool goes_on = false;
        for (; i < level_end; ++i) {
            const Node& node = at(kept.nodes[i]);
            if (node.edges != nowhere) {
                store_.mark(node.edges, edge_words(node.edge_count, (node.flags & with_priors) != 0));
            }
            if (node.slot_capacity > 0) store_.mark(node.slots, slot_words(node.slot_capacity));
            goes_on = goes_on || node.slot_count > 0;
            for (std::size_t slot = 0; slot < node.slot_count; ++slot) {
                if (const Place below = slots_of(node).node[slot]; is_node(below)) mark(below);
            }
        }
        kept.depth += static_cast<int>(goes_on);
    }
    // 2. Report the new places. If that throws, nothing has changed; from here on nothing throws.
    store_.plan();
    for (const Place found : kept.nodes) {
        if ((at(found).flags & noted) != 0) moved(found, store_.planned(found));
    }
    // 3. Move the kept nodes to the beginning of the store.
    for (Place& found : kept.nodes) {
        Node& node = at(found);
        Place* const below = slots_of(node).node;
        for (std::size_t slot = 0; slot < node.slot_count; ++slot) {
            if (is_node(below[slot])) below[slot] = store_.planned(below[slot]);
        }
        node.edges = store_.planned(node.edges);
        node.slots = store_.planned(node.slots);
        found = store_.planned(found);
    }
    store_.pack();
    set_full(false);
    root_ = kept.nodes.front();
    return kept;
}

std::vector<Tree::Expanded> Tree::expanded_children(Place place) const {
    std::vector<Expanded> found;
    if (place == nowhere) return found;
    const Node& node = at(place);
    for (std::size_t i = 0; i < node.slot_count; ++i) {
        if (const Place below = slots_of(node).node[i]; is_node(below)) found.push_back({actions_of(node)[i], below});
    }
    return found;
}

// Facts from the game's knowledge.

Tree::Advice Tree::advice(Place place, std::int64_t visits) const {
    Node& node = at(place);
    const SpinLock lock(node.locked, is_shared());
    if ((node.flags & asked) == 0 && node.visits >= visits) {
        node.flags |= asked;
        return Advice::due;
    }
    return (node.flags & noted) != 0 ? Advice::noted : Advice::none;
}

void Tree::mark_noted(Place place) const {
    const SpinLock lock(at(place).locked, is_shared());
    at(place).flags |= asked | noted;
}

void Tree::ask_again(Place place) const {
    const SpinLock lock(at(place).locked, is_shared());
    at(place).flags &= static_cast<std::uint8_t>(~asked);
}

// Proofs.

void Tree::count_proofs(Node& node) const {
    const Slots slots = slots_of(node);
    node.proven_count = 0;
    node.best_proof = Proof::unknown;
    for (std::size_t i = 0; i < node.slot_count; ++i) {
        if (slots.proof[i] == Proof::unknown) continue;
        ++node.proven_count;
        node.best_proof = std::max(node.best_proof, shown(slots.proof[i]));
    }
}

// Results.

RootAction Tree::action_at(const Node& node, std::size_t index) const {
    RootAction found;
    found.action = actions_of(node)[index];
    if (index >= node.slot_count) return found;
    const Slots slots = slots_of(node);
    found.visits = slots.n[index];
    if (found.visits == 0) return found;
    found.value_sum = slots.w[index];
    found.proof = shown(slots.proof[index]);
    return found;
}

TreeLine Tree::line(const Best& best, const Describe& describe) const {
    TreeLine line;
    std::vector<Place> seen;  // with graph, a line may contain a cycle
    const int player = root_ == nowhere ? 0 : at(root_).player;
    for (Place place = root_; is_node(place);) {
        if (layout_.graph && std::find(seen.begin(), seen.end(), place) != seen.end()) break;
        seen.push_back(place);
        const Node& node = at(place);
        const SpinLock lock(at(place).locked, is_shared());
        const std::size_t index = best(node, seen.size() - 1);
        if (index >= node.edge_count) break;
        const RootAction next = describe(node, index);
        line.actions.push_back(next.action);
        line.value.reset();
        if (next.visits > 0) line.value = node.player == player ? next.value() : -next.value();
        place = index < node.slot_count ? slots_of(node).node[index] : nowhere;
    }
    return line;
}

void Tree::add_rows(TreeRecord& record, const RootRow& root, const Terms& terms) const {
    struct Open {
        std::int64_t visits;
        std::int64_t number;  ///< order of discovery, which decides between equals
        std::int32_t parent;
        Place node;
        std::size_t slot;
        bool operator<(const Open& other) const {
            return visits != other.visits ? visits < other.visits : number > other.number;
        }
    };
    // The most visited first, so that the limit cuts off the least visited.
    std::priority_queue<Open> open;
    std::int64_t number = 0;
    const auto add_children = [&](std::int32_t row, Place place) {
        const Node& node = at(place);
        for (std::size_t i = 0; i < node.slot_count; ++i) {
            const std::int64_t visits = slots_of(node).n[i];
            if (visits > 0) open.push({visits, number++, row, place, i});
        }
    };
    const std::int32_t top = record.add(-1, -1);
    record.set(top, root.value, root.visits, root.proof == Proof::unknown ? RowKind::exact : RowKind::proven);
    if (top < 0) return;
    add_children(top, root_);
    while (!open.empty()) {
        const Open next = open.top();
        open.pop();
        const Node& node = at(next.node);
        const RootAction found = action_at(node, next.slot);
        const std::int32_t row = record.add(next.parent, found.action);
        if (row < 0) break;
        record.set(row, node.player == at(root_).player ? found.value() : -found.value(), found.visits,
                   found.proof == Proof::unknown ? RowKind::exact : RowKind::proven);
        terms(record, row, node, next.slot);
        if (const Place below = slots_of(node).node[next.slot]; is_node(below)) add_children(row, below);
    }
}

}  // namespace boardai
