#pragma once
// Ctrl-C inside long native calls. Loops call an InterruptPoll; every 4096th call asks the hook, which the
// Python glue installs. In pure C++ there is no hook and a poll is one addition.

#include <atomic>
#include <cstdint>

namespace boardai {

/// Throws to unwind the call; returns to continue.
using InterruptHook = void (*)();

/// Set once, when the library is loaded into Python; process-wide because signals are.
inline std::atomic<InterruptHook> interrupt_hook{nullptr};

/// Asks the hook at once.
inline void check_interrupt() {
    if (InterruptHook hook = interrupt_hook.load(std::memory_order_relaxed)) hook();
}

/// One per loop: `InterruptPoll poll; while (...) { poll(); ... }`.
class InterruptPoll {
  public:
    void operator()() {
        if ((++count_ & 4095) == 0) check_interrupt();
    }

  private:
    std::uint32_t count_ = 0;
};

/// A search's progress report, at most ten times per second, on the thread that called the search. May throw to end it.
struct ProgressHook {
    void (*call)(void*) = nullptr;
    void* data = nullptr;
};

}  // namespace boardai
