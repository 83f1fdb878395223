// Everything that is a template over states, compiled for Hex.

#include "boardai/python/instantiate.hpp"

#include "games/hex/evaluators.hpp"
#include "games/hex/state-inl.hpp"

BOARDAI_INSTANTIATE(boardai::hex::State<1>)
BOARDAI_INSTANTIATE(boardai::hex::State<2>)
BOARDAI_INSTANTIATE(boardai::hex::State<3>)
BOARDAI_INSTANTIATE(boardai::hex::State<6>)
