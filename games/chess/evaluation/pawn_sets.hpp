#pragma once
// Building blocks of pawn structure: squares in front of, behind and next to sets of pawns.

#include "games/chess/board/bitboard.hpp"

namespace boardai::chess {

/// A square from its owner's view: a1 is the corner at the owner's left.
constexpr int seen_by(int colour, int square) { return colour == white ? square : square ^ 56; }

/// The set, one rank forward.
template <int colour>
constexpr Bitboard forward(Bitboard set) {
    return colour == white ? set << 8 : set >> 8;
}

/// All squares in front of a set, up to the edge.
template <int colour>
constexpr Bitboard ahead(Bitboard set) {
    set = forward<colour>(set);
    if constexpr (colour == white) {
        set |= set << 8;
        set |= set << 16;
        return set | set << 32;
    } else {
        set |= set >> 8;
        set |= set >> 16;
        return set | set >> 32;
    }
}

/// The neighbours on either side.
constexpr Bitboard beside(Bitboard set) { return shifted<1>(set) | shifted<-1>(set); }

/// Whole files that a set touches.
constexpr Bitboard files_of(Bitboard set) { return set | ahead<white>(set) | ahead<black>(set); }

/// Squares that pawns of a set attack.
template <int colour>
constexpr Bitboard attacked_by_pawns(Bitboard pawns) {
    return beside(forward<colour>(pawns));
}

}  // namespace boardai::chess
