#pragma once
// Written by cmake/write_options.py from boardai/search/pvs/options.py, where options are changed and checked.
// clang-format off

namespace boardai {

enum class PvsParallel : int {
    lazy,        ///< each searches everything and learns from the others through the table
    root,        ///< the root's moves are tasks
    aspiration,  ///< each searches everything by a window of its own
};

/// How principal variation search searches; every technique can be switched off by itself. Margins are in hundredths of
/// the evaluator's unit (chess: a pawn), so that techniques which rest on margins do nothing for evaluators that name
/// no unit. From `internal_reduction` to `quiescence_checks` they may change the value (unsound): `PvsOptions.sound()`
/// has none of them.
struct PvsOptions {
    // The search itself.
    bool cutoffs = true;              ///< alpha-beta; off: plain minimax, with every window open
    bool null_window = true;          ///< all but the first move by a null window first; off: plain alpha-beta
    bool iterative_deepening = true;  ///< off: one search at the depth limit
    int aspiration = 25;              ///< half width of an iteration's first window (margin); 0: open
    bool aspiration_gradual = true;   ///< a failing window is widened step by step; off: it is opened at once
    bool mate_distance = true;        ///< a quicker win than one already found is impossible: cut
    bool repetition_draws = true;     ///< a position met again on the searched line is a draw
    int multi_pv = 1;                 ///< number of best moves that get an exact score and a line
    bool endings = true;              ///< near its end the game solves the position itself, where it can (Reversi):
                                      ///< exact whatever the depth

    // Transposition table.
    double table_megabytes = 16;  ///< size of the transposition table; 0: none
    bool always_replace = false;  ///< the table replaces whatever the key falls on
    bool same_depth = false;      ///< only table scores of the very depth asked for: the value is then minimax's

    // Order of moves.
    bool hash_move = true;            ///< the table's move first
    bool capture_order = true;        ///< noisy moves (captures) first, in the game's own order
    bool capture_values = true;       ///< the game says what captures are worth: that is their order, and what exchange
                                      ///< and delta pruning, ProbCut by captures and threat_order go by; off: they are
                                      ///< tried by what cut off elsewhere, and only the evaluator says what anything is
                                      ///< worth
    bool killers = true;              ///< then two moves that cut off sister positions
    bool history = true;              ///< then by how often a move cut off elsewhere
    bool continuation = true;         ///< and how often after the moves before it
    bool quiet_order = true;          ///< the game's own order of quiet moves, where it has one
    bool skipped_move_order = false;  ///< quiet moves by the best follow-up if the opponent skips a move (Kála 2015,
                                      ///< A4)
    bool threat_order = false;        ///< all moves by 2 x taken + attacked + promoted (Kála 2015, D6)
    bool far_continuation = true;     ///< and after the move four plies before it
    bool capture_history = false;     ///< noisy moves by how often they cut off elsewhere, too, where the game says
                                      ///< which are alike
    bool internal_deepening = false;  ///< where the table has no move, a shallower search finds one

    // Pruning and reducing (may change the value).
    bool internal_reduction = true;      ///< where the table has no move, or one from a much shallower search, the
                                         ///< search is a ply shallower; not where `internal_deepening` finds one
    int width = 0;                       ///< Shannon's type B: at most this many moves of a position, the first in the
                                         ///< order, but below the root alone and not in check, and all where these
                                         ///< lose; or the most promising by an evaluator that tells them (Hex's
                                         ///< `connected_...`), at the root too; 0: all
    bool correction_history = true;      ///< the static evaluation is corrected by what searches of positions with the
                                         ///< same features found, where the game names such features (chess: pawns,
                                         ///< pieces of each side)
    bool null_move = true;               ///< a move skipped and still above beta: cut
    int null_move_reduction = 4;         ///< plies less for it, at least
    bool null_move_verification = true;  ///< deep null-move cuts are confirmed by a search without them
    bool null_move_twice = false;        ///< a null move may follow a null move (recursive null moves)
    bool reverse_futility = true;        ///< far above beta near the horizon: cut
    bool futility = true;                ///< far below alpha near the horizon: no quiet moves
    bool razoring = true;                ///< very far below alpha near the horizon: quiescence decides
    bool late_move_reductions = true;    ///< moves late in the order are searched less deeply first
    bool late_move_pruning = true;       ///< very late quiet moves near the horizon are not searched
    bool exchange_pruning = true;        ///< moves that lose an exchange badly are not searched near the horizon
    bool probcut = true;                 ///< a shallow search, far outside the window, tells what a deep one would
                                         ///< find: cut; by the evaluator's own model of both (Reversi's `positional`),
                                         ///< else by captures that win much
    double probcut_deviations = 0;       ///< how far outside, by the model: in standard deviations of its error; 0: as
                                         ///< the evaluator says (1.5, learned tables 1)

    // Extensions and the horizon (may change the value).
    bool check_extension = true;        ///< a player in check looks one ply further
    bool singular_extensions = true;    ///< the table's move is searched deeper where all others are worse, less deeply
                                        ///< where others may be as good; where two are good enough: cut; in games with
                                        ///< noisy moves
    int root_check_extension = 0;       ///< plies of checks by the player to move at the root, beyond the depth (Kála
                                        ///< 2015, C5); then the search ends with the first win it finds, though there
                                        ///< may be a quicker one
    bool quiescence = true;             ///< noisy moves are followed beyond the depth
    bool delta_pruning = true;          ///< but not those that cannot lift the score to alpha
    bool quiescence_null_move = false;  ///< stand pat above beta counts only where the opponent's captures leave as
                                        ///< much (a null move first)
    bool quiescence_checks = false;     ///< quiet moves that give check are followed at the first ply beyond the depth

    // Threads.
    int threads = 1;  ///< 1 gives the same result every time; Python-written games are searched by one
    PvsParallel parallel = PvsParallel::lazy;  ///< how several threads share the work

    // Games decided by points.
    bool points = false;  ///< finished games are worth their margin, not win or loss: values are points (discs)
};

}  // namespace boardai
