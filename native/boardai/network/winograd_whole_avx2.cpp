#if defined(__AVX2__)
#define LANES 8
#define VECTORS 2
#define PRODUCTS BY_AVX2
#include "boardai/network/winograd_whole-inl.hpp"
#endif
#include "boardai/network/winograd_kernels.hpp"

namespace boardai::network {

ConvolveTiles avx2_whole_kernel([[maybe_unused]] int bytes, [[maybe_unused]] int tile) {
#if defined(__AVX2__)
    return whole_kernel(bytes, tile);
#else
    return nullptr;
#endif
}

}  // namespace boardai::network
