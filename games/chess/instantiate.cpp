#include "boardai/python/instantiate.hpp"

#include "games/chess/evaluators.hpp"

BOARDAI_INSTANTIATE(boardai::chess::State)
