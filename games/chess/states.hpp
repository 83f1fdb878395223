#pragma once
// The states that everything which is a template over states is compiled for.

#include "games/chess/evaluation/accumulator_inputs.hpp"
#include "games/chess/evaluation/features.hpp"
#include "games/chess/evaluators.hpp"

#define BOARDAI_STATES(COMPILE) COMPILE(boardai::chess::State)
