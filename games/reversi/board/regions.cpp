#include "games/reversi/board/regions.hpp"

#include "games/reversi/board/board.hpp"

namespace boardai::reversi {

Regions find_regions(const Board& board) {
    const auto safe_axes = [&](int row, int column) {
        int axes = 0;
        for (const auto& step : axis_steps) {
            axes +=
                !board.has_cell(row + step[0], column + step[1]) || !board.has_cell(row - step[0], column - step[1]);
        }
        return axes;
    };
    Regions regions;
    for (int row = 0; row < board.height(); ++row) {
        for (int column = 0; column < board.width(); ++column) {
            if (!board.has_cell(row, column)) continue;
            const int cell = board.cell_of_action(row * board.width() + column);
            const int axes = safe_axes(row, column);
            if (axes == 4) insert(regions.corners, cell);
            if (axes == 3) insert(regions.edges, cell);
            bool beside_corner = false;
            for (std::size_t axis = 0; axis < 4; ++axis) {
                const int down = axis_steps[axis][0];
                const int right = axis_steps[axis][1];
                if (!board.has_cell(row + down, column + right) || !board.has_cell(row - down, column - right)) {
                    insert(regions.safe[axis], cell);
                    continue;
                }
                // Both neighbours exist, so each of them is behind this cell from the other one's view.
                beside_corner = beside_corner || safe_axes(row + down, column + right) == 4 ||
                                safe_axes(row - down, column - right) == 4;
            }
            if (beside_corner) insert(axes == 3 ? regions.flank : regions.steep, cell);
        }
    }
    return regions;
}

}  // namespace boardai::reversi
