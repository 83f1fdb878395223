#pragma once
// When a search must stop: its limits, its clock, Ctrl-C, and the progress report.
//
// A search calls count_node() once a node or simulation. Most calls are a decrement; now and then it reads the clock,
// about twice a millisecond whatever a node costs, lets Ctrl-C through and reports progress. Ctrl-C and a throwing
// progress report unwind the search as exceptions; every search keeps what it has found readable when that happens.
//
// Several threads have a control each: the calling thread's starts, the others join it. They share its clock, its stop
// and its limit of nodes, of which each takes a small portion at a time, so that together they visit as many nodes as
// one thread would, whichever of them is faster. A thread that finds no nodes left stops alone; the others continue
// with what they hold, until they find the same or the search stops them.

#include <algorithm>
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
    /// No further iteration begins once this many nodes are visited (pvs); the running one is finished.
    std::int64_t soft_nodes = 0;
};

class SearchControl {
  public:
    /// Starts the clock and forgets an earlier stop. The hook stays. `threads` share the limit of nodes, where the
    /// controls of the others join this one.
    void start(const SearchLimits& limits, int threads = 1) {
        joined_ = nullptr;
        hears_hooks_ = true;
        begin(limits, Clock::now());
        // What threads have left of their portions where the calling thread ends the search: less than a percent.
        portion_ = threads > 1 ? std::max<std::int64_t>(limits.nodes / (256 * threads), 1) : limits.nodes;
        handed_out_.store(0, std::memory_order_relaxed);
        granted_ = hand_out();
        cap_countdown();
    }
    /// Starts as another control of the search that `other` has started, which must outlive this one. Only
    /// `hears_hooks` lets Ctrl-C through and reports progress: a control of the calling thread.
    void join(SearchControl& other, bool hears_hooks = false) {
        joined_ = &other;
        hears_hooks_ = hears_hooks;
        begin(other.limits_, other.started_);
        granted_ = other.hand_out();
        cap_countdown();
    }
    /// Gives back what is left of the limit of nodes. The search continues, without this control until it joins again.
    void leave() {
        if (granted_ > counted_) joined_->handed_out_.fetch_sub(granted_ - counted_, std::memory_order_relaxed);
        granted_ = counted_;
    }
    void set_progress(const ProgressHook& hook) { progress_ = hook; }

    /// Counts a node; true when the search must stop. Only for the thread whose control this is.
    bool count_node() {
        ++counted_;
        if (--countdown_ <= 0) [[unlikely]]
            check_limits();
        return stopped();
    }
    /// Counts `several` nodes at once: for searches whose nodes are too fast to report one by one.
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
    /// Looks at the clock and lets Ctrl-C through at once: for the calling thread while it waits for others, and for
    /// work within a node that takes long (StopCheck). It does not change how often nodes check.
    bool check_now() {
        check_at(Clock::now());
        return stopped();
    }
    /// The same, and adapts how often nodes check to the duration of the last ones. A call of its own: within every
    /// node its code would cost alpha-beta a tenth of its speed.
    [[gnu::noinline]] void check_limits() {
        const auto now = Clock::now();
        const double gap = std::chrono::duration<double>(now - last_check_).count();
        last_check_ = now;
        if (gap > 0.0005 && interval_ > 1) interval_ = gap > 0.002 ? (interval_ + 3) / 4 : interval_ / 2;
        if (gap < 0.00025 && interval_ < 65'536) interval_ *= 2;
        check_at(now);
        countdown_ = interval_;
        cap_countdown();
    }
    bool stopped() const {
        return stop_.load(std::memory_order_relaxed) != Stop::none || (joined_ != nullptr && joined_->stopped_all());
    }
    /// Stops this control and those that have joined it. Any thread may call it.
    void stop() { stop_.store(Stop::all, std::memory_order_relaxed); }
    /// Whether this control alone has stopped, since it found no nodes left: what its thread had begun is unfinished.
    bool ran_out() const { return stop_.load(std::memory_order_relaxed) == Stop::alone; }

    const SearchLimits& limits() const { return limits_; }
    std::int64_t counted() const { return counted_; }
    /// Until the node limit, or until a further portion of it is due; without one, more than any search visits.
    std::int64_t nodes_left() const {
        return limits_.nodes > 0 ? granted_ - counted_ : std::numeric_limits<std::int64_t>::max();
    }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
    /// Whether the limit at which no further iteration begins is reached.
    bool soft_nodes_used() const { return limits_.soft_nodes > 0 && counted_ >= limits_.soft_nodes; }
    /// Whether a further iteration that takes `share` of the time limit more would still end in time.
    bool time_used(double share) const { return limits_.seconds > 0 && seconds() >= share * limits_.seconds; }

  private:
    using Clock = std::chrono::steady_clock;
    enum class Stop : std::uint8_t { none, alone, all };

    void begin(const SearchLimits& limits, Clock::time_point started) {
        limits_ = limits;
        counted_ = granted_ = 0;
        interval_ = countdown_ = 16;
        stop_.store(Stop::none, std::memory_order_relaxed);
        started_ = started;
        last_check_ = last_report_ = Clock::now();
    }
    void check_at(Clock::time_point now) {
        while (limits_.nodes > 0 && counted_ > 0 && counted_ >= granted_) {
            const std::int64_t more = source().hand_out();
            granted_ += more;
            if (more == 0) {
                stop_alone();
                break;
            }
        }
        if (limits_.seconds > 0 && std::chrono::duration<double>(now - started_).count() >= limits_.seconds) {
            source().stop();
            stop();
        }
        if (!hears_hooks_) return;
        check_interrupt();
        if (progress_.call && std::chrono::duration<double>(now - last_report_).count() >= 0.1) {
            last_report_ = now;
            progress_.call(progress_.data);
        }
    }
    SearchControl& source() { return joined_ ? *joined_ : *this; }
    bool stopped_all() const {
        return stop_.load(std::memory_order_relaxed) == Stop::all || (joined_ != nullptr && joined_->stopped_all());
    }
    void stop_alone() {
        Stop before = Stop::none;  // another thread may have stopped all
        stop_.compare_exchange_strong(before, Stop::alone, std::memory_order_relaxed);
    }
    /// A portion of the limit of nodes; 0: nothing is left.
    std::int64_t hand_out() {
        std::int64_t before = handed_out_.load(std::memory_order_relaxed);
        std::int64_t more = 0;
        do {
            more = std::min(portion_, limits_.nodes - before);
        } while (more > 0 && !handed_out_.compare_exchange_weak(before, before + more, std::memory_order_relaxed));
        return std::max<std::int64_t>(more, 0);
    }
    /// A node limit is kept exactly.
    void cap_countdown() {
        if (limits_.nodes > 0 && countdown_ > granted_ - counted_) countdown_ = granted_ - counted_;
        if (countdown_ < 1) countdown_ = 1;
    }

    SearchLimits limits_;
    ProgressHook progress_;
    SearchControl* joined_ = nullptr;
    bool hears_hooks_ = true;
    std::atomic<Stop> stop_{Stop::none};
    std::atomic<std::int64_t> handed_out_{0};  ///< of the limit of nodes, to all controls
    std::int64_t portion_ = 0;
    std::int64_t granted_ = 0;  ///< of it, to this control
    std::int64_t counted_ = 0;
    std::int64_t interval_ = 16;
    std::int64_t countdown_ = 16;
    Clock::time_point started_ = Clock::now();
    Clock::time_point last_check_ = started_;
    Clock::time_point last_report_ = started_;
};

/// For work within a node that takes long: polls the node's control once in this many steps.
class StopCheck {
  public:
    /// Without a control it never ends.
    explicit StopCheck(SearchControl* control = nullptr)
        : control_(control), ended_(control != nullptr && control->stopped()) {}

    /// `steps` more are to be done, of a microsecond each at most. True where the search must stop: then the work ends
    /// without them.
    bool ends(std::int64_t steps) {
        left_ -= steps;
        if (left_ > 0 || control_ == nullptr) return ended_;
        left_ = steps_between_polls;
        ended_ = control_->check_now();
        return ended_;
    }

  private:
    static constexpr std::int64_t steps_between_polls = 1024;

    SearchControl* control_;
    bool ended_;
    std::int64_t left_ = steps_between_polls;
};

}  // namespace boardai
