#pragma once
// Policy surprise weighting: a game's positions are learned from the oftener, the more their searches found out.
//
// Of a game with n positions, surprises s_i (RecordedPly::surprise) and their sum S, position i is kept on average
//
//   w_i = (1 - share) + share * n * s_i / S        times, 1 where S is 0
//
// so that the game as a whole counts as before. How often it is: with u drawn once for the game,
// floor(w_1 + ... + w_i + u) - floor(w_1 + ... + w_(i-1) + u), which is w_i rounded up or down, w_i on average, and n
// together (systematic sampling).
//
// Source: Wu, KataGo's methods (https://github.com/lightvector/KataGo, docs/KataGoMethods.md), "Policy Surprise
// Weighting", share 0.5 there.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/core/rng.hpp"

namespace boardai {

inline constexpr std::uint64_t surprise_stream = 0x5a4b125e;

/// How often each position of a game is kept. `number`: of the game, which decides how is rounded.
inline std::vector<int> times_by_surprise(const std::vector<float>& surprises, double share, std::uint64_t number) {
    std::vector<int> times(surprises.size(), 1);
    double sum = 0;
    for (const float surprise : surprises) sum += static_cast<double>(surprise);
    if (share == 0 || sum == 0) return times;
    const auto count = static_cast<double>(surprises.size());
    const double shift = Rng(surprise_stream, number).uniform();
    double weights = 0;
    int before = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        weights += 1 - share + share * count * static_cast<double>(surprises[i]) / sum;
        // The last one ends at the count, whatever the sum was rounded to.
        const double end = i + 1 < times.size() ? std::min(weights, count) : count;
        const int now = static_cast<int>(std::floor(end + shift));
        times[i] = now - before;
        before = now;
    }
    return times;
}

}  // namespace boardai
