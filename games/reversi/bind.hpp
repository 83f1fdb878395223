#pragma once
// All that Cling may read of Reversi.

#include "games/reversi/bindings/words_1.hpp"
#include "games/reversi/bindings/words_2.hpp"
#include "games/reversi/bindings/words_4.hpp"
