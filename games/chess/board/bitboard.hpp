#pragma once
// Sets of squares. Square 0 is a1, 7 is h1, 63 is h8; bit n of a Bitboard is square n.

#include <cstdint>

namespace boardai::chess {

using Bitboard = std::uint64_t;

enum Colour : int { white = 0, black = 1 };
enum PieceType : int { pawn = 0, knight = 1, bishop = 2, rook = 3, queen = 4, king = 5, no_piece = 6 };

constexpr Bitboard file_a = 0x0101010101010101ULL;
constexpr Bitboard file_h = file_a << 7;
constexpr Bitboard rank_1 = 0xffULL;
constexpr Bitboard rank_8 = rank_1 << 56;
constexpr Bitboard dark_squares = 0xaa55aa55aa55aa55ULL;

constexpr Bitboard bit(int square) { return Bitboard{1} << square; }
constexpr int file_of(int square) { return square & 7; }
constexpr int rank_of(int square) { return square >> 3; }
constexpr int lowest(Bitboard set) { return __builtin_ctzll(set); }
constexpr int highest(Bitboard set) { return 63 - __builtin_clzll(set); }
constexpr int count(Bitboard set) { return __builtin_popcountll(set); }
constexpr bool several(Bitboard set) { return (set & (set - 1)) != 0; }
/// How many moves a king needs from one square to the other on an empty board.
constexpr int king_steps(int a, int b) {
    const int files = file_of(a) < file_of(b) ? file_of(b) - file_of(a) : file_of(a) - file_of(b);
    const int ranks = rank_of(a) < rank_of(b) ? rank_of(b) - rank_of(a) : rank_of(a) - rank_of(b);
    return files > ranks ? files : ranks;
}

/// Takes the lowest square out of a non-empty set.
constexpr int take_lowest(Bitboard& set) {
    const int square = lowest(set);
    set &= set - 1;
    return square;
}

/// The whole set, moved by one step of at most two files: 8 is a rank up, -8 a rank down, 1 a file to the right, 17 a
/// knight's leap. Nothing wraps around the edges.
template <int step>
constexpr Bitboard shifted(Bitboard set) {
    constexpr int files = ((step + 12) & 7) - 4;  // from -2 to 2
    if constexpr (files == 1) set &= ~file_h;
    if constexpr (files == 2) set &= ~(file_h | file_h >> 1);
    if constexpr (files == -1) set &= ~file_a;
    if constexpr (files == -2) set &= ~(file_a | file_a << 1);
    if constexpr (step > 0) {
        return set << step;
    } else {
        return set >> -step;
    }
}

}  // namespace boardai::chess
