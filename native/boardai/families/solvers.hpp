#pragma once
// Family: searches that prove what a position is worth, and MTD(f).

#include "boardai/search/plain/mtdf-inl.hpp"
#include "boardai/search/solvers/dfpn-inl.hpp"
#include "boardai/search/solvers/pns-inl.hpp"

#define BOARDAI_FAMILY(...)                    \
    template class boardai::Mtdf<__VA_ARGS__>; \
    template class boardai::Pns<__VA_ARGS__>;  \
    template class boardai::DfPn<__VA_ARGS__>;
