#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/search/pvs/parallel.hpp"
#include "boardai/search/pvs/pvs.hpp"
#include "boardai/search/pvs/search-inl.hpp"
#include "boardai/search/report.hpp"

namespace boardai {

template <GameState S>
struct Pvs<S>::Parts {
    Parts(const PvsOptions& chosen, const EvaluationSpec& name, std::int64_t tree_rows)
        : options(chosen), evaluation(Evaluations<S>::find(name)), rows(tree_rows) {
        if (rows < 0) throw std::invalid_argument("tree_rows must be at least 0, not " + std::to_string(rows));
        searched_point(*evaluation, options.points);  // throws where the game has none
        if (is_single_threaded<S>) options.threads = 1;
        if (rows > 0 && options.threads > 1 && options.parallel != PvsParallel::lazy) {
            throw std::invalid_argument("the tree of several threads can be kept only with parallel = lazy");
        }
        if (rows > 0) options.endings = false;  // a tree shows how the search itself found its values
        if (options.table_megabytes > 0) table.emplace(options.table_megabytes, options.always_replace);
    }

    /// The searchers, with what they watch; made by the first root.
    void make(const S& root, SearchControl& control) {
        forget_searchers();  // left over if this function threw an exception
        TranspositionTable* const shared = table ? &*table : nullptr;
        if (options.threads > 1) {
            pool.emplace(options, control);
            for (int number = 1; number < options.threads; ++number) {
                helpers.push_back(std::make_unique<PvsSearcher<S>>(options, root, evaluation, shared,
                                                                   pool->helper_control(number), false, 0));
            }
        }
        searcher.emplace(options, root, evaluation, shared, pool ? pool->main_control() : control, true,
                         static_cast<std::size_t>(rows));
    }
    void forget_searchers() {
        searcher.reset();
        helpers.clear();
        pool.reset();
    }

    PvsOptions options;
    std::shared_ptr<const Evaluation<S>> evaluation;
    std::int64_t rows;
    std::optional<TranspositionTable> table;
    std::optional<PvsThreadPool> pool;  ///< with several threads; before the searchers, which use its controls
    std::vector<std::unique_ptr<PvsSearcher<S>>> helpers;
    std::optional<PvsSearcher<S>> searcher;
    bool rooted = false;  ///< the searchers are at the root of this search
};

template <GameState S>
Pvs<S>::Pvs(const PvsOptions& options, const EvaluationSpec& evaluator, std::int64_t tree_rows)
    : parts_(std::make_shared<Parts>(options, evaluator, tree_rows)) {}

template <GameState S>
void Pvs<S>::run(const S& root, const SearchLimits& limits) {
    parts_->rooted = false;
    const std::vector<Action> actions = this->take_root_actions();
    this->run_and_publish(limits, [&] { search(root, actions); }, parts_->options.threads);
}

template <GameState S>
void Pvs<S>::search(const S& root, const std::vector<Action>& actions) {
    Parts& parts = *parts_;
    if (root.is_terminal()) throw std::invalid_argument("pvs: the game is over, there is nothing to search");
    if (parts.table) parts.table->new_search();
    if (!parts.searcher) parts.make(root, this->control());
    if (parts.pool) parts.pool->join();
    parts.searcher->set_root(root, actions);
    for (const auto& helper : parts.helpers) helper->set_root(root, actions);
    parts.rooted = true;
    if (parts.pool) {
        std::vector<PvsRoot*> helpers;
        for (const auto& helper : parts.helpers) helpers.push_back(helper.get());
        parts.pool->set_progress(this->progress_hook());
        parts.pool->run(*parts.searcher, helpers);
    } else {
        parts.searcher->deepen(1);
    }
}

template <GameState S>
void Pvs<S>::forget() {
    if (parts_->table) parts_->table->clear();
    parts_->forget_searchers();
    parts_->rooted = false;
    this->clear_report();
}

template <GameState S>
bool Pvs<S>::snapshot(SearchReport& report) {
    const Parts& parts = *parts_;
    if (!parts.rooted) return false;
    parts.searcher->tell(report);
    if (parts.pool) report.nodes += parts.pool->nodes();
    if (parts.table) report.memory_use = parts.table->use();
    return true;
}

template <GameState S>
const TreeRecord& Pvs<S>::tree() const {
    if (!parts_->searcher) throw std::invalid_argument("pvs: nothing has been searched");
    return parts_->searcher->tree();
}

}  // namespace boardai
