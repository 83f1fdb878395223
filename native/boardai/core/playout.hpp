#pragma once
// A random game to its end, by the game's own playout where it has one.

#include "boardai/core/legality.hpp"

namespace boardai {

/// One game finished by uniformly random legal moves, played move by move; outcome for player 0.
template <GameState S>
int random_game(S state, Rng& rng) {
    ActionList actions;
    while (!state.is_terminal()) {
        fill_with_actions(state, actions);
        state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    return state.outcome(0);
}

/// The same distribution of results, as fast as the game can.
template <GameState S>
int random_playout(const S& state, Rng& rng) {
    if constexpr (Playout<S>) {
        return state.random_playout(rng);
    } else {
        return random_game(state, rng);
    }
}

}  // namespace boardai
