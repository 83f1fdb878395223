#pragma once
// Scores of the minimax family: whole numbers from the view of the player to move.
//
// An evaluator's values stay inside (-evaluation_limit, evaluation_limit). A game won in n plies from the root is
// worth win_score - n, a lost one the opposite, so that quicker wins are larger. Games decided by points may be
// scored by their margin instead (`by_points`): the exact disc difference of a Reversi ending.

#include "boardai/core/game_state.hpp"

namespace boardai {

constexpr int win_score = 32'000;
constexpr int infinite_score = win_score + 1;                  ///< larger than any score
constexpr int evaluation_limit = 30'000;                       ///< |evaluation| is below
constexpr int deepest_win = win_score - evaluation_limit - 1;  ///< plies after which a win is no longer told apart

inline bool is_win_score(int score) { return score >= evaluation_limit; }
inline bool is_loss_score(int score) { return score <= -evaluation_limit; }
inline bool is_decided_score(int score) { return is_win_score(score) || is_loss_score(score); }

/// The score of a finished game for the player who would move, `ply` plies from the root.
template <GameState S>
int terminal_score(const S& state, int ply, bool by_points = false) {
    if constexpr (Scored<S>) {
        if (by_points) return state.score(state.current_player());
    }
    const int plies = ply < deepest_win ? ply : deepest_win;
    return state.outcome(state.current_player()) * (win_score - plies);
}

/// Wins counted from the root become wins counted from the position, and back: what a table may keep, since other
/// roots and other ways lead to the same position.
inline int score_to_table(int score, int ply) {
    return is_win_score(score) ? score + ply : is_loss_score(score) ? score - ply : score;
}
inline int score_from_table(int score, int ply) {
    return is_win_score(score) ? score - ply : is_loss_score(score) ? score + ply : score;
}

}  // namespace boardai
