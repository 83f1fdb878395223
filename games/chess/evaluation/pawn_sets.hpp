#pragma once
// What pawn structure is made of: squares before, behind and next to sets of pawns.

#include "games/chess/board/bitboard.hpp"

namespace boardai::chess {

/// A square as its owner sees it: a1 is the corner at the owner's left hand.
constexpr int seen_by(int colour, int square) { return colour == white ? square : square ^ 56; }

/// One rank on.
template <int colour>
constexpr Bitboard forward(Bitboard set) {
    return colour == white ? set << 8 : set >> 8;
}

/// Every square in front of a set, to the edge.
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
