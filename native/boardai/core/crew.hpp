#pragma once
// Threads that wait for loops to share: for searches that split many short loops, where starting threads for each
// (parallel_ranges) would cost more than the loop.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace boardai {

class Crew {
  public:
    /// `threads` with the caller's own.
    explicit Crew(int threads) {
        for (int i = 1; i < threads; ++i) {
            threads_.emplace_back([this, i] { wait_for_loops(static_cast<std::size_t>(i)); });
        }
    }
    ~Crew() {
        {
            const std::lock_guard guard(mutex_);
            closing_ = true;
        }
        begin_.notify_all();
    }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    /// Calls work(index, thread) for every index below `count`, on all threads; which one takes which depends on
    /// timing. Rethrows the first exception after all have ended.
    void for_each(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work) {
        {
            const std::lock_guard guard(mutex_);
            work_ = &work;
            count_ = count;
            next_ = 0;
            busy_ = threads_.size();
            ++loop_;
        }
        begin_.notify_all();
        take_share(0);
        std::unique_lock lock(mutex_);
        end_.wait(lock, [this] { return busy_ == 0; });
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    }

  private:
    void wait_for_loops(std::size_t thread) {
        for (std::size_t seen = 0;;) {
            {
                std::unique_lock lock(mutex_);
                begin_.wait(lock, [&] { return closing_ || loop_ != seen; });
                if (closing_) return;
                seen = loop_;
            }
            take_share(thread);
            {
                const std::lock_guard guard(mutex_);
                --busy_;
            }
            end_.notify_one();
        }
    }
    void take_share(std::size_t thread) {
        try {
            for (std::size_t i = next_++; i < count_; i = next_++) (*work_)(i, thread);
        } catch (...) {
            const std::lock_guard guard(mutex_);
            if (!error_) error_ = std::current_exception();
            next_ = count_;
        }
    }

    std::mutex mutex_;
    std::condition_variable begin_, end_;
    const std::function<void(std::size_t, std::size_t)>* work_ = nullptr;
    std::size_t count_ = 0;
    std::atomic<std::size_t> next_{0};
    std::size_t busy_ = 0;
    std::size_t loop_ = 0;
    bool closing_ = false;
    std::exception_ptr error_;
    std::vector<std::jthread> threads_;  // last: ends before what it uses
};

}  // namespace boardai
