#pragma once
// An evaluation that a user wrote for a game that is compiled already.

#include <stdexcept>
#include <string>

#include "boardai/core/evaluation/evaluator_spec.hpp"

namespace boardai {

/// F has `static int evaluate(const S&)`, `unit`, `scale` and `point` (StateEvaluation). What lies outside +-30000
/// could be taken for a win: it throws std::invalid_argument.
template <class S, class F>
class WrittenEvaluation final : public StateEvaluation<S> {
  public:
    explicit WrittenEvaluation(std::string name) : name_(std::move(name)) {}

    int evaluate(const S& state) const override {
        const int value = F::evaluate(state);
        if (value < -limit || value > limit) {
            throw std::invalid_argument("evaluator '" + name_ + "' gives " + std::to_string(value) +
                                        ", outside +-30000, in position " + state.to_string());
        }
        return value;
    }
    int unit() const override { return F::unit; }
    double scale() const override { return F::scale; }
    double point() const override { return F::point; }

  private:
    static constexpr int limit = 30'000;
    static_assert(F::unit >= 0, "unit must not be negative");
    static_assert(F::scale > 0, "scale must be above 0");
    static_assert(F::point > 0, "point must be above 0");

    std::string name_;
};

}  // namespace boardai
