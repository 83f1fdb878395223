#pragma once
// The declarations of Reversi states of 2 words for Cling; the code is compiled in the library. There is one header for
// each number of words, because reading one takes 40 ms and most programs use only one board.

#include "boardai/python/extern.hpp"
#include "games/reversi/endgame/knowledge.hpp"
#include "games/reversi/evaluators.hpp"

extern template class boardai::reversi::State<2>;
BOARDAI_EXTERN(boardai::reversi::State<2>)
