#pragma once
// Splitting a loop over threads inside one native call.
//
// Threads are started per call: about 20 us each here, against 0.2 to 10 ms for the loops that use them, and no
// pool has to survive fork(). The calling thread takes a share itself. Workers never poll for signals.

#include <algorithm>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace boardai {

/// Calls work(begin, end) on consecutive parts of [0, count), each on its own thread. `threads` <= 1 runs it
/// here. The parts do not depend on timing. If parts throw, the exception of the first part is rethrown after
/// all have ended.
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
        std::vector<std::jthread> workers;  // joins on every way out of this block
        workers.reserve(parts - 1);
        for (std::size_t part = 1; part < parts; ++part) workers.emplace_back(run_part, part);
        run_part(0);
    }
    for (const std::exception_ptr& error : errors) {
        if (error) std::rethrow_exception(error);
    }
}

}  // namespace boardai
