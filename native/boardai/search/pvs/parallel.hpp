#pragma once
// Principal variation search by several threads, which share the transposition table and the clock. Three schemes:
//
// lazy (Lazy SMP): every thread searches the whole tree, and finds the results of the others in the table. Only the
//   limit of nodes is divided. The threads are useful because they are never in step (every other helper begins a ply
//   deeper). The calling thread's result counts. Nodes and result depend on timing.
// root (root split): in each iteration the first move is searched as usual; then every further move is one task. A free
//   thread takes the next task and tests with a null window whether the move beats the best so far, which all threads
//   share. Finding the quickest win interrupts the others (as in Ószi 2021, section 6.2, for Hex).
// aspiration (parallel aspiration, Baudet 1978): all threads search the whole root with disjoint windows around the
//   expected value; exactly one thread can find the value strictly inside its window, and it then ends the others. If
//   none does, all are launched again on the side where the value must be, with windows twice as wide.
//     A value equal to a bound shared by two windows would be found by neither (Kála 2015 lost almost half of his test
//   trees in this way). Bounds must be values that no evaluation can take: here b - 1/2 for whole numbers b. In whole
//   numbers that is the window (b - 1, ...) above the bound and (..., b) below it: alpha < v < beta holds in exactly
//   one.
//
// With sound options and a depth limit, root and aspiration give the value that one thread gives.
// Complexity: at most as much faster as there are threads; docs/search/parallel.md has what was measured.
// Not handled: a tree record and multi_pv above 1, except with lazy; games written in Python, which one thread
//   searches.
// Papers: Baudet, The design and analysis of algorithms for asynchronous multiprocessors, 1978. Lazy SMP has no paper:
//   most chess programs have used it since about 2013.

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "boardai/search/pvs/root.hpp"

namespace boardai {

/// The threads of one search. The calling thread is one of them, the main one; the others are its helpers. Each has a
/// searcher, of whatever game.
class PvsThreadPool {
  public:
    /// All must outlive the pool.
    PvsThreadPool(const PvsOptions& options, SearchControl& control);

    /// The control of the main thread's searcher, and that of helper `number`, from 1 on.
    SearchControl& main_control() { return options_.parallel == PvsParallel::aspiration ? launch_ : control_; }
    SearchControl& helper_control(int number) { return *controls_[static_cast<std::size_t>(number) - 1]; }
    void set_progress(const ProgressHook& hook) { launch_.set_progress(hook); }

    /// A search begins: the controls belong to it from here on.
    void join();
    /// What deepen(1) of the main thread's searcher does, by all threads. Precondition: all are at one root.
    void run(PvsRoot& main, const std::vector<PvsRoot*>& helpers);
    /// Nodes visited by the helpers in the last run; 0 during a run.
    std::int64_t nodes() const { return nodes_; }

  private:
    /// What one launch of windows found.
    struct Launch {
        std::vector<int> bounds;  ///< window i is [bounds[i], bounds[i + 1])
        std::mutex mutex;
        int winner = -1;     ///< the window with the value strictly inside
        bool below = false;  ///< the lowest window says that the value is lower
        bool above = false;
        bool cut = false;  ///< no nodes were left for a window
    };

    void run_lazy();
    void run_root();
    void run_aspiration();
    bool split_root(int depth);
    void take_moves(PvsRoot& mine, int depth);
    bool search_windows(int depth);
    void search_launch(int depth, Launch& launch);
    void search_one(int depth, Launch& launch, std::size_t number);
    bool nothing_left(int depth) const;
    PvsRoot& main() const { return *searchers_.front(); }
    SearchControl& control(std::size_t number) { return number == 0 ? launch_ : *controls_[number - 1]; }

    const PvsOptions& options_;
    SearchControl& control_;
    SearchControl launch_;  ///< of the main thread, while it searches one of several windows
    std::vector<std::unique_ptr<SearchControl>> controls_;  ///< of the helpers
    std::vector<PvsRoot*> searchers_;                       ///< of this run, the main thread's first
    std::int64_t nodes_ = 0;

    // What the threads of a root split share in one iteration.
    std::mutex mutex_;
    std::atomic<std::size_t> next_{0};
    std::atomic<int> alpha_{0};
    std::atomic<bool> won_{false};
    std::atomic<bool> cut_{false};  ///< a move's search was stopped
};

}  // namespace boardai
