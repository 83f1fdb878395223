#pragma once
// The arithmetic of accumulator networks, in whole numbers: the same results on every processor.
//
// Plain loops, which compilers make into vector instructions: additions of int16, and products of int16 pairs summed
// as int32 (pmaddwd on x86).

#include <algorithm>
#include <cstdint>

namespace boardai::accumulator {

using Value = std::int16_t;

constexpr int activation_one = 255;  ///< of an accumulator: what counts as 1 after clipping
constexpr int output_one = 64;       ///< of an output weight: what counts as 1

/// out = in + added - removed.
inline void add_sub(Value* __restrict out, const Value* __restrict in, const Value* __restrict added,
                    const Value* __restrict removed, int width) {
    for (int i = 0; i < width; ++i) out[i] = static_cast<Value>(in[i] + added[i] - removed[i]);
}

/// out = in + added - removed - taken: a capture.
inline void add_sub_sub(Value* __restrict out, const Value* __restrict in, const Value* __restrict added,
                        const Value* __restrict removed, const Value* __restrict taken, int width) {
    for (int i = 0; i < width; ++i) out[i] = static_cast<Value>(in[i] + added[i] - removed[i] - taken[i]);
}

inline void add(Value* __restrict out, const Value* __restrict added, int width) {
    for (int i = 0; i < width; ++i) out[i] = static_cast<Value>(out[i] + added[i]);
}

inline void subtract(Value* __restrict out, const Value* __restrict removed, int width) {
    for (int i = 0; i < width; ++i) out[i] = static_cast<Value>(out[i] - removed[i]);
}

/// The sum of weight times the square of the clipped accumulator. A product of an accumulator and a weight fits 16 bits
/// (255 * 127 = 32,385), the sum 32 (Weights checks that).
inline std::int32_t output(const Value* __restrict sums, const Value* __restrict weights, int width) {
    std::int32_t total = 0;
    for (int i = 0; i < width; ++i) {
        const auto clipped = static_cast<Value>(std::min<int>(std::max<int>(sums[i], 0), activation_one));
        const auto weighted = static_cast<Value>(clipped * weights[i]);
        total += static_cast<std::int32_t>(weighted) * static_cast<std::int32_t>(clipped);
    }
    return total;
}

}  // namespace boardai::accumulator
