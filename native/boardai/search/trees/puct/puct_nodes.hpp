#pragma once
// The nodes of a PUCT or Gumbel tree: selection, backup, proofs, memory and results, without the game. What the steps
// mean, the formulas and the papers are in puct_tree.hpp, what Gumbel adds in gumbel.hpp. Nothing here depends on the
// game, so it is compiled once: selection in puct_select.cpp, memory in puct_memory.cpp, results in puct_result.cpp,
// the rest in puct_nodes.cpp.
//
// A simulation, driven by PuctTree<S>, which applies the moves:
//
//   begin_walk(leaf), then step(leaf) until it leads nowhere known: a way down, marked as such (Way)
//   finish_known(leaf, ...)                      the value is known: a finished or proven game, no room for more
//   open_leaf(leaf), then settle(leaf, ...)      the value was asked for at once
//   open_leaf(leaf), hold_leaf(), ... backup()   the leaf waits for the network
//
// Unvisited actions of a position differ only in their prior, so only the likeliest of them can be next. Actions are
// therefore kept in the order of their first visit, the likeliest unvisited one behind the visited ones, and those
// after it are not looked at. What visited actions are scored by, Q and P / (1 + n), is kept ready: a score is one
// multiplication and one addition, and the compiler makes vectors of them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "boardai/core/action.hpp"
#include "boardai/core/knowledge.hpp"
#include "boardai/core/rng.hpp"
#include "boardai/search/records/tree_record.hpp"
#include "boardai/search/trees/options.hpp"
#include "boardai/search/trees/puct/evaluation_cache.hpp"
#include "boardai/search/trees/puct/gumbel.hpp"
#include "boardai/search/trees/root_action.hpp"
#include "boardai/search/trees/tree_line.hpp"
#include "boardai/search/trees/tree_store.hpp"

namespace boardai {

/// How many rows of the network a leaf may ask for at most.
inline std::size_t rows_per_leaf(const PuctOptions& options) { return options.quiet_plies > 0 ? 2 : 1; }

class PuctNodes {
  public:
    using Place = TreeStore::Place;

    /// `options` have been checked.
    PuctNodes(const PuctOptions& options, const Rng& rng);

    bool has_root() const { return root_state_ != RootState::none; }
    /// Another number of simulations for this search; it may already run. A Gumbel search that has been running lays
    /// out its rounds anew, for those that are left. Throws std::invalid_argument on a negative number.
    void set_simulations(std::int64_t simulations);
    /// The most simulations of a search whose root the game's guide knows to be lost, from the next root on.
    void set_simulations_when_lost(std::int64_t simulations) { simulations_when_lost_ = simulations; }
    /// Noise for the next root instead of drawn noise, one number for each of its actions in ascending order, those
    /// that a guide leaves out included: a Dirichlet sample, or Gumbel samples (without gumbel.scale). With another
    /// number of them whatever makes the root throws std::invalid_argument, and there is no root.
    void set_root_noise(const double* noise, std::size_t size) { given_noise_.assign(noise, noise + size); }
    /// The root that there is needs no noise any more.
    void drop_unused_noise() {
        if (root_evaluated()) given_noise_.clear();
    }
    /// Whether roots from now on get noise and forced playouts, where the options ask for them; at first they do.
    void explore_root(bool on) { exploring_ = on; }

    /// Simulations are done, or there is nothing to search (no root, a finished game, a proven root).
    bool finished() const {
        if (root_state_ != RootState::open) return true;
        if (root_node_ == 0) return false;
        if (simulations_done_ >= simulations_ || proof_of_node(node_at(root_node_)) != Proof::unknown) return true;
        return options_.early_stop && decided();
    }

    /// The network's answer to the oldest row: a logit for each of its asked_indices(), and a value in [-1, 1] for the
    /// player to move there. Precondition: waiting() > 0; logits and value are finite.
    void backup(const float* logits, float value);
    /// The policy indices of the legal actions of a waiting row, whose logits alone count. Precondition: there is such
    /// a row; the oldest is 0.
    const std::vector<std::int32_t>& asked_indices(std::size_t row = 0) const { return asked(row).policy_indices; }
    /// The key of what the network sees in that row.
    std::uint64_t asked_key(std::size_t row = 0) const { return asked(row).cache_key; }
    std::size_t waiting() const { return waiting_count_ - waiting_first_; }
    /// Forgets the waiting leaves, as if they had not been selected.
    void abandon();
    /// The last waiting leaf: how it is reached from the root, and its legal actions.
    void leaf_path(std::vector<Action>& path) const;
    const std::vector<Action>& leaf_actions() const { return waiting_[waiting_count_ - 1].actions; }

    std::int64_t simulations_done() const { return simulations_done_; }
    /// V of the root for the player to move there; its outcome where known; 0 before the first evaluation.
    double root_value() const;
    /// What is proven for the player to move at the root; of a finished game its outcome. A root that the game's guide
    /// knows to be lost is searched all the same.
    Proof root_proof() const;
    std::size_t root_action_count() const { return root_node_ == 0 ? 0 : node_at(root_node_).edge_count; }
    RootAction root_action(std::size_t index) const;
    /// The root's own evaluation, for the player to move there, and the likeliest action by the evaluator's policy
    /// alone, without noise. Precondition: root_action_count() > 0.
    double root_evaluation() const { return static_cast<double>(node_at(root_node_).own_value); }
    Action likeliest_action() const { return likeliest_; }
    /// The evaluator's prior of a root action, without noise. Precondition: root_action_count() > 0.
    double root_prior(std::size_t index) const;
    /// What to train on, in the order of root_action(): the share of the visits (of the priors before the first
    /// simulation), without what was forced; or with gumbel the improved policy. With solver what is proven decides: a
    /// proven win (a draw, where all is proven and that is best) has all of it, and a proven loss none, unless all are.
    void policy(double* shares) const;

    /// Most visits, then higher prior, then first; with gumbel by noise, logit and value among the most visited; with
    /// solver a proven win, and a proven loss only where nothing else is left. Throws std::logic_error before the
    /// root is evaluated.
    Action best_action() const;
    /// Draws an action with probability proportional to visits^(1 / temperature) (priors where no simulation has
    /// run), among those that policy() leaves; temperature 0 is best_action(). Throws as best_action().
    Action sample_action(double temperature);
    /// The most visited line, starting at the root.
    TreeLine line() const;
    /// The most visited part of the tree.
    TreeRecord record(std::size_t rows) const;

    std::size_t position_count() const { return position_count_; }
    /// Plies of the longest line walked.
    int depth() const { return depth_; }
    /// The store had no room for a position or action since the root was set.
    bool full() const { return full_; }
    std::size_t memory_bytes() const { return store_.used_bytes() + graph_.size() * sizeof(Place); }
    const Rng& rng() const { return rng_; }
    Rng& rng() { return rng_; }
    const CacheReader& cache_reader() const { return cache_reader_; }

  protected:
    struct Step {
        Place node;
        std::int32_t slot;
    };
    /// A position that the network judges, and what it said.
    struct Judged {
        bool asked = false;  ///< waits for a row
        std::uint64_t cache_key = 0;
        std::vector<std::int32_t> policy_indices;  ///< of its legal actions
        std::vector<float> logits;                 ///< likewise
        double value = 0;                          ///< for the player to move there
    };
    const Judged& asked(std::size_t row) const;
    /// A simulation on its way, and the position at its end.
    struct Leaf {
        std::vector<Step> path;
        Place place = 0;     ///< the position of the tree that the path has reached
        Action action = -1;  ///< the path's last
        int outcome = 0;     ///< of the path's last action, for the player who took it, where it is known
        // Of a position that the tree does not hold:
        int player = 0;
        double value = 0;  ///< for that player
        std::vector<Action> actions;
        Judged own;
        Judged quiet;        ///< the position behind its winning exchanges, asked for first
        int quiet_sign = 0;  ///< whose value counts: 1 of the same player, -1 of the other; 0: there is none
        std::uint64_t graph_key = 0;
        std::int64_t kept_words = 0;
    };
    /// Where a step leads.
    enum class Way : std::uint8_t {
        known,    ///< to a position of the tree
        opens,    ///< out of the tree
        ends,     ///< to a finished or proven game
        waits,    ///< to a leaf that waits for its evaluation
        no_more,  ///< nowhere: there is no room, or the position is on the path already
    };

    // The root.
    void set_finished_root(int outcome);
    void set_open_root();
    bool root_evaluated() const { return root_node_ != 0; }
    /// Goes on below an action of the root, if there is something to keep; else false, and nothing is changed.
    /// moved(before, now) is told where positions stand now that a guide has looked at.
    bool keep_below(Action action, const std::function<void(Place, Place)>& moved);
    /// After keep_below(): gives the root its actions, if it has none; false where there is no room, and then there is
    /// no root. `actions`: all of the position's.
    bool prepare_kept_root(const Action* actions, std::size_t count);

    // Step 1: the way down.
    bool wants_leaf() const { return !finished() && waiting() < static_cast<std::size_t>(options_.leaves_per_tree); }
    bool wants_simulation() const { return !finished() && (root_node_ == 0 || simulations_started_ < simulations_); }
    Leaf& next_leaf();
    void begin_walk(Leaf& leaf) {
        leaf.path.clear();
        leaf.place = root_node_;
    }
    /// Takes the marks of a walk off its positions; after every walk in a graph.
    void end_walk(const Leaf& leaf);
    bool has_actions(Place place) const { return node_at(place).edge_count > 0; }
    /// False where there is no room. `priors` null: all as likely, in the game's own order.
    bool give_actions(Place place, const Action* actions, std::size_t count, const double* priors);
    Way step(Leaf& leaf);
    /// What the path's last action, which leads out of the tree, has been found to lead to: a finished game...
    void open_finished(Leaf& leaf, int outcome);
    /// ...or, with graph, a position that came about by another way; Way::opens: none.
    Way open_shared(Leaf& leaf);
    /// Who moves before the path's last action.
    int player_before(const Leaf& leaf) const { return node_at(leaf.path.back().node).player; }
    // What a game's guide says (core/knowledge.hpp).
    enum class Look : std::uint8_t { none, due, noted };
    Look look_at(Place place) const {
        const Node& node = node_at(place);
        if ((node.flags & looked) != 0) return Look::noted;
        return node.visits >= options_.knowledge ? Look::due : Look::none;
    }
    using FateOf = std::function<Fate(Action)>;
    /// Leaves out actions that lose or are needless.
    void leave_out(Place place, const FateOf& fate);
    /// The same for a root that is about to be made or kept.
    void leave_out_at_root(FateOf fate) { root_fates_ = std::move(fate); }
    /// The root, about to be made or kept, is lost.
    void note_lost_root() {
        root_known_lost_ = true;
        simulations_ = std::min(simulations_, simulations_when_lost_);
    }
    /// The position that the path has reached is proven, for its player to move; the walk ends there.
    void end_proven(Leaf& leaf, Proof proof);
    /// The root is won by this action: a walk that takes it. False where that cannot be shown for want of memory.
    bool take_winning(Leaf& leaf, Action action);
    /// A Gumbel search lays out rounds: which share of the time limit is over?
    bool plans_rounds() const { return options_.gumbel.considered > 0; }
    void set_time_share(double share) { time_share_ = share; }
    /// A way that ended at a waiting leaf counts as one more until the batch is answered, so that another one is found;
    /// false: enough of that.
    bool step_aside(const Leaf& leaf);

    // Steps 2 and 3.
    void finish_known(const Leaf& leaf);
    /// `value`: of the last position, for the player to move there; NaN: what it is worth so far.
    void finish_without_more(const Leaf& leaf, double value);
    void open_leaf(const Leaf& leaf);
    void hold_leaf(Leaf& leaf);
    /// The value of a leaf that the network has judged.
    static void take_value(Leaf& leaf) {
        leaf.value = leaf.quiet_sign != 0 ? leaf.quiet_sign * leaf.quiet.value : leaf.own.value;
    }
    /// Expansion and backup of an open leaf: with priors from its own logits...
    void settle(const Leaf& leaf);
    /// ...or with actions that are all as likely, which a position gets when it is visited again; most never are.
    void settle_uniform(const Leaf& leaf) { add_leaf(leaf, nullptr); }

    PuctOptions options_;
    CacheReader cache_reader_;

  private:
    friend struct PuctNodesProbe;  // tests set counts that take hours to reach

    /// A position. Its actions are at `edges`: numbers, then priors unless `uniform`; the visited ones come first, and
    /// what the search knows of them is at `slots`.
    struct Node {
        double value_sum;      ///< for the player to move here
        std::int64_t visits;   ///< without waiting leaves
        std::int32_t pending;  ///< waiting leaves at or below
        Place edges;           ///< 0: not asked for yet, see settle_uniform
        Place slots;
        float own_value;  ///< its own evaluation
        std::uint16_t edge_count;
        std::uint16_t slot_count;
        std::uint16_t slot_capacity;
        std::uint8_t player;
        std::uint8_t flags;
    };
    static_assert(sizeof(Node) == 5 * TreeStore::word);
    static constexpr std::uint8_t uniform = 1;       ///< all actions are as likely
    static constexpr std::uint8_t in_order = 2;      ///< the unvisited ones stand in the order of their turn
    static constexpr std::uint8_t on_path = 4;       ///< of the walk under way; with graph
    static constexpr std::uint8_t looked = 8;        ///< the game's guide has been asked
    static constexpr std::uint8_t proven_shift = 4;  ///< the Proof for the player to move
    /// With graph, behind the node.
    struct Shared {
        std::uint64_t key;
        Place next;  ///< of the same bucket
        std::uint32_t unused;
    };
    /// Arrays of the visited actions; those that scoring reads come first.
    struct Slots {
        double* q;  ///< W / n, with virtual loss
        double* u;  ///< P / (1 + n), n with waiting leaves
        double* w;
        std::int64_t* n;         ///< without waiting leaves
        std::int32_t* leads_to;  ///< a node, or a code
        std::int32_t* pending;   ///< null with leaves_per_tree == 1
    };
    enum class RootState : std::uint8_t { none, finished, open };
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

    // Selection: puct_select.cpp.
    std::int32_t best_slot(Place place, bool may_open);
    std::int32_t best_by_puct(const Node& node, bool may_open);
    QScale q_scale(const Node& node, double mean) const;
    double owed_visits(const Node& node, std::int32_t index) const;
    std::int32_t forced_slot(const Node& node) const;
    std::int32_t best_selected(const Node& node, std::int32_t end, std::int64_t times) const;
    std::int32_t best_by_halving(const Node& node, bool may_open);
    std::int32_t best_by_improved_policy(const Node& node, bool may_open);
    CompletedValues completed_values(const Node& node) const;
    double halving_score(const Node& node, std::int32_t index, const CompletedValues& values) const;
    double exploration_formula(double visits) const;
    double exploration(std::int64_t visits);
    double further_exploration(std::size_t visits);
    double root_logit(std::int32_t index) const;

    // Memory: puct_memory.cpp.
    const Node& node_at(Place place) const { return *store_.at<Node>(place); }
    Node& node_at(Place place) { return *store_.at<Node>(place); }
    Shared& shared_at(Place place) const { return *store_.at<Shared>(place + sizeof(Node) / TreeStore::word); }
    std::size_t node_words() const { return (sizeof(Node) + (options_.graph ? sizeof(Shared) : 0)) / TreeStore::word; }
    static std::size_t edge_words(const Node& node) {
        return TreeStore::words_for(node.edge_count * (node.flags & uniform ? 1u : 2u) * sizeof(Action));
    }
    std::size_t slot_words(std::size_t capacity) const {
        return TreeStore::words_for(capacity * (4 * sizeof(double) + (with_pending_ ? 2 : 1) * sizeof(std::int32_t)));
    }
    Slots slots_of(const Node& node) const {
        const std::size_t capacity = node.slot_capacity;
        double* q = store_.at<double>(node.slots);
        auto* n = reinterpret_cast<std::int64_t*>(q + 3 * capacity);
        auto* leads_to = reinterpret_cast<std::int32_t*>(n + capacity);
        return {q, q + capacity, q + 2 * capacity, n, leads_to, with_pending_ ? leads_to + capacity : nullptr};
    }
    Action* actions_of(const Node& node) const { return store_.at<Action>(node.edges); }
    float* priors_of(const Node& node) const { return reinterpret_cast<float*>(actions_of(node) + node.edge_count); }
    double prior_of(const Node& node, std::int32_t index) const {
        return static_cast<double>((node.flags & uniform) ? 1.0f / static_cast<float>(node.edge_count)
                                                          : priors_of(node)[index]);
    }
    Place new_node(int player, double value, std::uint64_t graph_key);
    bool room_for_child(const Node& node) const;
    std::int32_t open_slot(Place place, std::int32_t leads_to);
    void close_slot(const Step& step);
    void bring_likeliest_forward(const Node& node);
    void swap_edges(const Node& node, std::int32_t left, std::int32_t right);
    void swap_root_numbers(std::int32_t left, std::int32_t right);
    Place find_shared(std::uint64_t key) const;
    void put_in_bucket(Place place);
    void share(Place place);
    void forget();
    void begin_counting();

    // Backup: puct_nodes.cpp.
    void add_leaf(const Leaf& leaf, const double* priors);
    void hold(const Step& step, int sign);
    void release_collisions();
    void refresh(const Node& node, std::int32_t slot);
    void refresh_values(Node& node);
    void add_value(const std::vector<Step>& path, int player, double value);
    void count_root_selection(const std::vector<Step>& path, int sign);
    void prove(const std::vector<Step>& path);
    void prepare_root(const Action* actions, std::size_t count);
    void add_root_noise(std::vector<double> noise);
    void add_root_gumbel(const std::vector<double>& noise);
    void lay_out_rounds();
    bool decided() const;

    // Proofs and results: puct_result.cpp.
    static Proof proof_of_node(const Node& node) { return static_cast<Proof>(node.flags >> proven_shift); }
    static void set_proof(Node& node, Proof proof) {
        constexpr int others = (1 << proven_shift) - 1;
        node.flags = static_cast<std::uint8_t>((node.flags & others) | static_cast<int>(proof) << proven_shift);
    }
    Proof proof_of_action(const Node& node, std::int32_t index) const;
    std::optional<double> value_of_action(const Node& node, std::int32_t index) const;
    bool is_proven_loss(const Node& node, std::int32_t index) const {
        return options_.solver && proof_of_action(node, index) == Proof::loss;
    }
    std::vector<char> standing(const Node& node) const;
    std::int64_t visits_of(const Node& node, std::int32_t index) const {
        return index < node.slot_count ? slots_of(node).n[index] : 0;
    }
    std::int32_t most_visited(const Node& node) const;
    std::int32_t best_index() const;
    void take_back_forced(const Node& node, double* visits) const;

    bool with_pending_;
    Rng rng_;
    RootState root_state_ = RootState::none;
    Proof finished_root_ = Proof::unknown;
    bool root_known_lost_ = false;  ///< by the guide
    std::int64_t simulations_ = 0;
    std::int64_t simulations_when_lost_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t simulations_started_ = 0;
    std::int64_t simulations_done_ = 0;
    int depth_ = 0;
    bool full_ = false;
    bool exploring_ = true;
    Action likeliest_ = -1;
    std::vector<std::pair<Action, float>> priors_before_noise_;  ///< of the root; empty where there is no noise

    TreeStore store_;
    Place root_node_ = 0;
    std::size_t position_count_ = 0;
    std::vector<Place> graph_;  ///< buckets by key

    // With gumbel, by root action in its present order.
    std::vector<double> root_gumbel_;
    std::vector<std::int64_t> root_selected_;  ///< how often since the rounds were laid out
    SequentialHalving halving_;
    std::int64_t rounds_start_ = 0;  ///< simulations started before the rounds were laid out
    double time_share_ = 0;
    std::vector<double> given_noise_;
    FateOf root_fates_;  ///< what the guide has said of the actions of a root to be; empty: nothing

    // Leaves [waiting_first_, waiting_count_) wait for the network; the vector keeps their memory for reuse.
    std::vector<Leaf> waiting_;
    std::size_t waiting_first_ = 0;
    std::size_t waiting_count_ = 0;
    std::vector<Step> collided_;  ///< steps of ways that ended at a waiting leaf
    int collisions_ = 0;          ///< how many ways these are
    std::vector<double> scratch_;
    std::vector<double> exploration_;
};

}  // namespace boardai
