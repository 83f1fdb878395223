#pragma once
// The feature sets of chess, for linear evaluations (Shannon 1950).

#include <memory>

#include "boardai/core/features/features.hpp"
#include "games/chess/state.hpp"

namespace boardai {

/// linear     material, piece-square tables, mobility, pawn structure, bishop pair, rooks on open files, side to move;
///            each with a weight for the middlegame and one for the endgame, interpolated by the remaining pieces as in
///            evaluators.hpp (Pesto). Own pieces count positively, the opponent's negatively, from the mover's view.
/// positional the terms of the evaluation `positional` (positional/terms.hpp), in the same way.
template <>
struct GameFeatures<chess::State> {
    static constexpr const char* names = "linear, positional";
    static std::unique_ptr<FeatureSet<chess::State>> make(FeatureSpec spec, const chess::State& start);
};

}  // namespace boardai
