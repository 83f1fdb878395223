#pragma once
// What of a Reversi position is drawn on the board: stable discs, the frontier, and holes with an odd number of cells,
// as evaluations and the endgame solver see them.

#include <vector>

#include "games/reversi/board/stability-inl.hpp"
#include "games/reversi/endgame/cells-inl.hpp"
#include "games/reversi/state.hpp"

namespace boardai::reversi {

/// Each a list of cells, numbered as actions are; dark's first of two.
struct Sights {
    std::vector<int> stable[2];
    std::vector<int> frontier[2];             ///< discs beside an empty cell
    std::vector<std::vector<int>> odd, even;  ///< holes
};

template <int Words>
Sights sights_of(const State<Words>& state) {
    Sights found;
    const Bits<Words> empty = empty_cells(state);
    const auto listed = [&state](const Bits<Words>& cells) {
        std::vector<int> list;
        cells.for_each([&](int cell) { list.push_back(state.board().action_of_cell(cell)); });
        return list;
    };
    const StableDiscs<Words> stable = all_stable_discs(state);
    const int mover = state.current_player();
    found.stable[mover] = listed(stable.own);
    found.stable[1 - mover] = listed(stable.opponent);
    found.frontier[mover] = listed(neighbours(empty) & state.own_discs());
    found.frontier[1 - mover] = listed(neighbours(empty) & state.opponent_discs());
    for (Bits<Words> rest = empty; rest.any();) {
        const Bits<Words> hole = endgame::hole_of(endgame::first_cell(rest), empty);
        (hole.count() & 1 ? found.odd : found.even).push_back(listed(hole));
        rest = rest & ~hole;
    }
    return found;
}

}  // namespace boardai::reversi
