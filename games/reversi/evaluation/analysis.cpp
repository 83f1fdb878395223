#include "games/reversi/evaluation/analysis.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "games/reversi/board/board.hpp"

namespace boardai::reversi {
namespace {

/// A board as rows and columns.
class Grid {
  public:
    explicit Grid(const Board& board) : board_(board) {}

    bool has(int row, int column) const { return board_.has_cell(row, column); }
    int action(int row, int column) const { return row * board_.width() + column; }
    int row_of(int action) const { return action / board_.width(); }
    int column_of(int action) const { return action % board_.width(); }
    bool is_in(const Analysis::Mask& mask, int row, int column) const {
        const int cell = board_.cell_of_action(action(row, column));
        return has(row, column) && ((mask[static_cast<std::size_t>(cell) / 64] >> (cell % 64)) & 1);
    }

  private:
    const Board& board_;
};

/// The number of cells on the eight lines from this cell, without the cell itself.
int attacked(const Grid& grid, int row, int column) {
    int cells = 0;
    for (const auto& step : axis_steps) {
        for (int sign : {1, -1}) {
            int distance = 1;
            while (grid.has(row + sign * distance * step[0], column + sign * distance * step[1])) ++distance;
            cells += distance - 1;
        }
    }
    return cells;
}

/// The class of a cell that gives a corner away. The corner is next to it, and there is a cell on the opposite side.
CellClass dangerous_class(const Grid& grid, const Analysis& found, int row, int column, bool steep) {
    bool beside_a = false;
    for (const auto& step : axis_steps) {
        for (int sign : {1, -1}) {
            const int down = sign * step[0];
            const int right = sign * step[1];
            if (!grid.has(row + down, column + right) || !grid.has(row - down, column - right)) continue;
            const auto corner = static_cast<std::size_t>(grid.action(row + down, column + right));
            beside_a = beside_a || found.class_of[corner] == static_cast<int>(CellClass::A);
        }
    }
    if (steep) return beside_a ? CellClass::Z : CellClass::Y;
    return beside_a ? CellClass::X : CellClass::W;
}

/// Marks the central cells. Coordinates of lines and centres are doubled, because half-way may be between two cells.
std::vector<bool> central_cells(const Board& board, const Grid& grid, const std::vector<int>& corners) {
    std::set<int> rows;
    std::set<int> columns;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const std::pair one(grid.row_of(corners[i]), grid.column_of(corners[i]));
            const std::pair other(grid.row_of(corners[j]), grid.column_of(corners[j]));
            if (one.first != other.first) rows.insert(one.first + other.first);
            if (one.second != other.second) columns.insert(one.second + other.second);
        }
    }
    std::vector<bool> central(static_cast<std::size_t>(board.width() * board.height()));
    for (int row = 0; row < board.height(); ++row) {
        for (int column = 0; column < board.width(); ++column) {
            const bool marked = std::any_of(rows.begin(), rows.end(), [&](int line) {
                return std::any_of(columns.begin(), columns.end(), [&](int other) {
                    return std::abs(2 * row - line) + std::abs(2 * column - other) <= 7;
                });
            });
            bool unmarked = false;
            for (int down = -2; down <= 2; ++down) {
                for (int right = -2; right <= 2; ++right) {
                    const bool near = std::abs(down) + std::abs(right) <= 2;
                    unmarked = unmarked || (near && !grid.has(row + down, column + right));
                }
            }
            central[static_cast<std::size_t>(grid.action(row, column))] = marked && !unmarked;
        }
    }
    return central;
}

std::vector<Side> find_sides(const Board& board, const Grid& grid) {
    std::vector<Side> sides;
    for (std::size_t axis = 0; axis < 4; ++axis) {
        const int down = axis_steps[axis][0];
        const int right = axis_steps[axis][1];
        const auto outer = [&](int row, int column) {
            if (!grid.has(row, column)) return false;
            for (std::size_t other = 0; other < 4; ++other) {
                if (other != axis && !grid.is_in(board.regions().safe[other], row, column)) return false;
            }
            return true;
        };
        for (int row = 0; row < board.height(); ++row) {
            for (int column = 0; column < board.width(); ++column) {
                if (!outer(row, column) || outer(row - down, column - right)) continue;
                Side side;
                for (int at = 0; outer(row + at * down, column + at * right); ++at) {
                    side.actions.push_back(grid.action(row + at * down, column + at * right));
                }
                const std::size_t length = side.actions.size();
                if (length < 4) continue;
                for (std::size_t at = 0; at < length; ++at) {
                    const bool is_outer = at < 2 || at + 2 >= length;
                    insert(is_outer ? side.outer : side.middle, board.cell_of_action(side.actions[at]));
                }
                sides.push_back(std::move(side));
            }
        }
    }
    return sides;
}

}  // namespace

Analysis analyse(const Board& board) {
    const Grid grid(board);
    const Regions& regions = board.regions();
    Analysis found;
    found.class_of.fill(cell_classes);
    const int actions = board.width() * board.height();
    const auto give = [&](int action, CellClass kind) {
        found.class_of[static_cast<std::size_t>(action)] = static_cast<std::uint8_t>(kind);
    };
    // 1. Corners, by what they attack.
    std::vector<int> corners;
    for (int action = 0; action < actions; ++action) {
        const int row = grid.row_of(action);
        const int column = grid.column_of(action);
        if (!grid.is_in(regions.corners, row, column)) continue;
        corners.push_back(action);
        give(action, 10 * attacked(grid, row, column) >= 3 * (board.cell_count() - 1) ? CellClass::A : CellClass::B);
    }
    // 2. All others.
    const std::vector<bool> central = central_cells(board, grid, corners);
    for (int action = 0; action < actions; ++action) {
        const int row = grid.row_of(action);
        const int column = grid.column_of(action);
        if (!grid.has(row, column) || grid.is_in(regions.corners, row, column)) continue;
        const bool steep = grid.is_in(regions.steep, row, column);
        if (steep || grid.is_in(regions.flank, row, column)) {
            give(action, dangerous_class(grid, found, row, column, steep));
        } else if (grid.is_in(regions.edges, row, column)) {
            give(action, CellClass::E);
        } else {
            give(action, central[static_cast<std::size_t>(action)] ? CellClass::C : CellClass::P);
        }
    }
    // 3. The same as sets, and the sides.
    for (int action = 0; action < actions; ++action) {
        const std::size_t kind = found.class_of[static_cast<std::size_t>(action)];
        if (kind == cell_classes) continue;
        insert(found.cells[kind], board.cell_of_action(action));
        ++found.count[kind];
    }
    found.sides = find_sides(board, grid);
    return found;
}

}  // namespace boardai::reversi
