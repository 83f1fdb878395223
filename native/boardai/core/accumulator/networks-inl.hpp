#pragma once
// Networks of games that have inputs for them; others refuse to make any.

#include <memory>
#include <stdexcept>

#include "boardai/core/accumulator/network.hpp"
#include "boardai/core/accumulator/networks.hpp"

namespace boardai {

template <GameState S>
AccumulatorNetworks<S>::AccumulatorNetworks([[maybe_unused]] const std::string& inputs,
                                            [[maybe_unused]] const S& start) {
    if constexpr (AccumulatorInputs<S>::exist) {
        inputs_ = std::make_shared<const AccumulatorInputs<S>>(FeatureSpec(inputs), start);
    } else {
        throw std::invalid_argument("this game has no inputs for accumulator networks");
    }
}

template <GameState S>
std::string AccumulatorNetworks<S>::spec() const {
    if constexpr (AccumulatorInputs<S>::exist) return inputs_->spec();
    return "";
}

template <GameState S>
int AccumulatorNetworks<S>::size() const {
    if constexpr (AccumulatorInputs<S>::exist) return inputs_->size();
    return 0;
}

template <GameState S>
int AccumulatorNetworks<S>::columns_of_bucket() const {
    if constexpr (AccumulatorInputs<S>::exist) return inputs_->columns_of_bucket();
    return 0;
}

template <GameState S>
std::string AccumulatorNetworks<S>::groups() const {
    if constexpr (AccumulatorInputs<S>::exist) return inputs_->groups();
    return "";
}

template <GameState S>
int AccumulatorNetworks<S>::most_active() const {
    if constexpr (AccumulatorInputs<S>::exist) return AccumulatorInputs<S>::most_active;
    return 0;
}

template <GameState S>
int AccumulatorNetworks<S>::bucket([[maybe_unused]] const S& state, [[maybe_unused]] int buckets) const {
    if constexpr (AccumulatorInputs<S>::exist) return inputs_->bucket(state, buckets);
    return 0;
}

template <GameState S>
bool AccumulatorNetworks<S>::knows([[maybe_unused]] const S& state) const {
    if constexpr (AccumulatorInputs<S>::exist) return inputs_->known(state).has_value();
    return false;
}

template <GameState S>
int AccumulatorNetworks<S>::known([[maybe_unused]] const S& state) const {
    if constexpr (AccumulatorInputs<S>::exist) return inputs_->known(state).value_or(0);
    return 0;
}

template <GameState S>
int AccumulatorNetworks<S>::tempered([[maybe_unused]] const S& state, int value) const {
    if constexpr (AccumulatorInputs<S>::exist) return inputs_->tempered(state, value);
    return value;
}

template <GameState S>
int AccumulatorNetworks<S>::columns([[maybe_unused]] const S& state, [[maybe_unused]] int player,
                                    [[maybe_unused]] std::int32_t* out) const {
    int count = 0;
    if constexpr (AccumulatorInputs<S>::exist) {
        const int view = inputs_->views(state)[static_cast<std::size_t>(player)];
        inputs_->visit(state, [&](int piece) { out[count++] = inputs_->column(player, view, piece); });
    }
    return count;
}

template <GameState S>
EvaluationSpec AccumulatorNetworks<S>::evaluator([[maybe_unused]] int width, [[maybe_unused]] int buckets,
                                                 [[maybe_unused]] const std::int16_t* feature_weights,
                                                 [[maybe_unused]] const std::int16_t* feature_bias,
                                                 [[maybe_unused]] const std::int16_t* output_weights,
                                                 [[maybe_unused]] const std::int32_t* output_bias,
                                                 [[maybe_unused]] const TableUnits& units) const {
    if constexpr (AccumulatorInputs<S>::exist) {
        return EvaluationSpec(std::make_shared<const AccumulatorNetwork<S>>(
            *inputs_, AccumulatorWeights(size(), most_active(), width, buckets, feature_weights, feature_bias,
                                         output_weights, output_bias, units)));
    }
    return {};
}

}  // namespace boardai
