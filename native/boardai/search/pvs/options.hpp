#pragma once
// How principal variation search searches: every technique can be switched off by itself.

namespace boardai {

/// What the threads of one search do: see parallel.hpp.
enum class PvsParallel : int { lazy = 0, root = 1, aspiration = 2 };

/// Margins are in hundredths of the evaluator's unit, what a clear advantage is worth (a pawn). Techniques that rest
/// on margins do nothing for evaluators that name no unit. Those marked (unsound) may change the value.
struct PvsOptions {
    // The search itself.
    bool cutoffs = true;              ///< alpha-beta; off: plain minimax, every window open
    bool null_window = true;          ///< all but the first move by a null window first; off: plain alpha-beta
    bool iterative_deepening = true;  ///< off: one search at the depth limit
    int aspiration = 25;              ///< half width of an iteration's first window (margin); 0: open
    bool aspiration_gradual = true;   ///< a failing window is widened step by step; off: opened at once
    bool mate_distance = true;        ///< a quicker win than one already found is impossible: cut
    bool repetition_draws = true;     ///< a position met again on the searched line is a draw
    int multi_pv = 1;                 ///< so many best moves get an exact score and a line

    // Transposition table.
    double table_megabytes = 16;  ///< 0: none
    bool always_replace = false;  ///< replace whatever the key falls on
    bool same_depth = false;      ///< only scores of the very depth asked for: the value is then minimax's

    // Order of moves.
    bool hash_move = true;            ///< the table's move first
    bool capture_order = true;        ///< noisy moves first, in the game's order
    bool killers = true;              ///< then two moves that cut off sister positions
    bool history = true;              ///< then by how often a move cut off elsewhere
    bool continuation = true;         ///< and how often after the moves before it
    bool quiet_order = true;          ///< the game's own order of quiet moves, where it has one
    bool skipped_move_order = false;  ///< quiet moves by the best follow-up if the opponent skips a move
    bool threat_order = false;        ///< 2 x taken + attacked + promoted (Kála's priority), for all moves
    bool internal_deepening = true;   ///< without a table move, one is found by a shallower search

    // Pruning and reducing (unsound).
    bool null_move = true;               ///< a move skipped and still above beta: cut
    int null_move_reduction = 3;         ///< plies less for it, at least
    bool null_move_verification = true;  ///< deep cuts are confirmed by a search without null moves
    bool reverse_futility = true;        ///< far above beta near the horizon: cut
    bool futility = true;                ///< far below alpha near the horizon: no quiet moves
    bool razoring = true;                ///< very far below alpha near the horizon: quiescence decides
    bool late_move_reductions = true;    ///< moves late in the order are searched less deeply first
    bool late_move_pruning = true;       ///< very late quiet moves near the horizon are not searched
    bool exchange_pruning = true;        ///< moves that lose an exchange badly are not searched near the horizon
    bool probcut = true;                 ///< a shallow search far outside the window: cut (ProbCutModel, or captures)
    double probcut_deviations = 1.5;     ///< how far: in standard deviations of the model

    // Extensions and the horizon.
    bool check_extension = true;   ///< a player in check looks one ply further (unsound)
    int root_check_extension = 0;  ///< plies of checks by the root's player beyond the depth; any win ends (unsound)
    bool quiescence = true;        ///< noisy moves are followed beyond the depth (unsound)
    bool delta_pruning = true;     ///< there, no move that cannot lift the score to alpha

    // Threads.
    int threads = 1;                           ///< 1: the same search gives the same result
    PvsParallel parallel = PvsParallel::lazy;  ///< how several threads share the work

    bool points = false;  ///< finished games are worth their margin, not win or loss
};

}  // namespace boardai
