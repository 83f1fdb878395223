#pragma once
// The facts about one position: filled-in cells, the connections of both colours, and the conclusions from them.
// Updated stone by stone, or computed again.
//
//     1. Dead and captured cells are filled in; connections are computed on the filled board.
//     2. Decided positions: the mover wins with any connection of its edges, the opponent with a full one.
//     3. Otherwise the mover must intrude into all the opponent's winning connections (must-play region).
//     4. If the position is symmetric under a half turn, one move of each symmetric pair is enough.
//     5. Inferior moves are left out.

#include "games/hex/connections/connections.hpp"
#include "games/hex/solving/inferior_cells.hpp"
#include "games/hex/solving/knowledge.hpp"

namespace boardai::hex {

/// Whether the swap move is still available: connections do not cover actions that are not cells.
template <int Words>
bool may_still_swap(const State<Words>& state) {
    return state.swap_rule() && !state.swapped() && state.stones_played() < 2;
}

template <int Words>
class KnownPosition {
  public:
    explicit KnownPosition(const State<Words>& state, const ConnectionLimits& limits = {});
    KnownPosition(const State<Words>& state, const ConnectionLimits& limits, StopCheck& stop_check);

    /// After `stop_check` has stopped the work, only the state is updated.
    void play(Action action, StopCheck& stop_check);
    /// Whether all computations were completed.
    bool whole() const { return connections_[black].whole() && connections_[white].whole(); }
    /// The winner, or the must-play region and the dominated cells; and the proof set. Preconditions: whole(), and the
    /// state does not offer `swap`. `halved`: with step 4; then winning moves may be missing from the candidates, and
    /// no move is reported as losing.
    HexFacts<Words> facts(bool halved) const;

    const State<Words>& state() const { return state_; }
    const InferiorCells<Words>& cells() const { return cells_; }
    const Connections<Words>& connections(int colour) const { return connections_[colour]; }

  private:
    void fill_in(StopCheck& stop_check);
    /// The proof set for filling in a colour's captured cells.
    Bits<Words> support(int colour) const;

    const Geometry<Words>* board_;
    ConnectionLimits limits_;
    State<Words> state_;
    InferiorCells<Words> cells_;
    Connections<Words> connections_[2];
};

extern template class KnownPosition<1>;
extern template class KnownPosition<2>;
extern template class KnownPosition<3>;
extern template class KnownPosition<6>;

}  // namespace boardai::hex
