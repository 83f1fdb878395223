#define LANES 4
#define VECTORS 2
#define PRODUCTS 0
#include "boardai/network/winograd_int8-inl.hpp"

namespace boardai::network {

ConvolveTiles portable_int8_kernel() { return convolve_in_int8; }

}  // namespace boardai::network
