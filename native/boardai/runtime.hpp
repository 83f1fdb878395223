#pragma once
// For a game written in C++ by a user, in a header or a notebook string: include this, write the state, and end
// with BOARDAI_GAME(YourState).

#include "boardai/core/game_state.hpp"
#include "boardai/core/knowledge.hpp"

/// Declares which struct is the game's state, and which of its functions with arguments Python may call besides the
/// contract's: those that check them. `BOARDAI_GAME(ConnectFour, stones_in_column)`. The assertion makes a missing
/// function a readable error.
#define BOARDAI_GAME(State_, ...)                                                      \
    static_assert(boardai::GameState<State_>, #State_ " is not a boardai::GameState"); \
    constexpr const char* boardai_public = "" #__VA_ARGS__;                            \
    using BoardaiGameState = State_;
