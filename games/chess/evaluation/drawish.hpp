#pragma once
// Material with which an advantage rarely wins.

#include "games/chess/board/position.hpp"

namespace boardai::chess {

inline constexpr int whole_advantage = 64;

/// The same for positions with at most four pieces besides kings and pawns.
int drawish_scale_of_few(const Position& position);

/// The factor, in 64ths, by which an advantage is multiplied because the material is drawish. The stronger side is the
/// one whose pieces have the higher value (knight and bishop 3, rook 5, queen 9) or, if these are equal, the one with
/// more pawns.
///
///     2           the stronger side has only pawns on one rook file and perhaps bishops that do not control its
///                 promotion square; the other king is on or next to that square, and its side has no pawns; 16 if it
///                 has pawns
///     24, 36, 52  only bishops of opposite colours and pawns; the stronger side is ahead by at most one, two, or more
///                 pawns
///     8           the stronger side has no pawn, and its lead in pieces is at most a minor piece, but above the value
///                 of the other's pawns
///     8           no pawns on the board, and pieces of equal value
///     4           no pawns on the board, and the stronger side has only one or two knights
///     40          each side has one minor piece, and one side has the only pawn, for which the other can sacrifice its
///                 piece
///
inline int drawish_scale(const Position& position) {
    const Bitboard pieces = position.knights | position.diagonals | position.straights;
    return count(pieces) > 4 ? whole_advantage : drawish_scale_of_few(position);
}

}  // namespace boardai::chess
