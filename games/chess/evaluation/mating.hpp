#pragma once
// Winning without pawns: where the losing king has to be driven.

#include <optional>

#include "games/chess/board/position.hpp"

namespace boardai::chess {

/// The same for positions without pawns.
std::optional<int> won_ending_without_pawns(const Position& position);

/// The value of an ending that is won and has no pawns, in centipawns from White's side. Nothing, unless there are no
/// pawns, one side leads by more than a minor piece and can force a mate, and the other has at most one piece next to
/// its king. It is the material plus the way to the mate, about 10 centipawns a ply that the mate is nearer, so that a
/// search prefers the right way among won positions long before it sees the mate:
///
///     the losing king's steps from the centre, with bishop and knight alone how near it is to a corner of the
///     bishop's colour; the kings' distance; the squares the losing king can still walk to; the winning king's steps
///     from the centre; and how far a last piece is from its king, which loses it to a fork.
///
/// The way is within 0 and 700. No other term counts: where pieces like to stand only blurs it.
inline std::optional<int> won_ending(const Position& position) {
    return position.pawns ? std::nullopt : won_ending_without_pawns(position);
}

}  // namespace boardai::chess
