#pragma once
// Principal variation search within the tree: steps 3 to 9 of pvs.hpp.

#include <algorithm>
#include <cmath>

#include "boardai/search/pvs/searcher.hpp"

namespace boardai {

template <GameState S, class E>
int PvsSearcher<S, E>::search(int alpha, int beta, int depth, int ply, bool cut_node, bool may_skip) {
    const S& state = line_.state();
    bool in_check = false;
    if constexpr (Checking<S>) in_check = state.is_check();
    if (in_check && options_.check_extension && ply < 2 * iteration_) ++depth;
    if (depth <= 0 || ply >= max_ply) return beyond(alpha, beta, ply);

    // 3. Draws and ends of the game; what cannot be better than what is known already.
    Ply& here = plies_[static_cast<std::size_t>(ply)];
    if (!visit(ply)) return 0;
    int value = 0;
    if (finished_before_table(ply, value)) return value;
    if (options_.mate_distance && !(Scored<S> && options_.points)) {
        alpha = std::max(alpha, ply - win_score);
        beta = std::min(beta, win_score - ply - 1);
        if (alpha >= beta) {
            here.horizon = true;
            return alpha;
        }
    }
    int back_to = untouched;  // the player can go back to this ply's position, a draw
    if constexpr (RepetitionAhead<S>) {
        if (options_.repetition_draws && alpha < 0) {
            if (const int back = state.repetition_ahead(ply)) {
                back_to = ply - back;
                alpha = 0;
                if (beta <= 0) {
                    here.repetition = back_to;
                    here.horizon = true;
                    return 0;
                }
            }
        }
    }
    const bool pv = beta - alpha > 1;

    // 4. The table.
    here.key = table_ ? key_of(state) : 0;
    TableEntry entry;
    const bool known = probe(ply, entry);
    if (known && (!pv || !options_.null_window) && table_cuts(entry, alpha, beta, depth, ply)) {
        here.horizon = entry.depth < TranspositionTable::deepest;
        if (entry.action >= 0) here.line.assign(1, entry.action);
        return entry.score;
    }
    if (state.is_terminal()) return terminal_score(state, ply, options_.points);

    // 5. Cuts that need no move of the player's own.
    int now = no_value;
    bool improving = false;
    here.static_value = no_value;
    if (static_values_ && !in_check) {
        here.static_value = now = line_.evaluate();
        if (known && !is_decided_score(entry.score) && static_cast<int>(entry.bound) != 0) {
            const bool better =
                entry.bound == Bound::exact || (entry.bound == Bound::lower ? entry.score > now : entry.score < now);
            if (better) now = entry.score;
        }
        const int before = ply >= 2 ? plies_[static_cast<std::size_t>(ply) - 2].static_value : no_value;
        improving = before != no_value && here.static_value > before;
    }
    const bool may_cut = !pv && !is_decided_score(alpha) && !is_decided_score(beta);
    if (may_cut && now != no_value) {
        if (unit_ > 0 && options_.razoring && depth <= 2 && now + margin(300 * depth) <= alpha) {
            value = beyond(alpha, alpha + 1, ply);
            if (control_.stopped()) return 0;
            here.horizon = true;
            if (value <= alpha) return value;
        }
        if (unit_ > 0 && options_.reverse_futility && depth <= 8 && now - margin(75 * (depth - improving)) >= beta) {
            here.horizon = true;
            return now;
        }
        if (options_.null_move && may_skip && depth >= 3 && now >= beta) {
            if (null_move_cuts(beta, depth, ply, now, cut_node, value)) return value;
            if (control_.stopped()) return 0;
        }
        here.repetition = untouched;
    }
    if (may_cut && options_.probcut && !in_check && depth >= 3) {
        const auto rows = static_cast<std::int32_t>(record_.size());
        if (probcut(alpha, beta, depth, ply, now, cut_node, may_skip, value)) return value;
        record_.drop_from(rows);
        if (control_.stopped()) return 0;
        here.repetition = untouched;
    }

    // 6. A first move, where the table has none, by a shallower search.
    Action table_action = known ? entry.action : -1;
    if (options_.internal_deepening && table_ && table_action < 0 && depth >= 5 && (pv || cut_node)) {
        const auto rows = static_cast<std::int32_t>(record_.size());
        search(alpha, beta, depth - (pv ? 2 : depth / 2), ply, cut_node, may_skip);
        if (control_.stopped()) return 0;
        if (probe(ply, entry)) table_action = entry.action;
        record_.drop_from(rows);
        here.horizon = false;
        here.repetition = untouched;
        here.line.clear();
    }

    // 7. The moves, best first.
    auto& list = here.list;
    list.before[0] = ply >= 1 ? plies_[static_cast<std::size_t>(ply) - 1].played : PlayedAction{};
    list.before[1] = ply >= 2 ? plies_[static_cast<std::size_t>(ply) - 2].played : PlayedAction{};
    order_.begin(state, list, table_action, in_check, depth >= 3);
    order_.forget_killers(ply + 2);
    if constexpr (skips_turns) {
        if (options_.skipped_move_order && depth >= 2) {
            order_.fill(state, ply, list);
            rank_by_skipping(ply);
        }
    }
    const int player = state.current_player();
    const int lowest = alpha;
    int best = -infinite_score;
    Action best_action = -1;
    int quiet = 0;
    bool late = false;
    for (std::size_t number = 0; order_.next(state, ply, list, number); ++number) {
        const RankedAction move = list.moves[number];
        quiet += !move.noisy;

        // 7a. Near the horizon, moves that hardly ever matter.
        if (static_values_ && number > 0 && !in_check && !is_loss_score(best) && depth <= 8) {
            bool skipped = false;
            if (!move.noisy) {
                const int limit = 3 + depth * depth;
                late |= options_.late_move_pruning && unit_ > 0 && quiet > (improving ? limit : limit / 2);
                skipped = late || (unit_ > 0 && options_.futility && !pv && depth <= 6 &&
                                   now + margin(80 + 90 * depth) <= alpha);
                if constexpr (Checking<S>) skipped = skipped && !state.gives_check(move.action);
            }
            if constexpr (Exchanging<S>) {
                if (unit_ > 0 && options_.exchange_pruning && !skipped) {
                    const int threshold = move.noisy ? -margin(25 * depth * depth) : -margin(55 * depth);
                    if (!move.noisy || order_.loses_exchange(move)) {
                        skipped = !state.exchange_at_least(move.action, threshold);
                    }
                }
            }
            if (skipped) {
                here.horizon = true;
                row_pruned(ply, move.action);
                if (late && !record_.wanted()) order_.drop_quiet(state, list, number);
                continue;
            }
        }

        // 7b. How deeply; 7c. by which windows.
        int reduced = depth - 1;
        if (options_.late_move_reductions && depth >= 3 && number >= (pv ? 2u : 1u)) {
            reduced -=
                reduction(state, move, depth, static_cast<int>(number), ply, pv, cut_node, improving, list.before);
            reduced = std::clamp(reduced, 1, depth - 1);
        }
        play(ply, move.action);
        value = move_value(player, alpha, beta, depth - 1, reduced, ply, number == 0, cut_node);
        line_.pop();
        if (control_.stopped()) return 0;

        // 7d. What it means.
        const Ply& below = plies_[static_cast<std::size_t>(ply) + 1];
        take_over(here, below, value > best);
        if (value > best) {
            best = value;
            if (value > alpha || !options_.cutoffs) {
                best_action = move.action;
                if (pv || !options_.cutoffs) begin_line(here, move.action, below);
            }
            if (options_.cutoffs && value > alpha) {
                alpha = value;
                if (alpha >= beta) {
                    if (record_.wanted()) order_.fill(state, ply, list);
                    if (!move.noisy) {
                        order_.learn_cutoff(state, ply, depth, move.action, list.before, list.moves, number);
                    }
                    for (std::size_t i = number + 1; record_.wanted() && i < list.moves.size(); ++i) {
                        row_pruned(ply, list.moves[i].action);
                    }
                    break;
                }
            }
        }
    }

    // 9. Remember.
    if (best <= lowest) here.repetition = std::min(here.repetition, back_to);
    store(ply, depth, lowest, beta, best, best_action);
    return best;
}

/// 7c, 8. The value of the move just played: by a null window, less deeply, and again where that was not enough.
template <GameState S, class E>
int PvsSearcher<S, E>::move_value(int player, int alpha, int beta, int depth, int reduced, int ply, bool first,
                                  bool cut_node) {
    const bool pv = beta - alpha > 1;
    if (!options_.cutoffs) return child(player, -infinite_score, infinite_score, depth, ply, false, true);
    if (!options_.null_window) {
        if (reduced < depth) {
            const int value = child(player, alpha, beta, reduced, ply, true, true);
            if (value <= alpha || control_.stopped()) return value;
        }
        return child(player, alpha, beta, depth, ply, false, true);
    }
    if (first) return child(player, alpha, beta, depth, ply, !pv && !cut_node, true);
    int value = child(player, alpha, alpha + 1, reduced, ply, reduced < depth || !cut_node, true);
    if (value > alpha && reduced < depth && !control_.stopped()) {
        value = child(player, alpha, alpha + 1, depth, ply, !cut_node, true);
    }
    if (value > alpha && value < beta && !control_.stopped())
        value = child(player, alpha, beta, depth, ply, false, true);
    return value;
}

/// The position after the move just played, for `player` who made it: the sign changes only if the player does.
template <GameState S, class E>
int PvsSearcher<S, E>::child(int player, int low, int high, int depth, int ply, bool cut_node, bool may_skip) {
    const std::int32_t row = begin_row(ply, plies_[static_cast<std::size_t>(ply)].played.action);
    const std::int64_t nodes_before = nodes_;
    const int value = line_.state().current_player() == player
                          ? search(low, high, depth, ply + 1, cut_node, may_skip)
                          : -search(-high, -low, depth, ply + 1, cut_node, may_skip);
    end_row(row, player, value, low, high, nodes_before);
    return value;
}

/// Counts the node and clears its ply; false: stop.
template <GameState S, class E>
bool PvsSearcher<S, E>::visit(int ply) {
    ++nodes_;
    if (main_ ? control_.tick() : control_.stopped()) return false;
    Ply& here = plies_[static_cast<std::size_t>(ply)];
    here.line.clear();
    here.horizon = false;
    here.repetition = untouched;
    here.last_child = -1;
    if (ply > longest_line_) longest_line_ = ply;
    return true;
}

/// Ends that the table cannot tell, since they depend on the way here: repetitions and the move count.
template <GameState S, class E>
bool PvsSearcher<S, E>::finished_before_table(int ply, int& value) {
    if constexpr (Repeating<S>) {
        const S& state = line_.state();
        constexpr int whole_game = 1 << 20;
        if (state.repeats_within(whole_game)) {
            Ply& here = plies_[static_cast<std::size_t>(ply)];
            const bool on_line = options_.repetition_draws && state.repeats_within(ply);
            if (on_line || state.is_terminal()) {
                here.repetition = -1;
                here.horizon = true;
                for (int back = 2; on_line && back <= ply; back += 2) {
                    if (!state.repeats_within(back)) continue;
                    here.repetition = ply - back;
                    break;
                }
                value = on_line ? 0 : terminal_score(state, ply, options_.points);
                return true;
            }
        }
        if (state.plies_until_draw() <= 0 && state.is_terminal()) {
            value = terminal_score(state, ply, options_.points);
            return true;
        }
    }
    return false;
}

/// Near the end of the move count, positions with different counts are different positions.
template <GameState S, class E>
std::uint64_t PvsSearcher<S, E>::key_of(const S& state) const {
    if constexpr (Repeating<S>) {
        const int left = state.plies_until_draw();
        if (left <= counted_plies) return state.hash() ^ mix64(static_cast<std::uint64_t>(left) + 0x64726177);
    }
    return state.hash();
}

template <GameState S, class E>
bool PvsSearcher<S, E>::probe(int ply, TableEntry& entry) {
    if (!table_ || !table_->probe(plies_[static_cast<std::size_t>(ply)].key, entry)) return false;
    if (!options_.points) entry.score = score_from_table(entry.score, ply);
    return true;
}

template <GameState S, class E>
bool PvsSearcher<S, E>::table_cuts(const TableEntry& entry, int alpha, int beta, int depth, int ply) {
    if (!options_.cutoffs || (options_.same_depth ? entry.depth != depth : entry.depth < depth)) return false;
    const bool enough = entry.bound == Bound::exact || (entry.bound == Bound::lower && entry.score >= beta) ||
                        (entry.bound == Bound::upper && entry.score <= alpha);
    if (!enough) return false;
    if constexpr (Repeating<S>) {
        // Not where the lines behind the score could run into the move count.
        const S& state = line_.state();
        const int left = state.plies_until_draw();
        if (left > counted_plies && entry.depth + 10 >= left) return false;
        // Not where the opponent could answer the move that gives the score by going back on this line.
        if constexpr (RepetitionAhead<S> && LegalityTest<S>) {
            if (options_.repetition_draws && entry.score > 0 && entry.bound != Bound::upper && entry.action >= 0 &&
                state.is_legal(entry.action)) {
                play(ply, entry.action);
                const bool goes_back = line_.state().repetition_ahead(ply + 1) != 0;
                line_.pop();
                if (goes_back) return false;
            }
        }
    }
    return true;
}

template <GameState S, class E>
void PvsSearcher<S, E>::store(int ply, int depth, int alpha, int beta, int best, Action action) {
    if (!table_) return;
    const Ply& here = plies_[static_cast<std::size_t>(ply)];
    const Bound bound = !options_.cutoffs ? Bound::exact
                        : best >= beta    ? Bound::lower
                        : best > alpha    ? Bound::exact
                                          : Bound::upper;
    if (here.repetition < ply) {
        // True on this line only: nothing but the move is kept, and only where nothing better is known.
        TableEntry known;
        if (action >= 0 && !table_->probe(here.key, known)) table_->store(here.key, {action, 0, 0, Bound::none});
        return;
    }
    const int score = options_.points ? best : score_to_table(best, ply);
    const bool complete = !here.horizon && !options_.same_depth;
    table_->store(here.key, {action, score, complete ? TranspositionTable::deepest : depth, bound});
}

/// The best line from here: the move, then the best line after it.
template <GameState S, class E>
void PvsSearcher<S, E>::begin_line(Ply& here, Action action, const Ply& below) {
    here.line.assign(1, action);
    here.line.insert(here.line.end(), below.line.begin(), below.line.end());
}

/// What a move's value rests on, its position's rests on too.
template <GameState S, class E>
void PvsSearcher<S, E>::take_over(Ply& here, const Ply& below, bool deciding) {
    here.horizon |= below.horizon;
    if (deciding) here.repetition = std::min(here.repetition, below.repetition);
}

/// 5c. The opponent moves twice, and it is still enough (Goetsch and Campbell 1990).
template <GameState S, class E>
bool PvsSearcher<S, E>::null_move_cuts(int beta, int depth, int ply, int now, bool cut_node, int& value) {
    if constexpr (skips_turns) {
        const S& state = line_.state();
        if (!state.can_skip()) return false;
        const int unit = unit_ > 0 ? unit_ : 100;
        const int less = options_.null_move_reduction + depth / 4 + std::min((now - beta) / (2 * unit), 3);
        const int player = state.current_player();
        plies_[static_cast<std::size_t>(ply)].played = {};
        line_.push_with([](S& next) { next.skip(); });
        value = child(player, beta - 1, beta, depth - less, ply, !cut_node, false);
        line_.pop();
        if (control_.stopped() || value < beta) return false;
        if (is_win_score(value)) value = beta;
        if (options_.null_move_verification && depth >= 12) {
            const int verified = search(beta - 1, beta, depth - less, ply, false, false);
            if (control_.stopped() || verified < beta) return false;
        }
        Ply& here = plies_[static_cast<std::size_t>(ply)];
        here.line.clear();
        here.horizon = true;
        return true;
    } else {
        return false;
    }
}

/// 5d. What is well outside the window in a shallow search will be outside it in a deep one (Buro 1995).
template <GameState S, class E>
bool PvsSearcher<S, E>::probcut(int alpha, int beta, int depth, int ply, int now, bool cut_node, bool may_skip,
                                int& value) {
    const ProbCutModel model = line_.probcut(depth);
    if (model.shallow > 0) return may_skip && foretold(model, alpha, beta, ply, cut_node, value);
    return unit_ > 0 && depth >= 5 && probcut_by_captures(beta, depth, ply, now, cut_node, value);
}

/// By the evaluator's model: a bound that the shallow value has to pass, for the deep one to pass alpha or beta with
/// all but certainty; only on the side that the position already leans to.
template <GameState S, class E>
bool PvsSearcher<S, E>::foretold(const ProbCutModel& model, int alpha, int beta, int ply, bool cut_node, int& value) {
    const double error = options_.probcut_deviations * model.deviation;
    const int now = plies_[static_cast<std::size_t>(ply)].static_value;
    const double likely = model.slope * (now != no_value ? now : line_.evaluate()) + model.offset;
    const bool above = likely >= beta;
    if (!above && likely > alpha) return false;
    const double wanted = ((above ? beta + error : alpha - error) - model.offset) / model.slope;
    const int bound = static_cast<int>(above ? std::ceil(wanted) : std::floor(wanted));
    if (is_decided_score(bound)) return false;
    value = above ? search(bound - 1, bound, model.shallow, ply, cut_node, false)
                  : search(bound, bound + 1, model.shallow, ply, cut_node, false);
    if (control_.stopped() || (above ? value < bound : value > bound)) return false;
    Ply& here = plies_[static_cast<std::size_t>(ply)];
    here.line.clear();
    here.horizon = true;
    value = above ? beta : alpha;
    return true;
}

/// By the winning captures alone: one that is well above beta in a shallow search will be above it in a deep one.
template <GameState S, class E>
bool PvsSearcher<S, E>::probcut_by_captures(int beta, int depth, int ply, int now, bool cut_node, int& value) {
    if constexpr (Exchanging<S>) {
        const int high = beta + margin(180);
        if (is_win_score(high)) return false;
        const S& state = line_.state();
        const int player = state.current_player();
        Ply& here = plies_[static_cast<std::size_t>(ply)];
        order_.begin_noisy(state, here.list, -1);
        for (std::size_t number = 0; order_.next(state, ply, here.list, number); ++number) {
            const Action action = here.list.moves[number].action;
            if (!state.exchange_at_least(action, high - now)) continue;
            play(ply, action);
            value = child(player, high - 1, high, 0, ply, !cut_node, true);
            if (value >= high && !control_.stopped())
                value = child(player, high - 1, high, depth - 4, ply, !cut_node, true);
            line_.pop();
            if (control_.stopped()) return false;
            if (value >= high) {
                here.horizon = true;
                return true;
            }
        }
    }
    return false;
}

/// 7b. Plies less for a move late in the order.
template <GameState S, class E>
int PvsSearcher<S, E>::reduction(const S& state, const RankedAction& move, int depth, int number, int ply, bool pv,
                                 bool cut_node, bool improving, const PlayedAction* before) const {
    if (move.noisy && !order_.loses_exchange(move)) return 0;
    const auto at = static_cast<std::size_t>(std::min(depth, 63) * 64 + std::min(number, 63));
    int less = reductions_[at];
    if (pv) --less;
    if (cut_node) ++less;
    if (!improving && static_values_) ++less;
    if (!move.noisy) {
        if (order_.is_killer(ply, move.action)) --less;
        less -= order_.history_score(state, state.current_player(), move.action, before) / 8'000;
    }
    if constexpr (Checking<S>) {
        if (less > 0 && state.gives_check(move.action)) --less;
    }
    return std::max(less, 0);
}

/// The skipped-move order (Kála 2015, A4): quiet moves by what the player could do next if the opponent did nothing.
template <GameState S, class E>
void PvsSearcher<S, E>::rank_by_skipping(int ply) {
    if constexpr (skips_turns) {
        Ply& here = plies_[static_cast<std::size_t>(ply)];
        for (RankedAction& move : here.list.moves) {
            if (move.noisy || move.rank > (1 << 20)) continue;
            play(ply, move.action);
            if (!line_.state().is_terminal() && line_.state().can_skip()) {
                line_.push_with([](S& next) { next.skip(); });
                move.rank = best_follow_up();
                line_.pop();
            } else {
                move.rank = 0;
            }
            line_.pop();
        }
    }
}

/// The best evaluation after any move of the player to move, for that player.
template <GameState S, class E>
int PvsSearcher<S, E>::best_follow_up() {
    const S& state = line_.state();
    const int player = state.current_player();
    ActionList actions;
    state.legal_actions(actions);
    int best = -infinite_score;
    for (const Action action : actions) {
        line_.push(action);
        const S& after = line_.state();
        const int value = after.is_terminal() ? terminal_score(after, 0, options_.points) : line_.evaluate();
        best = std::max(best, after.current_player() == player ? value : -value);
        line_.pop();
    }
    return best;
}

template <GameState S, class E>
void PvsSearcher<S, E>::play(int ply, Action action) {
    plies_[static_cast<std::size_t>(ply)].played = {action, MoveOrder<S>::group_of(line_.state(), action)};
    if constexpr (HashAhead<S>) {
        if (table_) table_->prefetch(line_.state().hash_after(action));
    }
    line_.push(action);
}

// ---------------------------------------------------------------------------------------------------------
// The record of the tree.

template <GameState S, class E>
std::int32_t PvsSearcher<S, E>::begin_row(int ply, Action action) {
    Ply& below = plies_[static_cast<std::size_t>(ply) + 1];
    below.row = -1;
    if (!record_.wanted() || action < 0) return -1;
    Ply& here = plies_[static_cast<std::size_t>(ply)];
    if (here.row < 0) return -1;
    if (here.last_child >= 0 && here.last_child_action == action) record_.drop_from(here.last_child);  // searched again
    here.last_child_action = action;
    return here.last_child = below.row = record_.add(here.row, action);
}

template <GameState S, class E>
void PvsSearcher<S, E>::end_row(std::int32_t row, int player, int value, int low, int high, std::int64_t nodes_before) {
    if (row < 0) return;
    RowKind kind = value <= low ? RowKind::upper_bound : value >= high ? RowKind::lower_bound : RowKind::exact;
    if (player != root_player_ && kind != RowKind::exact) {
        kind = kind == RowKind::upper_bound ? RowKind::lower_bound : RowKind::upper_bound;
    }
    record_.set(row, player == root_player_ ? value : -value, nodes_ - nodes_before, kind);
}

template <GameState S, class E>
void PvsSearcher<S, E>::row_pruned(int ply, Action action) {
    if (!record_.wanted() || plies_[static_cast<std::size_t>(ply)].row < 0) return;
    record_.set(record_.add(plies_[static_cast<std::size_t>(ply)].row, action), 0, 0, RowKind::pruned);
}

}  // namespace boardai
