#pragma once
// Distances of cells from the edges, on a graph of empty cells. Included by .cpp files only.

#include <algorithm>
#include <array>
#include <cstddef>

#include "games/hex/board/geometry.hpp"

namespace boardai::hex {

/// For one colour: which empty cells are one step from each other or from an edge.
template <int Words>
struct Steps {
    static constexpr std::size_t most_cells = static_cast<std::size_t>(max_side) * max_side;

    Bits<Words> touching_start;
    Bits<Words> touching_goal;
    std::array<Bits<Words>, most_cells> neighbours;  ///< set for empty cells only

    Bits<Words>& of(int cell) { return neighbours[static_cast<std::size_t>(cell)]; }
    const Bits<Words>& of(int cell) const { return neighbours[static_cast<std::size_t>(cell)]; }

    /// Calls visit(cell, distance) for each cell that can be reached from an edge, level by level. A cell belongs to
    /// the next level once one of its neighbours has been reached or, with `second`, two of them (the opponent takes
    /// the best).
    template <class Visit>
    void from_edge(bool start, bool second, Visit visit) const {
        Bits<Words> level = start ? touching_start : touching_goal;
        Bits<Words> reached;  // all levels so far
        Bits<Words> once;     // neighbours of at least one reached cell
        Bits<Words> twice;    // of at least two
        for (int distance = 1; level.any(); ++distance) {
            reached |= level;
            level.for_each([&](int cell) {
                visit(cell, distance);
                twice |= once & of(cell);
                once |= of(cell);
            });
            level = (second ? twice : once) - reached;
        }
    }
};

/// The smallest sum of a cell's distances from both edges, and the number of cells that have it.
struct Potential {
    static constexpr int far = 60;  ///< larger distances are not distinguished
    int potential = far;
    int mobility = 0;
};

/// Two-distance's value of the own and the opponent's potential: one step counts `unit`, mobility less than half of it.
inline int compared(const Potential& own, const Potential& other, int unit) {
    return unit * (other.potential - own.potential) +
           std::clamp(own.mobility - other.mobility, 1 - unit / 2, unit / 2 - 1);
}

/// `sums` gets the sum of each empty cell; `far` if one of the edges cannot be reached.
template <int Words>
Potential potential_of(const Steps<Words>& steps, bool second, std::array<int, Steps<Words>::most_cells>& sums) {
    constexpr int far = Potential::far;
    std::array<int, Steps<Words>::most_cells> from_start;
    from_start.fill(far);
    sums.fill(far);
    steps.from_edge(true, second,
                    [&](int cell, int distance) { from_start[static_cast<std::size_t>(cell)] = distance; });
    Potential best;
    steps.from_edge(false, second, [&](int cell, int distance) {
        const auto at = static_cast<std::size_t>(cell);
        sums[at] = std::min(far, from_start[at] + distance);
        if (sums[at] < best.potential) best = {sums[at], 0};
        if (sums[at] == best.potential && sums[at] < far) ++best.mobility;
    });
    return best;
}

}  // namespace boardai::hex
