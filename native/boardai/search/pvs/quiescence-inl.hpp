#pragma once
// Principal variation search beyond its depth: step 10 of pvs.hpp.

#include <algorithm>

#include "boardai/search/pvs/searcher.hpp"

namespace boardai {

template <GameState S, class E>
int PvsSearcher<S, E>::beyond(int alpha, int beta, int ply) {
    if constexpr (Checking<S>) {
        if (options_.root_check_extension > 0) return checks(alpha, beta, ply, options_.root_check_extension);
    }
    return settle(alpha, beta, ply);
}

/// The value of a position that is searched no further: by quiescence, or by its evaluation alone.
template <GameState S, class E>
int PvsSearcher<S, E>::settle(int alpha, int beta, int ply) {
    if constexpr (Tactical<S>) {
        if (options_.quiescence && ply < max_ply) return quiescence(alpha, beta, ply);
    }
    if (!visit(ply)) return 0;
    int value = 0;
    if (finished_before_table(ply, value)) return value;
    if (line_.state().is_terminal()) return terminal_score(line_.state(), ply, options_.points);
    plies_[static_cast<std::size_t>(ply)].horizon = true;
    return line_.evaluate();
}

/// 10. Noisy moves only, until the position is quiet: the player may also stand pat. In check: all moves.
template <GameState S, class E>
int PvsSearcher<S, E>::quiescence(int alpha, int beta, int ply) {
    const S& state = line_.state();
    Ply& here = plies_[static_cast<std::size_t>(ply)];
    if (!visit(ply)) return 0;
    int value = 0;
    if (finished_before_table(ply, value)) return value;
    here.key = table_ ? key_of(state) : 0;
    TableEntry entry;
    const bool known = probe(ply, entry);
    const bool pv = beta - alpha > 1;
    if (known && (!pv || !options_.null_window) && table_cuts(entry, alpha, beta, 0, ply)) {
        here.horizon = entry.depth < TranspositionTable::deepest;
        return entry.score;
    }
    if (state.is_terminal()) return terminal_score(state, ply, options_.points);
    here.horizon = true;

    // 10a. Standing pat.
    bool in_check = false;
    if constexpr (Checking<S>) in_check = state.is_check();
    const int lowest = alpha;
    int best = -infinite_score;
    int now = no_value;
    if (!in_check) {
        best = now = line_.evaluate();
        if (!pv && known && entry.bound != Bound::none && !is_decided_score(entry.score) && !options_.same_depth) {
            const bool better =
                entry.bound == Bound::exact || (entry.bound == Bound::lower ? entry.score > now : entry.score < now);
            if (better) best = entry.score;
        }
        if (best >= beta && options_.cutoffs) return best;
        alpha = std::max(alpha, best);
        if (ply + 1 >= max_ply) return best;
    }

    // 10b. The moves.
    const Action table_action = known ? entry.action : -1;
    auto& list = here.list;
    if (in_check) {
        list.before[0] = list.before[1] = {};
        order_.begin(state, list, table_action, true);
    } else {
        order_.begin_noisy(state, list, table_action);
    }
    const int player = state.current_player();
    Action best_action = -1;
    for (std::size_t number = 0; order_.next(state, ply, list, number); ++number) {
        const RankedAction move = list.moves[number];
        if constexpr (Exchanging<S>) {
            if (!is_loss_score(best) && options_.cutoffs) {
                // 10c. Neither losing exchanges nor captures that cannot lift the score to alpha.
                if (options_.exchange_pruning && order_.loses_exchange(move)) break;
                if (options_.exchange_pruning && in_check && !move.noisy && number > 2) continue;
                if (options_.delta_pruning && unit_ > 0 && !in_check && !is_decided_score(alpha)) {
                    const int most = now + state.gain(move.action) + margin(200);
                    if (most <= alpha) {
                        best = std::max(best, most);
                        continue;
                    }
                }
            }
        }
        play(ply, move.action);
        const std::int32_t row = begin_row(ply, move.action);
        const std::int64_t nodes_before = nodes_;
        const int low = options_.cutoffs ? alpha : -infinite_score;
        const int high = options_.cutoffs ? beta : infinite_score;
        value = line_.state().current_player() == player ? quiescence(low, high, ply + 1)
                                                         : -quiescence(-high, -low, ply + 1);
        end_row(row, player, value, low, high, nodes_before);
        line_.pop();
        if (control_.stopped()) return 0;
        const Ply& below = plies_[static_cast<std::size_t>(ply) + 1];
        take_over(here, below, value > best);
        if (value <= best) continue;
        best = value;
        if (value <= alpha) continue;
        best_action = move.action;
        alpha = value;
        if (pv) begin_line(here, move.action, below);
        if (alpha >= beta && options_.cutoffs) break;
    }
    if (options_.cutoffs) store(ply, 0, lowest, beta, best, best_action);
    return best;
}

/// The root-side check extension (Kála 2015, C5): beyond the depth, the player to move at the root may go on with
/// checks, `left` plies altogether, and the other answers them with every move there is.
template <GameState S, class E>
int PvsSearcher<S, E>::checks(int alpha, int beta, int ply, int left) {
    if constexpr (Checking<S>) {
        const S& state = line_.state();
        const int player = state.current_player();
        const bool own = player == root_player_;
        if (left == 0 || ply + 1 >= max_ply || (!own && !state.is_check())) return settle(alpha, beta, ply);
        int best = -infinite_score;
        int value = 0;
        if (own) {
            best = settle(alpha, beta, ply);
            if (control_.stopped()) return 0;
            if ((options_.cutoffs && best >= beta) || finished_before_table(ply, value)) return best;
            alpha = std::max(alpha, best);
        } else {
            if (!visit(ply)) return 0;
            if (finished_before_table(ply, value)) return value;
            if (state.is_terminal()) return terminal_score(state, ply, options_.points);
        }
        Ply& here = plies_[static_cast<std::size_t>(ply)];
        here.horizon = true;
        auto& list = here.list;
        list.before[0] = list.before[1] = {};
        order_.begin(state, list, -1, true);
        for (std::size_t number = 0; order_.next(state, ply, list, number); ++number) {
            const Action action = list.moves[number].action;
            if (own && !state.gives_check(action)) continue;
            play(ply, action);
            const std::int32_t row = begin_row(ply, action);
            const std::int64_t nodes_before = nodes_;
            value = line_.state().current_player() == player ? checks(alpha, beta, ply + 1, left - 1)
                                                             : -checks(-beta, -alpha, ply + 1, left - 1);
            end_row(row, player, value, alpha, beta, nodes_before);
            line_.pop();
            if (control_.stopped()) return 0;
            const Ply& below = plies_[static_cast<std::size_t>(ply) + 1];
            take_over(here, below, value > best);
            if (value <= best) continue;
            best = value;
            if (value <= alpha) continue;
            if (beta - alpha > 1) begin_line(here, action, below);
            if (options_.cutoffs) alpha = value;
            if (alpha >= beta) break;
        }
        return best;
    } else {
        return settle(alpha, beta, ply);
    }
}

}  // namespace boardai
