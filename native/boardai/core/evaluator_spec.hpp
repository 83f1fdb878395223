#pragma once
// Which evaluator a search shall use: one of the game's by name, or learned weights.

#include <memory>
#include <string>
#include <utility>

namespace boardai {

/// Weights of some game; tables.hpp has what there is. Searches find out whether they fit.
class LearnedWeights {
  public:
    virtual ~LearnedWeights() = default;
};

struct EvaluatorSpec {
    EvaluatorSpec() = default;
    EvaluatorSpec(std::string name) : name(std::move(name)) {}  // NOLINT: a name is a spec
    EvaluatorSpec(const char* name) : name(name) {}             // NOLINT
    explicit EvaluatorSpec(std::shared_ptr<const LearnedWeights> weights)
        : name("learned"), weights(std::move(weights)) {}

    std::string name;  ///< "": the game's default
    std::shared_ptr<const LearnedWeights> weights;
};

}  // namespace boardai
