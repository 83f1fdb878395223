#pragma once
// Stable discs, which can never be flipped again, on boards of any shape; computed without search.
//
// A disc can be flipped along an axis only if opponent's discs can be on both sides of it. So it is safe along an axis
// if
//   - one of its two neighbours there does not exist,
//   - the whole line through it is full, so that no disc can be placed on it any more, or
//   - one of its two neighbours there is a stable disc of the same colour.
// A disc that is safe along all four axes is stable. No disc that can be flipped is ever called stable. Some stable
// discs are missed (those that no legal play can flip); tests/games/test_reversi_stability.py counts them on small
// boards.

#include <cstddef>

#include "games/reversi/state-inl.hpp"

namespace boardai::reversi {

/// All cells of the layout except those of one column.
template <int Words>
constexpr Bits<Words> without_column(int left_out) {
    Bits<Words> cells;
    for (int cell = 0; cell < 64 * Words; ++cell) {
        if (cell % stride<Words> != left_out) cells = cells | Bits<Words>::single(cell);
    }
    return cells;
}
template <int Words>
inline constexpr Bits<Words> not_first_column = without_column<Words>(0);
template <int Words>
inline constexpr Bits<Words> not_last_column = without_column<Words>(stride<Words> - 1);

template <int Words>
inline Bits<Words> empty_cells(const State<Words>& state) {
    return on_words<Words>(state.board().shape()) & ~(state.own_discs() | state.opponent_discs());
}

/// Cells whose line along an axis has no empty cell.
template <int Words>
struct FullLines {
    Bits<Words> axis[4];
};

/// `from`, and the cells that can be reached from it in direction number `Number` without leaving `board`.
template <int Number, int Words>
inline Bits<Words> spread(const Bits<Words>& from, const Bits<Words>& board) {
    constexpr Direction direction = directions[Number];
    constexpr int step = direction.rows * stride<Words> + direction.columns;
    Bits<Words> open = board;
    if constexpr (direction.columns > 0) open = open & not_first_column<Words>;
    if constexpr (direction.columns < 0) open = open & not_last_column<Words>;
    Bits<Words> reached = from;
    if constexpr (Words == 1) {
        // Distances 1, 2 and 4 add up to every distance on a board of eight.
        reached = reached | (open & shifted<step>(reached));
        open = open & shifted<step>(open);
        reached = reached | (open & shifted<2 * step>(reached));
        open = open & shifted<2 * step>(open);
        reached = reached | (open & shifted<4 * step>(reached));
    } else {
        for (Bits<Words> front = from; front.any();) {
            front = shifted<step>(front) & open & ~reached;
            reached = reached | front;
        }
    }
    return reached;
}

template <int Words>
inline FullLines<Words> full_lines(const Bits<Words>& empty, const Bits<Words>& shape) {
    FullLines<Words> full;
    // Directions 0 to 3 go along axes 0 to 3, directions 4 to 7 back.
    full.axis[0] = ~(spread<0>(empty, shape) | spread<4>(empty, shape));
    full.axis[1] = ~(spread<1>(empty, shape) | spread<5>(empty, shape));
    full.axis[2] = ~(spread<2>(empty, shape) | spread<6>(empty, shape));
    full.axis[3] = ~(spread<3>(empty, shape) | spread<7>(empty, shape));
    return full;
}

/// The stable discs among `own`; `safe`: by axis, the cells at an end of their line, and those whose line is full.
template <int Words>
inline Bits<Words> stable_among(const Bits<Words>& own, const Bits<Words> (&safe)[4]) {
    constexpr int row = stride<Words>;
    Bits<Words> stable = own & safe[0] & safe[1] & safe[2] & safe[3];
    while (stable.any()) {
        const Bits<Words> may_go_right = stable & not_last_column<Words>;
        const Bits<Words> may_go_left = stable & not_first_column<Words>;
        const Bits<Words> grown = own & (safe[0] | shifted<1>(may_go_right) | shifted<-1>(may_go_left)) &
                                  (safe[1] | shifted<row - 1>(may_go_left) | shifted<1 - row>(may_go_right)) &
                                  (safe[2] | shifted<row>(stable) | shifted<-row>(stable)) &
                                  (safe[3] | shifted<row + 1>(may_go_right) | shifted<-row - 1>(may_go_left));
        if (grown == stable) break;
        stable = grown;
    }
    return stable;
}

template <int Words>
struct StableDiscs {
    Bits<Words> own;
    Bits<Words> opponent;
};

/// The stable discs of both players.
template <int Words>
inline StableDiscs<Words> all_stable_discs(const State<Words>& state) {
    const Regions& regions = state.board().regions();
    const FullLines<Words> full = full_lines(empty_cells(state), on_words<Words>(state.board().shape()));
    Bits<Words> safe[4];
    for (std::size_t axis = 0; axis < 4; ++axis) safe[axis] = on_words<Words>(regions.safe[axis]) | full.axis[axis];
    return {stable_among(state.own_discs(), safe), stable_among(state.opponent_discs(), safe)};
}

}  // namespace boardai::reversi
