#pragma once
// Which of many numbers is the highest: what every selection ends with. Written so that the compiler makes vectors of
// it.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

namespace boardai {

/// The first of the highest scores a * x[i] + b * y[i].
struct HighestScore {
    double score = -INFINITY;
    std::size_t place = 0;  ///< how many there are where no score is a number
};

/// Four at a time, each lane keeping its first highest and where it was: the compiler's own vectors, because it makes
/// none of a search for a place.
inline HighestScore highest_score(const double* x, const double* y, double a, double b, std::size_t count) {
    using Four = double __attribute__((vector_size(32)));
    constexpr std::size_t lanes = 4;
    const Four none = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    const auto after = static_cast<double>(count);
    Four highest = none, place = {after, after, after, after}, here = {0, 1, 2, 3};
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        Four left, right;
        std::memcpy(&left, x + i, sizeof left);
        std::memcpy(&right, y + i, sizeof right);
        const Four score = a * left + b * right;
        const auto better = score > highest;
        highest = better ? score : highest;
        place = better ? here : place;
        here += static_cast<double>(lanes);
    }
    HighestScore best{-INFINITY, count};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto at = static_cast<std::size_t>(place[lane]);
        if (highest[lane] > best.score || (highest[lane] == best.score && at < best.place)) best = {highest[lane], at};
    }
    for (; i < count; ++i) {
        const double score = a * x[i] + b * y[i];
        if (score > best.score) best = {score, i};
    }
    return best;
}

/// The place of the largest number, the first of equals; 0 where all are NaN. `count` > 0.
template <class Number>
std::size_t index_of_highest(const Number* numbers, std::size_t count) {
    // Two passes, the first without branches and in eight lanes: the compiler vectorises it.
    constexpr std::size_t lane_count = 8;
    constexpr Number lowest = -std::numeric_limits<Number>::infinity();
    Number lanes[lane_count];
    std::fill_n(lanes, lane_count, lowest);
    std::size_t i = 0;
    for (; i + lane_count <= count; i += lane_count) {
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            lanes[lane] = numbers[i + lane] > lanes[lane] ? numbers[i + lane] : lanes[lane];
        }
    }
    for (; i < count; ++i) lanes[0] = numbers[i] > lanes[0] ? numbers[i] : lanes[0];
    const Number highest = *std::max_element(lanes, lanes + lane_count);
    const auto found = static_cast<std::size_t>(std::find(numbers, numbers + count, highest) - numbers);
    return found < count ? found : 0;
}

}  // namespace boardai
