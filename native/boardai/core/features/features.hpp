#pragma once
// Linear evaluation: which numbered features a position has, and what each is worth.
//
// A feature set names, for every position, the few of its weights that count there and how often each does (once,
// where a table is looked up; more or a share, where things are counted). The value of a position is the sum of
// weight times count, from the side to move. What the weights are is learned elsewhere (tables.hpp keeps them).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "boardai/core/evaluation/evaluation.hpp"
#include "boardai/core/features/feature_group.hpp"
#include "boardai/core/features/feature_spec.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

/// The features of one position, as two columns.
struct ActiveFeatures {
    std::vector<std::int32_t> index;
    std::vector<float> count;

    void clear() {
        index.clear();
        count.clear();
    }
};

/// How a sum of weights becomes the whole number that searches compare.
struct TableUnits {
    double points = 100;  ///< a value of 1 in the evaluation's unit (a hundredth of a disc, a centipawn, a promille)
    int unit = 0;         ///< what a clear advantage is worth: Evaluation::margin_unit()
    double scale = 100;   ///< worth tanh(1) = 0.76 of a win: Evaluation::scale()
    double point = 1;     ///< one point of the final margin, above 0: Evaluation::point()
};

template <GameState S>
class FeatureSet {
  public:
    virtual ~FeatureSet() = default;

    /// The text that makes the same set again, options included.
    virtual std::string spec() const = 0;
    /// Number of weights: all of the first stage of the game, then all of the second ...
    virtual int size() const = 0;
    virtual int stages() const = 0;
    /// Throws std::invalid_argument if positions of this board are not what the set was made for.
    virtual void check(const S& state) const = 0;
    /// Adds the position's features; precondition: check() passes.
    virtual void append(const S& state, ActiveFeatures& out) const = 0;
    /// The sum of weight times count; the same precondition.
    virtual float value(const S& state, const float* weights) const = 0;
    /// The weights of a stage, in order.
    virtual std::vector<FeatureGroup> groups() const = 0;
    /// The stage of the game that a position is in; precondition as above.
    virtual int stage(const S& state) const = 0;
    /// These weights made ready for searches, where the set knows how to add them up more quickly than value() does; to
    /// within a rounded unit the same. Null: it does not.
    virtual std::shared_ptr<const Evaluation<S>> made_ready(const float*, const TableUnits&) const { return nullptr; }
};

/// A feature set from a class F that offers spec(), size(), stages(), check(state), groups() and `visit(state, take)`,
/// which calls take(index, count) for each feature: compiled once for adding up and once for listing. Where F has a
/// quicker way to add up, it is its value(state, weights); made_ready(weights, units) as above.
template <GameState S, class F>
class FeatureSetOf final : public FeatureSet<S> {
  public:
    explicit FeatureSetOf(F features) : features_(std::move(features)) {}

    std::string spec() const override { return features_.spec(); }
    int size() const override { return features_.size(); }
    int stages() const override { return features_.stages(); }
    void check(const S& state) const override { features_.check(state); }
    void append(const S& state, ActiveFeatures& out) const override {
        features_.visit(state, [&out](int index, float count) {
            out.index.push_back(index);
            out.count.push_back(count);
        });
    }
    float value(const S& state, const float* weights) const override {
        if constexpr (requires { features_.value(state, weights); }) return features_.value(state, weights);
        float sum = 0;
        features_.visit(state, [&sum, weights](int index, float count) { sum += weights[index] * count; });
        return sum;
    }
    std::vector<FeatureGroup> groups() const override { return features_.groups(); }
    int stage(const S& state) const override {
        int last = 0;
        features_.visit(state, [&last](int index, float) { last = index; });
        return last / (features_.size() / features_.stages());
    }
    std::shared_ptr<const Evaluation<S>> made_ready(const float* weights, const TableUnits& units) const override {
        if constexpr (requires { features_.made_ready(weights, units); }) return features_.made_ready(weights, units);
        return nullptr;
    }

  private:
    F features_;
};

/// A game's own feature sets: specialise it for a state type with
///
///   static constexpr const char* names = "larion, patterns";
///   static std::unique_ptr<FeatureSet<S>> make(FeatureSpec spec, const S& start);   // null: no set of that name
///
/// Sets that every game on a grid has (tuples.hpp) need no mention.
template <class S>
struct GameFeatures {
    static constexpr const char* names = "";
    static std::unique_ptr<FeatureSet<S>> make(const FeatureSpec&, const S&) { return nullptr; }
};

}  // namespace boardai
