#pragma once
// Solving an endgame, as a search of its own; knowledge.hpp does it for searches that come to one. How it is done:
// search.hpp (the score of a position by a window) and root.hpp (bounds of every move, until they meet).

#include <cstdint>
#include <memory>

#include "boardai/search/session.hpp"
#include "games/reversi/state.hpp"

namespace boardai::reversi {

/// What to find out, and with what. Python checks the ranges, which are preconditions here.
struct EndgameOptions {
    bool exact = true;            ///< the final margin; else only who wins
    int exact_moves = 1;          ///< number of the best moves that get an exact margin, at least 1
    double table_megabytes = 64;  ///< above 0, up to 2^20
    int threads = 1;              ///< 1 to 256
};

template <int Words>
class EndgameSolver final : public SearchSession {
  public:
    /// Throws std::bad_alloc without memory for the table.
    explicit EndgameSolver(const EndgameOptions& options);

    /// Solves. The report's value is the final margin for the player to move, exact or a bound; the notes "at least"
    /// and "at most" have both bounds. Its nodes count positions. limits.depth is not used. Throws
    /// std::invalid_argument if the game is over.
    void run(const State<Words>& root, const SearchLimits& limits);

  private:
    bool snapshot(SearchReport& report) override;

    struct Parts;
    std::shared_ptr<Parts> parts_;  // hidden, so that the interpreter reads no more than this header
};

}  // namespace boardai::reversi
