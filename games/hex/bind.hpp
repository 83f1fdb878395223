#pragma once
// All of Hex for Cling. Reading one size costs it 40 ms, so load() reads only the one that a board needs.

#include "games/hex/bindings/words_1.hpp"
#include "games/hex/bindings/words_2.hpp"
#include "games/hex/bindings/words_3.hpp"
#include "games/hex/bindings/words_6.hpp"
