#pragma once
// All that Cling may read of Reversi.

#include "games/reversi/bind1.hpp"
#include "games/reversi/bind2.hpp"
#include "games/reversi/bind4.hpp"
