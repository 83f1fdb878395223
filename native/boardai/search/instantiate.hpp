#pragma once
// Bodies of the searches, and the macros that compile them for a game. For .cpp files; the interpreter reads the
// bodies (bodies.hpp) only for games defined at run time.

#include "boardai/search/bodies.hpp"
#include "boardai/search/extern.hpp"

#define BOARDAI_INSTANTIATE_RULES(...) BOARDAI_FOR_RULES(template, __VA_ARGS__)
#define BOARDAI_INSTANTIATE_SEARCHES(...) BOARDAI_FOR_SEARCHES(template, __VA_ARGS__)
