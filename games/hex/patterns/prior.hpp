#pragma once
// How good moves look by what lies around them, and by where the opponent has just moved: a softmax over sums of
// weights that fit.py next to this file has learned (weights.hpp; README.md describes the data).
//
//     logit(cell) = ring[six neighbours] + sum over the six bridge directions of sector[direction][neighbour, next
//                   neighbour, end of the bridge] + relation[of the last move] + edges[distance to own, other's edge]
//
// Weights are those of black. White's board is reflected on the long diagonal, with the colours exchanged; and a half
// turn changes nothing.

#include "boardai/core/action.hpp"
#include "games/hex/patterns/pattern_board.hpp"
#include "games/hex/state.hpp"

namespace boardai::hex {

/// The weight of a cell's six neighbours for a colour to move.
float ring_weight(int colour, int code);

template <int Words>
class Prior {
  public:
    /// Shares for `actions`, legal ones of the state, that add up to 1. `last`: the action before; -1: not known.
    void weigh(const State<Words>& state, Action last, const ActionList& actions, float* out);

  private:
    PatternBoard board_;
};

extern template class Prior<1>;
extern template class Prior<2>;
extern template class Prior<3>;
extern template class Prior<6>;

}  // namespace boardai::hex
