#pragma once
// ProbCut for learned evaluations: how shallow searches predict deeper ones, as lines measured by depth and stage.
//
// Which searches were compared and how the lines were fitted is documented in
// boardai/learn/linear_evaluation/probcut.py; here they are looked up. What is measured holds for the evaluation it was
// measured with, so the table goes with its weights.

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "boardai/core/evaluation/evaluation.hpp"
#include "boardai/core/features/features.hpp"

namespace boardai {

/// Lines by stage of the game and depth. A row of numbers is: stage, depth, shallow depth, slope, offset, deviation.
class ProbCutTable {
  public:
    static constexpr int columns = 6;
    static constexpr int deepest = 64;
    /// Errors of measured lines are known better than those of rules of thumb. By matches of Reversi's `patterns`.
    static constexpr double deviations = 1;

    /// Throws std::invalid_argument naming the row: a stage or depth out of range, a number that is none, a line that
    /// falls.
    ProbCutTable(const double* rows, int count, int stages) : models_(static_cast<std::size_t>(stages) * deepest) {
        for (int number = 0; number < count; ++number) {
            const double* const row = rows + number * columns;
            const bool in_range = row[0] >= 0 && row[0] < stages && row[1] >= 2 && row[1] < deepest && row[2] >= 1 &&
                                  row[2] < row[1] && row[3] > 0;
            bool finite = true;
            for (int column = 0; column < columns; ++column) finite &= std::isfinite(row[column]);
            if (!in_range || !finite || row[5] < 0) {
                throw std::invalid_argument("probcut: row " + std::to_string(number) +
                                            " must be a stage, a depth, a smaller one, a slope above 0, an offset and "
                                            "a deviation");
            }
            models_[place(static_cast<int>(row[0]), static_cast<int>(row[1]))] = {static_cast<int>(row[2]), row[3],
                                                                                  row[4], row[5], deviations};
        }
    }

    ProbCutModel at(int stage, int depth) const {
        return depth < deepest ? models_[place(stage, depth)] : ProbCutModel{};
    }

  private:
    static std::size_t place(int stage, int depth) { return static_cast<std::size_t>(stage * deepest + depth); }

    std::vector<ProbCutModel> models_;
};

/// An evaluation that knows how its shallow searches predict deeper ones.
template <GameState S>
class ProbCutEvaluation final : public Evaluation<S> {
  public:
    ProbCutEvaluation(std::shared_ptr<const Evaluation<S>> evaluation, std::shared_ptr<const FeatureSet<S>> features,
                      ProbCutTable table)
        : evaluation_(std::move(evaluation)), features_(std::move(features)), table_(std::move(table)) {}

    std::unique_ptr<EvaluationLine<S>> open_line() const override { return evaluation_->open_line(); }
    int margin_unit() const override { return evaluation_->margin_unit(); }
    double scale() const override { return evaluation_->scale(); }
    double point() const override { return evaluation_->point(); }
    ProbCutModel probcut(const S& state, int depth) const override { return table_.at(features_->stage(state), depth); }

  private:
    std::shared_ptr<const Evaluation<S>> evaluation_;
    std::shared_ptr<const FeatureSet<S>> features_;
    ProbCutTable table_;
};

}  // namespace boardai
