#pragma once
// What Cling reads of the endgame solver, when it is first asked for.

#include "games/reversi/endgame/solver.hpp"

extern template class boardai::reversi::EndgameSolver<1>;
extern template class boardai::reversi::EndgameSolver<2>;
extern template class boardai::reversi::EndgameSolver<4>;
