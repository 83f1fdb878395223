// PUCT and Gumbel trees: roots, the walk down, waiting leaves, backup (steps 1 to 3 of puct_tree.hpp), proofs.

#include "boardai/search/trees/puct/puct_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "boardai/search/trees/highest.hpp"

namespace boardai {

PuctNodes::PuctNodes(const PuctOptions& options, const Rng& rng)
    : Tree({static_cast<std::size_t>(options.tree_mb) << 20, TreeStore::Users::one_thread, options.solver,
            options.leaves_per_tree > 1, false, options.graph, options.virtual_loss, reads_forecasts(options),
            static_cast<std::size_t>(options.rule.numbers)}),
      options_(options),
      rng_(rng),
      simulations_(options.simulations),
      select_at_root_(options.gumbel.considered > 0 ? &PuctNodes::select_by_halving
                      : options.forced_playouts > 0 ? &PuctNodes::select_with_forced_playouts
                      : options.rule.score          ? &PuctNodes::select_by_rule
                                                    : &PuctNodes::select_by_puct),
      select_inside_(options.gumbel.considered > 0 ? &PuctNodes::select_by_improved_policy
                     : options.rule.score          ? &PuctNodes::select_by_rule
                                                   : &PuctNodes::select_by_puct) {}

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
    if (!root_gumbel_.empty() && simulations_ > simulations_started_) schedule_halving();
}

/// However the remaining simulations are distributed, no other action can become the most visited.
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

// Step 1: the way down.

/// The slot to continue with; slot_count: the unvisited action with the highest prior. Without `may_open`, the node
/// must have a slot.
std::int32_t PuctNodes::best_slot(Place place, bool may_open) {
    Node& node = at(place);
    const bool is_root = place == root_;
    if (options_.graph && !is_root) refresh_values(node);  // the previous simulation has refreshed the root
    return (this->*(is_root ? select_at_root_ : select_inside_))(node, may_open && node.slot_count < node.edge_count);
}

/// 1. Select: one step of a walk.
PuctNodes::Way PuctNodes::step(Leaf& leaf) {
    const Place place = leaf.place;
    std::int32_t slot = best_slot(place, true);
    if (slot == no_slot) return Way::undecided;
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
        // With graph, the node may have been proven on another path.
        if (const Proof proof = proof_of_action(node, slot); proof != Proof::unknown) mark_proven(node, slot, proof);
    }
    if (slots.node[slot] == nowhere) {
        leaf.outcome = outcome_of(slots.proof[slot]);
        return Way::ends;
    }
    leaf.place = slots.node[slot];
    // A walk around a cycle would find nothing new.
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

bool PuctNodes::count_collision(const Leaf& leaf) {
    // Gives up if the root itself waits, or if leaves_per_tree walks have ended at waiting leaves.
    if (leaf.path.empty() || collisions_ >= options_.leaves_per_tree) return false;
    ++collisions_;
    for (const Step& step : leaf.path) {
        hold_step(step, 1);
        collided_.push_back(step);
    }
    return true;
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
    for (const Step& step : leaf.path) hold_step(step, 1);
    ++waiting_count_;
}

void PuctNodes::leaf_path(std::vector<Action>& path) const {
    path.clear();
    for (const Step& step : waiting_[waiting_count_ - 1].path) {
        path.push_back(actions_of(at(step.node))[step.slot]);
    }
}

/// Adds (sign 1) or removes (sign -1) the virtual visit of a waiting leaf at one step of its path.
void PuctNodes::hold_step(const Step& step, int sign) {
    if (!layout_.pending) return;
    Node& node = at(step.node);
    hold(node, slots_of(node), step.slot, sign);
    refresh(node, step.slot);
}

void PuctNodes::remove_virtual_loss() {
    for (const Step& step : collided_) hold_step(step, -1);
    collided_.clear();
    collisions_ = 0;
}

void PuctNodes::backup(const float* logits, const Forecast& forecast) {
    remove_virtual_loss();
    Leaf& leaf = waiting_[waiting_first_];
    LeafEvaluation& evaluation = leaf.quiet.asked ? leaf.quiet : leaf.own;
    evaluation.logits.assign(logits, logits + evaluation.policy_indices.size());
    evaluation.value = static_cast<double>(forecast.value);
    evaluation.forecasts = {static_cast<double>(forecast.draw), static_cast<double>(forecast.moves_left)};
    evaluation.asked = false;
    if (leaf.own.asked) return;
    take_value(leaf);
    store_.keep(-leaf.kept_words);
    for (const Step& step : leaf.path) hold_step(step, -1);
    ++waiting_first_;  // before anything can throw: the leaf no longer holds virtual visits or memory
    expand_and_backup(leaf);
}

const PuctNodes::LeafEvaluation& PuctNodes::asked(std::size_t row) const {
    for (const Leaf* leaf = &waiting_[waiting_first_];; ++leaf) {
        for (const LeafEvaluation* evaluation : {&leaf->quiet, &leaf->own}) {
            if (evaluation->asked && row-- == 0) return *evaluation;
        }
    }
}

void PuctNodes::abandon() {
    if (std::exchange(choice_, Choice::none) != Choice::none && options_.graph) end_walk(waiting_[waiting_count_]);
    remove_virtual_loss();
    for (; waiting_first_ < waiting_count_; --waiting_count_) {
        const Leaf& leaf = waiting_[waiting_count_ - 1];
        store_.keep(-leaf.kept_words);
        if (leaf.path.empty()) continue;
        for (const Step& step : leaf.path) hold_step(step, -1);
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
void PuctNodes::expand_and_backup(const Leaf& leaf) {
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
    // Rounded to float, as the tree stores them.
    for (std::size_t i = 0; i < count; ++i) priors[i] = static_cast<float>(priors[i] / total);
    add_leaf(leaf, priors);
}

/// Makes the leaf a node and backs up its value; its slot is already open. `priors` null: the node gets its actions
/// later, or uniform priors.
void PuctNodes::add_leaf(const Leaf& leaf, const double* priors) {
    // With graph, another waiting leaf may have added this position in the meantime.
    Place place = options_.graph && !leaf.path.empty() ? find_shared(leaf.graph_key) : nowhere;
    if (place == nowhere) {
        if (leaf.path.empty()) drawing_player_ = leaf.player;
        place = add_node(leaf);
        if (place == nowhere) throw std::logic_error("PUCT: a position was reached without room for it");
        if ((priors || leaf.path.empty()) && !give_actions(place, leaf.actions.data(), leaf.actions.size(), priors)) {
            throw std::invalid_argument("PUCT option tree_mb: no room for the actions of one position");
        }
        // Moves the action with the highest prior to the front. It is found in `priors`, because the node's copy has
        // only just been written and is slow to read back.
        if (priors) swap_edges(at(place), 0, index_of_highest(priors, leaf.actions.size()));
    }
    if (leaf.path.empty()) {
        root_ = place;
        prepare_root(leaf.actions.data(), leaf.actions.size());
        return;
    }
    const Step& last = leaf.path.back();
    slots_of(at(last.node)).node[last.slot] = place;
    ++simulations_done_;
    add_value(leaf.path, leaf.player, leaf.value, leaf.forecasts);
}

/// Updates the stored Q and U of a visited action from its counts.
void PuctNodes::refresh(const Node& node, std::size_t slot) {
    const Slots slots = slots_of(node);
    const std::int64_t n = slots.n[slot];
    const std::int32_t pending = layout_.pending ? slots.pending[slot] : 0;
    const double prior = prior_of(node, slot);
    if (options_.solver && slots.node[slot] == nowhere) {
        // A proven outcome replaces the mean. A proven loss is not tried again.
        const int outcome = outcome_of(slots.proof[slot]);
        slots.w[slot] = static_cast<double>(outcome) * static_cast<double>(n);
        slots.q[slot] = outcome == 0 ? draw_score(node) : outcome;
        slots.u[slot] = outcome < 0 ? 0 : prior / (1.0 + static_cast<double>(n));
        return;
    }
    slots.u[slot] = prior / (1.0 + static_cast<double>(n + pending));
    double values = slots.w[slot];
    if (layout_.forecasts) values += draw_score(node) * slots.forecasts[slot].draws;
    if (const auto [sum, visits] = observed(values, n, pending); visits > 0) slots.q[slot] = sum / visits;
}

/// With graph: each action has the value of the node below, and the node's value is their mean. A node may be below
/// itself, so it is changed only after all values have been read.
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

/// 3. Back up: `value` is for `player`. Every edge and node stores sums for its own player to move, and plies left as
/// counted from its own position. `forecasts` are of the position at the end of the path.
void PuctNodes::add_value(const std::vector<Step>& path, int player, double value, Forecasts forecasts) {
    depth_ = std::max(depth_, static_cast<int>(path.size()));
    if (options_.rule.backup) return add_value_by_rule(path, player, value);
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
        if (layout_.forecasts) {
            ++forecasts.moves_left;
            for (Forecasts* sums : {&slots.forecasts[step.slot], &forecasts_of(node)}) {
                sums->draws += forecasts.draws;
                sums->moves_left += forecasts.moves_left;
            }
        }
        refresh(node, step.slot);
    }
}

void PuctNodes::count_root_selection(const std::vector<Step>& path, int sign) {
    if (!path.empty() && !root_selected_.empty()) root_selected_[static_cast<std::size_t>(path.front().slot)] += sign;
}

/// The forecasts of a position whose outcome is known: the mean of its action so far, which may be too short, because a
/// proof can precede the end of the game.
PuctNodes::Forecasts PuctNodes::known_forecasts(const Step& step, int outcome) const {
    Forecasts known{outcome == 0 ? 1.0 : 0.0, 0};
    if (!layout_.forecasts) return known;
    const Slots slots = slots_of(at(step.node));
    const std::int64_t n = slots.n[step.slot];
    if (n > 0) known.moves_left = slots.forecasts[step.slot].moves_left / static_cast<double>(n) - 1;
    return known;
}

void PuctNodes::finish_known(const Leaf& leaf) {
    ++simulations_started_;
    ++simulations_done_;
    count_root_selection(leaf.path, 1);
    const Step& last = leaf.path.back();
    add_value(leaf.path, at(last.node).player, leaf.outcome, known_forecasts(last, leaf.outcome));
    if (options_.solver) prove_up(leaf.path, proof_of(leaf.outcome));
}

void PuctNodes::finish_without_more(const Leaf& leaf, double value) {
    ++simulations_started_;
    ++simulations_done_;
    count_root_selection(leaf.path, 1);
    Node& node = at(leaf.place);
    if (std::isnan(value)) value = node.value_sum / static_cast<double>(node.visits);
    Forecasts so_far{0, 0};
    if (layout_.forecasts) {
        so_far = mean_forecasts(node);
        forecasts_of(node).draws += so_far.draws;
        forecasts_of(node).moves_left += so_far.moves_left;
    }
    if (!options_.graph) {
        ++node.visits;
        node.value_sum += value;
    }
    add_value(leaf.path, node.player, value, so_far);
}

/// Records an action as proven; it is not searched further.
void PuctNodes::mark_proven(const Node& node, std::size_t slot, Proof proof) const {
    const Slots slots = slots_of(node);
    slots.node[slot] = nowhere;
    slots.proof[slot] = proof;
}

/// The last action of the path leads to a finished or proven game: records what this proves on the path.
void PuctNodes::prove_up(const std::vector<Step>& path, Proof proof) {
    for (std::size_t i = path.size(); i-- > 0 && proof != Proof::unknown;) {
        Node& node = at(path[i].node);
        mark_proven(node, path[i].slot, proof);
        const Proof decided = back_up_proof(node, path[i].slot, proof);
        refresh(node, path[i].slot);
        if (i > 0) proof = seen_by(decided, at(path[i - 1].node).player == node.player);
    }
}

// Facts from the game's knowledge.

void PuctNodes::prune_dominated(Place place, const FateOf& fate) {
    Node& node = at(place);
    const Action* const actions = actions_of(node);
    const auto is_open = [&](Action action) { return fate(action) == Fate::open; };
    if (std::none_of(actions, actions + node.edge_count, is_open)) return;
    // 1. Unvisited ones are removed. Visited ones that lose are marked as proven losses.
    const Slots slots = slots_of(node);
    float* const prior = (node.flags & with_priors) != 0 ? priors_of(node) : nullptr;
    prune(node, fate, [&](std::size_t slot, Fate found) {
        if (found != Fate::losing) return;
        if (slots.node[slot] != waits) mark_proven(node, slot, Proof::loss);
        if (prior) prior[slot] = 0;
    });
    // 2. Renormalise the remaining priors.
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

bool PuctNodes::play_proven_win(Leaf& leaf, Action action) {
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

}  // namespace boardai
