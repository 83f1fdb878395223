// Convolutions in Winograd's form against the definition, for every tile, boards that tiles do not fit, and any
// threads.

#include "boardai/network/winograd.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

#include "boardai/core/rng.hpp"
#include "boardai/network/winograd_kernels.hpp"
#include "native/tests/support/check.hpp"

namespace {

using boardai::network::Convolution;

std::vector<float> random_numbers(std::size_t count, boardai::Rng& rng) {
    std::vector<float> numbers(count);
    for (float& number : numbers) number = static_cast<float>(rng.below(2001)) / 1000.0f - 1.0f;
    return numbers;
}

constexpr double POINTS_OF_4[7] = {0, 0.75, -0.75, 1.5, -1.5}, OTHER_POINTS[7] = {0, 1, -1, 2, -2, 0.5, -0.5};

/// G of F(tile, 3): what makes three weights the values of a polynomial at the points, by which the results are
/// interpolated.
std::vector<double> kernel_transform(int tile) {
    const int size = tile + 2;
    const auto& points = tile == 4 ? POINTS_OF_4 : OTHER_POINTS;
    std::vector<double> transform(static_cast<std::size_t>(size) * 3, 0.0);
    for (int row = 0; row + 1 < size; ++row) {
        double denominator = 1.0;
        for (int other = 0; other + 1 < size; ++other) {
            if (other != row) denominator *= points[row] - points[other];
        }
        for (int power = 0; power < 3; ++power) transform[row * 3 + power] = std::pow(points[row], power) / denominator;
    }
    transform[size * 3 - 1] = 1.0;
    return transform;
}

struct Example {
    int boards, height, width, inputs, outputs, tile;
    bool skip, relu;
    std::vector<float> planes, kernel, bias, skipped, transformed;

    Example(int boards, int height, int width, int inputs, int outputs, int tile, bool skip, bool relu)
        : boards(boards),
          height(height),
          width(width),
          inputs(inputs),
          outputs(outputs),
          tile(tile),
          skip(skip),
          relu(relu) {
        boardai::Rng rng(static_cast<unsigned>(tile * 100 + height));
        const auto cells = static_cast<std::size_t>(boards) * height * width;
        planes = random_numbers(cells * inputs, rng);
        kernel = random_numbers(static_cast<std::size_t>(9) * inputs * outputs, rng);
        bias = random_numbers(outputs, rng);
        skipped = random_numbers(cells * outputs, rng);
        transform();
    }

    void transform() {
        const int size = tile + 2, pairs = inputs * outputs;
        const std::vector<double> g = kernel_transform(tile);
        transformed.resize(static_cast<std::size_t>(size) * size * pairs);
        for (int column = 0; column < size; ++column) {
            for (int row = 0; row < size; ++row) {
                for (int pair = 0; pair < pairs; ++pair) {
                    double sum = 0.0;
                    for (int i = 0; i < 3; ++i) {
                        for (int j = 0; j < 3; ++j)
                            sum += g[row * 3 + i] * g[column * 3 + j] * kernel[(i * 3 + j) * pairs + pair];
                    }
                    transformed[(column * size + row) * pairs + pair] = static_cast<float>(sum);
                }
            }
        }
    }

    boardai::network::Shape shape() const { return {boards, height, width, inputs, outputs, tile}; }

    Convolution convolution(std::vector<float>& result) const {
        result.assign(skipped.size(), -1000.0f);
        return {shape(),       planes.data(), transformed.data(), bias.data(), skip ? skipped.data() : nullptr,
                result.data(), relu};
    }

    /// The kernel in whole numbers, as WholeKernel holds them.
    template <class Number>
    struct Rounded {
        std::vector<Number> weights;
        std::vector<float> scales;
        std::vector<std::int32_t> offsets;
    };

    template <class Number>
    Rounded<Number> rounded() const {
        const int cells = (tile + 2) * (tile + 2), group = 4 / static_cast<int>(sizeof(Number));
        const int groups = (inputs + group - 1) / group, most = boardai::network::largest_whole(sizeof(Number), inputs);
        Rounded<Number> made;
        made.weights.resize(static_cast<std::size_t>(cells) * groups * outputs * group);
        for (int cell = 0; cell < cells; ++cell) {
            for (int output = 0; output < outputs; ++output) {
                const auto weight = [&](int input) { return transformed[(cell * inputs + input) * outputs + output]; };
                float largest = 0.0f;
                for (int input = 0; input < inputs; ++input) largest = std::max(largest, std::abs(weight(input)));
                std::int32_t sum = 0;
                for (int input = 0; input < inputs; ++input) {
                    const auto number = static_cast<Number>(std::lround(weight(input) / largest * most));
                    const int place = (cell * groups + input / group) * outputs + output;
                    made.weights[static_cast<std::size_t>(place) * group + input % group] = number;
                    sum += number;
                }
                made.scales.push_back(largest / static_cast<float>(most));
                made.offsets.push_back(sizeof(Number) == 1 ? -128 * sum : 0);
            }
        }
        return made;
    }

    template <class Number>
    Convolution in_whole_numbers(const Rounded<Number>& kernel, std::vector<float>& result) const {
        Convolution made = convolution(result);
        made.kernel = nullptr;
        made.whole = {kernel.weights.data(), kernel.scales.data(), kernel.offsets.data(), sizeof(Number)};
        return made;
    }

    std::vector<float> by_definition() const {
        std::vector<float> result;
        for (int board = 0; board < boards; ++board) {
            for (int row = 0; row < height; ++row) {
                for (int column = 0; column < width; ++column) {
                    for (int output = 0; output < outputs; ++output) result.push_back(one(board, row, column, output));
                }
            }
        }
        return result;
    }

    float one(int board, int row, int column, int output) const {
        const auto cell = [&](int r, int c) { return (static_cast<std::size_t>(board) * height + r) * width + c; };
        double sum = bias[output];
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                const int r = row + i - 1, c = column + j - 1;
                if (r < 0 || r >= height || c < 0 || c >= width) continue;
                for (int input = 0; input < inputs; ++input) {
                    sum += double{planes[cell(r, c) * inputs + input]} *
                           kernel[((i * 3 + j) * inputs + input) * outputs + output];
                }
            }
        }
        if (skip) sum += skipped[cell(row, column) * outputs + output];
        return static_cast<float>(relu && sum < 0.0 ? 0.0 : sum);
    }
};

double largest_difference(const std::vector<float>& one, const std::vector<float>& other) {
    double largest = 0.0;
    for (std::size_t i = 0; i < one.size(); ++i) largest = std::max(largest, std::abs(double{one[i]} - other[i]));
    return largest;
}

struct Threads {
    std::vector<std::thread> threads;
    ~Threads() {
        for (std::thread& thread : threads) thread.join();
    }
    static bool start(void* context, void (*task)(void*), void* data) {
        static_cast<Threads*>(context)->threads.emplace_back(task, data);
        return true;
    }
    static bool refuse(void*, void (*)(void*), void*) { return false; }
};

void every_tile_and_board() {
    const struct {
        int height, width;
    } boards[] = {{1, 1}, {3, 7}, {6, 6}, {8, 8}, {11, 11}};
    for (int tile = 2; tile <= 6; ++tile) {
        for (const auto& [height, width] : boards) {
            for (const bool both : {false, true}) {
                const Example example(5, height, width, both ? 16 : 21, both ? 32 : 80, tile, both, both);
                std::vector<float> result, threaded, refused;
                boardai::network::convolve(example.convolution(result), {nullptr, Threads::refuse, 0});
                CHECK(largest_difference(result, example.by_definition()) < 1e-3);
                {
                    Threads threads;  // joined before what they write is read
                    boardai::network::convolve(example.convolution(threaded), {&threads, Threads::start, 3});
                }
                CHECK(threaded == result);
                boardai::network::convolve(example.convolution(refused), {nullptr, Threads::refuse, 3});
                CHECK(refused == result);
            }
        }
    }
}

void boards_do_not_see_each_other() {
    const Example many(13, 9, 9, 32, 32, 4, true, true);
    Example one = many;
    one.boards = 1;
    std::vector<float> results, result;
    boardai::network::convolve(many.convolution(results), {nullptr, Threads::refuse, 0});
    boardai::network::convolve(one.convolution(result), {nullptr, Threads::refuse, 0});
    CHECK(std::equal(result.begin(), result.begin() + 9 * 9 * 32, results.begin()));
    const auto kernel = many.rounded<std::int8_t>();
    boardai::network::convolve(many.in_whole_numbers(kernel, results), {nullptr, Threads::refuse, 0});
    boardai::network::convolve(one.in_whole_numbers(kernel, result), {nullptr, Threads::refuse, 0});
    CHECK(std::equal(result.begin(), result.begin() + 9 * 9 * 32, results.begin()));
}

/// Rounding costs some hundredths with 8 bits, far less with 16; all kinds of processors round alike.
template <class Number>
void whole_numbers_come_near(int tile, double allowed) {
    constexpr int bytes = sizeof(Number);
    std::vector<boardai::network::ConvolveTiles> kinds = {boardai::network::portable_whole_kernel(bytes, tile)};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) kinds.push_back(boardai::network::avx2_whole_kernel(bytes, tile));
    if (__builtin_cpu_supports("avx512bw")) kinds.push_back(boardai::network::avx512_whole_kernel(bytes, tile));
    if (__builtin_cpu_supports("avx512vnni")) kinds.push_back(boardai::network::vnni_whole_kernel(bytes, tile));
#endif
    for (const int outputs : {16, 48, 80}) {
        for (const int inputs : {3, 16, 33}) {
            const Example example(3, 7, 9, inputs, outputs, tile, inputs == 16, inputs == 16);
            const auto kernel = example.rounded<Number>();
            const auto count = static_cast<int>(example.shape().tiles());
            std::vector<float> scratch(boardai::network::scratch_floats(example.shape(), count));
            const std::vector<float> exact = example.by_definition();
            double largest = 0.0, error = 0.0;
            std::vector<float> first, result, threaded;
            for (const auto convolve : kinds) {
                convolve(example.in_whole_numbers(kernel, result), 0, count, scratch.data());
                if (first.empty()) first = result;
                CHECK(largest_difference(result, first) < allowed * inputs);
            }
            for (std::size_t i = 0; i < exact.size(); ++i) {
                largest = std::max(largest, std::abs(double{exact[i]}));
                error += std::abs(double{exact[i]} - first[i]) / static_cast<double>(exact.size());
            }
            CHECK(error > 0.0 && error < allowed * largest);
            boardai::network::convolve(example.in_whole_numbers(kernel, result), {nullptr, Threads::refuse, 0});
            CHECK(largest_difference(result, first) < allowed * inputs);
            {
                Threads threads;
                boardai::network::convolve(example.in_whole_numbers(kernel, threaded), {&threads, Threads::start, 3});
            }
            CHECK(threaded == result);
        }
    }
}

/// Sums of 32 bits hold the largest there are.
void whole_numbers_do_not_overflow() {
    for (const int inputs : {1, 16, 64, 333, 1024}) {
        const std::int64_t most = boardai::network::largest_whole(2, inputs);
        CHECK(most * most * ((inputs + 15) / 16 * 16) <= 2147483647 && most <= 32767);
    }
}

/// A processor with AVX-512 computes what it would without, to the last bit: results and gradients.
void every_processor_says_the_same() {
#if defined(__x86_64__)
    for (int tile = 2; tile <= 6; ++tile) {
        const boardai::network::TileKernels narrow = boardai::network::avx2_kernels(tile);
        const boardai::network::TileKernels wide = boardai::network::avx512_kernels(tile);
        const bool has_both = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                              __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                              __builtin_cpu_supports("avx512dq");
        if (!has_both || narrow.convolve == nullptr || wide.convolve == nullptr) continue;
        for (const int outputs : {16, 32, 80}) {
            const Example example(3, 7, 9, 21, outputs, tile, outputs == 32, outputs == 32);
            const auto count = static_cast<int>(example.shape().tiles());
            std::vector<float> results[2], gradients[2];
            std::vector<float> scratch(boardai::network::scratch_floats(example.shape(), count) + 16);
            void* start = scratch.data();
            std::size_t room = scratch.size() * sizeof(float);
            auto* const aligned = static_cast<float*>(std::align(64, room - 64, start, room));
            for (const int kind : {0, 1}) {
                const boardai::network::TileKernels& kernels = kind == 0 ? narrow : wide;
                kernels.convolve(example.convolution(results[kind]), 0, count, aligned);
                gradients[kind].assign(example.transformed.size(), -1000.0f);
                kernels.add_to_gradient(
                    {example.shape(), example.planes.data(), example.skipped.data(), gradients[kind].data()}, 0, count,
                    aligned);
            }
            CHECK(results[0] == results[1]);
            CHECK(gradients[0] == gradients[1]);
        }
    }
#endif
}

void not_a_number_stays_one() {
    Example example(1, 4, 4, 16, 16, 4, false, true);
    example.bias[3] = std::nanf("");
    std::vector<float> result;
    boardai::network::convolve(example.convolution(result), {nullptr, Threads::refuse, 0});
    CHECK(std::isnan(result[3]));
    CHECK(!std::isnan(result[4]));
}

/// The sum over results times `skipped` changes with each number of the transformed kernel as found, since it is linear
/// in it.
void gradients_are_what_changes() {
    for (int tile = 2; tile <= 6; ++tile) {
        Example example(9, 7, 10, 21, 48, tile, false, false);
        const auto weighted_sum = [&] {
            std::vector<float> result;
            boardai::network::convolve(example.convolution(result), {nullptr, Threads::refuse, 0});
            double sum = 0.0;
            for (std::size_t i = 0; i < result.size(); ++i) sum += double{result[i]} * example.skipped[i];
            return sum;
        };
        std::vector<float> gradient(example.transformed.size(), -1000.0f);
        boardai::network::find_gradient(
            {example.shape(), example.planes.data(), example.skipped.data(), gradient.data()});
        std::fill(example.bias.begin(), example.bias.end(), 0.0f);
        std::fill(example.transformed.begin(), example.transformed.end(), 0.0f);
        double largest = 0.0, worst = 0.0;
        for (std::size_t weight = 0; weight < gradient.size(); weight += 977) {
            example.transformed[weight] = 1.0f;
            const double change = weighted_sum();
            example.transformed[weight] = 0.0f;
            largest = std::max(largest, std::abs(change));
            worst = std::max(worst, std::abs(change - gradient[weight]));
        }
        CHECK(largest > 1.0);
        CHECK(worst < 1e-5 * largest);
    }
}

/// What this processor would not choose is run as well, as far as it can.
void kinds_of_processors_agree() {
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512vl")) return;
    for (int tile = 2; tile <= 6; ++tile) {
        const Example example(2, 7, 9, 21, 80, tile, true, true);
        const auto count = static_cast<int>(example.shape().tiles());
        std::vector<float> results[2], gradients[2], scratch(boardai::network::scratch_floats(example.shape(), count));
        for (const int kind : {0, 1}) {
            const auto kernels =
                kind == 0 ? boardai::network::avx2_kernels(tile) : boardai::network::avx512_kernels(tile);
            kernels.convolve(example.convolution(results[kind]), 0, count, scratch.data());
            CHECK(largest_difference(results[kind], example.by_definition()) < 1e-3);
            gradients[kind].resize(example.transformed.size());
            kernels.add_to_gradient(
                {example.shape(), example.planes.data(), example.skipped.data(), gradients[kind].data()}, 0, count,
                scratch.data());
        }
        CHECK(largest_difference(gradients[0], gradients[1]) < 0.05);
    }
#endif
}

}  // namespace

int main() {
    whole_numbers_come_near<std::int8_t>(boardai::network::INT8_TILE, 0.03);
    for (int tile = 2; tile <= 6; ++tile) whole_numbers_come_near<std::int16_t>(tile, 0.001);
    whole_numbers_do_not_overflow();
    if (!boardai::network::convolves()) {
        std::puts("this processor has neither AVX2 nor AVX-512: no more to test");
        return test_result();
    }
    every_tile_and_board();
    boards_do_not_see_each_other();
    every_processor_says_the_same();
    not_a_number_stays_one();
    gradients_are_what_changes();
    kinds_of_processors_agree();
    return test_result();
}
