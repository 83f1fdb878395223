#pragma once
// The order in which the plain depth-first searches try the actions of a position.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/core/action.hpp"
#include "boardai/search/plain/options.hpp"

namespace boardai {

/// Sorts what it is given; keeps its scratch space.
class MoveSorter {
  public:
    /// Throws std::invalid_argument where the game S has no captures.
    template <class S>
    void use(MoveOrdering ordering, bool by_points);
    MoveOrdering ordering() const { return ordering_; }
    /// Sorts moves [begin, end) of the position the line stands in.
    template <class Line>
    void sort(Line& line, std::vector<Action>& moves, std::size_t begin);

  private:
    MoveOrdering ordering_ = MoveOrdering::game;
    bool by_points_ = false;
    std::vector<std::int64_t> keys_;
};

}  // namespace boardai
