#pragma once
// Threads that wait for work to share: for a search that needs them for its whole time, or for many short loops, where
// starting threads for each (parallel_ranges) would cost more than the loop. Light: bodies are compiled once.

#include <cstddef>
#include <memory>

namespace boardai {

class ThreadPool {
  public:
    /// `threads` with the caller's own.
    explicit ThreadPool(int threads);
    ~ThreadPool();

    /// Calls work(thread) once on every thread, number 0 being the caller's. Rethrows the exception of the lowest
    /// number after all have ended.
    template <class Work>
    void each(const Work& work) {
        each(work, [] {});
    }
    /// The same; the caller's thread calls watch() about once a millisecond while it has ended and others continue: to
    /// look at a clock, for example. When it throws it is not called again; that counts as the caller's exception.
    template <class Work, class Watch>
    void each(const Work& work, const Watch& watch) {
        run([](const void* given, std::size_t thread) { (*static_cast<const Work*>(given))(thread); }, &work,
            [](const void* given) { (*static_cast<const Watch*>(given))(); }, &watch);
    }

  private:
    void run(void (*call)(const void*, std::size_t), const void* work, void (*watch_call)(const void*),
             const void* watch);

    struct Threads;
    std::unique_ptr<Threads> threads_;
};

}  // namespace boardai
