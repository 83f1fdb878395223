#pragma once
// The states that everything which is a template over states is compiled for.

#include "games/chess/evaluators.hpp"
#include "games/chess/features.hpp"

#define BOARDAI_STATES(COMPILE) COMPILE(boardai::chess::State)
