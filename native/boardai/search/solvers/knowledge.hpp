#pragma once
// What a game knows of a position beyond its rules, for solvers: who wins before the game is over, and which moves need
// not be tried.

#include <type_traits>

#include "boardai/core/action.hpp"

namespace boardai {

/// What is known of one position. `Actions` is a set of actions.
///
/// As long as the winner is not known, all actions outside of `moves` are known to lose, and if one of `moves` wins,
/// one that is not `spared` does.
///
/// A win rests on a set of places, told as actions, in this sense: it is the same in every position that differs from
/// this one by what the loser has played at places outside the set.
template <class Actions>
struct Insight {
    int winner = -1;        ///< the player who is proven to win; -1: not known
    Action action = -1;     ///< where the player to move wins: a move that keeps the win; -1: any
    bool selected = false;  ///< whether the sets say something; never empty `moves` where the winner is not known
    Actions moves{};
    Actions spared{};  ///< some of `moves`, not all
    Actions rests{};   ///< what the known win rests on, or the loss of all actions outside of `moves`
};

/// Stands for: the game knows nothing beyond its rules.
struct NoKnowledge {
    struct Actions {};
};

/// The game's knowledge. Specialise it beside the game's evaluators:
///
///     template <> struct GameKnowledge<mygame::State> {
///         using Actions = ...;                 // a small set of actions that can be copied byte by byte
///         using type = mygame::Knowledge;      // may be declared alone
///     };
///
/// The knowledge follows a search's line: reset(root), then push(before, action) and pop(), which should be cheap,
/// since most positions are never looked at. look(state) tells what is known of the line's last position. What is told
/// must hold for certain: proofs are built on it. admit(known) adds to `rests` what it rests on that the spared ones
/// still among `moves` need not be tried. Of its sets it says: list(state, set, out) appends the actions, the most
/// promising first; unite(set, other), intersect(set, other) and remove(set, other) change the first one; add(set,
/// action); contains(set, action).
template <class S>
struct GameKnowledge {
    using Actions = NoKnowledge::Actions;
    using type = NoKnowledge;
};

/// Games that know something.
template <class S>
concept Knowing = !std::is_same_v<typename GameKnowledge<S>::type, NoKnowledge>;

}  // namespace boardai
