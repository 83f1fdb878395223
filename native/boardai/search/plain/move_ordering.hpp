#pragma once
// The order in which the plain depth-first searches try the actions of a position.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/core/action.hpp"
#include "boardai/search/plain/options.hpp"

namespace boardai {

inline constexpr const char* no_quiet_order =
    "ordering: this game has no order of its own, its states have no quiet_order(action)";

/// Sorts what it is given; keeps its scratch space.
class MoveSorter {
  public:
    /// Throws std::invalid_argument where the game S has no captures, or no order of its own, and needs them.
    template <class S>
    void use(MoveOrdering ordering, double point);
    /// Likewise where the root's game has none, though others of its class may have.
    template <class S>
    void check(const S& root) const;
    /// Whether there is anything to sort, this many plies before the search's end. To order by evaluation costs as much
    /// as to search the leaves that it would put in order.
    bool sorts(int depth) const {
        return ordering_ != MoveOrdering::game && (depth >= 2 || ordering_ != MoveOrdering::evaluation);
    }
    /// Sorts moves [begin, end) of the position the line stands in.
    template <class Line>
    void sort(Line& line, std::vector<Action>& moves, std::size_t begin);

  private:
    MoveOrdering ordering_ = MoveOrdering::game;
    double point_ = 0;  ///< of a finished game's margin; 0: it counts by win or loss
    std::vector<std::int64_t> keys_;
};

}  // namespace boardai
