#pragma once
// The part of one thread's principal variation search that does not depend on the game: the root's moves and their
// results, the data of the line, and what the threads of one search need of each other (parallel.hpp).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "boardai/core/action.hpp"
#include "boardai/core/knowledge.hpp"
#include "boardai/search/control.hpp"
#include "boardai/search/pvs/margins.hpp"
#include "boardai/search/pvs/options.hpp"
#include "boardai/search/pvs/recorder.hpp"
#include "boardai/search/score.hpp"
#include "boardai/search/table.hpp"

namespace boardai {

struct SearchReport;

/// A move of the searched position.
struct PvsRootMove {
    Action action = -1;
    int score = 0;              ///< of the last completed or better search of it
    Bound bound = Bound::none;  ///< what kind of score it is: none before the first search
    int iteration = 0;          ///< the iteration in which the score was found
    int order = 0;              ///< score in the running iteration, lowest if it was not better than another
    std::int64_t nodes = 0;     ///< in all iterations
    std::vector<Action> line;   ///< from this move on, where the score is exact or a lower bound
    std::optional<int> margin;  ///< proven, of the finished game
};

/// What the value of a position on the line came from.
struct PvsPly {
    std::vector<Action> line;  ///< best line from here
    std::uint64_t key = 0;     ///< of the table
    int static_value = 0;      ///< corrected by correction history; no_value: none
    int evaluated_value = 0;   ///< the evaluator's own, as the table keeps it; TableEntry::unknown: none
    int repetition = 0;        ///< the value rests on a repetition of this ply's position, -1: of one before the root
    bool horizon = false;      ///< the value rests on more than finished games
    bool move_count = false;   ///< the value rests on draws by the move count
};

class PvsRoot {
  public:
    virtual ~PvsRoot() = default;

    /// Deepens from `first_depth` until the control stops it, the depth limit is reached or nothing is left to find.
    /// If an exception ends it, the results are those of the last finished move.
    virtual void deepen(int first_depth) = 0;

    /// Writes the results so far to a report, at any time on the searching thread. Precondition: the root has been set.
    void tell(SearchReport& report) const;
    std::int64_t nodes() const { return nodes_; }
    /// The tree of the last completed iteration.
    const TreeRecord& tree() const { return recorder_.tree(); }

  protected:
    friend class PvsThreadPool;  // several threads share an iteration

    static constexpr int max_ply = 254;

    PvsRoot(const PvsOptions& options, SearchControl& control, bool main)
        : options_(options), control_(control), main_(main) {}
    PvsRoot(const PvsRoot&) = delete;
    PvsRoot& operator=(const PvsRoot&) = delete;

    // The game's part.
    /// Evaluates the root before its moves; returns the depth to which they are searched.
    virtual int open_root(int depth) = 0;
    /// The value of a root move, the `number`-th of those searched; its line is then that of ply 1.
    virtual int search_root_move(Action action, std::size_t number, int alpha, int beta, int depth) = 0;
    /// The root's moves from `first` on by one window: the best value.
    virtual int search_root(int alpha, int beta, int depth, std::size_t first) = 0;
    virtual void store_root(int depth, int alpha, int beta, int best, Action action) = 0;
    /// Cuts a line where it stops being legal (moves that come from the table alone were not checked) and returns the
    /// static evaluation at its end. Precondition: at the root.
    virtual int follow(std::vector<Action>& line) = 0;
    virtual PvsPly& ply_at(int ply) = 0;
    /// In place of an iteration of this depth: lets the game's solver solve the root, if there is one and that is worth
    /// its cost. False: the iteration is due. True: the search is over; what was proven is published, unless the
    /// control stopped it first. A helper leaves this to the main thread.
    virtual bool solve_ending(int depth, SearchControl& control) = 0;

    // The root's moves.
    /// Forgets what was found: there is no result until the root is set.
    void forget_results();
    /// The last iteration that these limits allow.
    static int last_depth(const SearchLimits& limits);
    /// No deeper iteration finds another value: the quickest win is known.
    bool is_proven(int value, int depth) const;
    /// Writes down a root move's value by the window (alpha, beta); `first`: nothing was better before it.
    void note(PvsRootMove& move, int value, int alpha, int beta, bool first, const std::vector<Action>& line);
    /// The best first; the others keep their order.
    void sort_moves(std::size_t first);
    /// The best of the running iteration; -1: none was better than alpha.
    Action best_action() const;
    /// Publishes the results. Precondition: at the root.
    void publish();
    /// Publishes what a game's own solver proved: the root's moves, the best first, and the line of best play.
    void publish_ending(const SolvedEnding& solved);
    int margin(int hundredths) const { return hundredths * unit_ / 100; }

    const PvsOptions& options_;
    SearchControl& control_;
    bool main_;
    PvsRecorder recorder_;
    std::vector<PvsRootMove> moves_;  ///< in the order of search
    std::vector<PvsRootMove> found_;  ///< best first
    std::int64_t nodes_ = 0;
    int completed_depth_ = 0;
    int iteration_ = 0;
    int longest_line_ = 0;
    int root_value_ = 0;                ///< static evaluation of the root
    int leaf_value_ = 0;                ///< and at the end of the best line, for the root's player
    double point_ = 0;                  ///< value of a point of a finished game's margin; 0: win or loss counts
    double reported_point_ = 0;         ///< a point in the evaluator's unit; 0: the game is not decided by points
    int root_alpha_ = -infinite_score;  ///< the root's window
    int root_beta_ = infinite_score;
    int unit_ = 0;               ///< of the evaluator; 0: it names none
    bool is_limited_ = false;    ///< the root is restricted to some of its actions
    bool exhausted_ = false;     ///< the value of the completed iteration rests on finished games alone
    std::optional<int> margin_;  ///< proven, of the finished game, for the root's player
};

}  // namespace boardai
