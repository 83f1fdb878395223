#pragma once
// The state types that all templates over states are compiled for.

#include "games/chess/evaluation/accumulator_inputs.hpp"
#include "games/chess/evaluation/features.hpp"
#include "games/chess/evaluators.hpp"

#define BOARDAI_STATES(COMPILE) COMPILE(boardai::chess::State)
