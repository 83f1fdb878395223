#pragma once
// Family: scored games, played by the searches of the family pvs.

#include "boardai/search/scored_games/player-inl.hpp"
#include "boardai/search/scored_games/positions-inl.hpp"

#define BOARDAI_FAMILY(...)                                \
    extern template class boardai::Pvs<__VA_ARGS__>;       \
    template class boardai::ScoredGamePlayer<__VA_ARGS__>; \
    template class boardai::ScoredPositions<__VA_ARGS__>;
