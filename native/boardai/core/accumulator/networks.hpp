#pragma once
// Accumulator networks as Python makes them. What a game's inputs are is known where it is compiled, not here.

#include <cstdint>
#include <memory>
#include <string>

#include "boardai/core/evaluation/evaluation.hpp"
#include "boardai/core/features/features.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

template <class S>
struct AccumulatorInputs;

/// Inputs of a game's accumulator networks, listed position by position, and given weights.
template <GameState S>
class AccumulatorNetworks {
  public:
    /// Throws std::invalid_argument: the game has no such inputs, or they do not have these options.
    AccumulatorNetworks(const std::string& inputs, const S& start);

    /// The text that makes the same inputs again, options included.
    std::string spec() const;
    /// Number of columns.
    int size() const;
    /// Of them, those that a bucket of the `buckets` option has; all have as many, in one order.
    int columns_of_bucket() const;
    /// Names of the boards that a bucket's columns are, separated by commas.
    std::string groups() const;
    /// Of all columns, those that are on in one position.
    int most_active() const;
    /// Which of this many rows of output weights a position uses.
    int bucket(const S& state, int buckets) const;
    /// Whether the game knows the value better than a network; known() is that value then.
    bool knows(const S& state) const;
    int known(const S& state) const;
    /// What the game leaves of a network's value for the side to move.
    int tempered(const S& state, int value) const;
    /// The columns that the pieces of a position switch on, as that player sees them; how many they are.
    int columns(const S& state, int player, std::int32_t* out) const;
    /// A network with these weights as the evaluator of searches; throws as AccumulatorWeights.
    EvaluationSpec evaluator(int width, int buckets, const std::int16_t* feature_weights,
                             const std::int16_t* feature_bias, const std::int16_t* output_weights,
                             const std::int32_t* output_bias, const TableUnits& units) const;

  private:
    std::shared_ptr<const AccumulatorInputs<S>> inputs_;
};

}  // namespace boardai
