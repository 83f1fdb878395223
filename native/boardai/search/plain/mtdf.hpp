#pragma once
// MTD(f): minimax by nothing but yes-or-no questions, with a table that remembers the answers.
//
// Idea: alpha-beta with the narrowest window, (b - 1, b), only shows whether the value is at least b; fail-soft, it
// also gives a bound. Asking at the bound just found, the value is pinned down from both sides in a few passes. Each
// pass searches the same tree, so a table keeps its nodes' bounds; a good first guess f makes passes few.
//
//     mtdf(f, d):  g = f, lower = -infinity, upper = +infinity
//                  while lower < upper:
//                      b = g + 1 if g == lower else g
//                      g = value(root, d, b)            // at least b?
//                      upper = g if g < b;  lower = g otherwise
//
// Steps:
//     1. Iterative deepening: the first guess is the value two plies before (scores swing between odd and even
//        depths), else the value before, else the root's evaluation.
//     2. Question the root until the bounds meet.
//     3. A node: leaf, or a bound from the table that answers the question, else its children, the table's move first.
//     4. Store the bound, the move, and the depth it rests on.
//
// Paper: Plaat, Schaeffer, Pijls, de Bruin 1996, Best-first fixed-depth minimax algorithms (Artificial Intelligence
// 87). Complexity: on average fewer nodes than alpha-beta and Scout with the same table; it lives by that table.
//
// The value is exactly minimax's at that depth, without quiescence: a bound is used only where it rests on as many
// plies as are asked for, or on lines that all came to the end of the game. In games with repetitions and move counters
// (Repeating) the history since the last irreversible move of the line is part of the key, so that a bound never
// meets another history. Not handled: values by the moves that are not best (only bounds of them are ever known).

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "boardai/search/line.hpp"
#include "boardai/search/plain/depth_first.hpp"
#include "boardai/search/plain/move_ordering.hpp"
#include "boardai/search/plain/options.hpp"
#include "boardai/search/score.hpp"
#include "boardai/search/session.hpp"
#include "boardai/search/table.hpp"

namespace boardai {

template <GameState S>
class Mtdf final : public SearchSession {
  public:
    /// Throws std::invalid_argument on an unknown evaluator, or where the game lacks what an
    /// option needs.
    Mtdf(const MtdfOptions& options, const EvaluationSpec& evaluator);

    /// Searches to limits.depth, or until a limit, or to the end of the game; reports the last complete depth. Throws
    /// std::invalid_argument if the game is over.
    void run(const S& root, const SearchLimits& limits);

  private:
    struct Value {
        int score;
        bool complete;  ///< rests on lines to the end of the game only
    };

    bool snapshot(SearchReport& report) override;
    void search(const S& root, const SearchLimits& limits);
    Value pin_down(int guess, int depth);
    Value value(int depth, int beta);
    Value child_value(int player, int depth, int beta);
    bool from_table(std::uint64_t key, int depth, int beta, TableEntry& entry, Value& found) const;
    std::size_t generate(Action first, int depth);
    void step(Action action);
    void step_back();
    std::uint64_t key() const;
    void finish(int depth, const Value& value);
    void walk(int depth, int score);

    MtdfOptions options_;
    std::shared_ptr<const Evaluation<S>> evaluation_;
    double point_;  ///< what a point of a finished game's margin is worth; 0: it counts by win or loss
    MoveSorter sorter_;
    TranspositionTable table_;
    std::vector<SearchLine<S>> line_;  ///< one, once a root is known
    ActionList generated_;             ///< scratch: the lists of a line stand in moves_, closely packed
    std::vector<Action> moves_;
    std::vector<std::uint64_t> histories_;  ///< keys of the line since the last irreversible move, by ply
    RootValue result_;
    std::vector<Action> best_line_;
    Action root_action_ = -1;  ///< of the last pass that found the value to be at least what was asked
    std::int64_t passes_ = 0;
    std::int64_t nodes_ = 0;
    std::int64_t leaves_ = 0;
    bool walking_ = false;  ///< looking for the line, not for the value: nothing is counted or stored
};

}  // namespace boardai
