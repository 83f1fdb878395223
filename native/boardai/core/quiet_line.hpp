#pragma once
// Plays out the exchanges that win something: evaluations are most accurate when nothing hangs.

#include "boardai/core/search_hooks.hpp"

namespace boardai {

/// The legal action whose exchange wins most; -1: none wins anything. `noisy` is scratch.
template <Exchanging S>
Action most_winning_exchange(const S& state, ActionList& noisy) {
    state.noisy_actions(noisy);
    Action best = -1;
    int most = 0;
    for (const Action action : noisy) {
        if (!state.see_ge(action, most + 1)) continue;
        // Its exact gain, by bisection: at least `most`, and at most the value that it captures at once.
        int above = state.captured_value(action) + 1;
        for (++most; above - most > 1;) {
            const int middle = most + (above - most) / 2;
            (state.see_ge(action, middle) ? most : above) = middle;
        }
        best = action;
    }
    return best;
}

/// Plays, for both sides in turn, the exchange that wins most, until none wins anything, a king is in check, the game
/// is over or `plies` are played. Returns how many were.
template <Exchanging S>
int play_winning_exchanges(S& state, int plies) {
    ActionList noisy;
    int played = 0;
    for (; played < plies && !state.is_terminal(); ++played) {
        if constexpr (Checking<S>) {
            if (state.is_check()) break;  // a position in check is not quiet, whatever hangs
        }
        const Action action = most_winning_exchange(state, noisy);
        if (action < 0) break;
        state.apply(action);
    }
    return played;
}

}  // namespace boardai
