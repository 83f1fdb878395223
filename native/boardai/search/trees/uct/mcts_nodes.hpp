#pragma once
// What UCT does to a tree's nodes (../tree.hpp): selection, backup, proofs and statistics, without the game. What the
// steps mean, the formulas and the papers are in mcts_tree.hpp.
//
// With `shared` other threads walk the same tree.

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

/// The values of all children of a position, made when it is expanded, for the player to move there.
struct ChildValues {
    std::vector<double> values;
    std::vector<Proof> proofs;
};

class MctsNodes : public Tree {
  public:
    /// What one thread takes along on its simulations.
    struct Walk {
        explicit Walk(const Rng& random) : rng(random), scores(ActionList::capacity), amaf(ActionList::capacity) {}
        Rng rng;
        std::vector<Step> path;
        Action last = -1;              ///< the path's last action; of no use where the path is empty
        Proof proof = Proof::unknown;  ///< of that action
        double value = 0;              ///< likewise, for the player who took it, where it is known
        Counter positions;             ///< added to the tree
        ActionList legal;
        std::vector<double> scores;
        std::vector<float> amaf;
        std::vector<float> priors;  ///< of walk.legal, where the game has them
    };
    /// An action that selection chose.
    struct Taken {
        Action action;
        Place next;        ///< where it leads; `nowhere`: not expanded
        bool first_visit;  ///< by any simulation
        bool cached;       ///< valued when its parent was expanded: Walk::value
    };

    /// `options` have been checked. `is_shared`: several threads will walk it at once.
    MctsNodes(const MctsOptions& options, std::size_t bytes, bool is_shared, const MctsRules& written = {});

    /// Forgets everything.
    void clear();
    /// The root, with the actions in walk.legal.
    void add_root(int player, Walk& walk);
    /// Makes the node below a root action the root and frees what is not below it; false, and nothing is changed, if
    /// the action has not been expanded.
    bool advance(Action action, const Moved& moved);

    /// 1. Select: puts the best action of a node on the path; false where the node has none and the memory is full.
    template <bool shared>
    bool take(Place place, Walk& walk, Taken& taken);
    /// 2. Expand: a node for where the path leads, with the actions in walk.legal; `nowhere` when the memory is full.
    template <bool shared>
    Place expand(int player, Walk& walk);
    /// Values of a new node's children, in the order of walk.legal. Without memory for them they are lost.
    void set_child_values(Place place, const ChildValues& found);
    /// RAVE: all actions taken in one random game from the path's end, and its value for `player`; the path's own
    /// actions are added.
    template <bool shared>
    void credit(Walk& walk, PlayedActions& played, double value, int player);
    /// 4. Back up: `value` is for `player`.
    template <bool shared>
    void backup(const Walk& walk, double value, int player);
    /// Instead of backup(), after an exception: as if the simulation had not begun.
    template <bool shared>
    void abandon(const Walk& walk);

    /// Leaves actions out: fate(action) says which are dominated or lose.
    template <class FateOf>
    void learn(Place place, const FateOf& fate) {
        const SpinLock lock(at(place).locked, is_shared_);
        Node& node = at(place);
        const Slots slots = slots_of(node);
        prune(node, fate, [&](std::size_t slot, Fate found) {
            const Proof proof = found == Fate::losing ? Proof::loss : dominated;
            if (slots.proof[slot] == Proof::unknown || proof == Proof::loss) back_up_proof(node, slot, proof);
            slots.q[slot] = -INFINITY;  // as good as decided
        });
    }
    /// The position is proven, for its player to move; not for the root.
    void learn_proof(Place place, Proof proof);
    /// The root is won by this action, which the path takes; false without the memory for it.
    template <bool shared>
    bool play_proven_win(Action action, Walk& walk);
    /// The root is lost, and searched all the same.
    void learn_lost_root() { root_known_lost_.store(true, std::memory_order_relaxed); }

    /// Who took the path's last action.
    int player_at_end(const Walk& walk) const { return at(walk.path.back().node).player; }

    /// The path's last action; -1: the path is empty.
    static Action last_action(const Walk& walk) { return walk.path.empty() ? -1 : walk.last; }

    /// Of the root, for the player to move there: what the tree has proven, and then there is nothing more to search.
    Proof proof() const { return root_proof_.load(std::memory_order_relaxed); }
    /// The same, or what the game knows.
    Proof known() const {
        const Proof proven = proof();
        const bool is_known_lost = proven == Proof::unknown && root_known_lost_.load(std::memory_order_relaxed);
        return is_known_lost ? Proof::loss : proven;
    }
    /// Throws std::invalid_argument where a rule of backup gave no value.
    void check_rules() const {
        if (rule_failed_.load(std::memory_order_relaxed)) refuse_backup();
    }
    /// Positions that simulations have reached, and the root; counted again, slowly.
    std::int64_t count_positions() const;

    /// The root's actions: the visited in the order of their first visit, then the others.
    std::vector<RootAction> root_actions() const;
    /// The line that begins with a root action and continues by the most visited ones.
    TreeLine line(Action first) const;
    /// The most visited part of the tree.
    TreeRecord record(std::size_t rows) const;

  private:
    friend struct MctsNodesProbe;  // tests set counts that take hours to reach

    Place add(int player, std::int64_t visits, Walk& walk);
    /// The slot to continue with, which may be opened for it; -1: none is there and none can be stored.
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
    /// A mean of outcomes in the scale of the bounds.
    double scaled(double mean) const { return options_.lowest + (options_.highest - options_.lowest) / 2 * (mean + 1); }
    std::vector<RootAction> actions_at(const Node& node) const;

    MctsOptions options_;
    MctsRules rules_;
    bool is_shared_;
    Select select_;
    double exploration_;        ///< c, or rave_c, for outcomes instead of utilities
    double alone_exploration_;  ///< with RAVE, of an action without AMAF visits
    double own_credits_;        ///< AMAF visits that an action has for each of its own, at most
    std::atomic<Proof> root_proof_{Proof::unknown};
    std::atomic<bool> root_known_lost_{false};  ///< by the game's knowledge
    std::atomic<bool> rule_failed_{false};
};

}  // namespace boardai
