#pragma once
// The declarations of the endgame solver, which Cling reads at its first use.

#include "games/reversi/endgame/solver.hpp"

extern template class boardai::reversi::EndgameSolver<1>;
extern template class boardai::reversi::EndgameSolver<2>;
extern template class boardai::reversi::EndgameSolver<4>;
