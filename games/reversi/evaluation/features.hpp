#pragma once
// The feature sets of Reversi: `larion` for every board, `patterns` for full squares.

#include <memory>

#include "boardai/core/features/features.hpp"
#include "games/reversi/state.hpp"

namespace boardai {

/// larion:stages=20             twelve properties that fit every board (larion.hpp)
/// patterns:stages=12           tables in the manner of LOGISTELLO (Buro 1997): 3x3 and 2x5 corners, edges with their
///                              two X squares, the lines next to them, diagonals of four cells and more; squares of 6x6
///                              to 10x10 without holes
template <int Words>
struct GameFeatures<reversi::State<Words>> {
    static constexpr const char* names = "larion, patterns";
    static std::unique_ptr<FeatureSet<reversi::State<Words>>> make(FeatureSpec spec,
                                                                   const reversi::State<Words>& start);
};

}  // namespace boardai
