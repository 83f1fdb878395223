#pragma once
// Written by cmake/write_options.py from boardai/search/plain/options.py, where options are changed and checked.
// clang-format off

namespace boardai {

enum class MoveOrdering : int {
    game,        ///< as the game lists them
    number,      ///< by action number
    captures,    ///< the game's own order of captures, if it has one
    evaluation,  ///< by the static value of the position after the move, if two plies or more are left
    quiet,       ///< the game's own order of quiet moves, if it has one
};

/// How minimax searches. The defaults are plain minimax.
struct MinimaxOptions {
    int average_best = 1;      ///< averaging: own levels take the mean of this many of the best values
    int average_worst = 1;     ///< averaging: the opponent's levels take the mean of this many values, the worst for us
    int change_threshold = 0;  ///< variable depth: a move that changes the evaluation by more is not quiet
    int deeper = 0;            ///< variable depth: plies by which an unquiet line may exceed the depth
    int shallower = 0;         ///< variable depth: plies before the depth where a quiet line may already end
    bool points = false;       ///< finished games count by their margin, in games that have one: values are points
                               ///< (discs)
};

/// How negamax searches.
struct NegamaxOptions {
    bool points = false;  ///< finished games count by their margin, in games that have one: values are points (discs)
};

/// How alpha-beta searches.
struct AlphaBetaOptions {
    bool fail_soft = true;   ///< values outside the window are returned as found, not clipped to it
    MoveOrdering ordering = MoveOrdering::evaluation;  ///< which moves first
    bool knowledge = false;  ///< uses the game's knowledge at every position, if it has any: who wins, and which moves
                             ///< need not be tried (Hex; your own game)
    bool points = false;     ///< finished games count by their margin, in games that have one: values are points
                             ///< (discs)
    int alpha = -32'001;     ///< lower end of the root's window: a value at or below it is returned as 'at most'
    int beta = 32'001;       ///< upper end of the root's window: a value at or above it is returned as 'at least'
};

/// How Scout searches.
struct ScoutOptions {
    MoveOrdering ordering = MoveOrdering::evaluation;  ///< which moves first
    bool points = false;  ///< finished games count by their margin, in games that have one: values are points (discs)
};

/// How MTD(f) searches.
struct MtdfOptions {
    int megabytes = 16;   ///< size of the transposition table
    MoveOrdering ordering = MoveOrdering::evaluation;  ///< which moves first, after the table's move
    bool points = false;  ///< finished games count by their margin, in games that have one: values are points (discs)
};

}  // namespace boardai
