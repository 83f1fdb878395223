#include "boardai/core/machine/thread_pool.hpp"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "boardai/core/machine/threads.hpp"

namespace boardai {

struct ThreadPool::Threads {
    using Call = void (*)(const void*, std::size_t);
    using Watch = void (*)(const void*);

    explicit Threads(int count) : errors(static_cast<std::size_t>(count)) {
        try {
            for (std::size_t i = 1; i < errors.size(); ++i) {
                others.emplace_back([this, i] { wait_for_work(i); });
            }
        } catch (const std::system_error& error) {  // those that were made must not wait for ever
            close();
            throw thread_refused(others.size() + 1, error);
        } catch (...) {
            close();
            throw;
        }
    }
    ~Threads() { close(); }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    /// Whether this is a copy in a process that was forked off: none of the other threads is there.
    bool is_copy() const { return getpid() != process; }
    void close() {
        {
            const std::lock_guard guard(mutex);
            closing = true;
        }
        begin.notify_all();
    }
    void run(Call new_call, const void* new_work, Watch watch_call, const void* watch) {
        {
            const std::lock_guard guard(mutex);
            call = new_call;
            work = new_work;
            busy = others.size();
            ++turn;
        }
        begin.notify_all();
        take_part(0);
        {
            std::unique_lock lock(mutex);
            while (!end.wait_for(lock, std::chrono::milliseconds(1), [this] { return busy == 0; })) {
                lock.unlock();
                try {
                    if (!errors[0]) watch_call(watch);
                } catch (...) {
                    errors[0] = std::current_exception();
                }
                lock.lock();
            }
        }
        std::exception_ptr first;
        for (std::exception_ptr& error : errors) {
            if (error && !first) first = error;
            error = nullptr;
        }
        if (first) std::rethrow_exception(first);
    }
    void wait_for_work(std::size_t number) {
        for (std::size_t seen = 0;;) {
            {
                std::unique_lock lock(mutex);
                begin.wait(lock, [&] { return closing || turn != seen; });
                if (closing) return;
                seen = turn;
            }
            take_part(number);
            {
                const std::lock_guard guard(mutex);
                --busy;
            }
            end.notify_one();
        }
    }
    void take_part(std::size_t number) {
        try {
            call(work, number);
        } catch (...) {
            errors[number] = std::current_exception();
        }
    }

    const pid_t process = getpid();
    std::mutex mutex;
    std::condition_variable begin, end;
    Call call = nullptr;
    const void* work = nullptr;
    std::size_t busy = 0;  ///< other threads that have not ended their part
    std::size_t turn = 0;
    bool closing = false;
    std::vector<std::exception_ptr> errors;
    std::vector<std::jthread> others;  // last: they end before what they use
};

ThreadPool::ThreadPool(int threads) : threads_(std::make_unique<Threads>(threads)) {}
ThreadPool::~ThreadPool() {
    // The threads do not exist in the copy and cannot be joined, and destroying the locks would wait for their waiters.
    if (threads_->is_copy() && threads_->errors.size() > 1) static_cast<void>(threads_.release());
}
void ThreadPool::run(void (*call)(const void*, std::size_t), const void* work, void (*watch_call)(const void*),
                     const void* watch) {
    if (threads_->is_copy() && threads_->errors.size() > 1) {
        throw std::runtime_error(
            "the threads of this object stayed in the process that this one was forked from; make a new object in this "
            "process");
    }
    threads_->run(call, work, watch_call, watch);
}

}  // namespace boardai
