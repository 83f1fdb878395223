#pragma once

#include <algorithm>
#include <stdexcept>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/search/plain/depth_first.hpp"
#include "boardai/search/plain/move_ordering-inl.hpp"
#include "boardai/search/report.hpp"

namespace boardai {

template <GameState S>
DepthFirst<S>::DepthFirst(const EvaluationSpec& evaluator, MoveOrdering ordering, bool by_points, bool by_knowledge)
    : evaluation_(Evaluations<S>::find(evaluator)),
      by_knowledge_(by_knowledge),
      point_(searched_point(*evaluation_, by_points)) {
    if (by_knowledge && !Knowing<S>) throw std::invalid_argument(no_knowledge);
    sorter_.use<S>(ordering, point_);
}

template <GameState S>
void DepthFirst<S>::run(const S& root, const SearchLimits& limits, std::size_t tree_rows) {
    result_ = RootValue();
    this->run_and_publish(limits, [&] { search(root, limits, tree_rows); });
}

template <GameState S>
void DepthFirst<S>::search(const S& root, const SearchLimits& limits, std::size_t tree_rows) {
    best_line_.clear();
    best_moves_.clear();
    root_moves_.clear();
    root_order_.clear();
    leaves_ = 0;
    tree_rows_ = tree_rows;
    tree_ = whole_tree_ = TreeRecord(tree_rows);
    noted_plies_ = tree_rows > 0 ? deepest_line + 1 : 1;
    root_player_ = root.current_player();
    if (root.is_terminal()) throw std::invalid_argument("the game is over, there is nothing to search");
    if (by_knowledge_ && !knows(root)) throw std::invalid_argument(no_knowledge);
    sorter_.check(root);
    line_.emplace(root, evaluation_);
    if constexpr (Knowing<S>) {
        if (by_knowledge_) line_->ask_knowledge();
    }
    line_->listen(&this->control());

    const int deepest = limits.depth > 0 ? std::min(limits.depth, deepest_line) : deepest_line;
    const bool deepening = limits.nodes > 0 || limits.seconds > 0;
    for (int depth = deepening ? 1 : deepest; depth <= deepest; ++depth) {
        iterate(depth);
        if (stopped() || result_.exhausted || result_.outcome) break;
    }
    if (!result_.found) {  // stopped before one move was searched: any legal move, and what the position looks like
        line_->pop_to(0);
        root.legal_actions(generated_);
        result_.value = result_.leaf_value = line_->evaluate();
        result_.action = generated_[0];
        best_line_.assign(1, generated_[0]);
    }
}

template <GameState S>
bool DepthFirst<S>::snapshot(SearchReport& report) {
    if (result_.action < 0) return false;
    report = plain_report(result_, best_line_, this->control().counted(), leaves_);
    report.whole_values = whole_values();
    for (const RootMove& move : best_moves_) {
        ReportRow row;
        row.action = move.action;
        row.value = move.value;
        row.kind = move.kind;
        row.nodes = move.nodes;
        report.rows.push_back(row);
    }
    if constexpr (Scored<S>) report.use_points(evaluation_->point(), point_ > 0);
    return true;
}

template <GameState S>
void DepthFirst<S>::iterate(int depth) {
    horizon_ = false;
    deepest_ = 0;
    moves_.clear();
    root_moves_.clear();
    if (tree_rows_ > 0) {
        tree_ = empty_tree();
        rows_.assign(1, add_row(-1, -1));
        if (const auto window = root_window()) record_window(rows_[0], *window, true);
    }
    const std::int64_t before = this->control().counted();
    const double value = search_root(depth);
    const std::int64_t nodes = this->control().counted() - before;
    if (!this->control().stopped()) {
        finish(depth, value);
        if (tree_.wanted()) {
            tree_.set(0, value, nodes, result_.kind);
            whole_tree_ = std::move(tree_);
        }
    } else if (tree_.wanted() && result_.depth == 0 && result_.found) {
        tree_.set(0, result_.value, nodes, RowKind::lower_bound);
    }
}

template <GameState S>
void DepthFirst<S>::finish(int depth, double value) {
    result_.found = true;
    best_moves_ = root_moves_;
    result_.value = value;
    best_line_ = lines_[0];
    result_.exhausted = !horizon_;
    result_.depth = horizon_ ? depth : deepest_;
    const RowKind kind = kind_of_root(value);
    result_.kind = kind;
    // max_element gives the first of equals: a bound that only equals the best value does not displace it.
    const auto better = [](const RootMove& left, const RootMove& right) { return left.value < right.value; };
    result_.action = std::max_element(root_moves_.begin(), root_moves_.end(), better)->action;
    if (best_line_.empty() || best_line_[0] != result_.action) best_line_.assign(1, result_.action);

    const bool win = value >= evaluation_limit && kind != RowKind::upper_bound;
    const bool loss = value <= -evaluation_limit && kind != RowKind::lower_bound;
    const bool forced = wins_are_proofs() && (win || loss);
    const bool proven = forced || (!horizon_ && kind == RowKind::exact && wins_are_proofs());
    if (proven) result_.outcome = (value > 0) - (value < 0);
    if (forced && kind == RowKind::exact) {
        const int plies = win_score - static_cast<int>(win ? value : -value);
        if (plies < known_win_plies) result_.plies_to_end = plies;
    }
    evaluate_end_of_line();

    root_order_.clear();
    std::stable_sort(root_moves_.begin(), root_moves_.end(),
                     [](const RootMove& left, const RootMove& right) { return left.value > right.value; });
    for (const RootMove& move : root_moves_) root_order_.push_back(move.action);
}

template <GameState S>
void DepthFirst<S>::evaluate_end_of_line() {
    for (Action action : best_line_) line_->push(action);
    const int value = static_value();
    result_.leaf_value = line_->state().current_player() == root_player_ ? value : -value;
    line_->pop_to(0);
}

template <GameState S>
int DepthFirst<S>::static_value() {
    const S& state = line_->state();
    return state.is_terminal() ? terminal_score(state, line_->ply(), point_) : line_->evaluate();
}

template <GameState S>
inline auto DepthFirst<S>::leaf(Node node, int value) -> Node {
    ++leaves_;
    node.value = leaf_value_ = value;
    leaf_player_ = node.player;
    return node;
}

template <GameState S>
inline auto DepthFirst<S>::open(bool at_horizon, int depth) -> Node {
    const S& state = line_->state();
    const int ply = line_->ply();
    Node node{true, 0, state.current_player(), ply, 0, 0};
    if (this->control().count_node()) return node;
    if (static_cast<std::size_t>(ply) + 2 > lines_.size()) lines_.resize(static_cast<std::size_t>(ply) + 2);
    lines_[static_cast<std::size_t>(ply)].clear();
    if (ply > deepest_) deepest_ = ply;
    if (at_horizon || ply == deepest_line) {
        if (state.is_terminal()) return leaf(node, terminal_score(state, ply, point_));
        if constexpr (Knowing<S>) {
            if (by_knowledge_ && is_known(node)) return leaf(node, node.value);
        }
        horizon_ = true;
        return leaf(node, line_->evaluate());
    }
    // Legal actions are empty if and only if the game is over: one question instead of two.
    state.legal_actions(generated_);
    if (generated_.empty()) return leaf(node, terminal_score(state, ply, point_));
    if constexpr (Knowing<S>) {
        if (by_knowledge_ && is_known(node)) return leaf(node, node.value);
    }
    node.is_leaf = false;
    node.begin = moves_.size();
    node.end = node.begin + generated_.size();
    if (ply == 0 && !root_order_.empty()) {
        moves_.insert(moves_.end(), root_order_.begin(), root_order_.end());
        node.end = moves_.size();
        return node;
    }
    moves_.insert(moves_.end(), generated_.begin(), generated_.end());
    if (sorter_.sorts(depth)) sorter_.sort(*line_, moves_, node.begin);
    return node;
}

/// With the game's knowledge: whether it knows who wins; else it leaves actions out of generated_. The root is searched
/// for a move anyway.
template <GameState S>
bool DepthFirst<S>::is_known(Node& node) {
    if constexpr (Knowing<S>) {
        const FactsOf<S> facts = line_->facts();
        if (facts.decided()) {
            node.value = known_score(facts.outcome(node.player), node.ply);
            return node.ply > 0;
        }
        const auto is_open = [&](Action action) { return facts.fate(action) == Fate::open; };
        if (std::any_of(generated_.begin(), generated_.end(), is_open)) {
            const Action* const end = std::stable_partition(generated_.begin(), generated_.end(), is_open);
            const auto kept = static_cast<std::size_t>(end - generated_.begin());
            generated_.clear();
            generated_.grow(kept);
        }
    }
    return false;
}

template <GameState S>
inline void DepthFirst<S>::down(const Node& node, std::size_t i, Window window) {
    if (node.ply < noted_plies_) {
        const auto ply = static_cast<std::size_t>(node.ply);
        ticks_before_.resize(ply + 1);
        ticks_before_[ply] = this->control().counted();
        if (tree_.wanted()) {
            rows_.resize(ply + 2);
            rows_[ply + 1] = add_row(rows_[ply], moves_[i]);
            if (root_window()) record_window(rows_[ply + 1], window, node.player == root_player_);
        }
    }
    line_->push(moves_[i]);
}

/// `own`: as the player to move at the root sees it.
template <GameState S>
void DepthFirst<S>::record_window(std::int32_t row, Window window, bool own) {
    const auto [low, high] = window;
    tree_.set_terms(row, {term_of(own ? low : -high), term_of(own ? high : -low)});
}

template <GameState S>
inline void DepthFirst<S>::up(const Node& node, std::size_t i, double value, RowKind kind) {
    line_->pop();
    moves_.resize(node.end);
    if (node.ply < noted_plies_) note_child(node, i, value, kind);
}

template <GameState S>
void DepthFirst<S>::note_child(const Node& node, std::size_t i, double value, RowKind kind) {
    if (this->control().stopped()) return;
    const auto ply = static_cast<std::size_t>(node.ply);
    const std::int64_t nodes = this->control().counted() - ticks_before_[ply];
    if (nodes == 1) {  // a leaf has its value, whatever the window or the question
        kind = RowKind::exact;
        value = leaf_player_ == node.player ? leaf_value_ : -leaf_value_;
    }
    if (tree_.wanted()) {
        const bool mirrored = node.player != root_player_;
        RowKind seen = kind;
        if (mirrored && kind == RowKind::lower_bound) seen = RowKind::upper_bound;
        if (mirrored && kind == RowKind::upper_bound) seen = RowKind::lower_bound;
        tree_.set(rows_[ply + 1], mirrored ? -value : value, nodes, seen);
    }
    if (node.ply > 0) return;
    const RootMove move{moves_[i], value, kind, nodes};
    // Scout searches some moves twice: the later value counts.
    if (!root_moves_.empty() && root_moves_.back().action == move.action) {
        root_moves_.back().value = value;
        root_moves_.back().kind = kind;
        root_moves_.back().nodes += nodes;
    } else {
        root_moves_.push_back(move);
    }
    if (result_.depth > 0) return;
    // No depth is complete: what a stop or Ctrl-C would leave is the best so far.
    if (!result_.found || value > result_.value) {
        result_.found = true;
        result_.action = move.action;
        result_.value = value;
        result_.kind = RowKind::lower_bound;
        best_line_.assign(1, move.action);
        best_line_.insert(best_line_.end(), lines_[1].begin(), lines_[1].end());
    }
    best_moves_ = root_moves_;
}

template <GameState S>
void DepthFirst<S>::record_cut(const Node& node, std::size_t i) {
    const std::int32_t row = rows_[static_cast<std::size_t>(node.ply)];
    for (; row >= 0 && i < node.end; ++i) add_row(row, moves_[i]);
}

/// A row counts as pruned until its value is known; -1 where there is no room.
template <GameState S>
std::int32_t DepthFirst<S>::add_row(std::int32_t parent, Action action) {
    if (parent < 0 && action >= 0) return -1;
    const std::int32_t row = tree_.add(parent, action);
    tree_.set(row, 0, 0, RowKind::pruned);
    return row;
}

template <GameState S>
inline void DepthFirst<S>::take_line(const Node& node, std::size_t i) {
    const auto ply = static_cast<std::size_t>(node.ply);
    lines_[ply].assign(1, moves_[i]);
    lines_[ply].insert(lines_[ply].end(), lines_[ply + 1].begin(), lines_[ply + 1].end());
}

}  // namespace boardai
