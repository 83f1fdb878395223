#pragma once
// The part of UCT that does not depend on the game: selection, backup, proofs and statistics on a tree's nodes
// (../tree.hpp). The steps, formulas and papers are in mcts_tree.hpp.
//
// With `shared`, other threads search the same tree at the same time.

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/core/knowledge.hpp"
#include "boardai/core/played_actions.hpp"
#include "boardai/core/rng.hpp"
#include "boardai/search/trees/options.hpp"
#include "boardai/search/trees/tree.hpp"
#include "boardai/search/trees/uct/mcts_actions.hpp"
#include "boardai/search/trees/uct/mcts_rules.hpp"

namespace boardai {

/// A number that one thread changes and others read.
class Counter {
  public:
    void set(std::int64_t value) { value_.store(value, std::memory_order_relaxed); }
    void add_one() { set(get() + 1); }
    std::int64_t get() const { return value_.load(std::memory_order_relaxed); }

  private:
    std::atomic<std::int64_t> value_{0};
};

/// The values of all children of a position, computed when it is expanded, for the player to move at that position.
struct ChildValues {
    std::vector<double> values;
    std::vector<Proof> proofs;
};

class MctsNodes : public Tree {
  public:
    /// One thread's data for its simulations.
    struct Walk {
        explicit Walk(const Rng& random) : rng(random), scores(ActionList::capacity), amaf(ActionList::capacity) {}
        Rng rng;
        std::vector<Step> path;
        Action last = -1;              ///< the path's last action; meaningless if the path is empty
        Proof proof = Proof::unknown;  ///< of that action
        double value = 0;              ///< of that action, for the player who took it, if known
        Counter positions;             ///< positions added to the tree
        ActionList legal;
        std::vector<double> scores;
        std::vector<float> amaf;
        std::vector<float> priors;  ///< of walk.legal, if the game has priors
    };
    /// An action that selection chose.
    struct Taken {
        Action action;
        Place next;        ///< the node that it leads to; `nowhere`: not expanded
        bool first_visit;  ///< no simulation has taken it before
        bool cached;       ///< its value was computed when its parent was expanded (Walk::value)
    };

    /// `options` have been checked. `is_shared`: several threads will search it at once.
    MctsNodes(const MctsOptions& options, std::size_t bytes, bool is_shared, const MctsRules& written = {});

    /// Forgets everything.
    void clear();
    /// The root, with the actions in walk.legal.
    void add_root(int player, Walk& walk);
    /// Makes the node below a root action the root and frees the rest of the tree. If the action has not been expanded,
    /// returns false and changes nothing.
    bool advance(Action action, const Moved& moved);

    /// 1. Select: appends the best action of a node to the path; false if the node has no visited action and the memory
    ///    is full.
    template <bool shared>
    bool take(Place place, Walk& walk, Taken& taken);
    /// 2. Expand: adds a node for the position at the end of the path, with the actions in walk.legal; `nowhere` if the
    ///    memory is full.
    template <bool shared>
    Place expand(int player, Walk& walk);
    /// Stores the values of a new node's children, in the order of walk.legal. If there is no memory for them, they are
    /// dropped.
    void set_child_values(Place place, const ChildValues& found);
    /// RAVE: credits all actions that were played in one random game from the end of the path, and the actions of the
    /// path, with the game's value for `player`.
    template <bool shared>
    void credit(Walk& walk, PlayedActions& played, double value, int player);
    /// 4. Back up: `value` is for `player`.
    template <bool shared>
    void backup(const Walk& walk, double value, int player);
    /// Called instead of backup() after an exception: undoes the simulation.
    template <bool shared>
    void abandon(const Walk& walk);

    /// Prunes actions; fate(action) says which are dominated or lose.
    template <class FateOf>
    void learn(Place place, const FateOf& fate) {
        const SpinLock lock(at(place).locked, is_shared_);
        Node& node = at(place);
        const Slots slots = slots_of(node);
        prune(node, fate, [&](std::size_t slot, Fate found) {
            const Proof proof = found == Fate::losing ? Proof::loss : dominated;
            if (slots.proof[slot] == Proof::unknown || proof == Proof::loss) back_up_proof(node, slot, proof);
            slots.q[slot] = -INFINITY;  // treated like a decided action
        });
    }
    /// The position is proven; `proof` is for its player to move. Not for the root.
    void learn_proof(Place place, Proof proof);
    /// This action wins at the root: puts it on the path. False if there is no memory to record it.
    template <bool shared>
    bool play_proven_win(Action action, Walk& walk);
    /// The root is lost; it is searched nevertheless.
    void learn_lost_root() { root_known_lost_.store(true, std::memory_order_relaxed); }

    /// The player who took the path's last action.
    int player_at_end(const Walk& walk) const { return at(walk.path.back().node).player; }

    /// The path's last action; -1: the path is empty.
    static Action last_action(const Walk& walk) { return walk.path.empty() ? -1 : walk.last; }

    /// The root's proof by the tree, for the player to move there. Once the root is proven, the search is over.
    Proof proof() const { return root_proof_.load(std::memory_order_relaxed); }
    /// The root's proof by the tree or by the game's knowledge.
    Proof known() const {
        const Proof proven = proof();
        const bool is_known_lost = proven == Proof::unknown && root_known_lost_.load(std::memory_order_relaxed);
        return is_known_lost ? Proof::loss : proven;
    }
    /// Throws std::invalid_argument if a user's backup rule returned NaN.
    void check_rules() const {
        if (rule_failed_.load(std::memory_order_relaxed)) refuse_backup();
    }
    /// The number of positions that simulations have reached, including the root. Slow: counts them one by one.
    std::int64_t count_positions() const;

    /// The root's actions: the visited ones in the order of their first visits, then the others.
    std::vector<RootAction> root_actions() const;
    /// The line that begins with a root action and continues with the most visited ones.
    TreeLine line(Action first) const;
    /// The most visited part of the tree.
    TreeRecord record(std::size_t rows) const;

  private:
    friend struct MctsNodesProbe;  // tests set counts that take hours to reach

    Place add(int player, std::int64_t visits, Walk& walk);
    /// The slot to continue with; a new one may be opened. -1: the node has no slot, and there is no memory for one.
    using Select = std::int32_t (MctsNodes::*)(Place, Walk&);
    std::int32_t select_by_ucb(Place place, Walk& walk);
    std::int32_t select_by_rave(Place place, Walk& walk);
    std::int32_t select_by_rule(Place place, Walk& walk);
    std::uint32_t untried_edge(const Node& node, Walk& walk) const;
    RulePosition seen_by_rules(const Node& node, bool untried) const;
    double back_up_by_rule(Node& node, std::size_t slot, double value);
    [[noreturn]] void refuse_backup() const;
    std::size_t challenger_of(const Node& node, std::size_t best, double score) const;
    bool open(Place place, std::size_t edge, Walk& walk);
    template <bool shared>
    void put_on_path(Place place, std::uint32_t slot, Walk& walk);
    void clear_amaf(const Node& node) const;
    void keep_amaf_small(const Node& node) const;
    template <bool shared>
    void refresh(const Slots& slots, std::size_t slot) const;
    double ucb(const Node& node, const Slots& slots, std::size_t slot) const;
    /// A mean outcome, converted to the scale from `lowest` to `highest`.
    double scaled(double mean) const { return options_.lowest + (options_.highest - options_.lowest) / 2 * (mean + 1); }
    std::vector<RootAction> actions_at(const Node& node) const;

    MctsOptions options_;
    MctsRules rules_;
    bool is_shared_;
    Select select_;
    double exploration_;        ///< c, or rave_c, for outcomes instead of utilities
    double alone_exploration_;  ///< with RAVE: the constant for an action without AMAF visits
    double own_credits_;        ///< maximum AMAF visits of an action per visit of its own
    std::atomic<Proof> root_proof_{Proof::unknown};
    std::atomic<bool> root_known_lost_{false};  ///< by the game's knowledge
    std::atomic<bool> rule_failed_{false};
};

}  // namespace boardai
