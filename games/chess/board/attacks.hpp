#pragma once
// Attack sets. The tables are filled once, when the library is loaded.
//
// Attacks of leapers are looked up by square. Attacks of a slider depend on the occupied squares:
//   BMI2:      PEXT gathers the relevant occupancy bits into an index of a table (800 KiB for rooks);
//   otherwise: hyperbola quintessence (o ^ (o - 2r) forwards and byte-swapped), ranks by a small table.
// Included by .cpp files only, because the inlined code depends on the target processor. An evaluation compiled at run
// time may include it as well: the interpreter always uses the second method, whose tables are in every library.

#if defined(__BMI2__) && !defined(__CLING__)
#define BOARDAI_PEXT_SLIDERS
#include <immintrin.h>
#endif

#include <array>
#include <cstddef>
#include <vector>

#include "games/chess/board/bitboard.hpp"

namespace boardai::chess {

struct AttackTables {
    std::array<Bitboard, 64> knight;
    std::array<Bitboard, 64> king;
    std::array<std::array<Bitboard, 64>, 2> pawn;  ///< [colour of the pawn][its square]
    std::array<Bitboard, 64> straight;             ///< file and rank of a square, without it
    std::array<Bitboard, 64> diagonal;             ///< both diagonals of a square, without it
    /// [colour][PieceType][square]: the squares from which such a piece would attack the square on an empty board.
    std::array<std::array<std::array<Bitboard, 64>, 6>, 2> reaching;
    /// [direction][square]: the squares from this square, excluded, to the edge. Directions 0 to 3 lead to higher
    /// squares by steps of 8, 1, 9 and 7, directions 4 to 7 are their opposites.
    std::array<std::array<Bitboard, 64>, 8> ray;
    std::array<std::array<Bitboard, 64>, 64> between;  ///< strictly between two squares on a line, else empty
    AttackTables();
};
extern const AttackTables attack_tables;

struct LineTables {
    std::array<Bitboard, 64> file;                     ///< without the square itself; so are the next two
    std::array<Bitboard, 64> rising;                   ///< the a1-h8 direction
    std::array<Bitboard, 64> falling;                  ///< the a8-h1 direction
    std::array<std::array<std::uint8_t, 64>, 8> rank;  ///< [file][occupancy of files b to g]
    LineTables();
};
extern const LineTables line_tables;

#if defined(BOARDAI_PEXT_SLIDERS)

struct SliderTables {
    struct Entry {
        Bitboard relevant = 0;  ///< squares whose occupancy matters
        const Bitboard* attacks = nullptr;
    };
    std::array<Entry, 64> rook;
    std::array<Entry, 64> bishop;
    std::vector<Bitboard> storage;
    SliderTables();
};
extern const SliderTables slider_tables;

inline Bitboard rook_attacks(int square, Bitboard occupied) {
    const auto& entry = slider_tables.rook[static_cast<std::size_t>(square)];
    return entry.attacks[_pext_u64(occupied, entry.relevant)];
}
inline Bitboard bishop_attacks(int square, Bitboard occupied) {
    const auto& entry = slider_tables.bishop[static_cast<std::size_t>(square)];
    return entry.attacks[_pext_u64(occupied, entry.relevant)];
}

#else

/// Both directions along a line that crosses every rank at most once.
inline Bitboard line_attacks(int square, Bitboard occupied, Bitboard line) {
    const Bitboard on_line = occupied & line;
    const Bitboard up = on_line - 2 * bit(square);
    const Bitboard down = __builtin_bswap64(__builtin_bswap64(on_line) - 2 * bit(square ^ 56));
    return (up ^ down) & line;
}
inline Bitboard rook_attacks(int square, Bitboard occupied) {
    const auto index = static_cast<std::size_t>(square);
    const int first = square & 56;
    const Bitboard along_rank = Bitboard{line_tables.rank[index & 7][(occupied >> (first + 1)) & 63]} << first;
    return along_rank | line_attacks(square, occupied, line_tables.file[index]);
}
inline Bitboard bishop_attacks(int square, Bitboard occupied) {
    const auto index = static_cast<std::size_t>(square);
    return line_attacks(square, occupied, line_tables.rising[index]) |
           line_attacks(square, occupied, line_tables.falling[index]);
}

#endif

inline Bitboard knight_attacks(int square) { return attack_tables.knight[static_cast<std::size_t>(square)]; }
inline Bitboard king_attacks(int square) { return attack_tables.king[static_cast<std::size_t>(square)]; }
inline Bitboard pawn_attacks(int colour, int square) {
    return attack_tables.pawn[static_cast<std::size_t>(colour)][static_cast<std::size_t>(square)];
}
/// The squares that a piece of a PieceType attacks, including those of own pieces.
inline Bitboard piece_attacks(int colour, int type, int square, Bitboard occupied) {
    switch (type) {
        case pawn:
            return pawn_attacks(colour, square);
        case knight:
            return knight_attacks(square);
        case bishop:
            return bishop_attacks(square, occupied);
        case rook:
            return rook_attacks(square, occupied);
        case queen:
            return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
        default:
            return king_attacks(square);
    }
}
inline Bitboard between(int a, int b) {
    return attack_tables.between[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

}  // namespace boardai::chess
