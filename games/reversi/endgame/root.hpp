#pragma once
// The root of an endgame search: bounds of the final margin for each move, and the searches that narrow them.
//
// Windows are searched until the bounds are equal: first a window around the estimate of a short search, then, beyond
// the proven bound, windows of twice the width each. All bounds are proven, so they hold even if a limit ends the
// search.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "boardai/core/knowledge.hpp"
#include "boardai/search/control.hpp"
#include "games/reversi/endgame/search.hpp"
#include "games/reversi/state.hpp"

namespace boardai::reversi::endgame {

template <int Words>
class Root {
  public:
    /// `table_megabytes` is the size of the table in units of 2^20 bytes; `threads` threads search. Throws
    /// std::bad_alloc.
    Root(double table_megabytes, int threads) : threads_(threads), table_(table_megabytes) {}

    /// Sets the position. The control, which has been started, must outlive the calls that follow. Precondition: the
    /// position is not terminal.
    void set(const State<Words>& state, SearchControl& control);
    /// Finds the exact margins of the `exact_moves` best moves, then the line of best play, until the control stops it.
    void solve(int exact_moves);
    /// Finds only whether the margin is above, below or at 0.
    void solve_outcome();
    /// The outcome of a position with a few empty cells, without moves, line and limits: +1, 0 or -1 for the player to
    /// move. Independent of set(). Precondition: not terminal.
    int outcome_of(const State<Words>& state);

    bool is_set() const { return !moves_.empty(); }
    const State<Words>& state() const { return *state_; }
    /// The root's moves, the best first.
    const std::vector<EndingMove>& moves() const { return moves_; }
    /// The line of best play from the position.
    const std::vector<Action>& line() const { return line_; }
    /// Bounds of the margin for the player to move.
    int lower() const { return bound(0, &EndingMove::lower); }
    int upper() const { return bound(0, &EndingMove::upper); }
    /// Positions visited since set(); those of helpers count once they have ended.
    std::int64_t nodes() const { return search_ ? search_->nodes() + helper_nodes_ : 0; }

  private:
    void meet(const State<Words>& state);
    int bound(std::size_t first, int EndingMove::* side) const;
    int guess_moves();
    void settle(std::size_t first, int guess);
    void ask(std::size_t first, int alpha, int beta);
    void sort_moves(std::size_t first);
    void follow();
    int score_after(const State<Words>& after, int alpha, int beta);
    bool stopped() const { return search_->stopped(); }

    int threads_;
    EndgameTable<Words> table_;
    std::optional<Layout<Words>> layout_;  ///< for the board of the last position
    std::optional<State<Words>> state_;
    std::vector<EndingMove> moves_;
    std::vector<Action> line_;
    std::optional<Search<Words>> search_;
    std::vector<std::unique_ptr<SearchControl>> controls_;  ///< for the helpers
    std::vector<std::unique_ptr<Search<Words>>> helpers_;
    std::int64_t helper_nodes_ = 0;
    std::atomic<bool> halt_{false};  ///< stops the helpers
    SearchControl unlimited_;
    std::optional<Search<Words>> quick_;  ///< for outcome_of()
};

}  // namespace boardai::reversi::endgame
