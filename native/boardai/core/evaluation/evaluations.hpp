#pragma once
// The evaluations that a game's searches choose from: its own, and those which every game has.

#include <memory>
#include <string>
#include <tuple>
#include <type_traits>

#include "boardai/core/evaluation/compiled_evaluation.hpp"
#include "boardai/core/game_state.hpp"
#include "boardai/core/playout.hpp"
#include "boardai/core/rng.hpp"

namespace boardai {

/// How many points of the final margin are worth tanh(1) = 0.76 of a win, in games that are decided by points: the unit
/// of evaluations that predict the winner. In Reversi that is about sixteen discs.
constexpr double usual_margin = 16;

/// Knows nothing but the rules: 0 everywhere. The default of a game that names no evaluation.
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

/// A static evaluation for the side to move, within +-30000. Searches use it if the game has no other.
template <class S>
concept EvaluatesItself = requires(const S& constant) {
    { constant.evaluate() } -> std::same_as<int>;
};

/// A game's own evaluations: specialise it alongside them with
///
///   using All = std::tuple<Positional, Pesto, Material>;   // the first is what searches use when none is named
///   using Count = Material;   // what people would count: the one-ply player `greedy` moves and self-play adjudicates
///                             // by it, so its strength and unit stay what they are when searches learn better
template <class S>
struct GameEvaluations {
    using Count = std::conditional_t<EvaluatesItself<S>, OwnEvaluation, NoEvaluation>;
    using All = std::tuple<Count>;
};

/// All that can be named for S. The bodies are compiled once for each game (evaluations-inl.hpp).
template <GameState S>
struct Evaluations {
    /// Throws std::invalid_argument: a name that is none of names(), or one that is given and is another game's.
    static std::shared_ptr<const Evaluation<S>> find(const EvaluationSpec& spec);
    /// The same, but what people would count (GameEvaluations::Count) where nothing is named.
    static std::shared_ptr<const Evaluation<S>> find_or_count(const EvaluationSpec& spec);
    /// All names, with a comma and a space between them, the default first.
    static std::string names();
};

}  // namespace boardai
