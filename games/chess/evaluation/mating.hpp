#pragma once
// Winning without pawns: where to drive the losing king.

#include <optional>

#include "games/chess/board/position.hpp"

namespace boardai::chess {

/// The same for positions without pawns.
std::optional<int> won_ending_without_pawns(const Position& position);

/// The value of a won ending without pawns, in centipawns for White; nullopt for other positions. The conditions: no
/// pawns, one side leads by more than a minor piece and can force mate, and the other has at most one piece besides its
/// king. The value is the material plus a measure of progress, about 10 centipawns for each ply that the mate is
/// nearer, so that a search makes progress long before it sees the mate:
///
///     the losing king's distance from the centre (with bishop and knight, its distance from a corner of the bishop's
///     colour); the kings' distance; the number of squares that the losing king can still reach; the winning king's
///     distance from the centre; and the distance of a last piece from its king, since it can be lost to a fork.
///
/// The measure of progress is between 0 and 700. Other terms do not count, because piece squares would only distort it.
inline std::optional<int> won_ending(const Position& position) {
    return position.pawns ? std::nullopt : won_ending_without_pawns(position);
}

}  // namespace boardai::chess
