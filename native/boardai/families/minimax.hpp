#pragma once
// Family: the plain minimax searches.

#include "boardai/search/plain/alphabeta-inl.hpp"
#include "boardai/search/plain/minimax-inl.hpp"
#include "boardai/search/plain/negamax-inl.hpp"
#include "boardai/search/plain/scout-inl.hpp"
#include "boardai/search/solvers/and_or-inl.hpp"

#define BOARDAI_FAMILY(...)                          \
    template class boardai::DepthFirst<__VA_ARGS__>; \
    template class boardai::Minimax<__VA_ARGS__>;    \
    template class boardai::Negamax<__VA_ARGS__>;    \
    template class boardai::AlphaBeta<__VA_ARGS__>;  \
    template class boardai::Scout<__VA_ARGS__>;      \
    template class boardai::AndOr<__VA_ARGS__>;
