#pragma once
// AND/OR search: proves who wins by constructing a winning strategy.
//
// Idea: a win needs one good move where the player moves (OR: one proven child is enough) and an answer to every
// move where the opponent moves (AND: all children must be proven). The proof is the strategy: a hyperpath with one
// move at the player's levels, all replies at the opponent's levels, and only won positions at its ends.
//
//   proven(s) = the goal is reached         at the end of the game
//               any child is proven         where the player moves
//               all children are proven     where the opponent moves
//
// Three questions decide a game: can the player to move force a win? Can the opponent? If neither: can the player to
// move force a draw? With a depth, "not proven" may mean "not within the depth"; the outcome is then left open.
//
// Papers: Nilsson 1980, Principles of Artificial Intelligence, chapter 3; Pearl 1984, Heuristics, chapter 1; Ószi 2021,
// MSc thesis, ELTE, section 4.2. Complexity: as alpha-beta with a window of one: b^(L/2) positions with the right move
// first, b^L at worst; memory only for the strategy. It has no table of positions (dfpn.hpp has), and the win it finds
// need not be the quickest.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "boardai/search/line.hpp"
#include "boardai/search/plain/move_ordering.hpp"
#include "boardai/search/records/tree_record.hpp"
#include "boardai/search/session.hpp"
#include "boardai/search/solvers/options.hpp"
#include "boardai/search/solvers/proof_strategy.hpp"

namespace boardai {

template <GameState S>
class AndOr final : public SearchSession {
  public:
    /// The evaluator is used for ordering only. Throws std::invalid_argument on an unknown one, or where the game
    /// lacks what the ordering needs.
    AndOr(const AndOrOptions& options, const EvaluationSpec& evaluator);

    /// Without a depth: to the end of the game. With a limit of nodes or seconds the depth grows from 1.
    /// Throws std::invalid_argument if the game is over.
    void run(const S& root, const SearchLimits& limits, std::size_t tree_rows);
    const ProofStrategy& strategy() const { return strategy_; }
    /// Of the last question asked; positions not searched to their end are marked as pruned.
    const TreeRecord& tree() const { return tree_; }

  private:
    using Step = ProofStrategy::Step;

    bool snapshot(SearchReport& report) override;
    void search(const S& root, const SearchLimits& limits);
    bool settle(int depth);
    bool ask(int player, int goal, int depth);
    bool proven(int depth);
    bool try_child(Action action, int depth);
    std::int32_t add_row(std::int32_t parent, Action action);
    void record(std::int32_t row, bool proven, bool complete, std::int64_t nodes);

    std::shared_ptr<const Evaluation<S>> evaluation_;
    MoveSorter sorter_;
    std::optional<SearchLine<S>> line_;
    ActionList generated_;
    std::vector<Action> moves_;       ///< of the positions on the line
    std::vector<Step> steps_;         ///< the proven part of the strategy
    ProofStrategy strategy_;          ///< the complete strategy
    std::vector<std::int32_t> rows_;  ///< the tree's row of the position at each ply
    TreeRecord tree_;
    std::size_t tree_rows_ = 0;
    Action action_ = -1;          ///< keeps the outcome; the first legal one if nothing is known or every move loses
    std::optional<int> outcome_;  ///< for the player to move at the root
    int depth_ = 0;               ///< of the last complete search; the longest line's where nothing was cut off
    std::int64_t leaves_ = 0;
    std::int64_t horizons_ = 0;  ///< lines cut off by the depth, in this question
    int deepest_ = 0;
    int root_player_ = 0;
    int player_ = 0;  ///< whose strategy is sought, in this question
    int goal_ = 1;
};

}  // namespace boardai
