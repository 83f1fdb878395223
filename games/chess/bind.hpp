#pragma once
// What Cling reads.

#include "boardai/python/extern.hpp"
#include "games/chess/evaluators.hpp"

BOARDAI_EXTERN(boardai::chess::State)
