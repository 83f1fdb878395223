#pragma once
// The nodes of an UCT tree: selection, backup, proofs and statistics, without the game. What the steps mean, the
// formulas and the papers are in mcts_tree.hpp. Nothing here depends on the game, so it is compiled once.
//
// With `shared` other threads walk the same tree: each node has a lock, held while it is read or changed and never
// together with another.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "boardai/core/knowledge.hpp"
#include "boardai/core/played_actions.hpp"
#include "boardai/core/rng.hpp"
#include "boardai/search/records/tree_record.hpp"
#include "boardai/search/trees/options.hpp"
#include "boardai/search/trees/tree_line.hpp"
#include "boardai/search/trees/tree_store.hpp"
#include "boardai/search/trees/uct/mcts_actions.hpp"

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

class MctsNodes {
  public:
    using Place = TreeStore::Place;
    static constexpr Place nowhere = TreeStore::nowhere;
    struct Step {
        Place node;
        std::uint32_t child;
    };
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
    MctsNodes(const MctsOptions& options, std::size_t bytes, bool is_shared);

    /// Forgets everything.
    void clear();
    /// `nowhere` before add_root().
    Place root() const { return root_; }
    /// The root, with the actions in walk.legal.
    void add_root(int player, Walk& walk);
    /// Makes the node below a root action the root and frees what is not below it; false, and nothing is changed, if
    /// the action has not been expanded.
    bool advance(Action action) {
        return advance(action, [](Place, Place) {});
    }
    /// The same; tells the old and the new place of each node that has a note.
    bool advance(Action action, const std::function<void(Place, Place)>& moved);
    struct Expanded {
        Action action;
        Place node;
    };
    std::vector<Expanded> expanded_children(Place place) const;

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

    /// What the game's guide has said of a position, and is to be asked.
    enum class Advice {
        none,
        due,    ///< the position has `visits`, and nobody has asked: the caller does
        noted,  ///< there is a note
    };
    Advice advice(Place place, std::int64_t visits);
    /// A note of the position has been kept.
    void mark_noted(Place place);
    /// Leaves actions out: fate(action) says which are needless or lose.
    template <class FateOf>
    void learn(Place place, const FateOf& fate) {
        const SpinLock lock(at(place).locked, is_shared_);
        Node& node = at(place);
        std::vector<std::size_t> kept;
        for (std::size_t i = node.child_count; i < node.action_count; ++i) {
            if (fate(actions_of(node)[i]) == Fate::open) kept.push_back(i);
        }
        for (std::size_t i = 0; i < node.child_count; ++i) {
            const Fate found = fate(actions_of(node)[i]);
            if (found != Fate::open) leave_out(node, i, found == Fate::losing ? Proof::loss : needless);
        }
        keep_unvisited(node, kept);
    }
    /// The position is proven, for its player to move; not for the root.
    void learn_proof(Place place, Proof proof);
    /// The root is won by this action; false without the memory for it.
    bool learn_winning_root(Action action, Walk& walk);
    /// The root is lost, and searched all the same.
    void learn_lost_root() { root_known_lost_.store(true, std::memory_order_relaxed); }

    int player_at(Place place) const { return at(place).player; }
    /// Who took the path's last action.
    int player_at_end(const Walk& walk) const { return at(walk.path.back().node).player; }

    /// The path's last action; -1: the path is empty.
    static Action last_action(const Walk& walk) { return walk.path.empty() ? -1 : walk.last; }

    /// Of the root, for the player to move there: what the tree has proven, and then there is nothing more to search.
    Proof proof() const { return root_proof_.load(std::memory_order_relaxed); }
    /// The same, or what the guide knows.
    Proof known() const {
        const Proof proven = proof();
        const bool told_lost = proven == Proof::unknown && root_known_lost_.load(std::memory_order_relaxed);
        return told_lost ? Proof::loss : proven;
    }
    /// A position or a child could not be stored for want of memory.
    bool full() const { return full_.load(std::memory_order_relaxed); }
    std::size_t used_bytes() { return store_.used_bytes(); }
    /// Positions that simulations have reached, and the root; counted anew, slowly.
    std::int64_t count_positions() const;

    /// The root's actions: the visited in the order of their first visit, then the others.
    std::vector<RootAction> root_actions() const;
    /// The line that begins with a root action and goes on by the most visited ones.
    TreeLine line(Action first) const;
    /// The most visited part of the tree.
    TreeRecord record(std::size_t rows) const;

  private:
    friend struct MctsNodesProbe;  // tests set counts that take hours to reach

    /// A position that has been expanded; its legal actions follow it in memory, the visited ones first, and then
    /// what RAVE knows of them.
    struct Node {
        std::int64_t visits;  ///< simulations that reached the position, running ones included
        Place children;       ///< block of child slots, `nowhere` at first
        std::uint16_t action_count;
        std::uint16_t child_count;  ///< slots in use: visited actions
        std::uint16_t child_capacity;
        std::uint16_t proven_count;
        Proof best_proof;
        std::uint8_t player;
        std::uint8_t marks;  ///< speculative, ...
        std::uint8_t locked;
    };
    static_assert(sizeof(Node) == 3 * TreeStore::word);
    static constexpr std::uint8_t speculative = 1;  ///< all slots exist and hold the values found at expansion
    static constexpr std::uint8_t asked = 2;        ///< the game's guide has been, or is being
    static constexpr std::uint8_t noted = 4;        ///< it has left a note
    static constexpr std::uint8_t told = 8;         ///< it has told the proof
    /// Of a visited action that is left out though it may not lose; outside it is `unknown`.
    static constexpr Proof needless = static_cast<Proof>(4);
    static Proof shown(Proof proof) { return proof == needless ? Proof::unknown : proof; }
    /// With RAVE, before the AMAF statistics.
    struct Amaf {
        Action highest_action;
        std::uint32_t credits;  ///< games since the counts were last looked at, see keep_amaf_small()
    };
    /// The slots of a node's visited actions, array after array: selection reads the first two and nothing else.
    struct Children {
        double* mean;    ///< infinite: not visited yet, or decided as lost (negative)
        double* spread;  ///< 1 / sqrt(n)
        double* value_sum;
        std::int64_t* visits;
        Place* node;  ///< where the action leads; `nowhere`: not expanded
        Proof* proof;
        std::uint16_t* waiting;  ///< running simulations, at most one a thread; null where one thread walks the tree
        static std::size_t bytes(std::size_t capacity, bool is_shared) {
            const std::size_t slot = 3 * sizeof(double) + sizeof(std::int64_t) + sizeof(Place) + sizeof(Proof);
            return capacity * (slot + (is_shared ? sizeof(std::uint16_t) : 0));
        }
        Children(const TreeStore& store, Place block, std::size_t capacity, bool is_shared);
        std::int64_t started(std::size_t slot) const { return visits[slot] + (waiting ? waiting[slot] : 0); }
        void copy_slot(std::size_t to, const Children& from, std::size_t index);
    };

    // References and pointers to nodes and slots end where something is allocated in a tree of one thread.
    Node& at(Place place) const { return *store_.at<Node>(place); }
    Children children_of(const Node& node) const {
        return Children(store_, node.children, node.child_capacity, is_shared_);
    }
    static Action* actions_of(Node& node) { return reinterpret_cast<Action*>(&node + 1); }
    static Amaf& amaf_of(Node& node) { return *reinterpret_cast<Amaf*>(actions_of(node) + node.action_count); }
    static float* amaf_visits_of(Node& node) { return reinterpret_cast<float*>(&amaf_of(node) + 1); }
    static float* amaf_sums_of(Node& node) { return amaf_visits_of(node) + node.action_count; }
    /// With priors, behind everything else: what they add to an action's score.
    float* priors_of(Node& node) const {
        return options_.rave ? amaf_sums_of(node) + node.action_count
                             : reinterpret_cast<float*>(actions_of(node) + node.action_count);
    }

    std::size_t node_words(std::size_t action_count) const;
    std::size_t slot_words(std::size_t capacity) const {
        return TreeStore::words_for(Children::bytes(capacity, is_shared_));
    }
    Place add(int player, std::int64_t visits, Walk& walk);
    std::int32_t choose(Place place, Walk& walk);
    std::int32_t choose_by_rave(Place place, Walk& walk);
    std::size_t challenger_of(Node& node, std::size_t best, double score) const;
    bool open_slot(Place place, std::uint32_t action_index, Walk& walk);
    bool grow(Place place, std::uint32_t capacity);
    void leave_out(Node& node, std::size_t slot, Proof proof);
    void keep_unvisited(Node& node, const std::vector<std::size_t>& kept);
    void count_proofs(Node& node);
    static void keep_amaf_small(Node& node);
    template <bool shared>
    void refresh(const Children& children, std::size_t slot) const;
    bool is_decided(const Node& node) const;
    double ucb(const Node& node, const Children& children, std::size_t slot) const;
    /// A mean of outcomes in the scale of the bounds.
    double scaled(double mean) const { return options_.lowest + (options_.highest - options_.lowest) / 2 * (mean + 1); }
    std::vector<RootAction> actions_at(Node& node) const;
    /// Visits every expanded position below and including `root`, parents first; `open` is empty before and after, and
    /// the second time large enough.
    template <class Visit>
    void for_each_node(Place root, std::vector<Place>& open, const Visit& visit) const;

    MctsOptions options_;
    bool is_shared_;
    double exploration_;        ///< c, or rave_c, for outcomes instead of utilities
    double alone_exploration_;  ///< with RAVE, of an action that only its own games tell of
    double own_credits_;        ///< AMAF visits that an action has for each of its own, at most
    TreeStore store_;
    Place root_ = nowhere;
    std::atomic<Proof> root_proof_{Proof::unknown};
    std::atomic<bool> root_known_lost_{false};  ///< by the guide
    std::atomic<bool> full_{false};
};

template <class Visit>
void MctsNodes::for_each_node(Place root, std::vector<Place>& open, const Visit& visit) const {
    if (root != nowhere) open.push_back(root);
    while (!open.empty()) {
        const Place place = open.back();
        Node& node = at(place);
        open.pop_back();
        const Children children = children_of(node);
        for (std::size_t i = 0; i < node.child_count; ++i) {
            if (children.node[i] != nowhere) open.push_back(children.node[i]);
        }
        visit(place, node, children);
    }
}

}  // namespace boardai
