#pragma once
// What the plain depth-first searches (minimax, negamax, alpha-beta, Scout) share, so that their own files hold the
// algorithm alone: walking down and up, leaves, limits, the order of moves, the principal variation, the root's table
// and the record of the tree.
//
// A search written on it goes through these steps in every position:
//
//   const Node node = open(at_horizon);            // counts the node; its value if it is a leaf, else its actions
//   if (node.is_leaf) return node.value;
//   for (std::size_t i = node.begin; i < node.end; ++i) {
//       down(node, i);
//       ... value of the child, negated only where the player changes: in some games a player moves twice ...
//       up(node, i, value, kind);
//       if (stopped()) return 0;
//   }
//
// Limits: a depth alone is one search to that depth, no limit at all a search to the end of the game. With a limit of
// nodes or seconds the depth grows from 1 until the limit is reached, and the last complete depth counts.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "boardai/search/line.hpp"
#include "boardai/search/plain/move_ordering.hpp"
#include "boardai/search/records/tree_record.hpp"
#include "boardai/search/score.hpp"
#include "boardai/search/session.hpp"

namespace boardai {

/// What such a search has found of the root; values are for the player to move there.
struct RootMove {
    Action action = -1;
    double value = 0;
    RowKind kind = RowKind::exact;  ///< exact, or only a bound
    std::int64_t nodes = 0;         ///< visited below it
};
struct RootValue {
    Action action = -1;  ///< the first of the best; the first legal one where none was searched to its end; -1: nothing
    bool found = false;  ///< a move of the root was searched to its end
    double value = 0;
    RowKind kind = RowKind::exact;    ///< a bound where the window or a stop made it one
    int depth = 0;                    ///< complete depth; 0: none
    double leaf_value = 0;            ///< static value at the end of the principal variation
    bool exhausted = false;           ///< every line was followed to the end of the game
    std::optional<int> outcome;       ///< of the game under best play
    std::optional<int> plies_to_end;  ///< of a forced win or loss
};

/// The report of a plain search; seconds and what is the search's own are not filled in.
SearchReport plain_report(const RootValue& found, const std::vector<Action>& line, std::int64_t nodes,
                          std::int64_t leaves);

/// Values that matter, as the player to move sees them.
struct Window {
    int low = -infinite_score;
    int high = infinite_score;
};

template <GameState S>
class DepthFirst : public SearchSession {
  public:
    virtual ~DepthFirst() = default;

    /// Searches; reports the last complete depth or, before the first is complete, the best of the root's moves so
    /// far. Throws std::invalid_argument if the game is over.
    void run(const S& root, const SearchLimits& limits, std::size_t tree_rows);
    /// Of the last complete depth; before the first is complete, what there is of it: positions not searched to their
    /// end are marked as pruned.
    const TreeRecord& tree() const { return whole_tree_.size() > 0 ? whole_tree_ : tree_; }

  protected:
    /// A position the search stands in: a leaf with its value for the player to move, or actions [begin, end).
    struct Node {
        bool is_leaf;
        int value;
        int player;
        int ply;
        std::size_t begin;
        std::size_t end;
    };

    /// Throws std::invalid_argument on an unknown evaluator, or where the game lacks what an option needs.
    DepthFirst(const EvaluationSpec& evaluator, MoveOrdering ordering, bool by_points, bool by_knowledge = false);

    /// The algorithm: the root's value. `depth` is deepest_line in a search to the end of the game.
    virtual double search_root(int depth) = 0;
    /// Whether the value returned was only a bound, given what search_root was asked for.
    virtual RowKind kind_of_root(double) const { return RowKind::exact; }
    /// Whether a win found is a proof of it; not so where values are averages.
    virtual bool wins_are_proofs() const { return true; }
    /// Averages are fractions.
    virtual bool whole_values() const { return true; }
    /// The root's window, of a search with windows: its tree records them.
    virtual std::optional<Window> root_window() const { return std::nullopt; }

    /// An end of the root's window, in points or not, as a score.
    int as_score(int end) const { return score_of_bound(end, point_); }
    /// `at_horizon`: evaluate here. `depth`: plies left, by which moves are worth ordering.
    Node open(bool at_horizon, int depth = 0);
    Action action(std::size_t i) const { return moves_[i]; }
    /// Plays action i of the node; `window`: of the child, as the node's player sees it, for the record of the tree.
    void down(const Node& node, std::size_t i, Window window = {});
    /// After down(): does the same player move again?
    bool same_player(const Node& node) const { return line_->state().current_player() == node.player; }
    /// Takes action i back. `value` of the child is for the node's player.
    void up(const Node& node, std::size_t i, double value, RowKind kind = RowKind::exact);
    /// The moves from i on are not searched: for the record of the tree.
    void cut(const Node& node, std::size_t i) {
        if (tree_.wanted()) record_cut(node, i);
    }
    /// Action i, then the child's line, is the node's principal variation.
    void take_line(const Node& node, std::size_t i);
    /// The search was ended by a limit: values are void.
    bool stopped() const { return control().stopped(); }

    SearchLine<S>& line() { return *line_; }
    int root_player() const { return root_player_; }

  private:
    bool snapshot(SearchReport& report) override;
    void search(const S& root, const SearchLimits& limits, std::size_t tree_rows);
    void iterate(int depth);
    void finish(int depth, double value);
    Node leaf(Node node, int value);
    bool is_known(Node& node);
    void evaluate_end_of_line();
    void note_child(const Node& node, std::size_t i, double value, RowKind kind);
    void record_cut(const Node& node, std::size_t i);
    std::int32_t add_row(std::int32_t parent, Action action);
    TreeRecord empty_tree() const {
        TreeRecord tree(tree_rows_, root_window() ? window_terms() : std::vector<std::string>());
        tree.use_points(point_);
        return tree;
    }
    void record_window(std::int32_t row, Window window, bool own);
    int static_value();

    std::shared_ptr<const Evaluation<S>> evaluation_;
    MoveSorter sorter_;
    bool by_knowledge_;  ///< the game is asked who wins, and which actions need not be tried
    double point_;       ///< what a point of a finished game's margin is worth; 0: it counts by win or loss
    std::optional<SearchLine<S>> line_;
    ActionList generated_;  ///< scratch: the lists of a line stand in moves_, closely packed
    std::vector<Action> moves_;
    std::vector<std::vector<Action>> lines_;  ///< principal variations by ply
    std::vector<Action> root_order_;          ///< after the first of several depths
    RootValue result_;
    std::vector<Action> best_line_;
    std::vector<RootMove> best_moves_;  ///< the root's moves, in the order they were searched
    std::vector<RootMove> root_moves_;  ///< of the depth being searched
    TreeRecord tree_;                   ///< of the depth being searched
    TreeRecord whole_tree_;             ///< of the last complete depth
    std::size_t tree_rows_ = 0;
    int noted_plies_ = 1;                     ///< above this ply children are noted: all plies if a tree is wanted
    std::vector<std::int32_t> rows_;          ///< the tree's row of the position at each ply
    std::vector<std::int64_t> ticks_before_;  ///< by ply, for the counts of noted children
    std::int64_t leaves_ = 0;
    int deepest_ = 0;
    int leaf_value_ = 0;  ///< of the last leaf, for leaf_player_
    int leaf_player_ = 0;
    int root_player_ = 0;
    bool horizon_ = false;  ///< some line was cut by the depth
};

}  // namespace boardai
