// PUCT and Gumbel trees: the walk from the root to a leaf (step 1 of puct_tree.hpp).

#include <algorithm>
#include <cmath>
#include <limits>

#include "boardai/search/trees/highest.hpp"
#include "boardai/search/trees/puct/puct_nodes.hpp"

namespace boardai {

double PuctNodes::exploration_formula(double visits) const {
    return options_.c_scale * (std::log((visits + options_.c_base + 1) / options_.c_base) + options_.c_init) *
           std::sqrt(visits);
}

double PuctNodes::exploration(std::int64_t visits) {
    const auto at = static_cast<std::size_t>(visits);
    return at < exploration_.size() ? exploration_[at] : further_exploration(at);
}

double PuctNodes::further_exploration(std::size_t visits) {
    constexpr std::size_t most = 1 << 14;
    if (visits >= most) return exploration_formula(static_cast<double>(visits));
    while (exploration_.size() <= visits) {
        exploration_.push_back(exploration_formula(static_cast<double>(exploration_.size())));
    }
    return exploration_[visits];
}

/// The slot to go on with; slot_count: the likeliest unvisited action. With `may_open` false some slot exists.
std::int32_t PuctNodes::best_slot(Place place, bool may_open) {
    Node& node = at(place);
    if (options_.graph && place != root_) refresh_values(node);  // the root was, by the simulation before
    may_open = may_open && node.slot_count < node.edge_count;
    if (options_.gumbel.considered > 0) {
        return place == root_ ? best_by_halving(node, may_open) : best_by_improved_policy(node, may_open);
    }
    if (place == root_ && options_.forced_playouts > 0 && exploring_) {
        if (const std::int32_t forced = forced_slot(node); forced >= 0) return forced;
    }
    return best_by_puct(node, may_open);
}

/// How many visits of a root's action are its due whatever it scores: sqrt(k P(a) N).
double PuctNodes::owed_visits(const Node& node, std::int32_t index) const {
    const auto visits = static_cast<double>(node.visits - 1 + node.pending);
    return std::sqrt(options_.forced_playouts * prior_of(node, index) * visits);
}

/// Of the root's visited actions that have less than their due, the likeliest; -1: none.
std::int32_t PuctNodes::forced_slot(const Node& node) const {
    const Slots slots = slots_of(node);
    std::int32_t forced = -1;
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        const std::int64_t n = slots.n[i] + (layout_.pending ? slots.pending[i] : 0);
        if (slots.n[i] == 0 || static_cast<double>(n) >= owed_visits(node, i) || is_proven_loss(node, i)) continue;
        if (forced < 0 || prior_of(node, i) > prior_of(node, forced)) forced = i;
    }
    return forced;
}

/// How Q counts among the actions of a node whose own value is `mean`.
PuctNodes::QScale PuctNodes::q_scale(const Node& node, double mean) const {
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

std::int32_t PuctNodes::best_by_puct(const Node& node, bool may_open) {
    const auto count = static_cast<std::size_t>(node.slot_count);
    const Slots slots = slots_of(node);
    const std::int64_t visits = node.visits + node.pending;
    const double weight = exploration(visits);
    double mean = node.value_sum / static_cast<double>(node.visits);
    if (node.pending > 0 && !options_.unobserved_counts) {
        mean = (node.value_sum - options_.virtual_loss * node.pending) / static_cast<double>(visits);
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
                slots.n[i] > 0 || (layout_.pending && slots.pending[i] > 0 && !options_.unobserved_counts);
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

CompletedValues PuctNodes::completed_values(const Node& node) const {
    const Slots slots = slots_of(node);
    return complete_values(
        options_.gumbel, slots.q, slots.n, [&](std::size_t i) { return prior_of(node, static_cast<std::int32_t>(i)); },
        node.slot_count, node.slot_count < node.edge_count, static_cast<double>(node.own_value));
}

double PuctNodes::root_logit(std::int32_t index) const { return std::max(std::log(prior_of(at(root_), index)), -1e9); }

/// g + logit + sigma(q) of a root action (gumbel.hpp, step 3).
double PuctNodes::halving_score(const Node& node, std::int32_t index, const CompletedValues& values) const {
    const double q = visits_of(node, index) > 0 ? slots_of(node).q[index] : values.unvisited;
    return root_gumbel_[static_cast<std::size_t>(index)] + root_logit(index) + values.sigma(q);
}

/// Among the first `end` root actions that have been selected `times` times, the one with the highest score; -1: none.
std::int32_t PuctNodes::best_selected(const Node& node, std::int32_t end, std::int64_t times) const {
    const CompletedValues values = completed_values(node);
    std::int32_t best = -1;
    double highest = -INFINITY;
    for (std::int32_t i = 0; i < end; ++i) {
        if (root_selected_[static_cast<std::size_t>(i)] != times || is_proven_loss(node, i)) continue;
        const double score = halving_score(node, i, values);
        if (best >= 0 && !(score > highest)) continue;
        best = i;
        highest = score;
    }
    return best;
}

std::int32_t PuctNodes::best_by_halving(const Node& node, bool may_open) {
    const std::int64_t wanted = halving_.visits_at(simulations_started_ - rounds_start_, time_share_);
    const std::int32_t end = node.slot_count + static_cast<std::int32_t>(may_open);
    if (const std::int32_t best = best_selected(node, end, wanted); best >= 0) return best;
    // Actions have been proven lost, or could not be opened. Others take their visits: the least selected of those
    // that are ahead of the plan, else those that were dropped last.
    std::int64_t ahead = std::numeric_limits<std::int64_t>::max(), behind = -1;
    for (std::int32_t i = 0; i < end; ++i) {
        if (is_proven_loss(node, i)) continue;
        const std::int64_t times = root_selected_[static_cast<std::size_t>(i)];
        if (times > wanted) ahead = std::min(ahead, times);
        if (times < wanted) behind = std::max(behind, times);
    }
    const std::int32_t best =
        best_selected(node, end, ahead != std::numeric_limits<std::int64_t>::max() ? ahead : behind);
    return std::max(best, 0);  // none where all that could be opened are lost
}

/// gumbel.hpp, step 4.
std::int32_t PuctNodes::best_by_improved_policy(const Node& node, bool may_open) {
    const CompletedValues values = completed_values(node);
    const Slots slots = slots_of(node);
    const std::int32_t count = node.slot_count;
    const auto pending = [&](std::int32_t i) { return layout_.pending ? slots.pending[i] : 0; };
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
        visit_sum += static_cast<double>(slots.n[i] + pending(i));
    }
    const double unvisited = std::exp(values.sigma(values.unvisited) - largest);
    if (count < node.edge_count) total += std::max(prior_left, 0.0) * unvisited;
    if (!(total > 0)) total = 1;
    std::int32_t best = 0;
    double highest = -INFINITY;
    for (std::int32_t i = 0; i < count; ++i) {
        if (is_proven_loss(node, i)) continue;
        const double score = weight[i] / total - static_cast<double>(slots.n[i] + pending(i)) / (1 + visit_sum);
        if (score > highest) {
            best = i;
            highest = score;
        }
    }
    if (may_open && prior_of(node, count) * unvisited / total > highest) best = count;
    return best;
}

/// 1. Select: one step of a walk.
PuctNodes::Way PuctNodes::step(Leaf& leaf) {
    const Place place = leaf.place;
    std::int32_t slot = best_slot(place, true);
    if (slot == at(place).slot_count && !room_for_child(at(place))) {
        set_full(true);
        if (slot == 0) return Way::no_more;
        slot = best_slot(place, false);
    }
    Node& node = at(place);
    if (options_.graph) node.flags |= on_path;
    leaf.path.push_back({place, static_cast<std::uint32_t>(slot)});
    leaf.action = actions_of(node)[slot];
    if (slot == node.slot_count) return Way::opens;
    const Slots slots = slots_of(node);
    if (slots.node[slot] == waits) return Way::waits;
    if (options_.solver && slots.node[slot] != nowhere) {
        // With graph, a node may have been proven on another way.
        if (const Proof proof = proof_of_action(node, slot); proof != Proof::unknown) mark_proven(node, slot, proof);
    }
    if (slots.node[slot] == nowhere) {
        leaf.outcome = outcome_of(slots.proof[slot]);
        return Way::ends;
    }
    leaf.place = slots.node[slot];
    // Round a cycle nothing is found that this path does not know.
    return options_.graph && (at(leaf.place).flags & on_path) != 0 ? Way::no_more : Way::known;
}

void PuctNodes::open_finished(Leaf& leaf, int outcome) {
    leaf.outcome = outcome;
    open(leaf.path.back().node, nowhere, proof_of(outcome));
}

PuctNodes::Way PuctNodes::open_shared(Leaf& leaf) {
    const Place known = find_shared(leaf.graph_key);
    if (known == nowhere) return Way::opens;
    const Place place = leaf.path.back().node;
    const Node& below = at(known);
    if (const Proof proof = proven(below); proof != Proof::unknown) {
        open_finished(leaf, outcome_of(seen_by(proof, below.player == at(place).player)));
        return Way::ends;
    }
    const bool recurs = (below.flags & on_path) != 0;
    open(place, known);
    leaf.place = known;
    return recurs ? Way::no_more : Way::known;
}

void PuctNodes::end_walk(const Leaf& leaf) {
    for (const Step& step : leaf.path) at(step.node).flags &= static_cast<std::uint8_t>(~on_path);
}

bool PuctNodes::step_aside(const Leaf& leaf) {
    // The root itself waits, or more ways than leaves have been tried in vain.
    if (leaf.path.empty() || collisions_ >= options_.leaves_per_tree) return false;
    ++collisions_;
    for (const Step& step : leaf.path) {
        hold(step, 1);
        collided_.push_back(step);
    }
    return true;
}

}  // namespace boardai
