#pragma once
// Features of a Reversi position that are drawn on the board: stable discs, the frontier, holes with an odd number of
// cells, and the classes of cells, as evaluations and the endgame solver use them.

#include <vector>

#include "games/reversi/board/stability-inl.hpp"
#include "games/reversi/endgame/cells-inl.hpp"
#include "games/reversi/evaluation/analysis.hpp"
#include "games/reversi/state.hpp"

namespace boardai::reversi {

/// Each is a list of cells, numbered like actions; of two lists, dark's is the first.
struct Sights {
    std::vector<int> stable[2];
    std::vector<int> frontier[2];             ///< discs next to an empty cell
    std::vector<std::vector<int>> odd, even;  ///< holes
    std::vector<std::vector<int>> classes;    ///< in the order of `cell_class_names`; the same all game long
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
    const Analysis& analysis = state.board().analysis();
    found.classes.resize(cell_classes);
    for (std::size_t action = 0; action < analysis.class_of.size(); ++action) {
        const std::size_t kind = analysis.class_of[action];
        if (kind < found.classes.size()) found.classes[kind].push_back(static_cast<int>(action));
    }
    return found;
}

}  // namespace boardai::reversi
