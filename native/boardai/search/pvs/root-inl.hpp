#pragma once
// Principal variation search at the root: steps 1 and 2 of pvs.hpp.

#include <algorithm>
#include <cmath>

#include "boardai/search/pvs/searcher.hpp"

namespace boardai {

template <GameState S, class E>
PvsSearcher<S, E>::PvsSearcher(const PvsOptions& options, const S& root, E evaluator, TranspositionTable* table,
                               SearchControl& control, bool main)
    : options_(options),
      line_(root, std::move(evaluator)),
      table_(table),
      control_(control),
      main_(main),
      order_(options),
      plies_(max_ply + 4),
      reductions_(64 * 64) {
    if constexpr (requires { line_.evaluator().unit(); }) {
        unit_ = line_.evaluator().unit();
    } else if constexpr (requires { E::unit; }) {
        unit_ = E::unit;
    }
    static_values_ = unit_ > 0 || (options_.null_move && skips_turns);
    for (int depth = 1; depth < 64; ++depth) {
        for (int number = 1; number < 64; ++number) {
            const double plies = 0.4 + std::log(depth) * std::log(number) / 2.1;
            reductions_[static_cast<std::size_t>(depth * 64 + number)] = static_cast<std::uint8_t>(plies);
        }
    }
    order_.reach(max_ply + 4);
}

template <GameState S, class E>
void PvsSearcher<S, E>::set_root(const S& root) {
    line_.reset(root);
    order_.age();
    root_player_ = root.current_player();
    nodes_ = 0;
    completed_depth_ = 0;
    longest_line_ = 0;
    for (Ply& ply : plies_) {
        ply.line.clear();
        ply.played = {};
        ply.row = -1;
    }
    // A first order, and something to play should the time be out at once.
    moves_.clear();
    TableEntry entry;
    Ply& here = plies_[0];
    here.key = table_ ? key_of(root) : 0;
    const bool known = probe(0, entry);
    here.list.before[0] = here.list.before[1] = {};
    order_.begin(root, here.list, known ? entry.action : -1, true);
    order_.fill(root, 0, here.list);
    if constexpr (skips_turns) {
        if (options_.skipped_move_order) rank_by_skipping(0);
    }
    for (std::size_t number = 0; order_.next(root, 0, here.list, number); ++number) {
        PvsRootMove move;
        move.action = here.list.moves[number].action;
        move.line.assign(1, move.action);
        moves_.push_back(move);
    }
    found_ = moves_;
    root_value_ = leaf_value_ = line_.evaluate();
}

/// 1. Deeper and deeper: each iteration begins with the order that the last one left (Slate and Atkin 1977).
template <GameState S, class E>
void PvsSearcher<S, E>::deepen(int first_depth) {
    const int last = control_.limits().depth > 0 ? std::min(control_.limits().depth, max_ply) : max_ply;
    const auto wanted = std::min(static_cast<std::size_t>(std::max(options_.multi_pv, 1)), moves_.size());
    for (int depth = options_.iterative_deepening ? std::min(first_depth, last) : last; depth <= last; ++depth) {
        iteration_ = depth;
        record_ = TreeRecord(record_limit_);
        plies_[0].row = record_.wanted() ? record_.add(-1, -1) : -1;
        bool horizon = false;
        bool decided = true;
        const std::int64_t nodes_before = nodes_;
        for (std::size_t first = 0; first < wanted; ++first) {
            const int value = search_window(depth, first);
            if (control_.stopped()) return;
            horizon |= plies_[0].horizon;
            // Checks beyond the depth find wins before their depth is reached: there any win will do.
            const bool early = options_.root_check_extension > 0 && is_win_score(value);
            decided &= early || (is_decided_score(value) && win_score - std::abs(value) <= depth);
        }
        completed_depth_ = depth;
        publish();
        if (record_.wanted()) {
            record_.set(plies_[0].row, moves_[0].score, nodes_ - nodes_before, RowKind::exact);
            finished_tree_ = record_;
        }
        // Nothing is left to find: every line was followed to its end, or the quickest win is known.
        if (!horizon || decided) return;
    }
}

/// 2. One iteration for the moves from `first` on, with an aspiration window about the last one's value.
template <GameState S, class E>
int PvsSearcher<S, E>::search_window(int depth, std::size_t first) {
    int low = -infinite_score;
    int high = infinite_score;
    const int expected = moves_[first].score;
    int width = unit_ > 0 ? std::max(margin(options_.aspiration), 1) : options_.aspiration;
    if (options_.aspiration > 0 && options_.cutoffs && depth >= 4 && moves_[first].bound == Bound::exact &&
        !is_decided_score(expected)) {
        low = std::max(expected - width, -infinite_score);
        high = std::min(expected + width, infinite_score);
    }
    for (;;) {
        const int value = search_root(low, high, depth, first);
        if (control_.stopped()) return value;
        const bool failed_low = value <= low && low > -infinite_score;
        const bool failed_high = value >= high && high < infinite_score;
        sort_moves(first);
        if (!failed_low && !failed_high) return value;
        if (!options_.aspiration_gradual || is_decided_score(value)) {
            low = -infinite_score;
            high = infinite_score;
            continue;
        }
        width *= 2;
        if (failed_low) low = std::max(value - width, -infinite_score);
        if (failed_high) high = std::min(value + width, infinite_score);
    }
}

/// What the root is before its moves; returns the depth to search them to.
template <GameState S, class E>
int PvsSearcher<S, E>::open_root(int depth) {
    iteration_ = depth;
    visit(0);
    Ply& here = plies_[0];
    const S& state = line_.state();
    here.key = table_ ? key_of(state) : 0;
    here.static_value = no_value;
    bool in_check = false;
    if constexpr (Checking<S>) in_check = state.is_check();
    if (static_values_ && !in_check) here.static_value = line_.evaluate();
    return in_check && options_.check_extension ? depth + 1 : depth;
}

/// The value of a root move, the `number`-th of those searched; its line is then that of ply 1.
template <GameState S, class E>
int PvsSearcher<S, E>::root_move(Action action, std::size_t number, int alpha, int beta, int depth) {
    const S& state = line_.state();
    const int player = state.current_player();
    int reduced = depth - 1;
    if (options_.late_move_reductions && depth >= 3 && number >= 3 && options_.cutoffs) {
        const PlayedAction nothing[2];
        RankedAction ranked{action, 0, false, false};
        if constexpr (NoisyTest<S>) ranked.noisy = state.is_noisy(action);
        reduced -= reduction(state, ranked, depth, static_cast<int>(number), 0, true, false, true, nothing);
        reduced = std::clamp(reduced, 1, depth - 1);
    }
    play(0, action);
    const int value = move_value(player, alpha, beta, depth - 1, reduced, 0, number == 0, false);
    line_.pop();
    if (!control_.stopped()) take_over(plies_[0], plies_[1], value > alpha || number == 0);
    return value;
}

/// Writes down a root move's value by the window (alpha, beta); `first`: nothing was better before it.
template <GameState S, class E>
void PvsSearcher<S, E>::note_root_move(PvsRootMove& move, int value, int alpha, int beta, bool first,
                                       const std::vector<Action>& line) {
    move.score = value;
    move.iteration = iteration_;
    move.bound = !options_.cutoffs ? Bound::exact
                 : value >= beta   ? Bound::lower
                 : value > alpha   ? Bound::exact
                                   : Bound::upper;
    if (!first && value <= alpha) return;
    move.order = value;
    if (move.bound != Bound::upper || completed_depth_ == 0) {
        move.line.assign(1, move.action);
        move.line.insert(move.line.end(), line.begin(), line.end());
    }
}

/// The root's moves from `first` on: as a position within the tree, but nothing is pruned and every move is remembered.
template <GameState S, class E>
int PvsSearcher<S, E>::search_root(int alpha, int beta, int depth, std::size_t first) {
    depth = open_root(depth);
    if (control_.stopped()) return 0;
    if (first > 0) plies_[0].horizon = false;
    const int lowest = alpha;
    int best = -infinite_score;
    for (std::size_t i = first; i < moves_.size(); ++i) moves_[i].order = -infinite_score;
    for (std::size_t i = first; i < moves_.size(); ++i) {
        PvsRootMove& move = moves_[i];
        const std::int64_t nodes_before = nodes_;
        const int value = root_move(move.action, i - first, alpha, beta, depth);
        if (control_.stopped()) return best;
        move.nodes += nodes_ - nodes_before;
        const int to_beat = options_.cutoffs ? alpha : best;
        note_root_move(move, value, to_beat, options_.cutoffs ? beta : infinite_score, i == first, plies_[1].line);
        best = std::max(best, value);
        if (value > alpha && options_.cutoffs) {
            // Better than all before it: what would be played now.
            if (first == 0) publish();
            alpha = value;
            if (alpha >= beta) break;
        }
    }
    if (first == 0) {
        Action action = -1;
        int top = -infinite_score;
        for (const PvsRootMove& move : moves_) {
            if (move.order > top) {
                top = move.order;
                action = move.action;
            }
        }
        store(0, depth, lowest, beta, best, best > lowest ? action : -1);
    }
    return best;
}

/// One iteration by one window.
template <GameState S, class E>
int PvsSearcher<S, E>::iterate(int depth, int alpha, int beta) {
    const int value = search_root(alpha, beta, depth, 0);
    if (!control_.stopped()) sort_moves(0);
    return value;
}

/// The best first; the others keep their order.
template <GameState S, class E>
void PvsSearcher<S, E>::sort_moves(std::size_t first) {
    std::stable_sort(moves_.begin() + static_cast<std::ptrdiff_t>(first), moves_.end(),
                     [](const PvsRootMove& a, const PvsRootMove& b) { return a.order > b.order; });
}

/// Makes what was found readable: the best first, then the others as they stand. Precondition: at the root.
/// Scores of different iterations do not compare. Within an iteration that is not complete, what the last one found
/// stays until another move has beaten its best; then moves that were not searched since have no score.
template <GameState S, class E>
void PvsSearcher<S, E>::publish() {
    std::vector<PvsRootMove> found = moves_;
    std::stable_sort(found.begin(), found.end(),
                     [](const PvsRootMove& a, const PvsRootMove& b) { return a.order > b.order; });
    if (completed_depth_ > 0 && completed_depth_ < iteration_ && found_.front().iteration < iteration_ &&
        found.front().action == found_.front().action) {
        return;
    }
    for (PvsRootMove& move : found) {
        if (move.iteration < iteration_) move.bound = Bound::none;
    }
    const auto lines = std::min(found.size(), static_cast<std::size_t>(std::max(options_.multi_pv, 1)));
    for (std::size_t i = lines; i-- > 0;) leaf_value_ = follow(found[i].line);
    found_ = std::move(found);
}

/// Cuts a line where it stops being legal (moves that come from the table alone were not checked) and returns the
/// static evaluation at its end.
template <GameState S, class E>
int PvsSearcher<S, E>::follow(std::vector<Action>& line) {
    std::size_t length = 0;
    for (ActionList actions; length < line.size(); ++length) {
        line_.state().legal_actions(actions);
        if (!actions.contains(line[length])) break;
        line_.push(line[length]);
    }
    line.resize(length);
    const bool ended = line_.state().is_terminal();
    const int value = ended ? 0 : line_.evaluate();
    const int sign = line_.state().current_player() == root_player_ ? 1 : -1;
    line_.pop_to(0);
    return sign * value;
}

}  // namespace boardai
