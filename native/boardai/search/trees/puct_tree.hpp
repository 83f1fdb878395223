#pragma once
// PUCT: Monte-Carlo tree search guided by a policy and value network (the search of AlphaZero). One tree.
//
// Idea: walk down from the root by the action that maximises Q + U, ask the network about the first position not
// yet in the tree, and add its value to every edge walked. Visits gather where value and prior agree.
//
//   U(s, a) = c_scale * (log((N(s) + c_base + 1) / c_base) + c_init) * sqrt(N(s)) * P(s, a) / (1 + n(s, a))
//   Q(s, a) = W(s, a) / n(s, a)   for the player to move in s
//   Q(s, a) = V(s) - fpu_reduction * sqrt(sum of P(s, b) over visited b)   where n(s, a) = 0
//
// N(s) counts every evaluation at or below s, its own included, so N(s) = 1 + sum of n(s, a); V(s) is their mean.
// Evaluating the root is not a simulation: after k simulations the root's visits add up to k.
// Values change sign between plies only where the player changes, so a player may move twice in a row. A finished
// game is worth its exact outcome and costs no evaluation.
//
//   1. Select: from the root on, take the action with the highest Q + U until it leads out of the tree.
//   2. Expand and evaluate: the new position gets its legal actions, their priors and a value.
//   3. Back up: add the value to every edge and position on the way.
//
// Variants, each an option (options.hpp):
// - q_transform: what is added to U is Q itself ("none"); Q stretched from [-1, 1] to [0, 1], unvisited actions a loss
//   ("min_max", AlphaZero's pseudocode); or Q stretched from the lowest to the highest of V(s) and the visited
//   actions' Q, unvisited ones the lowest ("parent_and_siblings", MuZero and mctx's default).
// - leaves_per_tree: several leaves wait for the network at once. Their paths count as visited and lost (virtual
//   loss), or with unobserved_counts as visited without a value (WU-UCT, Liu et al. 2020, arXiv:1810.11755).
// - solver: an outcome that is proven goes up the tree: a win where one action wins; where all actions are proven, the
//   best of them (after Winands, Bjornsson, Saito 2008, Monte-Carlo Tree Search Solver). A proven root ends the search.
// - graph: a position reached by several ways is one node. Edges keep their own visits, values are shared: after each
//   simulation V(s) = (own evaluation + sum of n(s, a) Q(s, a)) / N(s), Q(s, a) being V of the node below (Czech,
//   Korus, Kersting 2021, arXiv:2012.11045; KataGo's notes on graph search). Positions are one only if the rules see
//   no difference: hash(), and history_key() in games that look back. In chess that is the positions since the last
//   irreversible move and the move count; so the graph has no cycle, and a draw by repetition or by the 50 moves is
//   never mixed into a position that came about otherwise.
// - repetition_draws: a position that stood on the board before, in the game or on the line, is worth a draw and is
//   searched no further, though the rules would let it come back once more: whoever is ahead has to do something else,
//   and few simulations suffice to see it. In games that are Repeating; the root itself is searched in any case.
// - forced_playouts (k): at the root, an action once tried is tried again until it has sqrt(k P(a) N) visits, N being
//   the sum of the root's visits, so that noise shows what it is worth; what to train on then leaves out the visits
//   that its score alone would not have earned (KataGo, Wu 2019, section 3.2: policy target pruning).
// - gumbel: another choice of actions at the root and inside (gumbel.hpp).
//
// The tree lives in a pool of tree_mb (tree_pool.hpp). When it is full the search goes on among the positions it has:
// visits still count, and full() says so. advance() keeps the part below a move and frees the rest.
//
// Papers: Silver et al. 2018, A general reinforcement learning algorithm that masters chess, shogi, and Go
// through self-play (Science 362), and its pseudocode; unvisited actions start from the parent's value as in
// Leela Chess Zero and KataGo (Wu 2019, arXiv:1902.10565), where AlphaZero's pseudocode takes a loss.
//
// Unvisited actions of a position differ only in their prior, so only the likeliest of them can be next. Actions are
// therefore kept in the order of their first visit, the likeliest unvisited one behind the visited ones, and those
// after it are not looked at. What visited actions are scored by, Q and P / (1 + n), is kept ready: a score is one
// multiplication and one addition, and the compiler makes vectors of them.
// Complexity: a simulation of depth d copies one state, plays d plies and scores the visited actions on the way.
// Memory: 40 bytes a position (56 with graph), 8 a legal action (4 where all are as likely), 32 to 64 a visited one
// (36 to 72 with leaves_per_tree > 1); states are not stored but played again from the root.
// Not handled: several threads in one tree (forests run side by side); bounds of values other than proven outcomes.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "boardai/core/encoding.hpp"
#include "boardai/core/game_state.hpp"
#include "boardai/search/trees/evaluation_cache.hpp"
#include "boardai/search/trees/options.hpp"
#include "boardai/search/trees/tree_pool.hpp"

namespace boardai {

struct CompletedValues;
class SearchControl;
class TreeRecord;

/// A game whose rules look back: history_key() tells apart what hash() does not and the rules do (earlier positions,
/// counters). A game without it has no such rules.
template <class S>
concept RemembersHistory = GameState<S> && requires(const S& constant) {
    { constant.history_key() } -> std::same_as<std::uint64_t>;
};

/// One action at the root, as the search left it.
struct RootAction {
    Action action = -1;
    std::int32_t visits = 0;
    float prior = 0;   ///< with noise, if any
    double value = 0;  ///< Q for the player to move at the root; 0 where unvisited
};

template <GameState S>
class PuctTree {
  public:
    /// `options` have been checked.
    PuctTree(const PuctOptions& options, const Rng& rng);

    /// Begins a search from `state`; everything known before is forgotten, the random stream goes on.
    void set_root(const S& state);
    /// Begins a search from the position after `action`, which is legal at the root, and keeps what is known of it;
    /// the rest is freed. `simulations` of the options come on top. Returns whether anything was kept. While the part
    /// is moved it takes its room twice.
    bool advance(Action action);
    bool has_root() const { return root_.has_value(); }
    const S& root() const { return *root_; }
    /// Another number of simulations for this search; it may already run.
    void set_simulations(int simulations);
    /// Noise for the next root instead of drawn noise, one number for each legal action in ascending order of actions:
    /// a Dirichlet sample, or Gumbel samples (without gumbel.scale).
    void set_root_noise(const double* noise, std::size_t size) { given_noise_.assign(noise, noise + size); }

    /// Whether roots from now on get noise and forced playouts, where the options ask for them; at first they do.
    void explore_root(bool on) { exploring_ = on; }

    /// Simulations are done, or there is nothing to search (no root, a finished game, a proven root).
    bool finished() const;

    /// Runs simulations until one needs the network: writes its observation to `row` and returns true. Returns
    /// false when the search is finished, must wait for backup(), or is stopped by `control`, which counts simulations.
    /// What the cache knows needs no row.
    bool select(const Encoding_t<S>& encoding, float* row, EvaluationCache* cache = nullptr,
                SearchControl* control = nullptr);
    /// The network's answer to the oldest waiting leaf: logits [policy_size] and a value in [-1, 1] for the player to
    /// move there. Precondition: waiting() > 0; logits and value are finite.
    void backup(const float* logits, float value, EvaluationCache* cache = nullptr);
    std::size_t waiting() const { return waiting_count_ - waiting_first_; }
    /// Forgets the waiting leaves, as if they had not been selected.
    void abandon();

    /// As select(), for evaluations of states instead of planes: the leaf is the position after leaf_path(), and
    /// backup() takes one logit for each of its leaf_actions().
    bool select_state(SearchControl* control = nullptr);
    void leaf_path(std::vector<Action>& path) const;
    const std::vector<Action>& leaf_actions() const { return waiting_[waiting_count_ - 1].actions; }

    /// Goes on until the search is finished or `control` stops it, without a network: uniform priors; a leaf is worth
    /// the mean of `rollouts` random games from it, or 0 with rollouts == 0. A position gets its actions when it is
    /// visited again, which most never are.
    void search_by_rollouts(int rollouts, SearchControl& control);

    int simulations_done() const { return simulations_done_; }
    /// V of the root for the player to move there; its outcome where proven; 0 before the first evaluation.
    double root_value() const;
    /// The proven outcome for the player to move at the root: +1, 0, -1, or `unproven`.
    static constexpr int unproven = -2;
    int root_outcome() const;
    std::size_t root_action_count() const { return root_node_ == 0 ? 0 : node_at(root_node_).edge_count; }
    RootAction root_action(std::size_t index) const;
    /// The root's own evaluation, for the player to move there, and the likeliest action by the evaluator's policy
    /// alone, without noise. Precondition: root_action_count() > 0.
    double root_evaluation() const { return static_cast<double>(node_at(root_node_).own_value); }
    Action likeliest_action() const { return likeliest_; }
    /// What to train on, in the order of root_action(): the share of the visits (of the priors before the first
    /// simulation), without what was forced; or with gumbel the improved policy.
    void policy(double* shares) const;

    /// Most visits, then higher prior, then first; with gumbel by noise, logit and value among the most visited; with
    /// solver a proven win, and a proven loss only where nothing else is left. Throws std::logic_error before the
    /// root is evaluated.
    Action best_action() const;
    /// Draws an action with probability proportional to visits^(1 / temperature) (priors where no simulation has
    /// run); temperature 0 is best_action(). Throws as best_action().
    Action sample_action(double temperature);
    /// The most visited line, starting at the root.
    std::vector<Action> principal_variation() const;
    /// The most visited part of the tree.
    void record(TreeRecord& tree) const;

    std::size_t position_count() const { return position_count_; }
    /// Plies of the longest line walked.
    int depth() const { return depth_; }
    /// The pool had no room for a position or action since the root was set.
    bool full() const { return full_; }
    std::size_t memory_bytes() const { return pool_.used_bytes() + graph_.size() * sizeof(PoolPlace); }
    const Rng& rng() const { return rng_; }
    Rng& rng() { return rng_; }
    const CacheReader& cache_reader() const { return cache_reader_; }

  private:
    /// A position. Its actions are at `edges`: numbers, then priors unless `uniform`; the visited ones come first, and
    /// what the search knows of them is at `slots`.
    struct Node {
        double value_sum;      ///< for the player to move here
        std::int32_t visits;   ///< without waiting leaves
        std::int32_t pending;  ///< waiting leaves at or below
        PoolPlace edges;       ///< 0: not asked for yet, see search_by_rollouts
        PoolPlace slots;
        float own_value;  ///< its own evaluation
        std::uint16_t edge_count;
        std::uint16_t slot_count;
        std::uint16_t slot_capacity;
        std::uint8_t player;
        std::uint8_t flags;
    };
    static_assert(sizeof(Node) == 5 * TreePool::word);
    static constexpr std::uint8_t uniform = 1;       ///< all actions are as likely
    static constexpr std::uint8_t in_order = 2;      ///< the unvisited ones stand in the order of their turn
    static constexpr std::uint8_t moved = 4;         ///< while advance() copies: `visits` is the new place
    static constexpr std::uint8_t proven_shift = 4;  ///< 0, or 2 + the proven outcome for the player to move
    /// With graph, behind the node.
    struct Shared {
        std::uint64_t key;
        PoolPlace next;  ///< of the same bucket
        std::uint32_t unused;
    };
    /// Arrays of the visited actions; those that scoring reads come first.
    struct Slots {
        double* q;  ///< W / n, with virtual loss
        double* u;  ///< P / (1 + n), n with waiting leaves
        double* w;
        std::int32_t* n;         ///< without waiting leaves
        std::int32_t* leads_to;  ///< a node, or a code
        std::int32_t* pending;   ///< null with leaves_per_tree == 1
    };
    struct Step {
        PoolPlace node;
        std::int32_t slot;
    };
    /// A position reached by a simulation that the tree does not hold yet.
    struct Leaf {
        std::vector<Step> path;
        std::vector<Action> actions;
        std::vector<std::int32_t> policy_indices;
        std::vector<float> logits;  ///< of the actions, from the cache
        std::uint64_t cache_key = 0;
        std::uint64_t graph_key = 0;
        std::int64_t kept_words = 0;
        int player = 0;
    };
    enum class Reached { new_position, finished_game, waiting_leaf, no_room };
    /// Q counts as scale * Q, an unvisited action's as scale * first; what is subtracted from all alike does not
    /// matter.
    struct QScale {
        double scale = 1;
        double first = 0;
    };

    // What a slot leads to: a node's place, or one of these. A finished game, or a proven one with solver, is coded
    // with its outcome for the player who moves into it, so that it needs no node and is not played again.
    static constexpr std::int32_t in_evaluation = -2;
    static constexpr std::int32_t finished_draw = -10;  // - 1: loss, + 1: win
    static bool is_finished_game(std::int32_t leads_to) { return leads_to <= finished_draw + 1; }

    // Selection: puct_select-inl.hpp.
    bool ends_line(const S& state) const;
    Reached descend(S& state, Leaf& leaf, int& outcome);
    std::int32_t best_slot(PoolPlace place, bool may_open);
    std::int32_t best_by_puct(const Node& node, bool may_open);
    QScale q_scale(const Node& node, double mean) const;
    double owed_visits(const Node& node, std::int32_t index) const;
    std::int32_t forced_slot(const Node& node) const;
    std::int32_t best_selected(const Node& node, std::int32_t end, std::int32_t times) const;
    std::int32_t best_by_halving(const Node& node, bool may_open) const;
    std::int32_t best_by_improved_policy(const Node& node, bool may_open);
    CompletedValues completed_values(const Node& node) const;
    double halving_score(const Node& node, std::int32_t index, const CompletedValues& values) const;
    double exploration_formula(double visits) const;
    double exploration(std::int32_t visits);
    double root_logit(std::int32_t index) const;

    // Memory: puct_memory-inl.hpp.
    const Node& node_at(PoolPlace place) const { return *pool_.template at<Node>(place); }
    Node& node_at(PoolPlace place) { return *pool_.template at<Node>(place); }
    std::size_t node_words() const { return (sizeof(Node) + (options_.graph ? sizeof(Shared) : 0)) / TreePool::word; }
    std::size_t slot_words(std::size_t capacity) const;
    Slots slots_of(const Node& node) const;
    Action* actions_of(const Node& node) const { return const_cast<TreePool&>(pool_).at<Action>(node.edges); }
    float* priors_of(const Node& node) const { return reinterpret_cast<float*>(actions_of(node) + node.edge_count); }
    double prior_of(const Node& node, std::int32_t index) const {
        return static_cast<double>((node.flags & uniform) ? 1.0f / static_cast<float>(node.edge_count)
                                                          : priors_of(node)[index]);
    }
    PoolPlace new_node(int player, double value, std::uint64_t graph_key);
    bool give_actions(PoolPlace place, const Action* actions, std::size_t count, const double* priors);
    bool room_for_child(const Node& node) const;
    std::int32_t open_slot(PoolPlace place, std::int32_t leads_to);
    void close_slot(const Step& step);
    void bring_likeliest_forward(const Node& node);
    void swap_edges(const Node& node, std::int32_t left, std::int32_t right);
    void swap_root_numbers(std::int32_t left, std::int32_t right);
    PoolPlace find_shared(std::uint64_t key) const;
    void share(PoolPlace place);
    void forget();
    PoolPlace copy_part(PoolPlace place, TreePool& target);

    // Backup: puct_tree-inl.hpp.
    template <class Prepare>
    bool select_leaf(const Prepare& prepare, SearchControl* control);
    void settle(const Leaf& leaf, const float* logits, double value);
    void add_leaf(const Leaf& leaf, const double* priors, double value);
    void hold(const Leaf& leaf, int sign);
    void refresh(const Node& node, std::int32_t slot);
    void refresh_values(Node& node);
    void add_value(const std::vector<Step>& path, int player, double value);
    void end_simulation(const Leaf& leaf, Reached reached, int outcome, double value);
    void prove(const std::vector<Step>& path);
    void prepare_root();
    bool decided() const;
    std::uint64_t graph_key(const S& state) const;

    // Results: puct_result-inl.hpp.
    std::int32_t visits_of(const Node& node, std::int32_t index) const {
        return index < node.slot_count ? slots_of(node).n[index] : 0;
    }
    int proven_outcome(const Node& node) const {
        const int code = node.flags >> proven_shift;
        return code == 0 ? unproven : code - 2;
    }
    std::int32_t most_visited(const Node& node) const;
    std::int32_t best_index() const;
    void take_back_forced(const Node& node, double* visits) const;
    template <class Weight>
    std::size_t sample(const Weight& weight);

    PuctOptions options_;
    bool with_pending_;
    Rng rng_;
    std::optional<S> root_;
    bool root_terminal_ = false;
    int simulations_ = 0;
    int simulations_started_ = 0;
    int simulations_done_ = 0;
    int depth_ = 0;
    bool full_ = false;
    bool exploring_ = true;
    Action likeliest_ = -1;
    CacheReader cache_reader_;

    TreePool pool_;
    PoolPlace root_node_ = 0;
    std::size_t position_count_ = 0;
    std::vector<PoolPlace> graph_;  ///< buckets by key

    // With gumbel, by root action in its present order.
    std::vector<double> root_gumbel_;
    std::vector<std::int32_t> root_selected_;  ///< how often in this search
    std::vector<int> halving_;                 ///< by simulation, see considered_visits()
    std::vector<double> given_noise_;

    // Leaves [waiting_first_, waiting_count_) wait for the network; the vector keeps their memory for reuse.
    std::vector<Leaf> waiting_;
    std::size_t waiting_first_ = 0;
    std::size_t waiting_count_ = 0;
    std::vector<double> scratch_;
    std::vector<double> exploration_;
};

}  // namespace boardai
