#pragma once
// All of Hex for Cling. Reading one size costs it 40 ms, so load() reads only the one that a board needs.

#include "games/hex/words/bind_1.hpp"
#include "games/hex/words/bind_2.hpp"
#include "games/hex/words/bind_3.hpp"
#include "games/hex/words/bind_6.hpp"
