#pragma once
// An evaluation from a plain struct: what games and users write.
//
//     struct Material {
//         static constexpr const char* name = "material";
//         int evaluate(const State&) const;                // for the side to move, within +-30000
//     };
//
// It may say more: `static constexpr int margin_unit`, `double scale`, `double point` and `ProbCutModel probcut(const
// S&, int) const` (Evaluation has their meaning); `reset(root)`, `push(before, action)` and `pop()` if it keeps sums
// along the line; `Knowledge<S>& knowledge()` and `order(state, actions)` (EvaluationLine). Each line has a copy of its
// own.

#include <concepts>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "boardai/core/evaluation/evaluation.hpp"

namespace boardai {

/// A static evaluation for the side to move, within +-30000, as a struct next to the game or in a text for
/// `evaluator=`.
template <class E, class S>
concept EvaluatesPositions = requires(E evaluator, const S& constant) {
    { evaluator.evaluate(constant) } -> std::same_as<int>;
};

/// An incremental evaluation: the search calls reset(root), then push(state before, action) and pop() along its line,
/// and evaluate(state) only for the last state of the line.
template <class E, class S>
concept EvaluatesLines = EvaluatesPositions<E, S> && requires(E evaluator, const S& constant, Action action) {
    { evaluator.reset(constant) } -> std::same_as<void>;
    { evaluator.push(constant, action) } -> std::same_as<void>;
    { evaluator.pop() } -> std::same_as<void>;
};

template <class S, EvaluatesPositions<S> E>
class CompiledEvaluation final : public Evaluation<S> {
  public:
    explicit CompiledEvaluation(E evaluator = {}) : evaluator_(std::move(evaluator)) {}

    std::unique_ptr<EvaluationLine<S>> open_line() const override { return std::make_unique<Line>(evaluator_); }
    int margin_unit() const override {
        if constexpr (requires { E::margin_unit; }) return E::margin_unit;
        return 0;
    }
    double scale() const override {
        if constexpr (requires { E::scale; }) return E::scale;
        return 100;
    }
    double point() const override {
        if constexpr (requires { E::point; }) return E::point;
        return 1;
    }
    ProbCutModel probcut([[maybe_unused]] const S& state, [[maybe_unused]] int depth) const override {
        if constexpr (requires { evaluator_.probcut(state, depth); }) return evaluator_.probcut(state, depth);
        return {};
    }

  private:
    class Line final : public EvaluationLine<S> {
      public:
        explicit Line(const E& evaluator) : evaluator_(evaluator) {}

        void reset([[maybe_unused]] const S& root) override {
            if constexpr (EvaluatesLines<E, S>) evaluator_.reset(root);
        }
        bool is_incremental() const override { return EvaluatesLines<E, S>; }
        void push([[maybe_unused]] const S& before, [[maybe_unused]] Action action) override {
            if constexpr (EvaluatesLines<E, S>) evaluator_.push(before, action);
        }
        void pop() override {
            if constexpr (EvaluatesLines<E, S>) evaluator_.pop();
        }
        int evaluate(const S& state) override { return evaluator_.evaluate(state); }
        Knowledge<S>* knowledge() override {
            if constexpr (requires { evaluator_.knowledge(); }) return &evaluator_.knowledge();
            return nullptr;
        }
        void order([[maybe_unused]] const S& state, [[maybe_unused]] ActionList& actions) override {
            if constexpr (requires { evaluator_.order(state, actions); }) evaluator_.order(state, actions);
        }

      private:
        E evaluator_;
    };

    E evaluator_;
};

/// The value, if searches cannot take it for a win. Throws std::invalid_argument beyond +-30000.
template <class S>
int checked_value(int value, const char* name, const S& state) {
    constexpr int limit = 30'000;
    if (value < -limit || value > limit) {
        throw std::invalid_argument("evaluator '" + std::string(name) + "' gives " + std::to_string(value) +
                                    ", outside +-30000, in position " + state.to_string());
    }
    return value;
}

}  // namespace boardai
