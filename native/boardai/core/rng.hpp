#pragma once
// The one source of randomness: a small value type, passed by reference wherever chance is needed.
//
// xoshiro256** (Blackman & Vigna 2018, public domain algorithm), seeded by splitmix64. Chosen for speed
// (under 1 ns per draw), a 32-byte state that is saved with a run, and equal streams on every platform.

#include <cstdint>

namespace boardai {

/// splitmix64 finaliser: a fixed bijection of 64-bit words; equal on every machine and in every run.
constexpr std::uint64_t mix64(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

class Rng {
  public:
    /// Equal (seed, stream) pairs give equal sequences; different streams of one seed are independent,
    /// so game number g of a run uses Rng(seed, g) whatever thread plays it.
    explicit constexpr Rng(std::uint64_t seed = 0, std::uint64_t stream = 0) {
        std::uint64_t x = mix64(seed) ^ mix64(mix64(stream) + 0x632be59bd9b4e019ULL);
        for (auto& word : state_) word = x = mix64(x);
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = rotate_left(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotate_left(state_[3], 45);
        return result;
    }

    /// Uniform in [0, bound), bound >= 1. Lemire's multiply-shift with rejection (2019): unbiased.
    constexpr std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = (next() >> 32) * bound;
        auto low = static_cast<std::uint32_t>(product);
        if (low < bound) {
            const std::uint32_t threshold = (0u - bound) % bound;
            while (low < threshold) {
                product = (next() >> 32) * bound;
                low = static_cast<std::uint32_t>(product);
            }
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    /// Uniform in [0, 1), 53 random bits.
    constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    // Saved and restored with a run.
    constexpr std::uint64_t word(int index) const { return state_[index]; }
    constexpr void set_word(int index, std::uint64_t value) { state_[index] = value; }
    friend constexpr bool operator==(const Rng&, const Rng&) = default;

    // UniformRandomBitGenerator, for <random> and <algorithm>.
    using result_type = std::uint64_t;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }
    constexpr result_type operator()() { return next(); }

  private:
    static constexpr std::uint64_t rotate_left(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
    std::uint64_t state_[4]{};
};

}  // namespace boardai
