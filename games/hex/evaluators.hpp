#pragma once
// Static evaluations of Hex positions, from the side to move. Each compares a one-sided measure of both colours: how
// well a colour could connect if the other passed all its turns, or answered in the simplest way.

#include "boardai/core/evaluation/evaluations.hpp"
#include "games/hex/evaluation/connected.hpp"
#include "games/hex/state.hpp"

namespace boardai::hex {

/// The number of stones that the opponent needs for a connection, minus the number that the side to move needs. Both
/// are counted as if the other player did not move (Ószi 2021, section 4.1, with the opposite sign). Between -cells and
/// +cells during the game; +-unreachable once it is decided.
struct ShortestPath {
    static constexpr const char* name = "shortest_path";
    static constexpr int scale = 3;
    template <int Words>
    int evaluate(const State<Words>& state) const {
        const int mover = state.current_player();
        if (state.is_terminal()) return state.outcome(mover) * unreachable;
        return state.shortest_connection(1 - mover) - state.shortest_connection(mover);
    }
};

/// Two-distance (van Rijswijck 2002, "Search and evaluation in Hex"; evaluation/two_distance.cpp): the distance to an
/// edge if the opponent always takes the better of two paths. 400 for each unit by which the mover's potential is
/// lower, plus 1 for each cell by which its attack mobility is larger (within +-199). Within +-24,199.
struct TwoDistance {
    static constexpr const char* name = "two_distance";
    static constexpr int margin_unit = 400;
    static constexpr int scale = 800;
    template <int Words>
    int evaluate(const State<Words>& state) const;
};

/// Resistance (Anshelevich 2002, "A hierarchical approach to computer Hex", after Shannon's analogue machine of 1953;
/// evaluation/resistance.cpp): the board as an electrical circuit. 1000 ln(the opponent's resistance / the mover's).
/// Within +-20,000.
struct Resistance {
    static constexpr const char* name = "resistance";
    static constexpr int scale = 700;
    template <int Words>
    int evaluate(const State<Words>& state) const;
};

}  // namespace boardai::hex

namespace boardai {

template <int Words>
struct GameEvaluations<hex::State<Words>> {
    using Count = hex::ShortestPath;
    using All = std::tuple<hex::TwoDistance, hex::ShortestPath, hex::Resistance, hex::ConnectedTwoDistance<Words>,
                           hex::ConnectedShortestPath<Words>, hex::ConnectedResistance<Words>>;
};

}  // namespace boardai
