#pragma once
// When a search must stop: its limits, its clock, Ctrl-C, and the progress report.
//
// A search calls count_node() once a node or simulation. Most calls are a decrement; now and then it reads the clock,
// about twice a millisecond whatever a node costs, lets Ctrl-C through and reports progress. Ctrl-C and a throwing
// progress report unwind the search as exceptions; every search keeps what it has found readable when that happens.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "boardai/core/machine/interrupt.hpp"

namespace boardai {

/// 0 means no limit.
struct SearchLimits {
    int depth = 0;           ///< plies, or iterations of iterative deepening
    std::int64_t nodes = 0;  ///< nodes, or simulations
    double seconds = 0;      ///< wall time
    /// No further iteration begins once so many nodes are visited (pvs); the running one is finished.
    std::int64_t soft_nodes = 0;
};

class SearchControl {
  public:
    /// Starts the clock and forgets an earlier stop. The hook stays.
    void start(const SearchLimits& limits) {
        limits_ = limits;
        counted_ = 0;
        interval_ = countdown_ = 16;
        cap_countdown();
        stop_.store(false, std::memory_order_relaxed);
        started_ = last_look_ = last_report_ = Clock::now();
    }
    void set_progress(const ProgressHook& hook) { progress_ = hook; }
    /// Stops whenever the other one does, which must outlive this one.
    void follow(const SearchControl& other) { followed_ = &other; }

    /// Counts a node; true when the search must stop. Only for the thread that called start().
    bool count_node() {
        ++counted_;
        if (--countdown_ > 0) return stopped();
        check_limits();
        return stopped();
    }
    /// Counts `several` nodes at once: for searches that ask too many a second to tell of each.
    bool count_node(std::int64_t several) {
        counted_ += several;
        countdown_ -= several;
        if (countdown_ <= 0) check_limits();
        return stopped();
    }
    /// As count_node(), without counting: between the parts of a node or simulation that may take long.
    bool poll() {
        if (--countdown_ <= 0) check_limits();
        return stopped();
    }
    /// Looks at the clock and lets Ctrl-C through at once: for the calling thread while it waits for others.
    void check_limits() {
        const auto now = Clock::now();
        const double gap = std::chrono::duration<double>(now - last_look_).count();
        last_look_ = now;
        if (gap > 0.0005 && interval_ > 1) interval_ = gap > 0.002 ? (interval_ + 3) / 4 : interval_ / 2;
        if (gap < 0.00025 && interval_ < 65'536) interval_ *= 2;
        countdown_ = interval_;
        cap_countdown();
        if (limits_.nodes > 0 && counted_ >= limits_.nodes) stop();
        if (limits_.seconds > 0 && std::chrono::duration<double>(now - started_).count() >= limits_.seconds) stop();
        check_interrupt();
        if (progress_.call && std::chrono::duration<double>(now - last_report_).count() >= 0.1) {
            last_report_ = now;
            progress_.call(progress_.data);
        }
    }
    /// For the other threads of a parallel search, which count for themselves.
    bool stopped() const {
        return stop_.load(std::memory_order_relaxed) || (followed_ != nullptr && followed_->stopped());
    }
    void stop() { stop_.store(true, std::memory_order_relaxed); }

    const SearchLimits& limits() const { return limits_; }
    std::int64_t counted() const { return counted_; }
    /// Until the node limit; without one, more than any search visits.
    std::int64_t nodes_left() const {
        return limits_.nodes > 0 ? limits_.nodes - counted_ : std::numeric_limits<std::int64_t>::max();
    }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
    /// Whether the limit at which no further iteration begins is reached.
    bool soft_nodes_used() const { return limits_.soft_nodes > 0 && counted_ >= limits_.soft_nodes; }
    /// Whether a further iteration that takes `share` of the time limit more would still end in time.
    bool time_used(double share) const { return limits_.seconds > 0 && seconds() >= share * limits_.seconds; }

  private:
    using Clock = std::chrono::steady_clock;

    /// A node limit is kept exactly.
    void cap_countdown() {
        if (limits_.nodes > 0 && countdown_ > limits_.nodes - counted_) countdown_ = limits_.nodes - counted_;
        if (countdown_ < 1) countdown_ = 1;
    }

    SearchLimits limits_;
    ProgressHook progress_;
    const SearchControl* followed_ = nullptr;
    std::atomic<bool> stop_{false};
    std::int64_t counted_ = 0;
    std::int64_t interval_ = 16;
    std::int64_t countdown_ = 16;
    Clock::time_point started_ = Clock::now();
    Clock::time_point last_look_ = started_;
    Clock::time_point last_report_ = started_;
};

}  // namespace boardai
