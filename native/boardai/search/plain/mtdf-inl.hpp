#pragma once
// MTD(f): bodies.

#include <algorithm>
#include <stdexcept>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/search/plain/move_ordering-inl.hpp"
#include "boardai/search/plain/mtdf.hpp"
#include "boardai/search/report.hpp"
#include "boardai/search/solvers/solver.hpp"

namespace boardai {

template <GameState S>
Mtdf<S>::Mtdf(const MtdfOptions& options, const EvaluationSpec& evaluator)
    : options_(options),
      evaluation_(Evaluations<S>::find(evaluator)),
      point_(searched_point(*evaluation_, options.points)),
      table_(options.megabytes) {
    sorter_.use<S>(options.ordering, point_);
}

template <GameState S>
void Mtdf<S>::run(const S& root, const SearchLimits& limits) {
    result_ = RootValue();
    this->run_and_publish(limits, [&] { search(root, limits); });
}

template <GameState S>
void Mtdf<S>::search(const S& root, const SearchLimits& limits) {
    if (root.is_terminal()) throw std::invalid_argument("the game is over, there is nothing to search");
    sorter_.check(root);
    table_.clear();
    line_.clear();
    line_.emplace_back(root, evaluation_);
    line_.front().listen(&this->control());
    moves_.clear();
    histories_.assign(1, 0);
    walking_ = false;
    passes_ = nodes_ = leaves_ = 0;
    const Action any = solver_detail::any_action(root);
    best_line_.assign(1, any);
    result_.value = result_.leaf_value = line_[0].evaluate();
    result_.action = any;

    // 1. Iterative deepening.
    constexpr int most = TranspositionTable::deepest - 1;
    const int deepest = limits.depth > 0 ? std::min(limits.depth, most) : most;
    int guesses[2] = {static_cast<int>(result_.value), static_cast<int>(result_.value)};
    for (int depth = 1; depth <= deepest; ++depth) {
        int& guess = guesses[depth & 1];
        const Value found = pin_down(depth == 2 ? guesses[1] : guess, depth);
        if (this->control().stopped()) break;
        guess = found.score;
        finish(depth, found);
        if (result_.outcome || this->control().stopped()) break;
    }
}

template <GameState S>
bool Mtdf<S>::snapshot(SearchReport& report) {
    if (result_.action < 0) return false;
    report = plain_report(result_, best_line_, nodes_, leaves_);
    report.whole_values = true;
    report.memory_use = table_.use();
    report.note("passes", passes_);
    if (result_.found) {
        ReportRow row;  // of the others only bounds are ever known
        row.action = result_.action;
        row.value = result_.value;
        row.nodes = nodes_;
        report.rows.push_back(row);
    }
    if constexpr (Scored<S>) report.use_points(evaluation_->point(), point_ > 0);
    return true;
}

/// Step 2: the root's value at this depth.
template <GameState S>
typename Mtdf<S>::Value Mtdf<S>::pin_down(int guess, int depth) {
    int lower = -infinite_score;
    int upper = infinite_score;
    bool lower_complete = false;
    bool upper_complete = false;
    while (lower < upper) {
        const int beta = guess == lower ? guess + 1 : guess;
        ++passes_;
        const Value found = value(depth, beta);
        if (this->control().stopped()) break;
        guess = found.score;
        if (guess < beta) {
            upper = guess;
            upper_complete = found.complete;
        } else {
            lower = guess;
            lower_complete = found.complete;
        }
    }
    return {guess, lower_complete && upper_complete};
}

/// Step 3: whether the line's last position is worth at least `beta` to its player, `depth` plies deep: a bound that
/// decides the question. Void when the search was stopped.
template <GameState S>
typename Mtdf<S>::Value Mtdf<S>::value(int depth, int beta) {
    if (this->control().count_node()) return {0, false};
    nodes_ += !walking_;
    const S& state = line_[0].state();
    const int ply = line_[0].ply();
    if (state.is_terminal()) {
        leaves_ += !walking_;
        return {terminal_score(state, ply, point_), true};
    }
    if (depth == 0) {
        leaves_ += !walking_;
        return {line_[0].evaluate(), false};
    }
    const std::uint64_t here = key();
    TableEntry entry;
    Value found{0, false};
    if (from_table(here, depth, beta, entry, found)) return found;
    const int player = state.current_player();
    const std::size_t begin = generate(entry.action, depth);
    const std::size_t end = moves_.size();
    Value best{-infinite_score, true};
    Action best_action = -1;
    for (std::size_t i = begin; i < end; ++i) {
        const Action action = moves_[i];
        step(action);
        const Value child = child_value(player, depth - 1, beta);
        step_back();
        if (this->control().stopped()) return {0, false};
        if (child.score > best.score) {
            best.score = child.score;
            best_action = action;
        }
        if (child.score >= beta) {  // at least: this child alone shows it
            best.complete = child.complete;
            break;
        }
        best.complete = best.complete && child.complete;
    }
    moves_.resize(begin);
    if (ply == 0 && best.score >= beta) root_action_ = best_action;
    // 4. Store.
    if (!walking_) {
        entry.action = best_action;
        entry.score = score_to_table(best.score, ply);
        entry.depth = best.complete ? TranspositionTable::deepest : depth;
        entry.bound = best.score >= beta ? Bound::lower : Bound::upper;
        table_.store(here, entry);
    }
    return best;
}

/// The value of the position just stepped to, for the player who stepped there.
template <GameState S>
typename Mtdf<S>::Value Mtdf<S>::child_value(int player, int depth, int beta) {
    if (line_[0].state().current_player() == player) return value(depth, beta);
    // "Worth at least beta to me" is "worth less than 1 - beta to the other".
    const Value child = value(depth, 1 - beta);
    return {-child.score, child.complete};
}

/// Whether the table answers. At the root only its move counts: which move is best must be seen.
template <GameState S>
bool Mtdf<S>::from_table(std::uint64_t key, int depth, int beta, TableEntry& entry, Value& found) const {
    if (!table_.probe(key, entry)) {
        entry.action = -1;
        return false;
    }
    const int ply = line_[0].ply();
    const bool complete = entry.depth == TranspositionTable::deepest;
    if (ply == 0 || (entry.depth != depth && !complete)) return false;
    found = {score_from_table(entry.score, ply), complete};
    return entry.bound == Bound::lower ? found.score >= beta : found.score < beta;
}

/// Puts the legal actions after moves_, `first` in front if it is one of them; returns where they begin. `depth`:
/// plies left.
template <GameState S>
std::size_t Mtdf<S>::generate(Action first, int depth) {
    fill_with_actions(line_[0].state(), generated_);
    const std::size_t begin = moves_.size();
    moves_.insert(moves_.end(), generated_.begin(), generated_.end());
    if (sorter_.sorts(depth)) sorter_.sort(line_[0], moves_, begin);
    const auto from = moves_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto place = std::find(from, moves_.end(), first);
    if (place != moves_.end()) std::rotate(from, place, place + 1);
    return begin;
}

template <GameState S>
void Mtdf<S>::step(Action action) {
    std::uint64_t history = 0;
    if constexpr (Repeating<S>) {
        const int before = line_[0].state().plies_until_draw();
        history = mix64(histories_.back() + line_[0].state().hash());
        line_[0].push(action);
        // A move that starts the counter again cannot be taken back by any other: what was before does not return.
        if (line_[0].state().plies_until_draw() >= before) history = 0;
    } else {
        line_[0].push(action);
    }
    histories_.push_back(history);
}

template <GameState S>
void Mtdf<S>::step_back() {
    line_[0].pop();
    histories_.pop_back();
}

template <GameState S>
std::uint64_t Mtdf<S>::key() const {
    return line_[0].state().hash() ^ histories_.back();
}

template <GameState S>
void Mtdf<S>::finish(int depth, const Value& found) {
    result_.found = true;
    result_.value = found.score;
    result_.depth = depth;
    result_.action = root_action_;
    best_line_.assign(1, root_action_);  // readable also while, or where, the walk is interrupted
    result_.exhausted = found.complete;
    const bool decided = is_decided_score(found.score);
    if (decided || found.complete) result_.outcome = (found.score > 0) - (found.score < 0);
    if (decided) {
        const int plies = win_score - (found.score > 0 ? found.score : -found.score);
        if (plies < deepest_win) result_.plies_to_end = plies;
    }
    walking_ = true;
    walk(depth, found.score);
    walking_ = false;
}

/// The principal variation: in each position the first move that keeps the value. The table holds most answers.
template <GameState S>
void Mtdf<S>::walk(int depth, int score) {
    const int root_player = line_[0].state().current_player();
    std::vector<Action> found;
    Action next = root_action_;
    bool whole = false;
    while (next >= 0) {
        const int player = line_[0].state().current_player();
        step(next);
        found.push_back(next);
        if (line_[0].state().current_player() != player) score = -score;
        --depth;
        next = -1;
        whole = depth == 0 || line_[0].state().is_terminal();
        if (whole) break;
        const int mover = line_[0].state().current_player();
        TableEntry entry;
        table_.probe(key(), entry);
        const std::size_t begin = generate(entry.action, depth);
        for (std::size_t i = begin; i < moves_.size() && next < 0 && !this->control().stopped(); ++i) {
            step(moves_[i]);
            if (child_value(mover, depth - 1, score).score >= score) next = moves_[i];
            step_back();
        }
        moves_.resize(begin);
        if (this->control().stopped()) break;
    }
    if (!this->control().stopped() && whole) best_line_ = found;
    if (!this->control().stopped() && whole) {
        const S& state = line_[0].state();
        const int value = state.is_terminal() ? terminal_score(state, line_[0].ply(), point_) : line_[0].evaluate();
        result_.leaf_value = state.current_player() == root_player ? value : -value;
    }
    while (line_[0].ply() > 0) step_back();
}

}  // namespace boardai
