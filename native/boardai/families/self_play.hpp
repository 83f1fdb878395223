#pragma once
// Family: what training needs: self-play on the trees of the family puct, replay, batches of games.

#include "boardai/core/batch-inl.hpp"
#include "boardai/search/records/replay-inl.hpp"
#include "boardai/search/self_play/self_play-inl.hpp"

#define BOARDAI_FAMILY(...)                               \
    extern template class boardai::PuctTree<__VA_ARGS__>; \
    template class boardai::Batch<__VA_ARGS__>;           \
    template class boardai::SelfPlay<__VA_ARGS__>;        \
    template class boardai::Replay<__VA_ARGS__>;
