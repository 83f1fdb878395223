#pragma once
// A feature set with learned weights, as searches see it.
//
// Weights are immutable and shared: a search that runs while better ones are learned keeps its own.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "boardai/core/evaluation/evaluation.hpp"
#include "boardai/core/features/features.hpp"

namespace boardai {

/// Refuses what could make an evaluation that is no number: weights beyond this, or that are none.
constexpr float largest_weight = 1e30f;

/// Throws std::invalid_argument naming the first weight that is no number within largest_weight, or a unit that is
/// none.
void check_weights(const float* weights, std::size_t size, const TableUnits& units);

/// Weights of S as a search sees them.
template <GameState S>
class TableWeights final : public Evaluation<S> {
  public:
    static constexpr int limit = 29'000;  ///< evaluations lie within

    TableWeights(std::shared_ptr<const FeatureSet<S>> features, std::vector<float> weights, const TableUnits& units)
        : features_(std::move(features)), weights_(std::move(weights)), units_(units) {}

    std::unique_ptr<EvaluationLine<S>> open_line() const override {
        return std::make_unique<PositionLine<S, TableWeights>>(*this);
    }
    int margin_unit() const override { return units_.unit; }
    double scale() const override { return units_.scale; }
    double point() const override { return units_.point; }
    void check(const S& state) const { features_->check(state); }
    int value(const S& state) const {
        const double points = units_.points * static_cast<double>(features_->value(state, weights_.data()));
        return static_cast<int>(std::lrint(std::clamp(points, -1.0 * limit, 1.0 * limit)));
    }

  private:
    std::shared_ptr<const FeatureSet<S>> features_;
    std::vector<float> weights_;
    TableUnits units_;
};

}  // namespace boardai
