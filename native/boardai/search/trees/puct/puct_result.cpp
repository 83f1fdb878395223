// PUCT and Gumbel trees: what a search found.

#include <algorithm>
#include <cmath>
#include <queue>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "boardai/search/trees/puct/puct_nodes.hpp"

namespace boardai {

Proof PuctNodes::root_proof() const {
    if (root_state_ == RootState::finished) return finished_root_;
    if (root_known_lost_) return Proof::loss;
    return root_node_ == 0 ? Proof::unknown : proof_of_node(node_at(root_node_));
}

double PuctNodes::root_value() const {
    if (const Proof proof = root_proof(); proof != Proof::unknown) return outcome_of(proof);
    if (root_node_ == 0) return 0;
    return node_at(root_node_).value_sum / static_cast<double>(node_at(root_node_).visits);
}

RootAction PuctNodes::root_action(std::size_t index) const {
    if (index >= root_action_count()) throw std::out_of_range("PUCT: root action " + std::to_string(index));
    const Node& node = node_at(root_node_);
    const auto at = static_cast<std::int32_t>(index);
    RootAction found;
    found.action = actions_of(node)[index];
    found.visits = visits_of(node, at);
    if (found.visits > 0) found.value_sum = slots_of(node).w[at];
    if (options_.solver) found.proof = proof_of_action(node, at);
    found.prior = prior_of(node, at);
    return found;
}

double PuctNodes::root_prior(std::size_t index) const {
    const Node& node = node_at(root_node_);
    if (priors_before_noise_.empty()) return prior_of(node, static_cast<std::int32_t>(index));
    const Action action = actions_of(node)[index];
    const auto found = std::find_if(priors_before_noise_.begin(), priors_before_noise_.end(),
                                    [action](const auto& one) { return one.first == action; });
    return static_cast<double>(found->second);
}

/// What is proven about an action, for the player who takes it.
Proof PuctNodes::proof_of_action(const Node& node, std::int32_t index) const {
    if (index >= node.slot_count) return Proof::unknown;
    const std::int32_t leads_to = slots_of(node).leads_to[index];
    if (is_finished_game(leads_to)) return proof_of(leads_to - finished_draw);
    if (leads_to <= 0) return Proof::unknown;
    // With graph a node may have been proven on another way.
    const Node& below = node_at(static_cast<Place>(leads_to));
    return seen_by(proof_of_node(below), below.player == node.player);
}

/// Which actions what is proven leaves worth playing: all where it leaves none. Among what is not proven and draws,
/// visits decide: a draw's value is exact, and actions that look worse get fewer visits by themselves.
std::vector<char> PuctNodes::standing(const Node& node) const {
    std::vector<char> stands(node.edge_count, 1);
    if (!options_.solver) return stands;
    const Proof whole = proof_of_node(node);
    for (std::int32_t i = 0; i < node.edge_count; ++i) {
        const Proof proof = proof_of_action(node, i);
        stands[static_cast<std::size_t>(i)] = whole == Proof::unknown ? proof != Proof::loss : proof == whole;
    }
    if (std::find(stands.begin(), stands.end(), 1) == stands.end()) std::fill(stands.begin(), stands.end(), char{1});
    return stands;
}

void PuctNodes::policy(double* shares) const {
    if (root_node_ == 0) return;
    const Node& node = node_at(root_node_);
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
    if (total == 0) {  // what stands has no prior
        for (std::int32_t i = 0; i < count; ++i) total += shares[i] = kept(i, 1);
    }
    for (std::int32_t i = 0; i < count; ++i) shares[i] /= total;
}

/// Takes from every action but the most visited as many of its forced visits as leave its score below that one's, and
/// all where only one is left: those visits were the noise's, not the search's.
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
        const double least = std::max(0.0, all - std::floor(owed_visits(node, i)));
        double kept = all;
        while (kept > least && score(i, kept - 1) < highest) --kept;
        visits[i] = kept < all && kept <= 1 ? 0 : kept;
    }
}

/// Most visits, then higher prior, then first; proven losses last, proven wins first.
std::int32_t PuctNodes::most_visited(const Node& node) const {
    const auto rank = [&](std::int32_t i) {
        const Proof proof = options_.solver ? proof_of_action(node, i) : Proof::unknown;
        return proof == Proof::win ? 1 : proof == Proof::loss ? -1 : 0;
    };
    std::int32_t best = 0;
    for (std::int32_t i = 1; i < node.edge_count; ++i) {
        std::int64_t more = rank(i) - rank(best);
        if (more == 0) more = visits_of(node, i) - visits_of(node, best);
        if (more > 0 || (more == 0 && prior_of(node, i) > prior_of(node, best))) best = i;
    }
    return best;
}

/// The root action to play.
std::int32_t PuctNodes::best_index() const {
    const Node& node = node_at(root_node_);
    if (options_.gumbel.considered == 0 || proof_of_node(node) != Proof::unknown) return most_visited(node);
    // gumbel.hpp, step 5.
    std::int64_t most = 0;
    for (std::int32_t i = 0; i < node.edge_count; ++i) {
        if (!is_proven_loss(node, i)) most = std::max(most, root_selected_[static_cast<std::size_t>(i)]);
    }
    const std::int32_t best = best_selected(node, node.edge_count, most);
    return best >= 0 ? best : most_visited(node);
}

Action PuctNodes::best_action() const {
    if (root_node_ == 0) throw std::logic_error("PUCT: no action yet, the root has not been evaluated");
    return actions_of(node_at(root_node_))[best_index()];
}

Action PuctNodes::sample_action(double temperature) {
    if (!(temperature >= 0)) {
        throw std::invalid_argument("PUCT: temperature must be at least 0, got " + std::to_string(temperature));
    }
    const Action best = best_action();
    if (temperature == 0) return best;
    const Node& node = node_at(root_node_);
    const std::vector<char> stands = standing(node);
    bool visited = false;
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        visited = visited || (visits_of(node, i) > 0 && stands[static_cast<std::size_t>(i)]);
    }
    // Weights relative to the largest, so that a small temperature does not overflow.
    std::vector<double> weights(node.edge_count);
    double largest = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const auto index = static_cast<std::int32_t>(i);
        if (!stands[i]) continue;
        weights[i] = visited ? static_cast<double>(visits_of(node, index)) : prior_of(node, index);
        largest = std::max(largest, weights[i]);
    }
    double total = 0;
    for (double& weight : weights) total += weight = std::pow(weight / largest, 1 / temperature);
    double left = rng_.uniform() * total;
    Action drawn = best;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (!(weights[i] > 0)) continue;
        drawn = actions_of(node)[i];  // rounding may leave a crumb beyond the end
        left -= weights[i];
        if (left < 0) break;
    }
    return drawn;
}

/// For the player who takes it; none: no simulation has.
std::optional<double> PuctNodes::value_of_action(const Node& node, std::int32_t index) const {
    const std::int64_t visits = visits_of(node, index);
    if (visits == 0) return std::nullopt;
    const Proof proof = options_.solver ? proof_of_action(node, index) : Proof::unknown;
    if (proof != Proof::unknown) return outcome_of(proof);
    return slots_of(node).w[index] / static_cast<double>(visits);
}

TreeLine PuctNodes::line() const {
    TreeLine line;
    std::vector<Place> seen;  // with graph a line may come back
    for (Place place = root_node_; place != 0;) {
        if (options_.graph && std::find(seen.begin(), seen.end(), place) != seen.end()) break;
        seen.push_back(place);
        const Node& node = node_at(place);
        if (node.edge_count == 0) break;
        const std::int32_t index = place == root_node_ ? best_index() : most_visited(node);
        if (visits_of(node, index) == 0 && place != root_node_) break;
        line.actions.push_back(actions_of(node)[index]);
        line.value = value_of_action(node, index);
        if (line.value && node.player != node_at(root_node_).player) line.value = -*line.value;
        const std::int32_t leads_to = index < node.slot_count ? slots_of(node).leads_to[index] : 0;
        place = leads_to > 0 ? static_cast<Place>(leads_to) : 0;
    }
    return line;
}

TreeRecord PuctNodes::record(std::size_t rows) const {
    // Gumbel search chooses by other scores than Q + U.
    std::vector<std::string> terms{"P", "Q"};
    if (!plans_rounds()) terms.push_back("U");
    TreeRecord tree(rows, std::move(terms));
    if (root_node_ == 0) return tree;
    const Node& root = node_at(root_node_);
    const std::int32_t top = tree.add(-1, -1);
    tree.set(top, root_value(), root.visits, root_proof() == Proof::unknown ? RowKind::exact : RowKind::proven);
    // The most visited first, so that the limit cuts off the least visited; equals in the order they were met.
    using Item = std::tuple<std::int64_t, std::int64_t, std::int32_t, Place, std::int32_t>;
    std::priority_queue<Item> open;
    std::int64_t met = 0;
    const auto add_children = [&](std::int32_t row, Place place) {
        const Node& node = node_at(place);
        for (std::int32_t i = 0; i < node.slot_count; ++i) {
            if (slots_of(node).n[i] > 0) open.push({slots_of(node).n[i], --met, row, place, i});
        }
    };
    add_children(top, root_node_);
    while (!open.empty()) {
        const auto [visits, order, parent, place, slot] = open.top();
        open.pop();
        const Node& node = node_at(place);
        const Slots slots = slots_of(node);
        const std::int32_t row = tree.add(parent, actions_of(node)[slot]);
        if (row < 0) break;
        const double q = slots.w[slot] / static_cast<double>(visits);
        tree.set(row, node.player == root.player ? q : -q, visits,
                 is_finished_game(slots.leads_to[slot]) ? RowKind::proven : RowKind::exact);
        if (plans_rounds()) {
            tree.set_terms(row, {prior_of(node, slot), q});
        } else {
            const double weight = exploration_formula(static_cast<double>(node.visits));
            tree.set_terms(row, {prior_of(node, slot), q, weight * slots.u[slot]});
        }
        if (slots.leads_to[slot] > 0) add_children(row, static_cast<Place>(slots.leads_to[slot]));
    }
    return tree;
}

}  // namespace boardai
