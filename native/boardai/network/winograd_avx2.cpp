#if defined(__AVX2__)
#define LANES 8
#define VECTORS 2  // with 6 rows their sums take most of 16 registers
#include "boardai/network/winograd-inl.hpp"
#endif
#include "boardai/network/winograd_kernels.hpp"

namespace boardai::network {

TileKernels avx2_kernels([[maybe_unused]] int tile) {
#if defined(__AVX2__)
    return kernels_for(tile);
#else
    return {};
#endif
}

}  // namespace boardai::network
