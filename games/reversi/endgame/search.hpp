#pragma once
// The endgame search: the exact final margin of a Reversi position, on any board.
//
// Idea: alpha-beta to the end of the game, where scores are exact numbers of discs. Its speed depends on visiting few
//   positions (move order, table, bounds without search) and on fast code for the last plies (one function for each
//   number of empty cells). A position's score: own discs minus the opponent's when neither side can move; the empty
//   cells count for the winner, unless the game counts only discs.
//
//     search(P, alpha, beta):  the score if inside (alpha, beta), else a bound (fail soft)
//       1. empty <= 4: the last plies, special code                                             last_plies-inl.hpp
//       2. stability: own discs at the end <= cells - the opponent's stable discs; cut-off if cells - 2 stable <= alpha
//       3. empty <= 7: every move, odd holes first, corners first in each; no table and no list
//       4. the table: bounds of this position
//       5. enhanced transposition cut-off: a move to a position whose table bound cuts, before any move is searched
//       6. order: the table's move first; then fastest first (few replies for the opponent, corners count double),
//          place, odd holes; with 13 empty cells or more, added to the value of a search of a few plies
//       7. the first move with the whole window, others with a null window, and again if they are better
//       8. the result is stored in the table
//
// Several threads: helpers search the same position with the same table, but search the moves after the first in
//   reverse order, so that where all moves must be searched, two threads meet half-way.
// Complexity: 2 to 3 times as many positions for each additional empty cell.
// Not handled: selective search; every score is proven.
// Papers: Buro 1997, Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello (fastest
//   first and parity as used there); Plaat et al. 1996, Exploiting graph properties of game trees (enhanced
//   transposition cut-off); Rosenbloom 1982 (stability).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/search/control.hpp"
#include "games/reversi/endgame/last_plies-inl.hpp"
#include "games/reversi/endgame/table.hpp"

namespace boardai::reversi::endgame {

/// A move in a list, with the position after it from the view of the player to move there.
template <int Words>
struct ListedMove {
    Bits<Words> own;
    Bits<Words> opponent;
    int cell;
    int order;          ///< larger is searched first
    std::uint64_t key;  ///< the table's key, if step 5 computed it
};

template <int Words>
class Search : private LastPlies<Words> {
  public:
    using Cells = Bits<Words>;

    /// Objects shared by several searches; they must outlive the search.
    struct Shared {
        const Layout<Words>& layout;
        EndgameTable<Words>& table;
    };
    /// `control` belongs to this search only. `halt`: an additional stop flag for helpers; null: none.
    Search(const Shared& shared, SearchControl& control, const std::atomic<bool>* halt = nullptr);

    /// The score for the owner of the `own` discs, who is to move or must pass: exact inside (alpha, beta), else a
    /// bound on the same side. Meaningless if stopped(). Rethrows exceptions of the control's hooks.
    int score(const Cells& own, const Cells& opponent, int alpha, int beta);
    /// An estimate of the score, in discs.
    int guess_at(const Cells& own, const Cells& opponent);
    /// Whether the last score() was cut short.
    bool stopped() const { return stopped_; }
    /// Positions visited since construction, including those of searches for move ordering.
    std::int64_t nodes() const { return nodes_; }

  private:
    using Base = LastPlies<Words>;
    using Base::layout_;
    using Base::nodes_;

    // Numbers found by measuring the positions of the FFO test and 60 positions with 17 empty cells.
    static constexpr int last_without_table = 7;  ///< empty cells: step 3 up to here
    static constexpr int first_cut_ahead = 9;     ///< step 5 from here
    static constexpr int first_probed = 13;       ///< order by a short search from here,
    static constexpr int cells_for_a_ply = 3;     ///< a ply longer for this many cells more
    static constexpr int longest_probe = 6;       ///< but no more plies than these
    static constexpr int first_shared = 13;       ///< helpers search in reverse order from here
    // In hundredths of a disc: moves that are worse than the best by this much get only a bound.
    static constexpr int probe_window = 1'500;
    static constexpr int no_guess = 30'000;
    static constexpr int nodes_between_looks = 4'096;

    int search(Cells own, Cells opponent, Cells empty, int count, int alpha, int beta, bool passed);
    int search_without_table(Cells own, Cells opponent, Cells empty, int count, int alpha, int beta, bool passed);
    int search_with_table(Cells own, Cells opponent, Cells empty, int count, int alpha, int beta, bool passed);
    bool stability_cuts(const Cells& opponent, const Cells& empty, int alpha, int& bound) const;
    std::size_t list_moves(const Cells& own, const Cells& opponent, Cells placements);
    bool cut_ahead(std::size_t begin, std::size_t end, int beta, int& bound);
    void rank(std::size_t begin, std::size_t end, const Cells& empty, int count, int second);
    int quick_order(const ListedMove<Words>& move, const Cells& empty) const;
    void pick(std::size_t place, std::size_t end, bool backwards);
    int probe(Cells own, Cells opponent, Cells empty, int count, int depth, int alpha, int beta);
    void make_room(int count);
    void poll();

    EndgameTable<Words>& table_;
    SearchControl& control_;
    const std::atomic<bool>* halt_;
    bool stopped_ = false;
    std::int64_t counted_ = 0;              ///< nodes already reported to the control
    std::int64_t next_poll_ = 0;            ///< the node count of the next poll
    std::vector<ListedMove<Words>> moves_;  ///< lists of all positions of the line, one after the other
    std::size_t top_ = 0;
};

}  // namespace boardai::reversi::endgame
