#pragma once
// The position that is solved: bounds of the final margin for each of its moves, and the questions that narrow them.
//
// Windows are asked about until the bounds meet: first one about what a short search guesses, then, beyond a bound that
// was proven, one twice as wide as the last. Every answer is proven, so that what is known when a limit ends the search
// holds.

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
    /// A table of this many megabytes (2^20 bytes); `threads` search. Throws std::bad_alloc.
    Root(double table_megabytes, int threads) : threads_(threads), table_(table_megabytes) {}

    /// Goes to a position. The control, which has started, outlives what is asked of it. Precondition: not terminal.
    void set(const State<Words>& state, SearchControl& control);
    /// The exact margin of the best move, and of the next ones, `exact_moves` in all; then the line. Until the control
    /// stops it.
    void solve(int exact_moves);
    /// Only whether the margin is above, below or at 0.
    void solve_outcome();
    /// The same at once, without moves, line and limits: +1, 0 or -1 for the player to move. For positions of a few
    /// empty cells; independent of set(). Precondition: not terminal.
    int outcome_of(const State<Words>& state);

    bool is_set() const { return !moves_.empty(); }
    const State<Words>& state() const { return *state_; }
    /// The best first.
    const std::vector<EndingMove>& moves() const { return moves_; }
    /// Best play from the position on.
    const std::vector<Action>& line() const { return line_; }
    /// Bounds of the margin for the player to move.
    int lower() const { return bound(0, &EndingMove::lower); }
    int upper() const { return bound(0, &EndingMove::upper); }
    /// Visited since set(); those of helpers once they have ended.
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
    std::optional<Layout<Words>> layout_;  ///< of the last position's board
    std::optional<State<Words>> state_;
    std::vector<EndingMove> moves_;
    std::vector<Action> line_;
    std::optional<Search<Words>> search_;
    std::vector<std::unique_ptr<SearchControl>> controls_;  ///< of the helpers
    std::vector<std::unique_ptr<Search<Words>>> helpers_;
    std::int64_t helper_nodes_ = 0;
    std::atomic<bool> halt_{false};  ///< ends the helpers
    SearchControl unlimited_;
    std::optional<Search<Words>> quick_;  ///< of outcome_of()
};

}  // namespace boardai::reversi::endgame
