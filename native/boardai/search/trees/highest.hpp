#pragma once
// The place of the highest of many numbers (argmax): the last step of every selection.
//
// It is written with the compiler's vector types, because compilers do not vectorise an argmax, and without branches,
// because the place of the highest number is hard to predict. Two independent chains of comparisons run in parallel, so
// that neither waits for the other. Places are numbers of the same type as scores, which processors compare equally
// fast.

#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

namespace boardai {

/// The highest of some scores, the first of equals.
struct HighestScore {
    double score = -INFINITY;
    std::size_t place = 0;  ///< the number of scores if all are NaN
};

/// The size of a register: the compiler splits larger vectors into single numbers.
#ifdef __AVX2__
constexpr std::size_t vector_bytes = 32;
#else
constexpr std::size_t vector_bytes = 16;
#endif

/// `score(i, into)` writes the score at i, or as many of them from there on as `into` has lanes. Inlining is forced: a
/// tree calls it at every node of a path, too often for a function call, but compilers consider it too long to inline.
template <class Number, class Score>
[[gnu::always_inline]] inline HighestScore highest_of(std::size_t count, const Score& score) {
    typedef Number Vector __attribute__((vector_size(vector_bytes)));
    constexpr std::size_t lanes = vector_bytes / sizeof(Number);
    constexpr Number lowest = -std::numeric_limits<Number>::infinity();
    if (count < lanes) {
        Number highest = lowest;
        std::size_t place = count;
        for (std::size_t i = 0; i < count; ++i) {
            Number one;
            score(i, one);
            const bool is_higher = one > highest;
            highest = is_higher ? one : highest;
            place = is_higher ? i : place;
        }
        return {static_cast<double>(highest), place};
    }
    // 1. Each lane of each chain: its first highest, and where that was.
    Vector numbers;
    for (std::size_t lane = 0; lane < lanes; ++lane) numbers[lane] = static_cast<Number>(lane);
    struct Chain {
        Vector highest, place;
    };
    const Vector after = Vector{} + static_cast<Number>(count);
    Chain even{Vector{} + lowest, after}, odd = even;
    const auto look = [&](Chain& chain, std::size_t i) {
        Vector here;
        score(i, here);
        const auto is_higher = here > chain.highest;
        chain.highest = is_higher ? here : chain.highest;
        chain.place = is_higher ? numbers + static_cast<Number>(i) : chain.place;
    };
    std::size_t i = 0;
    for (; i + 2 * lanes <= count; i += 2 * lanes) {
        look(even, i);
        look(odd, i + lanes);
    }
    if (i + lanes <= count) look(even, i);
    if (count % lanes != 0) look(odd, count - lanes);  // some of them once more, which changes nothing
    // 2. The chains, then the lanes.
    const auto is_odd = (odd.highest > even.highest) | ((odd.highest == even.highest) & (odd.place < even.place));
    const Vector highest = is_odd ? odd.highest : even.highest;
    Vector all = highest;
    Vector place = is_odd ? odd.place : even.place;
    const auto others = [](const Vector& values, std::size_t step, Vector& into) {
        for (std::size_t lane = 0; lane < lanes; ++lane) into[lane] = values[lane ^ step];
    };
    Vector other;
    for (std::size_t step = lanes / 2; step > 0; step /= 2) {
        others(all, step, other);
        all = other > all ? other : all;
    }
    place = highest == all ? place : after;
    for (std::size_t step = lanes / 2; step > 0; step /= 2) {
        others(place, step, other);
        place = other < place ? other : place;
    }
    return {static_cast<double>(all[0]), static_cast<std::size_t>(place[0])};
}

/// The highest of a * x[i] + b * y[i].
inline HighestScore highest_score(const double* x, const double* y, double a, double b, std::size_t count) {
    return highest_of<double>(count, [=](std::size_t i, auto& into) {
        auto left = into, right = into;
        std::memcpy(&left, x + i, sizeof left);
        std::memcpy(&right, y + i, sizeof right);
        into = a * left + b * right;
    });
}

/// The place of the highest number, the first of equals; 0 where all are NaN. `count` > 0.
template <class Number>
std::size_t index_of_highest(const Number* numbers, std::size_t count) {
    const auto load = [=](std::size_t i, auto& into) { std::memcpy(&into, numbers + i, sizeof into); };
    const std::size_t place = highest_of<Number>(count, load).place;
    return place < count ? place : 0;
}

}  // namespace boardai
