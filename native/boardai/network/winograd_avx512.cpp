#if defined(__AVX512VL__)
#define LANES 16
#define VECTORS 4  // with 6 rows their sums take most of 32 registers
#include "boardai/network/winograd-inl.hpp"
#endif
#include "boardai/network/winograd_kernels.hpp"

namespace boardai::network {

TileKernels avx512_kernels([[maybe_unused]] int tile) {
#if defined(__AVX512VL__)
    return kernels_for(tile);
#else
    return {};
#endif
}

}  // namespace boardai::network
