#pragma once
// The life of a search, the same for all: begin, search, publish, end.
//
//   begin(limits)   the report of an earlier search is cleared, and the clock starts: before the root is set,
//                   which a Python-written game's error or Ctrl-C may interrupt
//   publish()       stores the current result: before each progress report, and whenever the search ends
//   report()        the last snapshot published since begin(); none where nothing has been found yet
//
// A reader thus never sees a search at work: the thread that called the search makes the snapshots, from what
// it may safely read. One caller at a time: Python's faces refuse a second one (boardai/search/session.py).

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "boardai/core/action.hpp"
#include "boardai/core/machine/interrupt.hpp"
#include "boardai/search/control.hpp"

namespace boardai {

struct SearchReport;

class SearchSession {
  public:
    SearchSession(const SearchSession&) = delete;
    SearchSession& operator=(const SearchSession&) = delete;

    /// Called at most ten times per second while a search runs, on the thread that runs it, each time with a fresh
    /// report(). May throw to end the search.
    void set_progress(const ProgressHook& hook) { progress_ = hook; }
    /// What the search found, or has found so far; null: nothing yet.
    const SearchReport* report() const { return published_ ? report_.get() : nullptr; }
    /// Clears the report until a search has found something: for callers that may be interrupted before
    /// it starts.
    void clear_report() { published_ = false; }
    /// The next root has these actions alone, as if the others were not legal there. They are legal, at least one, and
    /// none twice. For searches of one root whose faces take `root_actions`.
    void limit_root(const Action* actions, std::size_t count) { root_actions_.assign(actions, actions + count); }
    /// Ends a search under way, as if its time were over. Any thread may call it; a search that begins afterwards has
    /// forgotten it.
    void stop() { control_.stop(); }
    /// Stores the current result. For searches that the caller drives step by step; the others do it themselves.
    void publish();

  protected:
    SearchSession();
    ~SearchSession();

    /// Writes down what has been found since begin(); false: nothing yet. Only called by the thread that searches; must
    /// not ask the game, which may be what has just failed.
    virtual bool snapshot(SearchReport& report) = 0;

    /// `threads` share the limit of nodes (SearchControl).
    void begin(const SearchLimits& limits, int threads = 1);
    /// begin(), then `search()`, then publish(), also where an exception ends the search.
    template <class Search>
    void run_and_publish(const SearchLimits& limits, const Search& search, int threads = 1) {
        begin(limits, threads);
        try {
            search();
        } catch (...) {
            publish_last();
            throw;
        }
        publish();
    }
    /// The actions given to limit_root() for the current root; empty: all.
    std::vector<Action> take_root_actions() { return std::exchange(root_actions_, {}); }
    SearchControl& control() { return control_; }
    const SearchControl& control() const { return control_; }
    /// What reports progress where a search has further controls for the calling thread.
    ProgressHook progress_hook();

  private:
    void publish_last() noexcept;

    SearchControl control_;
    ProgressHook progress_;
    std::unique_ptr<SearchReport> report_;
    bool published_ = false;
    std::vector<Action> root_actions_;
};

}  // namespace boardai
