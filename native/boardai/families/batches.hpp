#pragma once
// Family: many positions at once, for learners: games played side by side, and games replayed.

#include "boardai/core/play/batch-inl.hpp"
#include "boardai/search/records/game_writer-inl.hpp"
#include "boardai/search/records/replay-inl.hpp"

#define BOARDAI_FAMILY(...)                          \
    template class boardai::Batch<__VA_ARGS__>;      \
    template class boardai::GameWriter<__VA_ARGS__>; \
    template class boardai::Replay<__VA_ARGS__>;
