// Everything that is a template over states, compiled for Reversi.

#include "boardai/python/instantiate.hpp"

#include "games/reversi/evaluators.hpp"
#include "games/reversi/state-inl.hpp"

BOARDAI_INSTANTIATE(boardai::reversi::State<1>)
BOARDAI_INSTANTIATE(boardai::reversi::State<2>)
BOARDAI_INSTANTIATE(boardai::reversi::State<4>)
