#pragma once
// All of Hex for Cling. Reading the code for one number of words takes 40 ms, so load() reads only what a board needs.

#include "games/hex/bindings/words_1.hpp"
#include "games/hex/bindings/words_2.hpp"
#include "games/hex/bindings/words_3.hpp"
#include "games/hex/bindings/words_6.hpp"
