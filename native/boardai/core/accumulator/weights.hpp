#pragma once
// The weights of an accumulator network, checked once and then shared by threads.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/core/accumulator/kernels.hpp"
#include "boardai/core/features/features.hpp"

namespace boardai {

/// inputs -> width, seen by each of the two players; squared clipped ReLU; 2 * width -> 1, one row of weights for each
/// bucket. Whole numbers throughout: accumulators are 255 times, output weights 64 times what they mean.
class AccumulatorWeights {
  public:
    static constexpr int least_width = 16;
    static constexpr int largest_width = 1024;
    static constexpr int most_buckets = 32;
    static constexpr int largest_output_weight = 127;
    static constexpr int limit = 20'000;  ///< evaluations lie within

    /// Copies the weights.
    ///
    /// Args:
    ///     inputs: columns of the feature weights.
    ///     most_active: of the columns that are on at once.
    ///     feature_weights: [inputs, width]. feature_bias: [width]. output_weights: [buckets, 2 * width], the first
    ///         half of each row for the player to move. output_bias: [buckets], in 255 * 64ths.
    ///
    /// Throws std::invalid_argument: a shape that there is not, or weights by which a sum could overflow.
    AccumulatorWeights(int inputs, int most_active, int width, int buckets, const std::int16_t* feature_weights,
                       const std::int16_t* feature_bias, const std::int16_t* output_weights,
                       const std::int32_t* output_bias, const TableUnits& units);

    int width() const { return width_; }
    int buckets() const { return buckets_; }
    const TableUnits& units() const { return units_; }
    const accumulator::Value* bias() const { return feature_bias_.data(); }
    const accumulator::Value* column(int input) const {
        return feature_weights_.data() + static_cast<std::size_t>(input) * static_cast<std::size_t>(width_);
    }
    /// The value for the side to move, of its own accumulator and of the other player's.
    int value(const accumulator::Value* own, const accumulator::Value* other, int bucket) const;

  private:
    void check_overflow(int inputs, int most_active) const;

    int width_;
    int buckets_;
    TableUnits units_;
    std::vector<accumulator::Value> feature_weights_;
    std::vector<accumulator::Value> feature_bias_;
    std::vector<accumulator::Value> output_weights_;
    std::vector<std::int32_t> output_bias_;
};

}  // namespace boardai
