#if defined(__AVX512VNNI__)
#define LANES 16
#define VECTORS 4
#define PRODUCTS 512
#include "boardai/network/winograd_int8-inl.hpp"
#endif
#include "boardai/network/winograd_kernels.hpp"

namespace boardai::network {

ConvolveTiles avx512_int8_kernel() {
#if defined(__AVX512VNNI__)
    return convolve_in_int8;
#else
    return nullptr;
#endif
}

}  // namespace boardai::network
