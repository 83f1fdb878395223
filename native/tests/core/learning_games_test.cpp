// Feature sets and the games they are learned from, for the sanitizers: every board, leaves, threads, cut games.

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/core/features/tables-inl.hpp"
#include "boardai/search/plain/alphabeta-inl.hpp"
#include "boardai/search/self_play/learning_games-inl.hpp"
#include "games/chess/evaluation/features.hpp"
#include "games/chess/evaluators.hpp"
#include "games/hex/evaluators.hpp"
#include "games/hex/state-inl.hpp"
#include "games/reversi/evaluation/evaluators-inl.hpp"
#include "games/reversi/evaluation/features.hpp"
#include "native/tests/support/check.hpp"

using namespace boardai;

namespace {

template <class S>
std::vector<float> random_weights(const Tables<S>& tables, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<float> weights(static_cast<std::size_t>(tables.size()));
    for (float& weight : weights) weight = static_cast<float>(rng.uniform() - 0.5);
    return weights;
}

/// What searches are given says of every position of some games what the weights add up to, to within a unit; lines for
/// ProbCut are found by stage and depth, and bad ones refused.
template <class S>
void evaluates_as_it_sums(const S& start, const Tables<S>& tables, const std::vector<float>& weights,
                          const TableUnits& units, const EvaluationSpec& spec) {
    const double lines[] = {0, 4, 2, 0.5, 7, 90, tables.stages() - 1.0, 5, 1, 1, -3, 80};
    const EvaluationSpec with_lines =
        tables.evaluator_with_probcut(weights.data(), weights.size(), units, lines, tables.stages() > 1 ? 2 : 1);
    const auto evaluation = std::dynamic_pointer_cast<const Evaluation<S>>(spec.given);
    const auto cutting = std::dynamic_pointer_cast<const Evaluation<S>>(with_lines.given);
    CHECK(evaluation && cutting && evaluation->probcut(start, 4).shallow == 0);
    const auto values = evaluation->open_line();
    const auto cut_values = cutting->open_line();
    double worst = 0;
    bool same = true;
    Rng rng(5);
    ActionList actions;
    for (int game = 0; game < 5; ++game) {
        for (S state = start; !state.is_terminal();) {
            const int value = values->evaluate(state);
            const double sum = units.points * tables.value(state, weights.data(), weights.size());
            if (std::abs(sum) < 28'000) worst = std::max(worst, std::abs(value - sum));
            same = same && cut_values->evaluate(state) == value;
            const int stage = tables.features()->stage(state);
            same = same && (cutting->probcut(state, 4).shallow == 2) == (stage == 0) &&
                   (cutting->probcut(state, 5).shallow == 1) == (tables.stages() > 1 && stage == tables.stages() - 1) &&
                   cutting->probcut(state, 1000).shallow == 0;
            state.legal_actions(actions);
            state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
        }
    }
    CHECK(worst < 4 && same);
    const double falling[] = {0, 4, 2, -0.5, 7, 90};
    const double deeper[] = {0, 4, 4, 1, 7, 90};
    for (const double* bad : {falling, deeper}) {
        CHECK(throws_with<std::invalid_argument>(
            [&] { tables.evaluator_with_probcut(weights.data(), weights.size(), units, bad, 1); }, "probcut: row 0"));
    }
}

/// Indices in range, sums as value() says, games equal whatever the threads.
template <class S>
void learn_on(const S& start, const std::string& features, double margin_unit) {
    Tables<S> tables(features, start);
    const std::vector<float> weights = random_weights(tables, 1);
    int in_groups = 0;
    for (int group = 0; group < tables.group_count(); ++group) {
        in_groups += FeatureGroup{tables.group_name(group), tables.group_shape(group)}.size();
    }
    CHECK(in_groups * tables.stages() == tables.size());
    for (bool leaf : {false, true}) {
        LearningGamesOptions options;
        options.random_plies = 3;
        options.max_plies = 40;
        options.margin_unit = margin_unit;
        options.leaf = leaf;
        options.search_all = leaf;
        LearningGames<S> one(tables, options);
        options.threads = 3;
        LearningGames<S> several(tables, options);
        one.play(start, weights.data(), weights.size(), 5, 2, 9);
        several.play(start, weights.data(), weights.size(), 5, 2, 9);
        const LearningGamesSize size = one.size();
        CHECK(size.games == 9 && size.rows > 0 && size.features > 0 && size.evaluations > 0);
        CHECK(size.rows == several.size().rows && size.features == several.size().features);
        const auto count = static_cast<std::size_t>(size.features);
        std::vector<std::int32_t> index[2] = {std::vector<std::int32_t>(count), std::vector<std::int32_t>(count)};
        std::vector<float> counts(count);
        one.features(index[0].data(), counts.data());
        several.features(index[1].data(), counts.data());
        CHECK(index[0] == index[1]);
        bool in_range = true;
        for (std::int32_t place : index[0]) in_range = in_range && place >= 0 && place < tables.size();
        CHECK(in_range);
    }
    // As an evaluator of the usual search, and against the sum of what it lists.
    TableUnits units;
    units.points = 1000;
    const EvaluationSpec spec = tables.evaluator(weights.data(), weights.size(), units);
    // On one board: the search for each would take a third of this file's compilation, and all evaluations are read
    // below.
    if constexpr (std::is_same_v<S, reversi::State<1>>) {
        AlphaBeta<S> search(AlphaBetaOptions{}, spec);
        SearchLimits limits;
        limits.depth = 2;
        search.run(start, limits, 0);
        CHECK(search.report() != nullptr);
    }
    const auto active = static_cast<std::size_t>(tables.extract(start));
    std::vector<std::int32_t> index(active);
    std::vector<float> counts(active);
    tables.columns(index.data(), counts.data());
    double sum = 0;
    for (std::size_t i = 0; i < active; ++i) {
        sum += static_cast<double>(weights[static_cast<std::size_t>(index[i])]) * static_cast<double>(counts[i]);
    }
    const double value = tables.value(start, weights.data(), weights.size());
    CHECK(value - sum < 1e-3 && sum - value < 1e-3);
    evaluates_as_it_sums(start, tables, weights, units, spec);
    CHECK(throws_with<std::invalid_argument>([&] { tables.value(start, weights.data(), 3); }, "weights, got 3"));
}

template <int Words>
void reversi_on(const std::string& grid, bool square) {
    const auto& board = reversi::Board::from_text("name: test\nto move: dark\n\n" + grid);
    const reversi::State<Words> start(board);
    learn_on(start, "larion:stages=3", 64.0 / board.cell_count());
    learn_on(start, "tuples:straight=3,snakes=5,length=4,stages=2", 0);
    if (square) {
        learn_on(start, "patterns:stages=2", 1.0);
    } else {
        CHECK(throws_with<std::invalid_argument>([&] { Tables<reversi::State<Words>>("patterns", start); },
                                                 "without holes"));
    }
}

void texts() {
    const hex::State<1> start(3, 3);
    const auto refuses = [&](const std::string& text, const std::string& part) {
        CHECK(throws_with<std::invalid_argument>([&] { Tables<hex::State<1>>(text, start); }, part));
    };
    refuses("", "unknown features ''; this game has tuples");
    refuses("tuples:", "expected option=number, got ''");
    refuses("tuples:straight=", "expected option=number, got 'straight='");
    refuses("tuples:straight=3x", "expected option=number, got 'straight=3x'");
    refuses("tuples:straight=99999999999", "expected option=number");
    refuses("tuples:straight=9", "straight: expected 0 to 8, got 9");
    refuses("tuples:straight=1,straight=2", "second value");
    refuses("tuples:long=1", "no option 'long'; options: straight, snakes, length, seed, stages");
    refuses("tuples:straight=0", "no tuples on this board");
    CHECK(Tables<hex::State<1>>("tuples:straight=2", start).spec() ==
          "tuples:straight=2,snakes=0,length=6,seed=0,stages=1");
}

}  // namespace

int main() {
    texts();
    reversi_on<1>("------\n------\n--OX--\n--XO--\n------\n------\n", true);
    reversi_on<1>("--#---\n------\n--OX--\n--XO--\n------\n#-----\n", false);
    reversi_on<2>("###---###\n---------\n---OX----\n---XO----\n---------\n##-----##\n---------\n---------\n---------\n",
                  false);
    reversi_on<4>("------------\n------------\n-----OX-----\n-----XO-----\n------------\n", false);
    learn_on(hex::State<1>(4, 4), "tuples:straight=3,snakes=4,length=5,stages=2", 0);
    learn_on(hex::State<1>(3, 5), "tuples", 0);
    learn_on(hex::State<2>(9, 9), "tuples:straight=2", 0);
    learn_on(chess::State(), "linear", 0);
    return test_result();
}
