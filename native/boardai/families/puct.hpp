#pragma once
// Family: searches guided by a network, and what self-play and training need.

#include "boardai/core/batch-inl.hpp"
#include "boardai/search/records/replay-inl.hpp"
#include "boardai/search/self_play/self_play-inl.hpp"
#include "boardai/search/trees/puct-inl.hpp"

#define BOARDAI_FAMILY(...)                        \
    template class boardai::Batch<__VA_ARGS__>;    \
    template class boardai::PuctTree<__VA_ARGS__>; \
    template class boardai::Puct<__VA_ARGS__>;     \
    template class boardai::SelfPlay<__VA_ARGS__>; \
    template class boardai::Replay<__VA_ARGS__>;
