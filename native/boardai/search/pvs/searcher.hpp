#pragma once
// One thread's principal variation search: see pvs.hpp for the idea, the steps and the papers.
//
// root-inl.hpp: iterative deepening, aspiration windows, the moves of the root (steps 1 and 2);
// node-inl.hpp: a position within the tree (steps 3 to 9);
// quiescence-inl.hpp: beyond the depth (step 10).

#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/core/search_hooks.hpp"
#include "boardai/search/control.hpp"
#include "boardai/search/line.hpp"
#include "boardai/search/pvs/options.hpp"
#include "boardai/search/pvs/order.hpp"
#include "boardai/search/records/tree_record.hpp"
#include "boardai/search/score.hpp"
#include "boardai/search/table.hpp"

namespace boardai {

/// A move of the searched position.
struct PvsRootMove {
    Action action = -1;
    int score = 0;              ///< of the last completed or better search of it
    Bound bound = Bound::none;  ///< what the score says: none before the first search
    int iteration = 0;          ///< that the score was found in
    int order = 0;              ///< score in the running iteration, lowest where it was not better than another
    std::int64_t nodes = 0;     ///< in all iterations
    std::vector<Action> line;   ///< from this move on, where the score is exact or a lower bound
};

template <GameState S, class E>
class PvsCrew;

template <GameState S, class E>
class PvsSearcher {
  public:
    /// `table` may be null: none; it may be shared with other searchers, as may `control`, which the one searcher that
    /// is `main` ticks. All three outlive the searcher.
    PvsSearcher(const PvsOptions& options, const S& root, E evaluator, TranspositionTable* table,
                SearchControl& control, bool main);

    /// Looks at a new root; what was learned about the order of moves stays. Precondition: not terminal.
    void set_root(const S& root);
    /// Deepens from `first_depth` until the control stops it, the depth limit is reached or nothing is left to find.
    /// May be left by an exception; the results are those of the last finished move.
    void deepen(int first_depth);

    // What has been found; readable at any time after set_root(), also from the progress report.
    const std::vector<PvsRootMove>& moves() const { return found_; }
    /// The last iteration that was completed, 0 before the first.
    int depth() const { return completed_depth_; }
    std::int64_t nodes() const { return nodes_; }
    /// The longest line looked at.
    int longest_line() const { return longest_line_; }
    /// Static evaluation at the end of the best line, for the player to move at the root (0 where the game ends).
    int leaf_value() const { return leaf_value_; }
    /// Static evaluation of the root.
    int root_value() const { return root_value_; }

    /// Keep the tree of each iteration in rows; 0: none.
    void record(std::size_t rows) { record_limit_ = rows; }
    /// The tree of the last completed iteration.
    const TreeRecord& tree() const { return finished_tree_; }

  private:
    friend class PvsCrew<S, E>;  // several threads share an iteration: parallel.hpp

    static constexpr bool skips_turns = Skippable<S> && !Undoable<S>;
    static constexpr int max_ply = 254;
    static constexpr int no_value = infinite_score + 1;
    static constexpr int untouched = 1 << 20;  ///< `repetition` of a value that no repetition took part in
    static constexpr int counted_plies = 40;   ///< so near to a draw by the move count, keys tell the count

    /// What is known at one ply of the line.
    struct Ply {
        typename MoveOrder<S>::List list;  ///< moves
        std::vector<Action> line;          ///< best line from here
        PlayedAction played;               ///< the move made here; nothing for a null move
        std::uint64_t key = 0;
        int static_value = no_value;
        int repetition = untouched;  ///< the value rests on a repetition of this ply's position, -1: of one before
        bool horizon = false;        ///< the value rests on more than finished games
        std::int32_t row = -1;       ///< in the record
        std::int32_t last_child = -1;
        Action last_child_action = -1;
    };

    // root-inl.hpp
    int search_window(int depth, std::size_t first);
    int iterate(int depth, int alpha, int beta);
    int search_root(int alpha, int beta, int depth, std::size_t first);
    int open_root(int depth);
    int root_move(Action action, std::size_t number, int alpha, int beta, int depth);
    void note_root_move(PvsRootMove& move, int value, int alpha, int beta, bool first, const std::vector<Action>& line);
    void sort_moves(std::size_t first);
    void publish();
    int follow(std::vector<Action>& line);
    int margin(int hundredths) const { return hundredths * unit_ / 100; }

    // node-inl.hpp
    int search(int alpha, int beta, int depth, int ply, bool cut_node, bool may_skip);
    int child(int player, int low, int high, int depth, int ply, bool cut_node, bool may_skip);
    int move_value(int player, int alpha, int beta, int depth, int reduced, int ply, bool first, bool cut_node);
    bool visit(int ply);
    bool finished_before_table(int ply, int& value);
    bool probe(int ply, TableEntry& entry);
    bool table_cuts(const TableEntry& entry, int alpha, int beta, int depth, int ply);
    void store(int ply, int depth, int alpha, int beta, int best, Action action);
    void take_over(Ply& here, const Ply& below, bool deciding);
    void begin_line(Ply& here, Action action, const Ply& below);
    bool null_move_cuts(int beta, int depth, int ply, int now, bool cut_node, int& value);
    bool probcut(int alpha, int beta, int depth, int ply, int now, bool cut_node, bool may_skip, int& value);
    bool foretold(const ProbCutModel& model, int alpha, int beta, int ply, bool cut_node, int& value);
    bool probcut_by_captures(int beta, int depth, int ply, int now, bool cut_node, int& value);
    int reduction(const S& state, const RankedAction& move, int depth, int number, int ply, bool pv, bool cut_node,
                  bool improving, const PlayedAction* before) const;
    void rank_by_skipping(int ply);
    int best_follow_up();
    std::uint64_t key_of(const S& state) const;
    void play(int ply, Action action);

    // quiescence-inl.hpp
    int beyond(int alpha, int beta, int ply);
    int quiescence(int alpha, int beta, int ply);
    int checks(int alpha, int beta, int ply, int left);
    int settle(int alpha, int beta, int ply);

    // The record.
    std::int32_t begin_row(int ply, Action action);
    void end_row(std::int32_t row, int player, int value, int low, int high, std::int64_t nodes_before);
    void row_pruned(int ply, Action action);

    const PvsOptions& options_;
    SearchLine<S, E> line_;
    TranspositionTable* table_;
    SearchControl& control_;
    bool main_;
    MoveOrder<S> order_;
    std::vector<Ply> plies_;
    std::vector<PvsRootMove> moves_;  ///< in the order of search
    std::vector<PvsRootMove> found_;  ///< best first
    std::int64_t nodes_ = 0;
    int completed_depth_ = 0;
    int iteration_ = 0;
    int longest_line_ = 0;
    int root_player_ = 0;
    int root_value_ = 0;
    int leaf_value_ = 0;
    int unit_ = 0;
    bool static_values_ = false;
    std::vector<std::uint8_t> reductions_;  ///< [depth][number of the move], 64 x 64
    std::size_t record_limit_ = 0;
    TreeRecord record_;
    TreeRecord finished_tree_;
};

}  // namespace boardai
