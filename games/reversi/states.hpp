#pragma once
// The state types that all templates over states are compiled for.

#include "games/reversi/endgame/knowledge.hpp"
#include "games/reversi/evaluation/evaluators-inl.hpp"
#include "games/reversi/evaluation/features.hpp"

#define BOARDAI_STATES(COMPILE)         \
    COMPILE(boardai::reversi::State<1>) \
    COMPILE(boardai::reversi::State<2>) \
    COMPILE(boardai::reversi::State<4>)
