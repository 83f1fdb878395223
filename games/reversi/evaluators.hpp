#pragma once
// Static evaluations of Reversi positions on any shape, from the side to move. Bodies: evaluation/evaluators-inl.hpp.
//
// All but Discs ask the board's regions (board/regions.hpp) what a cell is; sets of cells are counted, never walked.

#include "boardai/core/evaluation/evaluations.hpp"
#include "games/reversi/state.hpp"

namespace boardai::reversi {

/// The mover's discs minus the opponent's: what the game is decided by, though a poor guide before its end.
struct Discs {
    static constexpr const char* name = "discs";
    static constexpr int scale = 20;
    static constexpr double point = 1;
    template <int Words>
    int evaluate(const State<Words>& state) const {
        return state.own_discs().count() - state.opponent_discs().count();
    }
};

/// Who has more to choose from (Rosenbloom 1982, "A world-championship-level Othello program"): 10 for each placement,
/// and 4 for each empty cell next to an opponent's disc, where a placement may come about (potential mobility).
struct Mobility {
    static constexpr const char* name = "mobility";
    static constexpr double point = 100 / usual_margin;
    template <int Words>
    int evaluate(const State<Words>& state) const;
};

/// Corners, 100 each, and what gives them away while they are empty: 40 for a disc on a steep cell (X square), 15 for
/// one on a flank cell (C square).
struct Corners {
    static constexpr const char* name = "corners";
    static constexpr double point = 100 / usual_margin;
    template <int Words>
    int evaluate(const State<Words>& state) const;
};

/// A weight for each disc by where it stands, the same all game long: corner 100, other edge cells 10, flank -20,
/// steep -50, else -1. What most first Reversi programs do.
struct Weights {
    static constexpr const char* name = "weights";
    static constexpr double point = 100 / usual_margin;
    template <int Words>
    int evaluate(const State<Words>& state) const;
};

/// What `positional` counts: the mover's number minus the opponent's.
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

/// All of these together, in hundredths of a disc of the final margin. Each weight is a straight line between its value
/// on a full board and on an empty one, since what counts changes in the course of a game; `positional_weights` says
/// where the numbers come from. Within the
/// largest margin that the board has, and +-20,000.
struct Positional {
    static constexpr const char* name = "positional";
    static constexpr int margin_unit =
        200;  ///< measured: 65 % against a search that prunes by no margin, 4,000 nodes per move
    static constexpr int scale = 2000;  ///< final margins differ from it by 17 discs, give or take
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
