// The numbers were chosen by hand.

#include "games/chess/evaluation/drawish.hpp"

#include <cstdlib>

namespace boardai::chess {

namespace {

constexpr int minor = 3;

int worth(const Position& position, int colour) {
    const Bitboard own = position.colours[colour];
    return minor * count((position.knights | position.bishops()) & own) + 5 * count(position.rooks() & own) +
           9 * count(position.queens() & own);
}

/// Whether the weaker side's king holds the corner in which all pawns of the stronger side must promote.
bool holds_corner(const Position& position, int stronger) {
    const Bitboard own = position.colours[stronger];
    if ((position.knights | position.straights) & own) return false;
    const Bitboard pawns = position.pawns & own;
    if ((pawns & ~file_a) != 0 && (pawns & ~file_h) != 0) return false;
    const int corner = file_of(lowest(pawns)) + (stronger == white ? 56 : 0);
    const Bitboard corner_colour = bit(corner) & dark_squares ? dark_squares : ~dark_squares;
    if (position.diagonals & own & corner_colour) return false;
    return king_steps(position.king_square(stronger ^ 1), corner) <= 1;
}

}  // namespace

int drawish_scale_of_few(const Position& position) {
    const int lead = worth(position, white) - worth(position, black);
    const int pawn_lead =
        count(position.pawns & position.colours[white]) - count(position.pawns & position.colours[black]);
    const int stronger = (lead != 0 ? lead : pawn_lead) > 0 ? white : black;
    const int pawns = count(position.pawns & position.colours[stronger]);
    const int other_pawns = count(position.pawns) - pawns;
    if (pawns && holds_corner(position, stronger)) return other_pawns ? 16 : 2;
    if (lead == 0) {
        if (!position.pawns) return 8;
        if (position.straights || count(position.knights | position.diagonals) != 2) return whole_advantage;
        if (!position.knights && count(position.diagonals & dark_squares) == 1) {
            return std::abs(pawn_lead) <= 1 ? 24 : std::abs(pawn_lead) == 2 ? 36 : 52;
        }
        return count(position.pawns) == 1 ? 40 : whole_advantage;
    }
    if (pawns) return whole_advantage;
    // Only knights: one or two cannot force mate against a king without pawns.
    const Bitboard own = position.colours[stronger];
    const bool knights = !((position.diagonals | position.straights) & own) && count(position.knights & own) < 3;
    if (knights && !other_pawns) return 4;
    return std::abs(lead) <= minor && std::abs(lead) > other_pawns ? 8 : whole_advantage;
}

}  // namespace boardai::chess
