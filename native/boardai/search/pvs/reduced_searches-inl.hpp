#pragma once
// Steps 5c, 5d and 6b of principal variation search: a shallower search of the same position predicts the result of the
// deep one. Null move and ProbCut cut off; a singular move is extended.

#include <algorithm>
#include <cmath>

#include "boardai/search/pvs/searcher-inl.hpp"

namespace boardai {

/// 5c. Null move: the opponent moves twice in a row, and the value is still at least beta (Goetsch and Campbell 1990).
template <GameState S>
bool PvsSearcher<S>::null_move_cuts(int beta, int depth, int ply, int estimate, bool cut_node, int& value) {
    if constexpr (skips_turns) {
        const S& state = line_.state();
        if (!state.null_move_allowed()) return false;
        const int step = std::max(unit_ > 0 ? margin(pvs_margins.null_move_margin) : pvs_margins.null_move_margin, 1);
        const int less = options_.null_move_reduction + depth / pvs_margins.null_move_depth +
                         std::min((estimate - beta) / step, pvs_margins.null_move_margin_most);
        const int player = state.current_player();
        at(ply).played = {};
        line_.push_with([](S& next) { next.make_null_move(); });
        value = child(player, beta - 1, beta, depth - less, ply, !cut_node, options_.null_move_twice);
        line_.pop();
        if (control_.stopped() || value < beta) return false;
        if (is_win_score(value)) value = beta;
        if (options_.null_move_verification && depth >= pvs_margins.null_move_verify_from) {
            const int verified = search(beta - 1, beta, depth - less, ply, false, false);
            if (control_.stopped() || verified < beta) return false;
        }
        Ply& here = at(ply);
        here.line.clear();
        here.horizon = true;
        return true;
    } else {
        return false;
    }
}

/// 5d. ProbCut: a value well outside the window in a shallow search will be outside it in a deep one (Buro 1995).
template <GameState S>
bool PvsSearcher<S>::probcut(int alpha, int beta, int depth, int ply, int estimate, bool cut_node, bool allow_null,
                             int& value) {
    const ProbCutModel model = line_.probcut(depth);
    if (model.shallow > 0) return allow_null && probcut_by_model(model, alpha, beta, ply, cut_node, value);
    return unit_ > 0 && options_.capture_values && depth >= pvs_margins.probcut_captures_from &&
           probcut_by_captures(beta, depth, ply, estimate, cut_node, value);
}

/// By the evaluator's model: a bound that the shallow value has to pass so that the deep one almost certainly passes
/// alpha or beta; only on the side to which the position already leans.
template <GameState S>
bool PvsSearcher<S>::probcut_by_model(const ProbCutModel& model, int alpha, int beta, int ply, bool cut_node,
                                      int& value) {
    const double deviations = options_.probcut_deviations > 0 ? options_.probcut_deviations : model.deviations;
    const double error = deviations * model.deviation;
    const int static_value = at(ply).static_value;
    const double predicted = model.slope * (static_value != no_value ? static_value : line_.evaluate()) + model.offset;
    const bool above = predicted >= beta;
    if (!above && predicted > alpha) return false;
    const double wanted = ((above ? beta + error : alpha - error) - model.offset) / model.slope;
    if (!(std::abs(wanted) < evaluation_limit - 1)) return false;  // also NaN, from a model without a slope
    const int bound = static_cast<int>(above ? std::ceil(wanted) : std::floor(wanted));
    value = above ? search(bound - 1, bound, model.shallow, ply, cut_node, false)
                  : search(bound, bound + 1, model.shallow, ply, cut_node, false);
    if (control_.stopped() || (above ? value < bound : value > bound)) return false;
    Ply& here = at(ply);
    here.line.clear();
    here.horizon = true;
    value = above ? beta : alpha;
    return true;
}

/// By the winning captures alone: one that is well above beta in a shallow search will be above it in a deep one.
template <GameState S>
bool PvsSearcher<S>::probcut_by_captures(int beta, int depth, int ply, int estimate, bool cut_node, int& value) {
    if constexpr (Exchanging<S>) {
        const int high = beta + margin(pvs_margins.probcut_captures);
        if (is_win_score(high)) return false;
        const S& state = line_.state();
        const int player = state.current_player();
        Ply& here = at(ply);
        order_.begin_noisy(state, here.list, -1);
        for (std::size_t number = 0; order_.next(state, ply, here.list, number); ++number) {
            const Action action = here.list.moves[number].action;
            if (!state.see_ge(action, high - estimate)) continue;
            play(ply, action);
            value = child(player, high - 1, high, 0, ply, !cut_node, true);
            if (value >= high && !control_.stopped()) {
                value = child(player, high - 1, high, depth - pvs_margins.probcut_reduction, ply, !cut_node, true);
            }
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

/// 6b. Whether only the table's move keeps the value: `extension` is the plies to add for it, below 0 if others may be
/// as good. True: two moves are above beta, a cutoff with `value` (multi-cut; Anantharaman, Campbell and Hsu 1990).
template <GameState S>
bool PvsSearcher<S>::singular(const TableEntry& entry, int beta, int depth, int ply, bool pv, bool cut_node,
                              int& extension, int& value) {
    if (unit_ == 0 || depth < pvs_margins.singular_from || ply >= pvs_margins.check_extension_lines * iteration_ ||
        entry.depth < depth - pvs_margins.singular_table_less || is_decided_score(entry.score) ||
        (entry.bound != Bound::lower && entry.bound != Bound::exact)) {
        return false;
    }
    const int low = entry.score - std::max(margin(pvs_margins.singular_margin * depth), 1);
    if (is_decided_score(low)) return false;
    value = search(low - 1, low, (depth - 1) / pvs_margins.singular_divisor, ply, cut_node, false, entry.action);
    if (control_.stopped()) return false;
    if (value < low) {
        extension = !pv && value < low - margin(pvs_margins.singular_double) ? 2 : 1;
        return false;
    }
    if (!pv && value >= beta && !is_decided_score(value)) {
        at(ply).line.clear();
        at(ply).horizon = true;
        return true;
    }
    if (entry.score >= beta || cut_node) extension = -1;
    return false;
}

}  // namespace boardai
