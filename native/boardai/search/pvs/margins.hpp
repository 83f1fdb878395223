#pragma once
// The numbers of principal variation search: every margin and limit of its steps, in one table for a tuner to set.
//
// Which technique is on is PvsOptions' business. Margins are in hundredths of the evaluator's unit (chess:
// centipawns), depths and reductions in plies.

#include <string>

namespace boardai {

// MARGIN(type, name, default, lowest, largest, what it is)
// clang-format off
#define BOARDAI_PVS_MARGINS(MARGIN) \
    /* 2. Aspiration. */ \
    MARGIN(int, aspiration_from, 4, 2, 1000, "least depth of an iteration with a window") \
    MARGIN(int, aspiration_growth, 2, 2, 16, "times as wide is the window after one that failed") \
    MARGIN(int, aspiration_open, 4, 1, 1000, "parallel: windows wider than so many first ones reach to the end") \
    /* Check extension. */ \
    MARGIN(int, check_extension_lines, 2, 0, 100, "none beyond so many times the iteration's depth") \
    /* 5a. Razoring. */ \
    MARGIN(int, razoring_to, 2, 0, 16, "largest depth") \
    MARGIN(int, razoring, 300, 0, 10000, "margin below alpha for each ply of depth") \
    /* 5b. Reverse futility. */ \
    MARGIN(int, reverse_futility_to, 8, 0, 16, "largest depth") \
    MARGIN(int, reverse_futility, 75, 0, 10000, "margin above beta for each ply of depth, one less when improving") \
    /* 5c. Null move; its least reduction is an option. */ \
    MARGIN(int, null_move_from, 3, 1, 1000, "least depth") \
    MARGIN(int, null_move_depth, 4, 1, 1000, "reduced by a ply more for each so many plies of depth") \
    MARGIN(int, null_move_margin, 200, 1, 10000, "reduced by a ply more for each such margin above beta") \
    MARGIN(int, null_move_margin_most, 3, 0, 16, "but by no more than so many for that") \
    MARGIN(int, null_move_verify_from, 12, 1, 1000, "least depth of a cut that is verified") \
    /* 5d. ProbCut. */ \
    MARGIN(int, probcut_from, 3, 1, 1000, "least depth, with a model of the evaluator's") \
    MARGIN(int, probcut_captures_from, 5, 1, 1000, "least depth, by captures") \
    MARGIN(int, probcut_captures, 180, 0, 10000, "margin above beta, by captures") \
    MARGIN(int, probcut_reduction, 4, 1, 16, "plies less for the search that confirms a capture") \
    /* 6. Internal deepening. */ \
    MARGIN(int, internal_deepening_from, 5, 2, 1000, "least depth") \
    MARGIN(int, internal_deepening_reduction, 2, 1, 16, "plies less in an open window") \
    MARGIN(int, internal_deepening_divisor, 2, 1, 16, "else the depth divided by this less") \
    /* 7. Order of moves. */ \
    MARGIN(int, quiet_order_from, 3, 0, 1000, "least depth at which the game orders its quiet moves") \
    MARGIN(int, skipped_move_from, 2, 0, 1000, "least depth of the skipped-move order") \
    /* 7a. Moves that are not searched. */ \
    MARGIN(int, move_pruning_to, 8, 0, 16, "largest depth of all of 7a") \
    MARGIN(int, late_move_base, 3, 0, 10000, "quiet moves before the others are late, half as many if not improving;") \
    MARGIN(int, late_move_growth, 1, 0, 10000, "and more by this times the depth squared") \
    MARGIN(int, futility_to, 6, 0, 16, "largest depth") \
    MARGIN(int, futility_base, 80, 0, 10000, "margin below alpha,") \
    MARGIN(int, futility, 90, 0, 10000, "and more for each ply of depth") \
    MARGIN(int, exchange_noisy, 25, 0, 10000, "margin times depth squared that a noisy move may lose") \
    MARGIN(int, exchange_quiet, 55, 0, 10000, "margin times depth that a quiet move may lose") \
    /* 7b. Late move reductions: base + ln(depth) ln(number of the move) / divisor plies. */ \
    MARGIN(int, late_move_reduction_from, 3, 1, 1000, "least depth") \
    MARGIN(int, late_move_reduction_number, 1, 1, 10000, "number of the first reduced move, the first of all being 0,") \
    MARGIN(int, late_move_reduction_number_pv, 2, 1, 10000, "in an open window,") \
    MARGIN(int, late_move_reduction_number_root, 3, 1, 10000, "and at the root") \
    MARGIN(double, late_move_reduction_base, 0.4, 0, 16, "plies") \
    MARGIN(double, late_move_reduction_divisor, 2.1, 0.1, 1000, "larger: less") \
    MARGIN(int, late_move_reduction_history, 8000, 1, 1000000, "history score worth a ply") \
    /* 10. Quiescence. */ \
    MARGIN(int, delta, 200, 0, 10000, "margin that a capture may miss alpha by, beside what it takes") \
    MARGIN(int, evasions, 3, 0, 10000, "quiet moves out of check are among the first so many, or left out")
// clang-format on

/// The table above; each field's meaning is its last column.
struct PvsMargins {
#define BOARDAI_MARGIN(type, name, value, low, high, text) type name = value;
    BOARDAI_PVS_MARGINS(BOARDAI_MARGIN)
#undef BOARDAI_MARGIN
};

/// Throws std::invalid_argument naming the margin and what is allowed.
void check_margins(const PvsMargins& margins);

/// A line for each margin: its name, type, default, lowest and largest value and meaning, with a tab between.
std::string margins_table();

}  // namespace boardai
