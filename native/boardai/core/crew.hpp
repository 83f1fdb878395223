#pragma once
// Threads that wait for work to share: for a search that needs them for its whole time, or for many short loops, where
// starting threads for each (parallel_ranges) would cost more than the loop. Light: bodies are compiled once.

#include <cstddef>
#include <memory>

namespace boardai {

class Crew {
  public:
    /// `threads` with the caller's own.
    explicit Crew(int threads);
    ~Crew();

    /// Calls work(thread) once on every thread, number 0 being the caller's. Rethrows the exception of the lowest
    /// number after all have ended.
    template <class Work>
    void each(const Work& work) {
        run([](const void* given, std::size_t thread) { (*static_cast<const Work*>(given))(thread); }, &work);
    }

  private:
    void run(void (*call)(const void*, std::size_t), const void* work);

    struct Threads;
    std::unique_ptr<Threads> threads_;
};

}  // namespace boardai
