#pragma once
// Function bodies of search.hpp, where the steps are numbered.

#include <algorithm>
#include <utility>

#include "games/reversi/endgame/guess.hpp"
#include "games/reversi/endgame/search.hpp"

namespace boardai::reversi::endgame {

template <int Words>
Search<Words>::Search(const Shared& shared, SearchControl& control, const std::atomic<bool>* halt)
    : Base(shared.layout), table_(shared.table), control_(control), halt_(halt) {}

template <int Words>
int Search<Words>::score(const Cells& own, const Cells& opponent, int alpha, int beta) {
    const Cells empty = layout_.cells() & ~(own | opponent);
    const int count = empty.count();
    make_room(count);
    poll();
    return search(own, opponent, empty, count, alpha, beta, false);
}

template <int Words>
int Search<Words>::guess_at(const Cells& own, const Cells& opponent) {
    const Cells empty = layout_.cells() & ~(own | opponent);
    const int count = empty.count();
    make_room(count);
    poll();
    const int depth = std::min(count, longest_probe);
    const int cells = layout_.cell_count();
    return std::clamp(probe(own, opponent, empty, count, depth, -no_guess, no_guess) / 100, -cells, cells);
}

/// The lists never exceed the reserved memory, because each ply of the line has at most as many moves as empty cells.
template <int Words>
void Search<Words>::make_room(int count) {
    const auto most = static_cast<std::size_t>(count) * static_cast<std::size_t>(count + 1) / 2;
    if (moves_.size() < most) moves_.resize(most);
    top_ = 0;
}

/// Reports the nodes since the last poll to the control, and asks whether to stop.
template <int Words>
void Search<Words>::poll() {
    const std::int64_t fresh = nodes_ - counted_;
    counted_ = nodes_;
    stopped_ = control_.count_node(fresh);
    if (halt_ && halt_->load(std::memory_order_relaxed)) stopped_ = true;
    next_poll_ = nodes_ + std::min<std::int64_t>(nodes_between_looks, control_.nodes_left());
}

template <int Words>
inline int Search<Words>::search(Cells own, Cells opponent, Cells empty, int count, int alpha, int beta, bool passed) {
    if (count <= 4) return Base::last_score(own, opponent, empty, count, alpha, beta);
    if (count <= last_without_table) return search_without_table(own, opponent, empty, count, alpha, beta, passed);
    return search_with_table(own, opponent, empty, count, alpha, beta, passed);
}

/// 2. Whether the opponent's stable discs cause a cut-off; `bound` is then the highest score still possible.
template <int Words>
bool Search<Words>::stability_cuts(const Cells& opponent, const Cells& empty, int alpha, int& bound) const {
    const int cells = layout_.cell_count();
    // No cut-off even if all the opponent's discs were stable; most positions return here.
    if (alpha < 0 || cells - 2 * opponent.count() > alpha) return false;
    const FullLines<Words> full = full_lines(empty, layout_.cells());
    Cells safe[4];
    for (std::size_t axis = 0; axis < 4; ++axis) safe[axis] = layout_.safe(axis) | full.axis[axis];
    bound = cells - 2 * stable_among(opponent, safe).count();
    return bound <= alpha;
}

template <int Words>
int Search<Words>::search_without_table(Cells own, Cells opponent, Cells empty, int count, int alpha, int beta,
                                        bool passed) {
    int best = no_score;
    if (stability_cuts(opponent, empty, alpha, best)) return best;
    const Cells moves = reached(own, opponent) & empty;
    if (!moves.any()) {
        if (passed) return layout_.final_score(own, opponent);
        return -search_without_table(opponent, own, empty, count, -beta, -alpha, true);
    }
    ++nodes_;
    // 3. Moves into odd holes, corners first, then the others.
    best = no_score;
    const auto any_cuts = [&](Cells cells) {
        while (cells.any()) {
            const int cell = first_cell(cells);
            cells = without(cells, cell);
            const Cells turned = flipped(cell, own, opponent);
            const int value = -search(opponent ^ turned, own | turned | Cells::single(cell), without(empty, cell),
                                      count - 1, -beta, -alpha, false);
            if (value <= best) continue;
            best = value;
            if (best >= beta) return true;
            if (best > alpha) alpha = best;
        }
        return false;
    };
    const Cells& corners = layout_.corners();
    const Cells odd = moves & in_odd_holes(empty);
    const Cells even = moves & ~odd;
    (void)(any_cuts(odd & corners) || any_cuts(odd & ~corners) || any_cuts(even & corners) ||
           any_cuts(even & ~corners));
    return best;
}

template <int Words>
int Search<Words>::search_with_table(Cells own, Cells opponent, Cells empty, int count, int alpha, int beta,
                                     bool passed) {
    if (nodes_ >= next_poll_) poll();
    if (stopped_) return 0;
    int best = no_score;
    if (stability_cuts(opponent, empty, alpha, best)) return best;

    // 4. The table.
    const std::uint64_t key = position_key(own, opponent);
    Known known{-layout_.cell_count(), layout_.cell_count()};
    if (table_.find(key, own, opponent, known)) {
        if (known.lower >= beta || known.lower == known.upper) return known.lower;
        if (known.upper <= alpha) return known.upper;
        alpha = std::max(alpha, known.lower);
        beta = std::min(beta, known.upper);
    }
    const Cells placements = reached(own, opponent) & empty;
    if (!placements.any()) {
        if (passed) return layout_.final_score(own, opponent);
        return -search_with_table(opponent, own, empty, count, -beta, -alpha, true);
    }
    ++nodes_;

    // 5. A table cut-off one ply ahead.
    const std::size_t begin = top_;
    const std::size_t end = list_moves(own, opponent, placements);
    if (count >= first_cut_ahead && cut_ahead(begin, end, beta, best)) {
        top_ = begin;
        return best;
    }

    // 6. Order: the table's move comes first, and the others are ranked only if it does not cut.
    std::size_t ranked_from = begin;
    for (std::size_t i = begin; i < end; ++i) {
        if (moves_[i].cell != known.move) continue;
        std::swap(moves_[i], moves_[begin]);
        ranked_from = begin + 1;
        break;
    }
    const bool backwards = halt_ != nullptr && count >= first_shared;

    // 7. The moves.
    best = no_score;
    int best_move = no_cell;
    const int first_alpha = alpha;
    for (std::size_t i = begin; i < end; ++i) {
        if (i == ranked_from) rank(i, end, empty, count, known.second);
        if (i >= ranked_from) pick(i, end, backwards && i > begin);
        const ListedMove<Words> move = moves_[i];
        const Cells left = without(empty, move.cell);
        const auto ask = [&](int low, int high) {
            return -search(move.own, move.opponent, left, count - 1, -high, -low, false);
        };
        int value = ask(alpha, i == begin ? beta : alpha + 1);
        if (i != begin && value > alpha && value < beta) value = ask(alpha, beta);
        if (stopped_) return 0;
        if (value <= best) continue;
        best = value;
        best_move = move.cell;
        if (best > alpha) alpha = best;
        if (alpha >= beta) break;
    }
    top_ = begin;

    // 8. Store the result.
    table_.store(key, own, opponent,
                 {best > first_alpha ? best : -layout_.cell_count(), best < beta ? best : layout_.cell_count(),
                  best > first_alpha ? best_move : no_cell},
                 count);
    return best;
}

/// Appends the moves to the lists; returns where they end.
template <int Words>
std::size_t Search<Words>::list_moves(const Cells& own, const Cells& opponent, Cells placements) {
    while (placements.any()) {
        const int cell = first_cell(placements);
        placements = without(placements, cell);
        const Cells turned = flipped(cell, own, opponent);
        moves_[top_++] = {opponent ^ turned, own | turned | Cells::single(cell), cell, 0, 0};
    }
    return top_;
}

template <int Words>
bool Search<Words>::cut_ahead(std::size_t begin, std::size_t end, int beta, int& bound) {
    for (std::size_t i = begin; i < end; ++i) {
        ListedMove<Words>& move = moves_[i];
        move.key = position_key(move.own, move.opponent);
        table_.prefetch(move.key);
    }
    for (std::size_t i = begin; i < end; ++i) {
        const ListedMove<Words>& move = moves_[i];
        Known below{};
        if (!table_.find(move.key, move.own, move.opponent, below)) continue;
        if (-below.upper < beta) continue;
        bound = -below.upper;
        return true;
    }
    return false;
}

/// Sets the order of the moves from `begin` on; the table's second move comes first.
template <int Words>
void Search<Words>::rank(std::size_t begin, std::size_t end, const Cells& empty, int count, int second) {
    constexpr int odd_hole = 10;
    constexpr int table_move = 1 << 20;
    const Cells odd = in_odd_holes(empty);
    for (std::size_t i = begin; i < end; ++i) {
        ListedMove<Words>& move = moves_[i];
        move.order = quick_order(move, empty) + (odd.contains(move.cell) ? odd_hole : 0);
        if (move.cell == second) move.order += table_move;
    }
    if (count < first_probed) return;
    // A short search refines the order. It tries moves in the quick order, so that bad moves fail soon against a good
    // one.
    constexpr int quick_weight = 10;
    const int depth = std::min(1 + (count - first_probed) / cells_for_a_ply, longest_probe);
    const auto first = moves_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = moves_.begin() + static_cast<std::ptrdiff_t>(end);
    std::sort(first, last, [](const auto& a, const auto& b) { return a.order > b.order; });
    int best = -no_guess;
    for (std::size_t i = begin; i < end; ++i) {
        const ListedMove<Words> move = moves_[i];
        const int low = std::max(-no_guess, best - probe_window);
        const int value = -probe(move.own, move.opponent, without(empty, move.cell), count - 1, depth, -no_guess, -low);
        best = std::max(best, value);
        moves_[i].order = value + quick_weight * move.order;
    }
}

/// Fastest first: by the opponent's mobility after the move, now (replies) and later (empty cells next to the mover's
/// discs).
template <int Words>
int Search<Words>::quick_order(const ListedMove<Words>& move, const Cells& empty) const {
    const Cells left = without(empty, move.cell);
    const Cells replies = reached(move.own, move.opponent) & left;
    return 2 * layout_.place_value(move.cell) - 32 * (replies.count() + (replies & layout_.corners()).count()) -
           8 * (neighbours(move.opponent) & left).count();
}

/// Swaps the best of the moves from `place` on into `place`; `backwards`: the worst.
template <int Words>
void Search<Words>::pick(std::size_t place, std::size_t end, bool backwards) {
    std::size_t chosen = place;
    for (std::size_t i = place + 1; i < end; ++i) {
        const bool better = moves_[i].order > moves_[chosen].order;
        if (better != backwards) chosen = i;
    }
    std::swap(moves_[place], moves_[chosen]);
}

/// A short search with the estimate guess(), in hundredths of a disc, for step 6.
template <int Words>
int Search<Words>::probe(Cells own, Cells opponent, Cells empty, int count, int depth, int alpha, int beta) {
    ++nodes_;
    if (nodes_ >= next_poll_) poll();
    if (stopped_) return 0;
    if (depth == 0) return guess(layout_, own, opponent, empty, count);
    const Cells placements = reached(own, opponent) & empty;
    if (!placements.any()) {
        if (!(reached(opponent, own) & empty).any()) return 100 * layout_.final_score(own, opponent);
        return -probe(opponent, own, empty, count, depth, -beta, -alpha);
    }
    const std::size_t begin = top_;
    const std::size_t end = list_moves(own, opponent, placements);
    const bool ordered = depth > 1;
    if (ordered) {
        for (std::size_t i = begin; i < end; ++i) moves_[i].order = quick_order(moves_[i], empty);
    }
    int best = -no_guess;
    for (std::size_t i = begin; i < end; ++i) {
        if (ordered) pick(i, end, false);
        const ListedMove<Words> move = moves_[i];
        const int value =
            -probe(move.own, move.opponent, without(empty, move.cell), count - 1, depth - 1, -beta, -alpha);
        if (value <= best) continue;
        best = value;
        if (best > alpha) alpha = best;
        if (alpha >= beta) break;
    }
    top_ = begin;
    return best;
}

}  // namespace boardai::reversi::endgame
