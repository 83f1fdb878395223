#pragma once
// Family: Monte-Carlo tree search by upper confidence bounds.

#include "boardai/search/trees/uct/mcts-inl.hpp"

#define BOARDAI_FAMILY(...) template class boardai::Mcts<__VA_ARGS__>;
