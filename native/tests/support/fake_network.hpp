#pragma once
// A stand-in for a network: logits and values that are a fixed, pseudo-random function of the planes. Tests need
// answers that differ between positions and can be computed again elsewhere (tests/search/fake_network.py has the
// same formula).
//
//   key = sum over cells i with planes[i] != 0 of mix64(i << 32 | bits of planes[i])
//   unit(k) = mix64(k) >> 11, times 2^-52, minus 1: uniform in [-1, 1)
//   logit j = 2 * unit(key + j + 1)        value = unit(key)

#include <bit>
#include <cstddef>
#include <cstdint>

#include "boardai/core/rng.hpp"

namespace boardai {

struct FakeNetwork {
    std::size_t row_size;
    std::size_t policy_size;

    static double unit(std::uint64_t key) { return static_cast<double>(mix64(key) >> 11) * 0x1.0p-52 - 1; }

    void operator()(const float* planes, std::size_t rows, float* logits, float* values) const {
        for (std::size_t row = 0; row < rows; ++row) {
            std::uint64_t key = 0;
            for (std::size_t i = 0; i < row_size; ++i) {
                const float cell = planes[row * row_size + i];
                if (cell != 0) key += mix64(static_cast<std::uint64_t>(i) << 32 | std::bit_cast<std::uint32_t>(cell));
            }
            values[row] = static_cast<float>(unit(key));
            for (std::size_t j = 0; j < policy_size; ++j) {
                logits[row * policy_size + j] = static_cast<float>(2 * unit(key + j + 1));
            }
        }
    }
};

}  // namespace boardai
