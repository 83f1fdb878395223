#pragma once
// The same arithmetic, compiled for kinds of processors; null where the compiler does not know them.

#include <cstdint>

#include "boardai/network/winograd.hpp"

namespace boardai::network {

/// Computes `count` tiles of a convolution from number `first` on.
/// `scratch`: inputs + (tile + 2)^2 * count * (inputs + outputs) floats, where inputs are rounded up to whole CHANNELS,
/// aligned to 64 bytes.
using TilesKernel = void (*)(const Convolution& convolution, std::int64_t first, int count, float* scratch);

TilesKernel avx2_kernel();
TilesKernel avx512_kernel();

}  // namespace boardai::network
