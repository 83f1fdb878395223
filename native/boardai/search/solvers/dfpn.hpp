#pragma once
// df-pn: proof-number search depth first, in the memory of a table. Solves endings, small boards and chess problems.
//
// Idea: proof-number search (pns.hpp) stays in the subtree of one child as long as the most-proving node lies in it.
// Two thresholds determine in advance how long that is, so the tree need not be kept: only the numbers of each position
// are, in a table, which also joins transpositions.
//
//     near = proof number at OR nodes, disproof number at AND nodes;  far = the other one
//     near(n) = min of near(children),  far(n) = sum of far(children)
//     thresholds of the best child c, second being the next smallest near:
//         near limit(c) = min(near limit(n), second + 1 + floor(epsilon * second))
//         far limit(c)  = far limit(n) - far(n) + far(c)
//
// Steps:
//     1. Look the position up: solved, or over a threshold, it needs no search.
//     2. Ask what the game knows of a new position (core/knowledge.hpp): it may be decided, or need few
//        of its moves.
//     3. Expand it: each child is judged by the rules, or looked up, or starts with 1, 1.
//     4. Sum up. While both numbers are below their limits, search the best child with its thresholds. If a child is
//        refuted, so are the moves outside the proof set of its refutation. Widening: of the open children only some
//        count, those which the game's knowledge finds most promising, until they are refuted.
//     5. Store what was found.
//
// Threads share the table, and each searches from the root by itself. When the best child is chosen, a child on which
// another thread is working counts as twice as hard, so threads separate where several children are equally good
// (virtual numbers: T. Kaneko 2010, Parallel depth first proof number search). When one thread has solved the root, all
// end.
//
// Papers: Nagai 2002, Df-pn algorithm for searching AND/OR trees and its applications (thesis, Tokyo); epsilon:
// Pawlewicz and Lew 2007, Improving depth-first PN-search: 1 + epsilon trick; path-dependent results: Kishimoto and
// Müller 2004, A general solution to the graph history interaction problem (the idea, not the procedure).
// Widening: B. Arneson, R. Hayward and P. Henderson 2011, Solving Hex: beyond humans.
// Cost: as proof-number search, plus repeated work for entries that the table has dropped (proof_table.hpp).
//
// Repetition (games that are Repeating). A result that holds on every line is stored under the position's key alone. A
// disproof that rests on a repetition of an earlier position of the line, or on a move counter's draw, holds on this
// line only: it is stored under the key mixed with those of the line's positions. A disproof that rests on repetitions
// of the position itself or of later ones holds everywhere. A proof is used where the move counter leaves room for its
// length; it needs no repetition, since each of its positions was proved before the one that leads there. A proved win
// is thus a win, and a disproved one is not, by the rules with a repetition on the line counted as a draw.
//
// Not handled: games that may cycle without being Repeating. A position that is reached in two ways below one node is
// counted twice in the sums, which costs work but not correctness.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "boardai/core/knowledge.hpp"
#include "boardai/core/machine/thread_pool.hpp"
#include "boardai/search/line.hpp"
#include "boardai/search/solvers/options.hpp"
#include "boardai/search/solvers/proof_strategy.hpp"
#include "boardai/search/solvers/proof_table.hpp"
#include "boardai/search/solvers/solver.hpp"

namespace boardai {

template <GameState S>
class DfPn final : public SearchSession {
  public:
    /// Evaluator "none": open leaves start with 1, 1 (or `mobility`). Throws std::invalid_argument.
    DfPn(const DfPnOptions& options, const EvaluationSpec& evaluator) : DfPn(options, evaluator, nullptr) {}
    ~DfPn();  // where the game's knowledge is a complete type

    /// Answers the question. limits.depth: plies after which an open position counts as not won. The report's nodes are
    /// expansions. Throws std::invalid_argument if the game is over.
    /// `strategy_moves`: the maximum number of moves in a strategy; 0: no strategy is made. `positions`: the maximum
    /// number of positions solved on the way that are stored.
    void run(const S& root, const SearchLimits& limits, std::size_t strategy_moves = 0, std::size_t positions = 0);
    /// Empty if none was requested, nothing was proved, or it would be larger.
    const ProofStrategy& strategy() const { return strategy_; }
    /// Positions solved on the way, in the order in which they were: their texts; outcomes for the player to move, and
    /// moves that keep a win (-1: all is lost), [positions_solved()] each. What holds on some lines only, or was asked
    /// with a limit, is not among them.
    std::size_t positions_solved() const { return positions_.size(); }
    std::string solved_text(std::size_t number) const { return std::string(positions_[number].state.to_string()); }
    void solved_columns(std::int32_t* outcomes, std::int32_t* actions) const;

  private:
    using Known = MoveFacts<typename Knowledge<S>::Actions>;

    /// The search's results for a position.
    struct Numbers {
        std::uint32_t number[2] = {1, 1};        ///< proof, disproof
        std::int32_t length = 0;                 ///< of the proof or disproof
        int reach = solver_detail::independent;  ///< as in solver_detail::Leaf
        bool drawn = false;                      ///< disproved, but the attacker can draw in what was searched
        bool solved() const { return number[0] == 0 || number[1] == 0; }
    };
    struct Child {
        Action action;
        Numbers numbers;
        Known known;
        std::uint64_t key = 0;  ///< with several threads
    };
    struct Position {
        S state;
        bool won;  ///< by the player to move
        Action action;
    };
    /// The winner by the game's knowledge.
    struct Decided {
        int winner = FactsOf<S>::unknown;
        Action winning_move = -1;
        bool unfinished = false;  ///< the search ended before the game's knowledge was complete
    };
    struct Sum {
        std::uint32_t near = infinite_number;
        std::uint32_t far = 0;
        std::uint32_t second = infinite_number;
        std::size_t best = 0;  ///< in children_
    };
    /// The data that threads share.
    struct Shared {
        Shared(std::size_t bytes, int threads)
            : table(bytes, threads > 1), at_work(threads > 1 ? at_work_size : 0), pool(threads) {}
        static constexpr std::size_t at_work_size = 1 << 16;
        ProofTable<S> table;
        std::vector<std::atomic<std::uint16_t>> at_work;  ///< threads in the subtree of the position of such a key
        std::atomic<bool> done = false;                   ///< the root is solved, or a thread has failed
        ThreadPool pool;
    };

    DfPn(const DfPnOptions& options, const EvaluationSpec& evaluator, DfPn* primary);
    bool snapshot(SearchReport& report) override;
    void set_root(const S& root);
    solver_detail::Answer ask(const S& root, int attacker);
    Numbers search_root(const S& root, int attacker);
    Numbers search_together(const S& root, int attacker);
    void report_proof_set(const S& root, const Numbers& numbers);
    bool count_node();
    bool stopped() const;
    Numbers search(std::uint32_t proof_limit, std::uint32_t disproof_limit, int plies_left, Known& known);
    void push(Action action);
    void pop();
    Decided analyse(Known& known);
    bool wants_move(const Decided& decided) const;
    bool expand(int plies_left, const Known& known);
    void sort_quietly(ActionList& actions) const;
    void prune_refuted(std::size_t begin, int side, Known& known);
    void conclude_proof_set(std::size_t begin, int side, bool won, Known& known) const;
    Child judged_child(Action action, int plies_left);
    std::size_t tried_of(std::size_t begin) const;
    Sum sum_up(std::size_t begin, int side) const;
    void part(std::size_t begin, int side, std::uint32_t near_limit, Sum& sum) const;
    std::atomic<std::uint16_t>& at_work(std::uint64_t key) const {
        return shared_->at_work[key % Shared::at_work_size];
    }
    Numbers conclude(std::size_t begin, int side, const Sum& sum) const;
    std::size_t solution_child(std::size_t begin, int side, bool won) const;
    bool recall(int plies_left, Numbers& numbers, Known& known) const;
    bool store(int plies_left, const Numbers& numbers, const Known& known, std::int64_t work);
    void remember(const Numbers& numbers, Action action);
    std::uint64_t key_of(int plies_left) const;
    std::uint64_t path_key(std::uint64_t key) const;
    std::uint32_t wider_than(std::uint32_t second) const;
    void push_ancestor();
    void choose_line(bool draw);
    // dfpn_strategy-inl.hpp
    void write_strategy(const S& root, std::size_t most, const solver_detail::Answer& answer);
    bool write_replies(std::size_t most, int player, int side);
    Action proving_action(int player, int side);

    DfPnOptions options_;
    std::shared_ptr<const Evaluation<S>> evaluation_;
    std::optional<SearchLine<S>> line_;
    std::unique_ptr<Knowledge<S>> knowledge_;  ///< null: it is not used
    bool informed_;                            ///< open leaves are evaluated
    std::shared_ptr<Shared> shared_;
    DfPn* primary_;  ///< the object that this one helps; null: it is the one that was called
    std::vector<std::unique_ptr<DfPn>> helpers_;
    int most_plies_ = 0;
    std::atomic<std::int64_t> nodes_ = 0;   ///< a helper's
    std::vector<Child> children_;           ///< of all positions on the line, one after the other
    std::vector<std::uint64_t> ancestors_;  ///< keys of the lines to the positions on the line
    SolverResult result_;
    Known root_known_;
    ProofStrategy strategy_;
    std::vector<Position> positions_;
    std::size_t most_positions_ = 0;
    double widening_ = 1;
    int attacker_ = 0;
    int player_ = 0;
};

}  // namespace boardai
