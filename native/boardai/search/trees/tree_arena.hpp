#pragma once
// Memory for a search tree: one region of given size, handed out in blocks, packed again when branches die.
//
// Nothing in a tree has a size known beforehand and most of it dies at once, when a move is played. So blocks are cut
// from the region one after the other; a block given back waits for the next request of just its size; and after a
// move the live blocks are slid together. A full region answers with no block, never with an exception: the search
// goes on without. Pages that were never used cost nothing.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>

namespace boardai {

/// A lock for a few instructions. It yields to other threads when it has to wait long.
class SpinLock {
  public:
    void lock() {
        for (int tries = 0; flag_.test_and_set(std::memory_order_acquire); ++tries) {
            if (tries > 64) std::this_thread::yield();
        }
    }
    void unlock() { flag_.clear(std::memory_order_release); }

  private:
    std::atomic_flag flag_;
};

class TreeArena {
  public:
    /// A block's place, in units of 8 bytes: four bytes reach 32 GiB.
    using Ref = std::uint32_t;
    static constexpr Ref none = 0;
    static constexpr std::size_t unit = 8;
    static constexpr std::size_t largest = (std::size_t{1} << 32) * unit - unit;

    explicit TreeArena(std::size_t bytes)
        : units_(bytes / unit), memory_(new std::byte[units_ * unit]) {}  // left uninitialised: pages come when touched

    /// `bytes` uninitialised bytes, aligned to 8; `none` when they are not to be had. Safe from several threads.
    Ref allocate(std::size_t bytes) {
        const std::size_t units = 1 + (bytes + unit - 1) / unit;
        lock_.lock();
        Ref ref = none;
        if (units < free_.size() && free_[units] != none) {
            ref = free_[units];
            std::memcpy(&free_[units], at<std::byte>(ref), sizeof(Ref));
        } else if (units <= units_ - next_) {
            ref = static_cast<Ref>(next_ + 1);
            next_ += units;
            header(ref) = {static_cast<std::uint32_t>(units), none};
        }
        lock_.unlock();
        return ref;
    }
    /// Gives a block back. Nobody may look at it any more.
    void release(Ref ref) {
        lock_.lock();
        const std::size_t units = header(ref).units;
        if (units < free_.size()) {  // a larger one waits for the next packing
            std::memcpy(at<std::byte>(ref), &free_[units], sizeof(Ref));
            free_[units] = ref;
        }
        lock_.unlock();
    }
    template <class T>
    T* at(Ref ref) const {
        return reinterpret_cast<T*>(memory_.get() + ref * unit);
    }

    /// Forgets every block.
    void clear() {
        next_ = 0;
        free_.fill(none);
    }
    /// Including blocks given back and not used again.
    std::size_t used_bytes() {
        lock_.lock();
        const std::size_t bytes = next_ * unit;
        lock_.unlock();
        return bytes;
    }
    std::size_t capacity_bytes() const { return units_ * unit; }

    // Packing: mark every live block; plan(); rewrite every stored place to planned(place); pack().
    void mark(Ref ref) { header(ref).forward = ref; }
    void plan() {
        std::size_t to = 0;
        for_each_block([&](Ref ref, Header& block) {
            (void)ref;
            if (block.forward == none) return;
            block.forward = static_cast<Ref>(to + 1);
            to += block.units;
        });
    }
    Ref planned(Ref ref) const { return ref == none ? none : header(ref).forward; }
    void pack() {
        std::size_t end = 0;
        for_each_block([&](Ref ref, Header& block) {
            if (block.forward == none) return;
            const Ref to = block.forward;
            const std::size_t units = block.units;
            block.forward = none;
            // To lower places only: blocks further on are still where they were.
            std::memmove(at<std::byte>(to) - unit, at<std::byte>(ref) - unit, units * unit);
            end = to - 1 + units;
        });
        next_ = end;
        free_.fill(none);
    }

  private:
    struct Header {
        std::uint32_t units;  ///< this header included
        Ref forward;          ///< while packing: where the block goes; `none` otherwise, and for a dead one
    };
    static_assert(sizeof(Header) == unit);
    Header& header(Ref ref) const { return *(at<Header>(ref) - 1); }

    template <class Visit>
    void for_each_block(const Visit& visit) {
        for (std::size_t place = 0; place < next_;) {
            const Ref ref = static_cast<Ref>(place + 1);
            place += header(ref).units;  // before the visit, which may move the block
            visit(ref, header(ref));
        }
    }

    std::size_t units_;
    std::unique_ptr<std::byte[]> memory_;
    std::size_t next_ = 0;
    std::array<Ref, 1024> free_{};  ///< by size in units; a free block's first bytes lead to the next
    SpinLock lock_;
};

}  // namespace boardai
