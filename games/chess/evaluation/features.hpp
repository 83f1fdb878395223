#pragma once
// The feature sets of chess: what linear evaluations have counted since Shannon (1950).

#include <memory>

#include "boardai/core/features/features.hpp"
#include "games/chess/state.hpp"

namespace boardai {

/// linear     material, piece-square tables, mobility, pawn structure, bishop pair, rooks on open files, the move; each
///            for the middlegame and for the endgame, weighed by the pieces left as in evaluators.hpp (Pesto). Own
///            pieces count positively, the opponent's negatively, seen from the mover's side of the board.
/// positional the terms of the evaluation of that name (positional/terms.hpp), in the same way.
template <>
struct GameFeatures<chess::State> {
    static constexpr const char* names = "linear, positional";
    static std::unique_ptr<FeatureSet<chess::State>> make(FeatureSpec spec, const chess::State& start);
};

}  // namespace boardai
