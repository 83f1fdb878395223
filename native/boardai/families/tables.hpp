#pragma once
// Family: learned linear evaluations.

#include "boardai/core/features/tables-inl.hpp"

#define BOARDAI_FAMILY(...) template class boardai::Tables<__VA_ARGS__>;
