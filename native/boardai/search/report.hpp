#pragma once
// What a search found, in the form that all searches report. Everything is seen from the player to move in the
// searched state. What a search does not have is absent: a solver has no visits, a Monte-Carlo search no bounds.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "boardai/core/action.hpp"
#include "boardai/search/records/tree_record.hpp"

namespace boardai {

/// One of the root's moves.
struct ReportRow {
    Action action = -1;
    std::optional<double> value;          ///< absent: it was not looked at
    RowKind kind = RowKind::exact;        ///< of `value`
    std::optional<int> outcome;           ///< proven: +1, 0 or -1
    std::optional<std::int64_t> nodes;    ///< visited below it
    std::optional<std::int64_t> visits;   ///< of tree searches
    std::optional<double> prior;          ///< probability before the search, with noise if there is any
    std::optional<double> share;          ///< of the policy; absent in all rows: the whole of it is the best move's
    std::optional<double> upper_bound{};  ///< of its confidence interval, in the unit of the search's utilities
    std::optional<int> margin{};          ///< proven, of the finished game after it, in points
};

/// A figure of one search alone: nothing, yes or no, a count, a number, or words.
using ReportNote = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

struct SearchReport {
    Action action = -1;                      ///< the move to play
    std::optional<double> value;             ///< absent: unproven (solvers)
    RowKind kind = RowKind::exact;           ///< of `value`: exact, or a bound
    bool whole_values = false;               ///< values are whole numbers: scores
    bool by_points = false;                  ///< values are points of the final margin
    double point = 0;                        ///< one of them in the unit of the values; 0: they are not margins
    std::optional<int> outcome;              ///< proven: +1, 0 or -1
    std::optional<int> plies_to_end;         ///< of a forced win or loss
    std::optional<double> leaf_value;        ///< of the position after `line`: evaluated, or what a tree knows of it
    std::int64_t nodes = 0;                  ///< visited (minimax family) or held in the tree (Monte-Carlo)
    std::int64_t simulations = 0;            ///< of this search
    int depth = 0;                           ///< plies searched in full, or of the longest line walked
    double seconds = 0;                      ///< on the search's clock; SearchSession sets it
    std::optional<double> memory_use;        ///< share of the table or tree in use, 0 to 1
    std::vector<Action> line;                ///< principal variation
    std::vector<std::vector<Action>> lines;  ///< of the several best moves, where several were asked for
    std::vector<Action> proof_set;           ///< of a proven outcome (MoveFacts); solvers
    std::vector<ReportRow> rows;
    std::vector<std::pair<std::string, ReportNote>> notes;

    void note(const char* name, ReportNote figure) { notes.emplace_back(name, std::move(figure)); }
    /// Values are scores, one point of the final margin being worth `point`; `by_points`: they become points.
    void use_points(double point, bool by_points);
};

}  // namespace boardai
