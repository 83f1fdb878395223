#pragma once
// Static evaluations of Reversi positions on boards of any shape, from the side to move. Function bodies are in
// evaluation/evaluators-inl.hpp.
//
// All except Discs use the board's regions (board/regions.hpp). They count sets of cells without looping over cells.

#include "boardai/core/evaluation/evaluations.hpp"
#include "games/reversi/state.hpp"

namespace boardai::reversi {

/// The mover's discs minus the opponent's. This decides the game, but is a poor guide before the end.
struct Discs {
    static constexpr const char* name = "discs";
    static constexpr int scale = 20;
    static constexpr double point = 1;
    template <int Words>
    int evaluate(const State<Words>& state) const {
        return state.own_discs().count() - state.opponent_discs().count();
    }
};

/// Mobility (Rosenbloom 1982, "A world-championship-level Othello program"): 10 for each placement, and 4 for each
/// empty cell next to an opponent's disc (potential mobility).
struct Mobility {
    static constexpr const char* name = "mobility";
    static constexpr double point = 100 / usual_margin;
    template <int Words>
    int evaluate(const State<Words>& state) const;
};

/// Corners count 100 each. Discs that give away an empty corner count negatively: 40 on a steep cell (X square), 15 on
/// a flank cell (C square).
struct Corners {
    static constexpr const char* name = "corners";
    static constexpr double point = 100 / usual_margin;
    template <int Words>
    int evaluate(const State<Words>& state) const;
};

/// A constant weight for each disc by its cell: corner 100, other edge cells 10, flank -20, steep -50, else -1. Most
/// first Reversi programs use such weights.
struct Weights {
    static constexpr const char* name = "weights";
    static constexpr double point = 100 / usual_margin;
    template <int Words>
    int evaluate(const State<Words>& state) const;
};

/// The features of `positional`: the mover's number minus the opponent's.
struct Features {
    int placements;  ///< mobility
    int frontier;    ///< empty cells next to the *other* player's discs: potential mobility
    int stable;      ///< discs that can never be flipped again (a lower bound: those backed by corners)
    int corners;
    int steep;  ///< discs on X squares of an empty corner
    int flank;  ///< discs on C squares of an empty corner
    int edges;  ///< discs on other edge cells
    int discs;
};

template <int Words>
Features features_of(const State<Words>& state);

/// A weighted sum of all these features, in hundredths of a disc of the final margin. Each weight is interpolated
/// linearly between its values on a full and on an empty board; `positional_weights` explains their origin. Within the
/// largest margin of the board, and within +-20,000.
struct Positional {
    static constexpr const char* name = "positional";
    static constexpr int margin_unit =
        200;  ///< measured: 65 % against a search without pruning by margins, at 4,000 nodes per move
    static constexpr int scale = 2000;  ///< the typical error of the estimated margin is 17 discs
    static constexpr double point = 100;
    template <int Words>
    int evaluate(const State<Words>& state) const;
    template <int Words>
    ProbCutModel probcut(const State<Words>& state, int depth) const;
};

}  // namespace boardai::reversi

namespace boardai {

template <int Words>
struct GameEvaluations<reversi::State<Words>> {
    using Count = reversi::Discs;
    using All = std::tuple<reversi::Positional, reversi::Discs, reversi::Mobility, reversi::Corners, reversi::Weights>;
};

}  // namespace boardai
