#pragma once
// What Cling reads of Reversi: all of it is compiled in the library.

#include "boardai/python/extern.hpp"
#include "games/reversi/evaluators.hpp"
#include "games/reversi/state.hpp"

extern template class boardai::reversi::State<1>;
extern template class boardai::reversi::State<2>;
extern template class boardai::reversi::State<4>;
BOARDAI_EXTERN(boardai::reversi::State<1>)
BOARDAI_EXTERN(boardai::reversi::State<2>)
BOARDAI_EXTERN(boardai::reversi::State<4>)
