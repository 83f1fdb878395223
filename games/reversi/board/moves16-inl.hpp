#pragma once
// Moves on four words (boards within 16x16) with AVX2. The sixteen rows of sixteen cells are the sixteen 16-bit lanes
// of one register, so shifts within the lanes stop at the sides of the board. Ten times as fast as the general form in
// moves-inl.hpp, with the same results.

#if defined(__AVX2__)

#include <immintrin.h>

#include "games/reversi/board/bits.hpp"

namespace boardai::reversi::moves16 {

/// Every cell moved one column to the right or left, one row down or up.
inline __m256i right(__m256i cells) { return _mm256_slli_epi16(cells, 1); }
inline __m256i left(__m256i cells) { return _mm256_srli_epi16(cells, 1); }
inline __m256i down(__m256i cells) {
    return _mm256_alignr_epi8(cells, _mm256_permute2x128_si256(cells, cells, 0x08), 14);
}
inline __m256i up(__m256i cells) { return _mm256_alignr_epi8(_mm256_permute2x128_si256(cells, cells, 0x81), cells, 2); }

inline Bits<4> reached(const Bits<4>& own, const Bits<4>& opponent) {
    const __m256i crossed = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(opponent.word));
    const __m256i from = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(own.word));
    __m256i reached = _mm256_setzero_si256();
    const auto crossing = [&](__m256i cells) { return _mm256_and_si256(cells, crossed); };
    const auto onward = [&](__m256i cells) {
        reached = _mm256_or_si256(reached, cells);
        return _mm256_and_si256(cells, crossed);
    };
    // All eight directions advance one cell per step, until the last one has left the opponent's discs: one branch to
    // predict instead of eight.
    __m256i to_right = crossing(right(from)), to_left = crossing(left(from));
    __m256i to_down = crossing(down(from)), to_up = crossing(up(from));
    __m256i down_right = crossing(right(down(from))), down_left = crossing(left(down(from)));
    __m256i up_right = crossing(right(up(from))), up_left = crossing(left(up(from)));
    __m256i fronts;
    do {
        to_right = onward(right(to_right));
        to_left = onward(left(to_left));
        to_down = onward(down(to_down));
        to_up = onward(up(to_up));
        down_right = onward(right(down(down_right)));
        down_left = onward(left(down(down_left)));
        up_right = onward(right(up(up_right)));
        up_left = onward(left(up(up_left)));
        const __m256i straight = _mm256_or_si256(_mm256_or_si256(to_right, to_left), _mm256_or_si256(to_down, to_up));
        fronts = _mm256_or_si256(
            straight, _mm256_or_si256(_mm256_or_si256(down_right, down_left), _mm256_or_si256(up_right, up_left)));
    } while (!_mm256_testz_si256(fronts, fronts));
    Bits<4> result;
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(result.word), reached);
    return result;
}

}  // namespace boardai::reversi::moves16

#endif
