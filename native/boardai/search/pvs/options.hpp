#pragma once
// Written by cmake/write_options.py from boardai/search/pvs/options.py, where options are changed and checked.
// clang-format off

namespace boardai {

enum class PvsParallel : int {
    lazy,        ///< each searches everything and learns from the others through the table
    root,        ///< the root's moves are tasks
    aspiration,  ///< each searches everything with its own window
};

/// How principal variation search searches; every technique can be switched off separately. Margins are in hundredths
/// of the evaluator's unit (chess: a pawn), so techniques that use margins do nothing with evaluators without a unit.
/// The options from `internal_reduction` to `quiescence_checks` may change the value (unsound): `PvsOptions.sound()`
/// has none of them.
struct PvsOptions {
    // The search itself.
    bool cutoffs = true;              ///< alpha-beta cutoffs; off: plain minimax, every window open
    bool null_window = true;          ///< a null window first for all moves but the first; off: plain alpha-beta
    bool iterative_deepening = true;  ///< off: one search at the depth limit
    int aspiration = 25;              ///< half width of an iteration's first window, in margin units; 0: open
    bool aspiration_gradual = true;   ///< after a fail high or low the window is widened step by step; off: it is
                                      ///< opened at once
    int alpha = -32'001;              ///< lower end of the root's window: a value at or below it is returned as 'at
                                      ///< most'
    int beta = 32'001;                ///< upper end of the root's window: a value at or above it is returned as 'at
                                      ///< least'
    bool mate_distance = true;        ///< cuts off if a quicker win than the one already found is impossible
    bool repetition_draws = true;     ///< a position that recurs on the searched line is a draw
    int multi_pv = 1;                 ///< number of best moves that get an exact score and a line
    bool endings = true;              ///< the game's own solver is used near the end, if it has one (Reversi): exact at
                                      ///< any depth
    bool knowledge = false;           ///< uses the game's knowledge at every position, if it has any: who wins, and
                                      ///< which moves need not be tried (Hex; your own game)

    // Transposition table.
    double table_megabytes = 16;  ///< size of the transposition table; 0: none
    bool always_replace = false;  ///< a new entry always replaces the old one in its slot
    bool same_depth = false;      ///< uses only table scores of exactly the required depth: the value is then minimax's

    // Order of moves.
    bool hash_move = true;            ///< tries the table's move first
    bool capture_order = true;        ///< tries noisy moves (captures) first, in the game's own order
    bool capture_values = true;       ///< uses the game's capture values for move ordering, exchange and delta pruning,
                                      ///< ProbCut by captures and threat_order; off: captures are ordered by earlier
                                      ///< cutoffs, and only the evaluator has values
    bool killers = true;              ///< tries two moves next that caused cutoffs in sister positions
    bool history = true;              ///< orders quiet moves by how often they caused cutoffs elsewhere
    bool continuation = true;         ///< also by how often they did so after the same previous moves
    bool quiet_order = true;          ///< uses the game's own order of quiet moves, if it has one
    bool skipped_move_order = false;  ///< orders quiet moves by the best follow-up after a null move of the opponent
                                      ///< (Kála 2015, A4)
    bool threat_order = false;        ///< orders all moves by 2 x captured + attacked + promoted value (Kála 2015, D6)
    bool far_continuation = true;     ///< also after the same move four plies before
    bool capture_history = false;     ///< orders noisy moves also by how often they caused cutoffs elsewhere, if the
                                      ///< game groups similar ones
    bool internal_deepening = false;  ///< if the table has no move, a shallower search finds one

    // Pruning and reducing (may change the value).
    bool internal_reduction = true;      ///< searches a ply less if the table has no move, or one from a much shallower
                                         ///< search; not if `internal_deepening` finds one
    int width = 0;                       ///< Shannon's type B: at most this many moves per position, the first in the
                                         ///< order, only below the root and not in check, and all moves if these lose;
                                         ///< or an evaluator's candidate moves (Hex's `connected_...`), also at the
                                         ///< root; 0: all
    bool correction_history = true;      ///< corrects the static evaluation by search results of positions with the
                                         ///< same features, if the game names such features (chess: pawns, pieces of
                                         ///< each side)
    bool null_move = true;               ///< cuts off if the value is still above beta after a null move
    int null_move_reduction = 4;         ///< minimum depth reduction of the null-move search
    bool null_move_verification = true;  ///< deep null-move cutoffs are verified by a search without null moves
    bool null_move_twice = false;        ///< allows a null move after a null move (recursive null moves)
    bool reverse_futility = true;        ///< cuts off near the horizon if the static value is far above beta
    bool futility = true;                ///< omits quiet moves near the horizon if the static value is far below alpha
    bool razoring = true;                ///< near the horizon quiescence decides if the static value is very far below
                                         ///< alpha
    bool late_move_reductions = true;    ///< moves late in the order are first searched to a smaller depth
    bool late_move_pruning = true;       ///< omits very late quiet moves near the horizon
    bool exchange_pruning = true;        ///< omits moves near the horizon that lose much by exchanges (SEE)
    bool probcut = true;                 ///< cuts off if a shallow search is far enough outside the window; by the
                                         ///< evaluator's own model of shallow and deep values (Reversi's `positional`),
                                         ///< else by captures that win much
    double probcut_deviations = 0;       ///< how far outside the window, in standard deviations of the model's error;
                                         ///< 0: the evaluator's own number (1.5, learned tables 1)
    bool mating_endings = true;          ///< prunes nothing by margins where the game says that the win is far and the
                                         ///< evaluation leads to it (chess: won endings without pawns)

    // Extensions and the horizon (may change the value).
    bool check_extension = true;        ///< a position in check is searched one ply deeper
    bool singular_extensions = true;    ///< searches the table's move deeper if all others are worse, less deep if
                                        ///< others may be as good, and cuts off if two moves are good enough; in games
                                        ///< with noisy moves
    int root_check_extension = 0;       ///< plies beyond the depth to which checks of the root's player are followed
                                        ///< (Kála 2015, C5); the search then ends with the first win it finds, even if
                                        ///< there is a quicker one
    bool quiescence = true;             ///< follows noisy moves beyond the depth
    bool delta_pruning = true;          ///< omits noisy moves in quiescence that cannot raise the score to alpha
    bool quiescence_null_move = false;  ///< stand pat above beta counts only if it survives the opponent's captures (a
                                        ///< null move first)
    bool quiescence_checks = false;     ///< follows quiet checks at the first ply beyond the depth

    // Threads.
    int threads = 1;  ///< number of threads; 1 gives the same result every time; games in Python always use one
    PvsParallel parallel = PvsParallel::lazy;  ///< how several threads share the work

    // Games decided by points.
    bool points = false;  ///< finished games count by their margin, not as win or loss: values are points (discs)
};

}  // namespace boardai
