#pragma once
// The margins and limits of principal variation search: constants in a normal build, tuned by hand.
//
// A build with -D BOARDAI_TUNE=ON has them as variables instead, for tuners such as SPSA: boardai/search/pvs/margins.py
// sets them.

namespace boardai {

/// Every number in the steps of principal variation search. Margins are in hundredths of the evaluator's unit (chess:
/// centipawns), depths and reductions in plies. The headings are the steps of docs/search/pvs.md. PvsOptions turns
/// techniques on and off.
struct PvsMargins {
    // 2. Aspiration.
    int aspiration_from = 4;    ///< least depth of an iteration with a window
    int aspiration_growth = 2;  ///< factor by which the window grows after a fail high or low
    int aspiration_open = 4;    ///< parallel: windows wider than this many initial ones are opened

    // Check extension.
    int check_extension_lines = 2;  ///< none beyond this multiple of the iteration's depth

    // 5. Correction of the static value.
    int correction_limit = 1024;  ///< of the error learned for a key, in steps
    int correction_divisor = 25;  ///< this many steps for a key are a hundredth of the unit

    // 5a. Razoring.
    int razoring_to = 2;  ///< largest depth
    int razoring = 300;   ///< margin below alpha for each ply of depth

    // 5b. Reverse futility.
    int reverse_futility_to = 8;  ///< largest depth
    int reverse_futility = 75;    ///< margin above beta for each ply of depth, one less when improving

    // 5c. Null move; its least reduction is an option.
    int null_move_from = 3;          ///< least depth
    int null_move_depth = 4;         ///< reduced by one more ply for each of this many plies of depth
    int null_move_margin = 200;      ///< reduced by one more ply for each such margin above beta
    int null_move_margin_most = 3;   ///< but by at most this many plies for that
    int null_move_verify_from = 12;  ///< least depth of a cut that is verified

    // 5d. ProbCut.
    int probcut_from = 3;           ///< least depth, with a model of the evaluator's
    int probcut_captures_from = 5;  ///< least depth, by captures
    int probcut_captures = 180;     ///< margin above beta, by captures
    int probcut_reduction = 4;      ///< plies less for the search that confirms a capture

    // 6. Internal deepening.
    int internal_deepening_from = 5;       ///< least depth
    int internal_deepening_reduction = 2;  ///< plies less in an open window
    int internal_deepening_divisor = 2;    ///< else the depth divided by this less
    int internal_reduction_from = 4;       ///< least depth of the search that is a ply shallower instead
    int internal_reduction_table = 4;      ///< also where the table's score is from a search this much shallower

    // 6b. Singular extensions.
    int singular_from = 5;        ///< least depth
    int singular_table_less = 3;  ///< the table's score is at most this many plies shallower
    int singular_margin = 2;      ///< margin below the table's score for each ply of depth
    int singular_divisor = 2;     ///< the others are searched to the depth less one divided by this
    int singular_double = 25;     ///< margin below that for a second ply, in a null window

    // 7. Order of moves.
    int quiet_order_from = 2;       ///< least depth at which the game orders its quiet moves
    int skipped_move_from = 2;      ///< least depth of the skipped-move order
    int capture_history = 512;      ///< history of a noisy move worth a step of the game's own order
    int history_bonus = 200;        ///< of a move that cuts, for each ply of depth
    int history_bonus_most = 2000;  ///< but at most this

    // 7a. Moves that are not searched.
    int move_pruning_to = 8;   ///< largest depth of all of 7a
    int late_move_base = 3;    ///< quiet moves before the others are late, half as many if not improving;
    int late_move_growth = 1;  ///< and more by this times the depth squared
    int futility_to = 6;       ///< largest depth
    int futility_base = 80;    ///< margin below alpha,
    int futility = 90;         ///< and more for each ply of depth
    int exchange_noisy = 25;   ///< margin times depth squared that a noisy move may lose
    int exchange_quiet = 55;   ///< margin times depth that a quiet move may lose

    // 7b. Late move reductions: base + ln(depth) ln(number of the move) / divisor plies.
    int late_move_reduction_from = 3;          ///< least depth
    int late_move_reduction_number = 1;        ///< number of the first reduced move, the first of all being 0,
    int late_move_reduction_number_pv = 2;     ///< in an open window,
    int late_move_reduction_number_root = 3;   ///< and at the root
    double late_move_reduction_base = 0.4;     ///< plies
    double late_move_reduction_divisor = 2.1;  ///< larger: less
    int late_move_reduction_history = 8000;    ///< history score worth a ply

    // 10. Quiescence.
    int quiescence_plies = 3;  ///< plies in which all noisy moves are followed; beyond them one per position
    int delta = 200;           ///< margin by which a capture may miss alpha, in addition to the captured value
    int evasions = 3;          ///< number of quiet evasions that are searched; the others are pruned
};

#ifdef BOARDAI_TUNE
extern PvsMargins pvs_margins;
#else
inline constexpr PvsMargins pvs_margins{};
#endif

/// The margins of all searches that are made afterwards. Throws std::logic_error where they are constants.
PvsMargins& tuned_margins();

}  // namespace boardai
