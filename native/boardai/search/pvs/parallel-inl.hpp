#pragma once
// Bodies of parallel.hpp.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <thread>

#include "boardai/core/threads.hpp"
#include "boardai/search/pvs/parallel.hpp"

namespace boardai {

template <GameState S, class E>
PvsCrew<S, E>::PvsCrew(const PvsOptions& options, const S& root, const E& evaluator, TranspositionTable* table,
                       SearchControl& control)
    : options_(options), control_(control) {
    SearchControl* const shared = options.parallel == PvsParallel::aspiration ? nullptr : &control;
    for (int number = 1; number < options.threads; ++number) {
        helpers_.push_back(std::make_unique<Helper>(options, root, evaluator, table, shared));
    }
}

template <GameState S, class E>
void PvsCrew<S, E>::run(Searcher& main, const S& root) {
    nodes_ = 0;
    for (const auto& helper : helpers_) helper->searcher.set_root(root);
    struct Count {
        PvsCrew& crew;
        ~Count() {
            for (const auto& helper : crew.helpers_) crew.nodes_ += helper->searcher.nodes();
        }
    } count{*this};
    if (options_.parallel == PvsParallel::lazy) run_lazy(main);
    if (options_.parallel == PvsParallel::root) run_root(main);
    if (options_.parallel == PvsParallel::aspiration) run_aspiration(main);
}

template <GameState S, class E>
int PvsCrew<S, E>::last_depth() const {
    const int limit = control_.limits().depth;
    return limit > 0 ? std::min(limit, Searcher::max_ply) : Searcher::max_ply;
}

// ---------------------------------------------------------------------------------------------------------
// Lazy SMP.

template <GameState S, class E>
void PvsCrew<S, E>::run_lazy(Searcher& main) {
    const std::size_t threads = helpers_.size() + 1;
    parallel_ranges(threads, static_cast<int>(threads), [&](std::size_t number, std::size_t) {
        // The helpers' part is over when the calling thread's is, however it ends.
        struct Stop {
            SearchControl* control;
            ~Stop() {
                if (control) control->stop();
            }
        } stop{number == 0 ? &control_ : nullptr};
        searcher(main, number).deepen(number % 2 == 0 ? 1 : 2);
    });
}

// ---------------------------------------------------------------------------------------------------------
// Root split.

template <GameState S, class E>
void PvsCrew<S, E>::run_root(Searcher& main) {
    const int last = last_depth();
    for (int depth = options_.iterative_deepening ? 1 : last; depth <= last; ++depth) {
        if (!split_root(main, depth)) return;
        const int value = main.moves_.front().score;
        const bool decided = is_decided_score(value) && win_score - std::abs(value) <= depth;
        if (!main.plies_[0].horizon || decided) return;
    }
}

/// One iteration; false: it was stopped.
template <GameState S, class E>
bool PvsCrew<S, E>::split_root(Searcher& main, int depth) {
    const std::size_t threads = helpers_.size() + 1;
    won_.store(false, std::memory_order_relaxed);
    next_.store(1, std::memory_order_relaxed);
    for (PvsRootMove& move : main.moves_) move.order = -infinite_score;
    const int plies = main.open_root(depth);
    for (const auto& helper : helpers_) helper->searcher.open_root(depth);

    // The first move gives the others something to beat.
    PvsRootMove& first = main.moves_.front();
    const int value = main.root_move(first.action, 0, -infinite_score, infinite_score, plies);
    if (control_.stopped()) return false;
    main.note_root_move(first, value, -infinite_score, infinite_score, true, main.plies_[1].line);
    alpha_.store(value, std::memory_order_relaxed);
    if (!options_.cutoffs) alpha_.store(-infinite_score, std::memory_order_relaxed);

    if (!(is_win_score(value) && win_score - value <= depth)) {
        std::atomic<std::size_t> done{0};
        parallel_ranges(threads, static_cast<int>(threads), [&](std::size_t number, std::size_t) {
            try {
                take_moves(searcher(main, number), main, plies);
                // The calling thread alone looks at the clock and at Ctrl-C: until the others have ended, too.
                while (number == 0 && !control_.stopped() && done + 1 < threads) {
                    std::this_thread::sleep_for(std::chrono::microseconds(200));
                    control_.look_now();
                }
            } catch (...) {
                control_.stop();
                ++done;
                throw;
            }
            ++done;
        });
    }
    for (const auto& helper : helpers_) {
        main.plies_[0].horizon |= helper->searcher.plies_[0].horizon;
        main.longest_line_ = std::max(main.longest_line_, helper->searcher.longest_line_);
    }
    main.sort_moves(0);
    const bool finished = !control_.stopped() || won_.load(std::memory_order_relaxed);
    if (finished) {
        main.completed_depth_ = depth;
        if (!control_.stopped()) {
            const PvsRootMove& best = main.moves_.front();
            main.store(0, plies, -infinite_score, infinite_score, best.score, best.action);
        }
    }
    main.publish();  // also of an iteration that was stopped: what has beaten the first move is better than it
    return finished;
}

/// Tasks until there are none: the root's moves, in order.
template <GameState S, class E>
void PvsCrew<S, E>::take_moves(Searcher& mine, Searcher& main, int depth) {
    for (;;) {
        const std::size_t number = next_.fetch_add(1, std::memory_order_relaxed);
        if (number >= main.moves_.size()) return;
        const Action action = main.moves_[number].action;
        const int alpha = alpha_.load(std::memory_order_relaxed);
        const std::int64_t nodes_before = mine.nodes_;
        const int value = mine.root_move(action, number, alpha, infinite_score, depth);
        if (control_.stopped()) return;
        const std::lock_guard lock(mutex_);
        PvsRootMove& move = main.moves_[number];
        move.nodes += mine.nodes_ - nodes_before;
        main.note_root_move(move, value, alpha, infinite_score, false, mine.plies_[1].line);
        if (value > alpha_.load(std::memory_order_relaxed) && options_.cutoffs) {
            alpha_.store(value, std::memory_order_relaxed);
        }
        if (is_win_score(value) && win_score - value <= depth) {
            won_.store(true, std::memory_order_relaxed);
            control_.stop();
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Parallel aspiration.

template <GameState S, class E>
void PvsCrew<S, E>::run_aspiration(Searcher& main) {
    const int last = last_depth();
    for (int depth = options_.iterative_deepening ? 1 : last; depth <= last; ++depth) {
        if (!search_windows(main, depth)) return;
        main.completed_depth_ = depth;
        main.publish();
        const int value = main.moves_.front().score;
        const bool decided = is_decided_score(value) && win_score - std::abs(value) <= depth;
        if (!main.plies_[0].horizon || decided) return;
    }
}

/// One iteration; false: it was stopped.
template <GameState S, class E>
bool PvsCrew<S, E>::search_windows(Searcher& main, int depth) {
    const int windows = static_cast<int>(helpers_.size()) + 1;
    const PvsRootMove& before = main.moves_.front();
    const int expected = before.score;
    int width = std::max(2, 2 * (main.unit_ > 0 ? main.margin(options_.aspiration) : options_.aspiration));
    Launch launch;
    if (depth >= 4 && options_.aspiration > 0 && options_.cutoffs && before.bound == Bound::exact &&
        !is_decided_score(expected)) {
        // The value expected lies in the middle of the middle window.
        for (int i = 0; i <= windows; ++i) launch.bounds.push_back(expected - width / 2 + (i - windows / 2) * width);
    } else {
        launch.bounds = {-infinite_score, infinite_score};
    }
    for (;;) {
        // No window reaches half-way into the scores of wins: those are all in the outermost ones.
        for (int& bound : launch.bounds) {
            if (bound <= -evaluation_limit) bound = -infinite_score;
            if (bound >= evaluation_limit) bound = infinite_score;
        }
        launch.bounds.erase(std::unique(launch.bounds.begin(), launch.bounds.end()), launch.bounds.end());
        search_launch(main, depth, launch);
        if (control_.stopped()) return false;
        if (launch.winner >= 0) return true;
        width *= 2;
        const int low = launch.bounds.front();
        const int high = launch.bounds.back();
        launch.bounds.clear();
        if (launch.below != launch.above) {
            for (int i = 0; i <= windows; ++i) {
                launch.bounds.push_back(launch.below ? low - (windows - i) * width : high + i * width);
            }
            // The third launch leaves nothing out.
            if (width > 8 * options_.aspiration)
                (launch.below ? launch.bounds.front() : launch.bounds.back()) =
                    launch.below ? -infinite_score : infinite_score;
        } else {
            launch.bounds = {-infinite_score, infinite_score};  // unsound searches can contradict each other
        }
        launch.below = launch.above = false;
    }
}

/// Searches all windows at once, until one has found the value, or all have failed.
template <GameState S, class E>
void PvsCrew<S, E>::search_launch(Searcher& main, int depth, Launch& launch) {
    const std::size_t windows = launch.bounds.size() - 1;
    const SearchLimits& limits = control_.limits();
    SearchLimits left = limits;
    if (limits.seconds > 0) left.seconds = std::max(limits.seconds - control_.seconds(), 1e-9);
    if (limits.nodes > 0) left.nodes = std::max<std::int64_t>(limits.nodes - main.nodes_, 1);
    for (std::size_t number = 0; number < windows; ++number) {
        control(number).start(left);
        if (number > 0) searcher(main, number).moves_ = main.moves_;
    }
    parallel_ranges(windows, static_cast<int>(windows), [&](std::size_t number, std::size_t) {
        try {
            search_one(main, depth, launch, number);
        } catch (...) {
            for (std::size_t other = 0; other < windows; ++other) control(other).stop();
            throw;
        }
    });
    for (const auto& helper : helpers_) {
        main.longest_line_ = std::max(main.longest_line_, helper->searcher.longest_line_);
    }
    if (launch.winner > 0) {
        const Searcher& winner = searcher(main, static_cast<std::size_t>(launch.winner));
        main.moves_ = winner.moves_;
        main.plies_[0].horizon = winner.plies_[0].horizon;
    }
    if (launch.winner >= 0) return;
    const bool out_of_time = limits.seconds > 0 && control_.seconds() >= limits.seconds - 1e-6;
    const bool out_of_nodes = limits.nodes > 0 && main.nodes_ >= limits.nodes;
    if (out_of_time || out_of_nodes) control_.stop();
}

template <GameState S, class E>
void PvsCrew<S, E>::search_one(Searcher& main, int depth, Launch& launch, std::size_t number) {
    const std::size_t windows = launch.bounds.size() - 1;
    const int low = launch.bounds[number];
    const int high = launch.bounds[number + 1];
    // [low, high) are the whole numbers strictly between these.
    const int alpha = low == -infinite_score ? low : low - 1;
    const int value = searcher(main, number).iterate(depth, alpha, high);
    if (control(number).stopped()) return;
    const std::lock_guard lock(launch.mutex);
    const bool is_lower = value <= alpha && alpha > -infinite_score;
    const bool is_higher = value >= high && high < infinite_score;
    if (!is_lower && !is_higher) launch.winner = static_cast<int>(number);
    if (is_lower && number == 0) launch.below = true;
    if (is_higher && number + 1 == windows) launch.above = true;
    // The value is not in the windows on the other side.
    for (std::size_t other = 0; other < windows; ++other) {
        const bool useless = is_lower ? other > number : is_higher ? other < number : other != number;
        if (useless) control(other).stop();
    }
}

}  // namespace boardai
