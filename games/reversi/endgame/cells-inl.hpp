#pragma once
// Functions of sets of empty cells: the first cell, and the holes.
//
// A hole is a region of empty cells that touch each other. Parity (Rosenbloom 1982; the ordering of Logistello and
// Zebra): in a hole with an odd number of cells, the side that moves first also moves last if both always move there,
// and a last move cannot be answered. So moves into odd holes are tried first.

#include <bit>

#include "games/reversi/evaluation/evaluators-inl.hpp"

namespace boardai::reversi::endgame {

/// The cell with the lowest number. Precondition: the set is not empty.
template <int Words>
inline int first_cell(Bits<Words> cells) {
    int index = 0;
    if constexpr (Words > 1) {
        while (cells.word[index] == 0) ++index;
    }
    return index * 64 + std::countr_zero(cells.word[index]);
}

template <int Words>
inline Bits<Words> without(Bits<Words> cells, int cell) {
    cells.word[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63));
    return cells;
}

/// The hole that a cell lies in.
template <int Words>
inline Bits<Words> hole_of(int cell, const Bits<Words>& empty) {
    Bits<Words> hole = Bits<Words>::single(cell);
    for (;;) {
        const Bits<Words> grown = (hole | neighbours(hole)) & empty;
        if (grown == hole) return hole;
        hole = grown;
    }
}

/// The empty cells in holes with an odd number of cells.
template <int Words>
inline Bits<Words> in_odd_holes(Bits<Words> empty) {
    Bits<Words> odd;
    for (Bits<Words> rest = empty; rest.any();) {
        const Bits<Words> hole = hole_of(first_cell(rest), empty);
        if (hole.count() & 1) odd = odd | hole;
        rest = rest & ~hole;
    }
    return odd;
}

}  // namespace boardai::reversi::endgame
