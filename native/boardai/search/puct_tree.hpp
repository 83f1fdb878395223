#pragma once
// PUCT: Monte-Carlo tree search guided by a policy and value network (the search of AlphaZero). One tree.
//
// Idea: walk down from the root by the action that maximises Q + U, ask the network about the first position not
// yet in the tree, and add its value to every edge walked. Visits gather where value and prior agree.
//
//   U(s, a) = c_scale * (log((N(s) + c_base + 1) / c_base) + c_init) * P(s, a) * sqrt(N(s)) / (1 + n(s, a))
//   Q(s, a) = W(s, a) / n(s, a)   for the player to move in s
//   Q(s, a) = V(s) - fpu_reduction * sqrt(sum of P(s, b) over visited b)   where n(s, a) = 0
//
// N(s) counts every evaluation at or below s, its own included, so N(s) = 1 + sum of n(s, a); V(s) is their mean.
// Evaluating the root is not a simulation: after k simulations the root's visits add up to k.
// Values change sign between plies only where the player changes, so a player may move twice in a row. A finished
// game is worth its exact outcome and costs no evaluation.
//
// Papers: Silver et al. 2018, A general reinforcement learning algorithm that masters chess, shogi, and Go
// through self-play (Science 362), and its pseudocode; unvisited actions start from the parent's value as in
// Leela Chess Zero and KataGo (Wu 2019, arXiv:1902.10565), where AlphaZero's pseudocode takes a loss.
//
// Unvisited actions of a position differ only in their prior, so only the likeliest of them can be next. Actions are
// therefore kept in the order of their first visit, the likeliest unvisited one behind the visited ones, and those
// after it are not looked at.
// Complexity: a simulation of depth d copies one state, plays d plies and scores the visited actions on the way.
// Memory: 8 bytes a legal action, 16 to 48 a visited one, 40 a position; states are not stored but played again
// from the root.
// Not handled: transpositions, keeping the subtree after a move, proving wins (a proven child is only averaged).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "boardai/core/encoding.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

struct PuctOptions {
    int simulations = 16;           ///< per search; 0 evaluates the root alone
    double c_base = 19652;          ///< how slowly exploration grows with visits
    double c_init = 1.25;           ///< exploration at few visits
    double c_scale = 1;             ///< multiplies both
    double fpu_reduction = 0;       ///< how far below its parent's value an unvisited action starts
    double dirichlet_alpha = 0.3;   ///< concentration of the root noise; smaller is spikier
    double dirichlet_fraction = 0;  ///< share of noise in the root's priors; 0: none, and nothing is drawn
    int leaves_per_tree = 1;        ///< positions one tree may have waiting for the network
    double virtual_loss = 1;        ///< value taken from each edge per waiting leaf; with leaves_per_tree > 1
};

/// Throws std::invalid_argument naming the option that is out of range.
void check_options(const PuctOptions& options);

/// One action at the root, as the search left it.
struct RootAction {
    Action action = -1;
    std::int32_t visits = 0;
    float prior = 0;   ///< with noise, if any
    double value = 0;  ///< Q for the player to move at the root; 0 where unvisited
};

template <Encodable S>
class PuctTree {
  public:
    /// `options` have been checked.
    PuctTree(const PuctOptions& options, const Rng& rng) : options_(options), rng_(rng) {}

    /// Begins a search from `state`; everything known before is forgotten, the random stream goes on.
    void set_root(const S& state);
    bool has_root() const { return root_.has_value(); }
    const S& root() const { return *root_; }

    /// Simulations are done, or there is nothing to search (no root, or a finished game).
    bool finished() const;

    /// Runs simulations until one needs the network: writes its observation to `row` and returns true. Returns
    /// false when the search is finished or must wait for backup().
    bool select(const Encoding<S>& encoding, float* row);
    /// The network's answer to the oldest waiting leaf: logits [policy_size] and a value in [-1, 1] for the player
    /// to move there. Precondition: waiting() > 0; logits and value are finite.
    void backup(const float* logits, float value);
    std::size_t waiting() const { return waiting_count_ - waiting_first_; }
    /// Forgets the waiting leaves, as if they had not been selected.
    void abandon();

    /// Finishes the search without a network: uniform priors; a leaf is worth the mean of `rollouts` random games
    /// from it, or 0 with rollouts == 0. A position gets its actions when it is visited again, which most never are.
    void search_by_rollouts(int rollouts);

    int simulations_done() const { return simulations_done_; }
    /// V of the root for the player to move there; the outcome of a finished game; 0 before the first evaluation.
    double root_value() const;
    std::size_t root_action_count() const {
        return nodes_.empty() ? 0 : static_cast<std::size_t>(nodes_[0].edge_count);
    }
    RootAction root_action(std::size_t index) const;

    /// Most visits, then higher prior, then first. Throws std::logic_error before the root is evaluated.
    Action best_action() const;
    /// Draws an action with probability proportional to visits^(1 / temperature) (priors where no simulation has
    /// run); temperature 0 is best_action(). Throws as best_action().
    Action sample_action(double temperature);
    /// The most visited line, starting at the root.
    std::vector<Action> principal_variation() const;

    std::size_t position_count() const { return nodes_.size(); }
    /// Plies of the longest line walked.
    int depth() const { return depth_; }
    std::size_t memory_bytes() const;
    const Rng& rng() const { return rng_; }
    Rng& rng() { return rng_; }

  private:
    /// A position of the tree. Its actions are edges [first_edge, first_edge + edge_count); the visited ones come
    /// first, and what the search knows of the i-th is in child slot first_child + i.
    struct Node {
        double value_sum;  ///< for the player to move here
        std::int32_t visits;
        std::int32_t player;
        std::int32_t first_edge;
        std::int32_t edge_count;  ///< 0: not asked for yet, see search_by_rollouts
        std::int32_t first_child;
        std::int32_t child_count;
        std::int32_t child_capacity;
    };
    /// Child slots move when a node needs more of them; a step of a path counts from the node's first.
    struct Step {
        std::int32_t node;
        std::int32_t child;
    };
    /// A position reached by a simulation that the tree does not hold yet.
    struct Leaf {
        std::vector<Step> path;
        std::vector<Action> actions;
        std::vector<std::int32_t> policy_indices;
        int player = 0;
        void set_actions(const S& state);
    };
    enum class Reached { new_position, finished_game, waiting_leaf };

    // What a child slot leads to: a node number, or one of these. A finished game is coded with its outcome for the
    // player who moves into it, so that it needs no node and is not played again.
    static constexpr std::int32_t unvisited = -1;
    static constexpr std::int32_t in_evaluation = -2;
    static constexpr std::int32_t finished_draw = -10;  // - 1: loss, + 1: win
    static bool is_finished_game(std::int32_t child) { return child <= finished_draw + 1; }

    Reached descend(S& state, Leaf& leaf, int& outcome);
    void expand(std::int32_t node, const S& state);
    std::int32_t add_edges(const Action* actions, std::size_t count);
    std::int32_t best_child(const Node& node);
    void open_child(const Step& step, std::int32_t leads_to);
    void close_child(const Step& step);
    void bring_likeliest_forward(const Node& node);
    Node& node_at(std::int32_t node) { return nodes_[static_cast<std::size_t>(node)]; }
    std::size_t slot(const Step& step) const {
        return static_cast<std::size_t>(nodes_[static_cast<std::size_t>(step.node)].first_child + step.child);
    }
    std::int32_t visits_of(const Node& node, std::int32_t index) const {
        return index < node.child_count ? child_visits_[static_cast<std::size_t>(node.first_child + index)] : 0;
    }
    std::int32_t most_visited(const Node& node) const;
    void hold(const Leaf& leaf, double sign);
    void add_node(const Leaf& leaf, const double* priors, double value);
    void add_value(const std::vector<Step>& path, int player, double value);
    void add_root_noise();
    void reserve(std::size_t root_actions);
    template <class Weight>
    std::size_t sample(const Weight& weight);

    PuctOptions options_;
    Rng rng_;
    std::optional<S> root_;
    bool root_terminal_ = false;
    int simulations_started_ = 0;
    int simulations_done_ = 0;
    int depth_ = 0;

    std::vector<Node> nodes_;
    // Parallel arrays: scoring reads three of them in order and nothing else.
    std::vector<Action> edge_action_;
    std::vector<float> edge_prior_;
    std::vector<double> child_value_sum_;
    std::vector<std::int32_t> child_visits_;
    std::vector<std::int32_t> child_node_;

    // Leaves [waiting_first_, waiting_count_) wait for the network; the vector keeps their memory for reuse.
    std::vector<Leaf> waiting_;
    std::size_t waiting_first_ = 0;
    std::size_t waiting_count_ = 0;
    std::vector<double> scratch_;
};

}  // namespace boardai
