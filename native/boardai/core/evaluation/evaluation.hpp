#pragma once
// Static evaluations as searches see them.
//
// An Evaluation is what threads share: weights, units, a name's meaning. It is never changed. Each search thread opens
// a line of it, which may keep accumulators of the positions on the way from the root and is notified of every step. So
// an evaluation that is compiled in, one that a user wrote in C++, learned tables and a network from a file all fit
// here.

#include <memory>
#include <string>
#include <utility>

#include "boardai/core/action.hpp"

namespace boardai {

template <class S>
struct Knowledge;

/// How a shallow search predicts a deeper one (Buro 1995, "ProbCut"): the deeper value is slope * shallow value +
/// offset, give or take a normal error of this deviation. Searches cut where a shallow search makes it likely enough
/// that the deeper one would. Compiled evaluations that know offer `ProbCutModel probcut(const S&, int depth) const`,
/// games that evaluate themselves `ProbCutModel probcut(int depth) const`.
struct ProbCutModel {
    int shallow = 0;  ///< plies; 0: nothing is known for this depth
    double slope = 1;
    double offset = 0;
    double deviation = 0;
    double deviations = 1.5;  ///< how many of them outside the window are enough for a cut, unless the search says
};

/// One thread's use of an evaluation along the line that its search walks. It must not outlive the evaluation.
template <class S>
class EvaluationLine {
  public:
    virtual ~EvaluationLine() = default;

    /// The line begins here. Throws std::invalid_argument if the evaluation is for another board than the state's.
    virtual void reset(const S&) {}
    /// Whether push() and pop() do anything: a search may leave them out otherwise. The same for all its life.
    virtual bool is_incremental() const { return false; }
    /// The line continues by this action, which `before` allows; a null move is no action and is not passed on.
    virtual void push(const S& /*before*/, Action) {}
    virtual void pop() {}
    /// For the side to move in the line's last state, within +-30000; never asked about finished games.
    virtual int evaluate(const S& state) = 0;

    /// The game's knowledge, on the same line, where the evaluation is made of it: searches then ask that as well. Else
    /// null. The same for all its life.
    virtual Knowledge<S>* knowledge() { return nullptr; }
    /// Brings candidate moves of the line's last state into order, the most promising first.
    virtual void order(const S&, ActionList&) {}
};

/// An evaluation of some game. Searches find out whether it is of theirs.
class AnyEvaluation {
  public:
    virtual ~AnyEvaluation() = default;
};

/// An evaluation of the positions of S. Shared by threads, and never changed.
template <class S>
class Evaluation : public AnyEvaluation {
  public:
    virtual std::unique_ptr<EvaluationLine<S>> open_line() const = 0;
    /// What a clear advantage is worth (a pawn): searches measure their margins by it. 0: unknown.
    virtual int margin_unit() const { return 0; }
    /// What is worth tanh(1) = 0.76 of a win, for searches that average outcomes.
    virtual double scale() const { return 100; }
    /// What one point of the final margin is worth, in games that are decided by points.
    virtual double point() const { return 1; }
    /// What is known of searches of this depth from here.
    virtual ProbCutModel probcut(const S&, int /*depth*/) const { return {}; }
};

/// Which evaluation a search shall use: one of the game's by name, or one that is given.
struct EvaluationSpec {
    EvaluationSpec() = default;
    EvaluationSpec(std::string name) : name(std::move(name)) {}  // NOLINT: a name is a spec
    EvaluationSpec(const char* name) : name(name) {}             // NOLINT
    explicit EvaluationSpec(std::shared_ptr<const AnyEvaluation> given) : name("given"), given(std::move(given)) {}

    std::string name;  ///< "": the game's default
    std::shared_ptr<const AnyEvaluation> given;
};

/// A line of an evaluation whose value is a function of the position alone: `check(root)`, then `value(state)`.
template <class S, class E>
class PositionLine final : public EvaluationLine<S> {
  public:
    explicit PositionLine(const E& evaluation) : evaluation_(evaluation) {}

    void reset(const S& root) override { evaluation_.check(root); }
    int evaluate(const S& state) override { return evaluation_.value(state); }

  private:
    const E& evaluation_;
};

}  // namespace boardai
