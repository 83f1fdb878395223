#pragma once
// Is this action legal here? The game's own test where it has one, else a look through its legal actions.

#include "boardai/core/game_state.hpp"

namespace boardai {

template <GameState S>
bool is_legal_action(const S& state, Action action) {
    if constexpr (LegalityTest<S>) {
        return state.is_legal(action);
    } else {
        ActionList actions;
        state.legal_actions(actions);
        return actions.contains(action);
    }
}

/// A state that must stay on the thread it was made on (one that calls back into an interpreter) says
/// `static constexpr bool single_threaded = true;`.
template <class S>
inline constexpr bool is_single_threaded = requires { requires S::single_threaded; };

}  // namespace boardai
