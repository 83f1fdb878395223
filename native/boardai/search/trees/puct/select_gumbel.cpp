// Gumbel search: selection at the root and inside the tree, by the steps of gumbel.hpp.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "boardai/search/trees/puct/gumbel.hpp"
#include "boardai/search/trees/puct/puct_nodes.hpp"

namespace boardai {

SequentialHalving::SequentialHalving(int considered, std::int64_t simulations)
    : simulations_(simulations), considered_(considered) {
    while ((1LL << round_count_) < considered) ++round_count_;  // ceil(log2(considered))
    rounds_.push_back({0, 0, considered});
}

std::int64_t SequentialHalving::visits_at(std::int64_t simulation, double time_share) {
    if (considered_ <= 1) return simulation;
    for (std::size_t i = rounds_.size(); i-- > 1;) {
        // The simulation was taken back from a round that had begun.
        if (simulation >= rounds_[i].start) break;
        const Round& before = rounds_[i - 1];
        if (simulation >= before.start) return before.visits + (simulation - before.start) / before.actions;
    }
    for (;;) {
        const Round round = rounds_.back();
        const std::int64_t done = simulation - round.start;
        if (!is_over(round, done, time_share)) return round.visits + done / round.actions;
        const bool cut_short = done < round.actions && done > 0;
        const int left = cut_short ? static_cast<int>(done) : round.actions;
        rounds_.push_back({simulation, round.visits + (cut_short ? 1 : done / round.actions), std::max(2, left / 2)});
    }
}

bool SequentialHalving::is_over(const Round& round, std::int64_t done, double time_share) const {
    if (round.actions <= 2) return false;
    const double share = static_cast<double>(simulations_) / (static_cast<double>(round_count_) * round.actions);
    const std::int64_t passes = std::max<std::int64_t>(1, static_cast<std::int64_t>(share));
    if (done >= passes * round.actions) return true;
    const auto number = static_cast<double>(rounds_.size());
    if (time_share * round_count_ < number) return false;
    if (number == 1 && done < round.actions) return done >= 2;
    return done % round.actions == 0;
}

/// gumbel.hpp, step 1; `noise` empty: a new sample. Sorts the unvisited actions into the order in which they are
/// considered.
void PuctNodes::add_root_gumbel(const std::vector<double>& noise) {
    const std::size_t count = at(root_).edge_count;
    Node& node = at(root_);
    root_gumbel_.assign(count, 0.0);
    if (options_.gumbel.scale > 0 && exploring_) {
        for (std::size_t i = 0; i < count; ++i) {
            root_gumbel_[i] = options_.gumbel.scale * (noise.empty() ? sample_gumbel(rng_) : noise[i]);
        }
    }
    schedule_halving();
    std::vector<std::int32_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<std::int32_t>(i);
    std::vector<double> score(count);
    for (std::size_t i = 0; i < count; ++i) score[i] = root_gumbel_[i] + root_logit(static_cast<std::int32_t>(i));
    std::stable_sort(order.begin() + node.slot_count, order.end(), [&](std::int32_t left, std::int32_t right) {
        return score[static_cast<std::size_t>(left)] > score[static_cast<std::size_t>(right)];
    });
    const std::vector<Action> actions(actions_of(node), actions_of(node) + count);
    std::vector<float> priors;
    if ((node.flags & with_priors)) priors.assign(priors_of(node), priors_of(node) + count);
    const std::vector<double> gumbel = root_gumbel_;
    for (std::size_t i = 0; i < count; ++i) {
        const auto from = static_cast<std::size_t>(order[i]);
        actions_of(node)[i] = actions[from];
        root_gumbel_[i] = gumbel[from];
        if (!priors.empty()) priors_of(node)[i] = priors[from];
    }
    node.flags |= in_order;
}

/// Plans the rounds for the remaining simulations.
void PuctNodes::schedule_halving() {
    root_selected_.assign(root_gumbel_.size(), 0);
    rounds_start_ = simulations_started_;
    halving_ = SequentialHalving(std::min<int>(options_.gumbel.considered, at(root_).edge_count),
                                 simulations_ - simulations_started_);
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

std::int32_t PuctNodes::select_by_halving(const Node& node, bool may_open) {
    const std::int64_t wanted = halving_.visits_at(simulations_started_ - rounds_start_, time_share_);
    const std::int32_t end = node.slot_count + static_cast<std::int32_t>(may_open);
    if (const std::int32_t best = best_selected(node, end, wanted); best >= 0) return best;
    // Some actions have been proven lost, or could not be opened. Their visits go to others: to the least selected of
    // those ahead of the plan, or else to those that were dropped last.
    std::int64_t ahead = std::numeric_limits<std::int64_t>::max(), behind = -1;
    for (std::int32_t i = 0; i < end; ++i) {
        if (is_proven_loss(node, i)) continue;
        const std::int64_t times = root_selected_[static_cast<std::size_t>(i)];
        if (times > wanted) ahead = std::min(ahead, times);
        if (times < wanted) behind = std::max(behind, times);
    }
    const std::int32_t best =
        best_selected(node, end, ahead != std::numeric_limits<std::int64_t>::max() ? ahead : behind);
    return std::max(best, 0);  // -1 if all actions that could be opened are lost
}

/// gumbel.hpp, step 4.
std::int32_t PuctNodes::select_by_improved_policy(const Node& node, bool may_open) {
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

}  // namespace boardai
