#pragma once
// Family: the plain minimax searches.

#include "boardai/search/alphabeta-inl.hpp"
#include "boardai/search/and_or-inl.hpp"
#include "boardai/search/minimax-inl.hpp"
#include "boardai/search/negamax-inl.hpp"
#include "boardai/search/scout-inl.hpp"

#define BOARDAI_FAMILY(...)                          \
    template class boardai::DepthFirst<__VA_ARGS__>; \
    template class boardai::Minimax<__VA_ARGS__>;    \
    template class boardai::Negamax<__VA_ARGS__>;    \
    template class boardai::AlphaBeta<__VA_ARGS__>;  \
    template class boardai::Scout<__VA_ARGS__>;      \
    template class boardai::AndOr<__VA_ARGS__>;
