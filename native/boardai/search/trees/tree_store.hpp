#pragma once
// The memory of one search tree: a region that grows up to a given size and never beyond, handed out in words.
//
// Sizes in a tree are not known in advance, and most of a tree is freed at once, when a move is played. Blocks are
// therefore allocated one after the other (a bump allocator), without headers, and addressed by their offset. Outgrown
// blocks of visited actions go to free lists by size and are reused. After a move the live blocks are compacted. A full
// region returns no block and never throws; the search continues without it.
//
// A store of one thread grows by doubling, and may then move in memory (the system moves large regions without copying
// them). A thousand trees with a limit of a gigabyte each thus take only what they use. With several threads nothing
// may move while others read, so the whole region is reserved at once. Its pages cost nothing until they are touched,
// unless the system counts reservations (strict overcommit). In that case the constructor throws std::bad_alloc if the
// reservation fails.
//
// Packing (compaction) has one mark bit for each word (1/64 of the region while it lasts), set if the word is live: a
// block's new place is the number of marked words before it. Blocks thus keep their order, and with it the locality of
// blocks that were allocated together.

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

namespace boardai {

/// Holds a lock of one byte, for a few instructions; does nothing if `shared` is false. It yields to other threads when
/// it has to wait long.
class SpinLock {
  public:
    explicit SpinLock(std::uint8_t& locked, bool shared = true) : locked_(shared ? &locked : nullptr) {
        if (!locked_) return;
        std::atomic_ref<std::uint8_t> flag(*locked_);
        for (int tries = 0; flag.exchange(1, std::memory_order_acquire) != 0; ++tries) {
            if (tries > 64) std::this_thread::yield();
        }
    }
    ~SpinLock() {
        if (locked_) std::atomic_ref<std::uint8_t>(*locked_).store(0, std::memory_order_release);
    }
    SpinLock(const SpinLock&) = delete;
    SpinLock& operator=(const SpinLock&) = delete;

  private:
    std::uint8_t* locked_;
};

class TreeStore {
  public:
    /// Where a block begins, in words from the region's start: four bytes reach 32 GiB.
    using Place = std::uint32_t;
    static constexpr Place nowhere = 0;
    static constexpr std::size_t word = 8;
    static constexpr std::size_t words_for(std::size_t bytes) { return (bytes + word - 1) / word; }

    enum class Users { one_thread, several_threads };

    /// Holds at most `bytes`, and never more than 32 GiB. Throws std::bad_alloc if several threads share it and the
    /// system cannot reserve that much.
    explicit TreeStore(std::size_t bytes = 0, Users users = Users::one_thread);
    TreeStore(TreeStore&&) noexcept = default;
    TreeStore& operator=(TreeStore&&) noexcept = default;
    TreeStore(const TreeStore&) = delete;
    TreeStore& operator=(const TreeStore&) = delete;
    ~TreeStore() = default;

    /// A block of this many words, aligned to 8 bytes, with undefined content; `nowhere` if the store is full, or the
    /// system has no more memory. In a store of one thread it invalidates pointers into the store. Thread-safe in a
    /// shared store.
    Place allocate(std::size_t words) {
        const SpinLock lock(locked_, shared_);
        if (!has_room(words) || (used_ + words > capacity_ && !grow(used_ + words))) return nowhere;
        const auto place = static_cast<Place>(used_);
        used_ += words;
        return place;
    }
    /// Whether this many words are left, not counting those set aside. One thread.
    bool has_room(std::size_t words) const { return used_ + kept_ + words <= limit_; }
    /// Sets words aside for a later use that is certain; a negative number releases them for allocate(). One thread,
    /// after has_room().
    void keep(std::int64_t words) { kept_ += static_cast<std::size_t>(words); }

    /// Outgrown blocks, in a list for each order; all blocks of an order have the same size, which the caller chooses.
    /// `nowhere` if the list is empty.
    Place take_outgrown(int order) {
        const SpinLock lock(locked_, shared_);
        Place& first = outgrown_[static_cast<std::size_t>(order)];
        const Place place = first;
        if (place != nowhere) first = *at<Place>(place);
        return place;
    }
    /// Puts a block into its list. It is no longer readable.
    void give_outgrown(int order, Place place) {
        const SpinLock lock(locked_, shared_);
        Place& first = outgrown_[static_cast<std::size_t>(order)];
        *at<Place>(place) = first;
        first = place;
    }

    template <class T>
    T* at(Place place) const {
        return reinterpret_cast<T*>(memory_.get() + static_cast<std::size_t>(place) * word);
    }

    /// Forgets all blocks; the memory stays for the next tree.
    void clear();
    /// Including outgrown blocks that were not used again.
    std::size_t used_bytes() const {
        const SpinLock lock(locked_, shared_);
        return (used_ - 1) * word;
    }
    /// The region's present size in the address space.
    std::size_t capacity_bytes() const { return capacity_ * word; }

    // Packing, by one thread while no other uses the store: begin_packing(); mark() every live block; plan(); rewrite
    // every stored place to planned(place); pack(). begin_packing() may throw std::bad_alloc, the others do not. Before
    // pack() the packing can be abandoned, if no place has been rewritten. Nothing may be allocated meanwhile.
    void begin_packing();
    /// True the first time.
    bool mark(Place place, std::size_t words);
    void plan();
    /// The new place of a marked block; `nowhere` for a block that is freed.
    Place planned(Place place) const {
        const std::uint64_t marks = marks_[place / 64];
        const std::uint64_t bit = std::uint64_t{1} << (place % 64);
        if ((marks & bit) == 0) return nowhere;
        return marked_before_[place / 64] + static_cast<Place>(std::popcount(marks & (bit - 1)));
    }
    void pack();

  private:
    struct Free {
        void operator()(std::byte* memory) const { std::free(memory); }
    };

    bool grow(std::size_t words);

    std::unique_ptr<std::byte, Free> memory_;
    std::size_t limit_;         ///< words
    std::size_t capacity_ = 0;  ///< words
    std::size_t used_ = 1;      ///< words; the first is nowhere
    std::size_t kept_ = 0;      ///< words
    std::array<Place, 16> outgrown_{};
    bool shared_;
    mutable std::uint8_t locked_ = 0;
    // While packing, by groups of 64 words.
    std::vector<std::uint64_t> marks_;
    std::vector<Place> marked_before_;
};

}  // namespace boardai
