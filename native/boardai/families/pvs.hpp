#pragma once
// Family: principal variation search.

#include "boardai/search/pvs/pvs-inl.hpp"

#define BOARDAI_FAMILY(...) template class boardai::Pvs<__VA_ARGS__>;
