#pragma once
// Threads inside one native call: a team that begins together, and a loop that is split over one.
//
// Threads are started per call: about 20 us each here, against 0.2 to 10 ms for the loops that use them, and no
// pool has to survive fork(). The calling thread takes a share itself. Workers never poll for signals.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace boardai {

/// What to throw where the system refuses a thread, the `number`-th next to the calling one, from 1 on.
inline std::runtime_error thread_refused(std::size_t number, const std::system_error& error) {
    return std::runtime_error("the system refuses thread " + std::to_string(number + 1) + ": " +
                              error.code().message() + "; use fewer threads, or raise its limits");
}

/// Threads that call work(1) to work(count): all of them begin, or none does. Parts that wait for each other would else
/// wait for one that the system refused. The end of its scope waits for theirs.
class ThreadTeam {
  public:
    /// `work` must not throw. Throws std::runtime_error where the system refuses a thread.
    template <class Work>
    ThreadTeam(std::size_t count, const Work& work) {
        threads_.reserve(count);
        try {
            for (std::size_t number = 1; number <= count; ++number) {
                threads_.emplace_back([this, work, number] {
                    gate_.wait(Gate::closed);
                    if (gate_ == Gate::open) work(number);
                });
            }
        } catch (const std::system_error& error) {
            set(Gate::off);
            throw thread_refused(threads_.size() + 1, error);
        } catch (...) {
            set(Gate::off);
            throw;
        }
        set(Gate::open);
    }
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

  private:
    enum class Gate { closed, open, off };
    void set(Gate gate) {
        gate_ = gate;
        gate_.notify_all();
    }

    std::atomic<Gate> gate_{Gate::closed};
    std::vector<std::jthread> threads_;  // last: joined before the gate goes
};

/// Calls work(begin, end) on consecutive parts of [0, count), each on its own thread. `threads` <= 1 runs it
/// here. The parts do not depend on timing. If parts throw, the exception of the first part is rethrown after
/// all have ended. Throws std::runtime_error where the system refuses a thread; then nothing was called.
template <class Work>
void parallel_ranges(std::size_t count, int threads, const Work& work) {
    const std::size_t parts = std::min(count, static_cast<std::size_t>(std::max(threads, 1)));
    if (parts <= 1) {
        if (count > 0) work(std::size_t{0}, count);
        return;
    }
    std::vector<std::exception_ptr> errors(parts);
    const auto run_part = [&](std::size_t part) {
        try {
            work(count * part / parts, count * (part + 1) / parts);
        } catch (...) {
            errors[part] = std::current_exception();
        }
    };
    {
        const ThreadTeam team(parts - 1, run_part);
        run_part(0);
    }
    for (const std::exception_ptr& error : errors) {
        if (error) std::rethrow_exception(error);
    }
}

}  // namespace boardai
