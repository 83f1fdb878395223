#pragma once
// Scores of the minimax family: whole numbers from the view of the player to move.
//
// An evaluator's values stay inside (-evaluation_limit, evaluation_limit). A game won in n plies from the root is
// worth win_score - n, a lost one the opposite, so that quicker wins are larger. Games decided by points may be
// scored by their margin instead: then a point counts as much as the evaluator says a point of the final margin is
// (Evaluation::point()), so that finished games and evaluations compare.

#include <cmath>
#include <stdexcept>

#include "boardai/core/evaluation/evaluation.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

constexpr int win_score = 32'000;
constexpr int infinite_score = win_score + 1;                  ///< larger than any score
constexpr int evaluation_limit = 30'000;                       ///< |evaluation| is below
constexpr int deepest_win = win_score - evaluation_limit - 1;  ///< plies beyond which wins are no longer distinguished

/// A win that the game's knowledge reports, whose length is not known, is worth less than one of this many plies.
constexpr int known_win_plies = 1'000;
/// Where a game that knows nothing is to be searched with `knowledge`.
inline constexpr const char* no_knowledge =
    "knowledge: this game knows nothing beyond its rules (in C++ boardai::Knowledge, in Python analyse())";

inline bool is_win_score(int score) { return score >= evaluation_limit; }
inline bool is_loss_score(int score) { return score <= -evaluation_limit; }
inline bool is_decided_score(int score) { return is_win_score(score) || is_loss_score(score); }

/// The score of a margin where a point is worth `point`.
inline int score_of_margin(int margin, double point) { return static_cast<int>(std::lrint(margin * point)); }
/// An end of a window, in points or not, as a score; infinite ones stay infinite.
inline int score_of_bound(int value, double point) {
    const bool is_finite = value > -infinite_score && value < infinite_score;
    return point > 0 && is_finite ? score_of_margin(value, point) : value;
}
/// A score in points: the whole margin that has this score, if there is one.
inline double margin_of_score(double score, double point) {
    const double whole = std::nearbyint(score / point);
    return score == score_of_margin(static_cast<int>(whole), point) ? whole : score / point;
}

/// What a point is worth in a search of S by this evaluation: 0 where finished games count by win or loss. Throws
/// std::invalid_argument where the game is not decided by points.
template <GameState S>
double searched_point(const Evaluation<S>& evaluation, bool by_points) {
    if (!by_points) return 0;
    if (!Scored<S>) {
        throw std::invalid_argument("points: this game is not decided by points, its states have no score(player)");
    }
    return evaluation.point();
}

/// The score of a finished game for the player who would move, `ply` plies from the root; `point`: what a point of its
/// margin is worth, 0: it counts by win or loss.
template <GameState S>
int terminal_score(const S& state, int ply, double point = 0) {
    if constexpr (Scored<S>) {
        if (point > 0) return score_of_margin(state.score(state.current_player()), point);
    }
    const int plies = ply < deepest_win ? ply : deepest_win;
    return state.outcome(state.current_player()) * (win_score - plies);
}

/// The score of a position whose outcome the game knows, `ply` plies from the root: of known wins the nearest is the
/// best.
inline int known_score(int outcome, int ply) {
    constexpr int most = 900;
    return outcome * (win_score - known_win_plies - (ply < most ? ply : most));
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
