#include "games/reversi/regions.hpp"

#include "games/reversi/board.hpp"

namespace boardai::reversi {

Regions find_regions(const Board& board) {
    constexpr int steps[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
    const auto on_board = [&](int row, int column) {
        return row >= 0 && row < board.height() && column >= 0 && column < board.width() &&
               board.has_cell(row * board.width() + column);
    };
    const auto safe_axes = [&](int row, int column) {
        int axes = 0;
        for (const auto& step : steps) {
            axes += !on_board(row + step[0], column + step[1]) || !on_board(row - step[0], column - step[1]);
        }
        return axes;
    };
    Regions regions;
    for (int row = 0; row < board.height(); ++row) {
        for (int column = 0; column < board.width(); ++column) {
            if (!on_board(row, column)) continue;
            const auto cell = static_cast<std::size_t>(board.cell_of_action(row * board.width() + column));
            const auto mark = [cell](Regions::Mask& mask) { mask[cell / 64] |= std::uint64_t{1} << (cell % 64); };
            const int axes = safe_axes(row, column);
            if (axes == 4) mark(regions.corners);
            if (axes == 3) mark(regions.edges);
            bool beside_corner = false;
            for (std::size_t axis = 0; axis < 4; ++axis) {
                const int down = steps[axis][0];
                const int right = steps[axis][1];
                if (!on_board(row + down, column + right) || !on_board(row - down, column - right)) {
                    mark(regions.safe[axis]);
                    continue;
                }
                // Both neighbours exist, so each is behind this cell as seen from the other.
                beside_corner = beside_corner || safe_axes(row + down, column + right) == 4 ||
                                safe_axes(row - down, column - right) == 4;
            }
            if (beside_corner) mark(axes == 3 ? regions.flank : regions.steep);
        }
    }
    return regions;
}

}  // namespace boardai::reversi
