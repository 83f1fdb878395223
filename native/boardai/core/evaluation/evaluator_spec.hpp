#pragma once
// Which evaluator a search shall use: one of the game's by name, or one that it is given.

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace boardai {

/// An evaluation of some game. Searches find out whether it is of theirs.
class GivenEvaluation {
  public:
    virtual ~GivenEvaluation() = default;
};

/// How a shallow search foretells a deeper one (Buro 1995, "ProbCut"): the deeper value is slope * shallow value +
/// offset, give or take a normal error of this deviation. Searches cut where a shallow search makes it likely enough
/// that the deeper one would. Evaluators that know offer `ProbCutModel probcut(const S&, int depth) const`, games that
/// evaluate themselves `ProbCutModel probcut(int depth) const`.
struct ProbCutModel {
    int shallow = 0;  ///< plies; 0: nothing is known for this depth
    double slope = 1;
    double offset = 0;
    double deviation = 0;
    double deviations = 1.5;  ///< how many of them outside the window are enough for a cut, unless the search is told
};

/// One that searches of S can use: learned weights (table_weights.hpp), or what a user wrote (written_evaluation.hpp).
/// Shared by threads, and never changed. It costs a virtual call an evaluation, and needs no search compiled for it.
template <class S>
class StateEvaluation : public GivenEvaluation {
  public:
    /// For the side to move, within +-30000; never asked about finished games.
    virtual int evaluate(const S& state) const = 0;
    /// Throws std::invalid_argument if it is for another board than the state's.
    virtual void check(const S&) const {}
    /// What a clear advantage is worth: EvaluatorChoice::unit().
    virtual int unit() const { return 0; }
    /// What is worth tanh(1) = 0.76 of a win: evaluation_scale().
    virtual double scale() const { return 100; }
    /// What one point of the final margin is: evaluation_point().
    virtual double point() const { return 1; }
    /// What is known of this depth's searches; nothing unless it was measured.
    virtual ProbCutModel probcut(const S&, int) const { return {}; }
};

struct EvaluatorSpec {
    EvaluatorSpec() = default;
    EvaluatorSpec(std::string name) : name(std::move(name)) {}  // NOLINT: a name is a spec
    EvaluatorSpec(const char* name) : name(name) {}             // NOLINT
    explicit EvaluatorSpec(std::shared_ptr<const GivenEvaluation> given) : name("given"), given(std::move(given)) {}

    std::string name;  ///< "": the game's default
    std::shared_ptr<const GivenEvaluation> given;
};

}  // namespace boardai
