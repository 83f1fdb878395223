#pragma once
// Step 10 of principal variation search: quiescence, where the depth is used up.

#include <algorithm>

#include "boardai/search/pvs/searcher-inl.hpp"

namespace boardai {

/// The value of a position whose depth is used up.
template <GameState S>
int PvsSearcher<S>::search_leaf(int alpha, int beta, int ply) {
    if constexpr (Checking<S>) {
        if (options_.root_check_extension > 0) return search_checks(alpha, beta, ply, options_.root_check_extension);
    }
    return qsearch(alpha, beta, ply, 0);
}

/// Quiescence: noisy moves only, until the position is quiet; the player may also stand pat. In check: all moves.
/// Without it, the static evaluation. `beyond` is how many plies ago the depth was used up. If many pieces can capture
/// each other, there are more lines than can be followed, so from some ply on only one line is followed from each
/// position: stand pat (even in check) or the best noisy move. Such a value is less exact than others of depth 0, so
/// the table does not keep it.
template <GameState S>
int PvsSearcher<S>::qsearch(int alpha, int beta, int ply, int beyond) {
    const S& state = line_.state();
    Ply& here = at(ply);
    if (!visit(ply)) return 0;
    int value = 0;
    if (is_drawn_or_over(ply, value)) return value;
    if (knows_ && is_known(ply, value)) return value;
    const bool quiescence = Tactical<S> && options_.quiescence && ply < max_ply;
    if (!quiescence) {
        if (state.is_terminal()) return terminal_score(state, ply, point_);
        here.horizon = knows_ || options_.same_depth || !line_.is_decided();
        return line_.evaluate();
    }
    if constexpr (!Tactical<S>) {
        return 0;  // never
    } else {
        here.key = table_ ? key_of(state) : 0;
        TableEntry entry;
        const bool known = probe(ply, entry);
        const bool pv = beta - alpha > 1;
        if (known && (!pv || !options_.null_window) && table_cuts(entry, alpha, beta, 0, ply)) return entry.score;
        if (state.is_terminal()) return terminal_score(state, ply, point_);
        here.horizon = true;

        // 10a. Stand pat; with `quiescence_null_move` only if the value survives the opponent's captures.
        const bool one_line = beyond >= pvs_margins.quiescence_plies;
        bool in_check = false;
        if constexpr (Checking<S>) in_check = !one_line && state.is_check();
        const int original_alpha = alpha;
        int best = -infinite_score;
        int static_value = no_value;
        here.evaluated_value = TableEntry::unknown;
        if (!in_check) {
            best = static_value = static_evaluation(known ? entry.static_value : TableEntry::unknown, ply);
            if (!pv && known && !options_.same_depth) best = better_known(best, entry);
            if (best >= beta && options_.cutoffs && !threatened_after_null_move(beta, ply, beyond, best)) return best;
            alpha = std::max(alpha, best);
        }

        // 10b. The moves.
        const Action table_action = known ? entry.action : -1;
        auto& list = here.list;
        const bool checks = Checking<S> && options_.quiescence_checks && beyond == 0 && !in_check;
        if (in_check || checks) {
            for (PlayedAction& before : list.before) before = {};
            order_.begin(state, list, table_action, true);
        } else {
            order_.begin_noisy(state, list, table_action);
        }
        const int player = state.current_player();
        Action best_action = -1;
        for (std::size_t number = 0; order_.next(state, ply, list, number); ++number) {
            const RankedAction move = list.moves[number];
            if constexpr (Checking<S>) {
                if (checks && !move.noisy && !state.gives_check(move.action)) continue;
            }
            prefetch(move.action);
            if constexpr (Exchanging<S>) {
                if (checks && !move.noisy && options_.exchange_pruning && !state.see_ge(move.action, 0)) continue;
                if (!is_loss_score(best) && options_.cutoffs) {
                    // 10c. Neither losing exchanges, nor late quiet evasions, nor captures that cannot lift the score
                    //      to alpha (delta pruning).
                    if (options_.exchange_pruning && order_.loses_exchange(move)) {
                        if (checks) continue;
                        break;
                    }
                    if (options_.exchange_pruning && in_check && !move.noisy &&
                        static_cast<int>(number) >= pvs_margins.evasions) {
                        continue;
                    }
                    if (options_.delta_pruning && options_.capture_values && unit_ > 0 && !in_check && move.noisy &&
                        !is_decided_score(alpha)) {
                        const int most = static_value + state.captured_value(move.action) + margin(pvs_margins.delta);
                        if (most <= alpha) {
                            best = std::max(best, most);
                            continue;
                        }
                    }
                }
            }
            play(ply, move.action);
            value = value_for(
                player, options_.cutoffs ? alpha : -infinite_score, options_.cutoffs ? beta : infinite_score, ply,
                [this, ply, beyond](int low, int high) { return qsearch(low, high, ply + 1, beyond + 1); });
            line_.pop();
            if (control_.stopped()) return 0;
            const Ply& below = at(ply + 1);
            inherit(here, below, value > best);
            if (value > best) best = value;
            if (value > alpha) {
                best_action = move.action;
                alpha = value;
                if (pv) begin_line(here, move.action, below);
                if (alpha >= beta && options_.cutoffs) break;
            }
            if (one_line) break;
        }
        if (options_.cutoffs && !one_line) store(ply, 0, original_alpha, beta, best, best_action);
        return best;
    }
}

/// Whether the static value `best`, which is above beta, falls below it after a null move and the opponent's captures;
/// `best` is then the value that remains. Not tested twice in a row.
template <GameState S>
bool PvsSearcher<S>::threatened_after_null_move(int beta, int ply, int beyond, int& best) {
    if constexpr (skips_turns) {
        const bool after_null_move = ply > 0 && at(ply - 1).played.action < 0;
        if (!options_.quiescence_null_move || after_null_move || is_decided_score(best)) return false;
        if (!line_.state().null_move_allowed()) return false;
        const int player = line_.state().current_player();
        at(ply).played = {};
        line_.push_with([](S& next) { next.make_null_move(); });
        const int left = value_for(player, beta - 1, beta, ply, [this, ply, beyond](int low, int high) {
            return qsearch(low, high, ply + 1, beyond + 1);
        });
        line_.pop();
        if (control_.stopped() || left >= beta) return false;
        best = left;
        return true;
    } else {
        return false;
    }
}

/// The root-side check extension (Kála 2015, C5): beyond the depth, the player to move at the root may continue with
/// checks, `left` plies altogether, and the opponent replies with every legal move.
template <GameState S>
int PvsSearcher<S>::search_checks(int alpha, int beta, int ply, int left) {
    if constexpr (Checking<S>) {
        const S& state = line_.state();
        const int player = state.current_player();
        const bool own = player == root_player_;
        if (left == 0 || ply + 1 >= max_ply || (!own && !state.is_check())) return qsearch(alpha, beta, ply, 0);
        int best = -infinite_score;
        int value = 0;
        if (own) {
            best = qsearch(alpha, beta, ply, 0);
            if (control_.stopped()) return 0;
            if ((options_.cutoffs && best >= beta) || is_drawn_or_over(ply, value)) return best;
            alpha = std::max(alpha, best);
        } else {
            if (!visit(ply)) return 0;
            if (is_drawn_or_over(ply, value)) return value;
            if (state.is_terminal()) return terminal_score(state, ply, point_);
        }
        Ply& here = at(ply);
        here.horizon = true;
        auto& list = here.list;
        for (PlayedAction& before : list.before) before = {};
        order_.begin(state, list, -1, true);
        for (std::size_t number = 0; order_.next(state, ply, list, number); ++number) {
            const Action action = list.moves[number].action;
            if (own && !state.gives_check(action)) continue;
            play(ply, action);
            value = value_for(player, alpha, beta, ply, [this, ply, left](int low, int high) {
                return search_checks(low, high, ply + 1, left - 1);
            });
            line_.pop();
            if (control_.stopped()) return 0;
            const Ply& below = at(ply + 1);
            inherit(here, below, value > best);
            if (value <= best) continue;
            best = value;
            if (value <= alpha) continue;
            if (beta - alpha > 1) begin_line(here, action, below);
            if (options_.cutoffs) alpha = value;
            if (alpha >= beta) break;
        }
        return best;
    } else {
        return qsearch(alpha, beta, ply, 0);
    }
}

}  // namespace boardai
