#pragma once
// Principal variation search: alpha-beta with iterative deepening, for any game.
//
// Idea: alpha-beta in negamax form (the value of a position is the largest of its moves' values, with the sign changed
//   where the other player is to move) that relies on its move ordering. The first move is searched with the open
//   window (alpha, beta), every other with the null window (alpha, alpha + 1), which only tests whether it is better.
//   If it is, it is searched again; with good ordering that is rare.
//
//     pvs(s, alpha, beta, d):  d = 0: evaluation of s.  For moves a1, a2, ... of s, best first:
//       v = -pvs(s a1, -beta, -alpha, d - 1)                       the first
//       v = -pvs(s ai, -alpha - 1, -alpha, d - 1); if alpha < v < beta: v = -pvs(s ai, -beta, -alpha, d - 1)
//       alpha = max(alpha, v); if alpha >= beta: stop              the opponent will not allow s
//
// Steps, in search-inl.hpp (5c, 5d and 6b in reduced_searches-inl.hpp, 10 in quiescence-inl.hpp):
//   1. Iterative deepening: depth 1, 2, 3, ... until time or depth is used up; each leaves an order for the next.
//   2. Aspiration: the window is the last value plus or minus a margin; opened where the value falls outside.
//   3. Draws by repetition on the line, the end of the game, mate distance.
//   4. Transposition table (TT): a score of at least this depth may cause a cutoff. So may the verdict of an evaluator
//   that knows the winner.
//   5. Before any move, by the static value, corrected (correction.hpp): 5a razoring, 5b reverse futility, 5c null
//   move, 5d ProbCut.
//   6. If the table has no move: internal deepening finds one, or the search is a ply shallower (internal iterative
//   reduction). 6b singular extension: the table's move deeper if all others are worse, else a cutoff (multi-cut).
//   7. The moves, best first (order.hpp), or the candidates of an evaluator's knowledge: 7a late move pruning (LMP),
//      futility and SEE pruning near the horizon, 7b late move reductions (LMR), 7c which window, 7d fail high, or a
//      new best.
//   8. Re-search of a move that turned out better than expected.
//   9. Store: table, killers, history, correction history.
//  10. Quiescence beyond the depth: 10a stand pat, 10b noisy moves, after some plies one of each
//      position, 10c delta pruning; or the root player's checks.
//   With no unsound option (PvsOptions marks them) and `same_depth` the value is that of minimax.
// Formula of the reductions: 0.4 + ln(depth) ln(number of the move) / 2.1 plies; all numbers are in margins.hpp.
// Complexity: b^(d/2) positions in the best order, for b moves per position; memory: the table, and one state per ply.
// Not handled: chance, hidden information, more than two players; lines beyond 254 plies.
// Papers: Marsland and Campbell 1982 (principal variation search); Pearl 1980 (Scout); Slate and Atkin 1977.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "boardai/core/action.hpp"
#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/search/pvs/options.hpp"
#include "boardai/search/records/tree_record.hpp"
#include "boardai/search/session.hpp"

namespace boardai {

/// Keeps its table, and what it learned about the order of moves, from one run() to the next of the same game.
template <GameState S>
class Pvs final : public SearchSession {
  public:
    /// `tree_rows`: rows of the searched tree to keep. Throws std::invalid_argument on an
    /// unknown evaluator, or a tree of threads that do not share one.
    Pvs(const PvsOptions& options, const EvaluationSpec& evaluator, std::int64_t tree_rows);

    /// Searches. Throws std::invalid_argument if the game is over.
    void run(const S& root, const SearchLimits& limits);
    /// Forgets everything: table, history.
    void forget();

    /// The tree of the last completed iteration.
    const TreeRecord& tree() const;

  private:
    bool snapshot(SearchReport& report) override;
    void search(const S& root, const std::vector<Action>& actions);

    struct Parts;
    std::shared_ptr<Parts> parts_;  // hidden, so that the interpreter reads no more than this header
};

}  // namespace boardai
