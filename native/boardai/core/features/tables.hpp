#pragma once
// Making feature sets from texts, asking them about positions, and giving searches their weights.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "boardai/core/features/features.hpp"
#include "boardai/core/features/table_weights.hpp"

namespace boardai {

/// A feature set as Python uses it: made by its text, asked position by position, and given weights for searches.
template <GameState S>
class Tables {
  public:
    /// The features that a text describes, for the board of `start`.
    /// Throws std::invalid_argument: no such set (the message lists those there are), or options it does not have.
    Tables(const std::string& features, const S& start);

    std::string spec() const { return features_->spec(); }
    int size() const { return features_->size(); }
    int stages() const { return features_->stages(); }
    // FeatureSet::groups(); a number out of range throws std::out_of_range.
    int group_count() const { return static_cast<int>(features_->groups().size()); }
    std::string group_name(int group) const { return features_->groups().at(static_cast<std::size_t>(group)).name; }
    std::vector<int> group_shape(int group) const {
        return features_->groups().at(static_cast<std::size_t>(group)).shape;
    }
    /// The names of the game's feature sets, with a comma and a space between them; "" if it has none.
    static std::string names();

    /// Cells of the position's board; 0 where the game has no grid.
    static int cells(const S& state);

    /// Number of features of a position; columns() then copies them. Throws std::invalid_argument if the set was made
    /// for another board.
    int extract(const S& state);
    void columns(std::int32_t* index, float* count) const;
    /// Extracts the features of all positions of `games` random games, `times` times, and returns their number. For
    /// measurements.
    std::int64_t extract_random(const S& start, int games, int times, std::uint64_t seed);
    /// The sum of weight times count, for the side to move. Throws as extract(), and if `size` is not size().
    double value(const S& state, const float* weights, std::size_t size) const;
    /// These weights as the evaluator of searches; they are copied. Throws if `size` is not size(), or as
    /// check_weights().
    EvaluationSpec evaluator(const float* weights, std::size_t size, const TableUnits& units) const;
    /// The same with lines for ProbCut: rows of ProbCutTable::columns numbers each. Throws as that.
    EvaluationSpec evaluator_with_probcut(const float* weights, std::size_t size, const TableUnits& units,
                                          const double* rows, int count) const;
    const std::shared_ptr<const FeatureSet<S>>& features() const { return features_; }

  private:
    void check_size(std::size_t size) const;
    std::shared_ptr<const Evaluation<S>> evaluation(const float* weights, std::size_t size,
                                                    const TableUnits& units) const;

    std::shared_ptr<const FeatureSet<S>> features_;
    ActiveFeatures active_;
};

}  // namespace boardai
