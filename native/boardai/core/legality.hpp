#pragma once
// Is this action legal here? The game's own test where it has one, else a search through its legal actions.

#include <stdexcept>
#include <string>

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

/// The legal actions of an unfinished game. Throws std::invalid_argument if the game has none although it is not over.
template <GameState S>
void fill_with_actions(const S& state, ActionList& actions) {
    state.legal_actions(actions);
    if (actions.empty()) {
        throw std::invalid_argument("no legal action, but the game is not over, in position " +
                                    std::string(state.to_string()));
    }
}

/// A state that must stay on the thread it was made on (one that calls back into an interpreter) has `static constexpr
/// bool single_threaded = true;`.
template <class S>
inline constexpr bool is_single_threaded = requires { requires S::single_threaded; };

}  // namespace boardai
