#pragma once
// Static evaluations that any game has, and the choice among a game's own by name.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "boardai/core/evaluation/evaluator_spec.hpp"
#include "boardai/core/game_state.hpp"
#include "boardai/core/playout.hpp"
#include "boardai/core/rng.hpp"

namespace boardai {

/// How many points of the final margin are worth tanh(1) = 0.76 of a win, in games that are decided by points: what
/// evaluations that foretell who wins are told in points by. Sixteen discs of Reversi are, give or take.
constexpr double usual_margin = 16;

/// Knows nothing but the rules: 0 everywhere. The default of a game that names no evaluator.
struct NoEvaluation {
    static constexpr const char* name = "none";
    template <class S>
    int evaluate(const S&) const {
        return 0;
    }
};

/// A stand-in that has an opinion on every position, the same on every machine: for tests of searches. Within +-100.
struct HashEvaluation {
    static constexpr const char* name = "hash";
    template <class S>
    int evaluate(const S& state) const {
        return static_cast<int>(Rng(state.hash()).next() % 201) - 100;
    }
};

/// The mean result of a few random games, from -1000 (all lost) to 1000. Their moves are drawn from the state's hash,
/// so that a position has one value, whichever way a search came to it. Knows nothing of the game and costs `games`
/// whole games an evaluation: for games without an evaluation of their own, and to see what random games alone are
/// worth.
struct RolloutEvaluation {
    static constexpr const char* name = "rollouts";
    static constexpr int games = 16;
    static constexpr int scale = 1000;
    static constexpr double point = scale / usual_margin;
    template <class S>
    int evaluate(const S& state) const {
        Rng rng(state.hash());
        int sum = 0;
        for (int game = 0; game < games; ++game) sum += random_playout(state, rng);
        return (state.current_player() == 0 ? sum : -sum) * scale / games;
    }
};

/// The state's own `int evaluate() const`: the default of a game that has it.
struct OwnEvaluation {
    static constexpr const char* name = "own";
    template <class S>
    int evaluate(const S& state) const {
        return state.evaluate();
    }
    template <class S>
        requires requires(const S& state) {
            { state.probcut(1) } -> std::same_as<ProbCutModel>;
        }
    ProbCutModel probcut(const S& state, int depth) const {
        return state.probcut(depth);
    }
};

template <class S>
concept EvaluatesItself = requires(const S& constant) {
    { constant.evaluate() } -> std::same_as<int>;
};

/// The plain count by which the one-ply player `greedy` moves and self-play adjudicates: what people would count, so
/// that its strength and its unit stay what they are when searches learn better (chess material, Reversi discs).
/// Specialise it beside the game's evaluators: `template <> struct DefaultEvaluator<hex::State<2>> { using type = ...;
/// };`
template <class S>
struct DefaultEvaluator {
    using type = std::conditional_t<EvaluatesItself<S>, OwnEvaluation, NoEvaluation>;
};

/// The score that is worth tanh(1) = 0.76 of a win, for searches that average outcomes: the evaluator's own `scale`,
/// else 100.
template <class E>
double evaluation_scale(E& evaluator) {
    if constexpr (requires { evaluator.scale; }) {
        return evaluator.scale;
    } else if constexpr (requires { evaluator.scale(); }) {
        return evaluator.scale();
    } else {
        return 100;
    }
}

/// What one point of the final margin is worth in the evaluator's numbers, in games that are decided by points: its own
/// `point`, else 1, as it counts points itself.
template <class E>
double evaluation_point(E& evaluator) {
    if constexpr (requires { evaluator.point(); }) {
        return evaluator.point();
    } else if constexpr (requires { evaluator.point; }) {
        return evaluator.point;
    } else {
        return 1;
    }
}

template <class... E>
struct EvaluatorList {};

/// All evaluators a game offers, each with a `static constexpr const char* name`; the first is what searches use when
/// none is named.
template <class S>
struct GameEvaluators {
    using type = EvaluatorList<typename DefaultEvaluator<S>::type>;
};

/// The place of a name among the `count` known ones. Throws std::invalid_argument that lists them if it is none.
std::size_t evaluator_place(const std::string& name, const char* const* known, std::size_t count);
/// The known names, with a comma and a space between them.
std::string evaluator_names(const char* const* known, std::size_t count);

template <class S, class List>
class EvaluatorChoice;

/// One of the evaluators of a list, or one that is given, chosen when the search begins. It is itself an
/// IncrementalEvaluator; the choice costs branches that always go the same way.
template <class S, class... E>
class EvaluatorChoice<S, EvaluatorList<E...>> {
  public:
    /// "" is the game's default, the first. Throws std::invalid_argument that lists the names, or if the one
    /// given is another game's.
    explicit EvaluatorChoice(const EvaluatorSpec& spec = {}) {
        if (spec.given) {
            given_ = std::dynamic_pointer_cast<const StateEvaluation<S>>(spec.given);
            if (!given_) throw std::invalid_argument("this evaluation is of another game");
            return;
        }
        if (!spec.name.empty()) chosen_ = evaluator_place(spec.name, known_, sizeof...(E));
    }

    /// All names, with a comma and a space between them, the default first.
    static std::string names() { return evaluator_names(known_, sizeof...(E)); }

    /// A given one must have seen a position of the board in reset().
    int evaluate(const S& state) {
        if (given_) return given_->evaluate(state);
        int value = 0;
        with_chosen([&](auto& evaluator) { value = evaluator.evaluate(state); });
        return value;
    }
    /// See evaluation_scale().
    double scale() {
        if (given_) return given_->scale();
        double value = 0;
        with_chosen([&](auto& evaluator) { value = evaluation_scale(evaluator); });
        return value;
    }
    /// See evaluation_point().
    double point() {
        if (given_) return given_->point();
        double value = 0;
        with_chosen([&](auto& evaluator) { value = evaluation_point(evaluator); });
        return value;
    }
    /// What a clear advantage is worth (a pawn): the evaluator's `static constexpr int unit`, 0 where it names none.
    /// Searches measure their margins by it.
    int unit() const {
        if (given_) return given_->unit();
        constexpr int units[] = {unit_of<E>()...};
        return units[chosen_];
    }
    /// See ProbCutModel.
    ProbCutModel probcut(const S& state, int depth) {
        if (given_) return given_->probcut(state, depth);
        ProbCutModel model;
        with_chosen([&](auto& evaluator) {
            if constexpr (requires { evaluator.probcut(state, depth); }) model = evaluator.probcut(state, depth);
        });
        return model;
    }
    /// See SearchLine::settled().
    bool settled(const S& state) {
        bool found = false;
        if (given_) return found;
        with_chosen([&](auto& evaluator) {
            if constexpr (requires { evaluator.settled(state); }) found = evaluator.settled(state);
        });
        return found;
    }
    /// See SearchLine::promising().
    void promising(const S& state, int most, ActionList& actions) {
        actions.clear();
        if (given_) return;
        with_chosen([&](auto& evaluator) {
            if constexpr (requires { evaluator.promising(state, most, actions); }) {
                evaluator.promising(state, most, actions);
            }
        });
    }
    /// Whether the chosen one says which actions are promising.
    bool promises() const {
        constexpr bool those[] = {tells_promising<E>()...};
        return !given_ && those[chosen_];
    }
    /// Throws std::invalid_argument if a given one is for another board than the state's.
    void reset(const S& state) {
        if (given_) return given_->check(state);
        with_chosen([&](auto& evaluator) {
            if constexpr (requires { evaluator.reset(state); }) evaluator.reset(state);
        });
    }
    void push(const S& before, Action action) {
        if (given_) return;
        with_chosen([&](auto& evaluator) {
            if constexpr (requires { evaluator.push(before, action); }) evaluator.push(before, action);
        });
    }
    void pop() {
        if (given_) return;
        with_chosen([&](auto& evaluator) {
            if constexpr (requires { evaluator.pop(); }) evaluator.pop();
        });
    }

  private:
    template <class One>
    static constexpr int unit_of() {
        if constexpr (requires { One::unit; }) {
            return One::unit;
        } else {
            return 0;
        }
    }
    template <class One>
    static constexpr bool tells_promising() {
        return requires(One& evaluator, const S& state, ActionList& actions) {
            evaluator.promising(state, 0, actions);
        };
    }
    template <class Use>
    void with_chosen(const Use& use) {
        with_chosen(use, std::index_sequence_for<E...>{});
    }
    template <class Use, std::size_t... I>
    void with_chosen(const Use& use, std::index_sequence<I...>) {
        (void)((chosen_ == I && (use(std::get<I>(evaluators_)), true)) || ...);
    }

    static constexpr const char* known_[] = {E::name...};

    std::tuple<E...> evaluators_;
    std::size_t chosen_ = 0;
    std::shared_ptr<const StateEvaluation<S>> given_;  ///< null: the chosen one
};

/// What the searches of a game choose from: its own evaluators, and those which every game has.
template <class S>
struct SearchEvaluator {
  private:
    template <class... E>
    static auto with_common(EvaluatorList<E...>) {
        if constexpr (std::is_same_v<EvaluatorList<E...>, EvaluatorList<NoEvaluation>>) {
            return EvaluatorChoice<S, EvaluatorList<NoEvaluation, HashEvaluation, RolloutEvaluation>>();
        } else {
            return EvaluatorChoice<S, EvaluatorList<E..., NoEvaluation, HashEvaluation, RolloutEvaluation>>();
        }
    }

  public:
    using type = decltype(with_common(typename GameEvaluators<S>::type{}));
};

}  // namespace boardai
