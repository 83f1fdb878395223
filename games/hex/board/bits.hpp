#pragma once
// A set of cells as 64-bit words: cell number i is bit i % 64 of word i / 64.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace boardai::hex {

/// The positions of the set bits of each byte, ascending.
inline constexpr auto set_bits_of_byte = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (std::size_t byte = 0; byte < 256; ++byte) {
        std::size_t count = 0;
        for (std::uint8_t bit = 0; bit < 8; ++bit) {
            if ((byte >> bit) & 1) table[byte][count++] = bit;
        }
    }
    return table;
}();

template <int Words>
struct Bits {
    std::uint64_t word[Words]{};

    static constexpr Bits of(int cell) {
        Bits result;
        result.set(cell);
        return result;
    }
    constexpr void set(int cell) { word[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
    constexpr void clear(int cell) { word[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }
    constexpr bool test(int cell) const { return (word[cell >> 6] >> (cell & 63)) & 1; }
    constexpr bool any() const {
        std::uint64_t all = 0;
        for (int i = 0; i < Words; ++i) all |= word[i];
        return all != 0;
    }
    constexpr int count() const {
        int result = 0;
        for (int i = 0; i < Words; ++i) result += std::popcount(word[i]);
        return result;
    }
    /// Towards higher cell numbers; 0 < distance < 64.
    constexpr Bits up(int distance) const {
        Bits result;
        result.word[0] = word[0] << distance;
        for (int i = 1; i < Words; ++i) result.word[i] = (word[i] << distance) | (word[i - 1] >> (64 - distance));
        return result;
    }
    /// Towards lower cell numbers; 0 < distance < 64.
    constexpr Bits down(int distance) const {
        Bits result;
        for (int i = 0; i + 1 < Words; ++i) result.word[i] = (word[i] >> distance) | (word[i + 1] << (64 - distance));
        result.word[Words - 1] = word[Words - 1] >> distance;
        return result;
    }
    /// Calls visit(cell) in ascending order.
    template <class Visit>
    constexpr void for_each(Visit visit) const {
        for (int i = 0; i < Words; ++i) {
            for (std::uint64_t rest = word[i]; rest != 0; rest &= rest - 1) visit(64 * i + std::countr_zero(rest));
        }
    }

    /// Writes the cells in ascending order from `out` on, and garbage on up to 7 places after them; returns the
    /// end. Eight cells at a time by a table.
    template <class Integer>
    Integer* list(Integer* out) const {
        for (int i = 0; i < Words; ++i) {
            int first = 64 * i;
            for (std::uint64_t rest = word[i]; rest != 0; rest >>= 8, first += 8) {
                const auto byte = static_cast<std::size_t>(rest & 0xff);
                for (std::size_t k = 0; k < 8; ++k) out[k] = first + set_bits_of_byte[byte][k];
                out += std::popcount(rest & 0xff);
            }
        }
        return out;
    }

    constexpr Bits& operator|=(const Bits& other) {
        for (int i = 0; i < Words; ++i) word[i] |= other.word[i];
        return *this;
    }
    friend constexpr Bits operator|(Bits left, const Bits& right) { return left |= right; }
    friend constexpr Bits operator&(const Bits& left, const Bits& right) {
        Bits result;
        for (int i = 0; i < Words; ++i) result.word[i] = left.word[i] & right.word[i];
        return result;
    }
    /// The cells of `left` that are not in `right`.
    friend constexpr Bits operator-(const Bits& left, const Bits& right) {
        Bits result;
        for (int i = 0; i < Words; ++i) result.word[i] = left.word[i] & ~right.word[i];
        return result;
    }
    friend constexpr bool operator==(const Bits&, const Bits&) = default;
};

}  // namespace boardai::hex
