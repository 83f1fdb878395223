#pragma once
// An estimate of the value of a position in the last thirty plies; used for move ordering, not for results.

#include "games/reversi/endgame/cells-inl.hpp"
#include "games/reversi/endgame/layout.hpp"

namespace boardai::reversi::endgame {

/// The estimated final margin for the player to move, in hundredths of a disc. The weights were fitted by least squares
/// to the exact scores of 23,426 positions of 8x8 with 9 to 16 empty cells, from games of partly random and partly
/// mobility-based moves. They explain 85 % of the scores' variance. For the fit, stable discs were computed with full
/// lines; here only from the corners, which takes half the time and orders moves equally well.
template <int Words>
int guess(const Layout<Words>& layout, Bits<Words> own, Bits<Words> opponent, Bits<Words> empty, int count) {
    const Regions& regions = layout.board().regions();
    const Bits<Words>& corners = layout.corners();
    const Bits<Words> in_danger = neighbours(corners & empty);
    const Bits<Words> flank = layout.flank() & in_danger;
    const Bits<Words> moves = reached(own, opponent) & empty;
    const Bits<Words> replies = reached(opponent, own) & empty;
    const auto balance = [&](const Bits<Words>& cells) { return (own & cells).count() - (opponent & cells).count(); };
    const int last_move = count & 1;  // the side to move also has the last move
    return 200 * last_move - 440 + 282 * moves.count() - 252 * replies.count() + 453 * (moves & corners).count() -
           314 * (replies & corners).count() + 100 * (neighbours(own) & empty).count() -
           63 * (neighbours(opponent) & empty).count() +
           150 * (stable_discs(own, regions).count() - stable_discs(opponent, regions).count()) +
           330 * balance(corners) - 134 * balance(layout.steep() & in_danger) - 213 * balance(flank) -
           63 * balance(layout.edges() & ~flank) - 19 * (own.count() - opponent.count());
}

}  // namespace boardai::reversi::endgame
