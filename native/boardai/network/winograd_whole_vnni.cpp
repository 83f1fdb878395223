#if defined(__AVX512VNNI__)
#define LANES 16
#define VECTORS 4
#define PRODUCTS BY_VNNI
#include "boardai/network/winograd_whole-inl.hpp"
#endif
#include "boardai/network/winograd_kernels.hpp"

namespace boardai::network {

ConvolveTiles vnni_whole_kernel([[maybe_unused]] int bytes, [[maybe_unused]] int tile) {
#if defined(__AVX512VNNI__)
    return whole_kernel(bytes, tile);
#else
    return nullptr;
#endif
}

}  // namespace boardai::network
