#pragma once
// A game's policy: priors of moves, and the moves of random games (playouts). It is heuristic; certain facts belong to
// Knowledge.

#include "boardai/core/action.hpp"

namespace boardai {

/// A game's policy; this one stands for none. What a specialisation has, made from nothing by each thread:
///
/// - `priors(state, last, actions, out)`: how good the actions look, shares that add up to 1. `last` is the action
///   before, -1 where it is not known.
/// - `playout(state, note, last, style, rng, played)`: one game; its outcome for player 0. `note` is the knowledge's,
/// of
///   the nearest position above that has one. `style` is one of MctsPlayouts that is not `random`; `played`, where it
///   is not null, gets what each player took.
template <class S>
struct Policy {};

/// Priors of the actions, with the sum 1; the comment of Policy in this header lists further methods.
template <class S>
concept HasPolicy = requires(Policy<S>& policy, const S& state, Action last, const ActionList& actions, float* out) {
    policy.priors(state, last, actions, out);
};

}  // namespace boardai
