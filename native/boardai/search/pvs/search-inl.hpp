#pragma once
// Principal variation search, the steps of pvs.hpp in their order.
//
// Other files have the cutoffs that need a search of their own (5c, 5d, 6b: reduced_searches-inl.hpp), quiescence (10:
// quiescence-inl.hpp), the parts of the steps (searcher-inl.hpp), the order of moves (order.hpp), several threads
// (parallel.hpp), the bookkeeping of the root's moves (root.hpp), the record of the tree (recorder.hpp) and every
// number (margins.hpp).

#include <algorithm>
#include <cstdlib>

#include "boardai/search/pvs/quiescence-inl.hpp"
#include "boardai/search/pvs/reduced_searches-inl.hpp"
#include "boardai/search/pvs/searcher-inl.hpp"

namespace boardai {

// ---------------------------------------------------------------------------------------------------------
// The root.

/// 1. Iterative deepening: each iteration begins with the order that the last one left (Slate and Atkin 1977).
template <GameState S>
void PvsSearcher<S>::deepen(int first_depth) {
    const int last = last_depth(control_.limits());
    const auto wanted = std::min(static_cast<std::size_t>(std::max(options_.multi_pv, 1)), moves_.size());
    for (int depth = options_.iterative_deepening ? std::min(first_depth, last) : last; depth <= last; ++depth) {
        if (solve_ending(depth, control_)) return;
        recorder_.begin_iteration();
        bool horizon = false;
        bool proven = true;
        const std::int64_t nodes_before = nodes_;
        for (std::size_t first = 0; first < wanted; ++first) {
            const int value = aspirate(depth, first);
            if (control_.stopped()) return;
            if (first == 0) exhausted_ = !at(0).horizon;
            horizon |= at(0).horizon;
            // Outside the root's window only the side counts: who wins, not how soon.
            const bool outside = value <= root_alpha_ || value >= root_beta_;
            proven &= is_proven(value, depth) || (outside && is_decided_score(value));
        }
        completed_depth_ = depth;
        publish();
        recorder_.end_iteration(moves_[0].score, nodes_ - nodes_before);
        // Nothing is left to find: every line was followed to its end, or the quickest win is known.
        if (!horizon || proven || control_.soft_nodes_used()) return;
    }
}

/// 2. Aspiration: one iteration for the moves from `first` on, with a window around the last one's value, within the
/// root's window. A value outside the root's window is a bound.
template <GameState S>
int PvsSearcher<S>::aspirate(int depth, std::size_t first) {
    int alpha = root_alpha_;
    int beta = root_beta_;
    const int expected = moves_[first].score;
    int width = unit_ > 0 ? std::max(margin(options_.aspiration), 1) : options_.aspiration;
    if (options_.aspiration > 0 && options_.cutoffs && depth >= pvs_margins.aspiration_from &&
        moves_[first].bound == Bound::exact && !is_decided_score(expected)) {
        alpha = std::max(expected - width, root_alpha_);
        beta = std::min(expected + width, root_beta_);
    }
    for (;;) {
        const int value = search_root(alpha, beta, depth, first);
        if (control_.stopped()) return value;
        const bool failed_low = value <= alpha && alpha > root_alpha_;
        const bool failed_high = value >= beta && beta < root_beta_;
        if (value <= root_alpha_) {  // no move is better than another; the highest bound is the root's
            for (std::size_t i = first; i < moves_.size(); ++i) moves_[i].order = moves_[i].score;
        }
        sort_moves(first);
        if (!failed_low && !failed_high) return value;
        if (!options_.aspiration_gradual || is_decided_score(value)) {
            alpha = root_alpha_;
            beta = root_beta_;
            continue;
        }
        width = std::min(width * pvs_margins.aspiration_growth, infinite_score);
        if (failed_low) alpha = std::max(value - width, root_alpha_);
        if (failed_high) beta = std::min(value + width, root_beta_);
    }
}

template <GameState S>
int PvsSearcher<S>::open_root(int depth) {
    iteration_ = depth;
    visit(0);
    Ply& here = at(0);
    const S& state = line_.state();
    here.key = table_ ? key_of(state) : 0;
    here.static_value = no_value;
    bool in_check = false;
    if constexpr (Checking<S>) in_check = state.is_check();
    here.evaluated_value = TableEntry::unknown;
    if (static_values_ && !in_check) here.static_value = static_evaluation(TableEntry::unknown, 0);
    return in_check && options_.check_extension ? depth + 1 : depth;
}

/// The moves from `first` on: as a position within the tree, but nothing is pruned and every move is remembered.
template <GameState S>
int PvsSearcher<S>::search_root(int alpha, int beta, int depth, std::size_t first) {
    depth = open_root(depth);
    if (control_.stopped()) return 0;
    const int original_alpha = alpha;
    int best = -infinite_score;
    for (std::size_t i = first; i < moves_.size(); ++i) moves_[i].order = -infinite_score;
    for (std::size_t i = first; i < moves_.size(); ++i) {
        PvsRootMove& move = moves_[i];
        const std::int64_t nodes_before = nodes_;
        const int value = search_root_move(move.action, i - first, alpha, beta, depth);
        if (control_.stopped()) return best;
        move.nodes += nodes_ - nodes_before;
        const int to_beat = options_.cutoffs ? alpha : best;
        note(move, value, to_beat, options_.cutoffs ? beta : infinite_score, i == first, at(1).line);
        best = std::max(best, value);
        if (value > alpha && options_.cutoffs) {
            // Better than all before it: what would be played now.
            if (first == 0) publish();
            alpha = value;
            if (alpha >= beta) break;
        }
    }
    if (first == 0) store_root(depth, original_alpha, beta, best, best > original_alpha ? best_action() : -1);
    return best;
}

template <GameState S>
int PvsSearcher<S>::search_root_move(Action action, std::size_t number, int alpha, int beta, int depth) {
    const S& state = line_.state();
    const int player = state.current_player();
    int reduced = depth - 1;
    if (options_.late_move_reductions && depth >= pvs_margins.late_move_reduction_from &&
        static_cast<int>(number) >= pvs_margins.late_move_reduction_number_root && options_.cutoffs) {
        const PlayedAction nothing[3];
        RankedAction ranked{action, 0, false, false};
        if constexpr (NoisyTest<S>) ranked.noisy = state.is_noisy(action);
        reduced -= reduction(state, ranked, depth, static_cast<int>(number), 0, true, false, true, nothing);
        reduced = std::clamp(reduced, 1, depth - 1);
    }
    play(0, action);
    const int value = search_move(player, alpha, beta, depth - 1, reduced, 0, number == 0, false);
    line_.pop();
    if (!control_.stopped()) inherit(at(0), at(1), value > alpha || number == 0);
    return value;
}

// ---------------------------------------------------------------------------------------------------------
// A position within the tree.

/// The value of the line's position for the player to move: exact inside the window, else a bound. `cut_node`: a move
/// that fails high is expected; `allow_null`: the move before was no null move. With a move `excluded`, it is not the
/// value of the position, so the table is not used.
template <GameState S>
int PvsSearcher<S>::search(int alpha, int beta, int depth, int ply, bool cut_node, bool allow_null, Action excluded) {
    const S& state = line_.state();
    bool in_check = false;
    if constexpr (Checking<S>) in_check = state.is_check();
    const bool all = excluded < 0;
    if (all && in_check && options_.check_extension && ply < pvs_margins.check_extension_lines * iteration_) ++depth;
    if (depth <= 0 || ply >= max_ply) return search_leaf(alpha, beta, ply);

    // 3. Draws and ends of the game; positions that cannot improve on a known value.
    Ply& here = at(ply);
    if (!visit(ply)) return 0;
    int value = 0;
    if (is_drawn_or_over(ply, value)) return value;
    if (knows_ && all && is_known(ply, value)) return value;
    // Mate distance: no loss is quicker than an immediate one, no win quicker than one by the next move.
    if (options_.mate_distance && !(Scored<S> && options_.points)) {
        alpha = std::max(alpha, ply - win_score);
        beta = std::min(beta, win_score - ply - 1);
        if (alpha >= beta) {
            here.horizon = true;
            return alpha;
        }
    }
    // The player can go back to a position of the line: at least a draw.
    int repetition_ahead = no_repetition;
    if constexpr (RepetitionAhead<S>) {
        if (options_.repetition_draws && alpha < 0) {
            if (const int back = state.repetition_ahead(ply)) {
                repetition_ahead = ply - back;
                alpha = 0;
                if (beta <= 0) {
                    here.repetition = repetition_ahead;
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
    const bool known = all && probe(ply, entry);
    if (known && (!pv || !options_.null_window) && table_cuts(entry, alpha, beta, depth, ply)) {
        if (entry.action >= 0) here.line.assign(1, entry.action);
        return entry.score;
    }
    if (state.is_terminal()) return terminal_score(state, ply, point_);
    if (!options_.same_depth && line_.is_decided()) return line_.evaluate();

    // 5. Cutoffs before any move of the player, by the static evaluation or a better value from the table.
    int estimate = no_value;
    bool improving = false;
    here.static_value = no_value;
    const int stored = known ? entry.static_value : all ? TableEntry::unknown : here.evaluated_value;
    here.evaluated_value = TableEntry::unknown;
    if (static_values_ && !in_check) {
        here.static_value = estimate = static_evaluation(stored, ply);
        if (known) estimate = better_known(estimate, entry);
        const int earlier = ply >= 2 ? at(ply - 2).static_value : no_value;
        improving = earlier != no_value && here.static_value > earlier;
    }
    const bool may_prune = all && !pv && !is_decided_score(alpha) && !is_decided_score(beta);
    if (may_prune && estimate != no_value) {
        // 5a. Razoring: very far below alpha, quiescence decides.
        if (unit_ > 0 && options_.razoring && depth <= pvs_margins.razoring_to &&
            estimate + margin(pvs_margins.razoring * depth) <= alpha) {
            value = search_leaf(alpha, alpha + 1, ply);
            if (control_.stopped()) return 0;
            here.horizon = true;
            if (value <= alpha) return value;
        }
        // 5b. Reverse futility: far above beta.
        if (unit_ > 0 && options_.reverse_futility && depth <= pvs_margins.reverse_futility_to &&
            estimate - margin(pvs_margins.reverse_futility * (depth - improving)) >= beta) {
            here.horizon = true;
            return estimate;
        }
        // 5c. Null move.
        if (options_.null_move && allow_null && depth >= pvs_margins.null_move_from && estimate >= beta) {
            if (null_move_cuts(beta, depth, ply, estimate, cut_node, value)) return value;
            if (control_.stopped()) return 0;
        }
        here.repetition = no_repetition;
    }
    // 5d. ProbCut.
    if (may_prune && options_.probcut && !in_check && depth >= pvs_margins.probcut_from) {
        const auto mark = recorder_.mark();
        if (probcut(alpha, beta, depth, ply, estimate, cut_node, allow_null, value)) return value;
        recorder_.rewind(mark);
        if (control_.stopped()) return 0;
        here.repetition = no_repetition;
    }

    // 6. Internal deepening: a first move, where the table has none, by a shallower search. Or internal reduction: the
    //    search is a ply shallower, also where the table's move is from a much shallower one.
    Action table_action = known ? entry.action : -1;
    const bool unknown = all && table_ && table_action < 0 && (pv || cut_node);
    const bool shallow = known && (pv || cut_node) && entry.depth + pvs_margins.internal_reduction_table <= depth;
    if (unknown && options_.internal_deepening && depth >= pvs_margins.internal_deepening_from) {
        const auto mark = recorder_.mark();
        const int less = pv ? pvs_margins.internal_deepening_reduction : depth / pvs_margins.internal_deepening_divisor;
        search(alpha, beta, depth - less, ply, cut_node, allow_null);
        if (control_.stopped()) return 0;
        if (probe(ply, entry)) table_action = entry.action;
        recorder_.rewind(mark);
        here.horizon = here.move_count = false;
        here.repetition = no_repetition;
        here.line.clear();
    } else if ((unknown || shallow) && options_.internal_reduction && depth >= pvs_margins.internal_reduction_from) {
        --depth;
    }

    // 6b. Singular extensions: the table's move, where all others are worse, a ply deeper. They make Hex, where no move
    //     is noisy, weaker.
    int extension = 0;
    if (Tactical<S> && options_.singular_extensions && known && table_action >= 0 && entry.action == table_action) {
        const auto mark = recorder_.mark();
        if (singular(entry, beta, depth, ply, pv, cut_node, extension, value)) return value;
        recorder_.rewind(mark);
        if (control_.stopped()) return 0;
        here.horizon = here.move_count = false;
        here.repetition = no_repetition;
        here.line.clear();
    }

    // 7. The moves, best first.
    auto& list = here.list;
    list.before[0] = ply >= 1 ? at(ply - 1).played : PlayedAction{};
    list.before[1] = ply >= 2 ? at(ply - 2).played : PlayedAction{};
    list.before[2] = ply >= 4 ? at(ply - 4).played : PlayedAction{};
    order_.begin(state, list, table_action, in_check, depth >= pvs_margins.quiet_order_from);
    order_.forget_killers(ply + 2);
    if constexpr (skips_turns) {
        if (options_.skipped_move_order && depth >= pvs_margins.skipped_move_from) {
            order_.fill(state, ply, list);
            rank_by_skipping(ply);
        }
    }
    if (candidates_only_) {
        ActionList candidates;
        line_.candidate_moves(options_.width, candidates);
        if (candidates.size() > 0) order_.begin_with(state, list, candidates, table_action);
        here.horizon |= options_.width > 0;  // there may be more
    }
    const int player = state.current_player();
    const int original_alpha = alpha;
    int best = -infinite_score;
    Action best_action = -1;
    bool best_is_noisy = false;
    int quiet = 0;
    bool late = false;
    for (std::size_t number = 0; order_.next(state, ply, list, number); ++number) {
        bool is_there = true;
        while (is_there &&
               (list.moves[number].action == excluded || (knows_ && is_left_out(ply, list.moves[number].action)))) {
            MoveOrder<S>::drop(list, number);
            is_there = order_.next(state, ply, list, number);
        }
        if (!is_there) break;
        if (first_moves_ > 0 && static_cast<int>(number) >= first_moves_ && !in_check && !is_loss_score(best)) {
            here.horizon = true;
            if (recorder_.on()) record_rest(ply, number - 1);
            break;
        }
        const RankedAction move = list.moves[number];
        prefetch(move.action);
        quiet += !move.noisy;

        // 7a. Near the horizon: late move pruning (LMP) of late quiet moves, futility of quiet ones far below alpha,
        //     SEE pruning of moves that lose an exchange.
        if (static_values_ && number > 0 && !in_check && !is_loss_score(best) && depth <= pvs_margins.move_pruning_to) {
            bool pruned = false;
            if (!move.noisy) {
                const int limit = pvs_margins.late_move_base + pvs_margins.late_move_growth * depth * depth;
                late |= options_.late_move_pruning && unit_ > 0 && quiet > (improving ? limit : limit / 2);
                pruned = late || (unit_ > 0 && options_.futility && !pv && depth <= pvs_margins.futility_to &&
                                  estimate + margin(pvs_margins.futility_base + pvs_margins.futility * depth) <= alpha);
                if constexpr (Checking<S>) pruned = pruned && !state.gives_check(move.action);
            }
            if constexpr (Exchanging<S>) {
                if (unit_ > 0 && options_.exchange_pruning && options_.capture_values && !pruned &&
                    (!move.noisy || order_.loses_exchange(move))) {
                    const int most = move.noisy ? margin(pvs_margins.exchange_noisy * depth * depth)
                                                : margin(pvs_margins.exchange_quiet * depth);
                    pruned = !state.see_ge(move.action, -most);
                }
            }
            if (pruned) {
                here.horizon = true;
                recorder_.pruned(ply, move.action);
                if (late && !recorder_.on()) order_.drop_quiet(state, list, number);
                continue;
            }
        }

        // 7b. How deeply (LMR).
        const int full = depth - 1 + (number == 0 && move.action == table_action ? extension : 0);
        int reduced = full;
        if (options_.late_move_reductions && depth >= pvs_margins.late_move_reduction_from &&
            static_cast<int>(number) >=
                (pv ? pvs_margins.late_move_reduction_number_pv : pvs_margins.late_move_reduction_number)) {
            reduced -=
                reduction(state, move, depth, static_cast<int>(number), ply, pv, cut_node, improving, list.before);
            reduced = std::clamp(reduced, 1, depth - 1);
        }
        play(ply, move.action);
        value = search_move(player, alpha, beta, full, reduced, ply, number == 0, cut_node);
        line_.pop();
        if (control_.stopped()) return 0;

        // 7d. The result: a new best, inside the window, or a cutoff.
        const Ply& below = at(ply + 1);
        inherit(here, below, value > best);
        if (value <= best) continue;
        best = value;
        if (value <= alpha && options_.cutoffs) continue;
        best_action = move.action;
        best_is_noisy = move.noisy;
        if (pv || !options_.cutoffs) begin_line(here, move.action, below);
        if (!options_.cutoffs) continue;
        alpha = value;
        if (alpha >= beta) {
            order_.learn_cutoff(state, ply, depth, move, list.before, list.moves, number);
            if (recorder_.on()) record_rest(ply, number);
            break;
        }
    }

    // 9. Remember: score and move in the table; killers and history have learned from a cutoff, and learn here that no
    //    reply refutes the move before.
    if (!all) return std::max(best, original_alpha);
    if (best <= original_alpha && ply > 0) order_.learn_refuted(at(ply - 1).played, at(ply - 1).list.before, depth);
    if (unit_ > 0 && here.static_value != no_value && !best_is_noisy && !is_decided_score(best)) {
        const bool says_more = best >= beta             ? best > here.static_value
                               : best <= original_alpha ? best < here.static_value
                                                        : true;
        if (says_more) corrections_.learn(state, best - here.static_value, depth);
    }
    if (best <= original_alpha) here.repetition = std::min(here.repetition, repetition_ahead);
    store(ply, depth, original_alpha, beta, best, best_action);
    return best;
}

/// Counts the node and clears its ply; false: stop.
template <GameState S>
bool PvsSearcher<S>::visit(int ply) {
    ++nodes_;
    if (control_.count_node()) return false;
    Ply& here = at(ply);
    here.line.clear();
    here.horizon = here.move_count = false;
    here.repetition = no_repetition;
    recorder_.visit(ply);
    if (ply > longest_line_) longest_line_ = ply;
    return true;
}

/// 3. Ends that the table cannot know, because they depend on the path: repetitions and the move count.
template <GameState S>
bool PvsSearcher<S>::is_drawn_or_over(int ply, int& value) {
    if constexpr (Repeating<S>) {
        const S& state = line_.state();
        constexpr int whole_game = 1 << 20;
        if (state.repeats_within(whole_game)) {
            Ply& here = at(ply);
            const bool on_line = options_.repetition_draws && state.repeats_within(ply);
            if (on_line || state.is_terminal()) {
                here.repetition = -1;
                here.horizon = true;
                for (int back = 2; on_line && back <= ply; back += 2) {
                    if (!state.repeats_within(back)) continue;
                    here.repetition = ply - back;
                    break;
                }
                value = on_line ? 0 : terminal_score(state, ply, point_);
                return true;
            }
        }
        if (state.plies_until_draw() <= 0 && state.is_terminal()) {
            at(ply).move_count = true;
            value = terminal_score(state, ply, point_);
            return true;
        }
    }
    return false;
}

/// 4. Whether the table's score decides the window; it is then the position's value.
template <GameState S>
bool PvsSearcher<S>::table_cuts(const TableEntry& entry, int alpha, int beta, int depth, int ply) {
    if (!options_.cutoffs || (options_.same_depth ? entry.depth != depth : entry.depth < depth)) return false;
    const bool enough = entry.bound == Bound::exact || (entry.bound == Bound::lower && entry.score >= beta) ||
                        (entry.bound == Bound::upper && entry.score <= alpha);
    if (!enough) return false;
    if constexpr (Repeating<S>) {
        const S& state = line_.state();
        const int left = state.plies_until_draw();
        if (left > fifty_move_window && !valid_within_fifty_moves(left, entry, ply)) return false;
        // Not if the opponent could reply to the table's move by returning to a position of this line.
        if constexpr (RepetitionAhead<S> && LegalityTest<S>) {
            if (options_.repetition_draws && entry.score > 0 && entry.bound != Bound::upper && entry.action >= 0 &&
                state.is_legal(entry.action)) {
                play(ply, entry.action);
                const bool goes_back = line_.state().repetition_ahead(ply + 1) != 0;
                line_.pop();
                if (goes_back) return false;
            }
        }
        at(ply).move_count = left <= fifty_move_window;
    }
    at(ply).horizon = entry.depth < TranspositionTable::deepest;
    return true;
}

/// Whether the lines on which a score rests end before the move count does, `left` plies from here. Where keys leave
/// the count out, a proof rests on no draw by the count (store()). A shorter count can only turn wins into draws: a
/// proven win that is near enough stays valid, and so does every proven draw.
template <GameState S>
bool PvsSearcher<S>::valid_within_fifty_moves(int left, const TableEntry& entry, int ply) const {
    constexpr int quiescence_plies = 10;
    if (entry.depth < TranspositionTable::deepest) return entry.depth + quiescence_plies < left;
    if (options_.points) return false;
    return !is_decided_score(entry.score) || win_score - std::abs(entry.score) - ply < left;
}

/// 7b. Late move reductions (LMR): plies less for a move late in the order.
template <GameState S>
int PvsSearcher<S>::reduction(const S& state, const RankedAction& move, int depth, int number, int ply, bool pv,
                              bool cut_node, bool improving, const PlayedAction* before) const {
    if (move.noisy && !order_.loses_exchange(move)) return 0;
    int less = reductions_[static_cast<std::size_t>(std::min(depth, 63) * 64 + std::min(number, 63))];
    if (pv) --less;
    if (cut_node) ++less;
    if (!improving && static_values_) ++less;
    if (!move.noisy) {
        if (order_.is_killer(ply, move.action)) --less;
        less -= order_.history_score(state, state.current_player(), move.action, before) /
                pvs_margins.late_move_reduction_history;
    }
    return std::max(less, 0);
}

/// 7c, 8. The value of the move just played: with a null window and a reduced depth, and again where that was not
/// enough.
template <GameState S>
int PvsSearcher<S>::search_move(int player, int alpha, int beta, int depth, int reduced, int ply, bool first,
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
    // 8. Re-search: at full depth, then by the open window.
    if (value > alpha && reduced < depth && !control_.stopped()) {
        value = child(player, alpha, alpha + 1, depth, ply, !cut_node, true);
    }
    if (value > alpha && value < beta && !control_.stopped()) {
        value = child(player, alpha, beta, depth, ply, false, true);
    }
    return value;
}

/// 9. Stores the position's value.
template <GameState S>
void PvsSearcher<S>::store(int ply, int depth, int alpha, int beta, int best, Action action) {
    if (!table_) return;
    const Ply& here = at(ply);
    const Bound bound = !options_.cutoffs ? Bound::exact
                        : best >= beta    ? Bound::lower
                        : best > alpha    ? Bound::exact
                                          : Bound::upper;
    if (here.repetition < ply) {
        // Valid on this line only: only the move is stored, and only if the table has nothing better.
        TableEntry known;
        if (action >= 0 && !table_->probe(here.key, known))
            table_->store(here.key, {action, 0, 0, Bound::none, here.evaluated_value});
        return;
    }
    const int score = options_.points ? best : score_to_table(best, ply);
    bool proven = !here.horizon && !options_.same_depth;
    if constexpr (Repeating<S>) {
        // Keys further from the draw by the move count leave the count out.
        if (here.move_count && line_.state().plies_until_draw() > fifty_move_window) proven = false;
    }
    table_->store(here.key, {action, score, proven ? TranspositionTable::deepest : depth, bound, here.evaluated_value});
}

}  // namespace boardai
