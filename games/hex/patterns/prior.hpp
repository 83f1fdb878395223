#pragma once
// A prior for moves from the pattern around each cell and from the opponent's last move: a softmax over sums of
// weights, fitted by fit.py next to this file (weights.hpp; README.md describes the data).
//
//     logit(cell) = ring[six neighbours] + sum over the six bridge directions of sector[direction][neighbour, next
//                   neighbour, end of the bridge] + relation[of the last move] + edges[distance to own, other's edge]
//
// The weights are for black. For white, the board is reflected across the long diagonal and the colours are exchanged.
// The weights are symmetric under a half turn.

#include "boardai/core/action.hpp"
#include "games/hex/patterns/pattern_board.hpp"
#include "games/hex/state.hpp"

namespace boardai::hex {

/// The weight of a cell's six neighbours for a colour to move.
float ring_weight(int colour, int code);

template <int Words>
class Prior {
  public:
    /// Writes shares of the given legal actions, which add up to 1. `last`: the previous action; -1: not known.
    void weigh(const State<Words>& state, Action last, const ActionList& actions, float* out);

  private:
    PatternBoard board_;
};

extern template class Prior<1>;
extern template class Prior<2>;
extern template class Prior<3>;
extern template class Prior<6>;

}  // namespace boardai::hex
