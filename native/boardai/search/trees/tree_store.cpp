#include "boardai/search/trees/tree_store.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace boardai {

namespace {

constexpr std::size_t most_words = (std::size_t{1} << 32) - 1;
constexpr std::size_t first_words = 2048;

}  // namespace

TreeStore::TreeStore(std::size_t bytes, Users users)
    : limit_(std::min(bytes / word, most_words)), shared_(users == Users::several_threads) {
    if (shared_ && !grow(limit_)) throw std::bad_alloc();
}

/// Makes room for at least this many words, up to the limit. If the system has no more memory, the current size becomes
/// the limit.
bool TreeStore::grow(std::size_t words) {
    const std::size_t capacity = std::min(limit_, std::max({words, 2 * capacity_, first_words}));
    void* const memory = std::realloc(memory_.get(), std::max<std::size_t>(1, capacity) * word);
    if (memory == nullptr) {
        limit_ = capacity_;
        return false;
    }
    (void)memory_.release();
    memory_.reset(static_cast<std::byte*>(memory));
    capacity_ = capacity;
    return true;
}

void TreeStore::clear() {
    used_ = 1;
    kept_ = 0;
    outgrown_.fill(nowhere);
}

void TreeStore::begin_packing() {
    marks_.assign(used_ / 64 + 1, 0);
    marked_before_.assign(marks_.size(), 0);
    marks_[0] = 1;  // the place `nowhere` does not move
}

bool TreeStore::mark(Place place, std::size_t words) {
    if (marks_[place / 64] >> (place % 64) & 1) return false;
    for (std::size_t group = place / 64, from = place % 64; words > 0; ++group, from = 0) {
        const std::size_t here = std::min(words, 64 - from);
        marks_[group] |= (~std::uint64_t{0} >> (64 - here)) << from;
        words -= here;
    }
    return true;
}

void TreeStore::plan() {
    std::size_t count = 0;
    for (std::size_t group = 0; group < marks_.size(); ++group) {
        marked_before_[group] = static_cast<Place>(count);
        count += static_cast<std::size_t>(std::popcount(marks_[group]));
    }
}

void TreeStore::pack() {
    std::size_t to = 0;
    for (std::size_t group = 0; group < marks_.size(); ++group) {
        std::size_t from = 64 * group;
        for (std::uint64_t marks = marks_[group]; marks != 0;) {
            const int dead = std::countr_zero(marks);
            marks >>= dead;
            const int live = std::countr_one(marks);
            marks = live == 64 ? 0 : marks >> live;
            from += static_cast<std::size_t>(dead);
            const auto words = static_cast<std::size_t>(live);
            // Words only move to lower places, so words further on have not moved yet.
            if (from != to) std::memmove(memory_.get() + to * word, memory_.get() + from * word, words * word);
            from += words;
            to += words;
        }
    }
    used_ = to;
    outgrown_.fill(nowhere);
    marks_ = {};
    marked_before_ = {};
}

}  // namespace boardai
