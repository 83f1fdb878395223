#pragma once
// Material with which an advantage is hardly ever a win.

#include "games/chess/board/position.hpp"

namespace boardai::chess {

inline constexpr int whole_advantage = 64;

/// The same for positions with at most four pieces next to kings and pawns.
int drawish_scale_of_few(const Position& position);

/// In 64ths: how much of an advantage is left where material is drawish. The stronger side is the one whose pieces are
/// worth more (knight and bishop 3, rook 5, queen 9), or with equal pieces the one that has more pawns.
///
///     2           pawns of one rook's file, next to them nothing but bishops that do not command its last square (or
///                 nothing), and the other king there or next to it, with no pawns; 16 where it has pawns
///     24, 36, 52  bishops of opposite colours and nothing but pawns alongside them, and the stronger side is at most
///                 one, two, or more pawns up
///     8           the stronger side has no pawn, and leads by a minor piece at most, more than the other's pawns are
///                 worth
///     8           no pawns on the board, and the pieces are worth the same
///     4           no pawns on the board, and all that the stronger side has is one or two knights
///     40          each side has one minor piece, and one has the only pawn: the other gives its piece for it
///
inline int drawish_scale(const Position& position) {
    const Bitboard pieces = position.knights | position.diagonals | position.straights;
    return count(pieces) > 4 ? whole_advantage : drawish_scale_of_few(position);
}

}  // namespace boardai::chess
