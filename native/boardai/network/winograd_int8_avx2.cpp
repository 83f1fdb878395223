#if defined(__AVX2__)
#define LANES 8
#define VECTORS 2
#define PRODUCTS 256
#include "boardai/network/winograd_int8-inl.hpp"
#endif
#include "boardai/network/winograd_kernels.hpp"

namespace boardai::network {

ConvolveTiles avx2_int8_kernel() {
#if defined(__AVX2__)
    return convolve_in_int8;
#else
    return nullptr;
#endif
}

}  // namespace boardai::network
