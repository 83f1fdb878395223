#pragma once

#include <stdexcept>
#include <string>

#include "boardai/core/legality.hpp"
#include "boardai/core/machine/interrupt.hpp"
#include "boardai/core/play/random_games.hpp"
#include "boardai/core/playout.hpp"

namespace boardai {
namespace random_games_detail {

/// Plays `state` to its end; returns the number of plies.
template <GameState S>
std::int64_t play_out(S& state, Rng& rng, InterruptPoll& poll) {
    std::int64_t plies = 0;
    ActionList actions;
    for (; !state.is_terminal(); ++plies) {
        poll();
        fill_with_actions(state, actions);
        state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    return plies;
}

inline void count_outcome(RandomGamesResult& result, int outcome0) {
    ++result.games;
    result.wins0 += outcome0 > 0;
    result.draws += outcome0 == 0;
    result.wins1 += outcome0 < 0;
}

inline void check_games(long games) {
    if (games < 0) {
        throw std::invalid_argument("random games: the number must be at least 0, got " + std::to_string(games));
    }
}

}  // namespace random_games_detail

template <GameState S>
RandomGamesResult RandomGames<S>::play(const S& start, long games, std::uint64_t seed) {
    random_games_detail::check_games(games);
    RandomGamesResult result;
    InterruptPoll poll;
    S state = start;
    for (long game = 0; game < games; ++game) {
        Rng rng(seed, static_cast<std::uint64_t>(game));
        state = start;
        result.plies += random_games_detail::play_out(state, rng, poll);
        random_games_detail::count_outcome(result, state.outcome(0));
    }
    return result;
}

template <GameState S>
RandomGamesResult RandomGames<S>::playouts(const S& start, long games, std::uint64_t seed) {
    random_games_detail::check_games(games);
    RandomGamesResult result;
    InterruptPoll poll;
    for (long game = 0; game < games; ++game) {
        poll();
        Rng rng(seed, static_cast<std::uint64_t>(game));
        random_games_detail::count_outcome(result, random_playout(start, rng));
    }
    return result;
}

}  // namespace boardai
