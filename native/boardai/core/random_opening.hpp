#pragma once
// Random openings, so that games from one start position differ.

#include "boardai/core/legality.hpp"

namespace boardai {

/// Plays 0 to `most` uniformly random plies (the number is uniform too), stopping before one that would end the
/// game. Calls played(action) after each.
template <GameState S, class Played>
void play_random_opening(S& state, int most, Rng& rng, const Played& played) {
    const auto plies = most > 0 ? rng.below(static_cast<std::uint32_t>(most) + 1) : 0;
    ActionList actions;
    for (std::uint32_t ply = 0; ply < plies; ++ply) {
        fill_with_actions(state, actions);
        const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
        S next = state;
        next.apply(action);
        if (next.is_terminal()) return;
        state = next;
        played(action);
    }
}

}  // namespace boardai
