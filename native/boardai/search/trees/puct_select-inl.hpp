#pragma once
// PUCT and Gumbel trees: the walk from the root to a leaf (step 1 of puct_tree.hpp).

#include <algorithm>
#include <cmath>
#include <cstring>

#include "boardai/core/legality.hpp"
#include "boardai/search/trees/gumbel.hpp"
#include "boardai/search/trees/puct_tree.hpp"

namespace boardai {

/// The first of the highest scores a * x[i] + b * y[i].
struct HighestScore {
    double score = -INFINITY;
    std::size_t place = 0;  ///< how many there are where no score is a number
};

/// Four at a time, each lane keeping its first highest and where it was: the compiler's own vectors, because it makes
/// none of a search for a place.
inline HighestScore highest_score(const double* x, const double* y, double a, double b, std::size_t count) {
    using Four = double __attribute__((vector_size(32)));
    constexpr std::size_t lanes = 4;
    const Four none = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    const auto after = static_cast<double>(count);
    Four highest = none, place = {after, after, after, after}, here = {0, 1, 2, 3};
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        Four left, right;
        std::memcpy(&left, x + i, sizeof left);
        std::memcpy(&right, y + i, sizeof right);
        const Four score = a * left + b * right;
        const auto better = score > highest;
        highest = better ? score : highest;
        place = better ? here : place;
        here += static_cast<double>(lanes);
    }
    HighestScore best{-INFINITY, count};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto at = static_cast<std::size_t>(place[lane]);
        if (highest[lane] > best.score || (highest[lane] == best.score && at < best.place)) best = {highest[lane], at};
    }
    for (; i < count; ++i) {
        const double score = a * x[i] + b * y[i];
        if (score > best.score) best = {score, i};
    }
    return best;
}

template <GameState S>
double PuctTree<S>::exploration_formula(double visits) const {
    return options_.c_scale * (std::log((visits + options_.c_base + 1) / options_.c_base) + options_.c_init) *
           std::sqrt(visits);
}

template <GameState S>
double PuctTree<S>::exploration(std::int32_t visits) {
    constexpr std::size_t most = 1 << 14;
    const auto at = static_cast<std::size_t>(visits);
    if (at >= most) return exploration_formula(visits);
    while (exploration_.size() <= at) {
        exploration_.push_back(exploration_formula(static_cast<double>(exploration_.size())));
    }
    return exploration_[at];
}

/// The slot to go on with; slot_count: the likeliest unvisited action. With `may_open` false some slot exists.
template <GameState S>
std::int32_t PuctTree<S>::best_slot(PoolPlace place, bool may_open) {
    Node& node = node_at(place);
    if (options_.graph && place != root_node_) refresh_values(node);  // the root was, by the simulation before
    may_open = may_open && node.slot_count < node.edge_count;
    if (options_.gumbel.considered > 0) {
        return place == root_node_ ? best_by_halving(node, may_open) : best_by_improved_policy(node, may_open);
    }
    if (place == root_node_ && options_.forced_playouts > 0 && exploring_) {
        if (const std::int32_t forced = forced_slot(node); forced >= 0) return forced;
    }
    return best_by_puct(node, may_open);
}

/// How many visits of a root's action are its due whatever it scores: sqrt(k P(a) N).
template <GameState S>
double PuctTree<S>::owed_visits(const Node& node, std::int32_t index) const {
    const double visits = node.visits - 1 + node.pending;
    return std::sqrt(options_.forced_playouts * prior_of(node, index) * visits);
}

/// Of the root's visited actions that have less than their due, the likeliest; -1: none.
template <GameState S>
std::int32_t PuctTree<S>::forced_slot(const Node& node) const {
    const Slots slots = slots_of(node);
    std::int32_t forced = -1;
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        const std::int32_t n = slots.n[i] + (with_pending_ ? slots.pending[i] : 0);
        if (slots.n[i] == 0 || n >= owed_visits(node, i)) continue;
        if (forced < 0 || prior_of(node, i) > prior_of(node, forced)) forced = i;
    }
    return forced;
}

/// How Q counts among the actions of a node whose own value is `mean`.
template <GameState S>
typename PuctTree<S>::QScale PuctTree<S>::q_scale(const Node& node, double mean) const {
    if (options_.q_transform == QTransform::none) return {1, mean};
    if (options_.q_transform == QTransform::min_max) return {0.5, -1};
    const Slots slots = slots_of(node);
    double lowest = mean, highest = mean;
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        if (slots.n[i] == 0) continue;
        lowest = std::min(lowest, slots.q[i]);
        highest = std::max(highest, slots.q[i]);
    }
    return {1 / std::max(highest - lowest, 1e-8), lowest};
}

template <GameState S>
std::int32_t PuctTree<S>::best_by_puct(const Node& node, bool may_open) {
    const auto count = static_cast<std::size_t>(node.slot_count);
    const Slots slots = slots_of(node);
    const std::int32_t visits = node.visits + node.pending;
    const double weight = exploration(visits);
    double mean = node.value_sum / node.visits;
    if (node.pending > 0 && !options_.unobserved_counts) {
        mean = (node.value_sum - options_.virtual_loss * node.pending) / visits;
    }
    auto [scale, first] = q_scale(node, mean);
    if (options_.fpu_reduction > 0) {
        double visited_prior = 0;
        for (std::size_t i = 0; i < count; ++i) visited_prior += prior_of(node, static_cast<std::int32_t>(i));
        first -= options_.fpu_reduction * std::sqrt(visited_prior);
    }
    HighestScore best{-INFINITY, count};
    if (options_.graph || (options_.unobserved_counts && node.pending > 0)) {
        // An action whose only visits are still waiting has no value of its own; nor has one without any.
        for (std::size_t i = 0; i < count; ++i) {
            const bool observed =
                slots.n[i] > 0 || (with_pending_ && slots.pending[i] > 0 && !options_.unobserved_counts);
            const double score = scale * (observed ? slots.q[i] : first) + weight * slots.u[i];
            if (score > best.score) best = {score, i};
        }
    } else {
        best = highest_score(slots.q, slots.u, scale, weight, count);
    }
    if (may_open && scale * first + weight * prior_of(node, node.slot_count) > best.score) best.place = count;
    // Options at the edge of what a double holds make every score a NaN, which is not the highest: not past the end.
    return std::min(static_cast<std::int32_t>(best.place), may_open ? node.slot_count : node.slot_count - 1);
}

template <GameState S>
CompletedValues PuctTree<S>::completed_values(const Node& node) const {
    const Slots slots = slots_of(node);
    return complete_values(
        options_.gumbel, slots.q, slots.n, [&](std::size_t i) { return prior_of(node, static_cast<std::int32_t>(i)); },
        node.slot_count, node.slot_count < node.edge_count, static_cast<double>(node.own_value));
}

template <GameState S>
double PuctTree<S>::root_logit(std::int32_t index) const {
    return std::max(std::log(prior_of(node_at(root_node_), index)), -1e9);
}

/// g + logit + sigma(q) of a root action (gumbel.hpp, step 3).
template <GameState S>
double PuctTree<S>::halving_score(const Node& node, std::int32_t index, const CompletedValues& values) const {
    const double q = visits_of(node, index) > 0 ? slots_of(node).q[index] : values.unvisited;
    return root_gumbel_[static_cast<std::size_t>(index)] + root_logit(index) + values.sigma(q);
}

/// Among the first `end` root actions that have been selected `times` times, the one with the highest score; -1: none.
template <GameState S>
std::int32_t PuctTree<S>::best_selected(const Node& node, std::int32_t end, std::int32_t times) const {
    const CompletedValues values = completed_values(node);
    std::int32_t best = -1;
    double highest = -INFINITY;
    for (std::int32_t i = 0; i < end; ++i) {
        if (root_selected_[static_cast<std::size_t>(i)] != times) continue;
        const double score = halving_score(node, i, values);
        if (best >= 0 && !(score > highest)) continue;
        best = i;
        highest = score;
    }
    return best;
}

template <GameState S>
std::int32_t PuctTree<S>::best_by_halving(const Node& node, bool may_open) const {
    const auto at = std::min(static_cast<std::size_t>(simulations_started_), halving_.size() - 1);
    // Where leaves wait, an action may be ahead of the plan or the pool full: then the least selected ones compete.
    std::int32_t fewest = may_open ? 0 : root_selected_[0];
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        fewest = std::min(fewest, root_selected_[static_cast<std::size_t>(i)]);
    }
    const std::int32_t end = node.slot_count + static_cast<std::int32_t>(may_open);
    const std::int32_t best = best_selected(node, end, halving_[at]);
    return best >= 0 ? best : best_selected(node, end, fewest);
}

/// gumbel.hpp, step 4.
template <GameState S>
std::int32_t PuctTree<S>::best_by_improved_policy(const Node& node, bool may_open) {
    const CompletedValues values = completed_values(node);
    const Slots slots = slots_of(node);
    const std::int32_t count = node.slot_count;
    const auto pending = [&](std::int32_t i) { return with_pending_ ? slots.pending[i] : 0; };
    const auto q = [&](std::int32_t i) { return slots.n[i] > 0 ? slots.q[i] : values.unvisited; };
    double largest = values.sigma(values.unvisited);
    for (std::int32_t i = 0; i < count; ++i) largest = std::max(largest, values.sigma(q(i)));
    if (scratch_.size() <= static_cast<std::size_t>(count)) scratch_.resize(static_cast<std::size_t>(count) + 1);
    double* weight = scratch_.data();
    double total = 0, prior_left = 1, visit_sum = 0;
    for (std::int32_t i = 0; i < count; ++i) {
        weight[i] = prior_of(node, i) * std::exp(values.sigma(q(i)) - largest);
        total += weight[i];
        prior_left -= prior_of(node, i);
        visit_sum += slots.n[i] + pending(i);
    }
    const double unvisited = std::exp(values.sigma(values.unvisited) - largest);
    if (count < node.edge_count) total += std::max(prior_left, 0.0) * unvisited;
    if (!(total > 0)) total = 1;
    std::int32_t best = 0;
    double highest = -INFINITY;
    for (std::int32_t i = 0; i < count; ++i) {
        const double score = weight[i] / total - (slots.n[i] + pending(i)) / (1 + visit_sum);
        if (score > highest) {
            best = i;
            highest = score;
        }
    }
    if (may_open && prior_of(node, count) * unvisited / total > highest) best = count;
    return best;
}

/// Whether the search goes no further here: the game is over, or is taken as drawn.
template <GameState S>
bool PuctTree<S>::ends_line(const S& state) const {
    if constexpr (Repeating<S>) {
        constexpr int all_of_the_game = 1 << 20;
        if (options_.repetition_draws && state.repeats_within(all_of_the_game)) return true;
    }
    return state.is_terminal();
}

template <GameState S>
typename PuctTree<S>::Reached PuctTree<S>::descend(S& state, Leaf& leaf, int& outcome) {
    leaf.path.clear();
    if (root_node_ == 0) {
        if (waiting() > 0) return Reached::waiting_leaf;  // the root itself
        leaf.graph_key = options_.graph ? graph_key(state) : 0;
    } else {
        PoolPlace place = root_node_;
        for (;;) {
            if (node_at(place).edge_count == 0) {
                ActionList actions;
                fill_with_actions(state, actions);
                if (!give_actions(place, actions.begin(), actions.size(), nullptr)) return Reached::no_room;
            }
            // 1. Select.
            std::int32_t slot = best_slot(place, true);
            if (slot == node_at(place).slot_count) {
                if (room_for_child(node_at(place))) {
                    leaf.path.push_back({place, slot});
                    state.apply(actions_of(node_at(place))[slot]);
                    if (ends_line(state)) {
                        outcome = state.is_terminal() ? state.outcome(node_at(place).player) : 0;
                        open_slot(place, finished_draw + outcome);
                        return Reached::finished_game;
                    }
                    if (!options_.graph) break;
                    leaf.graph_key = graph_key(state);
                    const PoolPlace known = find_shared(leaf.graph_key);
                    if (known == 0) break;
                    if (const int proven = proven_outcome(node_at(known)); proven != unproven) {
                        outcome = node_at(known).player == node_at(place).player ? proven : -proven;
                        open_slot(place, finished_draw + outcome);
                        return Reached::finished_game;
                    }
                    open_slot(place, static_cast<std::int32_t>(known));
                    place = known;
                    continue;
                }
                full_ = true;
                if (slot == 0) return Reached::no_room;
                slot = best_slot(place, false);
            }
            leaf.path.push_back({place, slot});
            const Node& node = node_at(place);
            const Slots slots = slots_of(node);
            std::int32_t leads_to = slots.leads_to[slot];
            if (leads_to == in_evaluation) return Reached::waiting_leaf;
            if (options_.solver && leads_to > 0) {
                // With graph, a node may have been proven on another way.
                const Node& below = node_at(static_cast<PoolPlace>(leads_to));
                if (const int proven = proven_outcome(below); proven != unproven) {
                    leads_to = finished_draw + (below.player == node.player ? proven : -proven);
                    slots.leads_to[slot] = leads_to;
                }
            }
            if (is_finished_game(leads_to)) {
                outcome = leads_to - finished_draw;
                return Reached::finished_game;
            }
            state.apply(actions_of(node)[slot]);
            place = static_cast<PoolPlace>(leads_to);
        }
    }
    // 2. A position the tree does not hold.
    leaf.player = state.current_player();
    return Reached::new_position;
}

}  // namespace boardai
