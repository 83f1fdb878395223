#pragma once
// A forest of PUCT (or Gumbel) trees that share one network batch by ask and tell.
//
//   while n = select(planes):                     # [n, height, width, channels]
//       logits, values = network(planes[:n])      # [n, policy_size], [n]
//       backup(logits, values)
//
// Where the caller selects (leave_selection_to_caller), select() also returns when all trees that walk are undecided:
//
//   n = select(planes)
//   while undecided(): write_children(...); n = choose(columns, planes)
//
// The search itself, its formula and its paper are in puct_tree.hpp, what Gumbel adds in gumbel.hpp. Each tree has its
// own random stream, Rng(seed, tree), and is searched as if it were alone. Which trees share a batch does not change a
// result. With one leaf per tree at a time, neither does the shared evaluation cache (evaluation_cache.hpp).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "boardai/search/records/tree_record.hpp"
#include "boardai/search/session.hpp"
#include "boardai/search/trees/leaf.hpp"
#include "boardai/search/trees/puct/evaluation_cache.hpp"
#include "boardai/search/trees/puct/puct_tree.hpp"

namespace boardai {

template <GameState S>
class Puct final : public SearchSession {
  public:
    /// `planes`: whether a network will be used; false if only select_state() and search() are called, which need no
    /// encoding. Throws std::invalid_argument on trees < 1.
    Puct(int trees, const PuctOptions& options, std::uint64_t seed, bool planes = true);

    int trees() const { return static_cast<int>(trees_.size()); }
    /// See PuctTree::for_learning.
    static PuctOptions for_learning(const PuctOptions& options) { return PuctTree<S>::for_learning(options); }
    /// From the first root on, positions are evaluated through a symmetry of the board, if it has any (encoding.hpp).
    void use_symmetries(std::uint64_t seed) { symmetry_seed_ = seed; }
    /// Starts a search in one tree. All roots must have the board of the first (std::invalid_argument). A tree
    /// without a root is finished. Waiting rows of all trees are abandoned.
    void set_root(int tree, const S& state);
    /// Continues below a legal action of a tree's root (std::invalid_argument): see PuctTree::advance. Waiting rows of
    /// all trees are abandoned.
    bool advance(int tree, Action action);
    /// See PuctTree::advance_to. Waiting rows of all trees are abandoned.
    bool advance_to(int tree, const S& state);
    /// Another number of simulations for the search in a tree; set_root() and advance() go back to the options'.
    /// Waiting rows of all trees are abandoned.
    void set_simulations(int tree, std::int64_t simulations);
    /// See PuctTree::set_root_noise.
    void set_root_noise(int tree, const double* noise, std::size_t size) { at(tree).set_root_noise(noise, size); }

    /// Fills rows of planes [rows, height, width, channels] (size = all elements) with positions to evaluate, for one
    /// leaf per unfinished tree, then for further ones up to leaves_per_tree; returns how many. A leaf asks for one
    /// row, with quiet_plies for up to two. 0: every tree is finished. Rows of an earlier select() that were never
    /// backed up are abandoned first.
    int select(float* planes, std::size_t size);

    /// From now on the caller chooses the actions on the way down; see PuctTree::leave_selection_to_caller.
    void leave_selection_to_caller() {
        undecided_.reserve(trees_.size());
        for (PuctTree<S>& tree : trees_) tree.leave_selection_to_caller();
    }
    /// How many trees wait for a choice, with one position each. They are the rows of the arrays below.
    std::size_t undecided() const { return undecided_.size(); }
    /// The most actions of one of these positions; 0 if there is none.
    std::size_t most_children() const;
    /// These positions: `counts` [4, rows] of tree, depth, player to move and visits; `numbers` [3, rows] of value, own
    /// evaluation and exploration (PuctPosition). Of their actions [rows, columns]: the actions (-1: none), visits, Q,
    /// priors, and whether they may be chosen. `size`: elements of one of the latter arrays. Throws
    /// std::invalid_argument unless `columns` is at least most_children().
    void write_children(std::int64_t* counts, double* numbers, std::int32_t* actions, std::int64_t* visits,
                        double* q_values, double* priors, std::uint8_t* selectable, std::size_t size);
    /// Continues select() with a column for each of these positions, which is selectable, and the same planes; returns
    /// the same. Throws std::invalid_argument if their number is wrong.
    int choose(const std::int32_t* columns, std::size_t count, float* planes, std::size_t size);

    /// The network's answers in row order: logits [n, policy_size], values [n] in [-1, 1] for the player to move
    /// in each row; with options that read more, [n, 3] of value, probability of a draw and plies left. Throws
    /// std::invalid_argument, and changes nothing, on wrong sizes, a value out of range, or a logit that is not finite.
    void backup(const float* logits, std::size_t logits_size, const float* values, std::size_t values_size);

    /// The same for evaluations of states: the next position of a tree as actions from its root; false when the
    /// search is finished. One at a time.
    bool select_state(int tree);
    std::size_t leaf_path(int tree, std::int32_t* actions, std::size_t size) const;
    /// The legal actions of that position; `size` at least ActionList::capacity.
    std::size_t leaf_actions(int tree, std::int32_t* actions, std::size_t size) const;
    /// One logit for each of leaf_actions(), and a value in [-1, 1] for the player to move.
    void backup_state(int tree, const float* logits, std::size_t size, float value);

    /// Runs without a network until all searches are finished or the time is over. Priors are uniform, and leaves are
    /// evaluated by random games or by an evaluator of the game. Throws std::invalid_argument on an unknown evaluator.
    void search(const LeafOptions& leaf, const EvaluationSpec& evaluator);

    /// Begins a search of the first tree, with this many further simulations and seconds (0: no limit); its report
    /// counts from here. When the time is over, select() and select_state() return no further positions. Roots are
    /// always evaluated.
    void begin(std::int64_t simulations, double seconds);

    bool finished(int tree) const { return at(tree).finished(); }
    std::int64_t simulations_done(int tree) const { return at(tree).simulations_done(); }
    Action best_action(int tree) const { return at(tree).best_action(); }
    /// Number of legal actions at the root once it is evaluated, else 0.
    std::size_t root_action_count(int tree) const { return at(tree).root_action_count(); }
    /// A tree, for its other results. Throws std::out_of_range where there is no such tree.
    const PuctTree<S>& tree(int tree) const { return at(tree); }
    /// All trees at once, by policy index: rows [trees, policy_size] of visits, of policy targets, of priors (with
    /// noise) and of Q for the player to move (0 where there are no visits); and for each tree the best action (-1
    /// where it has no evaluated root) and the root's value. `size`: elements of a row array. Throws
    /// std::invalid_argument if that is another number, or the game has no planes.
    void write_rows(std::int64_t* visits, float* weights, float* priors, float* q_values, std::size_t size,
                    std::int32_t* actions, float* values) const;
    /// The most visited positions of a tree, at most `rows`.
    TreeRecord record(int tree, std::size_t rows) const;

    /// Network rows answered so far, in all trees.
    std::int64_t evaluations() const { return evaluations_; }
    /// Clears the network's cached answers, for new weights.
    void clear_cache() {
        if (cache_.enabled()) cache_.clear();
    }

  private:
    struct Counts {
        std::int64_t simulations = 0;
        std::int64_t evaluations = 0;
        std::int64_t cache_lookups = 0;
        std::int64_t cache_hits = 0;
    };

    bool snapshot(SearchReport& report) override;
    Counts counts() const;
    const PuctTree<S>& at(int tree) const;
    PuctTree<S>& at(int tree);
    void abandon();
    int fill(float* planes, std::size_t size);
    EvaluationCache* cache() { return cache_.enabled() ? &cache_ : nullptr; }

    std::vector<PuctTree<S>> trees_;
    bool planes_;
    std::size_t rows_per_leaf_;
    bool forecasts_;
    std::optional<Encoding_t<S>> encoding_;
    std::optional<std::uint64_t> symmetry_seed_;
    EvaluationCache cache_;
    std::vector<std::int32_t> row_trees_;  ///< which tree each waiting row belongs to
    std::vector<std::size_t> undecided_;   ///< the trees that wait for the caller's choice
    std::size_t turn_ = 0;                 ///< the tree that is next to walk
    bool has_asked_ = false;               ///< whether one has asked for a row in this round
    std::int64_t evaluations_ = 0;
    Counts before_;  ///< when the search began
};

}  // namespace boardai
