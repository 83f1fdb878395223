#pragma once
// The buffer into which a state writes a network's input.

#include <cassert>
#include <cstddef>

namespace boardai {

/// The extent of a network's input: rows, columns, channels.
struct Shape {
    int height = 0;
    int width = 0;
    int channels = 0;
    constexpr std::size_t size() const {
        return static_cast<std::size_t>(height) * static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
    }
    friend constexpr bool operator==(const Shape&, const Shape&) = default;
};

/// A view of one observation, float32 [height, width, channels], channels fastest. It may be larger than the
/// board; the board then takes its first rows and columns. The caller zeroes it before encode().
struct Canvas {
    float* data;
    Shape shape;

    float& at(int row, int column, int channel) const {
        assert(row >= 0 && row < shape.height && column >= 0 && column < shape.width);
        assert(channel >= 0 && channel < shape.channels);
        return data[(static_cast<std::size_t>(row) * static_cast<std::size_t>(shape.width) +
                     static_cast<std::size_t>(column)) *
                        static_cast<std::size_t>(shape.channels) +
                    static_cast<std::size_t>(channel)];
    }
    /// The same for a cell by its number, row by row, on a board of `width` columns. A division for each cell would
    /// take a fifth of a small search's time, so it is avoided if the board is as wide as the canvas.
    float& at_cell(int cell, int width, int channel) const {
        if (width != shape.width) return at(cell / width, cell % width, channel);
        assert(cell >= 0 && cell < shape.height * width && channel >= 0 && channel < shape.channels);
        return data[static_cast<std::size_t>(cell) * static_cast<std::size_t>(shape.channels) +
                    static_cast<std::size_t>(channel)];
    }
    /// Sets one channel on the first `rows` x `columns` cells, the board's own part of the canvas.
    void fill(int rows, int columns, int channel, float value) const {
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) at(row, column, channel) = value;
        }
    }
};

}  // namespace boardai
