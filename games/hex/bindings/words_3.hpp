#pragma once
// The declarations of Hex states of 3 words for Cling; the code is compiled in the library.

#include "boardai/python/extern.hpp"
#include "games/hex/evaluators.hpp"
#include "games/hex/solving/knowledge.hpp"
#include "games/hex/state.hpp"

extern template class boardai::hex::State<3>;
BOARDAI_EXTERN(boardai::hex::State<3>)
