#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "boardai/core/legality.hpp"
#include "boardai/search/records/game_record-inl.hpp"
#include "boardai/search/records/game_writer.hpp"

namespace boardai {

template <GameState S>
GameWriter<S>::GameWriter(const S& start, std::uint64_t number)
    : game_{number, start, {}, Ending::open, 0}, state_(start) {
    if (start.is_terminal()) throw std::invalid_argument("GameWriter: the start position is over");
}

template <GameState S>
void GameWriter<S>::check_legal(Action action) const {
    if (!state_.is_terminal() && is_legal_action(state_, action)) return;
    throw std::invalid_argument("GameWriter: action " + std::to_string(action) + " is illegal in " +
                                std::string(state_.to_string()));
}

template <GameState S>
void GameWriter<S>::play(Action action) {
    check_legal(action);
    game_.plies.push_back({action, 0.0f, {}, false});
    state_.apply(action);
}

template <GameState S>
void GameWriter<S>::play_to_learn_from(Action action, double value, const std::int32_t* actions, const float* shares,
                                       std::size_t size) {
    check_legal(action);
    if (!(value >= -1 && value <= 1)) {
        throw std::invalid_argument("GameWriter: value " + std::to_string(value) + " is not in [-1, 1]");
    }
    RecordedPly ply{action, static_cast<float>(value), {}, true, false};
    double total = 0;
    for (std::size_t i = 0; i < size; ++i) {
        check_legal(actions[i]);
        if (!(shares[i] >= 0) || !std::isfinite(shares[i])) {
            throw std::invalid_argument("GameWriter: share " + std::to_string(shares[i]) + " of action " +
                                        std::to_string(actions[i]));
        }
        const bool repeated = std::any_of(ply.policy.begin(), ply.policy.end(),
                                          [&](const PolicyShare& other) { return other.action == actions[i]; });
        if (repeated) {
            throw std::invalid_argument("GameWriter: action " + std::to_string(actions[i]) + " has two shares");
        }
        if (shares[i] > 0) ply.policy.push_back({actions[i], shares[i]});
        total += static_cast<double>(shares[i]);
    }
    ply.value_alone = size == 0;
    if (size > 0 && ply.policy.empty()) throw std::invalid_argument("GameWriter: no action has a share");
    for (PolicyShare& part : ply.policy) part.share = static_cast<float>(static_cast<double>(part.share) / total);
    // What is too small for a float alongside the rest was not meant to be learned.
    std::erase_if(ply.policy, [](const PolicyShare& part) { return !(part.share > 0); });
    game_.plies.push_back(std::move(ply));
    state_.apply(action);
}

template <GameState S>
void GameWriter<S>::play_searched(Action action, double value) {
    play_to_learn_from(action, value, nullptr, nullptr, 0);
    game_.plies.back().value_alone = false;
}

template <GameState S>
std::string GameWriter<S>::record(int stopped_outcome) const {
    GameRecord<S> game = game_;
    const bool over = state_.is_terminal();
    game.ending = over ? Ending::rules : Ending::ply_limit;
    game.outcome = over ? state_.outcome(0) : stopped_outcome;
    if (game.outcome < -1 || game.outcome > 1) {
        throw std::invalid_argument("GameWriter: outcome " + std::to_string(game.outcome) + " is not -1, 0 or 1");
    }
    std::string bytes;
    write_game(bytes, game);
    return bytes;
}

}  // namespace boardai
