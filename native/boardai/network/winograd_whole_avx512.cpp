#if defined(__AVX512BW__)
#define LANES 16
#define VECTORS 4
#define PRODUCTS BY_AVX512
#include "boardai/network/winograd_whole-inl.hpp"
#endif
#include "boardai/network/winograd_kernels.hpp"

namespace boardai::network {

ConvolveTiles avx512_whole_kernel([[maybe_unused]] int bytes, [[maybe_unused]] int tile) {
#if defined(__AVX512BW__)
    return whole_kernel(bytes, tile);
#else
    return nullptr;
#endif
}

}  // namespace boardai::network
