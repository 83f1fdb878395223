#pragma once
// Moves on any number of words, by shifts by constants; sideways lines never cross cells of the first and last column.
// One word is handled by moves8-inl.hpp, and four words by moves16-inl.hpp with AVX2.

#include <cstddef>

#include "games/reversi/board/bits.hpp"
#include "games/reversi/board/moves16-inl.hpp"
#include "games/reversi/board/moves8-inl.hpp"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace boardai::reversi {

/// The eight directions as (rows, columns).
struct Direction {
    int rows;
    int columns;
};
inline constexpr Direction directions[8] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}, {0, -1}, {-1, 1}, {-1, 0}, {-1, -1}};

/// All cells of the layout except those of its first and last column, whose discs end sideways lines. If the board is
/// narrower than the layout, the column after its last one has no discs, so lines end there as well.
template <int Words>
constexpr Bits<Words> make_inner_columns() {
    Bits<Words> inner;
    for (int cell = 0; cell < 64 * Words; ++cell) {
        const int column = cell % stride<Words>;
        if (column != 0 && column != stride<Words> - 1) inner = inner | Bits<Words>::single(cell);
    }
    return inner;
}
template <int Words>
inline constexpr Bits<Words> inner_columns = make_inner_columns<Words>();

/// Every cell moved by `Step` bits; those that leave the words are lost.
template <int Step, int Words>
constexpr Bits<Words> shifted(const Bits<Words>& bits) {
    constexpr int distance = Step < 0 ? -Step : Step;
    static_assert(distance > 0 && distance < 64);
    Bits<Words> result;
    for (int i = 0; i < Words; ++i) {
        if constexpr (Step > 0) {
            result.word[i] = bits.word[i] << distance;
            if (i > 0) result.word[i] |= bits.word[i - 1] >> (64 - distance);
        } else {
            result.word[i] = bits.word[i] >> distance;
            if (i + 1 < Words) result.word[i] |= bits.word[i + 1] << (64 - distance);
        }
    }
    return result;
}

/// Cells at the far end of a line of opponent discs that starts at one of ours, in direction number `Number`.
template <int Number, int Words>
constexpr Bits<Words> reached_in_direction(const Bits<Words>& own, const Bits<Words>& opponent) {
    constexpr Direction direction = directions[Number];
    constexpr int step = direction.rows * stride<Words> + direction.columns;
    const Bits<Words> crossed = direction.columns == 0 ? opponent : opponent & inner_columns<Words>;
    Bits<Words> reached;
    for (Bits<Words> front = shifted<step>(own) & crossed; front.any();) {
        const Bits<Words> next = shifted<step>(front);
        reached = reached | next;
        front = next & crossed;
    }
    return reached;
}

template <int Words>
constexpr Bits<Words> reached_in_all_directions(const Bits<Words>& own, const Bits<Words>& opponent) {
    return reached_in_direction<0>(own, opponent) | reached_in_direction<1>(own, opponent) |
           reached_in_direction<2>(own, opponent) | reached_in_direction<3>(own, opponent) |
           reached_in_direction<4>(own, opponent) | reached_in_direction<5>(own, opponent) |
           reached_in_direction<6>(own, opponent) | reached_in_direction<7>(own, opponent);
}

/// Cells at the far end of a line of opponent discs that starts at one of ours, occupied ones included.
template <int Words>
inline Bits<Words> reached(const Bits<Words>& own, const Bits<Words>& opponent) {
    if constexpr (Words == 1) {
        return {{moves8::reached(own.word[0], opponent.word[0])}};
#if defined(__AVX2__)
    } else if constexpr (Words == 4) {
        return moves16::reached(own, opponent);
#endif
    } else {
        return reached_in_all_directions(own, opponent);
    }
}

/// The discs that one of our discs on `cell` flips.
template <int Words>
inline Bits<Words> flipped(int cell, const Bits<Words>& own, const Bits<Words>& opponent) {
    if constexpr (Words == 1) {
        return {{moves8::flipped(cell, own.word[0], opponent.word[0])}};
    } else {
        Bits<Words> flips;
        const Bits<Words> inner_opponent = opponent & inner_columns<Words>;
        for (const Direction& direction : directions) {
            const int step = direction.rows * stride<Words> + direction.columns;
            const Bits<Words>& crossed = direction.columns == 0 ? opponent : inner_opponent;
            // All neighbours of a crossed cell are on the board, so the walk cannot wrap into another row.
            const auto inside = [](int at) { return at >= 0 && at < 64 * Words; };
            int end = cell + step;
            while (inside(end) && crossed.contains(end)) end += step;
            if (end == cell + step || !inside(end) || !own.contains(end)) continue;
            for (int at = cell + step; at != end; at += step) flips = flips | Bits<Words>::single(at);
        }
        return flips;
    }
}

/// Number of the n-th set bit, n from 0; precondition: n < popcount(bits).
inline int nth_set_bit(std::uint64_t bits, int n) {
#if defined(__BMI2__)
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, bits));
#else
    for (; n > 0; --n) bits &= bits - 1;
    return std::countr_zero(bits);
#endif
}

/// The n-th cell of a set, n from 0; precondition: n < count().
template <int Words>
inline int nth_cell(const Bits<Words>& bits, int n) {
    int index = 0;
    if constexpr (Words > 1) {
        for (int in_word; n >= (in_word = std::popcount(bits.word[index])); ++index) n -= in_word;
    }
    return index * 64 + nth_set_bit(bits.word[index], n);
}

}  // namespace boardai::reversi
