#pragma once
// Actions and the fixed-capacity list that legal_actions() fills.

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace boardai {

/// A move. Opaque outside its game, stable between versions (records store it).
using Action = std::int32_t;

/// Fixed-capacity list of actions. It lives on the caller's stack: no allocation in a search.
/// The storage is left uninitialised on purpose; only the first size() entries are ever read.
class ActionList {
  public:
    /// Enough for every shipped game (Hex 19x19 needs 362, chess 218) and for Amazons (2176).
    static constexpr std::size_t capacity = 4096;

    ActionList() {}  // NOLINT: user-provided, so that `ActionList list{}` does not zero 16 KiB

    void clear() { size_ = 0; }
    void push_back(Action action) {
        assert(size_ < capacity);
        actions_[size_++] = action;
    }
    /// Appends where the caller wrote `count` actions from end() on; for generators that write by pointer.
    void grow(std::size_t count) {
        assert(size_ + count <= capacity);
        size_ += count;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Action operator[](std::size_t index) const {
        assert(index < size_);
        return actions_[index];
    }
    Action& operator[](std::size_t index) {
        assert(index < size_);
        return actions_[index];
    }
    const Action* begin() const { return actions_; }
    const Action* end() const { return actions_ + size_; }
    Action* begin() { return actions_; }
    Action* end() { return actions_ + size_; }
    bool contains(Action action) const {
        for (Action candidate : *this) {
            if (candidate == action) return true;
        }
        return false;
    }

  private:
    std::size_t size_ = 0;
    Action actions_[capacity];
};

}  // namespace boardai
