#pragma once
// An endgame solver as a search; other searches use it through knowledge.hpp. search.hpp computes the score of a
// position for a window, root.hpp narrows the bounds of every move.

#include <cstdint>
#include <memory>

#include "boardai/search/session.hpp"
#include "games/reversi/state.hpp"

namespace boardai::reversi {

/// The solver's options. Python checks the ranges, which are preconditions here.
struct EndgameOptions {
    bool exact = true;            ///< find the final margin; else only the winner
    int exact_moves = 1;          ///< number of the best moves that get an exact margin, at least 1
    double table_megabytes = 64;  ///< above 0, up to 2^20
    int threads = 1;              ///< 1 to 256
};

template <int Words>
class EndgameSolver final : public SearchSession {
  public:
    /// Throws std::bad_alloc if there is no memory for the table.
    explicit EndgameSolver(const EndgameOptions& options);

    /// Solves. The report's value is the final margin for the player to move, exact or a bound; the notes "at least"
    /// and "at most" have both bounds. Its nodes count positions. limits.depth is not used. Throws
    /// std::invalid_argument if the game is over.
    void run(const State<Words>& root, const SearchLimits& limits);

  private:
    bool snapshot(SearchReport& report) override;

    struct Parts;
    std::shared_ptr<Parts> parts_;  // hidden, so that the interpreter reads only this header
};

}  // namespace boardai::reversi
