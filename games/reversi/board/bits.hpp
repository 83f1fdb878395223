#pragma once
// Sets of cells on 1, 2 or 4 machine words, and the layout of a board on them.
//
// A cell's bit is row * stride + column. The number of words determines the stride, so that all shifts are by
// constants. Boards within 8x8 use one word, within 11x11 two, within 16x16 four.

#include <bit>
#include <cstdint>

namespace boardai::reversi {

/// Row stride, largest width and largest height of a layout: 8, 11 or 16.
template <int Words>
inline constexpr int stride = Words == 1   ? 8
                              : Words == 2 ? 11
                                           : 16;

/// A set of cells. For one word everything compiles to plain 64-bit arithmetic.
template <int Words>
struct Bits {
    std::uint64_t word[Words]{};

    static constexpr Bits single(int cell) {
        Bits bits;
        bits.word[cell >> 6] = std::uint64_t{1} << (cell & 63);
        return bits;
    }

    constexpr bool any() const {
        std::uint64_t all = 0;
        for (std::uint64_t w : word) all |= w;
        return all != 0;
    }
    constexpr bool contains(int cell) const { return (word[cell >> 6] >> (cell & 63)) & 1; }
    constexpr int count() const {
        int sum = 0;
        for (std::uint64_t w : word) sum += std::popcount(w);
        return sum;
    }
    /// Calls visit(cell) for every cell of the set, in ascending order.
    template <class Visit>
    constexpr void for_each(Visit visit) const {
        for (int index = 0; index < Words; ++index) {
            for (std::uint64_t rest = word[index]; rest != 0; rest &= rest - 1) {
                visit(index * 64 + std::countr_zero(rest));
            }
        }
    }

    friend constexpr bool operator==(const Bits&, const Bits&) = default;
    friend constexpr Bits operator&(Bits a, const Bits& b) {
        for (int i = 0; i < Words; ++i) a.word[i] &= b.word[i];
        return a;
    }
    friend constexpr Bits operator|(Bits a, const Bits& b) {
        for (int i = 0; i < Words; ++i) a.word[i] |= b.word[i];
        return a;
    }
    friend constexpr Bits operator^(Bits a, const Bits& b) {
        for (int i = 0; i < Words; ++i) a.word[i] ^= b.word[i];
        return a;
    }
    friend constexpr Bits operator~(Bits a) {
        for (int i = 0; i < Words; ++i) a.word[i] = ~a.word[i];
        return a;
    }
};

}  // namespace boardai::reversi
