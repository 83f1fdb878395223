#pragma once
// The part of chess that Cling reads.

#include "boardai/python/extern.hpp"
#include "games/chess/evaluators.hpp"

BOARDAI_EXTERN(boardai::chess::State)
