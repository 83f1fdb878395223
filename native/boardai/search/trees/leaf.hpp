#pragma once
// The value of a leaf of a Monte-Carlo tree, without search and without an external evaluator: step 3 of UCT, and step
// 2 of PUCT without a network.
//
// The value is the mean result of random games (playouts), or of random games cut off after some plies and then
// evaluated, or a static evaluation mapped to (-1, 1) by tanh(score / scale), or a mixture of these. For RAVE the
// actions that each player took in a random game are also reported. A game whose playout knows them (Hex: the filled
// board) has `random_playout(rng, played)`; other games are played move by move.
//
// A leaf may need thousands of games, or a game may be long. Therefore `stop()` is called between games, and at
// intervals of many plies during a game. When it returns true, the games played so far count, and the current game ends
// as by `rollout_plies`.

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "boardai/core/evaluation/evaluation.hpp"
#include "boardai/core/knowledge.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/core/played_actions.hpp"
#include "boardai/core/playout.hpp"
#include "boardai/core/policy.hpp"
#include "boardai/search/trees/options.hpp"

namespace boardai {

/// How leaves are valued.
struct LeafOptions {
    int rollouts = 1;            ///< random games from a leaf; 0, without an evaluator: every leaf has the value 0
    int rollout_plies = 0;       ///< a random game stops after this many, at the evaluator's value; 0: at its end
    double evaluator_share = 0;  ///< of the evaluator in a leaf's value: 0 random games alone, 1 the evaluator alone
    double evaluator_scale = 0;  ///< the score that counts as tanh(1) = 0.76 of a win; 0: the evaluator's own
    bool rave = false;           ///< whether actions are reported
    MctsPlayouts playouts = MctsPlayouts::random;  ///< how random games are played
};

template <GameState S>
class LeafEvaluation {
  public:
    /// The start of a random game that the game's policy plays.
    struct Start {
        Policy<S>* policy = nullptr;
        typename Knowledge<S>::Note note{};
        Action last = -1;  ///< the action before
    };

    LeafEvaluation(const LeafOptions& options, std::shared_ptr<const Evaluation<S>> evaluation)
        : options_(options),
          evaluation_(std::move(evaluation)),
          line_(evaluation_->open_line()),
          scale_(options.evaluator_scale > 0 ? options.evaluator_scale : evaluation_->scale()) {}

    /// The control that a slow evaluation polls to learn whether the search must stop.
    void listen([[maybe_unused]] SearchControl& control) {
        if constexpr (Knowing<S>) {
            if (Knowledge<S>* const knowledge = line_->knowledge()) boardai::listen(*knowledge, &control);
        }
    }

    /// The value of an unfinished position for the player to move: -1 to 1. With RAVE, `credit(played, value)` is
    /// called once for each random game (once without any): actions and value for the player to move. `stop()` may
    /// throw.
    template <class Credit, class Stop>
    double value(const S& state, Rng& rng, const Credit& credit, const Stop& stop, const Start& start = {}) {
        double sum = 0;
        const double share = options_.evaluator_share;
        const double evaluated = share > 0 ? evaluate(state) : 0.0;
        if (share >= 1 || options_.rollouts == 0) {
            if (options_.rave) {
                played_.clear();
                credit(played_, evaluated);
            }
            return evaluated;
        }
        int games = 0;
        do {
            const double result = play(state, rng, stop, start);
            sum += result;
            if (options_.rave) credit(played_, result);
            ++games;
        } while (games < options_.rollouts && !stop());
        return (1 - share) * sum / games + share * evaluated;
    }

  private:
    double evaluate(const S& state) {
        line_->reset(state);
        return std::tanh(line_->evaluate(state) / scale_);
    }

    static constexpr int plies_between_stops = 1024;

    /// One random game; its value for the player to move in `state`.
    template <class Stop>
    double play(const S& state, Rng& rng, const Stop& stop, [[maybe_unused]] const Start& start) {
        const int player = state.current_player();
        if (options_.rave) played_.clear();
        if constexpr (HasPolicy<S>) {
            if (start.policy) {
                PlayedActions* const played = options_.rave ? &played_ : nullptr;
                const int outcome =
                    start.policy->playout(state, start.note, start.last, options_.playouts, rng, played);
                return player == 0 ? outcome : -outcome;
            }
        }
        if (options_.rollout_plies == 0) {
            if constexpr (Playout<S>) {
                if (!options_.rave) return player == 0 ? state.random_playout(rng) : -state.random_playout(rng);
            }
            if constexpr (PlayoutWithActions<S>) {
                if (options_.rave) {
                    const int outcome = state.random_playout(rng, played_);
                    return player == 0 ? outcome : -outcome;
                }
            }
        }
        S game = state;
        for (int ply = 0; !game.is_terminal(); ++ply) {
            const bool is_cut = ply > 0 && ply % plies_between_stops == 0 && stop();
            if (is_cut || (options_.rollout_plies > 0 && ply == options_.rollout_plies)) {
                const double own = evaluate(game);
                return game.current_player() == player ? own : -own;
            }
            fill_with_actions(game, legal_);
            const Action action = legal_[rng.below(static_cast<std::uint32_t>(legal_.size()))];
            if (options_.rave) played_.add(game.current_player(), action);
            game.apply(action);
        }
        return game.outcome(player);
    }

    LeafOptions options_;
    std::shared_ptr<const Evaluation<S>> evaluation_;
    std::unique_ptr<EvaluationLine<S>> line_;
    double scale_;
    PlayedActions played_;
    ActionList legal_;
};

}  // namespace boardai
