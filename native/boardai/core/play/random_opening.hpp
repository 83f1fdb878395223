#pragma once
// Random openings, so that games from one start position differ, and random positions of all stages.

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

/// A position of a uniformly random game from `start`, each of those in which it is not over as likely as any other.
/// The game is left after `longest` plies, unless that is 0.
template <GameState S>
S position_of_random_game(const S& start, int longest, Rng& rng) {
    S state = start, chosen = start;
    ActionList actions;
    for (std::uint32_t seen = 2; longest == 0 || seen < static_cast<std::uint32_t>(longest) + 2; ++seen) {
        fill_with_actions(state, actions);
        state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
        if (state.is_terminal()) break;
        if (rng.below(seen) == 0) chosen = state;  // each of the first n is kept with probability 1 / n
    }
    return chosen;
}

}  // namespace boardai
