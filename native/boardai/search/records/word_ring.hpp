#pragma once
// A ring of 16-bit words with all its room set aside at once: what comes in takes the place of the oldest.
//
// Places are absolute: word number n of all that were ever written. Only the newest size() of them can be read.
// The room is not touched before it is written, so memory that is never needed is never taken from the machine.

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace boardai {

class WordRing {
  public:
    explicit WordRing(std::size_t words)
        : size_(words), words_(std::make_unique_for_overwrite<std::uint16_t[]>(words)) {}

    std::size_t size() const { return size_; }
    /// The place the next word goes to.
    std::uint64_t end() const { return end_; }

    std::uint16_t operator[](std::uint64_t place) const {
        assert(place < end_ && place + size_ >= end_);
        return words_[place % size_];
    }
    void set(std::uint64_t place, std::uint16_t word) {
        assert(place < end_ && place + size_ >= end_);
        words_[place % size_] = word;
    }
    void push(std::uint16_t word) { words_[end_++ % size_] = word; }

  private:
    std::size_t size_;
    std::uint64_t end_ = 0;
    std::unique_ptr<std::uint16_t[]> words_;
};

/// Reads on from a place.
class WordReader {
  public:
    WordReader(const WordRing& ring, std::uint64_t place) : ring_(ring), place_(place) {}

    std::uint64_t place() const { return place_; }
    void skip(std::uint64_t words) { place_ += words; }
    std::uint16_t u16() { return ring_[place_++]; }
    std::uint32_t u32() {
        const std::uint32_t low = u16();
        return low | static_cast<std::uint32_t>(u16()) << 16;
    }
    std::int32_t i32() { return static_cast<std::int32_t>(u32()); }
    float f32() { return std::bit_cast<float>(u32()); }

  private:
    const WordRing& ring_;
    std::uint64_t place_;
};

}  // namespace boardai
