#pragma once
// The state types that all templates over states are compiled for.

#include "games/hex/evaluators.hpp"
#include "games/hex/playing/policy.hpp"
#include "games/hex/solving/knowledge.hpp"
#include "games/hex/state-inl.hpp"

#define BOARDAI_STATES(COMPILE)     \
    COMPILE(boardai::hex::State<1>) \
    COMPILE(boardai::hex::State<2>) \
    COMPILE(boardai::hex::State<3>) \
    COMPILE(boardai::hex::State<6>)
