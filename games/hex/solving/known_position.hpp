#pragma once
// What is known of one position: cells filled in, the connections of both colours, and what follows from them. Brought
// up to date stone by stone, or made again.
//
//     1. Dead and captured cells are filled in; connections are those of the board with them.
//     2. Decided? The mover wins by any connection of its edges, the opponent by one that holds against a move.
//     3. Else the mover must play into all of the opponent's ways to win (must-play region).
//     4. On a board that looks the same after a half turn, one move of each pair is enough.
//     5. Some of these need not be tried.

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
    /// Whether all was found that is looked for.
    bool whole() const { return connections_[black].whole() && connections_[white].whole(); }
    /// Of a whole one: who wins, or where must be played and which cells are dominated; the proof set. `halved`: step
    /// 4, by which moves that win may be no candidates, and no move is reported as losing. The state may not be one
    /// that offers `swap`.
    HexFacts<Words> facts(bool halved) const;

    const State<Words>& state() const { return state_; }
    const InferiorCells<Words>& cells() const { return cells_; }
    const Connections<Words>& connections(int colour) const { return connections_[colour]; }

  private:
    void fill_in(StopCheck& stop_check);
    /// The proof set of the filling in of a colour's captured cells.
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
