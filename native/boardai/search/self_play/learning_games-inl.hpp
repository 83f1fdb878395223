#pragma once

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "boardai/core/legality.hpp"
#include "boardai/core/machine/interrupt.hpp"
#include "boardai/core/machine/threads.hpp"
#include "boardai/search/self_play/learning_games.hpp"
#include "boardai/search/self_play/shallow_search.hpp"

namespace boardai {

template <GameState S>
struct LearningGames<S>::Game {
    std::vector<float> sign;
    std::vector<float> constant;
    std::vector<std::uint8_t> random;
    std::vector<float> searched;
    std::vector<std::int32_t> feature_count;
    std::vector<std::int32_t> actions;
    ActiveFeatures features;
    float result = 0;
    bool ended = false;
    std::int64_t evaluations = 0;
};

template <GameState S>
LearningGames<S>::LearningGames(const Tables<S>& tables, const LearningGamesOptions& options)
    : features_(tables.features()), options_(options) {
    const auto fail = [](const std::string& reason) { throw std::invalid_argument("learning games: " + reason); };
    if (options.depth < 1 || options.depth > ShallowSearch<S>::deepest) {
        fail("depth: expected 1 to " + std::to_string(ShallowSearch<S>::deepest) + ", got " +
             std::to_string(options.depth));
    }
    if (!(options.epsilon >= 0 && options.epsilon <= 1)) fail("epsilon must be 0 to 1");
    if (options.random_plies < 0) fail("random_plies must be at least 0");
    if (options.max_plies < 0) fail("max_plies must be at least 0");
    if (options.threads < 1) fail("threads must be at least 1");
    if (!(options.margin_unit >= 0 && options.margin_unit < 1e6)) fail("margin_unit must be at least 0");
    if (options.margin_unit > 0 && !Scored<S>) fail("this game is not decided by points: margin_unit must be 0");
}

template <GameState S>
LearningGames<S>::~LearningGames() = default;

template <GameState S>
void LearningGames<S>::play(const S& start, const float* weights, std::size_t size, std::uint64_t seed,
                            std::int64_t first, int games) {
    features_->check(start);
    if (size != static_cast<std::size_t>(features_->size())) {
        throw std::invalid_argument("learning games: expected " + std::to_string(features_->size()) + " weights, got " +
                                    std::to_string(size));
    }
    if (games < 1) throw std::invalid_argument("learning games: the number must be at least 1");
    if (start.is_terminal()) throw std::invalid_argument("learning games: the game is over at its start");

    games_.assign(static_cast<std::size_t>(games), Game());
    const int threads = is_single_threaded<S> ? 1 : options_.threads;
    parallel_ranges(games_.size(), threads, [&](std::size_t begin, std::size_t end) {
        ShallowSearch<S> search(*features_, weights, options_.margin_unit);
        ActionList actions;
        for (std::size_t number = begin; number < end; ++number) {
            if (begin == 0) check_interrupt();  // the calling thread's part
            Game& game = games_[number];
            Rng rng(seed, static_cast<std::uint64_t>(first) + number);
            const std::int64_t before = search.evaluations();
            search.forget();
            S state = start;
            S leaf = start;
            for (int ply = 0; !state.is_terminal() && (options_.max_plies == 0 || ply < options_.max_plies); ++ply) {
                // 1. The move, and the value of the position where it is searched.
                const bool opening = ply < options_.random_plies;
                const bool is_random = opening || (options_.epsilon > 0 && rng.uniform() < options_.epsilon);
                const bool is_searched = !is_random || (options_.search_all && !opening);
                const float sign = state.current_player() == 0 ? 1.0f : -1.0f;
                Action action = -1;
                float searched = std::numeric_limits<float>::quiet_NaN();
                if (is_searched) {
                    const auto found = search.run(state, options_.depth, options_.leaf ? &leaf : nullptr);
                    action = found.action;
                    searched = sign * found.value;
                }
                if (is_random) {
                    fill_with_actions(state, actions);
                    action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
                }
                // 2. The row.
                const S& shown = options_.leaf && is_searched ? leaf : state;
                const std::size_t known = game.features.index.size();
                const bool over = shown.is_terminal();
                if (!over) features_->append(shown, game.features);
                game.sign.push_back(shown.current_player() == 0 ? 1.0f : -1.0f);
                game.constant.push_back(over ? search.end_value(shown, 0) : 0.0f);
                game.random.push_back(is_random);
                game.searched.push_back(searched);
                game.feature_count.push_back(static_cast<std::int32_t>(game.features.index.size() - known));
                game.actions.push_back(action);
                state.apply(action);
            }
            game.ended = state.is_terminal();
            game.result = game.ended ? search.end_value(state, 0) : 0.0f;
            game.evaluations = search.evaluations() - before;
        }
    });

    size_ = {};
    size_.games = games;
    for (const Game& game : games_) {
        size_.rows += static_cast<std::int64_t>(game.sign.size());
        size_.features += static_cast<std::int64_t>(game.features.index.size());
        size_.evaluations += game.evaluations;
    }
}

template <GameState S>
void LearningGames<S>::games(std::int32_t* rows, float* result, std::uint8_t* ended) const {
    for (const Game& game : games_) {
        *rows++ = static_cast<std::int32_t>(game.sign.size());
        *result++ = game.result;
        *ended++ = game.ended;
    }
}

template <GameState S>
void LearningGames<S>::rows(float* sign, float* constant, std::uint8_t* random, float* searched,
                            std::int32_t* features) const {
    for (const Game& game : games_) {
        sign = std::copy(game.sign.begin(), game.sign.end(), sign);
        constant = std::copy(game.constant.begin(), game.constant.end(), constant);
        random = std::copy(game.random.begin(), game.random.end(), random);
        searched = std::copy(game.searched.begin(), game.searched.end(), searched);
        features = std::copy(game.feature_count.begin(), game.feature_count.end(), features);
    }
}

template <GameState S>
void LearningGames<S>::features(std::int32_t* index, float* count) const {
    for (const Game& game : games_) {
        index = std::copy(game.features.index.begin(), game.features.index.end(), index);
        count = std::copy(game.features.count.begin(), game.features.count.end(), count);
    }
}

template <GameState S>
void LearningGames<S>::actions(std::int32_t* actions) const {
    for (const Game& game : games_) actions = std::copy(game.actions.begin(), game.actions.end(), actions);
}

}  // namespace boardai
