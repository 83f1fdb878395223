#pragma once
// All that Cling may read of Reversi.

#include "games/reversi/words/bind_1.hpp"
#include "games/reversi/words/bind_2.hpp"
#include "games/reversi/words/bind_4.hpp"
