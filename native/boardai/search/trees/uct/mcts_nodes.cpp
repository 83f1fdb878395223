// UCT: the effect of a simulation on the nodes, on the way down and up. Selection is in select_ucb.cpp, select_rave.cpp
// and select_rules.cpp.

#include "boardai/search/trees/uct/mcts_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace boardai {

MctsNodes::MctsNodes(const MctsOptions& options, std::size_t bytes, bool is_shared, const MctsRules& written)
    : Tree({bytes, is_shared ? TreeStore::Users::several_threads : TreeStore::Users::one_thread, options.solver,
            is_shared, options.rave, false, options.virtual_loss, false,
            static_cast<std::size_t>(rules_for(options, written).numbers)}),
      options_(options),
      rules_(rules_for(options, written)),
      is_shared_(is_shared),
      select_(options.rave    ? &MctsNodes::select_by_rave
              : rules_.select ? &MctsNodes::select_by_rule
                              : &MctsNodes::select_by_ucb),
      exploration_((options.rave ? options.rave_c : options.c) * 2 / (options.highest - options.lowest)),
      alone_exploration_(std::max(options.c, options.rave_c) * 2 / (options.highest - options.lowest)),
      own_credits_(options.evaluator_share >= 1 ? 1 : options.rollouts) {}

void MctsNodes::clear() {
    Tree::clear();
    root_proof_ = Proof::unknown;
    root_known_lost_ = false;
    rule_failed_ = false;
}

void MctsNodes::add_root(int player, Walk& walk) {
    root_ = add(player, 0, walk);
    if (root_ == nowhere) throw std::length_error("MCTS: the root does not fit the memory");
}

/// Adds a node with the actions in walk.legal, and sorts these into the node's order; `nowhere` if the memory is full.
MctsNodes::Place MctsNodes::add(int player, std::int64_t visits, Walk& walk) {
    ActionList& legal = walk.legal;
    const std::size_t count = legal.size();
    const bool has_priors = options_.prior > 0;
    const Place place = new_node(player, count, has_priors);
    if (place == nowhere) return nowhere;
    if (has_priors) {
        // walk.legal is already sorted, in the order of the priors.
    } else if (!options_.shuffle) {
        std::sort(legal.begin(), legal.end());
    } else if (options_.rave) {  // without RAVE, actions are drawn one by one when needed
        for (std::size_t i = count; i > 1; --i) {
            std::swap(legal[i - 1], legal[walk.rng.below(static_cast<std::uint32_t>(i))]);
        }
    }
    Node& node = at(place);
    node.visits = visits;
    std::copy(legal.begin(), legal.end(), actions_of(node));
    if (options_.rave) {
        amaf_of(node).highest_action = *std::max_element(legal.begin(), legal.end());
        clear_amaf(node);
    }
    if (has_priors) {
        for (std::size_t i = 0; i < count; ++i) {
            priors_of(node)[i] = static_cast<float>(options_.prior) * walk.priors[i];
        }
    }
    return place;
}

void MctsNodes::set_child_values(Place place, const ChildValues& found) {
    if (!make_slots(place, at(place).edge_count)) return;
    Node& node = at(place);
    node.flags |= speculative;
    const Slots slots = slots_of(node);
    for (std::size_t i = 0; i < node.edge_count; ++i) {
        slots.q[i] = found.values[i];
        slots.proof[i] = found.proofs[i];
    }
}

/// Makes an unvisited action the node's next child; false if there is no memory for it.
bool MctsNodes::open(Place place, std::size_t edge, Walk& walk) {
    if (!make_slot(place)) return false;
    Node& node = at(place);
    const std::size_t next = node.slot_count;
    const Slots slots = slots_of(node);
    swap_edges(node, next, edge);
    const bool is_speculative = (node.flags & speculative) != 0;
    if (is_speculative) {
        std::swap(slots.q[next], slots.q[edge]);
        std::swap(slots.proof[next], slots.proof[edge]);
    }
    open_slot(node, nowhere, Proof::unknown);
    if (!is_speculative) slots.q[next] = INFINITY;
    walk.positions.add_one();
    return true;
}

/// The caller holds the lock.
template <bool shared>
void MctsNodes::put_on_path(Place place, std::uint32_t slot, Walk& walk) {
    Node& node = at(place);
    walk.path.push_back({place, slot});
    walk.last = actions_of(node)[slot];
    if constexpr (shared) {
        const Slots slots = slots_of(node);
        hold(node, slots, slot, 1);
        refresh<shared>(slots, slot);
    }
}

template <bool shared>
bool MctsNodes::take(Place place, Walk& walk, Taken& taken) {
    const SpinLock lock(at(place).locked, shared);
    const std::int32_t chosen = (this->*select_)(place, walk);
    if (chosen < 0) return false;
    Node& node = at(place);
    const auto slot = static_cast<std::uint32_t>(chosen);
    const Slots slots = slots_of(node);
    taken.action = actions_of(node)[slot];
    taken.next = slots.node[slot];
    taken.first_visit = slots.started(slot) == 0;
    taken.cached = taken.first_visit && (node.flags & speculative) != 0;
    walk.proof = slots.proof[slot] == dominated ? Proof::loss : slots.proof[slot];
    if (taken.cached) walk.value = slots.q[slot];
    if (walk.proof != Proof::unknown) walk.value = outcome_of(walk.proof);
    put_on_path<shared>(place, slot, walk);
    return true;
}
template bool MctsNodes::take<false>(Place, Walk&, Taken&);
template bool MctsNodes::take<true>(Place, Walk&, Taken&);

template <bool shared>
MctsNodes::Place MctsNodes::expand(int player, Walk& walk) {
    const Step step = walk.path.back();
    const SpinLock lock(at(step.node).locked, shared);
    const Slots before = slots_of(at(step.node));
    if (before.node[step.slot] != nowhere) return before.node[step.slot];  // another thread has expanded it
    const Place added = add(player, before.started(step.slot) - (shared ? 1 : 0), walk);
    slots_of(at(step.node)).node[step.slot] = added;
    return added;
}
template MctsNodes::Place MctsNodes::expand<false>(int, Walk&);
template MctsNodes::Place MctsNodes::expand<true>(int, Walk&);

template <bool shared>
void MctsNodes::backup(const Walk& walk, double value, int player) {
    Proof proof = walk.proof;  // of the action of the step, for the node's player
    for (std::size_t i = walk.path.size(); i-- > 0;) {
        const Step step = walk.path[i];
        Node& node = at(step.node);
        Proof decided = Proof::unknown;
        {
            const SpinLock lock(node.locked, shared);
            if (proof != Proof::unknown) {  // back up the proven outcome instead of the simulation's value
                value = outcome_of(proof);
                player = node.player;
            }
            const Slots slots = slots_of(node);
            if (!rules_.backup) slots.w[step.slot] += node.player == player ? value : -value;
            ++slots.n[step.slot];
            ++node.visits;
            if constexpr (shared) hold(node, slots, step.slot, -1);
            // Runs after the proof is stored, so that the rule sees it.
            const auto by_rule = [&] {
                value = back_up_by_rule(node, step.slot, node.player == player ? value : -value);
                player = node.player;
            };
            // A dominated action is backed up as a loss, but it is not a proven loss.
            const bool is_proof = proof != Proof::unknown && slots.proof[step.slot] != dominated;
            decided = is_proof ? back_up_proof(node, step.slot, proof) : proven(node);
            if (rules_.backup) by_rule();
            refresh<shared>(slots, step.slot);
            // A player with a proven draw backs up no value below a draw.
            if (options_.solver && node.best_proof == Proof::draw && (value < 0) == (node.player == player)) value = 0;
        }
        if (i == 0) {
            if (decided != Proof::unknown) root_proof_.store(decided, std::memory_order_relaxed);
        } else {
            proof = seen_by(decided, at(walk.path[i - 1].node).player == node.player);
        }
    }
}
template void MctsNodes::backup<false>(const Walk&, double, int);
template void MctsNodes::backup<true>(const Walk&, double, int);

template <bool shared>
void MctsNodes::abandon(const Walk& walk) {
    if constexpr (shared) {
        for (const Step& step : walk.path) {
            Node& node = at(step.node);
            const SpinLock lock(node.locked, shared);
            const Slots slots = slots_of(node);
            hold(node, slots, step.slot, -1);
            refresh<shared>(slots, step.slot);
        }
    }
}
template void MctsNodes::abandon<false>(const Walk&);
template void MctsNodes::abandon<true>(const Walk&);

// Proofs by the game's knowledge.

void MctsNodes::learn_proof(Place place, Proof proof) {
    const SpinLock lock(at(place).locked, is_shared_);
    prove(at(place), proof);
}

template <bool shared>
bool MctsNodes::play_proven_win(Action action, Walk& walk) {
    const SpinLock lock(at(root_).locked, shared);
    const Action* const actions = actions_of(at(root_));
    auto slot = static_cast<std::size_t>(std::find(actions, actions + at(root_).edge_count, action) - actions);
    if (slot == at(root_).edge_count) return false;
    if (slot >= at(root_).slot_count) {
        if (!open(root_, slot, walk)) return false;
        slot = at(root_).slot_count - 1u;
    }
    put_on_path<shared>(root_, static_cast<std::uint32_t>(slot), walk);
    walk.proof = Proof::win;
    walk.value = outcome_of(Proof::win);
    return true;
}
template bool MctsNodes::play_proven_win<false>(Action, Walk&);
template bool MctsNodes::play_proven_win<true>(Action, Walk&);

bool MctsNodes::advance(Action action, const Moved& moved) {
    const Place found = below_root(action);
    if (found == nowhere) return false;
    keep(found, moved);
    Node& root = at(root_);
    // A root that the game's knowledge has decided is searched for a move that keeps the win, or that resists longest.
    count_proofs(root);
    root_known_lost_ = false;
    root_proof_ = proven(root);
    return true;
}

std::int64_t MctsNodes::count_positions() const {
    std::int64_t count = 1;
    std::vector<Place> open;
    if (root_ != nowhere) open.push_back(root_);
    while (!open.empty()) {
        const Node& node = at(open.back());
        open.pop_back();
        count += node.slot_count;
        for (std::size_t i = 0; i < node.slot_count; ++i) {
            if (const Place below = slots_of(node).node[i]; below != nowhere) open.push_back(below);
        }
    }
    return count;
}

}  // namespace boardai
