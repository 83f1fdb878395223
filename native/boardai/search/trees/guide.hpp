#pragma once
// What a game may tell tree searches beyond its rules: who wins a position, which moves need not be tried there or
// below, which moves look good, and random games that are less foolish than uniform ones. UCT takes all of it, PUCT and
// Gumbel search look at positions.

#include <concepts>
#include <type_traits>

#include "boardai/core/action.hpp"

namespace boardai {

/// What is known of one action of a position that was looked at.
enum class Fate {
    open,      ///< nothing
    needless,  ///< if any action wins, one that is open does
    loses,
};

/// Stands for: the game tells nothing.
struct NoGuide {};

/// The game's guide. Specialise it beside the game's evaluators:
///
///     template <> struct TreeGuide<mygame::State> {
///         using type = mygame::Guide;   // may be declared alone
///         using Note = mygame::Note;    // what stays known below a position that was looked at; copied byte by
///     };                                // byte; default-made: nothing
///
/// One thread has one guide, made from nothing, or from the number of positions of which it may remember more than
/// their notes. It has, in any order:
///
/// - `look(state, above, since)` -> Seen: looks closely at a position. `above` is the note of the nearest position
///   above it that has one (else a default-made one), `since` the actions from there. Seen has `winner` (a player, -1:
///   not known), `action` (of a mover who wins: a move that keeps the win), `fate(action)` and `note`. At least one
///   action is open where the winner is not known; where he is, the note leaves out none below. What is told must hold
///   for certain: proofs are built on it.
/// - `stays(note, state, action)`: whether a note still tells something after an action of a position below it.
/// - `is_needless(note, action)`: whether an action need not be tried in any position below that the note stays for.
/// - `priors(state, last, actions, out)`: how good the actions look, shares that add up to 1. `last` is the action
///   before, -1 where it is not known.
/// - `playout(state, note, last, policy, rng, played)`: one game; its outcome for player 0. `policy` is one of
///   MctsPlayouts that is not `random`; `played`, where it is not null, gets what each player took.
template <class S>
struct TreeGuide {
    using type = NoGuide;
    struct Note {};
};

/// Games that tell something.
template <class S>
concept Guided = !std::is_same_v<typename TreeGuide<S>::type, NoGuide>;

}  // namespace boardai
