#include "games/reversi/endgame/solver.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "boardai/search/report.hpp"
#include "games/reversi/board/stability-inl.hpp"
#include "games/reversi/endgame/root.hpp"

namespace boardai::reversi {

namespace {

/// Reports the informative bound and its kind.
void tell_bounds(int lower, int upper, int cells, std::optional<double>& value, RowKind& kind) {
    if (lower == upper) {
        value = lower;
        kind = RowKind::exact;
    } else if (lower > -cells) {
        value = lower;
        kind = RowKind::lower_bound;
    } else if (upper < cells) {
        value = upper;
        kind = RowKind::upper_bound;
    }
}

}  // namespace

template <int Words>
struct EndgameSolver<Words>::Parts {
    explicit Parts(const EndgameOptions& chosen) : options(chosen), root(chosen.table_megabytes, chosen.threads) {}

    EndgameOptions options;
    endgame::Root<Words> root;
    bool rooted = false;  ///< the root has been set for this search
};

template <int Words>
EndgameSolver<Words>::EndgameSolver(const EndgameOptions& options) : parts_(std::make_shared<Parts>(options)) {}

template <int Words>
void EndgameSolver<Words>::run(const State<Words>& state, const SearchLimits& limits) {
    Parts& parts = *parts_;
    if (state.is_terminal()) throw std::invalid_argument("the game is over, there is nothing to solve");
    parts.rooted = false;
    const auto solve = [&] {
        parts.root.set(state, this->control());
        parts.rooted = true;
        if (parts.options.exact) {
            parts.root.solve(parts.options.exact_moves);
        } else {
            parts.root.solve_outcome();
        }
    };
    this->run_and_publish(limits, solve, parts.options.threads);
}

template <int Words>
bool EndgameSolver<Words>::snapshot(SearchReport& report) {
    const endgame::Root<Words>& root = parts_->root;
    if (!parts_->rooted) return false;
    const int cells = root.state().board().cell_count();
    const int lower = root.lower();
    const int upper = root.upper();
    const auto worse = [](const EndingMove& a, const EndingMove& b) {
        return a.lower != b.lower ? a.lower < b.lower : a.upper < b.upper;
    };
    report.action = std::max_element(root.moves().begin(), root.moves().end(), worse)->action;
    tell_bounds(lower, upper, cells, report.value, report.kind);
    report.whole_values = true;
    report.point = 1;
    if (lower > 0 || upper < 0 || lower == upper) report.outcome = (lower > 0) - (upper < 0);
    report.nodes = root.nodes();
    report.depth = empty_cells(root.state()).count();
    report.line = root.line();
    if (report.line.empty()) report.line.assign(1, report.action);
    for (const EndingMove& move : root.moves()) {
        ReportRow row;
        row.action = move.action;
        row.nodes = move.nodes;
        tell_bounds(move.lower, move.upper, cells, row.value, row.kind);
        if (move.lower == move.upper) row.margin = move.lower;
        report.rows.push_back(row);
    }
    report.note("at least", std::int64_t{lower});
    report.note("at most", std::int64_t{upper});
    return true;
}

template class EndgameSolver<1>;
template class EndgameSolver<2>;
template class EndgameSolver<4>;

}  // namespace boardai::reversi
