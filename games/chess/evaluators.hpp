#pragma once
// Static evaluations of chess.

#include "boardai/core/evaluator.hpp"
#include "games/chess/state.hpp"

namespace boardai::chess {

/// The balance of material in centipawns (Shannon 1950's 1-3-3-5-9), from the side to move; within +-10,300.
struct Material {
    int evaluate(const State& state) const {
        const Position& position = state.position();
        const Bitboard own = position.colours[position.side];
        const Bitboard their = position.colours[position.side ^ 1];
        // A queen is in both slider sets, as a rook and a bishop worth 8, and counts one pawn more.
        const auto balance = [own, their](Bitboard pieces) { return count(pieces & own) - count(pieces & their); };
        return 100 * balance(position.pawns) + 300 * balance(position.knights) + 300 * balance(position.diagonals) +
               500 * balance(position.straights) + 100 * balance(position.queens());
    }
};

}  // namespace boardai::chess

namespace boardai {
template <>
struct DefaultEvaluator<chess::State> {
    using type = chess::Material;
};
}  // namespace boardai
