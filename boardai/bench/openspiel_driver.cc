// OpenSpiel's C++, called as a program of its own would call it, for boardai/bench/openspiel.py.

#include <memory>
#include <random>
#include <vector>

#include "open_spiel/algorithms/mcts.h"
#include "open_spiel/algorithms/minimax.h"
#include "open_spiel/spiel.h"

namespace {

// Every position is worth 0 and every action is as likely: what is left is the tree and the rules.
class ConstantEvaluator : public open_spiel::algorithms::Evaluator {
  public:
    std::vector<double> Evaluate(const open_spiel::State&) override { return {0.0, 0.0}; }
    open_spiel::ActionsAndProbs Prior(const open_spiel::State& state) override {
        const std::vector<open_spiel::Action> actions = state.LegalActions();
        open_spiel::ActionsAndProbs prior;
        prior.reserve(actions.size());
        for (open_spiel::Action action : actions) prior.emplace_back(action, 1.0 / actions.size());
        return prior;
    }
};

long count_below(const open_spiel::State& state, long depth) {
    if (state.IsTerminal()) return 1;
    const std::vector<open_spiel::Action> actions = state.LegalActions();
    if (depth == 1) return static_cast<long>(actions.size());
    long total = 0;
    for (open_spiel::Action action : actions) total += count_below(*state.Child(action), depth - 1);
    return total;
}

// Dark's discs minus light's, from the cheapest view of the board that is public: planes of empty, dark, light cells.
double disc_difference(const open_spiel::State& state) {
    constexpr int cells = 64;
    float planes[3 * cells];
    state.ObservationTensor(0, absl::MakeSpan(planes));
    float difference = 0;
    for (int cell = 0; cell < cells; ++cell) difference += planes[cells + cell] - planes[2 * cells + cell];
    return difference;
}

// `c` of its PUCT or its UCT.
long search(const char* name, long simulations, long rollouts, long seed, double c,
            open_spiel::algorithms::ChildSelectionPolicy policy) {
    using open_spiel::algorithms::Evaluator, open_spiel::algorithms::RandomRolloutEvaluator;
    const auto game = open_spiel::LoadGame(name);
    std::shared_ptr<Evaluator> evaluator = std::make_shared<ConstantEvaluator>();
    if (rollouts > 0) {
        evaluator = std::make_shared<RandomRolloutEvaluator>(static_cast<int>(rollouts), static_cast<int>(seed));
    }
    // Four gigabytes at most, so that it never stops to free memory at these sizes.
    open_spiel::algorithms::MCTSBot bot(*game, evaluator, c, static_cast<int>(simulations), 4096, false,
                                        static_cast<int>(seed), false, policy);
    return bot.MCTSearch(*game->NewInitialState())->explore_count;
}

}  // namespace

extern "C" {

long random_games(const char* name, long games, long seed) {
    const auto game = open_spiel::LoadGame(name);
    open_spiel::algorithms::RandomRolloutEvaluator(static_cast<int>(games), static_cast<int>(seed))
        .Evaluate(*game->NewInitialState());
    return games;
}

long random_plies(const char* name, long games, long seed) {
    const auto game = open_spiel::LoadGame(name);
    std::mt19937 rng(static_cast<unsigned>(seed));
    long plies = 0;
    for (long number = 0; number < games; ++number) {
        for (const auto state = game->NewInitialState(); !state->IsTerminal(); ++plies) {
            const std::vector<open_spiel::Action> actions = state->LegalActions();
            state->ApplyAction(actions[std::uniform_int_distribution<std::size_t>(0, actions.size() - 1)(rng)]);
        }
    }
    return plies;
}

long tree_search(const char* name, long simulations, long rollouts, long seed) {
    return search(name, simulations, rollouts, seed, 1.25, open_spiel::algorithms::ChildSelectionPolicy::PUCT);
}

long uct_search(const char* name, long simulations, long rollouts, long seed) {
    return search(name, simulations, rollouts, seed, 1, open_spiel::algorithms::ChildSelectionPolicy::UCT);
}

long perft(const char* name, long depth) { return count_below(*open_spiel::LoadGame(name)->NewInitialState(), depth); }

// Value of Reversi's start for dark, by its alpha-beta to that depth with the disc difference at the leaves.
long alpha_beta(long depth) {
    const auto game = open_spiel::LoadGame("othello");
    const auto state = game->NewInitialState();
    return static_cast<long>(
        open_spiel::algorithms::AlphaBetaSearch(*game, state.get(), disc_difference, static_cast<int>(depth), 0, false)
            .first);
}
}
