#pragma once
// One thread's principal variation search: see pvs.hpp for the idea, the steps and the papers, search-inl.hpp,
// reduced_searches-inl.hpp and quiescence-inl.hpp for the steps themselves.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "boardai/core/knowledge.hpp"
#include "boardai/core/search_hooks.hpp"
#include "boardai/search/line.hpp"
#include "boardai/search/pvs/correction.hpp"
#include "boardai/search/pvs/order.hpp"
#include "boardai/search/pvs/root.hpp"

namespace boardai {

template <GameState S>
class PvsSearcher final : public PvsRoot {
  public:
    /// `table` may be null: none; it may be shared with other searchers. `control` is this one's. One searcher is
    /// `main`: that of the calling thread. `rows` of the searched tree are kept. All but the evaluator outlive the
    /// searcher.
    PvsSearcher(const PvsOptions& options, const S& root, std::shared_ptr<const Evaluation<S>> evaluation,
                TranspositionTable* table, SearchControl& control, bool main, std::size_t rows);

    /// Sets a new root with only `actions`; empty: all. What was learned about move ordering stays. Precondition: not
    /// terminal. If it throws, there are no results.
    void set_root(const S& root, const std::vector<Action>& actions);
    void deepen(int first_depth) override;

  private:
    static constexpr bool skips_turns = Skippable<S> && !Undoable<S>;
    static constexpr int no_value = infinite_score + 1;
    static constexpr int no_repetition = 1 << 20;  ///< `repetition` of a value that no repetition took part in
    static constexpr int fifty_move_window = 40;   ///< this close to a draw by the move count, keys include the count

    struct Unknown {};
    /// What is known at one ply of the line.
    struct Ply : PvsPly {
        typename MoveOrder<S>::List list;  ///< moves
        PlayedAction played;               ///< the move made here; nothing for a null move
        [[no_unique_address]] std::conditional_t<Knowing<S>, FactsOf<S>, Unknown> facts{};  ///< with `knowledge`
    };

    // Steps 1 and 2: the root.
    int aspirate(int depth, std::size_t first);
    int open_root(int depth) override;
    int search_root(int alpha, int beta, int depth, std::size_t first) override;
    int search_root_move(Action action, std::size_t number, int alpha, int beta, int depth) override;
    // Steps 3 to 9: a position within the tree.
    int search(int alpha, int beta, int depth, int ply, bool cut_node, bool allow_null, Action excluded = -1);
    bool visit(int ply);
    bool is_drawn_or_over(int ply, int& value);
    bool is_known(int ply, int& value);
    bool is_left_out(int ply, Action action);
    bool table_cuts(const TableEntry& entry, int alpha, int beta, int depth, int ply);
    bool valid_within_fifty_moves(int left, const TableEntry& entry, int ply) const;
    bool null_move_cuts(int beta, int depth, int ply, int estimate, bool cut_node, int& value);
    bool probcut(int alpha, int beta, int depth, int ply, int estimate, bool cut_node, bool allow_null, int& value);
    bool probcut_by_model(const ProbCutModel& model, int alpha, int beta, int ply, bool cut_node, int& value);
    bool probcut_by_captures(int beta, int depth, int ply, int estimate, bool cut_node, int& value);
    bool singular(const TableEntry& entry, int beta, int depth, int ply, bool pv, bool cut_node, int& extension,
                  int& value);
    int reduction(const S& state, const RankedAction& move, int depth, int number, int ply, bool pv, bool cut_node,
                  bool improving, const PlayedAction* before) const;
    int search_move(int player, int alpha, int beta, int depth, int reduced, int ply, bool first, bool cut_node);
    void store(int ply, int depth, int alpha, int beta, int best, Action action);
    // Step 10: the horizon.
    int search_leaf(int alpha, int beta, int ply);
    int search_checks(int alpha, int beta, int ply, int left);
    int qsearch(int alpha, int beta, int ply, int beyond);
    bool threatened_after_null_move(int beta, int ply, int beyond, int& best);

    // What the steps are made of.
    Ply& at(int ply) { return plies_[static_cast<std::size_t>(ply)]; }
    PvsPly& ply_at(int ply) override { return at(ply); }
    void play(int ply, Action action);
    void prefetch(Action action);
    template <class Search>
    int value_for(int player, int low, int high, int ply, const Search& search);
    int child(int player, int low, int high, int depth, int ply, bool cut_node, bool allow_null);
    int static_evaluation(int stored, int ply);
    int better_known(int value, const TableEntry& entry) const;
    void inherit(Ply& here, const Ply& below, bool deciding);
    void begin_line(Ply& here, Action action, const Ply& below);
    std::uint64_t key_of(const S& state) const;
    bool probe(int ply, TableEntry& entry);
    void store_root(int depth, int alpha, int beta, int best, Action action) override {
        // The value of some of the moves is not that of the position.
        if (!is_limited_) store(0, depth, alpha, beta, best, action);
    }
    void record_rest(int ply, std::size_t number);
    void rank_by_skipping(int ply);
    int best_follow_up();
    int follow(std::vector<Action>& line) override;
    bool solve_ending(int depth, SearchControl& control) override;

    SearchLine<S> line_;
    TranspositionTable* table_;
    MoveOrder<S> order_;
    CorrectionHistory<S> corrections_;
    std::vector<Ply> plies_;
    int root_player_ = 0;
    bool knows_ = false;            ///< the game's own knowledge is used, at every position
    bool candidates_only_ = false;  ///< only the candidate moves of the evaluation's knowledge are searched
    int first_moves_ = 0;           ///< number of moves of a position that are searched (Shannon's type B); 0: all
    bool static_values_ = false;    ///< techniques that need the static value of each position are on
    std::vector<std::uint8_t> reductions_;  ///< [depth][number of the move], 64 x 64
    std::optional<Knowledge<S>> endings_;   ///< made at the first ending, in games with an endgame solver
};

}  // namespace boardai
