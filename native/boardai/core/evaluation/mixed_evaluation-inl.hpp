#pragma once

#include <cstdlib>
#include <memory>
#include <utility>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/core/evaluation/mixed_evaluation.hpp"

namespace boardai {

template <class S>
class MixedEvaluation final : public Evaluation<S> {
  public:
    MixedEvaluation(std::shared_ptr<const Evaluation<S>> careful, std::shared_ptr<const Evaluation<S>> plain, int limit)
        : careful_(std::move(careful)), plain_(std::move(plain)), limit_(limit) {
        if (careful_->margin_unit() > 0 && plain_->margin_unit() > 0) {
            unit_ = careful_->margin_unit();
            plain_unit_ = plain_->margin_unit();
        }
    }

    std::unique_ptr<EvaluationLine<S>> open_line() const override { return std::make_unique<Line>(*this); }
    int margin_unit() const override { return careful_->margin_unit(); }
    double scale() const override { return careful_->scale(); }
    double point() const override { return careful_->point(); }
    ProbCutModel probcut(const S& state, int depth) const override { return careful_->probcut(state, depth); }

  private:
    class Line final : public EvaluationLine<S> {
      public:
        explicit Line(const MixedEvaluation& mixed)
            : mixed_(mixed), careful_(mixed.careful_->open_line()), plain_(mixed.plain_->open_line()) {}

        void reset(const S& root) override {
            careful_->reset(root);
            plain_->reset(root);
        }
        bool is_incremental() const override { return careful_->is_incremental() || plain_->is_incremental(); }
        void push(const S& before, Action action) override {
            if (careful_->is_incremental()) careful_->push(before, action);
            if (plain_->is_incremental()) plain_->push(before, action);
        }
        void pop() override {
            if (careful_->is_incremental()) careful_->pop();
            if (plain_->is_incremental()) plain_->pop();
        }
        int evaluate(const S& state) override {
            const int value = plain_->evaluate(state);
            if (std::abs(value) <= mixed_.limit_) return careful_->evaluate(state);
            return value * mixed_.unit_ / mixed_.plain_unit_;
        }
        Knowledge<S>* knowledge() override { return careful_->knowledge(); }
        void order(const S& state, ActionList& actions) override { careful_->order(state, actions); }

      private:
        const MixedEvaluation& mixed_;
        std::unique_ptr<EvaluationLine<S>> careful_;
        std::unique_ptr<EvaluationLine<S>> plain_;
    };

    std::shared_ptr<const Evaluation<S>> careful_;
    std::shared_ptr<const Evaluation<S>> plain_;
    int limit_;
    int unit_ = 1;
    int plain_unit_ = 1;
};

template <GameState S>
EvaluationSpec MixedEvaluations<S>::make(const EvaluationSpec& careful, const EvaluationSpec& plain, int limit) {
    return EvaluationSpec(
        std::make_shared<const MixedEvaluation<S>>(Evaluations<S>::find(careful), Evaluations<S>::find(plain), limit));
}

}  // namespace boardai
