#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "boardai/core/interrupt.hpp"
#include "boardai/core/playout.hpp"
#include "boardai/search/control.hpp"
#include "boardai/search/trees/dirichlet.hpp"
#include "boardai/search/trees/evaluation_cache.hpp"
#include "boardai/search/trees/puct_memory-inl.hpp"
#include "boardai/search/trees/puct_result-inl.hpp"
#include "boardai/search/trees/puct_select-inl.hpp"

namespace boardai {

template <GameState S>
PuctTree<S>::PuctTree(const PuctOptions& options, const Rng& rng)
    : options_(options),
      with_pending_(options.leaves_per_tree > 1),
      rng_(rng),
      simulations_(options.simulations),
      pool_(static_cast<std::size_t>(options.tree_mb) << 20) {}

template <GameState S>
void PuctTree<S>::set_root(const S& state) {
    // The new root is made before anything is forgotten: a copy may throw.
    S root = state;
    const bool terminal = root.is_terminal();
    root_ = std::move(root);
    root_terminal_ = terminal;
    forget();
}

template <GameState S>
void PuctTree<S>::set_simulations(int simulations) {
    if (simulations < 0) {
        throw std::invalid_argument("PUCT: simulations must be at least 0, got " + std::to_string(simulations));
    }
    if (options_.gumbel.considered > 0) simulations = std::min(simulations, most_gumbel_simulations);
    simulations_ = simulations;
    if (!root_gumbel_.empty()) {
        halving_ =
            considered_visits(std::min<int>(options_.gumbel.considered, node_at(root_node_).edge_count), simulations_);
    }
}

template <GameState S>
bool PuctTree<S>::finished() const {
    if (!root_ || root_terminal_) return true;
    if (root_node_ == 0) return false;
    if (simulations_done_ >= simulations_ || node_at(root_node_).flags >> proven_shift != 0) return true;
    return options_.early_stop && decided();
}

/// No distribution of the simulations that are left can make another action the most visited.
template <GameState S>
bool PuctTree<S>::decided() const {
    const Node& node = node_at(root_node_);
    if (node.edge_count == 1) return true;
    const std::int32_t best = best_index();
    std::int32_t second = 0;
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        if (i != best) second = std::max(second, slots_of(node).n[i]);
    }
    return visits_of(node, best) - second > simulations_ - simulations_done_;
}

/// Runs simulations until one reaches a position that must wait; prepare(state, leaf) says whether it must, false
/// meaning that leaf.logits and the value it returns by reference are known.
template <GameState S>
template <class Prepare>
bool PuctTree<S>::select_leaf(const Prepare& prepare, SearchControl* control) {
    if (finished() || waiting() >= static_cast<std::size_t>(options_.leaves_per_tree)) return false;
    if (waiting() == 0) waiting_first_ = waiting_count_ = 0;
    if (waiting_.size() == waiting_count_) waiting_.emplace_back();
    Leaf& leaf = waiting_[waiting_count_];
    InterruptPoll poll;
    while (!finished() && (root_node_ == 0 || simulations_started_ < simulations_)) {
        if (control == nullptr) {
            poll();
        } else if (root_node_ != 0 && control->tick()) {
            return false;
        }
        S state = *root_;
        int outcome = 0;
        const Reached reached = descend(state, leaf, outcome);
        if (reached == Reached::waiting_leaf) return false;
        if (reached != Reached::new_position) {
            end_simulation(leaf, reached, outcome, std::numeric_limits<double>::quiet_NaN());
            continue;
        }
        ActionList legal;
        fill_with_actions(state, legal);
        leaf.actions.assign(legal.begin(), legal.end());
        float value = 0;
        const bool must_wait = prepare(state, leaf, value);
        // Nothing below throws, so an exception from the game leaves the tree as it was.
        if (!leaf.path.empty()) {
            open_slot(leaf.path.back().node, in_evaluation);
            ++simulations_started_;
            if (leaf.path.front().node == root_node_ && !root_selected_.empty()) {
                ++root_selected_[static_cast<std::size_t>(leaf.path.front().slot)];
            }
        }
        if (!must_wait) {
            settle(leaf, leaf.logits.data(), static_cast<double>(value));
            continue;
        }
        leaf.kept_words = static_cast<std::int64_t>(node_words() + leaf.actions.size());
        pool_.keep(leaf.kept_words);
        hold(leaf, 1);
        ++waiting_count_;
        return true;
    }
    return false;
}

template <GameState S>
bool PuctTree<S>::select(const Encoding_t<S>& encoding, float* row, EvaluationCache* cache, SearchControl* control) {
    if constexpr (Encodable<S>) {
        // `seen`: the position as the network is shown it; action_seen: what an action is called there.
        const auto ask = [&](const S& seen, const auto& action_seen, Leaf& leaf, float& value) {
            leaf.policy_indices.clear();
            for (Action action : leaf.actions) {
                leaf.policy_indices.push_back(encoding.policy_index(seen, action_seen(action)));
            }
            if (cache && cache->find(leaf.cache_key, leaf.policy_indices, leaf.logits, value, cache_reader_)) {
                return false;
            }
            encoding.write(seen, row);
            return true;
        };
        const auto prepare = [&](const S& state, Leaf& leaf, float& value) {
            if (cache || encoding.uses_symmetries()) leaf.cache_key = state.observation_key();
            if constexpr (Symmetric<S>) {
                if (const int symmetry = encoding.symmetry_for(state, leaf.cache_key); symmetry != 0) {
                    const auto action_seen = [&](Action action) { return state.transform_action(action, symmetry); };
                    return ask(state.transformed(symmetry), action_seen, leaf, value);
                }
            }
            return ask(state, [](Action action) { return action; }, leaf, value);
        };
        return select_leaf(prepare, control);
    } else {
        throw std::logic_error("PUCT: this game has no planes for a network");
    }
}

template <GameState S>
bool PuctTree<S>::select_state(SearchControl* control) {
    const auto prepare = [](const S&, Leaf& leaf, float&) {
        leaf.policy_indices.resize(leaf.actions.size());
        std::iota(leaf.policy_indices.begin(), leaf.policy_indices.end(), 0);
        return true;
    };
    return select_leaf(prepare, control);
}

template <GameState S>
void PuctTree<S>::leaf_path(std::vector<Action>& path) const {
    path.clear();
    for (const Step& step : waiting_[waiting_count_ - 1].path) {
        path.push_back(actions_of(node_at(step.node))[step.slot]);
    }
}

/// Waiting leaves: while one waits, it counts on its path (sign 1); -1 takes that back.
template <GameState S>
void PuctTree<S>::hold(const Leaf& leaf, int sign) {
    if (!with_pending_) return;
    for (const Step& step : leaf.path) {
        Node& node = node_at(step.node);
        node.pending += sign;
        slots_of(node).pending[step.slot] += sign;
        refresh(node, step.slot);
    }
}

/// Brings what a visited action is scored by up to date with its numbers.
template <GameState S>
void PuctTree<S>::refresh(const Node& node, std::int32_t slot) {
    const Slots slots = slots_of(node);
    std::int32_t n = slots.n[slot];
    double w = slots.w[slot];
    double u = prior_of(node, slot);
    if (options_.solver && is_finished_game(slots.leads_to[slot])) {
        // What is proven is exact, whatever was averaged before. A loss is not tried again.
        const int outcome = slots.leads_to[slot] - finished_draw;
        slots.w[slot] = w = static_cast<double>(outcome) * n;
        slots.q[slot] = outcome;
        slots.u[slot] = outcome < 0 ? 0 : u / (1.0 + n);
        return;
    }
    if (with_pending_ && slots.pending[slot] > 0) {
        const std::int32_t pending = slots.pending[slot];
        u /= 1.0 + (n + pending);
        if (!options_.unobserved_counts) {
            n += pending;
            w -= options_.virtual_loss * pending;
        }
    } else {
        u /= 1.0 + n;
    }
    slots.u[slot] = u;
    if (n > 0) slots.q[slot] = w / n;
}

/// With graph: the values of a node's actions are those of the nodes below, and its own is their mean.
template <GameState S>
void PuctTree<S>::refresh_values(Node& node) {
    const Slots slots = slots_of(node);
    node.visits = 1;
    node.value_sum = static_cast<double>(node.own_value);
    for (std::int32_t i = 0; i < node.slot_count; ++i) {
        const std::int32_t n = slots.n[i];
        if (is_finished_game(slots.leads_to[i])) {
            slots.w[i] = static_cast<double>(slots.leads_to[i] - finished_draw) * n;
        } else if (slots.leads_to[i] > 0) {
            const Node& below = node_at(static_cast<PoolPlace>(slots.leads_to[i]));
            const int proven = proven_outcome(below);
            const double value = proven != unproven ? proven : below.value_sum / below.visits;
            slots.w[i] = n * (below.player == node.player ? value : -value);
        }
        if (n > 0) refresh(node, i);
        node.visits += n;
        node.value_sum += slots.w[i];
    }
}

/// 3. Back up: `value` is for `player`; every edge and node keeps sums for its own player to move.
template <GameState S>
void PuctTree<S>::add_value(const std::vector<Step>& path, int player, double value) {
    depth_ = std::max(depth_, static_cast<int>(path.size()));
    for (std::size_t i = path.size(); i-- > 0;) {
        const Step& step = path[i];
        Node& node = node_at(step.node);
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

/// Counts a simulation that reached no new position. For no_room it is worth `value`, for the player to move in the
/// last position; NaN: what that position is worth so far.
template <GameState S>
void PuctTree<S>::end_simulation(const Leaf& leaf, Reached reached, int outcome, double value) {
    ++simulations_started_;
    ++simulations_done_;
    if (!leaf.path.empty() && !root_selected_.empty()) {
        ++root_selected_[static_cast<std::size_t>(leaf.path.front().slot)];
    }
    if (reached == Reached::no_room) {
        PoolPlace place = root_node_;
        if (!leaf.path.empty()) {
            const Step& last = leaf.path.back();
            place = static_cast<PoolPlace>(slots_of(node_at(last.node)).leads_to[last.slot]);
        }
        Node& node = node_at(place);
        if (std::isnan(value)) value = node.value_sum / node.visits;
        if (!options_.graph) {
            ++node.visits;
            node.value_sum += value;
        }
        add_value(leaf.path, node.player, value);
        return;
    }
    add_value(leaf.path, node_at(leaf.path.back().node).player, outcome);
    if (options_.solver) prove(leaf.path);
}

/// The last action of the path leads to a finished or proven game: what does that prove above it?
template <GameState S>
void PuctTree<S>::prove(const std::vector<Step>& path) {
    for (std::size_t i = path.size(); i-- > 0;) {
        Node& node = node_at(path[i].node);
        const Slots slots = slots_of(node);
        int best = -1;
        bool all = node.slot_count == node.edge_count;
        for (std::int32_t slot = 0; slot < node.slot_count; ++slot) {
            if (is_finished_game(slots.leads_to[slot])) {
                best = std::max(best, slots.leads_to[slot] - finished_draw);
            } else {
                all = false;
            }
        }
        if (best < 1 && !all) return;
        node.flags = static_cast<std::uint8_t>((node.flags & 15) | (best + 2) << proven_shift);
        if (i == 0) return;
        const Node& above = node_at(path[i - 1].node);
        slots_of(above).leads_to[path[i - 1].slot] = finished_draw + (above.player == node.player ? best : -best);
        refresh(above, path[i - 1].slot);
    }
}

template <GameState S>
void PuctTree<S>::backup(const float* logits, float value, EvaluationCache* cache) {
    Leaf& leaf = waiting_[waiting_first_];
    if (cache) cache->store(leaf.cache_key, leaf.policy_indices, logits, value);
    leaf.logits.resize(leaf.actions.size());
    for (std::size_t i = 0; i < leaf.actions.size(); ++i) leaf.logits[i] = logits[leaf.policy_indices[i]];
    pool_.keep(-leaf.kept_words);
    hold(leaf, -1);
    settle(leaf, leaf.logits.data(), static_cast<double>(value));
    ++waiting_first_;
}

/// Priors: softmax over the legal actions only; then expansion and backup. `logits`: of the leaf's actions.
template <GameState S>
void PuctTree<S>::settle(const Leaf& leaf, const float* logits, double value) {
    const std::size_t count = leaf.actions.size();
    if (scratch_.size() < count) scratch_.resize(count);
    double* priors = scratch_.data();
    double largest = -INFINITY;
    for (std::size_t i = 0; i < count; ++i) {
        priors[i] = static_cast<double>(logits[i]);
        largest = std::max(largest, priors[i]);
    }
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) total += priors[i] = std::exp(priors[i] - largest);
    for (std::size_t i = 0; i < count; ++i) priors[i] /= total;
    add_leaf(leaf, priors, value);
}

/// Makes the leaf a node, its slot being open, and backs its value up. `priors` null: none yet, or all as likely.
template <GameState S>
void PuctTree<S>::add_leaf(const Leaf& leaf, const double* priors, double value) {
    // With graph, another waiting leaf may have become this position meanwhile.
    PoolPlace place = options_.graph && !leaf.path.empty() ? find_shared(leaf.graph_key) : PoolPlace{0};
    if (place == 0) {
        place = new_node(leaf.player, value, leaf.graph_key);
        if (place == 0) throw std::logic_error("PUCT: a position was reached without room for it");
        if ((priors || leaf.path.empty()) && !give_actions(place, leaf.actions.data(), leaf.actions.size(), priors)) {
            throw std::invalid_argument("PUCT option tree_mb: no room for the actions of one position");
        }
        if (priors) bring_likeliest_forward(node_at(place));
    }
    if (leaf.path.empty()) {
        root_node_ = place;
        prepare_root();
        return;
    }
    const Step& last = leaf.path.back();
    slots_of(node_at(last.node)).leads_to[last.slot] = static_cast<std::int32_t>(place);
    add_value(leaf.path, leaf.player, value);
    ++simulations_done_;
}

/// What a root has more than other positions: noise, and with gumbel the order of sequential halving.
template <GameState S>
void PuctTree<S>::prepare_root() {
    const std::size_t count = node_at(root_node_).edge_count;
    std::int32_t likeliest = 0;
    for (std::int32_t i = 1; i < static_cast<std::int32_t>(count); ++i) {
        if (prior_of(node_at(root_node_), i) > prior_of(node_at(root_node_), likeliest)) likeliest = i;
    }
    likeliest_ = actions_of(node_at(root_node_))[likeliest];
    // Given noise is in ascending order of actions.
    const std::vector<double> given = std::move(given_noise_);
    given_noise_.clear();
    std::vector<double> noise;
    if (!given.empty()) {
        if (given.size() != count) {
            throw std::invalid_argument("PUCT: root noise must have " + std::to_string(count) + " numbers, got " +
                                        std::to_string(given.size()));
        }
        const Action* actions = actions_of(node_at(root_node_));
        noise.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t rank = 0;
            for (std::size_t k = 0; k < count; ++k) rank += actions[k] < actions[i];
            noise[i] = given[rank];
        }
    }
    if (options_.gumbel.considered == 0) {
        if (options_.dirichlet_fraction <= 0 || !exploring_) return;
        if (noise.empty()) noise = dirichlet(rng_, options_.dirichlet_alpha, count);
        if (node_at(root_node_).flags & uniform) {
            // Priors of its own, as they differ now.
            const Node& node = node_at(root_node_);
            const std::vector<Action> actions(actions_of(node), actions_of(node) + count);
            const std::vector<double> priors(count, prior_of(node, 0));
            if (!give_actions(root_node_, actions.data(), count, priors.data())) return;
        }
        Node& node = node_at(root_node_);
        node.flags &= static_cast<std::uint8_t>(~(uniform | in_order));
        float* prior = priors_of(node);
        for (std::size_t i = 0; i < count; ++i) {
            prior[i] = static_cast<float>((1 - options_.dirichlet_fraction) * static_cast<double>(prior[i]) +
                                          options_.dirichlet_fraction * noise[i]);
        }
        for (std::int32_t slot = 0; slot < node.slot_count; ++slot) refresh(node, slot);
        bring_likeliest_forward(node);
        return;
    }
    // gumbel.hpp, step 1. The unvisited actions stand in the order in which they are considered.
    Node& node = node_at(root_node_);
    root_gumbel_.assign(count, 0.0);
    root_selected_.assign(count, 0);
    if (options_.gumbel.scale > 0 && exploring_) {
        for (std::size_t i = 0; i < count; ++i) {
            root_gumbel_[i] = options_.gumbel.scale * (noise.empty() ? sample_gumbel(rng_) : noise[i]);
        }
    }
    set_simulations(simulations_);
    std::vector<std::int32_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<std::int32_t>(i);
    std::vector<double> score(count);
    for (std::size_t i = 0; i < count; ++i) score[i] = root_gumbel_[i] + root_logit(static_cast<std::int32_t>(i));
    std::stable_sort(order.begin() + node.slot_count, order.end(), [&](std::int32_t left, std::int32_t right) {
        return score[static_cast<std::size_t>(left)] > score[static_cast<std::size_t>(right)];
    });
    const std::vector<Action> actions(actions_of(node), actions_of(node) + count);
    std::vector<float> priors;
    if (!(node.flags & uniform)) priors.assign(priors_of(node), priors_of(node) + count);
    const std::vector<double> gumbel = root_gumbel_;
    for (std::size_t i = 0; i < count; ++i) {
        const auto from = static_cast<std::size_t>(order[i]);
        actions_of(node)[i] = actions[from];
        root_gumbel_[i] = gumbel[from];
        if (!priors.empty()) priors_of(node)[i] = priors[from];
    }
    node.flags |= in_order;
}

template <GameState S>
void PuctTree<S>::abandon() {
    for (; waiting_first_ < waiting_count_; --waiting_count_) {
        const Leaf& leaf = waiting_[waiting_count_ - 1];
        pool_.keep(-leaf.kept_words);
        if (leaf.path.empty()) continue;
        hold(leaf, -1);
        if (leaf.path.front().node == root_node_ && !root_selected_.empty()) {
            --root_selected_[static_cast<std::size_t>(leaf.path.front().slot)];
        }
        close_slot(leaf.path.back());
        --simulations_started_;
    }
}

template <GameState S>
void PuctTree<S>::search_by_rollouts(int rollouts, SearchControl& control) {
    abandon();
    waiting_first_ = waiting_count_ = 0;
    if (waiting_.empty()) waiting_.emplace_back();
    Leaf& leaf = waiting_[0];
    while (!finished()) {
        // The root is evaluated even where there is no time.
        if (root_node_ != 0 && control.tick()) return;
        S state = *root_;
        int outcome = 0;
        const Reached reached = descend(state, leaf, outcome);
        if (reached == Reached::finished_game) {
            end_simulation(leaf, reached, outcome, 0);
            continue;
        }
        int sum0 = 0;
        for (int i = 0; i < rollouts; ++i) sum0 += random_playout(state, rng_);
        const double mean0 = rollouts > 0 ? static_cast<double>(sum0) / rollouts : 0.0;
        const double value = state.current_player() == 0 ? mean0 : -mean0;
        if (reached == Reached::no_room) {
            end_simulation(leaf, reached, 0, value);
            continue;
        }
        if (leaf.path.empty()) {
            ActionList legal;
            fill_with_actions(state, legal);
            leaf.actions.assign(legal.begin(), legal.end());
        } else {
            open_slot(leaf.path.back().node, in_evaluation);
            ++simulations_started_;
            if (!root_selected_.empty()) ++root_selected_[static_cast<std::size_t>(leaf.path.front().slot)];
        }
        // Most positions are never visited again: they get their actions when they are.
        add_leaf(leaf, nullptr, value);
    }
}

}  // namespace boardai
