#pragma once

#include <algorithm>
#include <stdexcept>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/search/plain/move_ordering-inl.hpp"
#include "boardai/search/report.hpp"
#include "boardai/search/solvers/and_or.hpp"

namespace boardai {

template <GameState S>
AndOr<S>::AndOr(const AndOrOptions& options, const EvaluationSpec& evaluator)
    : evaluation_(Evaluations<S>::find(evaluator)) {
    sorter_.use<S>(options.ordering, 0);
}

template <GameState S>
void AndOr<S>::run(const S& root, const SearchLimits& limits, std::size_t tree_rows) {
    action_ = -1;
    outcome_.reset();
    depth_ = 0;
    strategy_ = ProofStrategy();
    leaves_ = 0;
    tree_rows_ = tree_rows;
    tree_ = TreeRecord(tree_rows);
    this->run_and_publish(limits, [&] { search(root, limits); });
}

template <GameState S>
void AndOr<S>::search(const S& root, const SearchLimits& limits) {
    if (root.is_terminal()) throw std::invalid_argument("the game is over, there is nothing to search");
    sorter_.check(root);
    line_.emplace(root, evaluation_);
    line_->listen(&this->control());
    root_player_ = root.current_player();
    root.legal_actions(generated_);
    action_ = generated_[0];

    const int deepest = limits.depth > 0 ? std::min(limits.depth, deepest_line) : deepest_line;
    const bool deepening = limits.nodes > 0 || limits.seconds > 0;
    for (int depth = deepening ? 1 : deepest; depth <= deepest; ++depth) {
        if (settle(depth) || this->control().stopped()) return;
    }
}

/// Asks the three questions within the depth; true when a greater depth cannot find more.
template <GameState S>
bool AndOr<S>::settle(int depth) {
    const int mover = root_player_;
    deepest_ = 0;
    // Can the player to move force a win?
    const bool wins = ask(mover, 1, depth);
    const bool may_win = horizons_ > 0;
    // Can the other player?
    const bool loses = !wins && ask(1 - mover, 1, depth);
    const bool may_lose = horizons_ > 0;
    // Neither: can the player to move force a draw?
    const bool draws = !wins && !loses && ask(mover, 0, depth);
    if (this->control().stopped()) return false;
    if (wins || loses || (draws && !may_win)) outcome_ = wins - loses;
    const bool complete = outcome_ || !(may_win || may_lose);
    depth_ = complete ? deepest_ : depth;
    return complete;
}

template <GameState S>
bool AndOr<S>::ask(int player, int goal, int depth) {
    if (this->control().stopped()) return false;
    player_ = player;
    goal_ = goal;
    horizons_ = 0;
    moves_.clear();
    steps_.clear();
    if (tree_rows_ > 0) {
        tree_ = TreeRecord(tree_rows_);
        rows_.assign(1, add_row(-1, -1));
    }
    const std::int64_t before = this->control().counted();
    const bool is_proven = proven(depth);
    if (this->control().stopped()) return false;
    record(0, is_proven, horizons_ == 0, this->control().counted() - before);
    if (!is_proven) return false;
    strategy_ = {player, goal, steps_};
    if (player == root_player_) action_ = steps_[0].action;
    return true;
}

template <GameState S>
bool AndOr<S>::proven(int depth) {
    if (this->control().count_node()) return false;
    const S& state = line_->state();
    const int ply = line_->ply();
    deepest_ = std::max(deepest_, ply);
    // 1. The end of the game: is the goal reached? The end of the depth: not proven.
    if (state.is_terminal()) {
        ++leaves_;
        return state.outcome(player_) >= goal_;
    }
    if (depth == 0) {
        ++leaves_;
        ++horizons_;
        return false;
    }
    state.legal_actions(generated_);
    const std::size_t begin = moves_.size();
    moves_.insert(moves_.end(), generated_.begin(), generated_.end());
    const std::size_t end = moves_.size();
    if (sorter_.sorts(depth)) sorter_.sort(*line_, moves_, begin);
    // 2. OR: one proven child is enough. 3. AND: one unproven child refutes it.
    const bool needs_all = state.current_player() != player_;
    const std::size_t steps = steps_.size();
    bool answer = needs_all;
    for (std::size_t i = begin; i < end && answer == needs_all; ++i) {
        answer = try_child(moves_[i], depth);
        moves_.resize(end);
        // 4. The strategy keeps proven moves: one at the player's levels, all or none at the opponent's.
        if (!answer) steps_.resize(steps);
        if (this->control().stopped()) return false;
        if (answer == needs_all || !tree_.wanted()) continue;
        for (std::size_t cut = i + 1; cut < end; ++cut) add_row(rows_[static_cast<std::size_t>(ply)], moves_[cut]);
    }
    moves_.resize(begin);
    return answer;
}

template <GameState S>
bool AndOr<S>::try_child(Action action, int depth) {
    const auto ply = static_cast<std::size_t>(line_->ply());
    const std::int64_t ticks = this->control().counted();
    const std::int64_t horizons = horizons_;
    if (tree_.wanted()) {
        rows_.resize(ply + 2);
        rows_[ply + 1] = add_row(rows_[ply], action);
    }
    line_->push(action);
    steps_.push_back({line_->ply(), action});
    const bool answer = proven(depth - 1);
    line_->pop();
    if (tree_.wanted()) record(rows_[ply + 1], answer, horizons == horizons_, this->control().counted() - ticks);
    return answer;
}

/// A row counts as pruned until its answer is known; -1 if there is no row left.
template <GameState S>
std::int32_t AndOr<S>::add_row(std::int32_t parent, Action action) {
    if (parent < 0 && action >= 0) return -1;
    const std::int32_t row = tree_.add(parent, action);
    tree_.set(row, 0, 0, RowKind::pruned);
    return row;
}

/// What a question's answer implies for the outcome of the player to move at the root.
template <GameState S>
void AndOr<S>::record(std::int32_t row, bool proven, bool complete, std::int64_t nodes) {
    if (!tree_.wanted() || this->control().stopped()) return;
    // For the player of the question: at least the goal, or less than it, or, cut off, nothing: at least a loss.
    int value = proven ? goal_ : complete ? goal_ - 1 : -1;
    RowKind kind = proven || !complete ? RowKind::lower_bound : RowKind::upper_bound;
    if ((proven && value == 1) || (!proven && complete && value == -1)) kind = RowKind::proven;
    if (player_ != root_player_) {
        value = -value;
        if (kind != RowKind::proven) kind = kind == RowKind::lower_bound ? RowKind::upper_bound : RowKind::lower_bound;
    }
    tree_.set(row, value, nodes, kind);
}

template <GameState S>
bool AndOr<S>::snapshot(SearchReport& report) {
    if (action_ < 0) return false;
    report.line = strategy_.size() > 0 ? strategy_.longest_line() : std::vector<Action>{action_};
    report.action = report.line[0];  // in a lost position: the move that holds out longest against the strategy
    report.outcome = outcome_;
    if (outcome_) report.value = *outcome_;
    report.whole_values = true;
    report.nodes = this->control().counted();
    report.depth = depth_;
    report.note("leaves", leaves_);
    if (strategy_.size() > 0) report.note("moves in the strategy", static_cast<std::int64_t>(strategy_.size()));
    return true;
}

}  // namespace boardai
