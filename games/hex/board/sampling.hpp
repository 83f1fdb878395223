#pragma once
// Uniformly random subsets of a given size.

#include <bit>
#include <cstdint>

#include "boardai/core/rng.hpp"
#include "games/hex/board/bits.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace boardai::hex {

/// nth_set_bit() for processors without an instruction for it.
inline int nth_set_bit_portable(std::uint64_t word, int index) {
    int base = 0;
    for (int width = 32; width >= 8; width /= 2) {
        const std::uint64_t low = (word >> base) & ((std::uint64_t{1} << width) - 1);
        const int count = std::popcount(low);
        if (index >= count) {
            index -= count;
            base += width;
        }
    }
    std::uint64_t rest = word >> base;
    for (; index > 0; --index) rest &= rest - 1;
    return base + std::countr_zero(rest);
}

/// The position of set bit number `index` (from 0). Precondition: the word has more than `index` set bits.
inline int nth_set_bit(std::uint64_t word, int index) {
#ifdef __BMI2__
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << index, word));
#else
    return nth_set_bit_portable(word, index);
#endif
}

/// Cell number `index` (from 0) of the set. Precondition: the set has more than `index` cells.
template <int Words>
int nth_cell(const Bits<Words>& set, int index) {
    // Without branches, because the word cannot be predicted.
    int chosen = 0;
    int before = 0;
    int seen = 0;
    for (int i = 0; i + 1 < Words; ++i) {
        seen += std::popcount(set.word[i]);
        const bool past = index >= seen;
        chosen += static_cast<int>(past);
        before = past ? seen : before;
    }
    return 64 * chosen + nth_set_bit(set.word[chosen], index - before);
}

/// `size` cells of `set` (which has `set_count`), each such subset equally likely.
///
/// Random bits for all cells give a uniform subset of about half the cells. Then uniformly chosen cells are removed or
/// added one by one, which keeps it uniform among the subsets of its size; on average 4 such corrections for 121 cells.
template <int Words>
Bits<Words> random_subset(const Bits<Words>& set, int set_count, int size, Rng& rng) {
    Bits<Words> chosen;
    for (int i = 0; i < Words; ++i) chosen.word[i] = rng.next() & set.word[i];
    int count = chosen.count();
    for (; count > size; --count)
        chosen.clear(nth_cell(chosen, static_cast<int>(rng.below(static_cast<std::uint32_t>(count)))));
    for (; count < size; ++count) {
        chosen.set(nth_cell(set - chosen, static_cast<int>(rng.below(static_cast<std::uint32_t>(set_count - count)))));
    }
    return chosen;
}

}  // namespace boardai::hex
