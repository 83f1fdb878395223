#pragma once
// What Cling reads of Hex on 2 words: all of it is compiled in the library.

#include "boardai/python/extern.hpp"
#include "games/hex/evaluators.hpp"
#include "games/hex/solving/knowledge.hpp"
#include "games/hex/state.hpp"

extern template class boardai::hex::State<2>;
BOARDAI_EXTERN(boardai::hex::State<2>)
