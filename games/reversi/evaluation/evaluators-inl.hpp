#pragma once
// Function bodies of evaluators.hpp.

#include <algorithm>

#include "games/reversi/board/stability-inl.hpp"
#include "games/reversi/evaluators.hpp"
#include "games/reversi/state-inl.hpp"

namespace boardai::reversi {

/// Every cell next to one of the set, along all axes; may contain cells of the set and cells off the board.
template <int Words>
inline Bits<Words> neighbours(const Bits<Words>& set) {
    const Bits<Words> beside = shifted<1>(set & not_last_column<Words>) | shifted<-1>(set & not_first_column<Words>);
    const Bits<Words> three = set | beside;
    return beside | shifted<stride<Words>>(three) | shifted<-stride<Words>>(three);
}

/// Discs of `own` that are stable because of corners: found from the corners outwards, without full lines.
template <int Words>
inline Bits<Words> stable_discs(const Bits<Words>& own, const Regions& regions) {
    if (!(own & on_words<Words>(regions.corners)).any()) return {};
    Bits<Words> safe[4];
    for (std::size_t axis = 0; axis < 4; ++axis) safe[axis] = on_words<Words>(regions.safe[axis]);
    return stable_among(own, safe);
}

/// own minus opponent's discs within a set of cells.
template <int Words>
inline int balance(const State<Words>& state, const Bits<Words>& cells) {
    return (state.own_discs() & cells).count() - (state.opponent_discs() & cells).count();
}

template <int Words>
inline int placements_balance(const State<Words>& state) {
    const Bits<Words> shape = on_words<Words>(state.board().shape());
    return state.placements().count() - placements_of(state.opponent_discs(), state.own_discs(), shape).count();
}

template <int Words>
inline int frontier_balance(const State<Words>& state, const Bits<Words>& empty) {
    return (neighbours(state.opponent_discs()) & empty).count() - (neighbours(state.own_discs()) & empty).count();
}

template <int Words>
int Mobility::evaluate(const State<Words>& state) const {
    return 10 * placements_balance(state) + 4 * frontier_balance(state, empty_cells(state));
}

template <int Words>
int Corners::evaluate(const State<Words>& state) const {
    const Regions& regions = state.board().regions();
    const Bits<Words> corners = on_words<Words>(regions.corners);
    const Bits<Words> in_danger = neighbours(corners & empty_cells(state));
    return 100 * balance(state, corners) - 40 * balance(state, on_words<Words>(regions.steep) & in_danger) -
           15 * balance(state, on_words<Words>(regions.flank) & in_danger);
}

template <int Words>
int Weights::evaluate(const State<Words>& state) const {
    const Regions& regions = state.board().regions();
    const Bits<Words> corners = on_words<Words>(regions.corners);
    const Bits<Words> edges = on_words<Words>(regions.edges);
    const Bits<Words> steep = on_words<Words>(regions.steep);
    const Bits<Words> flank = on_words<Words>(regions.flank);
    return 100 * balance(state, corners) + 10 * balance(state, edges & ~flank) - 20 * balance(state, flank) -
           50 * balance(state, steep) - balance(state, ~(corners | edges | steep));
}

template <int Words>
Features features_of(const State<Words>& state) {
    const Regions& regions = state.board().regions();
    const Bits<Words> empty = empty_cells(state);
    const Bits<Words> corners = on_words<Words>(regions.corners);
    const Bits<Words> in_danger = neighbours(corners & empty);
    const Bits<Words> flank = on_words<Words>(regions.flank) & in_danger;
    const Bits<Words> edges = on_words<Words>(regions.edges);
    Features features;
    features.placements = placements_balance(state);
    features.frontier = frontier_balance(state, empty);
    features.stable =
        stable_discs(state.own_discs(), regions).count() - stable_discs(state.opponent_discs(), regions).count();
    features.corners = balance(state, corners);
    features.steep = balance(state, on_words<Words>(regions.steep) & in_danger);
    features.flank = balance(state, flank);
    features.edges = balance(state, edges & ~flank);
    features.discs = state.own_discs().count() - state.opponent_discs().count();
    return features;
}

/// A weight at the end of the game and one at the beginning, in hundredths of a disc.
struct Weight {
    int end;
    int start;
};

/// Fitted by least squares to the final margins of 8,000 games on 8x8 (479,000 positions; the feature differences, each
/// times the share of full and of empty cells). Alpha-beta of depth 4 played them against itself, with an earlier fit
/// as its evaluation, after 6 to 17 random moves; one move in twenty was random, and the last 9 cells were solved. The
/// weights explain 37 % of the margins' variance. A fit to games of 8x8, 6x6, octagon and diagonal together was no
/// better on the other boards, and worse on 8x8. The signs of single weights mean little, because placements and discs
/// are correlated.
inline constexpr struct {
    Weight placements{275, -34};
    Weight frontier{-16, 31};
    Weight stable{102, 188};
    Weight corners{-144, 1681};
    Weight steep{-175, -1278};
    Weight flank{-53, -343};
    Weight edges{-64, 90};
    Weight discs{49, -166};
    Weight to_move{0, -392};
} positional_weights;

template <int Words>
int Positional::evaluate(const State<Words>& state) const {
    const Features features = features_of(state);
    const int cells = state.board().cell_count();
    const int empty = empty_cells(state).count();
    const auto worth = [=](int difference, const Weight& weight) {
        return difference * (weight.end * (cells - empty) + weight.start * empty);
    };
    const auto& weights = positional_weights;
    const int sum = worth(features.placements, weights.placements) + worth(features.frontier, weights.frontier) +
                    worth(features.stable, weights.stable) + worth(features.corners, weights.corners) +
                    worth(features.steep, weights.steep) + worth(features.flank, weights.flank) +
                    worth(features.edges, weights.edges) + worth(features.discs, weights.discs) +
                    worth(1, weights.to_move);
    const int most = std::min(static_cast<int>(point) * cells, 20'000);  // bounds of the final margin
    return std::clamp(sum / cells, -most, most);
}

/// Fitted lines through the values of depths 1 to 12 at 5,000 positions of 8x8 with 14 to 60 empty cells (a tenth of
/// the moves random), searched without ProbCut; 700 positions each of 6x6 and octagon agree with them. The shallow
/// search has half the depth and the same parity, because the side that moves last has an advantage. Errors grow during
/// the game, because moves on a fuller board flip more discs.
template <int Words>
ProbCutModel Positional::probcut(const State<Words>& state, int depth) const {
    constexpr int first_depth = 7;
    const int empty = empty_cells(state).count();
    if (depth < first_depth || empty <= depth + 2) return {};  // the search would reach ends of games
    ProbCutModel model;
    model.shallow = depth / 2 - (depth - depth / 2) % 2;
    constexpr double offsets[] = {0, -75, -280, -180};  // the constant errors of shallow depths 1, 2 and 3
    const bool very_shallow = model.shallow <= 3;
    model.slope = 1 + 0.01 * (depth - model.shallow);
    model.offset = very_shallow ? offsets[model.shallow] : 15;
    const double full = 1 - static_cast<double>(empty) / state.board().cell_count();
    model.deviation = (very_shallow ? 500 : 370) * (0.5 + 1.1 * full);
    return model;
}

}  // namespace boardai::reversi
