#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "boardai/core/evaluation/probcut_table.hpp"
#include "boardai/core/features/tables.hpp"
#include "boardai/core/features/tuples.hpp"
#include "boardai/core/grid.hpp"
#include "boardai/core/in_quotes.hpp"
#include "boardai/core/rng.hpp"

namespace boardai {

template <GameState S>
std::string Tables<S>::names() {
    std::string names = GameFeatures<S>::names;
    if constexpr (Gridded<S>) names += (names.empty() ? "" : ", ") + std::string("tuples");
    return names;
}

template <GameState S>
int Tables<S>::cells([[maybe_unused]] const S& state) {
    int count = 0;
    if constexpr (Gridded<S>) {
        for (int cell = 0; cell < state.grid().height * state.grid().width; ++cell) count += state.grid_has(cell);
    }
    return count;
}

template <GameState S>
Tables<S>::Tables(const std::string& features, const S& start) {
    const FeatureSpec spec(features);
    features_ = GameFeatures<S>::make(spec, start);
    if constexpr (Gridded<S>) {
        if (!features_ && spec.name() == "tuples") features_ = make_tuples(spec, start);
    }
    if (!features_) {
        throw std::invalid_argument("unknown features " + in_quotes(spec.name()) + "; this game has " +
                                    (names().empty() ? "none" : names()));
    }
}

template <GameState S>
int Tables<S>::extract(const S& state) {
    features_->check(state);
    active_.clear();
    features_->append(state, active_);
    return static_cast<int>(active_.index.size());
}

template <GameState S>
void Tables<S>::columns(std::int32_t* index, float* count) const {
    std::copy(active_.index.begin(), active_.index.end(), index);
    std::copy(active_.count.begin(), active_.count.end(), count);
}

template <GameState S>
std::int64_t Tables<S>::extract_random(const S& start, int games, int times, std::uint64_t seed) {
    std::vector<S> positions;
    Rng rng(seed);
    ActionList actions;
    for (int game = 0; game < games; ++game) {
        for (S state = start; !state.is_terminal();) {
            positions.push_back(state);
            state.legal_actions(actions);
            state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
        }
    }
    for (int time = 0; time < times; ++time) {
        for (const S& position : positions) extract(position);
    }
    return static_cast<std::int64_t>(positions.size()) * times;
}

template <GameState S>
double Tables<S>::value(const S& state, const float* weights, std::size_t size) const {
    features_->check(state);
    check_size(size);
    return static_cast<double>(features_->value(state, weights));
}

template <GameState S>
std::shared_ptr<const Evaluation<S>> Tables<S>::evaluation(const float* weights, std::size_t size,
                                                           const TableUnits& units) const {
    check_size(size);
    check_weights(weights, size, units);
    if (auto ready = features_->made_ready(weights, units)) return ready;
    return std::make_shared<const TableWeights<S>>(features_, std::vector<float>(weights, weights + size), units);
}

template <GameState S>
EvaluationSpec Tables<S>::evaluator(const float* weights, std::size_t size, const TableUnits& units) const {
    return EvaluationSpec(evaluation(weights, size, units));
}

template <GameState S>
EvaluationSpec Tables<S>::evaluator_with_probcut(const float* weights, std::size_t size, const TableUnits& units,
                                                 const double* rows, int count) const {
    return EvaluationSpec(std::make_shared<const ProbCutEvaluation<S>>(evaluation(weights, size, units), features_,
                                                                       ProbCutTable(rows, count, stages())));
}

template <GameState S>
void Tables<S>::check_size(std::size_t size) const {
    if (size != static_cast<std::size_t>(features_->size())) {
        throw std::invalid_argument("features '" + features_->spec() + "': expected " +
                                    std::to_string(features_->size()) + " weights, got " + std::to_string(size));
    }
}

}  // namespace boardai
