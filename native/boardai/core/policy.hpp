#pragma once
// A game's policy: priors of moves, and the moves of random games (playouts). It is heuristic; certain facts belong to
// Knowledge.

#include "boardai/core/action.hpp"

namespace boardai {

/// A game's policy; the general template stands for none. Each thread default-constructs its own. A specialisation has:
///
/// - `priors(state, last, actions, out)`: the prior probabilities of the actions, which add up to 1. `last` is the
///   previous action, -1 if unknown.
/// - `playout(state, note, last, style, rng, played)`: one game; its outcome for player 0. `note` is the knowledge's,
///   of the nearest position above with a note. `style` is one of MctsPlayouts other than `random`; `played`, if not
///   null, receives the actions of each player.
template <class S>
struct Policy {};

/// Priors of the actions, with the sum 1; the comment of Policy in this header lists further methods.
template <class S>
concept HasPolicy = requires(Policy<S>& policy, const S& state, Action last, const ActionList& actions, float* out) {
    policy.priors(state, last, actions, out);
};

}  // namespace boardai
