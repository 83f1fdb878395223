#define LANES 4
#define VECTORS 2
#define PRODUCTS BY_ANY
#include "boardai/network/winograd_whole-inl.hpp"

namespace boardai::network {

ConvolveTiles portable_whole_kernel(int bytes, int tile) { return whole_kernel(bytes, tile); }

}  // namespace boardai::network
