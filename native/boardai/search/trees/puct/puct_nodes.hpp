#pragma once
// The part of PUCT and Gumbel search that does not depend on the game: selection, backup, proofs and results on a
// tree's nodes (../tree.hpp). The steps, formulas and papers are in puct_tree.hpp, those of Gumbel search in
// gumbel.hpp. Selection is in select_puct.cpp and select_gumbel.cpp, growth and roots in puct_memory.cpp, results in
// puct_result.cpp, calls of users' rules in puct_rules.cpp.
//
// A simulation, driven by PuctTree<S>, which applies the moves:
//
//   begin_walk(leaf), then step(leaf) while it leads to known positions (Way): a walk down the tree
//   finish_known(leaf, ...)                      the value is known: a finished or proven game, no room for more
//   open_leaf(leaf), then expand_and_backup(leaf, ...)      the value is available at once
//   open_leaf(leaf), hold_leaf(), ... backup()   the leaf waits for the network
//
// Unvisited actions of a position differ only in their prior, so only the one with the highest prior can be next.
// Actions are therefore kept in the order of their first visit, followed by the unvisited one with the highest prior;
// those after it are not examined. Q and P / (1 + n) of visited actions are stored, so that a score is one
// multiplication and one addition, which the compiler vectorises.

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
#include "boardai/search/trees/options.hpp"
#include "boardai/search/trees/puct/evaluation_cache.hpp"
#include "boardai/search/trees/puct/gumbel.hpp"
#include "boardai/search/trees/tree.hpp"

namespace boardai {

/// The maximum number of network rows per leaf.
inline std::size_t rows_per_leaf(const PuctOptions& options) { return options.quiet_plies > 0 ? 2 : 1; }

/// Whether the network must predict draws and plies left in addition to values.
inline bool reads_forecasts(const PuctOptions& options) {
    return options.draw_score != 0 || options.moves_left_effect > 0;
}

class PuctNodes : public Tree {
  public:
    /// `options` have been checked.
    PuctNodes(const PuctOptions& options, const Rng& rng);

    bool has_root() const { return root_state_ != RootState::none; }
    /// Changes the number of simulations of this search, which may already be running. A running Gumbel search plans
    /// its rounds again, for the remaining simulations. Throws std::invalid_argument on a negative number.
    void set_simulations(std::int64_t simulations);
    /// The maximum number of simulations if the game knows that the root is lost; takes effect with the next root.
    void set_simulations_when_lost(std::int64_t simulations) { simulations_when_lost_ = simulations; }
    /// Noise for the next root instead of drawn noise, one number for each of its actions in ascending order, including
    /// those that knowledge prunes: a Dirichlet sample, or Gumbel samples (without gumbel.scale). If their number is
    /// wrong, the call that makes the root throws std::invalid_argument, and there is no root.
    void set_root_noise(const double* noise, std::size_t size) { given_noise_.assign(noise, noise + size); }
    std::vector<double> take_root_noise() { return std::exchange(given_noise_, {}); }
    /// Drops given noise if the present root no longer needs it.
    void drop_unused_noise() {
        if (root_evaluated()) given_noise_.clear();
    }
    /// From now on the caller selects: in all positions, or with gumbel in those below the root. A walk stops where an
    /// action is to be chosen (is_undecided) and continues after choose().
    void leave_selection_to_caller();
    bool is_undecided() const { return choice_ == Choice::awaited; }
    /// The position in which a walk is undecided. Precondition of these functions: is_undecided().
    struct UndecidedPosition {
        int depth;
        int player;
        std::int64_t visits;
        double value;
        double own_value;
        double exploration;
    };
    UndecidedPosition undecided_position();
    std::size_t undecided_action_count() const { return at(undecided_node()).edge_count; }
    /// Its actions, in the order of the tree; the arrays have room for undecided_action_count().
    void write_undecided_actions(Action* actions, std::int64_t* visits, double* q_values, double* priors,
                                 std::uint8_t* selectable);
    /// The choice, by its index in that order; it is selectable.
    void choose(std::int32_t index);
    /// Whether the following roots get noise and forced playouts, if the options have them; initially true.
    void explore_root(bool on) { exploring_ = on; }

    /// Simulations are done, or there is nothing to search (no root, a finished game, a proven root).
    bool finished() const {
        if (root_state_ != RootState::open) return true;
        if (root_ == nowhere) return false;
        if (simulations_done_ >= simulations_ || proven(at(root_)) != Proof::unknown) return true;
        return options_.early_stop && decided();
    }

    /// The network's answer to the oldest row: a logit for each of its asked_indices(), and its forecast for the player
    /// to move there. Precondition: waiting() > 0; logits and value are finite.
    void backup(const float* logits, const Forecast& forecast);
    /// The policy indices of the legal actions of a waiting row; only their logits are used. Precondition: there is
    /// such a row; the oldest is 0.
    const std::vector<std::int32_t>& asked_indices(std::size_t row = 0) const { return asked(row).policy_indices; }
    /// The cache key of the position in that row.
    std::uint64_t asked_key(std::size_t row = 0) const { return asked(row).cache_key; }
    std::size_t waiting() const { return waiting_count_ - waiting_first_; }
    /// Forgets the waiting leaves, as if they had not been selected.
    void abandon();
    /// The last waiting leaf: how it is reached from the root, and its legal actions.
    void leaf_path(std::vector<Action>& path) const;
    const std::vector<Action>& leaf_actions() const { return waiting_[waiting_count_ - 1].actions; }

    std::int64_t simulations_done() const { return simulations_done_; }
    /// V of the root for the player to move there; its outcome if known; 0 before the first evaluation.
    double root_value() const;
    /// The mean probability of a draw and the mean plies left from the root, with options that read them; 0 before the
    /// first evaluation.
    double root_draws() const { return root_ == nowhere ? 0 : mean_forecasts(at(root_)).draws; }
    double root_moves_left() const { return root_ == nowhere ? 0 : mean_forecasts(at(root_)).moves_left; }
    /// What is proven for the player to move at the root; for a finished game, its outcome. A root that the game knows
    /// to be lost is still searched.
    Proof root_proof() const;
    std::size_t root_action_count() const { return root_ == nowhere ? 0 : at(root_).edge_count; }
    RootAction root_action(std::size_t index) const;
    /// The root's own evaluation, for the player to move there, and the action with the highest prior, without noise.
    /// Precondition: root_action_count() > 0.
    double root_evaluation() const { return static_cast<double>(at(root_).own_value); }
    Action likeliest_action() const { return likeliest_; }
    /// The evaluator's prior of a root action, without noise. Precondition: root_action_count() > 0.
    double root_prior(std::size_t index) const;
    /// The policy target, in the order of root_action(): the share of the visits (of the priors before the first
    /// simulation), without forced playouts; or with gumbel the improved policy. With solver, proofs decide: a proven
    /// win (or a draw, if everything is proven and a draw is best) gets the whole policy, and a proven loss nothing,
    /// unless all actions are losses.
    void policy(double* shares) const;

    /// The action to play: most visits, then higher prior, then first; by the user's rule, if the options have one for
    /// the root; with gumbel by noise, logit and value among the most visited; with solver a proven win, and a proven
    /// loss only if nothing else is left. Throws std::logic_error before the root is evaluated, and
    /// std::invalid_argument if the rule returns NaN.
    Action best_action() const;
    /// The most visited line from the root.
    TreeLine line() const;
    /// The most visited part of the tree.
    TreeRecord record(std::size_t rows) const;

    std::size_t position_count() const { return position_count_; }
    /// Plies of the longest line walked.
    int depth() const { return depth_; }
    std::size_t memory_bytes() const { return used_bytes() + graph_.size() * sizeof(Place); }
    const Rng& rng() const { return rng_; }
    Rng& rng() { return rng_; }
    const CacheReader& cache_reader() const { return cache_reader_; }

  protected:
    /// A position to be evaluated by the network, and the answer.
    struct LeafEvaluation {
        bool asked = false;  ///< waits for the network's answer
        std::uint64_t cache_key = 0;
        std::vector<std::int32_t> policy_indices;  ///< of its legal actions
        std::vector<float> logits;                 ///< of its legal actions
        double value = 0;                          ///< for the player to move there
        Forecasts forecasts{0, 0};
    };
    const LeafEvaluation& asked(std::size_t row) const;
    /// A simulation under way, and the position at its end.
    struct Leaf {
        std::vector<Step> path;
        Place place = nowhere;  ///< the position of the tree that the path has reached
        Action action = -1;     ///< the path's last
        int outcome = 0;        ///< of the path's last action, for the player who took it, if known
        // For a position that is not in the tree:
        int player = 0;
        double value = 0;  ///< for that player
        Forecasts forecasts{0, 0};
        std::vector<Action> actions;
        LeafEvaluation own;
        LeafEvaluation quiet;  ///< the position after its winning captures; its row comes first
        /// Sign of that position's value for the leaf: 1 if the same player moves, -1 if the other does; 0: no such
        /// position
        int quiet_sign = 0;
        std::uint64_t graph_key = 0;
        std::int64_t kept_words = 0;
    };
    /// Where a step leads.
    enum class Way : std::uint8_t {
        known,      ///< to a position of the tree
        opens,      ///< out of the tree
        ends,       ///< to a finished or proven game
        waits,      ///< to a leaf that waits for its evaluation
        no_more,    ///< no further: there is no memory, or the position is already on the path
        undecided,  ///< no further yet: the caller has to choose
    };

    // The root.
    void set_finished_root(int outcome);
    void set_open_root();
    bool root_evaluated() const { return root_ != nowhere; }
    /// Makes the position after a root action the root, if the tree has it; else returns false and changes nothing.
    /// moved(before, now) is called for each analysed position that moves.
    bool keep_below(Action action, const Moved& moved);
    /// After keep_below(): gives the root its actions, if it has none; false if there is no memory, and then there is
    /// no root. `actions`: all of the position's.
    bool prepare_kept_root(const Action* actions, std::size_t count);

    // Step 1: the way down.
    bool wants_leaf() const { return !finished() && waiting() < static_cast<std::size_t>(options_.leaves_per_tree); }
    bool wants_simulation() const { return !finished() && (root_ == nowhere || simulations_started_ < simulations_); }
    Leaf& next_leaf();
    /// Whether the next walk continues one that was undecided.
    bool has_choice() const { return choice_ == Choice::made; }
    void begin_walk(Leaf& leaf) {
        leaf.path.clear();
        leaf.place = root_;
    }
    /// Removes the marks of a walk from its positions; after every walk in a graph.
    void end_walk(const Leaf& leaf);
    bool has_actions(Place place) const { return at(place).edge_count > 0; }
    /// False if there is no memory. `priors` null: uniform, in the game's own order.
    bool give_actions(Place place, const Action* actions, std::size_t count, const double* priors);
    Way step(Leaf& leaf);
    /// The path's last action, which leads out of the tree, leads to a finished game...
    void open_finished(Leaf& leaf, int outcome);
    /// ...or, with graph, perhaps to a position reached before in another way; Way::opens: it is new.
    Way open_shared(Leaf& leaf);
    /// The player who took the path's last action.
    int player_before(const Leaf& leaf) const { return at(leaf.path.back().node).player; }
    // The game's knowledge (core/knowledge.hpp).
    using FateOf = std::function<Fate(Action)>;
    /// Prunes actions that lose or are dominated; `fate` says which.
    void prune_dominated(Place place, const FateOf& fate);
    /// The same for the next root, whether it is new or kept.
    void leave_out_at_root(FateOf fate) { root_fates_ = std::move(fate); }
    /// The next root, whether it is new or kept, is lost.
    void note_lost_root() {
        root_known_lost_ = true;
        simulations_ = std::min(simulations_, simulations_when_lost_);
    }
    /// The position that the path has reached is proven, for its player to move; the walk ends there.
    void end_proven(Leaf& leaf, Proof proof);
    /// This action wins at the root: makes a walk that takes it. False if there is no memory to record it.
    bool play_proven_win(Leaf& leaf, Action action);
    /// Whether the search plans rounds (Gumbel); it then needs to know the used share of the time limit.
    bool plans_rounds() const { return options_.gumbel.considered > 0; }
    void set_time_share(double share) { time_share_ = share; }
    /// A walk that ended at a waiting leaf counts as a visit until the batch is answered, so that the next walk ends at
    /// another leaf. Returns false if there were too many such walks.
    bool count_collision(const Leaf& leaf);

    // Steps 2 and 3.
    void finish_known(const Leaf& leaf);
    /// `value` is of the last position, for the player to move there; NaN: use the position's mean so far.
    void finish_without_more(const Leaf& leaf, double value);
    void open_leaf(const Leaf& leaf);
    void hold_leaf(Leaf& leaf);
    /// Sets the value of a leaf that the network has evaluated.
    static void take_value(Leaf& leaf) {
        leaf.value = leaf.quiet_sign != 0 ? leaf.quiet_sign * leaf.quiet.value : leaf.own.value;
        leaf.forecasts = leaf.quiet_sign != 0 ? leaf.quiet.forecasts : leaf.own.forecasts;
    }
    /// Expansion and backup of an open leaf: with priors from its own logits...
    void expand_and_backup(const Leaf& leaf);
    /// ...or with uniform priors: a position then gets its actions at its second visit, which most never have.
    void expand_and_backup_uniform(const Leaf& leaf) { add_leaf(leaf, nullptr); }

    PuctOptions options_;
    CacheReader cache_reader_;

  private:
    friend struct PuctNodesProbe;  // tests set counts that take hours to reach

    enum class RootState : std::uint8_t { none, finished, open };
    /// Q enters the score as scale * Q, that of an unvisited action as scale * first; a common offset does not matter.
    struct QScale {
        double scale = 1;
        double first = 0;
    };

    // Selection, at the root and inside: select_puct.cpp, select_gumbel.cpp.
    using Select = std::int32_t (PuctNodes::*)(const Node&, bool);
    std::int32_t best_slot(Place place, bool may_open);
    std::int32_t select_by_puct(const Node& node, bool may_open);
    std::int32_t select_by_rule(const Node& node, bool may_open);
    std::int32_t select_by_caller(const Node& node, bool may_open);
    std::int32_t select_with_forced_playouts(const Node& node, bool may_open);
    std::int32_t select_by_halving(const Node& node, bool may_open);
    std::int32_t select_by_improved_policy(const Node& node, bool may_open);
    PuctPosition seen_by_rules(const Node& node, bool may_open);
    QScale q_scale(const Node& node, double mean) const;
    double first_play_reduction(const Node& node) const;
    double forced_visits(const Node& node, std::int32_t index) const;
    double moves_left_utility(const Slots& slots, std::size_t slot, double moves_left) const;
    double draw_score(const Node& node) const {
        return node.player == drawing_player_ ? options_.draw_score : -options_.draw_score;
    }
    /// Sum and visits of a position's mean, with draws counted by their score.
    Observed observed_at(const Node& node) const {
        const double draws = layout_.forecasts ? draw_score(node) * forecasts_of(node).draws : 0;
        return observed(node.value_sum + draws, node.visits, node.pending);
    }
    Forecasts mean_forecasts(const Node& node) const {
        const auto visits = static_cast<double>(node.visits);
        return {forecasts_of(node).draws / visits, forecasts_of(node).moves_left / visits};
    }
    std::int32_t best_selected(const Node& node, std::int32_t end, std::int64_t times) const;
    CompletedValues completed_values(const Node& node) const;
    double halving_score(const Node& node, std::int32_t index, const CompletedValues& values) const;
    double exploration_formula(double visits) const;
    double exploration(std::int64_t visits);
    double further_exploration(std::size_t visits);
    double root_logit(std::int32_t index) const;

    // Memory.
    Shared& shared_at(Place place) const { return *store_.at<Shared>(place + sizeof(Node) / TreeStore::word); }
    Place add_node(const Leaf& leaf);
    void draw_for(int player, const std::vector<Place>& nodes);
    bool room_for_child(const Node& node) const;
    std::size_t open(Place place, Place leads_to, Proof proof = Proof::unknown);
    void close(const Step& step);
    void bring_likeliest_forward(const Node& node);
    void swap_root_numbers(std::size_t left, std::size_t right);
    Place find_shared(std::uint64_t key) const;
    void put_in_bucket(Place place);
    void share(Place place);
    void forget();
    void begin_counting();

    // Backup: puct_nodes.cpp.
    void add_leaf(const Leaf& leaf, const double* priors);
    void hold_step(const Step& step, int sign);
    void remove_virtual_loss();
    void refresh(const Node& node, std::size_t slot);
    void refresh_values(Node& node);
    void add_value(const std::vector<Step>& path, int player, double value, Forecasts forecasts);
    void add_value_by_rule(const std::vector<Step>& path, int player, double value);
    Forecasts known_forecasts(const Step& step, int outcome) const;
    void count_root_selection(const std::vector<Step>& path, int sign);
    void prove_up(const std::vector<Step>& path, Proof proof);
    void mark_proven(const Node& node, std::size_t slot, Proof proof) const;
    void prepare_root(const Action* actions, std::size_t count);
    void add_root_noise(std::vector<double> noise);
    void add_root_gumbel(const std::vector<double>& noise);
    void schedule_halving();
    bool decided() const;

    // Proofs and results: puct_result.cpp.
    Proof proof_of_action(const Node& node, std::size_t index) const;
    RootAction describe(const Node& node, std::size_t index) const;
    bool is_proven_loss(const Node& node, std::int32_t index) const {
        return options_.solver && proof_of_action(node, index) == Proof::loss;
    }
    std::vector<char> standing(const Node& node) const;
    bool is_more_visited(const Node& node, std::int32_t one, std::int32_t other) const;
    std::int32_t most_visited(const Node& node) const;
    std::int32_t best_by_rule(const Node& node) const;
    std::int32_t best_index() const;
    void take_back_forced(const Node& node, double* visits) const;

    /// The caller's choice for the walk under way.
    enum class Choice : std::uint8_t { none, awaited, made };
    static constexpr std::int32_t no_slot = -1;
    Place undecided_node() const { return waiting_[waiting_count_].place; }

    Rng rng_;
    Choice choice_ = Choice::none;
    std::int32_t chosen_ = no_slot;
    RootState root_state_ = RootState::none;
    Proof finished_root_ = Proof::unknown;
    bool root_known_lost_ = false;  ///< by the game's knowledge
    std::int64_t simulations_ = 0;
    Select select_at_root_;
    Select select_inside_;
    std::int64_t simulations_when_lost_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t simulations_started_ = 0;
    std::int64_t simulations_done_ = 0;
    int depth_ = 0;
    bool exploring_ = true;
    Action likeliest_ = -1;
    int drawing_player_ = 0;  ///< the player for whom a draw counts as draw_score: the one to move at the root
    std::vector<std::pair<Action, float>> priors_before_noise_;  ///< of the root; empty without noise

    std::size_t position_count_ = 0;
    std::vector<Place> graph_;  ///< buckets by key

    // With gumbel: for each root action, in their current order.
    std::vector<double> root_gumbel_;
    std::vector<std::int64_t> root_selected_;  ///< selections since the rounds were planned
    SequentialHalving halving_;
    std::int64_t rounds_start_ = 0;  ///< simulations started before the rounds were planned
    double time_share_ = 0;
    std::vector<double> given_noise_;
    FateOf root_fates_;  ///< the game's facts about the actions of the next root; empty: none

    // Leaves [waiting_first_, waiting_count_) wait for the network; the vector keeps their memory for reuse.
    std::vector<Leaf> waiting_;
    std::size_t waiting_first_ = 0;
    std::size_t waiting_count_ = 0;
    std::vector<Step> collided_;  ///< steps of walks that ended at a waiting leaf
    int collisions_ = 0;          ///< the number of these walks
    std::vector<double> scratch_;
    std::vector<double> exploration_;
};

}  // namespace boardai
