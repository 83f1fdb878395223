#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "boardai/core/interrupt.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/core/playout.hpp"
#include "boardai/search/dirichlet.hpp"
#include "boardai/search/puct_tree.hpp"

namespace boardai {

inline void check_options(const PuctOptions& options) {
    const auto require = [](bool valid, const char* name, double value, const char* range) {
        if (valid) return;
        throw std::invalid_argument(std::string("PUCT option ") + name + " must be " + range + ", got " +
                                    std::to_string(value));
    };
    require(options.simulations >= 0, "simulations", options.simulations, "at least 0");
    require(options.c_base > 0 && std::isfinite(options.c_base), "c_base", options.c_base, "above 0");
    require(options.c_init >= 0 && std::isfinite(options.c_init), "c_init", options.c_init, "at least 0");
    require(options.c_scale >= 0 && std::isfinite(options.c_scale), "c_scale", options.c_scale, "at least 0");
    require(options.fpu_reduction >= 0 && std::isfinite(options.fpu_reduction), "fpu_reduction", options.fpu_reduction,
            "at least 0");
    require(options.dirichlet_alpha > 0 && std::isfinite(options.dirichlet_alpha), "dirichlet_alpha",
            options.dirichlet_alpha, "above 0");
    require(options.dirichlet_fraction >= 0 && options.dirichlet_fraction <= 1, "dirichlet_fraction",
            options.dirichlet_fraction, "between 0 and 1");
    require(options.leaves_per_tree >= 1, "leaves_per_tree", options.leaves_per_tree, "at least 1");
    require(options.virtual_loss >= 0 && std::isfinite(options.virtual_loss), "virtual_loss", options.virtual_loss,
            "at least 0");
}

template <Encodable S>
void PuctTree<S>::set_root(const S& state) {
    // The new root is made before anything is forgotten: a copy may throw.
    S root = state;
    const bool terminal = root.is_terminal();
    root_ = std::move(root);
    root_terminal_ = terminal;
    simulations_started_ = simulations_done_ = depth_ = 0;
    nodes_.clear();
    edge_action_.clear();
    edge_prior_.clear();
    child_value_sum_.clear();
    child_visits_.clear();
    child_node_.clear();
    waiting_first_ = waiting_count_ = 0;
}

template <Encodable S>
bool PuctTree<S>::finished() const {
    if (!root_ || root_terminal_) return true;
    return !nodes_.empty() && simulations_done_ >= options_.simulations;
}

/// The largest number, -infinity of none; in four lanes, which the compiler makes one vector.
inline double highest_of(const double* numbers, std::size_t count) {
    double lanes[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        for (std::size_t lane = 0; lane < 4; ++lane) {
            lanes[lane] = numbers[i + lane] > lanes[lane] ? numbers[i + lane] : lanes[lane];
        }
    }
    for (; i < count; ++i) lanes[0] = numbers[i] > lanes[0] ? numbers[i] : lanes[0];
    return std::max(std::max(lanes[0], lanes[1]), std::max(lanes[2], lanes[3]));
}

/// The action with the highest Q + U, counted from the node's first; child_count: the likeliest unvisited one.
template <Encodable S>
std::int32_t PuctTree<S>::best_child(const Node& node) {
    const auto count = static_cast<std::size_t>(node.child_count);
    const float* prior = edge_prior_.data() + node.first_edge;
    const std::int32_t* visits = child_visits_.data() + node.first_child;
    const double* value_sum = child_value_sum_.data() + node.first_child;
    const double node_visits = node.visits;
    const double exploration = options_.c_scale *
                               (std::log((node_visits + options_.c_base + 1) / options_.c_base) + options_.c_init) *
                               std::sqrt(node_visits);
    double first_value = node.value_sum / node_visits;
    if (options_.fpu_reduction > 0) {
        double visited_prior = 0;
        for (std::size_t i = 0; i < count; ++i) visited_prior += static_cast<double>(prior[i]);
        first_value -= options_.fpu_reduction * std::sqrt(visited_prior);
    }
    // Two passes, so that the first has no branch and the compiler vectorises it. Slots have visits, waiting ones by
    // virtual loss; where there is none, nothing is selected while a leaf waits.
    double* score = scratch_.data();
    for (std::size_t i = 0; i < count; ++i) {
        const double n = visits[i];
        score[i] = value_sum[i] / n + exploration * static_cast<double>(prior[i]) / (1.0 + n);
    }
    const double unvisited_score = count < static_cast<std::size_t>(node.edge_count)
                                       ? first_value + exploration * static_cast<double>(prior[count])
                                       : -INFINITY;
    const double highest = std::max(highest_of(score, count), unvisited_score);
    const std::size_t best = static_cast<std::size_t>(std::find(score, score + count, highest) - score);
    // Options at the edge of what a double holds make every score a NaN, which is found nowhere: not past the end then.
    return std::min(static_cast<std::int32_t>(best), node.edge_count - 1);
}

/// Puts the likeliest unvisited action behind the visited ones.
template <Encodable S>
void PuctTree<S>::bring_likeliest_forward(const Node& node) {
    const auto begin = edge_prior_.begin() + node.first_edge + node.child_count;
    const auto end = edge_prior_.begin() + node.first_edge + node.edge_count;
    if (begin == end) return;
    const auto best = std::max_element(begin, end);
    std::iter_swap(begin, best);
    std::iter_swap(edge_action_.begin() + (begin - edge_prior_.begin()),
                   edge_action_.begin() + (best - edge_prior_.begin()));
}

/// Gives the likeliest unvisited action of a node, which is the step's, a child slot.
template <Encodable S>
void PuctTree<S>::open_child(const Step& step, std::int32_t leads_to) {
    Node& node = node_at(step.node);
    if (node.child_count == node.child_capacity) {
        // Slots of a node stand together: move them to the end, with room to grow. The old ones stay unused.
        const std::int32_t capacity = std::min(node.edge_count, std::max(2, 2 * node.child_capacity));
        const std::size_t first = child_node_.size();
        const std::size_t size = first + static_cast<std::size_t>(capacity);
        child_value_sum_.resize(size, 0.0);
        child_visits_.resize(size, 0);
        child_node_.resize(size, unvisited);
        const auto move = [&](auto& numbers) {
            std::copy_n(numbers.begin() + node.first_child, node.child_count,
                        numbers.begin() + static_cast<std::ptrdiff_t>(first));
        };
        move(child_value_sum_);
        move(child_visits_);
        move(child_node_);
        node.first_child = static_cast<std::int32_t>(first);
        node.child_capacity = capacity;
    }
    ++node.child_count;
    child_value_sum_[slot(step)] = 0;
    child_visits_[slot(step)] = 0;
    child_node_[slot(step)] = leads_to;
    bring_likeliest_forward(node);
}

/// Takes back open_child(). The last slot takes its place: one of a finished game, which is on no waiting path, or
/// the same one, because leaves are taken back in the reverse order of their selection.
template <Encodable S>
void PuctTree<S>::close_child(const Step& step) {
    Node& node = node_at(step.node);
    const std::size_t last = slot({step.node, node.child_count - 1});
    std::swap(child_value_sum_[slot(step)], child_value_sum_[last]);
    std::swap(child_visits_[slot(step)], child_visits_[last]);
    std::swap(child_node_[slot(step)], child_node_[last]);
    const auto edge = static_cast<std::size_t>(node.first_edge + step.child);
    const auto last_edge = static_cast<std::size_t>(node.first_edge + node.child_count - 1);
    std::swap(edge_action_[edge], edge_action_[last_edge]);
    std::swap(edge_prior_[edge], edge_prior_[last_edge]);
    --node.child_count;
    bring_likeliest_forward(node);
}

template <Encodable S>
typename PuctTree<S>::Reached PuctTree<S>::descend(S& state, Leaf& leaf, int& outcome) {
    leaf.path.clear();
    if (nodes_.empty()) {
        if (waiting() > 0) return Reached::waiting_leaf;  // the root itself
    } else {
        std::int32_t node = 0;
        for (;;) {
            // 1. Select the action with the highest Q + U.
            if (node_at(node).edge_count == 0) expand(node, state);
            const Step step{node, best_child(node_at(node))};
            leaf.path.push_back(step);
            const std::int32_t child = step.child < node_at(node).child_count ? child_node_[slot(step)] : unvisited;
            if (child == in_evaluation) return Reached::waiting_leaf;
            if (is_finished_game(child)) {
                outcome = child - finished_draw;
                return Reached::finished_game;
            }
            state.apply(edge_action_[static_cast<std::size_t>(node_at(node).first_edge + step.child)]);
            if (child == unvisited) break;
            node = child;
        }
        if (state.is_terminal()) {
            outcome = state.outcome(node_at(leaf.path.back().node).player);
            open_child(leaf.path.back(), finished_draw + outcome);
            return Reached::finished_game;
        }
    }
    // 2. A position the tree does not hold.
    leaf.player = state.current_player();
    return Reached::new_position;
}

template <Encodable S>
void PuctTree<S>::Leaf::set_actions(const S& state) {
    ActionList legal;
    fill_with_actions(state, legal);
    actions.assign(legal.begin(), legal.end());
}

/// Gives a position that was reached by random games its actions, all as likely.
template <Encodable S>
void PuctTree<S>::expand(std::int32_t node, const S& state) {
    ActionList actions;
    fill_with_actions(state, actions);
    const std::int32_t first = add_edges(actions.begin(), actions.size());
    std::fill(edge_prior_.begin() + first, edge_prior_.end(),
              static_cast<float>(1.0 / static_cast<double>(actions.size())));
    node_at(node).first_edge = first;
    node_at(node).edge_count = static_cast<std::int32_t>(actions.size());
}

/// Edges whose priors are still to be written; returns the first one's number.
template <Encodable S>
std::int32_t PuctTree<S>::add_edges(const Action* actions, std::size_t count) {
    const std::size_t first = edge_action_.size();
    if (first + count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
        throw std::length_error("PUCT: the tree is full, it holds 2^31 actions");
    }
    edge_action_.insert(edge_action_.end(), actions, actions + count);
    edge_prior_.resize(first + count);
    scratch_.resize(std::max(scratch_.size(), count));
    return static_cast<std::int32_t>(first);
}

template <Encodable S>
bool PuctTree<S>::select(const Encoding<S>& encoding, float* row) {
    if (finished() || waiting() >= static_cast<std::size_t>(options_.leaves_per_tree)) return false;
    if (waiting() == 0) waiting_first_ = waiting_count_ = 0;
    if (waiting_.size() == waiting_count_) waiting_.emplace_back();
    Leaf& leaf = waiting_[waiting_count_];
    InterruptPoll poll;
    while (nodes_.empty() || simulations_started_ < options_.simulations) {
        poll();
        S state = *root_;
        int outcome = 0;
        switch (descend(state, leaf, outcome)) {
            case Reached::waiting_leaf:
                return false;
            case Reached::finished_game:
                add_value(leaf.path, node_at(leaf.path.back().node).player, outcome);
                ++simulations_started_;
                ++simulations_done_;
                break;
            case Reached::new_position:
                leaf.set_actions(state);
                leaf.policy_indices.clear();
                for (Action action : leaf.actions) leaf.policy_indices.push_back(encoding.policy_index(state, action));
                encoding.write(state, row);
                // Nothing below throws, so an exception from the game leaves the tree as it was.
                if (!leaf.path.empty()) {
                    open_child(leaf.path.back(), in_evaluation);
                    ++simulations_started_;
                }
                hold(leaf, 1);
                ++waiting_count_;
                return true;
        }
    }
    return false;
}

/// Virtual loss: while a leaf waits, its path counts as visited and lost (sign 1); -1 takes that back.
template <Encodable S>
void PuctTree<S>::hold(const Leaf& leaf, double sign) {
    if (options_.leaves_per_tree == 1) return;
    for (const Step& step : leaf.path) {
        Node& node = node_at(step.node);
        node.visits += static_cast<std::int32_t>(sign);
        node.value_sum -= sign * options_.virtual_loss;
        child_visits_[slot(step)] += static_cast<std::int32_t>(sign);
        child_value_sum_[slot(step)] -= sign * options_.virtual_loss;
    }
}

template <Encodable S>
void PuctTree<S>::backup(const float* logits, float value) {
    const Leaf& leaf = waiting_[waiting_first_];
    // 1. Priors: softmax over the legal actions only.
    const std::size_t count = leaf.actions.size();
    scratch_.resize(std::max(scratch_.size(), count));
    double* priors = scratch_.data();
    double largest = -INFINITY;
    for (std::size_t i = 0; i < count; ++i) {
        priors[i] = logits[leaf.policy_indices[i]];
        largest = std::max(largest, priors[i]);
    }
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) total += priors[i] = std::exp(priors[i] - largest);
    for (std::size_t i = 0; i < count; ++i) priors[i] /= total;
    // 2. Expansion and backup.
    hold(leaf, -1);
    add_node(leaf, priors, value);
    ++waiting_first_;
}

template <Encodable S>
void PuctTree<S>::abandon() {
    for (; waiting_first_ < waiting_count_; --waiting_count_) {
        const Leaf& leaf = waiting_[waiting_count_ - 1];
        if (leaf.path.empty()) continue;
        hold(leaf, -1);
        close_child(leaf.path.back());
        --simulations_started_;
    }
}

/// Room for a search from a root with that many actions, so that arrays are not copied as they grow.
template <Encodable S>
void PuctTree<S>::reserve(std::size_t root_actions) {
    constexpr std::size_t most_positions = 1 << 15;  // longer searches grow as they go
    const std::size_t positions = std::min(static_cast<std::size_t>(options_.simulations) + 1, most_positions);
    nodes_.reserve(positions);
    edge_action_.reserve(positions * root_actions);
    edge_prior_.reserve(positions * root_actions);
}

template <Encodable S>
void PuctTree<S>::add_node(const Leaf& leaf, const double* priors, double value) {
    const std::size_t count = leaf.actions.size();
    if (leaf.path.empty()) reserve(count);
    const std::int32_t first = add_edges(leaf.actions.data(), count);
    nodes_.push_back({value, 1, leaf.player, first, static_cast<std::int32_t>(count), 0, 0, 0});
    for (std::size_t i = 0; i < count; ++i) {
        edge_prior_[static_cast<std::size_t>(first) + i] = static_cast<float>(priors[i]);
    }
    if (leaf.path.empty()) add_root_noise();
    bring_likeliest_forward(nodes_.back());
    if (leaf.path.empty()) return;
    child_node_[slot(leaf.path.back())] = static_cast<std::int32_t>(nodes_.size() - 1);
    add_value(leaf.path, leaf.player, value);
    ++simulations_done_;
}

/// `value` is for `player`; every edge and node keeps sums for its own player to move.
template <Encodable S>
void PuctTree<S>::add_value(const std::vector<Step>& path, int player, double value) {
    depth_ = std::max(depth_, static_cast<int>(path.size()));
    for (const Step& step : path) {
        Node& node = node_at(step.node);
        const double own_value = node.player == player ? value : -value;
        ++node.visits;
        node.value_sum += own_value;
        ++child_visits_[slot(step)];
        child_value_sum_[slot(step)] += own_value;
    }
}

template <Encodable S>
void PuctTree<S>::add_root_noise() {
    if (options_.dirichlet_fraction <= 0) return;
    const std::vector<double> noise = dirichlet(rng_, options_.dirichlet_alpha, edge_prior_.size());
    for (std::size_t i = 0; i < noise.size(); ++i) {
        edge_prior_[i] = static_cast<float>((1 - options_.dirichlet_fraction) * static_cast<double>(edge_prior_[i]) +
                                            options_.dirichlet_fraction * noise[i]);
    }
}

template <Encodable S>
void PuctTree<S>::search_by_rollouts(int rollouts) {
    abandon();
    waiting_first_ = waiting_count_ = 0;
    if (waiting_.empty()) waiting_.emplace_back();
    Leaf& leaf = waiting_[0];
    InterruptPoll poll;
    while (!finished()) {
        poll();
        S state = *root_;
        int outcome = 0;
        if (descend(state, leaf, outcome) == Reached::finished_game) {
            add_value(leaf.path, node_at(leaf.path.back().node).player, outcome);
            ++simulations_started_;
            ++simulations_done_;
            continue;
        }
        int sum0 = 0;
        for (int i = 0; i < rollouts; ++i) sum0 += random_playout(state, rng_);
        const double mean0 = rollouts > 0 ? static_cast<double>(sum0) / rollouts : 0.0;
        const double value = leaf.player == 0 ? mean0 : -mean0;
        if (leaf.path.empty()) {
            leaf.set_actions(state);
            const std::size_t count = leaf.actions.size();
            add_node(leaf, std::vector<double>(count, 1.0 / static_cast<double>(count)).data(), value);
            continue;
        }
        // Most positions are never visited again: they get their actions when they are.
        open_child(leaf.path.back(), static_cast<std::int32_t>(nodes_.size()));
        nodes_.push_back({value, 1, leaf.player, 0, 0, 0, 0, 0});
        add_value(leaf.path, leaf.player, value);
        ++simulations_started_;
        ++simulations_done_;
    }
}

template <Encodable S>
double PuctTree<S>::root_value() const {
    if (root_terminal_) return root_->outcome(root_->current_player());
    return nodes_.empty() ? 0.0 : nodes_[0].value_sum / nodes_[0].visits;
}

template <Encodable S>
RootAction PuctTree<S>::root_action(std::size_t index) const {
    if (index >= root_action_count()) throw std::out_of_range("PUCT: root action " + std::to_string(index));
    const std::int32_t visits = visits_of(nodes_[0], static_cast<std::int32_t>(index));
    return {edge_action_[index], visits, edge_prior_[index],
            visits > 0 ? child_value_sum_[static_cast<std::size_t>(nodes_[0].first_child) + index] / visits : 0.0};
}

/// Most visits, then higher prior, then first; counted from the node's first action.
template <Encodable S>
std::int32_t PuctTree<S>::most_visited(const Node& node) const {
    const float* prior = edge_prior_.data() + node.first_edge;
    std::int32_t best = 0;
    for (std::int32_t i = 1; i < node.edge_count; ++i) {
        const std::int32_t more = visits_of(node, i) - visits_of(node, best);
        if (more > 0 || (more == 0 && prior[i] > prior[best])) best = i;
    }
    return best;
}

template <Encodable S>
Action PuctTree<S>::best_action() const {
    if (nodes_.empty()) throw std::logic_error("PUCT: no action yet, the root has not been evaluated");
    return edge_action_[static_cast<std::size_t>(most_visited(nodes_[0]))];
}

/// Draws an index of a root action in proportion to weight(index).
template <Encodable S>
template <class Weight>
std::size_t PuctTree<S>::sample(const Weight& weight) {
    double total = 0;
    for (std::size_t i = 0; i < root_action_count(); ++i) total += weight(i);
    double left = rng_.uniform() * total;
    std::size_t last = 0;
    for (std::size_t i = 0; i < root_action_count(); ++i) {
        const double share = weight(i);
        if (share <= 0) continue;
        last = i;  // rounding may leave a crumb beyond the end
        left -= share;
        if (left < 0) break;
    }
    return last;
}

template <Encodable S>
Action PuctTree<S>::sample_action(double temperature) {
    if (!(temperature >= 0)) {
        throw std::invalid_argument("PUCT: temperature must be at least 0, got " + std::to_string(temperature));
    }
    const Action best = best_action();
    if (temperature == 0) return best;
    const std::size_t count = root_action_count();
    // Weights relative to the largest, so that a small temperature does not overflow.
    double largest = 0;
    const auto base = [&](std::size_t i) {
        return simulations_done_ > 0 ? static_cast<double>(visits_of(nodes_[0], static_cast<std::int32_t>(i)))
                                     : static_cast<double>(edge_prior_[i]);
    };
    for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, base(i));
    return edge_action_[sample([&](std::size_t i) { return std::pow(base(i) / largest, 1 / temperature); })];
}

template <Encodable S>
std::vector<Action> PuctTree<S>::principal_variation() const {
    std::vector<Action> line;
    if (nodes_.empty()) return line;
    for (std::int32_t node = 0; node >= 0;) {
        const Node& here = nodes_[static_cast<std::size_t>(node)];
        const Step step{node, most_visited(here)};
        if (visits_of(here, step.child) == 0 && node != 0) break;
        line.push_back(edge_action_[static_cast<std::size_t>(here.first_edge + step.child)]);
        node = step.child < here.child_count ? child_node_[slot(step)] : unvisited;
    }
    return line;
}

template <Encodable S>
std::size_t PuctTree<S>::memory_bytes() const {
    const std::size_t edge = sizeof(Action) + sizeof(float);
    const std::size_t child = sizeof(double) + 2 * sizeof(std::int32_t);
    return nodes_.size() * sizeof(Node) + edge_action_.size() * edge + child_node_.size() * child;
}

}  // namespace boardai
