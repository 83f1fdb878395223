#pragma once
// The memory of one search tree: a block that grows up to a given size, in words of 8 bytes, and never beyond.
//
// Positions, their actions and what is known of the visited ones are pieces of it, found by their place (a number of
// words from its start), so the block may move as it grows. Pieces of visited actions that were outgrown are kept in
// lists by size and used again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

namespace boardai {

/// Where a piece begins, in words; 0: nowhere.
using PoolPlace = std::uint32_t;

class TreePool {
  public:
    static constexpr std::size_t word = 8;

    explicit TreePool(std::size_t bytes = 0) : limit_(bytes / word < most_words ? bytes / word : most_words) {}
    TreePool(TreePool&&) noexcept = default;
    TreePool& operator=(TreePool&&) noexcept = default;
    TreePool(const TreePool& other) = delete;
    TreePool& operator=(const TreePool&) = delete;
    ~TreePool() = default;

    bool has_room(std::size_t words) const { return used_ + words + kept_ <= limit_; }
    /// Sets words aside that only allocate_kept() may take; gives them back with a negative number.
    void keep(std::int64_t words) { kept_ = static_cast<std::size_t>(static_cast<std::int64_t>(kept_) + words); }
    /// The place of a new piece, its content undefined; 0 where the pool is full. Pointers into the pool end here.
    PoolPlace allocate(std::size_t words) {
        if (!has_room(words)) return 0;
        if (used_ + words > capacity_) grow(used_ + words);
        const std::size_t place = used_;
        used_ += words;
        return static_cast<PoolPlace>(place);
    }
    /// Outgrown pieces of 2^order units, each in a list of its own: the first word of one is the place of the next.
    PoolPlace take_outgrown(int order) {
        const PoolPlace place = outgrown_[order];
        if (place != 0) outgrown_[order] = *at<PoolPlace>(place);
        return place;
    }
    void give_outgrown(int order, PoolPlace place) {
        *at<PoolPlace>(place) = outgrown_[order];
        outgrown_[order] = place;
    }

    template <class T>
    T* at(PoolPlace place) {
        return reinterpret_cast<T*>(memory_.get() + static_cast<std::size_t>(place) * word);
    }
    template <class T>
    const T* at(PoolPlace place) const {
        return reinterpret_cast<const T*>(memory_.get() + static_cast<std::size_t>(place) * word);
    }

    /// Forgets all pieces; the memory stays for the next tree.
    void clear() {
        used_ = 1;
        kept_ = 0;
        for (PoolPlace& first : outgrown_) first = 0;
    }
    std::size_t used_bytes() const { return (used_ - 1) * word; }
    std::size_t limit_bytes() const { return limit_ * word; }

  private:
    static constexpr std::size_t most_words = std::size_t{1} << 31;
    struct Free {
        void operator()(std::byte* memory) const { std::free(memory); }
    };

    void grow(std::size_t words) {
        std::size_t capacity = capacity_ < 2048 ? 2048 : 2 * capacity_;
        if (capacity > limit_) capacity = limit_;
        if (capacity < words) capacity = words;
        // Large blocks are moved by the system without being copied.
        void* memory = std::realloc(memory_.get(), capacity * word);
        if (memory == nullptr) throw std::bad_alloc();
        (void)memory_.release();
        memory_.reset(static_cast<std::byte*>(memory));
        capacity_ = capacity;
    }

    std::unique_ptr<std::byte, Free> memory_;
    std::size_t limit_;
    std::size_t capacity_ = 0;
    std::size_t used_ = 1;  // place 0 means nowhere
    std::size_t kept_ = 0;
    PoolPlace outgrown_[16]{};
};

}  // namespace boardai
