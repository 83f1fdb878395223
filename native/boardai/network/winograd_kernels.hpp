#pragma once
// The same arithmetic, compiled for kinds of processors.

#include <cstddef>
#include <cstdint>

#include "boardai/network/winograd.hpp"

namespace boardai::network {

/// What is done to `count` tiles from number `first` on. `scratch` is aligned to 64 bytes and holds scratch_floats()
/// floats.
using ConvolveTiles = void (*)(const Convolution& convolution, std::int64_t first, int count, float* scratch);

/// For one size of tiles. Null where the compiler does not know the processor, or for other sizes.
struct TileKernels {
    ConvolveTiles convolve = nullptr;
    /// Sets the result where `first` is 0, else adds to it.
    void (*add_to_gradient)(const KernelGradient& wanted, std::int64_t first, int count, float* scratch) = nullptr;
};

TileKernels avx2_kernels(int tile);
TileKernels avx512_kernels(int tile);

/// With whole numbers of 1 byte (tiles of INT8_TILE) or 2. Null where the compiler does not know the
/// processor, or for other tiles.
ConvolveTiles portable_whole_kernel(int bytes, int tile);
ConvolveTiles avx2_whole_kernel(int bytes, int tile);
ConvolveTiles avx512_whole_kernel(int bytes, int tile);
ConvolveTiles vnni_whole_kernel(int bytes, int tile);

std::size_t scratch_floats(const Shape& shape, int count);

}  // namespace boardai::network
