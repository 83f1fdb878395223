// PUCT and Gumbel trees: what a root is given, leaves that wait, backup (steps 2 and 3 of puct_tree.hpp), proofs.

#include "boardai/search/trees/puct/puct_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "boardai/search/trees/puct/dirichlet.hpp"

namespace boardai {

PuctNodes::PuctNodes(const PuctOptions& options, const Rng& rng)
    : Tree({static_cast<std::size_t>(options.tree_mb) << 20, TreeStore::Users::one_thread, options.solver,
            options.leaves_per_tree > 1, false, options.graph}),
      options_(options),
      rng_(rng),
      simulations_(options.simulations) {}

void PuctNodes::set_finished_root(int outcome) {
    forget();
    root_state_ = RootState::finished;
    finished_root_ = proof_of(outcome);
}

void PuctNodes::set_open_root() {
    forget();
    root_state_ = RootState::open;
}

void PuctNodes::set_simulations(std::int64_t simulations) {
    if (simulations < 0) {
        throw std::invalid_argument("PUCT: simulations must be at least 0, got " + std::to_string(simulations));
    }
    simulations_ = simulations;
    if (!root_gumbel_.empty() && simulations_ > simulations_started_) lay_out_rounds();
}

/// No distribution of the simulations that are left can make another action the most visited.
bool PuctNodes::decided() const {
    const Node& node = at(root_);
    if (node.edge_count == 1) return true;
    const std::int32_t best = best_index();
    std::int64_t second = 0;
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        if (i != best) second = std::max(second, slots_of(node).n[i]);
    }
    return visits_of(node, best) - second > simulations_ - simulations_done_;
}

// Waiting leaves.

PuctNodes::Leaf& PuctNodes::next_leaf() {
    if (waiting() == 0) waiting_first_ = waiting_count_ = 0;
    if (waiting_.size() == waiting_count_) waiting_.emplace_back();
    return waiting_[waiting_count_];
}

void PuctNodes::hold_leaf(Leaf& leaf) {
    leaf.kept_words = static_cast<std::int64_t>(node_words() + leaf.actions.size());
    store_.keep(leaf.kept_words);
    for (const Step& step : leaf.path) hold(step, 1);
    ++waiting_count_;
}

void PuctNodes::leaf_path(std::vector<Action>& path) const {
    path.clear();
    for (const Step& step : waiting_[waiting_count_ - 1].path) {
        path.push_back(actions_of(at(step.node))[step.slot]);
    }
}

/// While a leaf waits, it counts on the steps of its path (sign 1); -1 takes that back.
void PuctNodes::hold(const Step& step, int sign) {
    if (!layout_.pending) return;
    Node& node = at(step.node);
    node.pending += sign;
    slots_of(node).pending[step.slot] += sign;
    refresh(node, step.slot);
}

void PuctNodes::release_collisions() {
    for (const Step& step : collided_) hold(step, -1);
    collided_.clear();
    collisions_ = 0;
}

void PuctNodes::backup(const float* logits, float value) {
    release_collisions();
    Leaf& leaf = waiting_[waiting_first_];
    Judged& judged = leaf.quiet.asked ? leaf.quiet : leaf.own;
    judged.logits.assign(logits, logits + judged.policy_indices.size());
    judged.value = static_cast<double>(value);
    judged.asked = false;
    if (leaf.own.asked) return;
    take_value(leaf);
    store_.keep(-leaf.kept_words);
    for (const Step& step : leaf.path) hold(step, -1);
    ++waiting_first_;  // what may throw comes behind it: the leaf has given back what it held
    settle(leaf);
}

const PuctNodes::Judged& PuctNodes::asked(std::size_t row) const {
    for (const Leaf* leaf = &waiting_[waiting_first_];; ++leaf) {
        for (const Judged* judged : {&leaf->quiet, &leaf->own}) {
            if (judged->asked && row-- == 0) return *judged;
        }
    }
}

void PuctNodes::abandon() {
    release_collisions();
    for (; waiting_first_ < waiting_count_; --waiting_count_) {
        const Leaf& leaf = waiting_[waiting_count_ - 1];
        store_.keep(-leaf.kept_words);
        if (leaf.path.empty()) continue;
        for (const Step& step : leaf.path) hold(step, -1);
        count_root_selection(leaf.path, -1);
        close(leaf.path.back());
        --simulations_started_;
    }
}

// Steps 2 and 3.

void PuctNodes::open_leaf(const Leaf& leaf) {
    if (leaf.path.empty()) return;
    open(leaf.path.back().node, waits);
    ++simulations_started_;
    count_root_selection(leaf.path, 1);
}

/// Priors: softmax over the legal actions only; then expansion and backup. `logits`: of the leaf's actions.
void PuctNodes::settle(const Leaf& leaf) {
    const std::size_t count = leaf.actions.size();
    if (scratch_.size() < count) scratch_.resize(count);
    double* priors = scratch_.data();
    double largest = -INFINITY;
    for (std::size_t i = 0; i < count; ++i) {
        priors[i] = static_cast<double>(leaf.own.logits[i]);
        largest = std::max(largest, priors[i]);
    }
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) total += priors[i] = std::exp(priors[i] - largest);
    for (std::size_t i = 0; i < count; ++i) priors[i] /= total;
    add_leaf(leaf, priors);
}

/// Makes the leaf a node, its slot being open, and backs its value up. `priors` null: none yet, or all as likely.
void PuctNodes::add_leaf(const Leaf& leaf, const double* priors) {
    // With graph, another waiting leaf may have become this position meanwhile.
    Place place = options_.graph && !leaf.path.empty() ? find_shared(leaf.graph_key) : nowhere;
    if (place == nowhere) {
        place = add_node(leaf.player, leaf.value, leaf.graph_key);
        if (place == nowhere) throw std::logic_error("PUCT: a position was reached without room for it");
        if ((priors || leaf.path.empty()) && !give_actions(place, leaf.actions.data(), leaf.actions.size(), priors)) {
            throw std::invalid_argument("PUCT option tree_mb: no room for the actions of one position");
        }
        if (priors) bring_likeliest_forward(at(place));
    }
    if (leaf.path.empty()) {
        root_ = place;
        prepare_root(leaf.actions.data(), leaf.actions.size());
        return;
    }
    const Step& last = leaf.path.back();
    slots_of(at(last.node)).node[last.slot] = place;
    add_value(leaf.path, leaf.player, leaf.value);
    ++simulations_done_;
}

/// Brings what a visited action is scored by up to date with its numbers.
void PuctNodes::refresh(const Node& node, std::size_t slot) {
    const Slots slots = slots_of(node);
    std::int64_t n = slots.n[slot];
    double w = slots.w[slot];
    double u = prior_of(node, slot);
    if (options_.solver && slots.node[slot] == nowhere) {
        // What is proven is exact, whatever was averaged before. A loss is not tried again.
        const int outcome = outcome_of(slots.proof[slot]);
        slots.w[slot] = w = static_cast<double>(outcome) * static_cast<double>(n);
        slots.q[slot] = outcome;
        slots.u[slot] = outcome < 0 ? 0 : u / (1.0 + static_cast<double>(n));
        return;
    }
    if (layout_.pending && slots.pending[slot] > 0) {
        const std::int32_t pending = slots.pending[slot];
        u /= 1.0 + static_cast<double>(n + pending);
        if (!options_.unobserved_counts) {
            n += pending;
            w -= options_.virtual_loss * pending;
        }
    } else {
        u /= 1.0 + static_cast<double>(n);
    }
    slots.u[slot] = u;
    if (n > 0) slots.q[slot] = w / static_cast<double>(n);
}

/// With graph: the values of a node's actions are those of the nodes below, and its own is their mean. A node may be
/// below itself, so that nothing of it changes before all has been read.
void PuctNodes::refresh_values(Node& node) {
    const Slots slots = slots_of(node);
    std::int64_t visits = 1;
    auto value_sum = static_cast<double>(node.own_value);
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        const std::int64_t n = slots.n[i];
        if (const Place leads_to = slots.node[i]; leads_to == nowhere) {
            slots.w[i] = static_cast<double>(outcome_of(slots.proof[i])) * static_cast<double>(n);
        } else if (leads_to != waits) {
            const Node& below = at(leads_to);
            const Proof proof = proven(below);
            const double value =
                proof != Proof::unknown ? outcome_of(proof) : below.value_sum / static_cast<double>(below.visits);
            slots.w[i] = static_cast<double>(n) * (below.player == node.player ? value : -value);
        }
        if (n > 0) refresh(node, i);
        visits += n;
        value_sum += slots.w[i];
    }
    node.visits = visits;
    node.value_sum = value_sum;
}

/// 3. Back up: `value` is for `player`; every edge and node keeps sums for its own player to move.
void PuctNodes::add_value(const std::vector<Step>& path, int player, double value) {
    depth_ = std::max(depth_, static_cast<int>(path.size()));
    for (std::size_t i = path.size(); i-- > 0;) {
        const Step& step = path[i];
        Node& node = at(step.node);
        const Slots slots = slots_of(node);
        ++slots.n[step.slot];
        if (options_.graph) {
            refresh(node, step.slot);
            refresh_values(node);
            continue;
        }
        const double own_value = node.player == player ? value : -value;
        ++node.visits;
        node.value_sum += own_value;
        slots.w[step.slot] += own_value;
        refresh(node, step.slot);
    }
}

void PuctNodes::count_root_selection(const std::vector<Step>& path, int sign) {
    if (!path.empty() && !root_selected_.empty()) root_selected_[static_cast<std::size_t>(path.front().slot)] += sign;
}

void PuctNodes::finish_known(const Leaf& leaf) {
    ++simulations_started_;
    ++simulations_done_;
    count_root_selection(leaf.path, 1);
    add_value(leaf.path, at(leaf.path.back().node).player, leaf.outcome);
    if (options_.solver) prove_up(leaf.path);
}

void PuctNodes::finish_without_more(const Leaf& leaf, double value) {
    ++simulations_started_;
    ++simulations_done_;
    count_root_selection(leaf.path, 1);
    Node& node = at(leaf.place);
    if (std::isnan(value)) value = node.value_sum / static_cast<double>(node.visits);
    if (!options_.graph) {
        ++node.visits;
        node.value_sum += value;
    }
    add_value(leaf.path, node.player, value);
}

/// An action is proven, and searched no further.
void PuctNodes::mark_proven(const Node& node, std::size_t slot, Proof proof) const {
    const Slots slots = slots_of(node);
    slots.node[slot] = nowhere;
    slots.proof[slot] = proof;
}

/// The last action of the path leads to a finished or proven game: what does that prove above it?
void PuctNodes::prove_up(const std::vector<Step>& path) {
    for (std::size_t i = path.size(); i-- > 0;) {
        Node& node = at(path[i].node);
        count_proofs(node);
        const Proof proof = proven(node);
        if (proof == Proof::unknown || i == 0) return;
        const Node& above = at(path[i - 1].node);
        mark_proven(above, path[i - 1].slot, seen_by(proof, above.player == node.player));
        refresh(above, path[i - 1].slot);
    }
}

// What a game's guide says.

void PuctNodes::leave_out(Place place, const FateOf& fate) {
    Node& node = at(place);
    node.flags |= noted;
    const Action* const actions = actions_of(node);
    const auto is_open = [&](Action action) { return fate(action) == Fate::open; };
    if (std::none_of(actions, actions + node.edge_count, is_open)) return;
    // 1. The unvisited ones go; of the visited those that lose are known to.
    const Slots slots = slots_of(node);
    float* const prior = (node.flags & with_priors) != 0 ? priors_of(node) : nullptr;
    Tree::leave_out(node, fate, [&](std::size_t slot, Fate found) {
        if (found != Fate::loses) return;
        if (slots.node[slot] != waits) mark_proven(node, slot, Proof::loss);
        if (prior) prior[slot] = 0;
    });
    // 2. What they leave of the priors is the others'.
    if (prior) {
        float* const left = priors_of(node);
        float total = 0;
        for (std::size_t i = 0; i < node.edge_count; ++i) total += left[i];
        for (std::size_t i = 0; i < node.edge_count && total > 0; ++i) left[i] /= total;
    }
    for (std::size_t slot = 0; slot < node.slot_count; ++slot) refresh(node, slot);
    bring_likeliest_forward(node);
}

void PuctNodes::end_proven(Leaf& leaf, Proof proof) {
    Node& node = at(leaf.place);
    prove(node, proof);
    const Step& last = leaf.path.back();
    const Node& above = at(last.node);
    const Proof seen = seen_by(proof, above.player == node.player);
    leaf.outcome = outcome_of(seen);
    mark_proven(above, last.slot, seen);
}

bool PuctNodes::take_winning(Leaf& leaf, Action action) {
    Node& root = at(root_);
    const Action* const actions = actions_of(root);
    auto slot = static_cast<std::size_t>(std::find(actions, actions + root.edge_count, action) - actions);
    if (slot == root.edge_count) return false;
    if (slot < root.slot_count) {
        if (slots_of(root).node[slot] == waits) return false;
        mark_proven(root, slot, Proof::win);
    } else {
        if (!room_for_child(root)) return false;
        swap_edges(root, slot, root.slot_count);
        swap_root_numbers(slot, root.slot_count);
        slot = open(root_, nowhere, Proof::win);
    }
    leaf.path.assign(1, {root_, static_cast<std::uint32_t>(slot)});
    leaf.action = action;
    leaf.outcome = 1;
    return true;
}

/// What a root has more than other positions: noise, and with gumbel the order of sequential halving. `actions`: all of
/// the position's, some of which the node may have lost to what a guide knows.
void PuctNodes::prepare_root(const Action* actions, std::size_t action_count) {
    const std::vector<double> given = std::exchange(given_noise_, {});
    if (!given.empty() && given.size() != action_count) {
        forget();
        throw std::invalid_argument("PUCT: root noise must have " + std::to_string(action_count) + " numbers, got " +
                                    std::to_string(given.size()));
    }
    if (root_fates_) leave_out(root_, root_fates_);
    const std::size_t count = at(root_).edge_count;
    std::int32_t likeliest = 0;
    for (std::int32_t i = 1; i < static_cast<std::int32_t>(count); ++i) {
        if (prior_of(at(root_), i) > prior_of(at(root_), likeliest)) likeliest = i;
    }
    likeliest_ = actions_of(at(root_))[likeliest];
    priors_before_noise_.clear();
    std::vector<double> noise;
    if (!given.empty()) {
        const Action* kept = actions_of(at(root_));
        noise.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto rank =
                std::count_if(actions, actions + action_count, [&](Action action) { return action < kept[i]; });
            noise[i] = given[static_cast<std::size_t>(rank)];
        }
    }
    if (options_.gumbel.considered == 0) {
        if (options_.dirichlet_fraction > 0 && exploring_) add_root_noise(std::move(noise));
    } else {
        add_root_gumbel(noise);
    }
}

/// Mixes Dirichlet noise into the root's priors; `noise` empty: drawn.
void PuctNodes::add_root_noise(std::vector<double> noise) {
    const std::size_t count = at(root_).edge_count;
    if (noise.empty()) noise = dirichlet(rng_, options_.dirichlet_alpha, count);
    if ((at(root_).flags & with_priors) == 0) {
        // Priors of its own, as they differ now.
        const Node& node = at(root_);
        const std::vector<Action> actions(actions_of(node), actions_of(node) + count);
        const std::vector<double> priors(count, prior_of(node, 0));
        if (!give_actions(root_, actions.data(), count, priors.data())) return;
    }
    Node& node = at(root_);
    node.flags &= static_cast<std::uint8_t>(~in_order);
    float* prior = priors_of(node);
    for (std::size_t i = 0; i < count; ++i) {
        priors_before_noise_.emplace_back(actions_of(node)[i], prior[i]);
        prior[i] = static_cast<float>((1 - options_.dirichlet_fraction) * static_cast<double>(prior[i]) +
                                      options_.dirichlet_fraction * noise[i]);
    }
    for (std::int32_t slot = 0; slot < node.slot_count; ++slot) refresh(node, slot);
    bring_likeliest_forward(node);
}

/// gumbel.hpp, step 1; `noise` empty: drawn. The unvisited actions then stand in the order in which they are
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
    lay_out_rounds();
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

/// For the simulations that are left.
void PuctNodes::lay_out_rounds() {
    root_selected_.assign(root_gumbel_.size(), 0);
    rounds_start_ = simulations_started_;
    halving_ = SequentialHalving(std::min<int>(options_.gumbel.considered, at(root_).edge_count),
                                 simulations_ - simulations_started_);
}

}  // namespace boardai
