#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "boardai/core/legality.hpp"
#include "boardai/search/pvs/node-inl.hpp"
#include "boardai/search/pvs/parallel-inl.hpp"
#include "boardai/search/pvs/pvs.hpp"
#include "boardai/search/pvs/quiescence-inl.hpp"
#include "boardai/search/pvs/root-inl.hpp"
#include "boardai/search/report.hpp"

namespace boardai {

template <GameState S, class E>
struct Pvs<S, E>::Parts {
    Parts(const PvsOptions& chosen, const EvaluatorSpec& name, std::int64_t tree_rows)
        : options((check_options(chosen), chosen)), evaluator(name), rows(tree_rows) {
        if (rows < 0) throw std::invalid_argument("tree_rows must be at least 0, not " + std::to_string(rows));
        if (options.points && !Scored<S>) {
            throw std::invalid_argument("points: this game is not decided by points, its states have no score(player)");
        }
        if (is_single_threaded<S>) options.threads = 1;
        if (rows > 0 && options.threads > 1 && options.parallel != PvsParallel::lazy) {
            throw std::invalid_argument("the tree of several threads can be kept only with parallel = lazy");
        }
        if (options.table_megabytes > 0) table.emplace(options.table_megabytes, options.always_replace);
    }

    PvsOptions options;
    E evaluator;
    std::int64_t rows;
    std::optional<TranspositionTable> table;
    std::optional<PvsCrew<S, E>> crew;  ///< with several threads; before the searcher, which watches what it says
    std::optional<PvsSearcher<S, E>> searcher;
    bool rooted = false;  ///< the searcher is at the root of this search
};

template <GameState S, class E>
Pvs<S, E>::Pvs(const PvsOptions& options, const EvaluatorSpec& evaluator, std::int64_t tree_rows)
    : parts_(std::make_shared<Parts>(options, evaluator, tree_rows)) {}

template <GameState S, class E>
void Pvs<S, E>::run(const S& root, const SearchLimits& limits) {
    parts_->rooted = false;
    SearchLimits each = limits;
    if (limits.nodes > 0) each.nodes = std::max<std::int64_t>(limits.nodes / parts_->options.threads, 1);
    this->conduct(each, [&] { search(root); });
}

template <GameState S, class E>
void Pvs<S, E>::search(const S& root) {
    Parts& parts = *parts_;
    if (root.is_terminal()) throw std::invalid_argument("pvs: the game is over, there is nothing to search");
    if (parts.table) parts.table->new_search();
    if (!parts.searcher) {
        TranspositionTable* const table = parts.table ? &*parts.table : nullptr;
        if (parts.options.threads > 1) {
            parts.crew.emplace(parts.options, root, parts.evaluator, table, this->control());
        }
        parts.searcher.emplace(parts.options, root, parts.evaluator, table,
                               parts.crew ? parts.crew->watched() : this->control(), true);
        parts.searcher->record(static_cast<std::size_t>(parts.rows));
    }
    parts.searcher->set_root(root);
    parts.rooted = true;
    if (parts.crew) {
        parts.crew->set_progress(this->progress_hook());
        parts.crew->run(*parts.searcher, root);
    } else {
        parts.searcher->deepen(1);
    }
}

template <GameState S, class E>
void Pvs<S, E>::forget() {
    if (parts_->table) parts_->table->clear();
    parts_->searcher.reset();
    parts_->crew.reset();
    parts_->rooted = false;
    this->retract();
}

template <GameState S, class E>
bool Pvs<S, E>::snapshot(SearchReport& report) {
    const Parts& parts = *parts_;
    if (!parts.rooted) return false;
    const PvsSearcher<S, E>& searcher = *parts.searcher;
    const std::vector<PvsRootMove>& moves = searcher.moves();
    const PvsRootMove& best = moves.front();
    const int value = best.bound == Bound::none ? searcher.root_value() : best.score;
    const auto kind_of = [](Bound bound) {
        return bound == Bound::upper   ? RowKind::upper_bound
               : bound == Bound::lower ? RowKind::lower_bound
                                       : RowKind::exact;
    };
    report.action = best.action;
    report.value = value;
    report.kind = kind_of(best.bound);
    report.whole_values = true;
    if (!parts.options.points && is_decided_score(value)) {
        report.outcome = value > 0 ? 1 : -1;
        report.plies_to_end = win_score - std::abs(value);
    }
    report.leaf_value = searcher.leaf_value();
    report.nodes = searcher.nodes() + (parts.crew ? parts.crew->nodes() : 0);
    report.depth = searcher.depth();
    if (parts.table) report.memory_use = parts.table->use();
    report.line = best.line;
    const auto lines = std::min(moves.size(), static_cast<std::size_t>(parts.options.multi_pv));
    for (std::size_t i = 0; i < lines; ++i) report.lines.push_back(moves[i].line);
    for (const PvsRootMove& move : moves) {
        ReportRow row;
        row.action = move.action;
        if (move.bound != Bound::none) row.value = move.score;
        row.kind = kind_of(move.bound);
        row.nodes = move.nodes;
        report.rows.push_back(row);
    }
    report.note("longest line", std::int64_t{searcher.longest_line()});
    return true;
}

template <GameState S, class E>
const TreeRecord& Pvs<S, E>::tree() const {
    if (!parts_->searcher) throw std::invalid_argument("pvs: nothing has been searched");
    return parts_->searcher->tree();
}

}  // namespace boardai
