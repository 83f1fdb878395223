#pragma once
// Family: searches guided by a network, PUCT and Gumbel.

#include "boardai/search/trees/puct/puct-inl.hpp"

#define BOARDAI_FAMILY(...)                        \
    template class boardai::PuctTree<__VA_ARGS__>; \
    template class boardai::Puct<__VA_ARGS__>;
