// PUCT and Gumbel trees: results of a search.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "boardai/search/trees/puct/puct_nodes.hpp"

namespace boardai {

Proof PuctNodes::root_proof() const {
    if (root_state_ == RootState::finished) return finished_root_;
    if (root_known_lost_) return Proof::loss;
    return root_ == nowhere ? Proof::unknown : proven(at(root_));
}

double PuctNodes::root_value() const {
    if (const Proof proof = root_proof(); proof != Proof::unknown) return outcome_of(proof);
    if (root_ == nowhere) return 0;
    return at(root_).value_sum / static_cast<double>(at(root_).visits);
}

RootAction PuctNodes::root_action(std::size_t index) const {
    if (index >= root_action_count()) throw std::out_of_range("PUCT: root action " + std::to_string(index));
    const Node& node = at(root_);
    RootAction found = describe(node, index);
    found.prior = prior_of(node, index);
    return found;
}

/// The statistics of an action.
RootAction PuctNodes::describe(const Node& node, std::size_t index) const {
    RootAction found = action_at(node, index);
    found.proof = options_.solver ? proof_of_action(node, index) : Proof::unknown;
    return found;
}

double PuctNodes::root_prior(std::size_t index) const {
    const Node& node = at(root_);
    if (priors_before_noise_.empty()) return prior_of(node, static_cast<std::int32_t>(index));
    const Action action = actions_of(node)[index];
    const auto found = std::find_if(priors_before_noise_.begin(), priors_before_noise_.end(),
                                    [action](const auto& one) { return one.first == action; });
    return static_cast<double>(found->second);
}

/// What is proven about an action, for the player who takes it.
Proof PuctNodes::proof_of_action(const Node& node, std::size_t index) const {
    if (index >= node.slot_count) return Proof::unknown;
    const Slots slots = slots_of(node);
    if (slots.node[index] == nowhere) return slots.proof[index];
    if (slots.node[index] == waits) return Proof::unknown;
    // With graph, the node may have been proven on another path.
    const Node& below = at(slots.node[index]);
    return seen_by(proven(below), below.player == node.player);
}

/// The actions that proofs leave as candidates; all if they leave none. Between unproven actions and proven draws,
/// visits decide: a draw's value is exact, and actions that look worse get fewer visits anyway.
std::vector<char> PuctNodes::standing(const Node& node) const {
    std::vector<char> stands(node.edge_count, 1);
    if (!options_.solver) return stands;
    const Proof whole = proven(node);
    for (std::int32_t i = 0; i < node.edge_count; ++i) {
        const Proof proof = proof_of_action(node, i);
        stands[static_cast<std::size_t>(i)] = whole == Proof::unknown ? proof != Proof::loss : proof == whole;
    }
    if (std::find(stands.begin(), stands.end(), 1) == stands.end()) std::fill(stands.begin(), stands.end(), char{1});
    return stands;
}

void PuctNodes::policy(double* shares) const {
    if (root_ == nowhere) return;
    const Node& node = at(root_);
    const std::int32_t count = node.edge_count;
    const std::vector<char> stands = standing(node);
    const auto kept = [&](std::int32_t i, double share) { return stands[static_cast<std::size_t>(i)] ? share : 0.0; };
    double total = 0;
    if (options_.gumbel.considered > 0) {
        const CompletedValues values = completed_values(node);
        double largest = -INFINITY;
        for (std::int32_t i = 0; i < count; ++i) {
            const double q = visits_of(node, i) > 0 ? slots_of(node).q[i] : values.unvisited;
            shares[i] = root_logit(i) + values.sigma(q);
            if (stands[static_cast<std::size_t>(i)]) largest = std::max(largest, shares[i]);
        }
        for (std::int32_t i = 0; i < count; ++i) total += shares[i] = kept(i, std::exp(shares[i] - largest));
    } else {
        for (std::int32_t i = 0; i < count; ++i) shares[i] = static_cast<double>(visits_of(node, i));
        if (options_.forced_playouts > 0 && exploring_) take_back_forced(node, shares);
        for (std::int32_t i = 0; i < count; ++i) total += shares[i] = kept(i, shares[i]);
        if (total == 0) {
            for (std::int32_t i = 0; i < count; ++i) total += shares[i] = kept(i, prior_of(node, i));
        }
    }
    if (total == 0) {  // the candidates have prior 0
        for (std::int32_t i = 0; i < count; ++i) total += shares[i] = kept(i, 1);
    }
    for (std::int32_t i = 0; i < count; ++i) shares[i] /= total;
}

/// Removes forced visits, which are due to noise: from every action but the most visited, as many as possible while its
/// score stays below that of the most visited. If only one visit is left, it is removed as well.
void PuctNodes::take_back_forced(const Node& node, double* visits) const {
    const std::int32_t best = most_visited(node);
    if (visits_of(node, best) == 0) return;
    const Slots slots = slots_of(node);
    const double weight = exploration_formula(static_cast<double>(node.visits));
    const double scale = q_scale(node, node.value_sum / static_cast<double>(node.visits)).scale;
    const auto score = [&](std::int32_t i, double n) {
        return scale * slots.q[i] + weight * prior_of(node, i) / (1 + n);
    };
    const double highest = score(best, static_cast<double>(slots.n[best]));
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        if (i == best || slots.n[i] == 0) continue;
        const auto all = static_cast<double>(slots.n[i]);
        const double least = std::max(0.0, all - std::floor(forced_visits(node, i)));
        double kept = all;
        while (kept > least && score(i, kept - 1) < highest) --kept;
        visits[i] = kept < all && kept <= 1 ? 0 : kept;
    }
}

/// More visits, then higher prior; proven losses last, proven wins first.
bool PuctNodes::is_more_visited(const Node& node, std::int32_t one, std::int32_t other) const {
    const auto rank = [&](std::int32_t i) {
        const Proof proof = options_.solver ? proof_of_action(node, i) : Proof::unknown;
        return proof == Proof::win ? 1 : proof == Proof::loss ? -1 : 0;
    };
    std::int64_t more = rank(one) - rank(other);
    if (more == 0) more = visits_of(node, one) - visits_of(node, other);
    return more > 0 || (more == 0 && prior_of(node, one) > prior_of(node, other));
}

/// By is_more_visited(); of equals, the first.
std::int32_t PuctNodes::most_visited(const Node& node) const {
    std::int32_t best = 0;
    for (std::int32_t i = 1; i < node.edge_count; ++i) {
        if (is_more_visited(node, i, best)) best = i;
    }
    return best;
}

/// The root action to play.
std::int32_t PuctNodes::best_index() const {
    const Node& node = at(root_);
    if (options_.rule.root_score) return best_by_rule(node);
    if (options_.gumbel.considered == 0 || proven(node) != Proof::unknown) return most_visited(node);
    // gumbel.hpp, step 5.
    std::int64_t most = 0;
    for (std::int32_t i = 0; i < node.edge_count; ++i) {
        if (!is_proven_loss(node, i)) most = std::max(most, root_selected_[static_cast<std::size_t>(i)]);
    }
    const std::int32_t best = best_selected(node, node.edge_count, most);
    return best >= 0 ? best : most_visited(node);
}

Action PuctNodes::best_action() const {
    if (root_ == nowhere) throw std::logic_error("PUCT: no action yet, the root has not been evaluated");
    return actions_of(at(root_))[best_index()];
}

TreeLine PuctNodes::line() const {
    const auto best = [this](const Node& node, std::size_t ply) -> std::size_t {
        if (node.edge_count == 0) return 0;
        const auto index = static_cast<std::size_t>(ply == 0 ? best_index() : most_visited(node));
        return ply == 0 || visits_of(node, index) > 0 ? index : node.edge_count;
    };
    return Tree::line(best, [this](const Node& node, std::size_t index) { return describe(node, index); });
}

TreeRecord PuctNodes::record(std::size_t rows) const {
    // Gumbel search chooses by other scores than Q + U.
    std::vector<std::string> names{"P", "Q"};
    if (!plans_rounds()) names.push_back("U");
    TreeRecord record(rows, std::move(names));
    if (root_ == nowhere) return record;
    add_rows(record, {root_value(), at(root_).visits, root_proof()},
             [this](TreeRecord& to, std::int32_t row, const Node& node, std::size_t slot) {
                 const Slots slots = slots_of(node);
                 const double prior = prior_of(node, slot);
                 const double q = slots.w[slot] / static_cast<double>(slots.n[slot]);
                 if (plans_rounds()) return to.set_terms(row, {prior, q});
                 const double weight = exploration_formula(static_cast<double>(node.visits));
                 to.set_terms(row, {prior, q, weight * slots.u[slot]});
             });
    return record;
}

}  // namespace boardai
