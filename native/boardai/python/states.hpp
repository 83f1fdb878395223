#pragma once
// Python-written games are one more state that searches are compiled for.

#include "boardai/python/python_state.hpp"

#define BOARDAI_STATES(COMPILE) COMPILE(boardai::python::PythonState)
