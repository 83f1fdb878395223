#pragma once
// UCT as a search object, with limits, leaf evaluation, threads, and a tree that is kept between moves. The algorithm,
// its formulas and papers are in mcts_tree.hpp, leaf evaluation in leaf.hpp.
//
// With `threads` > 1, by `parallel`:
// - tree: all threads walk one tree. A running simulation counts as a visit without a result (WU-UCT), or as
//   `virtual_loss` losses. Results depend on timing.
// - root: each thread has its own tree, and a share of the simulations and of the memory; the visits and values of the
//   root's actions are added up. If only simulations are limited, the result does not depend on timing.
// - children: when a position is expanded, the threads simulate all its children at once, and the values are kept until
//   the children are selected (the "branch predictor" of Oszi 2021, section 6.2). Some values are never used. The
//   result does not depend on the number of threads.
// Games whose states must stay on one thread (games written in Python) are searched by one thread.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/core/game_state.hpp"
#include "boardai/search/records/tree_record.hpp"
#include "boardai/search/session.hpp"
#include "boardai/search/trees/options.hpp"
#include "boardai/search/trees/uct/mcts_rules.hpp"

namespace boardai {

template <GameState S>
class Mcts final : public SearchSession {
  public:
    /// `rules` are the user's, for the options that say `written`. Throws std::invalid_argument on an unknown
    /// evaluator, or options that the game cannot follow.
    Mcts(const MctsOptions& options, const EvaluationSpec& evaluator, std::uint64_t seed, const MctsRules& rules);
    ~Mcts();

    /// Searches `root`, which is not terminal. If it is the tree's root or at most two plies below it, the search
    /// continues with the existing tree. Limits count from here. At least one simulation is run, unless the root is
    /// decided.
    void run(const S& root, const SearchLimits& limits);

    // The same on one thread, with leaves evaluated by the caller:
    //   begin(root, limits); while (select()) tell(value of leaf());
    void begin(const S& root, const SearchLimits& limits);
    /// Runs simulations until one reaches a position to be evaluated; false: the search has ended.
    bool select();
    const S& leaf() const;
    /// The leaf's value in [-1, 1], for the player to move there; otherwise throws std::invalid_argument.
    void tell(double value);

    /// The position after a legal action becomes the root. The memory of the other branches is freed.
    void advance(Action action);
    /// The most visited positions; with a tree per thread, those of the first thread's.
    TreeRecord tree(std::size_t rows) const;

  private:
    bool snapshot(SearchReport& report) override;

    struct Search;
    std::unique_ptr<Search> search_;
};

}  // namespace boardai
