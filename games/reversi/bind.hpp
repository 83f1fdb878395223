#pragma once
// The part of Reversi that Cling reads.

#include "games/reversi/bindings/words_1.hpp"
#include "games/reversi/bindings/words_2.hpp"
#include "games/reversi/bindings/words_4.hpp"
