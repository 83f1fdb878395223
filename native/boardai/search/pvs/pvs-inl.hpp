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
    SearchControl control;
    ProgressHook progress;
    std::optional<PvsCrew<S, E>> crew;  ///< with several threads; before the searcher, which watches what it says
    std::optional<PvsSearcher<S, E>> searcher;
    double seconds = 0;
    bool running = false;
};

template <GameState S, class E>
Pvs<S, E>::Pvs(const PvsOptions& options, const EvaluatorSpec& evaluator, std::int64_t tree_rows)
    : parts_(std::make_shared<Parts>(options, evaluator, tree_rows)) {}

template <GameState S, class E>
void Pvs<S, E>::set_progress(const ProgressHook& hook) {
    parts_->control.set_progress(hook);
    parts_->progress = hook;
}

template <GameState S, class E>
void Pvs<S, E>::run(const S& root, const SearchLimits& limits) {
    Parts& parts = *parts_;
    if (root.is_terminal()) throw std::invalid_argument("pvs: the game is over, there is nothing to search");
    SearchLimits each = limits;
    if (limits.nodes > 0) each.nodes = std::max<std::int64_t>(limits.nodes / parts.options.threads, 1);
    parts.control.start(each);
    if (parts.table) parts.table->new_search();
    if (!parts.searcher) {
        TranspositionTable* const table = parts.table ? &*parts.table : nullptr;
        if (parts.options.threads > 1) parts.crew.emplace(parts.options, root, parts.evaluator, table, parts.control);
        parts.searcher.emplace(parts.options, root, parts.evaluator, table,
                               parts.crew ? parts.crew->watched() : parts.control, true);
        parts.searcher->record(static_cast<std::size_t>(parts.rows));
    }
    parts.searcher->set_root(root);
    parts.running = true;
    struct Clock {
        Parts& parts;
        ~Clock() {
            parts.seconds = parts.control.seconds();
            parts.running = false;
        }
    } clock{parts};
    if (parts.crew) {
        parts.crew->set_progress(parts.progress);
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
}

template <GameState S, class E>
PvsSummary Pvs<S, E>::summary() const {
    PvsSummary summary;
    if (!parts_->searcher) return summary;
    PvsSearcher<S, E>& searcher = *parts_->searcher;
    const PvsRootMove& best = searcher.moves().front();
    summary.action = best.action;
    summary.value = best.bound == Bound::none ? searcher.root_value() : best.score;
    summary.bound = static_cast<int>(best.bound);
    summary.depth = searcher.depth();
    summary.longest_line = searcher.longest_line();
    summary.leaf_value = searcher.leaf_value();
    summary.lines = static_cast<int>(searcher.moves().size());
    summary.line_length = static_cast<int>(best.line.size());
    summary.nodes = searcher.nodes() + (parts_->crew ? parts_->crew->nodes() : 0);
    summary.seconds = parts_->running ? parts_->control.seconds() : parts_->seconds;
    summary.table_use = parts_->table ? parts_->table->use() : 0;
    return summary;
}

template <GameState S, class E>
void Pvs<S, E>::moves(std::int32_t* actions, std::int32_t* scores, std::int32_t* bounds, std::int64_t* nodes,
                      std::size_t size) const {
    if (!parts_->searcher || parts_->searcher->moves().size() != size) {
        throw std::invalid_argument("moves need one element for each move of the root");
    }
    for (const PvsRootMove& move : parts_->searcher->moves()) {
        *actions++ = move.action;
        *scores++ = move.score;
        *bounds++ = static_cast<std::int32_t>(move.bound);
        *nodes++ = move.nodes;
    }
}

template <GameState S, class E>
std::size_t Pvs<S, E>::line(std::size_t index, std::int32_t* actions, std::size_t size) const {
    if (!parts_->searcher || index >= parts_->searcher->moves().size()) return 0;
    const auto& line = parts_->searcher->moves()[index].line;
    const std::size_t length = std::min(size, line.size());
    std::copy_n(line.begin(), length, actions);
    return length;
}

template <GameState S, class E>
const TreeRecord& Pvs<S, E>::tree() const {
    if (!parts_->searcher) throw std::invalid_argument("pvs: nothing has been searched");
    return parts_->searcher->tree();
}

}  // namespace boardai
