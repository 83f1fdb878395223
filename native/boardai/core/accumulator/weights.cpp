#include "boardai/core/accumulator/weights.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

#include "boardai/core/features/table_weights.hpp"

namespace boardai {

namespace {

std::int64_t magnitude(std::int64_t value) { return value < 0 ? -value : value; }

void require(bool good, const std::string& what) {
    if (!good) throw std::invalid_argument("accumulator network: " + what);
}

}  // namespace

AccumulatorWeights::AccumulatorWeights(int inputs, int most_active, int width, int buckets,
                                       const std::int16_t* feature_weights, const std::int16_t* feature_bias,
                                       const std::int16_t* output_weights, const std::int32_t* output_bias,
                                       const TableUnits& units)
    : width_(width), buckets_(buckets), units_(units) {
    require(width >= least_width && width <= largest_width && width % 16 == 0,
            "its width must be a multiple of 16 within [16, 1024], not " + std::to_string(width));
    require(buckets >= 1 && buckets <= most_buckets,
            "output buckets must be within [1, 32], not " + std::to_string(buckets));
    check_weights(nullptr, 0, units);
    require(std::abs(units.points) <= 1e6, "its points must be within a million");
    const auto wide = static_cast<std::size_t>(width);
    feature_weights_.assign(feature_weights, feature_weights + static_cast<std::size_t>(inputs) * wide);
    feature_bias_.assign(feature_bias, feature_bias + wide);
    const std::size_t outputs = static_cast<std::size_t>(buckets) * 2 * wide;
    output_weights_.assign(output_weights, output_weights + outputs);
    output_bias_.assign(output_bias, output_bias + buckets);
    check_overflow(inputs, most_active);
}

void AccumulatorWeights::check_overflow(int inputs, int most_active) const {
    const auto wide = static_cast<std::size_t>(width_);
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(inputs));
    const auto counted = static_cast<std::size_t>(std::min(most_active, inputs));
    for (std::size_t neuron = 0; neuron < wide; ++neuron) {
        for (std::size_t input = 0; input < sizes.size(); ++input) {
            sizes[input] = magnitude(feature_weights_[input * wide + neuron]);
        }
        std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(counted) - 1, sizes.end(),
                         std::greater<>());
        std::int64_t most = magnitude(feature_bias_[neuron]);
        for (std::size_t i = 0; i < counted; ++i) most += sizes[i];
        require(most <= std::numeric_limits<accumulator::Value>::max(),
                "neuron " + std::to_string(neuron) + " could reach " + std::to_string(most) + ", beyond 16 bits");
    }
    constexpr std::int64_t square = std::int64_t{accumulator::activation_one} * accumulator::activation_one;
    for (int bucket = 0; bucket < buckets_; ++bucket) {
        std::int64_t sum = 0;
        const std::size_t begin = static_cast<std::size_t>(bucket) * 2 * wide;
        for (std::size_t i = begin; i < begin + 2 * wide; ++i) {
            require(magnitude(output_weights_[i]) <= largest_output_weight,
                    "an output weight is " + std::to_string(output_weights_[i]) + ", beyond 127");
            sum += magnitude(output_weights_[i]);
        }
        require(sum * square <= std::numeric_limits<std::int32_t>::max(),
                "the output weights of bucket " + std::to_string(bucket) + " could sum beyond 32 bits");
    }
}

int AccumulatorWeights::value(const accumulator::Value* own, const accumulator::Value* other, int bucket) const {
    const accumulator::Value* row = output_weights_.data() + static_cast<std::ptrdiff_t>(bucket) * 2 * width_;
    const std::int64_t sum =
        std::int64_t{accumulator::output(own, row, width_)} + accumulator::output(other, row + width_, width_);
    const std::int64_t total = sum / accumulator::activation_one + output_bias_[static_cast<std::size_t>(bucket)];
    constexpr double one = accumulator::activation_one * accumulator::output_one;
    const double points = units_.points * static_cast<double>(total) / one;
    return static_cast<int>(std::lrint(std::clamp(points, -1.0 * limit, 1.0 * limit)));
}

}  // namespace boardai
