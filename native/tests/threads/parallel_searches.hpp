#pragma once
// Every search that takes threads on a shipped game, for ThreadSanitizer: it fails the program at the first data race.

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/core/play/batch-inl.hpp"
#include "boardai/search/pvs/pvs-inl.hpp"
#include "boardai/search/solvers/dfpn-inl.hpp"
#include "boardai/search/trees/uct/mcts-inl.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/self_play_driver.hpp"

namespace boardai {

inline constexpr int several = 4;

inline SearchLimits limited(std::int64_t nodes) {
    SearchLimits limits;
    limits.nodes = nodes;
    return limits;
}

/// Whether a search that was limited, then stopped by the clock, has found a legal move both times.
template <class S, class Search>
void search_twice(Search& search, const S& state, std::int64_t nodes) {
    SearchLimits short_time;
    short_time.seconds = 0.05;
    for (const SearchLimits& limits : {limited(nodes), short_time}) {
        search.run(state, limits);
        CHECK(search.report()->action >= 0 && state.is_legal(search.report()->action));
    }
}

/// Principal variation search by all schemes, with a small table that threads fight for.
template <class S>
void race_pvs(const S& state, const EvaluationSpec& evaluation, std::int64_t nodes) {
    for (const PvsParallel parallel : {PvsParallel::lazy, PvsParallel::root, PvsParallel::aspiration}) {
        PvsOptions options;
        options.threads = several;
        options.parallel = parallel;
        options.table_megabytes = 0.25;
        Pvs<S> search(options, evaluation, 0);
        search_twice(search, state, nodes);
    }
}

/// UCT on one tree, on a tree for each thread, and on all children.
template <class S>
void race_mcts(const S& state, std::int64_t simulations) {
    for (const MctsParallel parallel : {MctsParallel::tree, MctsParallel::root, MctsParallel::children}) {
        MctsOptions options;
        options.threads = several;
        options.parallel = parallel;
        options.megabytes = 4;
        Mcts<S> search(options, "", 3, {});
        search_twice(search, state, simulations);
    }
}

template <class S>
void race_dfpn(const S& state, std::int64_t nodes) {
    DfPnOptions options;
    options.threads = several;
    options.megabytes = 1;
    DfPn<S> search(options, "none");
    search.run(state, limited(nodes));
    CHECK(search.report()->nodes > 0);
}

/// Self-play's games are divided among the threads, and so are its answers.
template <class S>
void race_self_play(const S& start) {
    SelfPlayOptions options = small_options();
    options.threads = several;
    SelfPlay<S> play(start, options);
    advance(play, start, 40);
    CHECK(play.counters().simulations > 0);
}

template <class S>
void race_batch(const S& start) {
    BatchOptions options;
    options.size = 32;
    options.auto_reset = true;
    options.threads = several;
    Batch<S> batch(start, options);
    std::vector<std::int32_t> indices(32);
    for (int step = 0; step < 40; ++step) {
        batch.sample(indices.data(), indices.size());
        batch.apply(indices.data(), indices.size());
    }
}

}  // namespace boardai
