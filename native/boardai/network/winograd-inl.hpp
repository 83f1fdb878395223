#pragma once
// The arithmetic of winograd.hpp for vectors of LANES floats; each source that includes this is compiled for one kind
// of processor. Everything is in an unnamed namespace and calls nothing from outside: a function that was inlined
// nowhere must not be taken by the linker for one that any processor can run.

#include <cstddef>
#include <cstdint>

#include "boardai/network/winograd.hpp"
#include "boardai/network/winograd_kernels.hpp"

#define BOARDAI_UNROLL _Pragma("GCC unroll 8")

namespace boardai::network {
namespace {

using Vector = float __attribute__((vector_size(LANES * sizeof(float)), aligned(alignof(float)), may_alias));

[[gnu::always_inline]] inline Vector load(const float* from) { return *reinterpret_cast<const Vector*>(from); }
/// The first `count` of them, then zeros.
[[gnu::always_inline]] inline Vector load(const float* from, int count) {
    float padded[LANES] = {};
    for (int lane = 0; lane < count; ++lane) padded[lane] = from[lane];
    return load(padded);
}
[[gnu::always_inline]] inline void store(float* to, Vector value) { *reinterpret_cast<Vector*>(to) = value; }

/// B^T and A^T of F(tile, 3), as winograd.transforms() makes them: Lagrange's basis polynomials of the points and of
/// infinity, and the points' powers.
struct Transforms {
    double data[8][8] = {};
    double output[6][8] = {};
    // Row i + 1 of `data` is row i with x replaced by -x, times this; 0 where it is not.
    double mirrored[8] = {};
};

inline constexpr double POINTS[7] = {0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5};
inline constexpr double POINTS_OF_4[7] = {0.0, 0.75, -0.75, 1.5, -1.5};

template <int tile>
constexpr Transforms make_transforms() {
    constexpr int points = tile + 1;
    constexpr const double (&chosen)[7] = tile == 4 ? POINTS_OF_4 : POINTS;
    Transforms made;
    for (int row = 0; row <= points; ++row) {
        made.data[row][0] = 1.0;
        int degree = 0;
        for (int other = 0; other < points; ++other) {
            if (other == row) continue;
            double product[8] = {};  // times (x - point)
            for (int power = 0; power <= degree; ++power) {
                product[power + 1] += made.data[row][power];
                product[power] -= made.data[row][power] * chosen[other];
            }
            ++degree;
            for (int power = 0; power <= degree; ++power) made.data[row][power] = product[power];
        }
        if (row == points) continue;
        double power_of_point = 1.0;
        for (int power = 0; power < tile; ++power) {
            made.output[power][row] = power_of_point;
            power_of_point *= chosen[row];
        }
    }
    made.output[tile - 1][points] = 1.0;
    for (int row = 1; row + 1 < points; row += 2) {
        for (double sign = 1.0; sign >= -1.0; sign -= 2.0) {
            bool same = true;
            for (int power = 0; power <= points; ++power) {
                const double expected = (power % 2 == 0 ? sign : -sign) * made.data[row][power];
                same = same && made.data[row + 1][power] == expected;
            }
            if (same) made.mirrored[row] = sign;
        }
    }
    return made;
}

template <int tile>
inline constexpr Transforms TRANSFORMS = make_transforms<tile>();

/// B^T x of `tile` + 2 numbers.
template <int tile>
[[gnu::always_inline]] inline void transform_data(const Vector* x, Vector* result) {
    constexpr const Transforms& transforms = TRANSFORMS<tile>;
    BOARDAI_UNROLL
    for (int row = 0; row < tile + 2; ++row) {
        if (row > 0 && transforms.mirrored[row - 1] != 0.0) continue;  // made with the one before
        Vector even{}, odd{};
        BOARDAI_UNROLL
        for (int power = 0; power < tile + 2; ++power) {
            const double factor = transforms.data[row][power];
            if (factor == 0.0) continue;
            (power % 2 == 0 ? even : odd) += static_cast<float>(factor) * x[power];
        }
        result[row] = even + odd;
        if (transforms.mirrored[row] != 0.0) result[row + 1] = transforms.mirrored[row] > 0.0 ? even - odd : odd - even;
    }
}

/// A^T x of `tile` + 2 numbers: `tile` results.
template <int tile>
[[gnu::always_inline]] inline void transform_output(const Vector* x, Vector* result) {
    constexpr int points = tile + 1;
    constexpr const Transforms& transforms = TRANSFORMS<tile>;
    BOARDAI_UNROLL
    for (int power = 0; power < tile; ++power) {
        Vector sum = power == 0 ? x[0] : Vector{};
        // Points come in pairs p, -p, but perhaps for the last.
        BOARDAI_UNROLL
        for (int point = 1; point < points; point += 2) {
            const Vector both = point + 1 == points ? x[point]
                                : power % 2 == 0    ? x[point] + x[point + 1]
                                                    : x[point] - x[point + 1];
            sum += static_cast<float>(transforms.output[power][point]) * both;
        }
        result[power] = power == tile - 1 ? sum + x[points] : sum;
    }
}

/// A x of `tile` numbers: `tile` + 2 results.
template <int tile>
[[gnu::always_inline]] inline void transform_gradient(const Vector* x, Vector* result) {
    constexpr int points = tile + 1;
    constexpr const Transforms& transforms = TRANSFORMS<tile>;
    result[0] = x[0];
    BOARDAI_UNROLL
    for (int point = 1; point < points; point += 2) {
        Vector even{}, odd{};
        BOARDAI_UNROLL
        for (int power = 0; power < tile; ++power) {
            (power % 2 == 0 ? even : odd) += static_cast<float>(transforms.output[power][point]) * x[power];
        }
        result[point] = even + odd;
        if (point + 1 < points) result[point + 1] = even - odd;
    }
    result[points] = x[tile - 1];
}

/// The left factor of a product: where its first number lies, and how far apart rows and columns are.
struct Left {
    const float* from;
    std::ptrdiff_t row, column;
};

/// Some rows of `a`, `depth` numbers of each, times columns of `b` [depth, width], into the same rows and columns of
/// `product`, or added to them.
template <int rows, int vectors, bool add>
[[gnu::always_inline]] inline void multiply_block(const Left& a, int depth, const float* b, int width, float* product) {
    Vector sums[rows][vectors];
    BOARDAI_UNROLL
    for (int row = 0; row < rows; ++row) {
        BOARDAI_UNROLL
        for (int vector = 0; vector < vectors; ++vector) {
            sums[row][vector] = add ? load(product + row * width + vector * LANES) : Vector{};
        }
    }
    const float* of_depth = a.from;
    for (int k = 0; k < depth; ++k, of_depth += a.column) {
        Vector of_b[vectors];
        BOARDAI_UNROLL
        for (int vector = 0; vector < vectors; ++vector) of_b[vector] = load(b + k * width + vector * LANES);
        BOARDAI_UNROLL
        for (int row = 0; row < rows; ++row) {
            const float of_a = of_depth[row * a.row];
            BOARDAI_UNROLL
            for (int vector = 0; vector < vectors; ++vector) sums[row][vector] += of_a * of_b[vector];
        }
    }
    BOARDAI_UNROLL
    for (int row = 0; row < rows; ++row) {
        BOARDAI_UNROLL
        for (int vector = 0; vector < vectors; ++vector) {
            store(product + row * width + vector * LANES, sums[row][vector]);
        }
    }
}

template <int vectors, bool add>
void multiply_columns(Left a, int rows, int depth, const float* b, int width, float* product) {
    for (; rows >= 6; rows -= 6, a.from += 6 * a.row, product += 6 * width) {
        multiply_block<6, vectors, add>(a, depth, b, width, product);
    }
    switch (rows) {
        case 5:
            return multiply_block<5, vectors, add>(a, depth, b, width, product);
        case 4:
            return multiply_block<4, vectors, add>(a, depth, b, width, product);
        case 3:
            return multiply_block<3, vectors, add>(a, depth, b, width, product);
        case 2:
            return multiply_block<2, vectors, add>(a, depth, b, width, product);
        case 1:
            return multiply_block<1, vectors, add>(a, depth, b, width, product);
        default:
            return;
    }
}

/// All of its columns, as many at once as there are registers for.
template <int vectors, bool add>
void multiply(const Left& a, int rows, int depth, const float* b, int width, float* product, int column = 0) {
    for (; column + vectors * LANES <= width; column += vectors * LANES) {
        multiply_columns<vectors, add>(a, rows, depth, b + column, width, product + column);
    }
    if constexpr (vectors > 1) multiply<vectors - 1, add>(a, rows, depth, b, width, product, column);
}

/// Where a tile's results lie.
struct Place {
    std::int64_t board;
    int row, column;
};

template <int tile>
inline Place place(const Shape& shape, std::int64_t number) {
    const int down = (shape.height + tile - 1) / tile, across = (shape.width + tile - 1) / tile;
    const std::int64_t within = number % (down * across);
    return {number / (down * across), static_cast<int>(within / across) * tile,
            static_cast<int>(within % across) * tile};
}

/// Inputs of a transformed tile's cell: the rest up to a whole vector are zeros.
inline int padded(int inputs) { return (inputs + CHANNELS - 1) / CHANNELS * CHANNELS; }

/// Where the cells of a square of boards [boards, height, width, channels] lie, `zeros` for those off the board; by
/// column, then row.
template <int size>
inline void find_cells(const float* boards, const Shape& shape, int channels, const Place& corner, const float* zeros,
                       const float* (&cells)[size][size]) {
    const float* board = boards + corner.board * shape.height * shape.width * channels;
    for (int j = 0; j < size; ++j) {
        for (int i = 0; i < size; ++i) {
            const int row = corner.row + i, column = corner.column + j;
            const bool on_board = row >= 0 && row < shape.height && column >= 0 && column < shape.width;
            cells[j][i] = on_board ? board + (row * shape.width + column) * channels : zeros;
        }
    }
}

/// 1. B^T d B of a tile, to transformed[cell][number among `count`]. `zeros`: one for each channel.
template <int tile>
void transform_tile(const float* planes, const Shape& shape, const Place& at, float* transformed, std::ptrdiff_t count,
                    const float* zeros) {
    constexpr int size = tile + 2;
    const int inputs = shape.inputs, stride = padded(inputs);
    const float* cells[size][size];
    find_cells<size>(planes, shape, inputs, {at.board, at.row - 1, at.column - 1}, zeros, cells);
    for (int channel = 0; channel < inputs; channel += LANES) {
        Vector columns[size][size];  // [row of B^T][column of the data]
        for (int j = 0; j < size; ++j) {
            Vector data[size], result[size];
            BOARDAI_UNROLL
            for (int i = 0; i < size; ++i) {
                const float* from = cells[j][i] + channel;
                data[i] = channel + LANES <= inputs ? load(from) : load(from, inputs - channel);
            }
            transform_data<tile>(data, result);
            BOARDAI_UNROLL
            for (int i = 0; i < size; ++i) columns[i][j] = result[i];
        }
        for (int i = 0; i < size; ++i) {
            Vector result[size];
            transform_data<tile>(columns[i], result);
            BOARDAI_UNROLL
            for (int j = 0; j < size; ++j) store(transformed + (j * size + i) * count * stride + channel, result[j]);
        }
    }
}

/// 3. A^T Y A of a tile, and what follows.
///
/// products: gives a vector of them, by the cell's number and the first channel.
template <int tile, class Products>
void finish_tile(const Convolution& convolution, const Place& at, const Products& products) {
    constexpr int size = tile + 2;
    const auto& [boards, height, width, inputs, outputs, of_tile] = convolution.shape;
    const std::ptrdiff_t board = at.board * height * width * outputs;
    for (int channel = 0; channel < outputs; channel += LANES) {
        const Vector bias = load(convolution.bias + channel);
        Vector columns[tile][size];
        for (int j = 0; j < size; ++j) {
            Vector cells[size], result[tile];
            BOARDAI_UNROLL
            for (int i = 0; i < size; ++i) cells[i] = products(j * size + i, channel);
            transform_output<tile>(cells, result);
            BOARDAI_UNROLL
            for (int i = 0; i < tile; ++i) columns[i][j] = result[i];
        }
        for (int i = 0; i < tile; ++i) {
            Vector result[tile];
            transform_output<tile>(columns[i], result);
            const int row = at.row + i;
            if (row >= height) break;
            BOARDAI_UNROLL
            for (int j = 0; j < tile; ++j) {
                if (at.column + j >= width) break;
                const std::ptrdiff_t offset =
                    board + (row * width + at.column + j) * static_cast<std::ptrdiff_t>(outputs) + channel;
                Vector value = result[j] + bias;
                if (convolution.skip != nullptr) value += load(convolution.skip + offset);
                if (convolution.relu) value = value < 0.0f ? Vector{} : value;  // keeps what is not a number
                store(convolution.result + offset, value);
            }
        }
    }
}

template <int tile>
void convolve_tiles(const Convolution& convolution, std::int64_t first, int count, float* scratch) {
    constexpr int cells = (tile + 2) * (tile + 2);
    const Shape& shape = convolution.shape;
    const int stride = padded(shape.inputs), outputs = shape.outputs;
    float* transformed = scratch + stride;
    float* products = transformed + static_cast<std::ptrdiff_t>(cells) * count * stride;
    for (int channel = 0; channel < stride; ++channel) scratch[channel] = 0.0f;
    for (int number = 0; number < count; ++number) {
        transform_tile<tile>(convolution.planes, shape, place<tile>(shape, first + number),
                             transformed + number * stride, count, scratch);
    }
    // 2. One matrix product for each cell of the transformed tile.
    for (std::ptrdiff_t cell = 0; cell < cells; ++cell) {
        multiply<VECTORS, false>({transformed + cell * count * stride, stride, 1}, count, shape.inputs,
                                 convolution.kernel + cell * shape.inputs * outputs, outputs,
                                 products + cell * count * outputs);
    }
    for (int number = 0; number < count; ++number) {
        const auto of_cell = [&](std::ptrdiff_t cell, int channel) {
            return load(products + (cell * count + number) * outputs + channel);
        };
        finish_tile<tile>(convolution, place<tile>(shape, first + number), of_cell);
    }
}

/// A g A^T of a tile of the result's gradient, to transformed[cell][number among `count`].
template <int tile>
void transform_gradient_tile(const KernelGradient& wanted, const Place& at, float* transformed, std::ptrdiff_t count,
                             const float* zeros) {
    constexpr int size = tile + 2;
    const int outputs = wanted.shape.outputs;
    const float* cells[tile][tile];
    find_cells<tile>(wanted.gradient, wanted.shape, outputs, at, zeros, cells);
    for (int channel = 0; channel < outputs; channel += LANES) {
        Vector columns[size][tile];
        for (int j = 0; j < tile; ++j) {
            Vector data[tile], result[size];
            BOARDAI_UNROLL
            for (int i = 0; i < tile; ++i) data[i] = load(cells[j][i] + channel);
            transform_gradient<tile>(data, result);
            BOARDAI_UNROLL
            for (int i = 0; i < size; ++i) columns[i][j] = result[i];
        }
        for (int i = 0; i < size; ++i) {
            Vector result[size];
            transform_gradient<tile>(columns[i], result);
            BOARDAI_UNROLL
            for (int j = 0; j < size; ++j) store(transformed + (j * size + i) * count * outputs + channel, result[j]);
        }
    }
}

/// What some tiles add to the gradient of a transformed kernel: for each cell, the transformed planes times the
/// transformed gradient, summed over the tiles.
template <int tile>
void add_tiles_to_gradient(const KernelGradient& wanted, std::int64_t first, int count, float* scratch) {
    constexpr int cells = (tile + 2) * (tile + 2);
    const Shape& shape = wanted.shape;
    const int stride = padded(shape.inputs), outputs = shape.outputs;
    float* planes = scratch + stride + outputs;
    float* gradients = planes + static_cast<std::ptrdiff_t>(cells) * count * stride;
    for (int channel = 0; channel < stride + outputs; ++channel) scratch[channel] = 0.0f;
    for (int number = 0; number < count; ++number) {
        const Place at = place<tile>(shape, first + number);
        transform_tile<tile>(wanted.planes, shape, at, planes + number * stride, count, scratch);
        transform_gradient_tile<tile>(wanted, at, gradients + number * outputs, count, scratch);
    }
    for (std::ptrdiff_t cell = 0; cell < cells; ++cell) {
        const Left of_planes = {planes + cell * count * stride, 1, stride};
        const float* of_gradients = gradients + cell * count * outputs;
        float* result = wanted.result + cell * shape.inputs * outputs;
        if (first == 0) {
            multiply<VECTORS, false>(of_planes, shape.inputs, count, of_gradients, outputs, result);
        } else {
            multiply<VECTORS, true>(of_planes, shape.inputs, count, of_gradients, outputs, result);
        }
    }
}

template <int tile>
inline constexpr TileKernels KERNELS = {convolve_tiles<tile>, add_tiles_to_gradient<tile>};

inline TileKernels kernels_for(int tile) {
    switch (tile) {
        case 2:
            return KERNELS<2>;
        case 3:
            return KERNELS<3>;
        case 4:
            return KERNELS<4>;
        case 5:
            return KERNELS<5>;
        case 6:
            return KERNELS<6>;
        default:
            return {};
    }
}

}  // namespace
}  // namespace boardai::network
