#pragma once
// Samples from the symmetric Dirichlet distribution, for noise on root priors.
//
// A Dirichlet(alpha, ..., alpha) vector is n Gamma(alpha) samples divided by their sum. The samplers are implemented
// here because those of <random> differ between standard libraries.
// Papers: Marsaglia & Tsang 2000, A simple method for generating gamma variables; Marsaglia & Bray 1964, the
// polar method for normal variables.

#include <cmath>
#include <cstddef>
#include <vector>

#include "boardai/core/rng.hpp"

namespace boardai {

/// Standard normal, by the polar method. The second number of each pair is dropped, so that no state is kept.
inline double sample_normal(Rng& rng) {
    for (;;) {
        const double x = 2 * rng.uniform() - 1;
        const double y = 2 * rng.uniform() - 1;
        const double square = x * x + y * y;
        if (square > 0 && square < 1) return x * std::sqrt(-2 * std::log(square) / square);
    }
}

/// Logarithm of a Gamma(alpha, 1) sample, alpha > 0. Logarithms, because samples for a small alpha underflow.
inline double sample_log_gamma(Rng& rng, double alpha) {
    // Gamma(alpha) = Gamma(alpha + 1) * U^(1 / alpha) for alpha < 1.
    double boost = 0;
    if (alpha < 1) {
        boost = std::log(1 - rng.uniform()) / alpha;
        alpha += 1;
    }
    const double d = alpha - 1.0 / 3.0;
    const double c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double x = sample_normal(rng);
        const double v = (1 + c * x) * (1 + c * x) * (1 + c * x);
        if (v <= 0) continue;
        const double u = 1 - rng.uniform();
        if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) return std::log(d * v) + boost;
    }
}

/// `size` non-negative numbers that add up to 1.
inline std::vector<double> dirichlet(Rng& rng, double alpha, std::size_t size) {
    std::vector<double> sample(size);
    double largest = -INFINITY;
    for (double& x : sample) largest = std::fmax(largest, x = sample_log_gamma(rng, alpha));
    double total = 0;
    for (double& x : sample) total += x = std::exp(x - largest);
    for (double& x : sample) x /= total;
    return sample;
}

}  // namespace boardai
