#pragma once
// What Cling reads of Hex: all of it is compiled in the library.

#include "boardai/python/extern.hpp"
#include "games/hex/evaluators.hpp"
#include "games/hex/state.hpp"

extern template class boardai::hex::State<1>;
extern template class boardai::hex::State<2>;
extern template class boardai::hex::State<3>;
extern template class boardai::hex::State<6>;
BOARDAI_EXTERN(boardai::hex::State<1>)
BOARDAI_EXTERN(boardai::hex::State<2>)
BOARDAI_EXTERN(boardai::hex::State<3>)
BOARDAI_EXTERN(boardai::hex::State<6>)
