#pragma once
// The kind of each cell of a board, computed from the shape only: corners, edges, X and C squares for any outline, with
// holes and in several parts (after Larion's board analysis; the tests are our own).

#include <array>
#include <cstddef>
#include <cstdint>

namespace boardai::reversi {

class Board;

/// Row and column steps along the axes.
inline constexpr int axis_steps[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};

/// Axes: 0 the row, 1 the rising diagonal, 2 the column, 3 the falling diagonal.
///
/// A disc is flipped along an axis only if a cell lies on either side of it. So a cell is *safe* along an axis if at
/// least one side is off the board. Every finite shape has corners: the leftmost cell of its top row is one.
struct Regions {
    using Mask = std::array<std::uint64_t, 4>;

    Mask safe[4]{};  ///< by axis
    Mask corners{};  ///< safe along all four axes: a disc there stays for good
    Mask edges{};    ///< safe along three
    Mask steep{};    ///< X squares: see below, safe along at most two axes
    Mask flank{};    ///< C squares: see below, safe along three axes
    // Steep and flank cells touch a corner and have a cell on the opposite side. A disc there may help the opponent to
    // take the corner.
};

inline void insert(Regions::Mask& mask, int cell) {
    mask[static_cast<std::size_t>(cell) / 64] |= std::uint64_t{1} << (cell % 64);
}

Regions find_regions(const Board& board);

}  // namespace boardai::reversi
