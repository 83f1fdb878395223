#pragma once
// 3x3 convolutions in Winograd's form for x86 processors with AVX2 or AVX-512: what a network of a few blocks spends
// nearly all of its time on. boardai/learn/network/winograd.py explains the form and does the same in operations of
// JAX.
//
// There the transformed planes go through memory between transform and products. Here a few tiles at a time are
// transformed, multiplied and transformed back while they are in the processor's second cache, and what follows a
// convolution (bias, skip, ReLU) is done before its results are written.

#include <cstdint>

namespace boardai::network {

/// Of a convolution with padding SAME of many boards. Arrays are float32, dense, last axis fastest.
struct Shape {
    std::int64_t boards;
    int height, width;
    int inputs, outputs;  // channels; outputs: a multiple of CHANNELS
    int tile;             // results of a tile are tile x tile cells: 2 to 6

    std::int64_t tiles() const { return boards * ((height + tile - 1) / tile) * ((width + tile - 1) / tile); }
};

/// Whole numbers in place of a transformed kernel: weight = scale * number. Cells column by column; inputs in groups of
/// four bytes, zeros after the last.
struct WholeKernel {
    const void* weights = nullptr;  // [cells, groups, outputs, of a group]
    const float* scales = nullptr;  // [cells, outputs]
    const std::int32_t* offsets =
        nullptr;    // [cells, outputs]: with 1 byte -128 times the sum of a column, with 2 zeros
    int bytes = 0;  // of a number: 1, in tiles of INT8_TILE, or 2
};

inline constexpr int INT8_TILE = 4;

/// What the largest number of a row becomes, and of a column: of two bytes so that no sum of products overflows.
int largest_whole(int bytes, int inputs);

/// One convolution and what follows it.
struct Convolution {
    Shape shape;
    const float* planes;  // [boards, height, width, inputs]
    const float* kernel;  // transformed: [(tile + 2)^2, inputs, outputs], cells column by column; or null, and `whole`
    const float* bias;    // [outputs]
    const float* skip;    // [boards, height, width, outputs], added to the result; or null
    float* result;        // [boards, height, width, outputs]
    bool relu;            // negative results become 0, after the skip was added
    WholeKernel whole = {};
};

/// How a sum over a convolution's results changes with its transformed kernel.
struct KernelGradient {
    Shape shape;
    const float* planes;    // [boards, height, width, inputs]
    const float* gradient;  // of the results, [boards, height, width, outputs]
    float* result;          // [(tile + 2)^2, inputs, outputs]
};

inline constexpr int CHANNELS = 16;

/// Whether this processor has what it takes.
bool convolves();

/// Whether products of whole numbers of 16 bits are faster than those of floats here.
bool whole_numbers_are_faster();

/// Threads that may help, not owned: schedule(context, task, data) has task(data) called some time, or never.
struct Helpers {
    void* context;
    bool (*schedule)(void* context, void (*task)(void*), void* data);  // false: refused
    int count;
};

/// Computes it; with helpers, parts of it on other threads. What a board gets depends neither on the others nor on
/// threads.
void convolve(const Convolution& convolution, const Helpers& helpers);

/// On this thread: parts of a batch have threads of their own in training.
void find_gradient(const KernelGradient& wanted);

}  // namespace boardai::network
