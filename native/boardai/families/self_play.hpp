#pragma once
// Family: self-play, on the trees of the family puct.

#include "boardai/search/self_play/self_play-inl.hpp"

#define BOARDAI_FAMILY(...)                               \
    extern template class boardai::PuctTree<__VA_ARGS__>; \
    template class boardai::SelfPlay<__VA_ARGS__>;
