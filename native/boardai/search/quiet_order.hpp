#pragma once
// Whether a game has an order of its own for quiet moves, as far as that is known of a state alone.

#include "boardai/core/search_hooks.hpp"

namespace boardai {

/// A state whose class stands for many games (python/python_state.hpp) has `bool has_quiet_order() const`.
template <class S>
bool orders_quiet_moves([[maybe_unused]] const S& state) {
    if constexpr (requires { state.has_quiet_order(); }) return state.has_quiet_order();
    return QuietOrdered<S>;
}

}  // namespace boardai
