// The numbers are made by hand: large enough to outweigh where pieces like to stand, small beside the pieces.

#include "games/chess/evaluation/mating.hpp"

#include <algorithm>
#include <cstdlib>

namespace boardai::chess {

namespace {

constexpr int edge_step = 25;    ///< of up to 6 from the centre to a corner
constexpr int corner_step = 45;  ///< of up to 7 to a corner of the bishop's colour
constexpr int near_step = 15;    ///< of up to 6 that the kings are closer than they can be
constexpr int apart_step = 8;    ///< of up to 6 between a king and its last piece

/// Knight 3, bishop 3, rook 5, queen 9.
int worth(const Position& position, Bitboard own) {
    return 3 * count(own & (position.knights | position.diagonals)) + 5 * count(own & position.straights) +
           count(own & position.queens());
}

int steps_from_centre(int square) {
    const int file = std::abs(2 * file_of(square) - 7) / 2;
    const int rank = std::abs(2 * rank_of(square) - 7) / 2;
    return file + rank;
}

/// 7 in the corners of that colour, 0 on the long diagonal between the others.
int nearness_to_corner(int square, bool dark) {
    return std::abs(dark ? file_of(square) + rank_of(square) - 7 : file_of(square) - rank_of(square));
}

int plan_of(const Position& position, int winner) {
    const Bitboard own = position.colours[winner] & ~position.kings;
    const Bitboard last = position.colours[winner ^ 1] & ~position.kings;
    if (own == (own & position.knights) && count(own) < 3) return 0;  // two knights do not force it
    const int loser = position.king_square(winner ^ 1);
    int value = near_step * (7 - king_steps(position.king_square(winner), loser));
    if (!position.straights && count(own) == 2 && (own & position.knights)) {
        value += corner_step * nearness_to_corner(loser, (position.diagonals & dark_squares) != 0);
    } else {
        value += edge_step * steps_from_centre(loser);
    }
    if (last) value += apart_step * (king_steps(lowest(last), loser) - 1);
    return value;
}

}  // namespace

int mating_plan_without_pawns(const Position& position) {
    const Bitboard pieces[2] = {position.colours[white] & ~position.kings, position.colours[black] & ~position.kings};
    const int lead = worth(position, pieces[white]) - worth(position, pieces[black]);
    const int winner = lead > 0 ? white : black;
    constexpr int minor = 3;
    if (std::abs(lead) <= minor || several(pieces[winner ^ 1])) return 0;
    return winner == white ? plan_of(position, white) : -plan_of(position, black);
}

}  // namespace boardai::chess
