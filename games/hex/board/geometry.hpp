#pragma once
// Functions that depend only on the size of the board: masks of edges, neighbours, and the test for a connection.
//
// Cell (row, column) is number row * columns + column. Its neighbours are (row, column +- 1), (row +- 1, column),
// (row - 1, column + 1) and (row + 1, column - 1). Rows follow each other without padding, so that 11x11 fits two
// words. The mask of the first or last column removes cells that a shift moved past the end of a row.

#include <array>
#include <cassert>
#include <cstdint>

#include "games/hex/board/bits.hpp"

namespace boardai::hex {

inline constexpr int max_side = 19;
inline constexpr int row_shift = 16;
static_assert(max_side * max_side * max_side < (1 << row_shift));

template <int Words>
struct Geometry {
    int rows = 0;
    int columns = 0;
    int cells = 0;
    int row_factor = 0;  ///< see row_of()
    int diagonal = 0;    ///< shift to the neighbour (row + 1, column - 1); 1 on one column, where the masks empty it
    Bits<Words> board;
    Bits<Words> top;
    Bits<Words> bottom;
    Bits<Words> left;
    Bits<Words> right;

    constexpr Geometry() = default;
    constexpr Geometry(int row_count, int column_count)
        : rows(row_count),
          columns(column_count),
          cells(row_count * column_count),
          row_factor((1 << row_shift) / column_count + 1),
          diagonal(column_count - 1) {
        if (diagonal == 0) diagonal = 1;
        for (int cell = 0; cell < cells; ++cell) {
            board.set(cell);
            if (cell < columns) top.set(cell);
            if (cell >= cells - columns) bottom.set(cell);
            if (cell % columns == 0) left.set(cell);
            if (cell % columns == columns - 1) right.set(cell);
        }
    }

    /// cell / columns by one multiplication, because the policy index of every legal action needs it. Exact while cells
    /// * columns < 2^16.
    constexpr int row_of(int cell) const { return (cell * row_factor) >> row_shift; }
    constexpr int column_of(int cell) const { return cell - row_of(cell) * columns; }

    /// Every cell next to one of `set`; may contain cells of `set` and, past the last row, cells off the board.
    constexpr Bits<Words> neighbours(const Bits<Words>& set) const {
        // Word by word, because six shifted copies of a set of six words would not fit in registers.
        Bits<Words> result;
        for (int i = 0; i < Words; ++i) {
            const std::uint64_t here = set.word[i];
            const std::uint64_t low = i > 0 ? set.word[i - 1] : 0;
            const std::uint64_t high = i + 1 < Words ? set.word[i + 1] : 0;
            const auto up = [&](int distance) { return (here << distance) | (low >> (64 - distance)); };
            const auto down = [&](int distance) { return (here >> distance) | (high << (64 - distance)); };
            result.word[i] = ((up(1) | down(diagonal)) & ~left.word[i]) | ((down(1) | up(diagonal)) & ~right.word[i]) |
                             up(columns) | down(columns);
        }
        return result;
    }

    /// Whether the set joins top and bottom. Exact for any set of cells.
    ///
    /// Y-reduction (Schensted and Titus; van Rijswijck, Search and evaluation in Hex, 2002): each cell is replaced by
    /// the majority of itself, the cell below and the cell to the right, on a board that is one smaller. The same
    /// colour has connected on both boards. A Hex board is a Y board on which everything below is filled by one colour
    /// and everything to the right by the other, so the rhombus is enough. It takes rows + columns - 2 steps without
    /// branches. On 11x11 this is faster than a flood fill, which takes as many steps as the path is long.
    constexpr bool joins_top_and_bottom(Bits<Words> set) const {
        for (int step = rows + columns - 2; step > 0; --step) {
            const Bits<Words> below = set.down(columns) | bottom;
            const Bits<Words> beside = set.down(1) - right;
            set = (set & (below | beside)) | (below & beside);
        }
        return set.test(0);
    }

    /// Whether the set joins left and right: nothing else can then join top and bottom, and the other way round.
    constexpr bool joins_left_and_right(const Bits<Words>& set) const { return !joins_top_and_bottom(board - set); }
};

/// The geometries of all boards that fit in `Words` words, computed at compile time.
template <int Words>
inline constexpr auto geometries = [] {
    std::array<std::array<Geometry<Words>, max_side + 1>, max_side + 1> table{};
    for (int rows = 1; rows <= max_side; ++rows) {
        for (int columns = 1; columns <= max_side; ++columns) {
            if (rows * columns <= 64 * Words) {
                table[static_cast<std::size_t>(rows)][static_cast<std::size_t>(columns)] =
                    Geometry<Words>(rows, columns);
            }
        }
    }
    return table;
}();

}  // namespace boardai::hex
