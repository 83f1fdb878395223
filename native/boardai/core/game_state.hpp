#pragma once
// The game contract: the methods that a rule core must have, and optional ones.
//
// A state is a value: copy it, apply to it, compare it, hash it. Searches are templates over these concepts;
// a refinement a game does not have is skipped by `if constexpr`, never stubbed.

#include <concepts>
#include <cstdint>
#include <string>

#include "boardai/core/action.hpp"
#include "boardai/core/canvas.hpp"
#include "boardai/core/rng.hpp"

namespace boardai {

class PlayedActions;

/// What every game offers.
///
/// - current_player(): 0 or 1, also when terminal (who would move), so outcome(current_player()) is the
///   negamax value of a leaf.
/// - outcome(player): +1, 0 or -1 for that player; zero-sum; precondition: is_terminal().
/// - legal_actions(out): clears and fills `out`; no duplicates; empty iff terminal; the order depends only on the
///   state.
/// - apply(action): precondition: legal (asserted in debug and sanitizer builds).
/// - hash(): of the position without history and counters, so it does not depend on the moves that led to it.
/// - ==: compares everything.
/// - to_string() / from_string(text): the position as one line of text; from_string may be static, or a const
///   member that uses the setting (board, rules) of its state. Bad text: std::invalid_argument with place and
///   reason.
/// - action_to_string / action_from_string: the latter accepts legal moves only, else std::invalid_argument.
template <class S>
concept GameState = std::copyable<S> && std::equality_comparable<S> &&
                    requires(S state, const S& constant, Action action, ActionList& out, const std::string& text) {
                        { constant.current_player() } -> std::same_as<int>;
                        { constant.is_terminal() } -> std::same_as<bool>;
                        { constant.outcome(0) } -> std::same_as<int>;
                        { constant.legal_actions(out) } -> std::same_as<void>;
                        { state.apply(action) } -> std::same_as<void>;
                        { constant.hash() } -> std::same_as<std::uint64_t>;
                        { constant.to_string() } -> std::convertible_to<std::string>;
                        { constant.from_string(text) } -> std::same_as<S>;
                        { constant.action_to_string(action) } -> std::convertible_to<std::string>;
                        { constant.action_from_string(text) } -> std::same_as<Action>;
                    };

/// is_legal(action) faster than generating all actions.
template <class S>
concept LegalityTest = GameState<S> && requires(const S& constant, Action action) {
    { constant.is_legal(action) } -> std::same_as<bool>;
};

/// can_win(player): whether the player can still win by legal moves of both sides, even if the opponent plays badly. It
/// is called for an unfinished game when a clock runs out. False must be certain and final; true may also mean unknown.
/// Without it, a player can always win.
template <class S>
concept WinTest = GameState<S> && requires(const S& constant) {
    { constant.can_win(0) } -> std::same_as<bool>;
};

/// Unmaking moves without a copy; the undo record lives on the caller's stack.
template <class S>
concept Undoable = GameState<S> && requires(S state, Action action, const typename S::Undo& record) {
    { state.apply_undoable(action) } -> std::same_as<typename S::Undo>;
    { state.undo(action, record) } -> std::same_as<void>;
};

/// Noisy actions for quiescence; capture_order: larger is searched first.
template <class S>
concept Tactical = GameState<S> && requires(const S& constant, Action action, ActionList& out) {
    { constant.noisy_actions(out) } -> std::same_as<void>;
    { constant.capture_order(action) } -> std::same_as<int>;
};

/// A game decided by points: score(player) is the margin now (disc difference).
template <class S>
concept Scored = GameState<S> && requires(const S& constant) {
    { constant.score(0) } -> std::same_as<int>;
};

/// The board's symmetries, number 0 being the identity. transformed(k) is the state seen through symmetry k,
/// transform_action(a, k) the corresponding action.
template <class S>
concept Symmetric = GameState<S> && requires(const S& constant, Action action) {
    { constant.symmetry_count() } -> std::same_as<int>;
    { constant.transformed(0) } -> std::same_as<S>;
    { constant.transform_action(action, 0) } -> std::same_as<Action>;
};

/// Positions with the players exchanged: in mirrored() the pieces of player 0 belong to player 1 and vice versa, and
/// the other player is to move (chess: colours swapped, ranks reversed). It has no history. mirror_action(a) is the
/// corresponding action.
template <class S>
concept Mirrorable = GameState<S> && requires(const S& constant, Action action) {
    { constant.mirrored() } -> std::same_as<S>;
    { constant.mirror_action(action) } -> std::same_as<Action>;
};

/// random_playout(rng): outcome for player 0 of a game finished by uniformly random legal moves. Same result
/// distribution as playing it move by move (tested by chi-square).
template <class S>
concept Playout = GameState<S> && requires(const S& constant, Rng& rng) {
    { constant.random_playout(rng) } -> std::same_as<int>;
};

/// random_playout(rng, played): the same, and `played` receives the actions of both players, for RAVE. For games in
/// which an action has the same meaning at any time. It may contain earlier actions of the game.
template <class S>
concept PlayoutWithActions = Playout<S> && requires(const S& constant, Rng& rng, PlayedActions& played) {
    { constant.random_playout(rng, played) } -> std::same_as<int>;
};

/// The input and output of a network.
///
/// - observation_shape(): the board's own extent and its channels.
/// - encode(canvas): writes the planes from the side to move into a zeroed canvas of at least that extent
///   with as many channels.
/// - policy = policy_planes() x height x width, plane-major, then policy_extras() more (pass, swap).
/// - policy_index(action) and action_from_policy(index) are inverse on legal actions; action_from_policy(index) is -1
///   if no action has this index.
/// - observation_key(): a hash of everything in the planes, the key of evaluation caches.
template <class S>
concept Encodable = GameState<S> && requires(const S& constant, Action action, const Canvas& canvas) {
    { constant.observation_shape() } -> std::same_as<Shape>;
    { constant.encode(canvas) } -> std::same_as<void>;
    { constant.policy_planes() } -> std::same_as<int>;
    { constant.policy_extras() } -> std::same_as<int>;
    { constant.policy_index(action) } -> std::same_as<int>;
    { constant.action_from_policy(0) } -> std::same_as<Action>;
    { constant.observation_key() } -> std::same_as<std::uint64_t>;
};

/// Ownership, a training target: for each cell, which player holds it later (Wu 2019, arXiv:1902.10565, section 4.1).
///
/// - ownership_plies: the number of plies until then; 0: the end of the game.
/// - ownership_planes: channels.
/// - write_ownership(canvas, before): called on the later state, with a zeroed canvas of the observation's height and
///   width, oriented as in `before.encode()`. It writes 1 where the player to move in `before` holds the cell, and -1
///   where the opponent does.
template <class S>
concept Owned = Encodable<S> && requires(const S& constant, const Canvas& canvas) {
    { S::ownership_plies } -> std::convertible_to<int>;
    { S::ownership_planes } -> std::convertible_to<int>;
    { constant.write_ownership(canvas, constant) } -> std::same_as<void>;
};

/// pack(): the whole state as bytes, with history and setting; unpack restores an equal state, and throws
/// std::invalid_argument for invalid bytes. Without this hook to_string() is used, which must then be complete.
template <class S>
concept Packable = GameState<S> && requires(const S& constant, const std::string& bytes) {
    { constant.pack() } -> std::same_as<std::string>;
    { S::unpack(bytes) } -> std::same_as<S>;
};

/// A perft of the game's own (bulk counting without lists); `perft(depth)` with depth >= 1.
template <class S>
concept OwnPerft = GameState<S> && requires(const S& constant) {
    { constant.perft(1) } -> std::same_as<std::uint64_t>;
};

/// Games in which positions recur. repeats_within(plies): whether the position occurred at most that many plies ago; a
/// search scores this as a draw on its line. plies_until_draw(): plies left until a move counter ends the game; a
/// search that may reach that far does not use scores from its table.
template <class S>
concept Repeating = GameState<S> && requires(const S& constant, int plies) {
    { constant.repeats_within(plies) } -> std::same_as<bool>;
    { constant.plies_until_draw() } -> std::same_as<int>;
};

/// Number of logits: planes x cells and the extras.
template <Encodable S>
int policy_size(const S& state) {
    const Shape shape = state.observation_shape();
    return state.policy_planes() * shape.height * shape.width + state.policy_extras();
}

}  // namespace boardai
