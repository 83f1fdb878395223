#pragma once
// Correction history: errors of the static evaluation, learned from search results.
//
// Idea: where positions share a feature (in chess: the pawns) a static evaluation tends to be wrong in the same way. So
//   for each key of each feature an error e is kept, by player to move, and a static value v becomes
//     v + (sum of e over the features) / divisor.
//   A search of depth d that finds x more than the corrected value moves each e by b = x d / 8, within +-limit / 4:
//     e += b - e |b| / limit.
// Complexity: one look-up and one change per feature; 64 KB per feature.
// Not handled: games without features and evaluators without a unit; nothing is corrected for them.
// Origin: Caissa and Stockfish 16.1 (2024); no paper.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "boardai/core/search_hooks.hpp"
#include "boardai/search/pvs/margins.hpp"
#include "boardai/search/score.hpp"

namespace boardai {

template <GameState S>
class CorrectionHistory {
  public:
    /// `unit`: of the evaluator, as in Evaluation::margin_unit().
    CorrectionHistory(bool on, int unit) : unit_(unit) {
        if (on && unit > 0) errors_.resize(static_cast<std::size_t>(2 * features) << key_bits);
    }

    /// A static value of the state for the player to move, corrected.
    int corrected(const S& state, int value) const {
        if (errors_.empty()) return value;
        int sum = 0;
        for (int feature = 0; feature < features; ++feature) sum += errors_[slot(state, feature)];
        const int most = evaluation_limit - 1;
        return std::clamp(value + sum * unit_ / (100 * pvs_margins.correction_divisor), -most, most);
    }
    /// A search to this depth found a value that is larger than the corrected value by this difference.
    void learn(const S& state, int difference, int depth) {
        if (errors_.empty()) return;
        const int limit = pvs_margins.correction_limit;
        const int change = std::clamp(difference * depth * 100 / (8 * unit_), -limit / 4, limit / 4);
        for (int feature = 0; feature < features; ++feature) {
            std::int16_t& error = errors_[slot(state, feature)];
            error = static_cast<std::int16_t>(error + change - error * std::abs(change) / limit);
        }
    }

  private:
    static constexpr int key_bits = 14;
    static constexpr int features = [] {
        if constexpr (Correctable<S>) {
            return int{S::correction_features};
        } else {
            return 0;
        }
    }();

    static std::size_t slot(const S& state, int feature) {
        if constexpr (Correctable<S>) {
            const auto table = static_cast<std::size_t>(state.current_player() * features + feature);
            return table << key_bits | static_cast<std::size_t>(state.correction_key(feature) >> (64 - key_bits));
        } else {
            return 0;
        }
    }

    int unit_;
    std::vector<std::int16_t> errors_;  ///< [player][feature][key]; none: off
};

}  // namespace boardai
