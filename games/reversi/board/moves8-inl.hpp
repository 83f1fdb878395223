#pragma once
// Moves on one word (boards within 8x8): the hot path of every search on the standard board.
//
// The four axes of the board (row, the two diagonals, column) are the four 64-bit lanes of an AVX2 register. Without
// AVX2 the same steps run lane by lane, with the same results. Cells outside the board never have a disc, so lines of
// discs stop there; the caller masks the empty cells with the board's shape.

#include <array>
#include <bit>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace boardai::reversi::moves8 {

/// The cells in line with one cell, by axis; `up` towards higher bits, `down` towards lower ones.
struct alignas(64) Rays {
    std::uint64_t up[4];
    std::uint64_t down[4];
};

/// Bit distance along each axis: row, falling diagonals, column, rising diagonals.
inline constexpr int axis_step[4] = {1, 7, 8, 9};
/// Discs that may be crossed along each axis: not those of the first and last column, unless along a column.
inline constexpr std::uint64_t not_side_columns = 0x7e7e7e7e7e7e7e7eULL;

constexpr std::array<Rays, 64> make_rays() {
    constexpr int row_change[4] = {0, 1, 1, 1};
    constexpr int column_change[4] = {1, -1, 0, 1};
    std::array<Rays, 64> rays{};
    for (int cell = 0; cell < 64; ++cell) {
        for (int axis = 0; axis < 4; ++axis) {
            for (int sign : {1, -1}) {
                int row = cell / 8 + sign * row_change[axis];
                int column = cell % 8 + sign * column_change[axis];
                std::uint64_t ray = 0;
                while (row >= 0 && row < 8 && column >= 0 && column < 8) {
                    ray |= std::uint64_t{1} << (row * 8 + column);
                    row += sign * row_change[axis];
                    column += sign * column_change[axis];
                }
                auto& slot = rays[static_cast<std::size_t>(cell)];
                (sign > 0 ? slot.up : slot.down)[axis] = ray;
            }
        }
    }
    return rays;
}
inline constexpr std::array<Rays, 64> rays = make_rays();

#if defined(__AVX2__)

inline __m256i all_lanes(std::uint64_t bits) { return _mm256_set1_epi64x(static_cast<long long>(bits)); }

/// The union of the four lanes.
inline std::uint64_t union_of_lanes(__m256i lanes) {
    const __m128i two = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))));
}
/// The union of the four lanes, in every lane: stays in vector registers.
inline __m256i spread_union(__m256i lanes) {
    const __m256i two = _mm256_or_si256(lanes, _mm256_permute4x64_epi64(lanes, 0x4e));
    return _mm256_or_si256(two, _mm256_shuffle_epi32(two, 0x4e));
}

/// Discs flipped by a disc on `cell`, each in the lane of its axis.
inline __m256i flipped_lanes(int cell, __m256i own, __m256i opponent) {
    const Rays& ray = rays[static_cast<std::size_t>(cell)];
    const __m256i zero = _mm256_setzero_si256();
    const __m256i step = _mm256_setr_epi64x(1, 7, 8, 9);

    // Upwards: the nearest cell of the ray that is not the opponent's is its lowest bit. If it is our own,
    // everything below it on the ray flips.
    const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(ray.up));
    const __m256i stops_up = _mm256_andnot_si256(opponent, up);
    const __m256i end_up = _mm256_and_si256(_mm256_and_si256(stops_up, own), _mm256_sub_epi64(zero, stops_up));
    const __m256i below =
        _mm256_sub_epi64(_mm256_add_epi64(end_up, _mm256_set1_epi64x(-1)), _mm256_cmpeq_epi64(end_up, zero));
    const __m256i flips_up = _mm256_and_si256(up, below);

    // Downwards it is the highest bit: the stops are smeared down the ray, and the remaining cells are the opponent's.
    const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(ray.down));
    const __m256i stops_down = _mm256_andnot_si256(opponent, down);
    __m256i smear = _mm256_or_si256(stops_down, _mm256_srlv_epi64(stops_down, step));
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, _mm256_setr_epi64x(2, 14, 16, 18)));
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, _mm256_setr_epi64x(4, 28, 32, 36)));
    const __m256i end_down = _mm256_and_si256(own, _mm256_andnot_si256(_mm256_srlv_epi64(smear, step), smear));
    const __m256i flips_down =
        _mm256_andnot_si256(_mm256_cmpeq_epi64(end_down, zero), _mm256_andnot_si256(smear, down));
    return _mm256_or_si256(flips_up, flips_down);
}

/// Cells at the end of a line of opponent discs that starts at one of ours, in the lane of the line's axis;
/// occupied ones included.
inline __m256i reached_lanes(__m256i own, __m256i opponent) {
    const __m256i step = _mm256_setr_epi64x(1, 7, 8, 9);
    const __m256i step2 = _mm256_setr_epi64x(2, 14, 16, 18);
    const long long inner = static_cast<long long>(not_side_columns);
    const __m256i crossed = _mm256_and_si256(opponent, _mm256_setr_epi64x(inner, inner, -1, inner));

    // Lines of up to 6 discs by doubling: 1, 2, then two at a time.
    __m256i up = _mm256_and_si256(crossed, _mm256_sllv_epi64(own, step));
    __m256i down = _mm256_and_si256(crossed, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(crossed, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(crossed, _mm256_srlv_epi64(down, step)));
    const __m256i pairs_up = _mm256_and_si256(crossed, _mm256_sllv_epi64(crossed, step));
    const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for (int twice = 0; twice < 2; ++twice) {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, step2)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, step2)));
    }
    return _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
}

inline std::uint64_t flipped(int cell, std::uint64_t own, std::uint64_t opponent) {
    return union_of_lanes(flipped_lanes(cell, all_lanes(own), all_lanes(opponent)));
}

inline std::uint64_t reached(std::uint64_t own, std::uint64_t opponent) {
    return union_of_lanes(reached_lanes(all_lanes(own), all_lanes(opponent)));
}

/// The number of leaves two plies below, where `moves` are the placements of this position: the sum of the numbers of
/// replies. A child without a reply counts 1 (its pass, or the end of the game). Boards stay in vector registers
/// between the two plies.
inline std::uint64_t count_replies(std::uint64_t own, std::uint64_t opponent, std::uint64_t empty,
                                   std::uint64_t moves) {
    const __m256i own_lanes = all_lanes(own);
    const __m256i opponent_lanes = all_lanes(opponent);
    std::uint64_t leaves = 0;
    for (; moves != 0; moves &= moves - 1) {
        const int cell = std::countr_zero(moves);
        const std::uint64_t placed = moves & (0 - moves);
        const __m256i flips = spread_union(flipped_lanes(cell, own_lanes, opponent_lanes));
        const __m256i mover = _mm256_andnot_si256(flips, opponent_lanes);
        const __m256i other = _mm256_or_si256(_mm256_or_si256(own_lanes, flips), all_lanes(placed));
        const std::uint64_t replies = union_of_lanes(reached_lanes(mover, other)) & empty & ~placed;
        leaves += static_cast<std::uint64_t>(std::popcount(replies)) + (replies == 0);
    }
    return leaves;
}

#else

inline std::uint64_t flipped(int cell, std::uint64_t own, std::uint64_t opponent) {
    const Rays& ray = rays[static_cast<std::size_t>(cell)];
    std::uint64_t flips = 0;
    for (int axis = 0; axis < 4; ++axis) {
        // Upwards the nearest cell that is not the opponent's is the lowest bit of the rest of the ray.
        const std::uint64_t stops_up = ray.up[axis] & ~opponent;
        const std::uint64_t end_up = stops_up & (0 - stops_up) & own;
        flips |= ray.up[axis] & (end_up - (end_up != 0));
        // Downwards it is the highest bit; all of the ray above it flips. `| 1` covers rays without a stop; bit 0 is
        // harmless there, because `end_down` is 0.
        const std::uint64_t stops_down = ray.down[axis] & ~opponent;
        const std::uint64_t highest = std::uint64_t{1} << (63 - std::countl_zero(stops_down | 1));
        const std::uint64_t end_down = highest & stops_down & own;
        flips |= ray.down[axis] & (0 - (end_down << 1));
    }
    return flips;
}

inline std::uint64_t reached(std::uint64_t own, std::uint64_t opponent) {
    std::uint64_t moves = 0;
    for (int axis = 0; axis < 4; ++axis) {
        const int step = axis_step[axis];
        const std::uint64_t crossed = step == 8 ? opponent : opponent & not_side_columns;
        // Lines of up to 6 discs by doubling: 1, 2, then two at a time.
        std::uint64_t up = crossed & (own << step);
        std::uint64_t down = crossed & (own >> step);
        up |= crossed & (up << step);
        down |= crossed & (down >> step);
        const std::uint64_t pairs_up = crossed & (crossed << step);
        const std::uint64_t pairs_down = pairs_up >> step;
        for (int twice = 0; twice < 2; ++twice) {
            up |= pairs_up & (up << (2 * step));
            down |= pairs_down & (down >> (2 * step));
        }
        moves |= (up << step) | (down >> step);
    }
    return moves;
}

inline std::uint64_t count_replies(std::uint64_t own, std::uint64_t opponent, std::uint64_t empty,
                                   std::uint64_t moves) {
    std::uint64_t leaves = 0;
    for (; moves != 0; moves &= moves - 1) {
        const std::uint64_t placed = moves & (0 - moves);
        const std::uint64_t flips = flipped(std::countr_zero(moves), own, opponent);
        const std::uint64_t replies = reached(opponent ^ flips, own | flips | placed) & empty & ~placed;
        leaves += static_cast<std::uint64_t>(std::popcount(replies)) + (replies == 0);
    }
    return leaves;
}

#endif

}  // namespace boardai::reversi::moves8
