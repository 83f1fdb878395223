#pragma once
// Winning without pawns: where the losing king has to be driven.

#include "games/chess/board/position.hpp"

namespace boardai::chess {

/// The same for positions without pawns.
int mating_plan_without_pawns(const Position& position);

/// What the way to a mate is worth, in centipawns from White's side: 0 unless there are no pawns, one side leads by
/// more than a minor piece, and the other has at most one piece beside its king. Beside what the material counts, so
/// that a search prefers the right way among won positions long before it sees the mate:
///
///     the losing king's steps from the centre, with bishop and knight alone its way to a corner of the bishop's
///     colour; the kings' steps to each other; and a last piece's steps from its king, which it loses to a fork from
///     afar.
///
/// Within +-500.
inline int mating_plan(const Position& position) { return position.pawns ? 0 : mating_plan_without_pawns(position); }

}  // namespace boardai::chess
