// PUCT: selection, backup and the choice at the root by users' rules (puct_rule.hpp), and selection by the caller.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "boardai/search/trees/puct/puct_nodes.hpp"

namespace boardai {

PuctPosition PuctNodes::seen_by_rules(const Node& node, bool may_open) {
    const Slots slots = slots_of(node);
    const Observed mean = observed_at(node);
    PuctPosition seen;
    seen.visited_ = static_cast<std::size_t>(node.slot_count);
    seen.actions_ = seen.visited_ + (may_open ? 1 : 0);
    seen.all_visits_ = node.visits + node.pending;
    seen.q_ = slots.q;
    seen.n_ = slots.n;
    seen.pending_ = slots.pending;
    seen.priors_ = (node.flags & with_priors) != 0 ? priors_of(node) : nullptr;
    seen.even_prior_ = 1.0F / static_cast<float>(node.edge_count);
    seen.value_ = mean.sum / mean.visits;
    seen.own_value_ = static_cast<double>(node.own_value);
    seen.first_ = seen.value_ - first_play_reduction(node);
    seen.exploration_ = exploration(seen.all_visits_);
    seen.counts_pending_ = options_.virtual_loss > 0;
    seen.stride_ = layout_.numbers;
    if (seen.stride_ > 0 && node.slot_count > 0) seen.numbers_ = numbers_of(node);
    return seen;
}

std::int32_t PuctNodes::select_by_rule(const Node& node, bool may_open) {
    const PuctPosition seen = seen_by_rules(node, may_open);
    std::int32_t best = -1;
    double highest = -INFINITY;
    for (std::size_t i = 0; i < seen.actions_; ++i) {
        const auto index = static_cast<std::int32_t>(i);
        if (index < node.slot_count && is_proven_loss(node, index)) continue;
        const double score = options_.rule.score(seen, i);
        if (std::isnan(score)) throw std::invalid_argument("PUCT selection: score() gave no number");
        if (score > highest || best < 0) {
            highest = score;
            best = index;
        }
    }
    return std::max(best, 0);
}

// Selection by the caller.

void PuctNodes::leave_selection_to_caller() {
    if (select_at_root_ == select_inside_) select_at_root_ = &PuctNodes::select_by_caller;
    select_inside_ = &PuctNodes::select_by_caller;
}

/// The action that the caller has chosen, which an unvisited one is brought forward for; no_slot: it is yet to choose.
std::int32_t PuctNodes::select_by_caller(const Node& node, bool may_open) {
    if (has_choice()) {
        choice_ = Choice::none;
        if (chosen_ > node.slot_count) swap_edges(node, chosen_, node.slot_count);
        return std::min<std::int32_t>(chosen_, node.slot_count);
    }
    if (may_open && !room_for_child(node)) {
        set_full(true);
        if (node.slot_count == 0) return 0;  // which step() finds no room for
    }
    choice_ = Choice::awaited;
    return no_slot;
}

PuctNodes::UndecidedPosition PuctNodes::undecided_position() {
    const Node& node = at(undecided_node());
    const PuctPosition seen = seen_by_rules(node, false);
    const auto depth = static_cast<int>(waiting_[waiting_count_].path.size());
    return {depth, node.player, seen.visits(), seen.value(), seen.own_value(), seen.exploration()};
}

void PuctNodes::write_undecided_actions(Action* actions, std::int64_t* visits, double* q_values, double* priors,
                                        std::uint8_t* selectable) {
    const Node& node = at(undecided_node());
    const bool may_open = node.slot_count < node.edge_count && room_for_child(node);
    const PuctPosition seen = seen_by_rules(node, may_open);
    std::copy_n(actions_of(node), node.edge_count, actions);
    bool is_any = false;
    for (std::size_t i = 0; i < node.edge_count; ++i) {
        visits[i] = seen.visits(i);
        q_values[i] = seen.mean(i);
        priors[i] = seen.prior(i);
        const auto index = static_cast<std::int32_t>(i);
        selectable[i] = index < node.slot_count ? !is_proven_loss(node, index) : may_open;
        is_any = is_any || selectable[i];
    }
    if (!is_any) std::fill_n(selectable, node.slot_count, std::uint8_t{1});  // every action is a proven loss
}

void PuctNodes::choose(std::int32_t index) {
    chosen_ = index;
    choice_ = Choice::made;
}

/// 3. Back up by the user's rule: as add_value(), but the rule sets the action's value and the value that a position
/// passes up. An unusable value is reported only after the backup is complete, so that the counts stay right.
void PuctNodes::add_value_by_rule(const std::vector<Step>& path, int player, double value) {
    bool has_failed = false;
    for (std::size_t i = path.size(); i-- > 0;) {
        const Step& step = path[i];
        Node& node = at(step.node);
        const Slots slots = slots_of(node);
        ++slots.n[step.slot];
        ++node.visits;
        if (node.player != player) value = -value;
        player = node.player;
        PuctPosition seen = seen_by_rules(node, false);
        seen.all_visits_ = node.visits;
        seen.pending_ = nullptr;
        seen.w_ = slots.w;
        seen.value_sum_ = &node.value_sum;
        try {
            const double handed = options_.rule.backup(seen, step.slot, value);
            has_failed = has_failed || !(handed >= -1 && handed <= 1);
            if (handed >= -1 && handed <= 1) value = handed;
        } catch (...) {
            has_failed = true;
        }
        refresh(node, step.slot);
    }
    if (has_failed) throw std::invalid_argument("PUCT selection: backup() gave no number from -1 to 1");
}

/// Of the visited actions that proofs leave as candidates, the one with the highest score by the user's rule; of
/// equals, the most visited. Before the first visit, as without a rule.
std::int32_t PuctNodes::best_by_rule(const Node& node) const {
    const std::vector<char> stands = standing(node);
    std::int64_t visits = 0;
    for (std::int32_t i = 0; i < node.slot_count; ++i) visits += visits_of(node, i);
    std::int32_t best = -1;
    double highest = 0;
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        if (visits_of(node, i) == 0 || !stands[static_cast<std::size_t>(i)]) continue;
        const double score =
            checked_root_score(options_.rule.root_score, root_action(static_cast<std::size_t>(i)), visits);
        if (best >= 0 && !(score > highest) && !(score == highest && is_more_visited(node, i, best))) continue;
        highest = score;
        best = i;
    }
    return best >= 0 ? best : most_visited(node);
}

}  // namespace boardai
