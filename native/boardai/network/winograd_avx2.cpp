#if defined(__AVX2__)
#define LANES 8
#define VECTORS 2  // with 6 rows their sums take most of 16 registers
#include "boardai/network/winograd-inl.hpp"
#endif
#include "boardai/network/winograd_kernels.hpp"

namespace boardai::network {

TilesKernel avx2_kernel() {
#if defined(__AVX2__)
    return convolve_tiles;
#else
    return nullptr;
#endif
}

}  // namespace boardai::network
