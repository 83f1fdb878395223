#pragma once
// A board from the view of one colour, for evaluations: its cells, edges and chains. Included by .cpp files only.

#include "games/hex/board/geometry.hpp"
#include "games/hex/state.hpp"

namespace boardai::hex {

/// The lowest cell of a non-empty set.
template <int Words>
int first_cell(const Bits<Words>& set) {
    int first = 0;
    for (int i = Words - 1; i >= 0; --i) {
        if (set.word[i] != 0) first = 64 * i + std::countr_zero(set.word[i]);
    }
    return first;
}

/// The board from the view of one colour, which must connect `start` and `goal`.
template <int Words>
struct Side {
    const Geometry<Words>& board;
    const Bits<Words>& own;
    Bits<Words> empty;
    const Bits<Words>& start;
    const Bits<Words>& goal;

    Side(const State<Words>& state, int colour)
        : board(geometries<Words>[static_cast<std::size_t>(state.rows())][static_cast<std::size_t>(state.columns())]),
          own(state.stones(colour)),
          empty(board.board - (state.stones(black) | state.stones(white))),
          start(colour == black ? board.top : board.left),
          goal(colour == black ? board.bottom : board.right) {}

    /// The cells of `within` that are connected to `seeds` by a path inside `within`.
    Bits<Words> filled(const Bits<Words>& seeds, const Bits<Words>& within) const {
        Bits<Words> group = seeds & within;
        for (;;) {
            const Bits<Words> grown = group | (board.neighbours(group) & within);
            if (grown == group) return group;
            group = grown;
        }
    }

    /// Calls visit(chain) with each set of connected own stones.
    template <class Visit>
    void for_each_chain(Visit visit) const {
        for (Bits<Words> rest = own; rest.any();) {
            const Bits<Words> chain = filled(Bits<Words>::of(first_cell(rest)), own);
            rest = rest - chain;
            visit(chain);
        }
    }
};

}  // namespace boardai::hex
