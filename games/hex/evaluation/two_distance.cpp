// Two-distance: the distance of an empty cell from an edge if the opponent may answer.
//
// Idea: the shortest path is a poor guide, since the opponent blocks it. Suppose that the opponent always takes the
// best neighbour, so that only the second best remains:
//
//     d(v) = 1                                              if v touches the edge,
//     d(v) = 1 + the second smallest d(w) among v's neighbours w   otherwise (infinite if fewer than two are finite).
//
// Neighbours are empty cells that touch v, directly or through a chain of the colour; edges do not count as chains. A
// colour's potential is the smallest d(v, first edge) + d(v, second edge) over all empty cells; its attack mobility is
// the number of cells with this sum. A small potential is good; it is 2 for a side that can connect with one stone.
//
// Paper: J. van Rijswijck, Search and evaluation in Hex, University of Alberta 2002 (the program Queenbee).
// Cost: for each colour, one set operation per cell and adjacent chain; for each edge, one per cell.
// Not handled: two paths that share a cell count as two (so do two bridges that need the same cell).

#include <algorithm>
#include <array>

#include "games/hex/board/chains.hpp"
#include "games/hex/evaluation/distances.hpp"
#include "games/hex/evaluators.hpp"

namespace boardai::hex {

namespace {

/// The neighbours of each cell, directly or through a chain.
template <int Words>
void find_steps(const Side<Words>& side, Steps<Words>& steps) {
    side.empty.for_each([&](int cell) { steps.of(cell) = side.board.neighbours(Bits<Words>::of(cell)) & side.empty; });
    side.for_each_chain([&](const Bits<Words>& chain) {
        const Bits<Words> around = side.board.neighbours(chain) & side.empty;
        around.for_each([&](int cell) { steps.of(cell) |= around; });
        if ((chain & side.start).any()) steps.touching_start |= around;
        if ((chain & side.goal).any()) steps.touching_goal |= around;
    });
    side.empty.for_each([&](int cell) { steps.of(cell).clear(cell); });
    steps.touching_start |= side.start & side.empty;
    steps.touching_goal |= side.goal & side.empty;
}

template <int Words>
Potential potential_of(const State<Words>& state, int player) {
    const Side<Words> side(state, state.colour_of(player));
    Steps<Words> steps;
    find_steps(side, steps);
    std::array<int, Steps<Words>::most_cells> sums;
    return potential_of(steps, true, sums);
}

}  // namespace

template <int Words>
int TwoDistance::evaluate(const State<Words>& state) const {
    const int mover = state.current_player();
    if (state.is_terminal()) return state.outcome(mover) * margin_unit * Potential::far;
    return compared(potential_of(state, mover), potential_of(state, 1 - mover), margin_unit);
}

// One plane per edge, for the edge's colour: 1 on stones that are connected to it, 1 / (1 + d) on empty cells, 0 where
// it cannot be reached. The mover's two edges come first.
template <int Words>
void State<Words>::encode_edges(const Canvas& canvas, int first) const {
    const bool transposed = seen_transposed();
    const auto mark = [&](int cell, int plane, float value) {
        const int row = geometry_->row_of(cell);
        const int column = geometry_->column_of(cell);
        (transposed ? canvas.at(column, row, plane) : canvas.at(row, column, plane)) = value;
    };
    const int mover = absolute_view_ ? black : colour_to_move();
    for (int colour : {mover, 1 - mover}) {
        const Side<Words> side(*this, colour);
        Steps<Words> steps;
        find_steps(side, steps);
        for (bool start : {true, false}) {
            side.filled(start ? side.start : side.goal, side.own).for_each([&](int cell) { mark(cell, first, 1.0f); });
            steps.from_edge(start, true, [&](int cell, int d) { mark(cell, first, 1.0f / static_cast<float>(1 + d)); });
            ++first;
        }
    }
}

template int TwoDistance::evaluate(const State<1>&) const;
template int TwoDistance::evaluate(const State<2>&) const;
template int TwoDistance::evaluate(const State<3>&) const;
template int TwoDistance::evaluate(const State<6>&) const;

template void State<1>::encode_edges(const Canvas&, int) const;
template void State<2>::encode_edges(const Canvas&, int) const;
template void State<3>::encode_edges(const Canvas&, int) const;
template void State<6>::encode_edges(const Canvas&, int) const;

}  // namespace boardai::hex
