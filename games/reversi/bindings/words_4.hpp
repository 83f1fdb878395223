#pragma once
// What Cling reads of Reversi states of 4 words: all of it is compiled in the library. One header a number of words,
// since each costs the reader 40 ms and most programs play on one board.

#include "boardai/python/extern.hpp"
#include "games/reversi/endgame/knowledge.hpp"
#include "games/reversi/evaluators.hpp"

extern template class boardai::reversi::State<4>;
BOARDAI_EXTERN(boardai::reversi::State<4>)
