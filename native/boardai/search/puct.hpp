#pragma once
// A forest of PUCT trees that share one network batch by ask and tell.
//
//   while n = select(planes):                     # [n, height, width, channels]
//       logits, values = network(planes[:n])      # [n, policy_size], [n]
//       backup(logits, values)
//
// The search itself, its formula and its paper are in puct_tree.hpp. Each tree has its own random stream,
// Rng(seed, tree), and is searched as if it were alone: which trees share a batch does not change a result.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/search/puct_tree.hpp"

namespace boardai {

template <Encodable S>
class Puct {
  public:
    /// Throws std::invalid_argument on trees < 1 or options out of range.
    Puct(int trees, const PuctOptions& options, std::uint64_t seed);

    int trees() const { return static_cast<int>(trees_.size()); }
    /// Starts a search in one tree. All roots must have the board of the first (std::invalid_argument). A tree
    /// without a root is finished. Waiting rows of all trees are abandoned.
    void set_root(int tree, const S& state);

    /// Fills rows of planes [rows, height, width, channels] (size = all elements) with positions to evaluate, one
    /// per unfinished tree, then further ones up to leaves_per_tree; returns how many. 0: every tree is finished.
    /// Rows of an earlier select() that were never backed up are abandoned first.
    int select(float* planes, std::size_t size);

    /// The network's answers in row order: logits [n, policy_size], values [n] in [-1, 1] for the player to move
    /// in each row. Throws std::invalid_argument, and changes nothing, on wrong sizes, a value out of range, or a
    /// logit that is not finite.
    void backup(const float* logits, std::size_t logits_size, const float* values, std::size_t values_size);

    /// Finishes all searches without a network: see PuctTree::search_by_rollouts.
    void search_by_rollouts(int rollouts);

    bool finished(int tree) const { return at(tree).finished(); }
    bool all_finished() const;
    int simulations_done(int tree) const { return at(tree).simulations_done(); }
    double root_value(int tree) const { return at(tree).root_value(); }
    Action best_action(int tree) const { return at(tree).best_action(); }
    Action sample_action(int tree, double temperature) { return at(tree).sample_action(temperature); }

    /// Number of legal actions at the root once it is evaluated, else 0.
    std::size_t root_action_count(int tree) const { return at(tree).root_action_count(); }
    /// The root's actions, visit counts, priors (with noise) and Q for the player to move, in one order; each array
    /// has root_action_count(tree) elements. Returns that count.
    std::size_t visits(int tree, std::int32_t* actions, std::int32_t* visit_counts, float* priors, double* values,
                       std::size_t size) const;
    /// The most visited line: fills at most `size` actions and returns how many.
    std::size_t principal_variation(int tree, std::int32_t* actions, std::size_t size) const;

    int depth(int tree) const { return at(tree).depth(); }
    /// Positions held by a tree, and what they and their actions take.
    std::size_t position_count(int tree) const { return at(tree).position_count(); }
    std::size_t memory_bytes(int tree) const { return at(tree).memory_bytes(); }
    /// Network rows answered so far, in all trees.
    std::int64_t evaluations() const { return evaluations_; }

  private:
    const PuctTree<S>& at(int tree) const;
    PuctTree<S>& at(int tree);

    std::vector<PuctTree<S>> trees_;
    std::optional<Encoding<S>> encoding_;
    std::vector<std::int32_t> row_trees_;  ///< which tree each waiting row belongs to
    std::int64_t evaluations_ = 0;
};

}  // namespace boardai
