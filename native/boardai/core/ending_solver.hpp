#pragma once
// Games that can solve their own endings: what a game knows of them (how to count a last ply, what can never change any
// more) proves results that a search through the contract could not reach. Searches ask by `if constexpr`, and stand
// aside where it pays.

#include <concepts>
#include <cstdint>
#include <vector>

#include "boardai/core/game_state.hpp"

namespace boardai {

class SearchControl;

/// What was proven of a move: bounds of the final margin for the player who makes it.
struct EndingMove {
    Action action = -1;
    int lower = 0;
    int upper = 0;
    std::int64_t nodes = 0;  ///< visited for it
};

/// A game that is Scored specialises this beside its evaluators, with the members that SolvesEndings asks for:
///
/// - EndingSolver(megabytes, threads): of memory for its table, above 0; that solve() searches by.
/// - pays(state, depth), static: solving the state is no dearer than searching it to this depth, in plies.
/// - solve(state, exact_moves, control): finds the final margin of so many of the state's best moves; ends when the
///   control says so, whose hooks may throw. Counts its nodes there.
/// - moves(): what is known of the state's moves, the best first; proven also where solve() was ended.
/// - line(): best play from the best move on to the end; cut short where solve() was ended.
/// - nodes(): visited by the last solve().
/// - outcome(state): who wins, +1, 0 or -1 for the player to move, of a state whose solving pays() at a few plies:
///   there is no limit. Throws what hooks of an interrupted thread throw.
template <class S>
struct EndingSolver {};

template <class S>
concept SolvesEndings =
    Scored<S> && std::constructible_from<EndingSolver<S>, double, int> &&
    requires(EndingSolver<S>& solver, const EndingSolver<S>& solved, const S& state, SearchControl& control) {
        { EndingSolver<S>::pays(state, 1) } -> std::same_as<bool>;
        { solver.solve(state, 1, control) } -> std::same_as<void>;
        { solved.moves() } -> std::same_as<const std::vector<EndingMove>&>;
        { solved.line() } -> std::same_as<const std::vector<Action>&>;
        { solved.nodes() } -> std::same_as<std::int64_t>;
        { solver.outcome(state) } -> std::same_as<int>;
    };

}  // namespace boardai
