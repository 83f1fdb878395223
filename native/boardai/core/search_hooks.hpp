#pragma once
// Optional hooks of a game for depth-first searches. Each is a separate concept: a search uses those that exist, by
// `if constexpr`.

#include <concepts>

#include "boardai/core/game_state.hpp"

namespace boardai {

/// is_noisy(action): whether noisy_actions() contains this legal action, without building the list.
template <class S>
concept NoisyTest = Tactical<S> && requires(const S& constant, Action action) {
    { constant.is_noisy(action) } -> std::same_as<bool>;
};

/// quiet_actions(out): the legal actions that are not in noisy_actions(), in the order of legal_actions().
template <class S>
concept QuietGenerating = Tactical<S> && requires(const S& constant, ActionList& out) {
    { constant.quiet_actions(out) } -> std::same_as<void>;
};

/// Threats that must be answered: is_check(): the player to move is under one; gives_check(action): the opponent will
/// be after this legal action.
template <class S>
concept Checking = GameState<S> && requires(const S& constant, Action action) {
    { constant.is_check() } -> std::same_as<bool>;
    { constant.gives_check(action) } -> std::same_as<bool>;
};

/// Null moves: make_null_move() passes the turn to the other player, in place; only if null_move_allowed(). This should
/// be false where zugzwang is likely, and where passing would break the rules (in check).
template <class S>
concept Skippable = GameState<S> && requires(S state, const S& constant) {
    { constant.null_move_allowed() } -> std::same_as<bool>;
    { state.make_null_move() } -> std::same_as<void>;
};

/// Exchanges on one square, in the unit of the game's evaluators, for legal actions: captured_value(action): the
/// value of what the action captures; see_ge(action, threshold): whether the player gains at least the threshold if
/// both sides keep recapturing there with their least valuable piece while it pays (static exchange evaluation).
template <class S>
concept Exchanging = Tactical<S> && requires(const S& constant, Action action) {
    { constant.captured_value(action) } -> std::same_as<int>;
    { constant.see_ge(action, 0) } -> std::same_as<bool>;
};

/// threat_order(action): an estimate of a legal action by what it captures and attacks; larger is searched first.
template <class S>
concept ThreatOrdered = GameState<S> && requires(const S& constant, Action action) {
    { constant.threat_order(action) } -> std::same_as<int>;
};

/// quiet_order(action): an estimate of any legal action; larger is searched first. Within +-10,000.
template <class S>
concept QuietOrdered = GameState<S> && requires(const S& constant, Action action) {
    { constant.quiet_order(action) } -> std::same_as<int>;
};

/// hash_after(action): hash() after a legal action, to prefetch the table entry; it may be wrong for a few actions.
template <class S>
concept HashAhead = GameState<S> && requires(const S& constant, Action action) {
    { constant.hash_after(action) } -> std::same_as<std::uint64_t>;
};

/// repetition_ahead(plies): if an action of the player to move leads back to a position at most `plies` plies before
/// this one, the number of plies between; else 0.
template <class S>
concept RepetitionAhead = Repeating<S> && requires(const S& constant, int plies) {
    { constant.repetition_ahead(plies) } -> std::same_as<int>;
};

/// capture_group(action): similar noisy actions (in chess: the same kind of piece takes the same kind of
/// piece on the same square) share a number below capture_groups.
template <class S>
concept CaptureGrouped = Tactical<S> && requires(const S& constant, Action action) {
    { constant.capture_group(action) } -> std::same_as<int>;
    { S::capture_groups } -> std::convertible_to<int>;
};

/// correction_key(feature), 0 <= feature < correction_features: hashes of single features of a position (in chess: its
/// pawns). In positions that share one, static evaluations tend to have similar errors (correction history).
template <class S>
concept Correctable = GameState<S> && requires(const S& constant, int feature) {
    { constant.correction_key(feature) } -> std::same_as<std::uint64_t>;
    { S::correction_features } -> std::convertible_to<int>;
};

/// is_mating_ending(): one side can force a win far beyond the depth of searches, and the evaluation increases towards
/// it in steps smaller than pruning margins. Searches then do not prune by margins.
template <class S>
concept MatingEndings = GameState<S> && requires(const S& constant) {
    { constant.is_mating_ending() } -> std::same_as<bool>;
};

/// action_group(action): similar actions (in chess: the same kind of piece to the same square) share a
/// number below action_groups.
template <class S>
concept Grouped = GameState<S> && requires(const S& constant, Action action) {
    { constant.action_group(action) } -> std::same_as<int>;
    { S::action_groups } -> std::convertible_to<int>;
};

}  // namespace boardai
