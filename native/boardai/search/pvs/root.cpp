#include "boardai/search/pvs/root.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "boardai/search/report.hpp"

namespace boardai {

namespace {

RowKind kind_of(Bound bound) {
    return bound == Bound::upper ? RowKind::upper_bound : bound == Bound::lower ? RowKind::lower_bound : RowKind::exact;
}

bool by_order(const PvsRootMove& a, const PvsRootMove& b) { return a.order > b.order; }

}  // namespace

void PvsRoot::tell(SearchReport& report) const {
    const PvsRootMove& best = found_.front();
    const int value = best.bound == Bound::none ? root_value_ : best.score;
    report.action = best.action;
    report.value = value;
    report.kind = kind_of(best.bound);
    report.whole_values = true;
    // A win is proven by a lower bound, a loss by an upper bound.
    const bool is_proof = value > 0 ? best.bound != Bound::upper : best.bound != Bound::lower;
    if (!options_.points && is_decided_score(value) && is_proof) {
        report.outcome = value > 0 ? 1 : -1;
        const int plies = win_score - std::abs(value);
        if (plies < known_win_plies) report.plies_to_end = plies;
    }
    // Only if nothing was evaluated, since an evaluation may also be 0.
    if (!options_.points && value == 0 && best.bound == Bound::exact && exhausted_) report.outcome = 0;
    report.leaf_value = leaf_value_;
    report.nodes = nodes_;
    report.depth = completed_depth_;
    report.line = best.line;
    const auto lines = std::min(found_.size(), static_cast<std::size_t>(options_.multi_pv));
    for (std::size_t i = 0; i < lines; ++i) report.lines.push_back(found_[i].line);
    for (const PvsRootMove& move : found_) {
        ReportRow row;
        row.action = move.action;
        if (move.bound != Bound::none) row.value = move.score;
        row.kind = kind_of(move.bound);
        row.nodes = move.nodes;
        row.margin = move.margin;
        report.rows.push_back(row);
    }
    report.note("selective depth", std::int64_t{longest_line_});
    if (margin_) report.note("final margin", std::int64_t{*margin_});
    report.use_points(reported_point_, options_.points);
}

void PvsRoot::forget_results() {
    moves_.clear();
    found_.clear();
    nodes_ = 0;
    completed_depth_ = 0;
    iteration_ = 0;
    longest_line_ = 0;
    exhausted_ = false;
    margin_.reset();
}

int PvsRoot::last_depth(const SearchLimits& limits) {
    return limits.depth > 0 ? std::min(limits.depth, max_ply) : max_ply;
}

bool PvsRoot::is_proven(int value, int depth) const {
    // With check extensions, wins are found beyond the depth. Then any win is enough.
    if (options_.root_check_extension > 0 && is_win_score(value)) return true;
    const int plies = win_score - std::abs(value);
    return is_decided_score(value) && (plies <= depth || (is_win_score(value) && plies >= known_win_plies));
}

void PvsRoot::note(PvsRootMove& move, int value, int alpha, int beta, bool first, const std::vector<Action>& line) {
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

void PvsRoot::sort_moves(std::size_t first) {
    std::stable_sort(moves_.begin() + static_cast<std::ptrdiff_t>(first), moves_.end(), by_order);
}

Action PvsRoot::best_action() const {
    Action action = -1;
    int best = -infinite_score;
    for (const PvsRootMove& move : moves_) {
        if (move.order > best) {
            best = move.order;
            action = move.action;
        }
    }
    return action;
}

/// Publishes the moves, the best first. Scores of different iterations are not comparable. During an incomplete
/// iteration, the last iteration's result stays until another move has beaten its best; from then on, moves that were
/// not searched in this iteration have no score.
void PvsRoot::publish() {
    std::vector<PvsRootMove> found = moves_;
    std::stable_sort(found.begin(), found.end(), by_order);
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

/// With `points`, a move's score is its margin. Otherwise it is the win, draw or loss that its bounds prove, at the
/// distance of the best line's length, because the lines of the other moves are not known.
void PvsRoot::publish_ending(const SolvedEnding& solved) {
    const int plies = static_cast<int>(solved.line.size());
    std::vector<PvsRootMove> found;
    for (const EndingMove& ending : solved.moves) {
        PvsRootMove move;
        move.action = ending.action;
        move.nodes = ending.nodes;
        move.iteration = iteration_;
        move.line.assign(1, ending.action);
        if (ending.lower == ending.upper || (!options_.points && (ending.lower > 0 || ending.upper < 0))) {
            const int sign = (ending.lower > 0) - (ending.upper < 0);
            move.score = options_.points ? score_of_margin(ending.lower, point_) : sign * (win_score - plies);
            move.bound = Bound::exact;
        } else if (options_.points || ending.upper == 0) {
            // Moves that are not the best have only an upper bound.
            move.score = options_.points ? score_of_margin(ending.upper, point_) : ending.upper;
            move.bound = Bound::upper;
        }
        if (ending.lower == ending.upper) move.margin = ending.lower;
        found.push_back(move);
    }
    found.front().line = solved.line;
    margin_ = solved.moves.front().lower;
    leaf_value_ = found.front().score;
    completed_depth_ = longest_line_ = plies;
    exhausted_ = true;
    found_ = moves_ = std::move(found);
}

}  // namespace boardai
