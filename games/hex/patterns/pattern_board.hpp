#pragma once
// A board that stores the pattern of each cell's six neighbours as a number and updates it with each stone.
//
// Cell numbers include a border here, so that no edge tests are needed for neighbours. Codes are those of
// solving/local_patterns.hpp: digits 0 (empty), 1 (black) and 2 (white) in the order of `directions`. Beyond the top
// and bottom edges cells are black, beyond the left and right edges white.

#include <array>
#include <cstdint>

#include "games/hex/board/geometry.hpp"
#include "games/hex/solving/local_patterns.hpp"

namespace boardai::hex {

class PatternBoard {
  public:
    static constexpr int border = 2;  ///< bridge patterns extend this far
    static constexpr std::size_t size = (max_side + 2 * border) * (max_side + 2 * border);

    /// An empty board of that extent.
    void clear(int rows, int columns) {
        if (rows != rows_ || columns != columns_) lay_out(rows, columns);
        codes_ = empty_codes_;
        digits_ = empty_digits_;
    }
    void put(int place, int colour) {
        digits_[static_cast<std::size_t>(place)] = static_cast<std::uint8_t>(colour + 1);
        for (int direction = 0; direction < 6; ++direction) {
            std::int16_t& code = codes_[static_cast<std::size_t>(place + steps_[static_cast<std::size_t>(direction)])];
            // For the neighbour, this cell is in the opposite direction.
            constexpr int powers[6] = {27, 81, 243, 1, 3, 9};
            code = static_cast<std::int16_t>(code + (colour + 1) * powers[direction]);
        }
    }

    int place_of(int cell) const { return places_[static_cast<std::size_t>(cell)]; }
    int cell_at(int place) const { return cells_[static_cast<std::size_t>(place)]; }
    int code(int place) const { return codes_[static_cast<std::size_t>(place)]; }
    int digit_at(int place) const { return digits_[static_cast<std::size_t>(place)]; }
    /// From a place to its neighbour in a direction.
    int step(int direction) const { return steps_[static_cast<std::size_t>(direction)]; }
    /// From a place to the end of the bridge between a direction and the next.
    int leap(int direction) const { return step(direction) + step((direction + 1) % 6); }

  private:
    void lay_out(int rows, int columns) {
        rows_ = rows;
        columns_ = columns;
        const int width = columns + 2 * border;
        for (std::size_t i = 0; i < 6; ++i) steps_[i] = directions[i][0] * width + directions[i][1];
        empty_codes_.fill(0);
        empty_digits_.fill(0);
        for (int row = -border; row < rows + border; ++row) {
            for (int column = -border; column < columns + border; ++column) {
                const int place = (row + border) * width + column + border;
                const bool beyond_rows = row < 0 || row >= rows, beyond_columns = column < 0 || column >= columns;
                empty_digits_[static_cast<std::size_t>(place)] = beyond_rows ? 1 : beyond_columns ? 2 : 0;
                if (beyond_rows || beyond_columns) continue;
                places_[static_cast<std::size_t>(row * columns + column)] = static_cast<std::int16_t>(place);
                cells_[static_cast<std::size_t>(place)] = static_cast<std::int16_t>(row * columns + column);
            }
        }
        for (int cell = 0; cell < rows * columns; ++cell) {
            const int place = place_of(cell);
            int code = 0;
            for (int i = 0; i < 6; ++i) {
                code += empty_digits_[static_cast<std::size_t>(place + step(i))] * powers_of_three[i];
            }
            empty_codes_[static_cast<std::size_t>(place)] = static_cast<std::int16_t>(code);
        }
    }

    int rows_ = 0, columns_ = 0;
    std::array<int, 6> steps_{};
    std::array<std::int16_t, size> codes_{}, empty_codes_{};
    std::array<std::uint8_t, size> digits_{}, empty_digits_{};
    std::array<std::int16_t, static_cast<std::size_t>(max_side) * max_side> places_{};
    std::array<std::int16_t, size> cells_{};
};

}  // namespace boardai::hex
