#pragma once
// Hex once more, slowly and otherwise: a depth-first walk over a plain array of colours.

#include <cstddef>
#include <vector>

namespace hex_reference {

/// `colours[row * columns + column]` is 0, 1 or -1. Whether colour 0 joins the first and the last row, or colour 1
/// the first and the last column.
inline bool has_connected(const std::vector<int>& colours, int rows, int columns, int colour) {
    std::vector<int> pending;
    std::vector<bool> seen(colours.size());
    const auto visit = [&](int row, int column) {
        if (row < 0 || row >= rows || column < 0 || column >= columns) return;
        const auto cell = static_cast<std::size_t>(row * columns + column);
        if (colours[cell] != colour || seen[cell]) return;
        seen[cell] = true;
        pending.push_back(static_cast<int>(cell));
    };
    if (colour == 0) {
        for (int column = 0; column < columns; ++column) visit(0, column);
    } else {
        for (int row = 0; row < rows; ++row) visit(row, 0);
    }
    while (!pending.empty()) {
        const int row = pending.back() / columns;
        const int column = pending.back() % columns;
        pending.pop_back();
        if (colour == 0 ? row == rows - 1 : column == columns - 1) return true;
        for (int side : {-1, 1}) {
            visit(row, column + side);
            visit(row + side, column);
            visit(row + side, column - side);
        }
    }
    return false;
}

}  // namespace hex_reference
