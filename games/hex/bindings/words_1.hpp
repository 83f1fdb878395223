#pragma once
// What Cling reads of Hex on one word: all of it is compiled in the library.

#include "boardai/python/extern.hpp"
#include "games/hex/evaluators.hpp"
#include "games/hex/solving/knowledge.hpp"
#include "games/hex/state.hpp"

extern template class boardai::hex::State<1>;
BOARDAI_EXTERN(boardai::hex::State<1>)
