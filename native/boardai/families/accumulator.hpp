#pragma once
// Family: accumulator networks.

#include "boardai/core/accumulator/networks-inl.hpp"

#define BOARDAI_FAMILY(...) template class boardai::AccumulatorNetworks<__VA_ARGS__>;
