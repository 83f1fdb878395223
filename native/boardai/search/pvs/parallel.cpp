#include "boardai/search/pvs/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "boardai/core/machine/threads.hpp"

namespace boardai {

PvsThreadPool::PvsThreadPool(const PvsOptions& options, SearchControl& control) : options_(options), control_(control) {
    for (int number = 1; number < options.threads; ++number) controls_.push_back(std::make_unique<SearchControl>());
}

void PvsThreadPool::join() {
    launch_.join(control_, true);
    for (const auto& control : controls_) control->join(control_);
}

void PvsThreadPool::run(PvsRoot& main, const std::vector<PvsRoot*>& helpers) {
    nodes_ = 0;
    searchers_.assign(1, &main);
    searchers_.insert(searchers_.end(), helpers.begin(), helpers.end());
    struct Count {
        PvsThreadPool& pool;
        ~Count() {
            for (std::size_t i = 1; i < pool.searchers_.size(); ++i) pool.nodes_ += pool.searchers_[i]->nodes();
        }
    } count{*this};
    if (options_.parallel == PvsParallel::lazy) run_lazy();
    if (options_.parallel == PvsParallel::root) run_root();
    if (options_.parallel == PvsParallel::aspiration) run_aspiration();
}

bool PvsThreadPool::nothing_left(int depth) const {
    return !main().ply_at(0).horizon || main().is_proven(main().moves_.front().score, depth);
}

// ---------------------------------------------------------------------------------------------------------
// Lazy SMP.

void PvsThreadPool::run_lazy() {
    const std::size_t threads = searchers_.size();
    parallel_ranges(threads, static_cast<int>(threads), [&](std::size_t number, std::size_t) {
        try {
            searchers_[number]->deepen(number % 2 == 0 ? 1 : 2);
        } catch (...) {  // the search fails, so the other threads must not continue
            control_.stop();
            throw;
        }
        if (number == 0) control_.stop();  // when the main thread is finished, the helpers stop
    });
}

// ---------------------------------------------------------------------------------------------------------
// Root split.

void PvsThreadPool::run_root() {
    const int last = PvsRoot::last_depth(control_.limits());
    for (int depth = options_.iterative_deepening ? 1 : last; depth <= last; ++depth) {
        if (main().solve_ending(depth, control_) || !split_root(depth) || nothing_left(depth)) return;
    }
}

/// One iteration; false: it was stopped.
bool PvsThreadPool::split_root(int depth) {
    PvsRoot& main = this->main();
    const std::size_t threads = searchers_.size();
    won_.store(false, std::memory_order_relaxed);
    cut_.store(false, std::memory_order_relaxed);
    next_.store(1, std::memory_order_relaxed);
    for (PvsRootMove& move : main.moves_) move.order = -infinite_score;
    int plies = 0;
    for (PvsRoot* const searcher : searchers_) plies = searcher->open_root(depth);

    // The first move sets alpha for the others.
    PvsRootMove& first = main.moves_.front();
    const std::int64_t nodes_before = main.nodes_;
    const int value = main.search_root_move(first.action, 0, -infinite_score, infinite_score, plies);
    if (control_.stopped()) return false;
    first.nodes += main.nodes_ - nodes_before;
    main.note(first, value, -infinite_score, infinite_score, true, main.ply_at(1).line);
    alpha_.store(options_.cutoffs ? value : -infinite_score, std::memory_order_relaxed);

    if (!(is_win_score(value) && main.is_proven(value, depth))) {
        std::atomic<std::size_t> done{0};
        parallel_ranges(threads, static_cast<int>(threads), [&](std::size_t number, std::size_t) {
            try {
                take_moves(*searchers_[number], plies);
                // Only the main thread polls the clock and Ctrl-C, so it waits here until the others have ended.
                while (number == 0 && done + 1 < threads) {
                    std::this_thread::sleep_for(std::chrono::microseconds(200));
                    control_.check_limits();
                }
            } catch (...) {
                control_.stop();
                ++done;
                throw;
            }
            ++done;
        });
    }
    for (PvsRoot* const searcher : searchers_) {
        main.ply_at(0).horizon |= searcher->ply_at(0).horizon;
        main.ply_at(0).move_count |= searcher->ply_at(0).move_count;
        main.longest_line_ = std::max(main.longest_line_, searcher->longest_line_);
    }
    main.sort_moves(0);
    const bool won = won_.load(std::memory_order_relaxed);
    const bool finished = won || !cut_.load(std::memory_order_relaxed);
    if (finished) {
        main.completed_depth_ = depth;
        main.exhausted_ = !main.ply_at(0).horizon;
        if (!won) {
            const PvsRootMove& best = main.moves_.front();
            main.store_root(plies, -infinite_score, infinite_score, best.score, best.action);
        }
    }
    main.publish();  // also after a stopped iteration: a move that has beaten the first one is better
    return finished;
}

/// Takes the root's moves in order and searches them, until none is left.
void PvsThreadPool::take_moves(PvsRoot& mine, int depth) {
    PvsRoot& main = this->main();
    for (;;) {
        const std::size_t number = next_.fetch_add(1, std::memory_order_relaxed);
        if (number >= main.moves_.size()) return;
        const Action action = main.moves_[number].action;
        const int alpha = alpha_.load(std::memory_order_relaxed);
        const std::int64_t nodes_before = mine.nodes_;
        const int value = mine.search_root_move(action, number, alpha, infinite_score, depth);
        if (mine.control_.stopped()) {
            cut_.store(true, std::memory_order_relaxed);
            return;
        }
        const std::lock_guard lock(mutex_);
        PvsRootMove& move = main.moves_[number];
        move.nodes += mine.nodes_ - nodes_before;
        main.note(move, value, alpha, infinite_score, false, mine.ply_at(1).line);
        if (value > alpha_.load(std::memory_order_relaxed) && options_.cutoffs) {
            alpha_.store(value, std::memory_order_relaxed);
        }
        if (is_win_score(value) && main.is_proven(value, depth)) {
            won_.store(true, std::memory_order_relaxed);
            control_.stop();
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Parallel aspiration.

void PvsThreadPool::run_aspiration() {
    const int last = PvsRoot::last_depth(control_.limits());
    for (int depth = options_.iterative_deepening ? 1 : last; depth <= last; ++depth) {
        if (main().solve_ending(depth, control_) || !search_windows(depth)) return;
        main().completed_depth_ = depth;
        main().exhausted_ = !main().ply_at(0).horizon;
        main().publish();
        if (nothing_left(depth)) return;
    }
}

/// One iteration; false: it was stopped.
bool PvsThreadPool::search_windows(int depth) {
    const int windows = static_cast<int>(searchers_.size());
    const PvsRootMove& before = main().moves_.front();
    const int expected = before.score;
    const int half = main().unit_ > 0 ? main().margin(options_.aspiration) : options_.aspiration;
    const int first_width = std::max(2, 2 * half);
    int width = first_width;
    Launch launch;
    if (depth >= pvs_margins.aspiration_from && options_.aspiration > 0 && options_.cutoffs &&
        before.bound == Bound::exact && !is_decided_score(expected)) {
        // The expected value is in the centre of the middle window.
        for (int i = 0; i <= windows; ++i) launch.bounds.push_back(expected - width / 2 + (i - windows / 2) * width);
    } else {
        launch.bounds = {-infinite_score, infinite_score};
    }
    for (;;) {
        // The outermost windows contain all scores of wins; no window ends among them.
        for (int& bound : launch.bounds) {
            if (bound <= -evaluation_limit) bound = -infinite_score;
            if (bound >= evaluation_limit) bound = infinite_score;
        }
        launch.bounds.erase(std::unique(launch.bounds.begin(), launch.bounds.end()), launch.bounds.end());
        search_launch(depth, launch);
        if (launch.winner >= 0) return true;  // even if a limit has been reached: the iteration is complete
        if (launch.cut || control_.stopped()) return false;
        width *= pvs_margins.aspiration_growth;
        const int low = launch.bounds.front();
        const int high = launch.bounds.back();
        launch.bounds.clear();
        if (launch.below != launch.above) {
            for (int i = 0; i <= windows; ++i) {
                launch.bounds.push_back(launch.below ? low - (windows - i) * width : high + i * width);
            }
            // Once the windows have become wide, the outermost bound is removed.
            if (width > pvs_margins.aspiration_open * first_width) {
                (launch.below ? launch.bounds.front() : launch.bounds.back()) =
                    launch.below ? -infinite_score : infinite_score;
            }
        } else {
            // The results can contradict each other, because pruning is unsound.
            launch.bounds = {-infinite_score, infinite_score};
        }
        launch.below = launch.above = false;
    }
}

/// Searches all windows at once, until one contains the value or all have failed.
void PvsThreadPool::search_launch(int depth, Launch& launch) {
    PvsRoot& main = this->main();
    const std::size_t windows = launch.bounds.size() - 1;
    for (std::size_t number = 0; number < windows; ++number) {
        control(number).join(control_, number == 0);
        if (number > 0) searchers_[number]->moves_ = main.moves_;
    }
    std::atomic<std::size_t> done{0};
    parallel_ranges(windows, static_cast<int>(windows), [&](std::size_t number, std::size_t) {
        try {
            search_one(depth, launch, number);
            // Only the calling thread handles Ctrl-C and reports, so it waits here until the others have ended.
            while (number == 0 && done + 1 < windows) {
                std::this_thread::sleep_for(std::chrono::microseconds(200));
                launch_.check_limits();
            }
        } catch (...) {
            for (std::size_t other = 0; other < windows; ++other) control(other).stop();
            ++done;
            throw;
        }
        ++done;
    });
    for (std::size_t number = 0; number < windows; ++number) control(number).leave();
    for (const PvsRoot* const searcher : searchers_) {
        main.longest_line_ = std::max(main.longest_line_, searcher->longest_line_);
    }
    if (launch.winner > 0) {
        PvsRoot& winner = *searchers_[static_cast<std::size_t>(launch.winner)];
        main.moves_ = winner.moves_;
        main.ply_at(0).horizon = winner.ply_at(0).horizon;
    }
}

void PvsThreadPool::search_one(int depth, Launch& launch, std::size_t number) {
    PvsRoot& mine = *searchers_[number];
    const std::size_t windows = launch.bounds.size() - 1;
    const int low = launch.bounds[number];
    const int high = launch.bounds[number + 1];
    // The integers of [low, high) are those strictly between alpha and high.
    const int alpha = low == -infinite_score ? low : low - 1;
    const int value = mine.search_root(alpha, high, depth, 0);
    const std::lock_guard lock(launch.mutex);
    if (control(number).stopped()) {
        launch.cut |= control(number).ran_out();
        return;
    }
    mine.sort_moves(0);
    const bool is_lower = value <= alpha && alpha > -infinite_score;
    const bool is_higher = value >= high && high < infinite_score;
    if (!is_lower && !is_higher) launch.winner = static_cast<int>(number);
    if (is_lower && number == 0) launch.below = true;
    if (is_higher && number + 1 == windows) launch.above = true;
    // Stops the windows that cannot contain the value.
    for (std::size_t other = 0; other < windows; ++other) {
        const bool useless = is_lower ? other > number : is_higher ? other < number : other != number;
        if (useless) control(other).stop();
    }
}

}  // namespace boardai
