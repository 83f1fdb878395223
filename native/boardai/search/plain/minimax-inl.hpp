#pragma once

#include <algorithm>
#include <functional>
#include <numeric>

#include "boardai/search/plain/depth_first-inl.hpp"
#include "boardai/search/plain/minimax.hpp"

namespace boardai {

template <GameState S>
Minimax<S>::Minimax(const MinimaxOptions& options, const EvaluationSpec& evaluator)
    : DepthFirst<S>(evaluator, MoveOrdering::game, options.points), options_(options) {}

template <GameState S>
double Minimax<S>::search_root(int depth) {
    values_.clear();
    static_.clear();
    varies_ = depth < deepest_line && options_.deeper + options_.shallower > 0;
    return value(depth);
}

template <GameState S>
double Minimax<S>::value(int depth) {
    // 1. Leaf: f, from the view of the player to move at the root.
    const Node node = this->open(ends_here(depth));
    const bool own = node.player == this->root_player();
    if (node.is_leaf) return own ? node.value : -node.value;
    // 2. Own level: the largest child. 3. Opponent's level: the smallest.
    if (averages()) return mean(node, depth, own);
    return own ? largest(node, depth) : smallest(node, depth);
}

template <GameState S>
double Minimax<S>::largest(const Node& node, int depth) {
    double best = -infinite_score;
    for (std::size_t i = node.begin; i < node.end; ++i) {
        const double child = child_value(node, i, depth);
        if (this->stopped()) return 0;
        if (child <= best) continue;
        best = child;
        this->take_line(node, i);
    }
    return best;
}

template <GameState S>
double Minimax<S>::smallest(const Node& node, int depth) {
    double best = infinite_score;
    for (std::size_t i = node.begin; i < node.end; ++i) {
        const double child = child_value(node, i, depth);
        if (this->stopped()) return 0;
        if (child >= best) continue;
        best = child;
        this->take_line(node, i);
    }
    return best;
}

template <GameState S>
double Minimax<S>::mean(const Node& node, int depth, bool own) {
    const std::size_t first = values_.size();
    double best = own ? -infinite_score : infinite_score;
    for (std::size_t i = node.begin; i < node.end; ++i) {
        const double child = child_value(node, i, depth);
        if (this->stopped()) return 0;
        values_.push_back(child);
        if (own ? child <= best : child >= best) continue;
        best = child;
        this->take_line(node, i);
    }
    // 2b, 3b. The mean of the m largest or of the n smallest.
    const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(first);
    if (own) {
        std::sort(begin, values_.end(), std::greater<>());
    } else {
        std::sort(begin, values_.end());
    }
    const auto wanted = static_cast<std::size_t>(own ? options_.average_best : options_.average_worst);
    const std::size_t count = std::min(wanted, values_.size() - first);
    const double sum = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(count), 0.0);
    values_.resize(first);
    return sum / static_cast<double>(count);
}

template <GameState S>
double Minimax<S>::child_value(const Node& node, std::size_t i, int depth) {
    this->down(node, i);
    const double child = value(depth - 1);
    this->up(node, i, node.player == this->root_player() ? child : -child);
    return child;
}

/// `depth` is counted down; with variable depth it continues below zero.
template <GameState S>
bool Minimax<S>::ends_here(int depth) {
    if (!varies_) return depth == 0;
    // 1b. Variable depth: a line ends at its first quiet position from `shallower` plies before the depth on.
    const S& state = this->line().state();
    if (state.is_terminal()) return true;
    const auto ply = static_cast<std::size_t>(this->line().ply());
    const int mover_value = this->line().evaluate();
    static_.resize(ply);
    static_.push_back(state.current_player() == this->root_player() ? mover_value : -mover_value);
    if (ply == 0 || depth > options_.shallower) return false;
    if (depth == -options_.deeper) return true;
    return std::abs(static_[ply] - static_[ply - 1]) <= options_.change_threshold;
}

}  // namespace boardai
